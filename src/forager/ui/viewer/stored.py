"""What is kept of a document, read part by part: blocks, tables and runs stay as they are stored until they are shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import cast

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Kept:
    """A document as kept. ``blocks`` and ``tables`` are the objects of its structure, in text order.

    ``runs`` are the lists that the offset map is kept as; each begins with where it starts and its address.
    """

    parser: str
    text: str = field(repr=False)
    blocks: Sequence[Row] = field(repr=False)
    tables: Sequence[Row] = field(repr=False)
    properties: Mapping[str, str] = field(repr=False)
    runs: Sequence[tuple[int, str]] = field(repr=False)

    @classmethod
    def of(cls, text: str, structure: Mapping[str, object]) -> Kept:
        """The document with this text and structure."""
        return cls(
            str(structure["parser"]),
            text,
            sorted(_rows(structure["blocks"]), key=span_of),
            _rows(structure["tables"]),
            dict(reversed(cast("list[tuple[str, str]]", structure["properties"]))),
            cast("Sequence[tuple[int, str]]", structure["runs"]),
        )

    def start(self, run: int) -> int:
        """Where a run begins in the text; for the number after the last one, where the text ends."""
        return self.runs[run][0] if run < len(self.runs) else len(self.text)

    def address(self, run: int) -> str:
        """The part of the original that a run stands in; empty when there is no such run."""
        return self.runs[run][1] if run < len(self.runs) else ""

    def run_at(self, place: int) -> int:
        """The number of the run that holds a character of the text."""
        return max(0, bisect_right(self.runs, place, key=itemgetter(0)) - 1)


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the text in reading order: a block, or words that belong to none. ``before`` is what leads it on its line ("-")."""

    start: int
    end: int
    block: Row | None = None
    before: str = ""

    @property
    def zone(self) -> str:
        """The block's zone; "paragraph" for words of no block."""
        return str(self.block["zone"]) if self.block else "paragraph"

    @property
    def level(self) -> int:
        """Heading level, list or quotation depth."""
        return number(self.block, "level") if self.block else 0


LONGEST_LEAD = 16
"""Characters before a block on its line that lead it, such as "- " or "> "."""
NO_WORDS = " \t\n>"
"""What alone makes no words: the empty line of a quotation holds its sign."""
LONGEST_GAP = 2_000
"""Characters of one stretch of words that belong to no block."""


def segments(kept: Kept, start: int = 0, end: int | None = None) -> list[Segment]:
    """Everything between two characters of the text, blocks and what lies between them."""
    stop = len(kept.text) if end is None else end
    found: list[Segment] = []
    at = start
    first = max(0, bisect_right(kept.blocks, (start, start), key=span_of) - 1)
    for index in range(first, len(kept.blocks)):
        block = kept.blocks[index]
        left, right = span_of(block)
        if left >= stop:
            break
        left, right = max(left, at), min(right, stop)
        if left >= right:
            continue
        lead = kept.text[at:left].rpartition("\n")[2]
        lead = lead if len(lead) <= LONGEST_LEAD else ""
        found += _gap(kept.text, at, left - len(lead))
        found.append(Segment(left, right, block, lead.strip()))
        at = right
    return [*found, *_gap(kept.text, at, stop)]


def _gap(text: str, start: int, end: int) -> Iterator[Segment]:
    """Words between blocks, in stretches that end with a line where they can."""
    while start < end and (text[start : start + LONGEST_GAP].strip() or end - start > LONGEST_GAP):
        stop = end if end - start <= LONGEST_GAP else text.rfind("\n", start, start + LONGEST_GAP) + 1
        stop = stop if stop > start else start + LONGEST_GAP
        if text[start:stop].strip(NO_WORDS):
            yield Segment(start, stop)
        start = stop


def span_of(row: Row) -> tuple[int, int]:
    """Start and end of a block, table or cell."""
    return number(row, "start"), number(row, "end")


def number(row: Row, name: str) -> int:
    """A number of a stored object; 0 where it is left out."""
    return cast("int", row.get(name, 0))


def rows_of(row: Row, name: str) -> Sequence[Row]:
    """A list of a stored object."""
    return _rows(row.get(name, ()))


def words_of(row: Row, name: str) -> tuple[str, ...]:
    """A list of words of a stored object."""
    return tuple(cast("Sequence[str]", row.get(name, ())))


def _rows(value: object) -> Sequence[Row]:
    return cast("Sequence[Row]", value)
