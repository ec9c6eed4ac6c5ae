"""The demonstration as a person sees it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from formicaria.ground.output import Output
from formicaria.up import demo, links, tell
from formicaria.up.account import COPIES
from formicaria.up.demo import QUESTION, Findings
from formicaria.up.links import Link
from formicaria.up.running import Both
from formicaria.up.session import addresses, page_of, serve
from formicaria.up.wire import Json


def demonstrate(corpus: Path, output: Output, *, once: bool) -> None:
    """Run the demonstration in a folder that goes away with it. Raises the errors of its parts, each a sentence."""
    walked = demo.files_of(corpus)
    with tempfile.TemporaryDirectory(prefix="formicaria-demo-") as folder:
        output.note("Starting FORAGER and ANTHILL on free loopback ports.")
        with demo.running(walked, Path(folder), output.note) as both:
            found = demo.findings(both, walked, output)
            page = page_of(found.account.base_id)
            link = None if once else links.minted(both.home, both.engine.address, both.colony.address, page)
            output.data(as_json(both, found, link), lambda: show(output, both, found, link))
            sys.stdout.flush()
            if not once:
                output.note("Their data folder is removed at the end.")
                serve(both, page, output)


def show(output: Output, both: Both, found: Findings, link: Link | None) -> None:
    """The account, the answer, its evidence with places, open disagreements, addresses."""
    tell.show(output, found.account, both.engine.address)
    _answer(output, found.report)
    _evidence(output, found.report)
    _conflicts(output, [each for each in found.conflicts if each["type"] != COPIES])
    _addresses(output, both, found, link)


def as_json(both: Both, found: Findings, link: Link | None) -> Json:
    """The same for a program."""
    return {
        "question": QUESTION,
        "outcome": found.report["outcome"],
        "answer": found.report["answer"],
        "sources": found.report["sources"],
        "conflicts": found.conflicts,
        "verified": found.verified,
        "account": found.account.to_json(),
        "forager": both.engine.address,
        "anthill": both.colony.address,
        "mission_id": found.report["mission_id"],
        "project_id": found.account.base_id,
        "link": {"url": link.url, "expires_at": link.expires_at} if link else None,
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


def _addresses(output: Output, both: Both, found: Findings, link: Link | None) -> None:
    output.line()
    verified = found.verified
    output.line(f"Every excerpt re-opened in the original files: {verified['verified']} of {verified['evidence']}.")
    output.line(f"Mission {found.report['mission_id']}, base {found.account.base_id}.")
    addresses(output, both, link)
