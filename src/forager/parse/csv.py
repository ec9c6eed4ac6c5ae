"""Tables as text: CSV and TSV files."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from forager.model.document import Location, ParsedDocument, Table, Unread, Zone
from forager.parse.charset import looks_binary
from forager.parse.decode import decode
from forager.parse.delimited import Record, declared_delimiter, find_delimiter, records
from forager.parse.errors import Undecodable
from forager.parse.language import language_of
from forager.parse.parser import Limits, ParseContext
from forager.parse.pieces import Piece, strip_span, to_blocks
from forager.parse.places import TextMap, line_words, reopen_text
from forager.parse.sniff import binary_kind, is_other_text, suffix_of
from forager.parse.table_shape import Shape, shape_of
from forager.parse.tables import RawCell, cell_of, make_table, words_in_table

SUFFIXES = frozenset({".csv", ".tsv", ".tab"})
LAST_ROWS = 5
"""Of a table too long to read cell by cell the last rows are read too: totals stand there."""


class CsvParser:
    """The decoded file is the text; every cell is an exact span in it."""

    name = "csv"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """By name; without a telling one only when every row has the same three or more columns."""
        if looks_binary(head) or binary_kind(head):
            return 0
        if suffix_of(name) in SUFFIXES:
            return 80
        if is_other_text(head, name) or suffix_of(name) in {".md", ".eml", ".log"}:
            return 0
        return _score_by_content(head, plain=suffix_of(name) == ".txt")

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole file.

        Raises:
            Undecodable: the bytes are no text.
        """
        decoded = decode(data)
        text, places = decoded.text, TextMap(decoded.text, decoded.runs, decoded.charset)
        delimiter, _, _ = find_delimiter(text, tabs_first=suffix_of(context.logical_name) in {".tsv", ".tab"})
        grid = _read(text, declared_delimiter(text) or delimiter, context.limits)
        span = strip_span(text, 0, len(text))
        pieces = [Piece(Zone.TABLE, *span)] if span[0] < span[1] else []
        blocks, _ = to_blocks(
            pieces,
            lambda p: Location("csv", line_words(*places.lines(p.start, p.end)), places.pointer(p.start, p.end)),
            1,
        )
        caption = " ".join(text[slice(*cell)] for n in grid.shape.captions for cell in grid.head[n]).strip()
        return ParsedDocument(
            parser=self.name,
            media_type="text/tab-separated-values" if delimiter == "\t" else "text/csv",
            text=text,
            blocks=blocks,
            tables=(_table(text, span, grid, caption, places),) if pieces else (),
            title=caption[:200],
            language=language_of(_prose(text, grid)),
            properties=(
                ("charset", decoded.charset),
                ("delimiter", "tab" if grid.delimiter == "\t" else grid.delimiter),
            ),
            unread=(*decoded.unread, *grid.unread()),
            warnings=grid.warnings(),
            quality=decoded.quality,
            runs=decoded.runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """Bytes and lines of a span; row, column and characters in the cell when it lies in one."""
        places = TextMap.of(document)
        words = words_in_table(document.tables, document.text, start, end, titled=False)
        holding = cell_of(document.tables, start, end)
        pointer = places.pointer(start, end)
        if holding is not None:
            cell = holding[1]
            pointer += (
                ("row", cell.row),
                ("column", cell.column),
                ("char_from", start - cell.start),
                ("char_to", end - cell.start),
            )
        return Location("csv", words or line_words(*places.lines(start, end)), pointer)

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at those bytes.

        Raises:
            PlaceNotFound: these bytes have no such place.
        """
        return reopen_text(data, location)


@dataclass(slots=True)
class _Grid:
    """The rows read cell by cell, and how many there are in all."""

    delimiter: str
    head: list[Record]
    tail: list[tuple[int, Record]]
    count: int
    ragged: int
    shape: Shape = field(default_factory=lambda: Shape(None))

    def rows(self) -> list[tuple[int, Record]]:
        return [*enumerate(self.head), *self.tail]

    def unread(self) -> tuple[Unread, ...]:
        first, missing = len(self.head) + 1, self.count - len(self.head) - len(self.tail)
        if not missing:
            return ()
        return (Unread(f"rows {first}-{first + missing - 1}", "kept as searchable text, not read cell by cell"),)

    def warnings(self) -> tuple[str, ...]:
        said = []
        if self.shape.header is None:
            said.append("No row names the columns; they are counted from 1.")
        if self.ragged:
            said.append(f"{self.ragged} rows have fewer or more cells than the others.")
        return tuple(said)


def _read(text: str, delimiter: str, limits: Limits) -> _Grid:
    head: list[Record] = []
    tail: deque[tuple[int, Record]] = deque(maxlen=LAST_ROWS)
    widths: dict[int, int] = {}
    count = cells = 0
    for number, row in enumerate(records(text, delimiter)):
        cells += len(row)
        if number < limits.max_table_rows and cells <= limits.max_cells:
            head.append(row)
        elif len(row) <= limits.max_cells // LAST_ROWS:
            tail.append((number, row))
        count += 1
        if len(row) > 1 or row[0][0] < row[0][1]:
            widths[len(row)] = widths.get(len(row), 0) + 1
    ragged = sum(widths.values()) - max(widths.values(), default=0)
    grid = _Grid(delimiter, head, list(tail), count, ragged)
    skip = 1 if declared_delimiter(text) else 0
    shape = shape_of([[text[slice(*cell)] for cell in row] for row in head[skip:]])
    grid.shape = Shape(None if shape.header is None else shape.header + skip, tuple(n + skip for n in shape.captions))
    return grid


def _table(text: str, span: tuple[int, int], grid: _Grid, caption: str, places: TextMap) -> Table:
    cells = [
        RawCell(number, column, *cell, header=number == grid.shape.header)
        for number, row in grid.rows()
        for column, cell in enumerate(row)
        if (len(row) > 1 or cell[0] < cell[1]) and span[0] <= cell[0] and cell[1] <= span[1]
    ]
    by_start = {(cell.start, cell.end): cell for cell in cells}

    def locate(start: int, end: int, words: str) -> Location:
        cell = by_start[start, end]
        extra = (("row", cell.row), ("column", cell.column), ("char_from", 0), ("char_to", end - start))
        return Location("csv", words, (*places.pointer(start, end), *extra))

    return make_table(0, span, cells, text, locate, caption=caption, name="")


def _prose(text: str, grid: _Grid) -> str:
    """Cells that hold sentences decide the language: names and numbers have none."""
    cells = (text[slice(*cell)] for _, row in grid.rows() for cell in row)
    return "\n".join(words for words in cells if len(words.split()) >= 4)


def _score_by_content(head: bytes, *, plain: bool) -> int:
    try:
        text = decode(head).text
    except Undecodable:
        return 0
    rows: Sequence[Record] = [
        row for row in records(text[:8192], find_delimiter(text)[0]) if len(row) > 1 or row[0][1] > row[0][0]
    ]
    delimiter, columns, share = find_delimiter(text)
    if len(rows) < 4 or columns < 3 or share < 1.0:
        return 0
    if plain:
        return 65 if delimiter == "\t" else 0
    return 45
