"""Our own odd dates, and how readings of them are counted."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.dates.readings import Read, extent

SETS = Path(__file__).resolve().parents[1] / "sets" / "dates"
DAY_FIRST = {"en-US": False, "en-GB": True}


@dataclass(frozen=True, slots=True)
class Label:
    """What stands at a span: date, time, duration or set; its value, empty when it cannot be resolved."""

    start: int
    end: int
    kind: str
    value: str
    precision: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """A sentence with the date and locale of its document and its labels."""

    id: str
    text: str
    document_date: str
    locale: str
    labels: tuple[Label, ...]

    @property
    def day_first(self) -> bool | None:
        """The order of numeric dates that the declared locale has."""
        return DAY_FIRST.get(self.locale)


@dataclass(frozen=True, slots=True)
class Count:
    """Values read rightly, values read that are none, values missed; and which sentences were wrong."""

    right: int
    wrong: int
    missed: int
    sentences: tuple[str, ...]

    @property
    def precision(self) -> float:
        """The share of what was read that is right."""
        return self.right / (self.right + self.wrong) if self.right else 0.0

    @property
    def recall(self) -> float:
        """The share of what stands there that was read rightly."""
        return self.right / (self.right + self.missed) if self.right else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / (2 * self.right + self.wrong + self.missed)


def load(name: str = "sentences") -> tuple[Labelled, ...]:
    """The labelled sentences of a file: those the rules were mended with, or "unseen", labelled after the rules were written."""
    rows = [json.loads(line) for line in (SETS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return tuple(
        Labelled(
            row["id"], row["text"], row["document_date"], row["locale"], tuple(_label(each) for each in row["labels"])
        )
        for row in rows
    )


def _label(row: dict[str, str]) -> Label:
    return Label(int(row["start"]), int(row["end"]), row["kind"], row["value"], row["precision"])


def counted(sentences: Sequence[Labelled], reads: Sequence[tuple[Read, ...]], *, lenient: bool) -> Count:
    """Hold readings of dates to the labels, one to one.

    ``lenient``: an offset, a weekday of a fiscal year's calendar and any one of several values are forgiven (for peers).
    """
    right = wrong = missed = 0
    bad: list[str] = []
    for sentence, read in zip(sentences, reads, strict=True):
        wanted = [label for label in sentence.labels if label.kind == "date"]
        left = [each for each in read if each.kind == "date" and not _is_of_time(each, sentence)]
        for label in wanted:
            hit = next((each for each in left if _touches(each, label) and _is_value(label, each, lenient)), None)
            if hit is not None:
                left.remove(hit)
                right += 1
            else:
                missed += 1
                bad.append(sentence.id)
        wrong += len(left)
        bad += [sentence.id] * len(left)
    return Count(right, wrong, missed, tuple(dict.fromkeys(bad)))


def _is_of_time(read: Read, sentence: Labelled) -> bool:
    """Whether a reading is of a time of day, which is counted apart."""
    return any(label.kind == "time" and _touches(read, label) for label in sentence.labels)


def _touches(read: Read, label: Label) -> bool:
    return read.start < label.end and label.start < read.end


def _is_value(label: Label, read: Read, lenient: bool) -> bool:
    wanted = _loose(label.value) if lenient else extent(label.value)
    return any((_loose(value) if lenient else extent(value)) == wanted for value in read.values)


def _loose(value: str) -> str:
    plain = re.sub(r"(T\d\d:\d\d(?::\d\d)?)(?:Z|[+-]\d\d:\d\d)", r"\1", value)
    return extent(plain).removeprefix("FY")
