"""Columns of units: "159 | g/L" is one value, written in two cells of a row."""

# ruff: noqa: RUF001 - signs of units, and heads in several scripts, are what is looked for

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from forager.extract.grid import LOOKED_AT, Grid, is_period, text_of
from forager.extract.scope import Scope
from forager.extract.values.find import whole_value
from forager.extract.values.units import unit_of
from forager.extract.wordlist import word_set
from forager.model.document import Cell
from forager.model.statement import Value, ValueKind

_HEADS = word_set(
    "unit units uom u/m einheit einheiten unité unités unidad unidades unità unidade eenheid enhet enhed yksikkö jednostka "
    "jednotka birim 单位 單位 単位 단위 currency währung devise moneda valuta 币种 幣種 通貨"
) | {"unit of measure", "unit of measurement", "ед. изм."}
_BOUNDS = word_set("min max typ avg minimum maximum typical nominal average mean median low high lower upper")
_PIECES = word_set("pcs pc piece pieces ea each stk stück st szt 个 件 % ‰")
_SHAPE = re.compile(r"[^\s\d]*[/%°µμ²³·^]\S*|\S*\d*/\S+|[a-zµμ]{1,2}[A-Z]{1,2}")
_FIGURE = re.compile(r"[<>≤≥~]?\s?[-+−]?\d[\d.,' \u00a0]*[kKmM]?")
_MEASURED = frozenset({ValueKind.QUANTITY, ValueKind.MONEY, ValueKind.PERCENTAGE, ValueKind.DURATION})
LONGEST = 12
"""Characters of a unit."""


def unit_columns(scope: Scope, grid: Grid) -> dict[int, int]:
    """Column of figures to the column that holds their units.

    The figures stand beside the units: left of them, else right. Columns of bounds or of periods share the units of their neighbour.
    """
    columns = sorted({cell.column for row in grid.rows for cell in row})
    found: dict[int, int] = {}
    for place, column in enumerate(columns):
        if column == grid.column or not _holds_units(scope, grid, column):
            continue
        for side in (columns[:place][::-1], columns[place + 1 :]):
            beside = list(takewhile(lambda other: other != grid.column and _holds_figures(scope, grid, other), side))
            alike = len(list(takewhile(lambda other: _is_alike(scope, grid, other), beside)))
            if beside:
                found.update(dict.fromkeys(beside[: max(1, alike)], column))
                break
    return found


def unit_cell(units: dict[int, int], cell: Cell, row: Sequence[Cell]) -> Cell | None:
    """The cell of the row that holds the unit of ``cell``."""
    return next((other for other in row if other.column == units.get(cell.column)), None)


def readable(unit: str) -> str:
    """The unit when its figures can be evened out with others of their kind, else nothing."""
    return unit if unit and whole_value("1", (), "", unit) is not None else ""


def measured(value: Value, unit: str) -> Value:
    """A bare figure with its unit; every other value as it is."""
    if not unit or value.kind not in _MEASURED or not _FIGURE.fullmatch(value.written):
        return value
    written = f"{value.written}{'' if unit in '%‰' else ' '}{unit}"
    bare = value.kind is ValueKind.QUANTITY and " " not in value.normal
    return replace(value, normal=f"{value.normal} {unit}" if bare else value.normal, written=written)


def _holds_units(scope: Scope, grid: Grid, column: int) -> bool:
    """Whether a column is headed as units and looks like them, or holds nothing but well-known ones."""
    cells = _cells(scope, grid, column)
    if not cells or max(map(len, cells)) > LONGEST:
        return False
    known = sum(1 for cell in cells if is_unit(cell))
    if _head(scope, grid, column) in _HEADS:
        return known * 2 >= len(cells)
    return known == len(cells) >= 3 and all(len(cell) > 1 or cell in _PIECES for cell in cells)


def is_unit(cell: str) -> bool:
    """Whether a text is a unit of measure, of pieces or of money."""
    return (
        unit_of(cell) is not None
        or cell.casefold() in _PIECES
        or _SHAPE.fullmatch(cell) is not None
        or whole_value(f"1 {cell}", (ValueKind.MONEY,)) is not None
    )


def _holds_figures(scope: Scope, grid: Grid, column: int) -> bool:
    cells = _cells(scope, grid, column)
    return bool(cells) and sum(1 for cell in cells if _FIGURE.fullmatch(cell)) * 10 >= len(cells) * 6


def _is_alike(scope: Scope, grid: Grid, column: int) -> bool:
    head = _head(scope, grid, column)
    return head in _BOUNDS or is_period(head)


def _cells(scope: Scope, grid: Grid, column: int) -> list[str]:
    return [text_of(scope, cell) for row in grid.rows[:LOOKED_AT] for cell in row if cell.column == column]


def _head(scope: Scope, grid: Grid, column: int) -> str:
    return text_of(scope, grid.heads.get(column)).casefold().strip(" :.")
