"""The real facts and paragraphs that families are made of: `bench/sets/disagreement/`."""

import csv
from dataclasses import dataclass
from pathlib import Path

SET = Path(__file__).resolve().parents[1] / "sets" / "disagreement"


@dataclass(frozen=True, slots=True)
class Fact:
    """What a package's document says of one thing: an attribute by its written label, the value without its unit."""

    setting: str
    subject: str
    label: str
    kind: str
    value: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Namesake:
    """A town, and the country that tells it from the other town of its name."""

    name: str
    country: str
    population: str


@dataclass(frozen=True, slots=True)
class Several:
    """An attribute of which one thing truly has several values."""

    subject: str
    label: str
    values: tuple[str, ...]


def facts() -> tuple[Fact, ...]:
    """All facts, in the order of the file."""
    return tuple(
        Fact(row["setting"], row["subject"], row["label"], row["kind"], row["value"], row["unit"])
        for row in _rows("facts.csv")
    )


def namesakes() -> tuple[tuple[Namesake, Namesake], ...]:
    """Pairs of towns of one name."""
    rows = [Namesake(row["name"], row["country"], row["population"]) for row in _rows("namesakes.csv")]
    return tuple(zip(rows[::2], rows[1::2], strict=True))


def several() -> dict[str, tuple[Several, ...]]:
    """Attributes with several values, by setting."""
    found: dict[str, tuple[Several, ...]] = {}
    for row in _rows("several.csv"):
        made = Several(row["subject"], row["label"], tuple(row["values"].split(" | ")))
        found[row["setting"]] = (*found.get(row["setting"], ()), made)
    return found


def paragraphs() -> tuple[str, ...]:
    """Paragraphs of documentation, unedited."""
    return tuple(row["paragraph"] for row in _rows("prose.csv"))


def _rows(name: str) -> list[dict[str, str]]:
    with (SET / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
