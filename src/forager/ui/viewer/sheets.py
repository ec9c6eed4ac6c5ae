"""A workbook: one sheet at a time with its true rows and columns, merged cells, and the notes and shapes beside them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from forager.parse.xlsx_cells import Area, area_of
from forager.ui.viewer.grid import Aside, Grid, Spot, Tab, grid, head_rows, place_of
from forager.ui.viewer.look import Look
from forager.ui.viewer.marks import pieces, touches
from forager.ui.viewer.stored import Kept, number, rows_of

MOST_ASIDE: Final = 50
"""Notes and shapes listed under a sheet."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A part of a sheet: what its address says after the sheet's name, and its span."""

    rest: str
    start: int
    end: int
    area: Area | None


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet and the numbers of its first and last run."""

    name: str
    first: int
    last: int


def sheet(kept: Kept, look: Look) -> Grid:
    """The sheet that was asked for or that the excerpt lies on, round a place."""
    sheets = _sheets(kept)
    index = _chosen(kept, look, sheets)
    here = sheets[index] if sheets else _Sheet("", 0, 0)
    units = list(_units(kept, here))
    title = _name(kept, look, here)
    heads = {number(cell, "start") for table in kept.tables for cell in rows_of(table, "cells") if cell["header"]}
    spots = [_spot(unit.area, unit, unit.start in heads) for unit in units if unit.area]
    size = (max((s.row + s.rows for s in spots), default=0), max((s.column + s.columns for s in spots), default=0))
    place = place_of(look, spots, look.around - 1 if look.around else None)
    made = grid(kept, look, spots, size, place, name=here.name, heads=_heads_above(spots, place.row))
    tabs = tuple(Tab(each.name, at + 1, at == index) for at, each in enumerate(sheets))
    return replace(made, tabs=tabs, aside=(*title, *_aside(kept, look, units)))


def _sheets(kept: Kept) -> list[_Sheet]:
    """Sheets in order; the runs of one stand together, the first of them is its name."""
    firsts = [at for at, run in enumerate(kept.runs) if run.address.endswith("!")]
    ends = [*firsts[1:], len(kept.runs)]
    return [
        _Sheet(kept.runs[first].address.removesuffix("!"), first, last)
        for first, last in zip(firsts, ends, strict=True)
    ]


def _chosen(kept: Kept, look: Look, sheets: Sequence[_Sheet]) -> int:
    if look.sheet:
        return min(look.sheet, max(1, len(sheets))) - 1
    if look.excerpt is None:
        return 0
    starts = [kept.runs[each.first].start for each in sheets]
    return max(0, bisect_right(starts, look.excerpt.start) - 1)


def _units(kept: Kept, here: _Sheet) -> Iterator[_Unit]:
    for at in range(here.first + 1, here.last):
        start = kept.runs[at].start
        end = kept.runs[at + 1].start if at + 1 < len(kept.runs) else len(kept.text)
        end = start + len(kept.text[start:end].rstrip("\t\n"))
        rest = kept.runs[at].address.removeprefix(f"{here.name}!")
        yield _Unit(rest, start, end, area_of(rest))


def _name(kept: Kept, look: Look, here: _Sheet) -> tuple[Aside, ...]:
    """The sheet's own name, when it is what the excerpt says."""
    start = kept.runs[here.first].start if kept.runs else 0
    end = start + len(here.name)
    named = touches(look.marks, start, end)
    return (Aside("Name of the sheet", pieces(kept.text, start, end, look.marks)),) if named else ()


def _spot(area: Area, unit: _Unit, head: bool) -> Spot:
    rows, columns = area.bottom - area.top + 1, area.right - area.left + 1
    return Spot(area.top, area.left, unit.start, unit.end, head, rows, columns)


def _heads_above(spots: Sequence[Spot], row: int) -> list[int]:
    """The head rows nearest above a row."""
    above = [each for each in head_rows(spots) if each <= row]
    return [each for each in above if above[-1] - each < 3]


def _aside(kept: Kept, look: Look, units: Sequence[_Unit]) -> Iterator[Aside]:
    """Notes with their cell, and the words in shapes; those with the excerpt first come what may."""
    beside = [unit for unit in units if unit.area is None]
    beside.sort(key=lambda unit: not touches(look.marks, unit.start, unit.end))
    for unit in beside[:MOST_ASIDE]:
        cell, _, _ = unit.rest.partition("#")
        label = f"Note at {cell}" if "#" in unit.rest else "In a shape"
        words = pieces(kept.text, unit.start, unit.end, look.marks)
        yield Aside(label, words, tuple(look.tell(unit.start, max(unit.end, unit.start + 1))))
