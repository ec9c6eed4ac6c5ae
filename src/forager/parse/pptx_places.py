"""Places in a presentation: "Slide 3, Budget table, row 2" for a person, slide and shape with characters for reopening."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter

from forager.model.document import Location, Run, Table
from forager.parse.places import Pointer, run_at
from forager.parse.tables import column_heads
from forager.parse.units import pointer

MAX_TITLE = 60
"""Characters of a slide's title that stand in the words of a place."""

_START = attrgetter("start")
_SLIDE = re.compile(r"slide:(\d+)/")
_CELL = re.compile(r"/r:(\d+)/c:(\d+)/")


def location(text: str, runs: Sequence[Run], tables: Sequence[Table], start: int, end: int) -> Location:
    """The slide, what on it holds a span, and the characters in it; ``tables`` name the columns of cells."""
    if not runs:
        return Location("slide", "the presentation", pointer(runs, start, end))
    first, last = run_at(runs, start), run_at(runs, max(start, end - 1))
    slide, other = slide_of(first.address), slide_of(last.address)
    numbers: Pointer = (("slide", slide), *_numbers(first, last))
    if slide != other:
        return Location("slide", f"Slides {slide}-{other}", (*numbers, *pointer(runs, start, end)))
    words = _words(text, runs, tables, first, last)
    return Location("slide", words, (*numbers, *pointer(runs, start, end)))


def slide_of(address: str) -> int:
    """The slide's number in an address such as "slide:3/shape:2/p:0"; 0 for none."""
    found = _SLIDE.match(address)
    return int(found.group(1)) if found else 0


def _numbers(first: Run, last: Run) -> Pointer:
    here, there = _CELL.search(first.address), _CELL.search(last.address)
    if here is None or there is None or here.group() != there.group():
        return ()
    return (("row", int(here.group(1))), ("column", int(here.group(2))))


def _words(text: str, runs: Sequence[Run], tables: Sequence[Table], first: Run, last: Run) -> str:
    slide = f"Slide {slide_of(first.address)}"
    if "/title:" in first.address and "/title:" in last.address:
        return f"{slide}, title"
    if "/notes:" in first.address:
        return f"{slide}, notes"
    if "/comment:" in first.address:
        return f"{slide}, comment"
    title = _title(text, runs, first)
    here, there = _CELL.search(first.address), _CELL.search(last.address)
    if here is None or there is None:
        return f"{slide}, {title}" if title else slide
    return f"{slide}, {f'{title} table' if title else 'table'}, {_rows(text, tables, first, here, there)}"


def _rows(text: str, tables: Sequence[Table], first: Run, here: re.Match[str], there: re.Match[str]) -> str:
    top, bottom, column = int(here.group(1)), int(there.group(1)), int(here.group(2))
    if top != bottom:
        return f"rows {top + 1}-{bottom + 1}"
    if here.group(2) != there.group(2):
        return f"row {top + 1}"
    table = next((table for table in tables if table.start <= first.start <= table.end), None)
    cells = table.cells if table else ()
    heads = column_heads((cell.column, cell.header, text[cell.start : cell.end]) for cell in cells)
    return f"row {top + 1}, column {heads.get(column, column + 1)}"


def _title(text: str, runs: Sequence[Run], run: Run) -> str:
    """The words of the title of a run's slide, which are the slide's first."""
    place = bisect_left(runs, run.start, key=_START)
    slide = slide_of(run.address)
    while place and slide_of(runs[place - 1].address) == slide:
        place -= 1
    if "/title:" not in runs[place].address:
        return ""
    end = runs[place + 1].start if place + 1 < len(runs) else len(text)
    return " ".join(text[runs[place].start : end].split())[:MAX_TITLE]
