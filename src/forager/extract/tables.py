"""Tier A: statements of table cells, composed from a row head (subject), a column head (attribute) and the cell (value)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from forager.extract.attributes import get
from forager.extract.contents import Content, cell_contents
from forager.extract.hits import Subject
from forager.extract.labels import Label, change_of, read_label
from forager.extract.making import weakest
from forager.extract.modality import find_hedges, modality_of
from forager.extract.qualifiers import Qualifier, as_pairs, find_qualifiers
from forager.extract.rule import Rule
from forager.extract.rules.structure import CELL, KEY_VALUE_TABLE
from forager.extract.scope import Scope
from forager.extract.values import find_values, whole_value
from forager.extract.view import View, view
from forager.extract.wordlist import word_set
from forager.extract.worth import is_code, is_placeholder
from forager.model.document import Block, Cell, Location, Table, Zone
from forager.model.statement import Span, Statement, Support, ValueKind

MAX_ROWS = 2_000
"""Rows of one table stated cell by cell; a longer table gives searchable rows only."""

_COUNTERS = frozenset(
    {
        "#",
        "no",
        "no.",
        "nr",
        "nr.",
        "id",
        "ref",
        "pos",
        "pos.",
        "item no",
        "line",
        "row",
        "key",
        "index",
        "s/n",
        "sr. no.",
    }
)
_KEY_HEADS = word_set(
    "item field property attribute parameter key name label metric setting term fact topic aspect characteristic detail"
)
_VALUE_HEADS = word_set("value values setting content details detail data entry answer figure")
_TOTALS = frozenset({"total", "totals", "sum", "grand total", "overall", "subtotal"})


@dataclass(frozen=True, slots=True)
class _Grid:
    """A table as rows of cells with readable text; ``heads`` is the last header row, by column.

    ``column`` is the one that names the subjects; ``repeated`` are its texts (folded) that stand in more than one row.
    """

    table: Table
    rows: tuple[tuple[Cell, ...], ...]
    heads: dict[int, Cell]
    column: int = 0
    repeated: frozenset[str] = frozenset()


def table_statements(scope: Scope, table: Table) -> Iterator[Statement]:
    """The statements of one table, row by row."""
    grid = _grid(scope, table)
    if len(grid.rows) > MAX_ROWS or not grid.rows:
        return
    if _is_key_value(scope, grid):
        for row in grid.rows:
            yield from _key_value_row(scope, grid, row)
        return
    if not grid.heads:
        return
    column = _subject_column(scope, grid)
    grid = replace(grid, column=column, repeated=_repeated(scope, grid, column))
    for row in grid.rows:
        yield from _row(scope, grid, row)


def _repeated(scope: Scope, grid: _Grid, column: int) -> frozenset[str]:
    """The folded texts of a column that stand in more than one row."""
    counts = Counter(_text(scope, cell).casefold() for row in grid.rows for cell in row if cell.column == column)
    return frozenset(text for text, count in counts.items() if count > 1)


def _grid(scope: Scope, table: Table) -> _Grid:
    rows: dict[int, list[Cell]] = {}
    heads: dict[int, Cell] = {}
    for cell in sorted(table.cells, key=lambda item: (item.row, item.column, item.start)):
        if cell.header:
            heads[cell.column] = cell
        elif scope.text[cell.start : cell.end].strip():
            rows.setdefault(cell.row, []).append(cell)
    return _Grid(table, tuple(tuple(rows[index]) for index in sorted(rows)), heads)


def _text(scope: Scope, cell: Cell | None) -> str:
    return "" if cell is None else view(scope.text, cell.start, cell.end).text


def _is_key_value(scope: Scope, grid: _Grid) -> bool:
    """Two columns whose heads say item and value, or without heads and with mostly known labels on the left."""
    if any(len(row) > 2 or row[-1].column > 1 for row in grid.rows):
        return False
    if grid.heads:
        left, right = (_text(scope, grid.heads.get(column)).casefold() for column in (0, 1))
        return left in _KEY_HEADS and right in _VALUE_HEADS
    known = sum(get(read_label(_text(scope, row[0])).key) is not None for row in grid.rows)
    return known * 2 >= len(grid.rows)


def _subject_column(scope: Scope, grid: _Grid) -> int:
    """The first column that names things: not a counter, and not mostly numbers."""
    columns = sorted({cell.column for row in grid.rows for cell in row})
    for column in columns:
        if _text(scope, grid.heads.get(column)).casefold().strip() in _COUNTERS and len(columns) > 2:
            continue
        cells = [_text(scope, cell) for row in grid.rows for cell in row if cell.column == column]
        numbers = sum(
            whole_value(text, ()) is not None and whole_value(text, (ValueKind.DATE,)) is None for text in cells
        )
        if numbers * 2 < len(cells):
            return column
    return columns[0] if columns else 0


def _block_of(table: Table) -> Block:
    """A stand-in block that has the table's headings, for binding a subject above it."""
    return Block(Zone.TABLE, table.start, table.end, Location("table", "table"), headings=table.headings)


