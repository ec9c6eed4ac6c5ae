"""Goldens a reviewer can read: a new feature first shows up as a difference here. `make snap` accepts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.falcon.support import Base, Record
from tests.support.golden import held_against

EXPECTED = Path(__file__).parent / "expected"


def golden(name: str, lines: list[str]) -> None:
    held_against(EXPECTED / name, "\n".join(lines) + "\n")


def one_line(value: object) -> str:
    return " ".join(str(value).split())


def places(base: Base) -> dict[str, str]:
    """Evidence id to "source: place"."""
    names = base.names()
    return {
        str(row["id"]): f"{names[str(row['source_id'])]}: {row['spans'][0]['location']['words']}"  # type: ignore[index]  # canonical JSON of a span list
        for row in base.records("evidence")
    }


def statement_lines(row: Record, where: dict[str, str]) -> list[str]:
    said = f"{row['subject_words']} | {row['slot']} = {row['value']}" if row["slot"] else "-"
    qualifiers = " ".join(f"{name}={value}" for name, value in row["qualifiers"])  # type: ignore[union-attr]  # a list of pairs
    marks = [
        row["type"],
        row["support"],
        row["status"],
        f"{int(str(row['confidence'])) / 1000:.3f}",
        row["modality"],
        qualifiers,
    ]
    head = f"{one_line(row['statement'])}"
    facts = f"    {' '.join(str(mark) for mark in marks if mark)}   {one_line(said)}"
    return [head, facts, *(f"    {where[str(each)]}" for each in row["evidence_ids"])]  # type: ignore[union-attr]  # a list of ids


def test_statements(falcon: Base) -> None:
    where = places(falcon)
    items = [row for row in falcon.states("items") if row["evidence_ids"]]
    ordered = sorted(items, key=lambda row: (min(where[str(each)] for each in row["evidence_ids"]), str(row["id"])))  # type: ignore[union-attr]  # ids
    golden("statements.txt", [line for row in ordered for line in statement_lines(row, where)])


def test_disagreements(falcon: Base) -> None:
    names = falcon.names()
    lines: list[str] = []
    for row in sorted(falcon.states("conflicts"), key=lambda each: (str(each["kind"]), str(each["attribute_key"]))):
        lines.append(f"{row['kind']} on {row['attribute_key']}: {row['status']}")
        for side in row["sides"]:  # type: ignore[union-attr]  # a list of sides
            voices = ", ".join(sorted(names[each] for each in side["source_ids"]))
            lines.append(f"    {one_line(side['statement'])}   ({voices})")
        lines.append(f"    Suggested: {row['suggestion']['reason']} Not applied.")  # type: ignore[index]  # a suggestion
    golden("disagreements.txt", lines)


def test_entities(falcon: Base) -> None:
    lines: list[str] = []
    for row in sorted(
        falcon.states("entities"), key=lambda each: (str(each["entity_class"]), str(each["name"]), str(each["id"]))
    ):
        also = f" — also {', '.join(row['aliases'])}" if row["aliases"] else ""  # type: ignore[arg-type]  # a list of names
        lines.append(
            f"{row['entity_class']}: {row['name']}{also} <{', '.join(row['identifiers'])}> in {len(row['source_ids'])} sources"
        )  # type: ignore[arg-type]  # lists
    golden("entities.txt", lines)


@pytest.mark.req("LAW-02")
def test_the_content_digest(falcon: Base) -> None:
    """One figure over everything: it moves only when what is said of these files moves."""
    golden("digest.txt", [falcon.digest()])
