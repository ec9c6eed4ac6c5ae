"""The shape of a table: its heads, the column that names the subjects, which way it runs, and whether it states anything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from forager.extract.attributes import get
from forager.extract.labels import read_label
from forager.extract.lexicon import is_known
from forager.extract.scope import Scope
from forager.extract.values.dates import is_stretch
from forager.extract.values.find import whole_value
from forager.extract.view import view
from forager.extract.wordlist import word_set
from forager.extract.worth import is_code, is_placeholder
from forager.model.document import Cell, Table
from forager.model.statement import ValueKind

LOOKED_AT = 60
"""Rows from which the shape is told."""

_COUNTERS = frozenset(
    "# no no. nr nr. id ref pos pos. line row key index s/n s.no s.no. sno".split()  # noqa: SIM905
) | {"item no", "s no", "s no.", "sr no", "sr. no.", "sl no", "sl. no.", "serial no", "row id", "n°", "№"}
_KEY_HEADS = word_set(
    "item field property attribute parameter key name label metric setting term fact topic aspect characteristic detail"
)
_VALUE_HEADS = word_set("value values setting content details detail data entry answer figure")
_CLASS_HEADS = word_set("category genre type group section area class kind topic theme") | {""}
_NAME_HEADS = word_set(
    "name title product project system item service task application component question employee person customer company "
    "supplier vendor document file"
) | {"full name", "product name", "item name", "project name"}
_THING_HEADS = word_set("name product package library module component system service application material model") | {
    "full name",
    "product name",
    "project name",
    "package name",
}
"""Heads of a column whose cells name things that other documents name by the same word."""
_PART_HEADS = word_set("type description required optional meaning argument arguments parameter values format")
"""Heads beside which a name is that of a part of something else: a parameter, a field, a variable."""
_PICTURES = word_set("image images photo picture pictures icon thumbnail screenshot logo")
_PERIOD_HEADS = frozenset({"year", "month", "quarter", "week", "day", "period", "fiscal year"})
_PERIOD_NAME = re.compile(
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?|q[1-4]|h[12])\.?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as rows of cells with readable text; ``heads`` is the last header row, by column.

    ``column`` is the one that names the subjects; ``named`` are its texts (folded), ``repeated`` those that stand in more than one row.
    ``across`` says that the heads name the subjects and that column the attributes.
    """

    table: Table
    rows: tuple[tuple[Cell, ...], ...]
    heads: dict[int, Cell]
    column: int = 0
    repeated: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    across: bool = False


def text_of(scope: Scope, cell: Cell | None) -> str:
    """The readable text of a cell; empty for none."""
    return "" if cell is None else view(scope.text, cell.start, cell.end).text


def grid_of(scope: Scope, table: Table) -> Grid:
    """The shape of a table."""
    rows: dict[int, list[Cell]] = {}
    heads: dict[int, Cell] = {}
    for cell in sorted(table.cells, key=lambda item: (item.row, item.column, item.start)):
        if cell.header:
            heads[cell.column] = cell
        elif scope.text[cell.start : cell.end].strip():
            rows.setdefault(cell.row, []).append(cell)
    grid = Grid(table, tuple(tuple(rows[index]) for index in sorted(rows)), heads)
    column = _subject_column(scope, grid)
    counts = Counter(text_of(scope, cell).casefold() for row in grid.rows for cell in row if cell.column == column)
    repeated = frozenset(text for text, count in counts.items() if count > 1)
    return replace(
        grid,
        column=column,
        named=frozenset(counts),
        repeated=repeated,
        across=_runs_across(scope, grid, column),
    )


def is_key_value(scope: Scope, grid: Grid) -> bool:
    """Two columns whose heads say item and value, or without heads and with mostly known labels on the left."""
    if any(len(row) > 2 or row[-1].column > 1 for row in grid.rows):
        return False
    if grid.heads:
        left, right = (text_of(scope, grid.heads.get(column)).casefold() for column in (0, 1))
        return left in _KEY_HEADS and right in _VALUE_HEADS
    known = sum(get(read_label(text_of(scope, row[0])).key) is not None for row in grid.rows)
    return known * 2 >= len(grid.rows)


