"""How the demonstration reads to a person."""

from __future__ import annotations

from formicaria.ground.output import Output
from formicaria.up.demo import QUESTION, Findings, Running
from formicaria.up.wire import Json


def show(output: Output, both: Running, found: Findings) -> None:
    """Answer, evidence with places, open disagreements, addresses."""
    _answer(output, found.report)
    _evidence(output, found.report)
    _conflicts(output, found.conflicts)
    _addresses(output, both, found)


def as_json(both: Running, found: Findings) -> Json:
    """The same for a program."""
    return {
        "question": QUESTION,
        "outcome": found.report["outcome"],
        "answer": found.report["answer"],
        "sources": found.report["sources"],
        "conflicts": found.conflicts,
        "verified": found.verified,
        "forager": both.engine.url,
        "anthill": both.colony.url,
        "mission_id": found.report["mission_id"],
        "project_id": both.project_id,
    }


def _answer(output: Output, report: Json) -> None:
    output.line()
    output.line(f"QUESTION  {QUESTION}")
    output.line()
    output.line("ANSWER")
    answer = report["answer"]
    for line in str(answer["text"] if answer else "There is no answer.").splitlines():
        output.line(f"  {line}")
    output.line()
    output.line(f"OUTCOME   {report['outcome']}")
    if report["explanation"]:
        output.line(f"          {report['explanation']}")


def _evidence(output: Output, report: Json) -> None:
    output.line()
    output.line("EVIDENCE")
    for number, source in enumerate(report["sources"], start=1):
        output.line(f"  [{number}] {source['source_name']}, {source['location']}")
        output.line(f'      "{" ".join(str(source["excerpt"]).split())}"')


def _conflicts(output: Output, conflicts: list[Json]) -> None:
    output.line()
    output.line(f"OPEN DISAGREEMENTS  {len(conflicts)}")
    for conflict in conflicts:
        output.line(f"  {conflict['type']} on {conflict['attribute_key']}")
        for side in conflict["items"]:
            names = ", ".join(side.get("source_names", []))
            output.line(f"    - {' '.join(str(side['statement']).split())} ({names})")
        suggestion = conflict.get("suggested_resolution") or {}
        if suggestion.get("reason"):
            output.line(f"    Suggested: {suggestion['reason']} Not applied.")


def _addresses(output: Output, both: Running, found: Findings) -> None:
    output.line()
    verified = found.verified
    output.line(f"Every excerpt re-opened in the original files: {verified['verified']} of {verified['evidence']}.")
    output.line(f"FORAGER   {both.engine.url}   project {both.project_id}")
    output.line(f"ANTHILL   {both.colony.url}   mission {found.report['mission_id']}")
