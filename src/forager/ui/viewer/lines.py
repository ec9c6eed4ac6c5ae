"""A file of text: its own lines with their numbers, Markdown as it was written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from forager.ui.viewer.look import LEFT_OUT, Look, Told
from forager.ui.viewer.marks import Piece, pieces, touches
from forager.ui.viewer.stored import Kept, Segment, segments
from forager.ui.viewer.window import Window, window

RADIUS: Final = 40
READING_RADIUS: Final = 120
WHOLE: Final = 200
LONGEST: Final = 2_000
"""Characters of one line that are shown; of a longer one, those round the excerpt."""
LEAD: Final = 400


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number, its words, how many characters before and after them are left out, and its zone where that states nothing."""

    number: int
    pieces: tuple[Piece, ...]
    marked: bool = False
    cut_before: int = 0
    cut_after: int = 0
    zone: str = ""
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """A file of text, opened."""

    kind: ClassVar[str] = "lines"
    rows: tuple[Line, ...]
    window: Window


def lines(kept: Kept, look: Look) -> Lines:
    """The lines round the excerpt, or round the line asked for."""
    starts = _starts(kept.text)
    radius = READING_RADIUS if look.reading else RADIUS
    at = look.centre(lambda place: bisect_right(starts, place) - 1)
    shown = window(len(starts), at, radius, WHOLE, "line")
    if not starts:
        return Lines((), shown)
    ends = [*(start - 1 for start in starts[1:]), len(kept.text.removesuffix("\n"))]
    stop = starts[shown.last] if shown.last < len(starts) else len(kept.text)
    zones = segments(kept, starts[shown.first], stop)
    told = look.tell(starts[shown.first], stop)
    rows = (
        _line(kept, look, number, starts[number], ends[number], zones, told)
        for number in range(shown.first, shown.last)
    )
    return Lines(tuple(rows), shown)


def _starts(text: str) -> list[int]:
    if not text:
        return []
    found = [0, *(each.end() for each in re.finditer("\n", text))]
    return found[:-1] if found[-1] == len(text) else found


def _line(
    kept: Kept, look: Look, number: int, start: int, end: int, zones: Sequence[Segment], told: Sequence[Told]
) -> Line:
    left, right = _cut(look, start, end)
    return Line(
        number + 1,
        pieces(kept.text, left, right, look.marks),
        touches(look.marks, start, end),
        left - start,
        end - right,
        _zone(zones, start, end),
        tuple(_within(told, start, end + 1)),
    )


def _cut(look: Look, start: int, end: int) -> tuple[int, int]:
    """The part of a line that is shown."""
    if end - start <= LONGEST:
        return start, end
    excerpt = look.excerpt
    if excerpt is None or not touches(look.marks, start, end):
        return start, start + LONGEST
    left = max(start, excerpt.start - LEAD)
    return left, min(end, max(left + LONGEST, min(excerpt.end + LEAD, left + 10 * LONGEST)))


def _zone(zones: Sequence[Segment], start: int, end: int) -> str:
    index = bisect_right(zones, start, key=lambda each: each.start)
    near = zones[max(0, index - 1) : index + 1]
    return next((LEFT_OUT.get(each.zone, "") for each in near if each.start < end and start < each.end), "")


def _within(told: Sequence[Told], start: int, end: int) -> Iterator[Told]:
    return (each for each in told if start <= each.start < end)