def states_nothing(scope: Scope, grid: Grid) -> bool:
    """Whether nothing names the rows apart, the heads are a row like the others, or all cells are one pattern counted through."""
    names = _column(scope, grid, grid.column)
    if not grid.heads or (len(names) > 1 and len(set(names)) == 1 and not is_period(names[0])):
        return True
    for column, head in grid.heads.items():
        text = text_of(scope, head)
        if any(char.isdigit() for char in text) and not is_period(text):
            cells = _column(scope, grid, column)
            if cells and sum(_shape(cell) == _shape(text) for cell in cells) * 2 >= len(cells):
                return True
    columns = {cell.column for row in grid.rows for cell in row}
    shapes = {_usual_shape(_column(scope, grid, column)) for column in columns}
    return len(columns) > 1 and len(shapes) == 1 and re.match("a.*9", shapes.pop()) is not None


def _usual_shape(texts: list[str]) -> str:
    """The shape that most texts have; the smallest of several."""
    counts = Counter(_shape(text) for text in texts)
    return min(counts, key=lambda shape: (-counts[shape], shape), default="")


def _shape(text: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text))


def is_period(text: str) -> bool:
    """Whether a text names a stretch of time: a year, a month, a quarter."""
    period = whole_value(text, (ValueKind.DATE,))
    return (period is not None and is_stretch(period.value)) or _PERIOD_NAME.fullmatch(text.strip()) is not None


def is_period_head(text: str) -> bool:
    """Whether a column head says that its cells are stretches of time."""
    return text.casefold().strip(" :.") in _PERIOD_HEADS


def names_something(text: str) -> bool:
    """Whether a head can be met again: a period, or words that are no filler, formula or single letter."""
    if whole_value(text, (ValueKind.DATE,)) is not None:
        return True
    letters = sum(char.isalpha() for char in text)
    meaning = letters > 1 or any(char.isalpha() and not char.isascii() for char in text)
    return (
        meaning
        and not text.rstrip().endswith(("...", "\u2026"))
        and len(text.split()) <= 15
        and not is_placeholder(text)
        and not is_code(text)
    )


_IDENTIFIER = re.compile(r"(?:--?)?[A-Za-z_][\w.:/-]*(?:\(\))?")
_NUMBERED = word_set(
    "version versions release releases edition port code section clause rule article room line lot batch ticket issue error phase "
    "standard rfc requirement control"
)
"""Heads under which a number names a thing."""
_NUMBER_NAME = re.compile(r"(?:[<>=\u2264\u2265~^]{1,2} ?)?[vV]?\d[\d.x*]{0,15}\+?")


def is_identifier(text: str) -> bool:
    """Whether a text is one name as programs write it ("MAX_OPEN_FILES", "cache.ttl", "--dry-run")."""
    letters = sum(char.isalpha() for char in text)
    return letters > 1 and len(text) <= 60 and _IDENTIFIER.fullmatch(text) is not None and not is_placeholder(text)


_ROW_ID = re.compile(r"[A-Z]{1,6}[-.]?\d{1,5}[a-z]?")


def row_name(scope: Scope, grid: Grid, head: Cell, row: Sequence[Cell]) -> str:
    """What a row speaks of, or nothing: the words of its head, an identifier, a number behind what it counts; the row's number
    where the head is a text of its own."""
    text, above = text_of(scope, head), _head(scope, grid, head.column)
    if above in _NUMBERED and _NUMBER_NAME.fullmatch(text):
        return f"{above.removesuffix('s').capitalize()} {text}"
    if is_identifier(text) or (names_something(text) and not is_remark(text)):
        return text
    beside = (text_of(scope, cell) for cell in row if cell.column < head.column)
    told = len(text.split()) > LABEL_WORDS and not is_placeholder(text)
    return next((number for number in beside if told and _ROW_ID.fullmatch(number)), "")


LABEL_WORDS = 8
"""Words up to which a row's head that cannot be one is no text of its own."""


