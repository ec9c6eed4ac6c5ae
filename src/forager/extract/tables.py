"""Tier A: statements of table cells, composed from a row head (subject), a column head (attribute) and the cell (value)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from forager.extract.antonyms import as_setting
from forager.extract.attributes import attribute_for, get
from forager.extract.contents import Content, cell_contents
from forager.extract.grid import (
    Grid,
    grid_of,
    is_column_head,
    is_identifier,
    is_key_value,
    is_period,
    is_period_head,
    names_things,
    row_name,
    states_nothing,
    text_of,
)
from forager.extract.hits import Subject
from forager.extract.labels import Label, change_of, read_label
from forager.extract.making import weakest
from forager.extract.modality import find_hedges, modality_of
from forager.extract.qualifiers import Qualifier, as_pairs, find_qualifiers
from forager.extract.rule import Rule
from forager.extract.rules.structure import CELL, KEY_VALUE_TABLE, NAMED_CELL
from forager.extract.scope import Scope
from forager.extract.table_heads import Head, Twin, column_heads, twins_of
from forager.extract.table_units import measured, readable, unit_cell, unit_columns
from forager.extract.values.find import MARKS, find_values, whole_value
from forager.extract.view import View, view
from forager.extract.worth import is_aside, is_code, is_placeholder
from forager.model.document import Block, Cell, Location, Table, Zone
from forager.model.statement import Span, Statement, Support, ValueKind

MAX_ROWS = 2_000
"""Rows of one table stated cell by cell; a longer table gives searchable rows and its totals."""
LAST_ROWS = 5
"""Where the totals of a long table stand."""

_TOTALS = frozenset({"total", "totals", "sum", "grand total", "overall", "subtotal"})
_KEYS = frozenset({"code", "codes", "symbol", "abbreviation", "abbr"})
_BARE = frozenset({"number", "numbers", "page", "pages"})


def tables_statements(scope: Scope, tables: Sequence[Table]) -> Iterator[Statement]:
    """The statements of a document's tables; what tables of the same columns say of the same row is kept apart."""
    grids = [grid_of(scope, table) for table in tables]
    twins = twins_of(scope, grids)
    for grid in grids:
        yield from _statements(scope, grid, twins.get(grid.table.index))


def _statements(scope: Scope, grid: Grid, twin: Twin | None) -> Iterator[Statement]:
    """The statements of one table, row by row; of a table too long only its totals."""
    if not grid.rows or is_aside(grid.table.headings):
        return
    if len(grid.rows) > MAX_ROWS:
        last = grid.rows[-LAST_ROWS:]
        grid = replace(grid, rows=tuple(row for row in last if _is_total(text_of(scope, row[0]))))
        if not grid.rows:
            return
    if is_key_value(scope, grid):
        for row in grid.rows:
            yield from _key_value_row(scope, grid, row)
    elif not states_nothing(scope, grid):
        heads = column_heads(scope, grid)
        units = unit_columns(scope, grid)
        for row in grid.rows:
            yield from _row(scope, grid, heads, units, row, twin.marks(scope, grid, row) if twin else ())


def _block_of(table: Table) -> Block:
    """A stand-in block that has the table's headings, for binding a subject above it."""
    return Block(Zone.TABLE, table.start, table.end, Location("table", "table"), headings=table.headings)


def _above(scope: Scope, grid: Grid) -> Subject:
    heading = scope.subject_above(_block_of(grid.table))
    if heading is None:
        return Subject("", about_document=True)
    return Subject(heading.name, header=(heading.start, heading.end))


def _key_value_row(scope: Scope, grid: Grid, row: tuple[Cell, ...]) -> Iterator[Statement]:
    if len(row) < 2:
        return
    label = read_label(text_of(scope, row[0]))
    if not label.key or len(label.words.split()) > 6:
        return
    subject = Subject(label.subject, span=(row[0].start, row[0].end)) if label.subject else _above(scope, grid)
    yield from _statement(scope, row, row[1], label, subject, row[0], KEY_VALUE_TABLE, ())


def _row(
    scope: Scope,
    grid: Grid,
    heads: dict[int, Head],
    units: dict[int, int],
    row: tuple[Cell, ...],
    marks: tuple[Qualifier, ...],
) -> Iterator[Statement]:
    head = next((cell for cell in row if cell.column == grid.column), None)
    name = row_name(scope, grid, head, row) if head is not None else ""
    if head is None or not name:
        return
    asked = name.endswith(("?", "\uff1f"))
    subject, extra = _row_subject(scope, grid, head, name)
    extra = (*extra, *_row_qualifiers(scope, grid, row), *marks)
    for cell in row:
        above = grid.heads.get(cell.column)
        if cell.column == grid.column or above is None or cell.column in units.values():
            continue
        unit = unit_cell(units, cell, row)
        written, when = heads.get(cell.column, ("", ()))
        if asked and written.casefold().strip(" :") not in _ANSWERS:
            continue
        label = read_label(text_of(scope, head))
        if is_period(written):
            period = (Qualifier("period", _period(written), 0, 0),)
            yield from _statement(scope, row, cell, label, _above(scope, grid), above, CELL, (*period, *marks), unit)
        elif grid.across:
            thing = Subject(written, span=(above.start, above.end))
            yield from _statement(scope, row, cell, label, thing, head, CELL, marks)
        elif _is_told(scope, grid, cell, written) and not _restates(written, text_of(scope, cell), subject.text):
            rule = NAMED_CELL if subject.span and names_things(scope, grid) else CELL
            yield from _statement(scope, row, cell, read_label(written), subject, above, rule, (*extra, *when), unit)


