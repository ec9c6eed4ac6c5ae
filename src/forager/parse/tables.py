"""Tables: cells with places in words that a person follows, the same for every format."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from forager.model.document import Cell, Location, Table

_START = attrgetter("start")


@dataclass(frozen=True, slots=True)
class RawCell:
    """A cell before its place is worked out: zero-based row and column, and its span."""

    row: int
    column: int
    start: int
    end: int
    header: bool = False


Locate = Callable[[int, int, str], Location]
"""Start, end and the words of a place to its location."""


def make_table(
    index: int, span: tuple[int, int], cells: Sequence[RawCell], text: str, locate: Locate,
    headings: tuple[str, ...] = (), caption: str = "", name: str | None = None,
) -> Table:  # fmt: skip
    """A table whose cells carry their places; ``name`` replaces "Table 1" in words ("" leaves it out)."""
    heads = column_heads((cell.column, cell.header, text[cell.start : cell.end]) for cell in cells)
    title = f"Table {index + 1}" if name is None else name
    made = tuple(
        Cell(
            c.row, c.column, c.start, c.end, locate(c.start, c.end, cell_words(title, heads, c.row, c.column)), c.header
        )
        for c in cells
    )
    return Table(index, *span, made, headings, caption or (headings[-1] if headings else ""))


def column_heads(cells: Iterable[tuple[int, bool, str]]) -> dict[int, str]:
    """Column to head, for columns whose header cell says something."""
    heads: dict[int, str] = {}
    for column, header, words in cells:
        if header and words.strip():
            heads[column] = " ".join(words.split())[:60]
    return heads


def cell_words(title: str, heads: Mapping[int, str], row: int, column: int) -> str:
    """ "Table 1, row 3, column Owner"; columns without a head are counted from 1."""
    place = f"row {row + 1}, column {heads.get(column, column + 1)}"
    return f"{title}, {place}" if title else place


def words_in_table(tables: Sequence[Table], text: str, start: int, end: int, *, titled: bool = True) -> str | None:
    """Words for a span inside a table: its cell, or its row or rows; None when it lies in no table."""
    table = _table_at(tables, start, end)
    if table is None or not table.cells:
        return None
    first, last = _cell_at(table, start), _cell_at(table, max(start, end - 1))
    title = f"Table {table.index + 1}" if titled else ""
    if first is last:
        heads = column_heads((cell.column, cell.header, text[cell.start : cell.end]) for cell in _header_cells(table))
        return cell_words(title, heads, first.row, first.column)
    rows = f"row {first.row + 1}" if first.row == last.row else f"rows {first.row + 1}-{last.row + 1}"
    return f"{title}, {rows}" if title else rows


def cell_of(tables: Sequence[Table], start: int, end: int) -> tuple[Table, Cell] | None:
    """The innermost table and its one cell that holds the whole span, or None."""
    table = _table_at(tables, start, end)
    if table is None or not table.cells:
        return None
    cell = _cell_at(table, start)
    return (table, cell) if cell.start <= start and end <= cell.end else None


def _table_at(tables: Sequence[Table], start: int, end: int) -> Table | None:
    """The innermost table around a span: of two that both hold it, the one that begins later."""
    holding = [table for table in tables if table.start <= start and end <= table.end]
    return max(holding, key=_START, default=None)


def _cell_at(table: Table, position: int) -> Cell:
    return table.cells[max(0, bisect_right(table.cells, position, key=_START) - 1)]


def _header_cells(table: Table) -> list[Cell]:
    """Header rows are the first rows."""
    found: list[Cell] = []
    for cell in table.cells:
        if not cell.header and cell.row > 8:
            break
        if cell.header:
            found.append(cell)
    return found