def names_things(scope: Scope, grid: Grid) -> bool:
    """Whether a table names the things of its rows by a column for that, and is no list of the parts of something else."""
    heads = {_head(scope, grid, column) for column in grid.heads}
    return _head(scope, grid, grid.column) in _THING_HEADS and heads.isdisjoint(_PART_HEADS)


def is_column_head(text: str) -> bool:
    """Whether a column head names an attribute: a few words, no counter, filler or formula."""
    return len(text.split()) <= 6 and _bare(text) not in _COUNTERS | _PICTURES and names_something(text)


def _bare(text: str) -> str:
    return text.casefold().strip(" :")


def _column(scope: Scope, grid: Grid, column: int) -> list[str]:
    """The first texts of a column below the heads."""
    return [text_of(scope, cell) for row in grid.rows[:LOOKED_AT] for cell in row if cell.column == column]


def _subject_column(scope: Scope, grid: Grid) -> int:
    """The column that names things: the first of words, or behind a column of classes the one of names or without repeats."""
    columns = sorted({cell.column for row in grid.rows for cell in row})
    worded = [column for column in columns if _is_worded(scope, grid, column, len(columns))]
    if not worded:
        return columns[0] if columns else 0
    first, *others = worded
    if _head(scope, grid, first) not in _CLASS_HEADS and _is_distinct(scope, grid, first):
        return first
    distinct = [column for column in others if _can_name(scope, grid, column)]
    named = [column for column in distinct if _head(scope, grid, column) in _NAME_HEADS]
    if named or not _is_distinct(scope, grid, first):
        return next(iter((*named, *distinct)), first)
    return first


def _can_name(scope: Scope, grid: Grid, column: int) -> bool:
    """Whether a column can hold the subjects: no text twice, and its head is a word for things and no known attribute."""
    head = _head(scope, grid, column)
    if head in _VALUE_HEADS:
        return False
    return _is_distinct(scope, grid, column) and (head in _NAME_HEADS or get(read_label(head).key) is None)


def _head(scope: Scope, grid: Grid, column: int) -> str:
    return _bare(text_of(scope, grid.heads.get(column)))


def _is_worded(scope: Scope, grid: Grid, column: int, width: int) -> bool:
    """Whether a column holds words in half of the rows: no counter, and not mostly numbers or remarks."""
    if _head(scope, grid, column) in _COUNTERS and width > 2:
        return False
    cells = _column(scope, grid, column)
    numbers = sum(whole_value(text, ()) is not None and whole_value(text, (ValueKind.DATE,)) is None for text in cells)
    told = sum(is_remark(text) for text in cells)
    if len(cells) * 2 < min(len(grid.rows), LOOKED_AT):
        return False
    return numbers * 2 < len(cells) and told * 2 < len(cells)


_REMARK = re.compile(r"[a-z]{3,}\)?\.$")
_SHORTENED = re.compile(r"\b(?:inc|ltd|corp|dept|bros|assn|univ|etc|misc)\.$", re.IGNORECASE)


def is_remark(text: str) -> bool:
    """Whether a cell is closed like a sentence, as remarks are and names are not."""
    return _REMARK.search(text) is not None and _SHORTENED.search(text) is None


def _is_distinct(scope: Scope, grid: Grid, column: int) -> bool:
    """Whether a column has a text in most rows, and no text twice."""
    cells = _column(scope, grid, column)
    return len(set(cells)) == len(cells) and len(cells) * 10 >= min(len(grid.rows), LOOKED_AT) * 7


def _runs_across(scope: Scope, grid: Grid, column: int) -> bool:
    """Whether the heads are proper names and the row heads are not: a sheet of facts with one column for each thing."""
    heads = [text_of(scope, head) for place, head in sorted(grid.heads.items()) if place != column]
    left = [text for text in _column(scope, grid, column) if text]
    if len(heads) < 2 or not left or not all(_is_proper(text) for text in heads):
        return False
    return sum(not _is_proper(text) and names_something(text) for text in left) * 5 >= len(left) * 4


def _is_proper(text: str) -> bool:
    words = re.findall(r"[^\W\d_]+", text)
    return (
        bool(words)
        and all(word[0].isupper() for word in words)
        and not any(is_known(word.casefold()) for word in words)
    )