def _is_told(scope: Scope, grid: Grid, cell: Cell, written: str) -> bool:
    """Whether the head of a cell names an attribute of its row; over words beside a list of codes, the list's own name does not."""
    if not is_column_head(written) or is_period_head(written) or _is_key(grid, cell, written):
        return False
    if _is_torn(written, text_of(scope, cell)):
        return False
    title = grid.table.headings[-1].casefold() if grid.table.headings else ""
    if not title or title not in written.casefold() or any(char.isdigit() for char in text_of(scope, cell)):
        return True
    before = (text_of(scope, head) for place, head in grid.heads.items() if place < grid.column)
    return not any(head.casefold().strip(" :.") in _KEYS for head in before)


def _is_torn(head: str, text: str) -> bool:
    """Whether two columns ran into one: a head of two attributes over two numbers ("Qty Unit price", "1 890.00")."""
    if re.fullmatch(r"[\d.,]+(?: [\d.,]+)+", text) is None or get(attribute_for(head)) is not None:
        return False
    words = head.split()
    cuts = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words)))
    return any(get(attribute_for(left)) and get(attribute_for(right)) for left, right in cuts)


_REMARKS = re.compile(r"\b(?:remarks?|descriptions?|comments?|notes?|details|meaning|explanation)\b", re.IGNORECASE)


def _restates(head: str, text: str, subject: str) -> bool:
    """Whether a remark only says the name of its row again."""
    said, named = text.casefold().split(), subject.casefold().split()
    return said == named or (_REMARKS.search(head) is not None and set(said) <= set(named))


_ANSWERS = frozenset({"answer", "answers", "response", "reply", "result", "score"})
"""Heads of what a row named by a question states."""


def _is_key(grid: Grid, cell: Cell, written: str) -> bool:
    """Whether a cell says nothing of its row: a code before the name of what it stands for, a bare number, a page."""
    head = written.casefold().strip(" :.")
    return head in _BARE or (cell.column < grid.column and head in _KEYS)


def _period(text: str) -> str:
    """The normal form of a period: ISO 8601 where it has one, else its words."""
    found = whole_value(text, (ValueKind.DATE,))
    return (text if found is None else found.value.normal).casefold().strip(" .")


def _row_qualifiers(scope: Scope, grid: Grid, row: tuple[Cell, ...]) -> tuple[Qualifier, ...]:
    """What narrows the whole row: its cells under heads of periods; for a row head met twice, the row's place in the table."""
    heads = {cell.column: text_of(scope, grid.heads.get(cell.column)) for cell in row}
    found = [
        Qualifier(heads[cell.column].casefold().strip(" :."), _period(text_of(scope, cell)), 0, 0)
        for cell in row
        if cell.column != grid.column and is_period_head(heads[cell.column])
    ]
    name = next((text_of(scope, cell).casefold() for cell in row if cell.column == grid.column), "")
    if name in grid.repeated:
        found.append(Qualifier("record", str(row[0].row), 0, 0))
    return tuple(found)


def _is_total(text: str) -> bool:
    return text.casefold().strip(" :") in _TOTALS


def _row_subject(scope: Scope, grid: Grid, head: Cell, text: str) -> tuple[Subject, tuple[Qualifier, ...]]:
    """The subject that a row head names as ``text``; a period or a total is a qualifier of what stands above."""
    if is_period(text) or whole_value(text, (ValueKind.DATE,)) is not None:
        return _above(scope, grid), (Qualifier("period", _period(text), 0, 0),)
    if _is_total(text):
        return _above(scope, grid), (Qualifier("row", "total", 0, 0),)
    name, found = text, tuple(item for item in find_qualifiers(text) if item.name != "per")
    for item in reversed(found):
        name = f"{name[: item.start]} {name[item.end :]}"
    name = " ".join(name.split())
    bare = re.sub(r"\s*\([^()]*\)\s*$", "", name)
    name = bare if bare and bare.casefold() not in grid.named else name or text
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
    unit: Cell | None = None,
) -> Iterator[Statement]:
    item = view(scope.text, cell.start, cell.end)
    if not item.text or not label.key or is_placeholder(item.text):
        return
    if is_code(item.text) and not (is_identifier(item.text) or item.text.casefold() in MARKS):
        return
    measure = text_of(scope, unit)
    for content in cell_contents(scope, replace(label, unit=label.unit or readable(measure)), item):
        if content.value.kind is ValueKind.TEXT and not _says_something(content.value.written):
            continue
        spans = _spans(scope, row, item, content, subject, head)
        if unit is not None:
            spans = (*spans, Span("header", unit.start, unit.end))
        hedges = _hedges(item.text, label.words)
        support = weakest(rule.support, subject.support, *([Support.UNCERTAIN_INFERENCE] if hedges else []))
        told = Statement(
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
            value=measured(content.value, measure),
            hedges=hedges,
            change=change_of(label.words),
        )
        yield as_setting(told)


def _says_something(written: str) -> bool:
    """Two letters or digits, or an arrow that flags the row."""
    return sum(char.isalnum() for char in written) >= 2 or written in {"\u2191", "\u2193"}


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
