"""A workbook: one sheet at a time with its true rows and columns, merged cells, and the notes and shapes beside them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Final

from forager.parse.xlsx_cells import Area, area_of
from forager.ui.viewer.grid import Aside, Grid, Place, Spot, Tab, grid
from forager.ui.viewer.look import Look
from forager.ui.viewer.marks import pieces, touches
from forager.ui.viewer.stored import Kept, number, rows_of

MOST_ASIDE: Final = 50
"""Notes and shapes listed under a sheet."""
NEAR: Final = 130
"""Rows on each side that a window may reach to."""
MOST_HEADS: Final = 3


@dataclass(slots=True)
class _Sheet:
    """A sheet: its name, its first and last run, and what its addresses say, worked out no further than is shown.

    ``rows`` is the row of every run from ``first``, -1 for one of no single cell; ``others`` are the runs of merged cells, notes, shapes.
    """

    name: str
    first: int
    last: int
    rows: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    size: tuple[int, int] = (0, 0)


def sheet(kept: Kept, look: Look) -> Grid:
    """The sheet that was asked for or that the excerpt lies on, round a place."""
    names = [run for run in range(len(kept.runs)) if kept.runs[run][1].endswith("!")]
    index = _chosen(kept, look, names)
    here = _sheet(kept, names, index)
    _measure(kept, here)
    place = _place(kept, look, here)
    heads = _heads(kept, here, place.row)
    wanted = {*range(place.row - NEAR, place.row + NEAR), *heads}
    near = [here.first + at for at, row in enumerate(here.rows) if row in wanted]
    starts = _head_starts(kept)
    spots = [spot for run in (*near, *here.others) if (spot := _spot(kept, here, run, starts))]
    made = grid(kept, look, spots, here.size, place, name=here.name, heads=heads)
    tabs = tuple(Tab(_name(kept, run), at + 1, at == index) for at, run in enumerate(names))
    return replace(made, tabs=tabs, aside=tuple(_aside(kept, look, here)))


def _chosen(kept: Kept, look: Look, names: Sequence[int]) -> int:
    if look.sheet:
        return min(look.sheet, max(1, len(names))) - 1
    if look.excerpt is None:
        return 0
    return max(0, bisect_right(names, look.excerpt.start, key=kept.start) - 1)


def _sheet(kept: Kept, names: Sequence[int], index: int) -> _Sheet:
    if not names:
        return _Sheet("", 0, 0)
    end = names[index + 1] if index + 1 < len(names) else len(kept.runs)
    return _Sheet(_name(kept, names[index]), names[index], end)


def _name(kept: Kept, run: int) -> str:
    return kept.address(run).removesuffix("!")


def _measure(kept: Kept, here: _Sheet) -> None:
    """The row of each cell, and how far the sheet reaches."""
    prefix, bottom, widest = len(here.name) + 1, -1, ""
    for run in range(here.first, here.last):
        rest = kept.runs[run][1][prefix:]
        digits = rest.lstrip(ascii_uppercase)
        if digits.isdecimal() and digits != rest:
            row = int(digits) - 1
            column = rest[: -len(digits)]
            bottom = max(bottom, row)
            if len(column) > len(widest) or (len(column) == len(widest) and column > widest):
                widest = column
        else:
            row = -1
            here.others.append(run)
        here.rows.append(row)
    areas = [area for run in here.others if (area := _area(kept, here, run))]
    right = (area_of(f"{widest}1") or Area(0, 0, 0, -1)).right
    here.size = (
        max([bottom, *(area.bottom for area in areas)]) + 1,
        max([right, *(area.right for area in areas)]) + 1,
    )


def _area(kept: Kept, here: _Sheet, run: int) -> Area | None:
    return area_of(kept.address(run)[len(here.name) + 1 :])


def _span(kept: Kept, run: int) -> tuple[int, int]:
    """The words of a run, without what parts it from the next."""
    start = kept.start(run)
    return start, start + len(kept.text[start : kept.start(run + 1)].rstrip("\t\n"))


def _place(kept: Kept, look: Look, here: _Sheet) -> Place:
    """The row and column in the middle: the one asked for, else the first cell of the excerpt."""
    first = Area(0, 0, 0, 0)
    if look.excerpt:
        run = kept.run_at(look.excerpt.start)
        while here.first < run < here.last and _area(kept, here, run) is None:
            run += 1
        first = (_area(kept, here, run) if here.first < run < here.last else None) or first
    row = min(look.around - 1, here.size[0] - 1) if look.around else first.top
    return Place(row, look.column - 1 if look.column else first.left)


def _head_starts(kept: Kept) -> frozenset[int]:
    """Where the words of cells that name columns or rows begin."""
    return frozenset(
        number(cell, "start") for table in kept.tables for cell in rows_of(table, "cells") if cell["header"]
    )


def _heads(kept: Kept, here: _Sheet, row: int) -> list[int]:
    """The head rows nearest above a row."""
    starts = sorted(_head_starts(kept))
    own = {
        area.top
        for start in starts
        if here.first <= (run := kept.run_at(start)) < here.last and (area := _area(kept, here, run))
    }
    above = sorted(each for each in own if each <= row)
    return [each for each in above if above[-1] - each < MOST_HEADS]


def _spot(kept: Kept, here: _Sheet, run: int, heads: frozenset[int]) -> Spot | None:
    area = _area(kept, here, run)
    if area is None:
        return None
    start, end = _span(kept, run)
    rows, columns = area.bottom - area.top + 1, area.right - area.left + 1
    return Spot(area.top, area.left, start, end, start in heads, rows, columns)


def _aside(kept: Kept, look: Look, here: _Sheet) -> Iterator[Aside]:
    """The sheet's name when it is what the excerpt says; notes with their cell, and the words in shapes."""
    beside = [run for run in here.others if _area(kept, here, run) is None]
    beside.sort(key=lambda run: not touches(look.marks, *_span(kept, run)))
    for run in beside[:MOST_ASIDE]:
        start, end = _span(kept, run)
        rest = kept.address(run)[len(here.name) + 1 :]
        if rest or touches(look.marks, start, end):
            cell, _, note = rest.partition("#")
            label = f"Note at {cell}" if note else "In a shape" if rest else "Name of the sheet"
            told = tuple(look.tell(start, max(end, start + 1)))
            yield Aside(label, pieces(kept.text, start, end, look.marks), told)
