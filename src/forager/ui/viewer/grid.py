"""Cells in rows and columns: a sheet, a file of rows, or a table of a document, round the cells that are marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from forager.ui.viewer.look import Look, Told
from forager.ui.viewer.marks import Piece, pieces, touches
from forager.ui.viewer.stored import Kept, Row, number, rows_of, span_of
from forager.ui.viewer.window import Window, window

ROWS: Final = 15
COLUMNS: Final = 8
READING_ROWS: Final = 60
READING_COLUMNS: Final = 15
WHOLE_ROWS: Final = 60
WHOLE_COLUMNS: Final = 24
MOST_HELD: Final = 4
"""Lines at the top that may stay in view."""
LONGEST: Final = 600
"""Characters of a cell that are shown where it is not marked."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A filled cell: row and column from 0, its span in the text, whether it names a column or row, how many it covers."""

    row: int
    column: int
    start: int
    end: int
    head: bool = False
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as shown. ``cut`` counts characters that are not."""

    pieces: tuple[Piece, ...] = ()
    head: bool = False
    marked: bool = False
    rows: int = 1
    columns: int = 1
    cut: int = 0
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A row as shown, with its number from 1. ``pinned``: it is shown for its heads, and rows are left out after it."""

    number: int
    cells: tuple[Cell, ...]
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Aside:
    """Words beside the cells of a sheet: what they are ("Note at B5"), and the words."""

    label: str
    pieces: tuple[Piece, ...]
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Tab:
    """A sheet of a workbook, its number from 1."""

    name: str
    number: int
    current: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns round a place. ``letters`` name the columns shown; ``number`` is a table's own, from 1, else 0.

    The first ``held`` lines stay in view while the others are scrolled: they end with the row that names the columns.
    """

    kind: ClassVar[str] = "grid"
    name: str
    letters: tuple[str, ...]
    lines: tuple[Line, ...]
    rows: Window
    columns: Window
    tabs: tuple[Tab, ...] = ()
    number: int = 0
    held: int = 0
    aside: tuple[Aside, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a grid is looked at: the row and column in the middle, from 0."""

    row: int = 0
    column: int = 0


@dataclass(slots=True)
class _Area:
    """The cells of the window: what stands at each place, and what a larger cell covers."""

    spots: dict[tuple[int, int], Spot] = field(default_factory=dict)
    covered: set[tuple[int, int]] = field(default_factory=set)

    def put(self, spot: Spot, rows: Sequence[int], columns: range) -> None:
        """Take in the part of a cell that lies in the window; its words stand at the first place of that part."""
        down = [row for row in rows if spot.row <= row < spot.row + spot.rows]
        across = [column for column in columns if spot.column <= column < spot.column + spot.columns]
        if not down or not across:
            return
        # Rows are not always neighbours: a pinned row stands alone.
        tall = 1
        while tall < len(down) and down[tall] == down[0] + tall:
            tall += 1
        at = (down[0], across[0])
        if at in self.spots and spot.start != self.spots[at].start:
            return
        self.spots[at] = Spot(*at, spot.start, spot.end, spot.head, tall, len(across))
        self.covered |= {(row, column) for row in down[:tall] for column in across if (row, column) != at}


def grid(
    kept: Kept, look: Look, spots: Iterable[Spot], size: tuple[int, int], place: Place, *,
    name: str = "", heads: Sequence[int] = (), table: int = 0, told: Sequence[Told] | None = None,
) -> Grid:  # fmt: skip
    """The window of a grid of ``size`` rows and columns; rows among ``heads`` that lie above it stay in view."""
    rows = window(size[0], place.row, READING_ROWS if look.reading else ROWS, WHOLE_ROWS, "row")
    columns = window(size[1], place.column, READING_COLUMNS if look.reading else COLUMNS, WHOLE_COLUMNS, "column")
    across = range(columns.first, columns.last)
    pinned = [row for row in sorted(set(heads)) if row < rows.first][-3:]
    down = [*pinned, *range(rows.first, rows.last)]
    area = _Area()
    for spot in spots:
        area.put(spot, down, across)
    noted = _told(look, area, pinned) if told is None else told
    lines = tuple(Line(row + 1, tuple(_cells(kept, look, area, row, across, noted)), row in pinned) for row in down)
    return Grid(name, tuple(map(letters, across)), lines, rows, columns, number=table, held=_held(lines))


