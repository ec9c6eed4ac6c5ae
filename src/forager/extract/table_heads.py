"""Heads of several rows, and tables of the same columns in one document that must be told apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forager.extract.grid import Grid, is_period, text_of
from forager.extract.qualifiers import Qualifier
from forager.extract.scope import Scope
from forager.extract.values.find import whole_value
from forager.model.document import Cell
from forager.model.statement import ValueKind

_UNIT = re.compile(
    r"[(\[](?P<inner>[^()\[\]]{1,12})[)\]]|[A-Z]{3}|%|[€$£]|[a-zµ°]{1,3}[²³]?|[kM]?Wh?|[GMT]B|FTE|pcs|units?|days?|hours?"
)
"""A last row of the header that holds the units of the columns."""


Head = tuple[str, tuple[Qualifier, ...]]
"""The words of a column's head, and the periods that some of its rows name."""


def column_heads(scope: Scope, grid: Grid) -> dict[int, Head]:
    """Column to head, composed from all header rows. When all of them name periods the lowest one is the head."""
    found: dict[int, list[str]] = {}
    for cell in sorted((cell for cell in grid.table.cells if cell.header), key=lambda cell: (cell.row, cell.start)):
        text = text_of(scope, cell)
        if text and text not in found.setdefault(cell.column, []):
            found[cell.column].append(text)
    return {column: _composed(texts) if len(texts) > 1 else ("".join(texts), ()) for column, texts in found.items()}


def _composed(texts: Sequence[str]) -> Head:
    names = [text for text in texts if not is_period(text)]
    if not names:
        return texts[-1], ()
    unit = _UNIT.fullmatch(names[-1]) if len(names) > 1 else None
    if unit is not None:
        names[-2:] = [f"{names[-2]} ({unit['inner'] or unit.group()})"]
    return " ".join(names), tuple(_period_mark(text) for text in texts if is_period(text))


@dataclass(frozen=True, slots=True)
class Twin:
    """What tells a table from its twins, for rows whose folded heads stand in more than one of them."""

    mark: Qualifier
    shared: frozenset[str]

    def marks(self, scope: Scope, grid: Grid, row: Sequence[Cell]) -> tuple[Qualifier, ...]:
        """The mark for a row that a twin has too."""
        name = next((text_of(scope, cell).casefold() for cell in row if cell.column == grid.column), "")
        return (self.mark,) if name in self.shared else ()


def twins_of(scope: Scope, grids: Sequence[Grid]) -> dict[int, Twin]:
    """Table index to its mark, for tables whose columns have the same heads as those of another table."""
    groups: dict[tuple[tuple[int, str], ...], list[Grid]] = {}
    for grid in grids:
        key = tuple((column, text_of(scope, cell).casefold()) for column, cell in sorted(grid.heads.items()))
        if key:
            groups.setdefault(key, []).append(grid)
    return {index: twin for group in groups.values() if len(group) > 1 for index, twin in _told_apart(scope, group)}


def _told_apart(scope: Scope, group: Sequence[Grid]) -> Iterator[tuple[int, Twin]]:
    counts = Counter(name for grid in group for name in _names(scope, grid))
    shared = frozenset(name for name, count in counts.items() if count > 1)
    captions = [grid.table.caption or " ".join(grid.table.headings) for grid in group]
    for number, (grid, caption) in enumerate(zip(group, captions, strict=True), start=1):
        if is_period(caption):
            mark = _period_mark(caption)
        else:
            told = caption if caption and captions.count(caption) == 1 else str(number)
            mark = Qualifier("table", told.casefold(), 0, 0)
        yield grid.table.index, Twin(mark, shared)


def _names(scope: Scope, grid: Grid) -> frozenset[str]:
    return frozenset(text_of(scope, cell).casefold() for row in grid.rows for cell in row if cell.column == grid.column)


def _period_mark(text: str) -> Qualifier:
    found = whole_value(text, (ValueKind.DATE,))
    words = (text if found is None else found.value.normal).casefold().strip(" .")
    return Qualifier("period", words, 0, 0)
