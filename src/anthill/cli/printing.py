"""Reports and plans for people."""

from __future__ import annotations

from anthill.cli.desk import Row
from formicaria.ground.output import Output


def print_report(out: Output, report: Row) -> None:
    """Print a mission: the answer, what it rests on, what is disputed, and how it was checked."""
    out.line(f"Mission {report['mission_id']}: {report['outcome'] or report['status']}")
    if report["explanation"]:
        out.line(f"  {report['explanation']}")
    _print_answer(out, report)
    _print_conflicts(out, report)
    _print_sources(out, report)
    _print_steps(out, report)


def _print_answer(out: Output, report: Row) -> None:
    if report["answer"] is None:
        return
    out.line()
    out.line("ANSWER")
    for line in str(report["answer"]["text"]).splitlines():
        out.line(f"  {line}")


def _print_conflicts(out: Output, report: Row) -> None:
    for conflict in report["conflicts"]:
        out.line()
        about = f" on {conflict['attribute_key']}" if conflict["attribute_key"] else ""
        out.line(f"OPEN DISAGREEMENT {conflict['conflict_id']}: {conflict['kind']}{about}, UNRESOLVED")
        for side in conflict["sides"]:
            out.line(f'  "{side["statement"]}" ({", ".join(side["source_names"])})')
        if conflict["suggestion"]:
            out.line(f"  Suggested, not applied: {conflict['suggestion']}")


def _print_sources(out: Output, report: Row) -> None:
    if report["sources"]:
        out.line()
        out.line("SOURCES")
    for source in report["sources"]:
        out.line(f"  {source['ref']}  {source['source_name']} ({source['location']})")
        out.line(f'    "{" ".join(str(source["excerpt"]).split())}"')
        out.line(f"    sha256 {source['excerpt_sha256']}  {source['support']}, {source['status']}")


def _print_steps(out: Output, report: Row) -> None:
    out.line()
    rows = [
        [each["role"], each["task_type"], each["state"], each["summary"] or each["reason"]] for each in report["tasks"]
    ]
    out.table(("role", "step", "state", "summary"), rows, "There are no steps.")
    judged = [each for each in report["evidence"] if each["deterministic"]]
    passed = sum(1 for each in judged if each["passed"])
    out.line()
    out.line(f"{passed} of {len(judged)} deterministic checks passed.")
    for each in judged:
        if not each["passed"]:
            out.line(f"  failed: {each['value']} ({each['detail']})")


def print_plan(out: Output, plan: Row) -> None:
    """Print a plan's steps and the roles that are no part of it."""
    rows = [
        [each["task_id"], each["role"], each["task_type"], ", ".join(each["depends_on"]), each["source"], each["label"]]
        for each in plan["tasks"]
    ]
    out.table(("step", "role", "type", "waits for", "source", "label"), rows, "The plan has no steps.")
    out.line()
    others = [[each["role"], each["reason"]] for each in plan["roles"] if not each["dispatched"]]
    out.table(("role", "not in the plan because"), others, "Every role is in the plan.")