def _above(scope: Scope, grid: _Grid) -> Subject:
    heading = scope.subject_above(_block_of(grid.table))
    if heading is None:
        return Subject("", about_document=True)
    return Subject(heading.name, header=(heading.start, heading.end))


def _key_value_row(scope: Scope, grid: _Grid, row: tuple[Cell, ...]) -> Iterator[Statement]:
    if len(row) < 2:
        return
    label = read_label(_text(scope, row[0]))
    if not label.key or len(label.words.split()) > 6:
        return
    subject = Subject(label.subject, span=(row[0].start, row[0].end)) if label.subject else _above(scope, grid)
    yield from _statement(scope, row, row[1], label, subject, row[0], KEY_VALUE_TABLE, ())


def _row(scope: Scope, grid: _Grid, row: tuple[Cell, ...]) -> Iterator[Statement]:
    head = next((cell for cell in row if cell.column == grid.column), None)
    if head is None or not _names_something(_text(scope, head)):
        return
    subject, extra = _row_subject(scope, grid, head)
    extra = (*extra, *_row_qualifiers(scope, grid, row))
    for cell in row:
        column_head = grid.heads.get(cell.column)
        if cell.column == grid.column or column_head is None:
            continue
        written = _text(scope, column_head)
        period = whole_value(written, (ValueKind.DATE,))
        if period is not None and period.value.precision != "day":
            label = read_label(_text(scope, head))
            extra_period = (Qualifier("period", period.value.normal.casefold(), 0, 0),)
            yield from _statement(scope, row, cell, label, _above(scope, grid), column_head, CELL, extra_period)
        elif _is_column_head(written) and not _is_period_head(written):
            yield from _statement(scope, row, cell, read_label(written), subject, column_head, CELL, extra)


_PERIODS = frozenset({"year", "month", "quarter", "week", "day", "period", "fiscal year"})


def _is_period_head(text: str) -> bool:
    return text.casefold().strip(" :.") in _PERIODS


def _row_qualifiers(scope: Scope, grid: _Grid, row: tuple[Cell, ...]) -> tuple[Qualifier, ...]:
    """What narrows the whole row: its cells under heads of periods; for a row head met twice, the row's place in the table."""
    found = [
        Qualifier(_text(scope, grid.heads[cell.column]).casefold().strip(" :."), _text(scope, cell).casefold(), 0, 0)
        for cell in row
        if cell.column != grid.column
        and cell.column in grid.heads
        and _is_period_head(_text(scope, grid.heads[cell.column]))
    ]
    name = next((_text(scope, cell).casefold() for cell in row if cell.column == grid.column), "")
    if name in grid.repeated:
        found.append(Qualifier("record", str(row[0].row), 0, 0))
    return tuple(found)


def _names_something(text: str) -> bool:
    """Whether a row head can be met again: a period, or words that are no filler, formula or single letter."""
    if whole_value(text, (ValueKind.DATE,)) is not None:
        return True
    letters = sum(char.isalpha() for char in text)
    meaning = letters > 1 or any(char.isalpha() and not char.isascii() for char in text)
    return meaning and len(text.split()) <= 15 and not is_placeholder(text) and not is_code(text)