def _held(lines: Sequence[Line]) -> int:
    """How many lines at the top end with the last of the heads there."""
    top = lines[:MOST_HELD]
    return max((at + 1 for at, line in enumerate(top) if any(cell.head for cell in line.cells)), default=0)


def _told(look: Look, area: _Area, pinned: Sequence[int]) -> Sequence[Told]:
    own = [spot for spot in area.spots.values() if spot.row not in pinned]
    return look.tell(min(spot.start for spot in own), max(spot.end for spot in own)) if own else ()


def _cells(kept: Kept, look: Look, area: _Area, row: int, across: range, told: Sequence[Told]) -> Iterable[Cell]:
    for column in across:
        spot = area.spots.get((row, column))
        if spot is not None:
            yield _cell(kept, look, spot, told)
        elif (row, column) not in area.covered:
            yield Cell()


def _cell(kept: Kept, look: Look, spot: Spot, told: Sequence[Told]) -> Cell:
    marked = touches(look.marks, spot.start, spot.end)
    stop = spot.end if marked else min(spot.end, spot.start + LONGEST)
    mine = tuple(each for each in told if spot.start <= each.start < max(spot.end, spot.start + 1))
    words = pieces(kept.text, spot.start, stop, look.marks)
    return Cell(words, spot.head, marked, spot.rows, spot.columns, spot.end - stop, mine)


def letters(column: int) -> str:
    """A column as spreadsheets name it: 0 is "A", 26 is "AA"."""
    made, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        made = chr(65 + digit) + made
    return made


def table_grid(kept: Kept, look: Look, table: Row, told: Sequence[Told] | None = None) -> Grid:
    """A table of a document."""
    spots = spots_of(table)
    size = (max((spot.row for spot in spots), default=-1) + 1, max((spot.column for spot in spots), default=-1) + 1)
    heads = sorted({spot.row for spot in spots if spot.head})
    at = number(table, "index") + 1
    row = look.around - 1 if look.table == at and look.around else None
    place = place_of(look, spots, row)
    return grid(kept, look, spots, size, place, name=str(table.get("caption", "")), heads=heads, table=at, told=told)


def spots_of(table: Row) -> list[Spot]:
    """The cells of a stored table; words that are kept at several places stand in one merged cell."""
    found: dict[tuple[int, ...], Spot] = {}
    for cell in rows_of(table, "cells"):
        row, column, (start, end) = number(cell, "row"), number(cell, "column"), span_of(cell)
        key = (start, end) if start < end else (start, end, row, column)
        known = found.get(key)
        if known is None:
            found[key] = Spot(row, column, start, end, bool(cell["header"]))
        else:
            found[key] = _grown(known, row, column, head=bool(cell["header"]))
    return list(found.values())


def _grown(spot: Spot, row: int, column: int, *, head: bool) -> Spot:
    """A cell that reaches to another place as well."""
    top, left = min(spot.row, row), min(spot.column, column)
    bottom, right = max(spot.row + spot.rows, row + 1), max(spot.column + spot.columns, column + 1)
    return replace(spot, row=top, column=left, rows=bottom - top, columns=right - left, head=spot.head or head)


def place_of(look: Look, spots: Sequence[Spot], row: int | None = None) -> Place:
    """Where the excerpt lies among cells; ``row`` and the look's column come before it."""
    excerpt = look.excerpt
    inside = [spot for spot in spots if excerpt and spot.start < excerpt.end and excerpt.start < spot.end]
    first = min(inside, key=lambda spot: (spot.row, spot.column), default=Spot(0, 0, 0, 0))
    column = look.column - 1 if look.column else first.column
    return Place(first.row if row is None else row, column)


def head_rows(spots: Mapping[int, Spot] | Iterable[Spot]) -> list[int]:
    """The rows that name columns."""
    every = spots.values() if isinstance(spots, Mapping) else spots
    return sorted({spot.row for spot in every if spot.head})
