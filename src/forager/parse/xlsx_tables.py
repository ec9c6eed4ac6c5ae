"""A part of a sheet as a table: header cells marked, merged cells carried to all they cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forager.model.document import Cell as TableCell
from forager.model.document import Location, Run, Table
from forager.parse.parser import Limits
from forager.parse.pieces import strip_span
from forager.parse.units import Unit
from forager.parse.xlsx_cells import Area
from forager.parse.xlsx_layout import Part
from forager.parse.xlsx_places import location

LAST_ROWS = 5
"""Of a table too long to read cell by cell the last rows are read too: totals stand there."""
MAX_CARRIED = 2_000
"""Cells that merged areas of one table may stand in for."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Which rows of a part are read cell by cell; ``missing`` are the first and last row on the sheet that are not."""

    read: frozenset[int]
    missing: tuple[int, int] | None = None


def rows_read(part: Part, limits: Limits) -> Rows:
    """The first rows up to the limits, and the last ones of a longer table."""
    rows = part.region.rows()
    head: list[int] = []
    cells = 0
    for row in rows[: limits.max_table_rows]:
        cells += len(row)
        if cells > limits.max_cells:
            break
        head.append(row[0].row)
    rest = [row[0].row for row in rows[len(head) :]]
    tail = rest[-LAST_ROWS:]
    missing = rest[: len(rest) - len(tail)]
    return Rows(frozenset([*head, *tail]), (missing[0], missing[-1]) if missing else None)


def table_of(text: str, runs: Sequence[Run], units: Sequence[Unit], part: Part, rows: Rows, index: int) -> Table:
    """The table of a part: its cells in text order, rows and columns counted from its first ones."""
    cells = sorted(_cells(text, runs, units, part, rows), key=lambda cell: (cell.start, cell.row, cell.column))
    body = [n for n, cell in enumerate(part.region.cells) if cell.row not in part.reading.captions]
    first, last = part.first + body[0], part.first + body[-1]
    start, end = strip_span(text, runs[first].start, runs[last].start + len(units[last].text))
    start, end = min([start, *(c.start for c in cells)]), max([end, *(c.end for c in cells)])
    return Table(index, start, end, tuple(cells))


def _cells(text: str, runs: Sequence[Run], units: Sequence[Unit], part: Part, rows: Rows) -> Iterator[TableCell]:
    area, left = part.region.area, MAX_CARRIED
    filled = {(cell.row, cell.column) for cell in part.region.cells}
    for offset, cell in enumerate(part.region.cells):
        if cell.row in part.reading.captions or cell.row not in rows.read:
            continue
        unit = part.first + offset
        start, end = strip_span(text, runs[unit].start, runs[unit].start + len(units[unit].text))
        numbers = (("row", cell.row - area.top), ("column", cell.column - area.left))
        place = location(runs, start, end)
        where = Location(place.kind, place.words, (*place.pointer, *numbers))
        for row, column in _covered(part.merges.get((cell.row, cell.column)), cell.row, cell.column, area):
            carried = (row, column) != (cell.row, cell.column)
            if carried and ((row, column) in filled or row not in rows.read or left <= 0):
                continue
            left -= carried
            header = cell.row in part.reading.headers and row in part.reading.headers
            yield TableCell(row - area.top, column - area.left, start, end, where, header)


def _covered(merge: Area | None, row: int, column: int, area: Area) -> Iterator[tuple[int, int]]:
    """The places that a cell's words stand for, inside the table."""
    if merge is None:
        yield row, column
        return
    for line in range(merge.top, min(merge.bottom, area.bottom) + 1):
        for place in range(merge.left, min(merge.right, area.right) + 1):
            yield line, place