def _is_column_head(text: str) -> bool:
    """Whether a column head names an attribute: a few words, no counter, filler or formula."""
    return len(text.split()) <= 6 and text.casefold() not in _COUNTERS and _names_something(text)


def _row_subject(scope: Scope, grid: _Grid, head: Cell) -> tuple[Subject, tuple[Qualifier, ...]]:
    """The subject that a row head names; a period or a total is a qualifier of what stands above."""
    text = _text(scope, head)
    period = whole_value(text, (ValueKind.DATE,))
    if period is not None:
        return _above(scope, grid), (Qualifier("period", period.value.normal.casefold(), 0, 0),)
    if text.casefold().strip(" :") in _TOTALS:
        return _above(scope, grid), (Qualifier("row", "total", 0, 0),)
    name, found = text, tuple(item for item in find_qualifiers(text) if item.name != "per")
    for item in reversed(found):
        name = f"{name[: item.start]} {name[item.end :]}"
    name = re.sub(r"\s*\([^()]*\)\s*$", "", " ".join(name.split())) or text
    return Subject(name, span=(head.start, head.end)), tuple(found) if name != text else ()


def _statement(
    scope: Scope,
    row: tuple[Cell, ...],
    cell: Cell,
    label: Label,
    subject: Subject,
    head: Cell,
    rule: Rule,
    extra: tuple[Qualifier, ...],
) -> Iterator[Statement]:
    item = view(scope.text, cell.start, cell.end)
    if not item.text or not label.key or is_placeholder(item.text) or is_code(item.text):
        return
    for content in cell_contents(scope, label, item):
        spans = _spans(scope, row, item, content, subject, head)
        hedges = _hedges(item.text, label.words)
        support = weakest(rule.support, subject.support, *([Support.UNCERTAIN_INFERENCE] if hedges else []))
        yield Statement(
            type=rule.type,
            sentence=scope.text[spans[0].start : spans[0].end].strip(),
            spans=spans,
            rule=rule.label,
            support=support,
            subject=subject.text,
            about_document=subject.about_document,
            attribute=label.key,
            qualifiers=as_pairs([*label.qualifiers, *extra]),
            modality=modality_of(label.words),
            value=content.value,
            hedges=hedges,
            change=change_of(label.words),
        )


def _hedges(*texts: str) -> tuple[str, ...]:
    """Hedging words of a cell and its head; a whole cell that is a date hedges nothing."""
    found = (hedge.word for text in texts for hedge in find_hedges(text, 0, len(text), _dates(text)))
    return tuple(dict.fromkeys(found))


def _dates(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((found.start, found.end) for found in find_values(text) if found.value.kind is ValueKind.DATE)


def _spans(
    scope: Scope, row: tuple[Cell, ...], item: View, content: Content, subject: Subject, head: Cell
) -> tuple[Span, ...]:
    """The row as the sentence, the value, the row head as subject, the column head and what stands above as headers.

    A cell that reaches down from a row above is not part of the row's own words.
    """
    own = [cell for cell in row if cell.location.get("row") in {None, cell.row}] or row
    start, end = min(cell.start for cell in own), max(cell.end for cell in own)
    while start < end and scope.text[start].isspace():
        start += 1
    while end > start and scope.text[end - 1].isspace():
        end -= 1
    start, end = _with_quotes(scope.text, start, end)
    spans = [
        Span("sentence", start, end),
        Span("value", *item.span(content.start, content.end)),
        Span("header", head.start, head.end),
    ]
    if subject.span:
        spans.append(Span("subject", *subject.span))
    if subject.header:
        spans.append(Span("header", *subject.header))
    return tuple(spans)


def _with_quotes(text: str, start: int, end: int) -> tuple[int, int]:
    """The row with the quotation marks that stand round its first and last field."""
    if text[end : end + 1] == '"' and text.count('"', start, end) % 2:
        end += 1
    if start and text[start - 1] == '"' and text.count('"', start, end) % 2:
        start -= 1
    return start, end
