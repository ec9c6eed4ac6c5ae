"""A sheet parted into its tables and texts: blank rows and columns lie between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from forager.parse.table_shape import is_typed, shape_of
from forager.parse.xlsx_cells import Area, Cell

Join = Callable[["Region", "Region"], bool]
SPACER = 2
"""Blank columns that a table may have inside."""
LOOK = 60
"""Rows of a part that are looked at when two parts are asked whether they are one table."""


@dataclass(frozen=True, slots=True)
class Region:
    """Cells that belong together, in row order; ``header_rows`` is what the workbook declares, -1 when it declares nothing."""

    cells: tuple[Cell, ...]
    header_rows: int = -1

    @property
    def area(self) -> Area:
        """The rectangle around the cells."""
        columns = [cell.column for cell in self.cells]
        return Area(self.cells[0].row, min(columns), self.cells[-1].row, max(columns))

    def rows(self) -> list[tuple[Cell, ...]]:
        """The cells by rows; rows without any are left out."""
        return [tuple(cells) for _, cells in groupby(self.cells, key=_row)]


def regions_of(cells: Sequence[Cell], declared: Sequence[tuple[Area, int]]) -> list[Region]:
    """The parts of a sheet from top to bottom, side by side from left to right.

    ``declared`` are tables that the workbook names, with their number of header rows: they are parts of their own.
    """
    found: list[Region] = []
    rest = list(cells)
    for area, header_rows in sorted(declared, key=lambda item: (item[0].top, item[0].left)):
        inside = [cell for cell in rest if area.holds(cell.row, cell.column)]
        if inside:
            found.append(Region(tuple(inside), header_rows))
            rest = [cell for cell in rest if not area.holds(cell.row, cell.column)]
    parts = [Region(tuple(part)) for part in _cut(rest)]
    return sorted([*found, *_joined(parts)], key=_corner)


def _row(cell: Cell) -> int:
    return cell.row


def _corner(region: Region) -> tuple[int, int]:
    area = region.area
    return area.top, area.left


def _cut(cells: list[Cell]) -> list[list[Cell]]:
    """Parted at blank rows, the parts at blank columns, and so on until nothing parts."""
    done: list[list[Cell]] = []
    waiting = [cells] if cells else []
    while waiting:
        part = waiting.pop()
        pieces = [piece for band in _bands(part) for piece in _stacks(band)]
        if len(pieces) == 1:
            done.append(part)
        else:
            waiting += pieces
    return done


def _bands(cells: list[Cell]) -> list[list[Cell]]:
    bands: list[list[Cell]] = [[]]
    for cell in cells:
        if bands[-1] and cell.row > bands[-1][-1].row + 1:
            bands.append([])
        bands[-1].append(cell)
    return bands


def _stacks(cells: list[Cell]) -> list[list[Cell]]:
    group: dict[int, int] = {}
    number, before = -1, -2
    for column in sorted({cell.column for cell in cells}):
        number += column > before + 1
        group[column], before = number, column
    stacks: list[list[Cell]] = [[] for _ in range(number + 1)]
    for cell in cells:
        stacks[group[cell.column]].append(cell)
    return stacks


# --- parts that a blank row or column only seems to part


def _joined(parts: Sequence[Region]) -> list[Region]:
    """Neighbours that are one table are one part: a spacer column, a blank row under the header or between groups of rows."""
    beside = _fold(sorted(parts, key=_corner), _are_beside)
    return _fold(sorted(beside, key=lambda part: (part.area.left, part.area.top)), _are_above)


def _fold(parts: Iterable[Region], belongs: Join) -> list[Region]:
    folded: list[Region] = []
    for part in parts:
        if folded and belongs(folded[-1], part):
            cells = sorted((*folded[-1].cells, *part.cells), key=lambda cell: (cell.row, cell.column))
            folded[-1] = Region(tuple(cells))
        else:
            folded.append(part)
    return folded


def _are_beside(left: Region, right: Region) -> bool:
    """The same rows but for title lines, a spacer between, and the right part has no names of its own for its rows."""
    one, other = left.area, right.area
    if one.bottom != other.bottom or not one.right < other.left <= one.right + SPACER + 1 or one.bottom - other.top < 2:
        return False
    if not one.top <= other.top <= one.top + 3:
        return False
    first = [cell.text for cell in right.cells if cell.column == other.left][1 : LOOK + 1]
    return bool(first) and sum(map(is_typed, first)) * 2 > len(first)


def _are_above(upper: Region, lower: Region) -> bool:
    """One blank row between, the same columns, and only the upper part names them."""
    one, other = upper.area, lower.area
    if other.left != one.left or other.right > one.right or other.top != one.bottom + 2 or other.right == other.left:
        return False
    if not any(is_typed(cell.text) for cell in lower.cells[: LOOK * 10]):
        return False
    return _is_headed(upper) and not _is_headed(lower)


def _is_headed(region: Region) -> bool:
    area = region.area
    rows = grid_of(region, min(area.bottom, area.top + LOOK))
    if len(rows) == 1:
        return len(rows[0]) > 1 and all(words.strip() and not is_typed(words) for words in rows[0])
    return shape_of(rows).header is not None


def grid_of(region: Region, last_row: int) -> list[list[str]]:
    """The words of the rows up to ``last_row``, a rectangle with empty words for empty cells."""
    area = region.area
    width = area.right - area.left + 1
    rows = [[""] * width for _ in range(last_row - area.top + 1)]
    for cell in region.cells:
        if cell.row > last_row:
            break
        rows[cell.row - area.top][cell.column - area.left] = cell.text
    return rows
