"""Presentations (PPTX): slides in order with titles, bullets, tables, chart values, notes and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from forager.model.document import Cell, Location, ParsedDocument, Run, Table, Unread, Zone
from forager.parse.dating import date_from_lines
from forager.parse.errors import EmptyFile
from forager.parse.language import language_of
from forager.parse.office import OLE, ZIP, authors, folder_of, open_package, properties_of, property_date
from forager.parse.paragraphs import paragraph_pieces
from forager.parse.parser import Limits, ParseContext
from forager.parse.pieces import HeadingPath, Piece, line_spans, strip_span, to_blocks
from forager.parse.pptx_places import location
from forager.parse.pptx_reader import DeckReader, Part, SlideTable, Spoken
from forager.parse.sniff import suffix_of
from forager.parse.table_shape import shape_of
from forager.parse.text import title_of
from forager.parse.units import Addressed, compose, reopen_units
from forager.parse.zones import is_legal

SUFFIXES = frozenset({".pptx", ".pptm", ".ppsx", ".potx"})
_UNNAMED = re.compile(r"(?:powerpoint|microsoft)\b.*|(?:slide|folie|diapositive) ?\d*", re.IGNORECASE)
"""Titles that programs give to presentations."""


class PptxParser:
    """The text is built slide by slide: lines of a shape under each other, shapes parted by a blank line, cells by tabs."""

    name = "pptx"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """A ZIP archive with a presentation's folder in it, or an archive that the name calls a presentation."""
        if folder_of(head) == b"ppt":
            return 96
        return 85 if suffix_of(name) in SUFFIXES and head.startswith((ZIP, OLE)) else 0

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole presentation, hidden slides too.

        Raises:
            ParseError: encrypted, truncated, damaged, absurdly packed, or no presentation.
        """
        reader = _read(data, context.limits)
        if not reader.spoken and not reader.attachments and not reader.unread:
            raise EmptyFile("The presentation holds no words.", remedy="Add it again if it should hold some.")
        text, runs = compose(reader.units())
        pieces, paths = _pieces(text, runs, reader)
        tables, long = _tables(text, runs, reader, paths, context.limits)
        blocks, capped = to_blocks(
            pieces, lambda p: location(text, runs, tables, p.start, p.end), context.limits.max_blocks
        )
        properties = properties_of(reader.package)
        date, warnings = date_from_lines(text, pieces)
        return ParsedDocument(
            parser=self.name,
            media_type="application/vnd.openxmlformats-officedocument.presentationml.presentation",
            text=text,
            blocks=blocks,
            tables=tables,
            title=_title(text, pieces, properties),
            date=date or property_date(properties),
            language=language_of(text),
            properties=properties,
            people=_people(properties, reader),
            attachments=tuple(reader.attachments),
            unread=(*reader.unread, *long, *capped),
            warnings=(
                *warnings,
                *(f"Slide {number} is hidden in the presentation; it was read." for number in reader.hidden),
            ),
            runs=runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """The slide and the line, table cell or note on it, and the characters in it."""
        return location(document.text, document.runs, document.tables, start, end)

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at this place of the presentation, read anew.

        Raises:
            PlaceNotFound: the presentation has no such place.
        """
        return reopen_units(_reread(data), location)


def _read(data: bytes, limits: Limits) -> DeckReader:
    reader = DeckReader(open_package(data, limits), limits)
    reader.read()
    return reader


@lru_cache(maxsize=1)
def _reread(data: bytes) -> Addressed:
    """The units of a presentation; kept for the next look at the same bytes."""
    return Addressed.of(_read(data, Limits(max_depth=200)).units())


# --- blocks


def _pieces(text: str, runs: tuple[Run, ...], reader: DeckReader) -> tuple[list[Piece], list[tuple[str, ...]]]:
    """Blocks, and the heading path at every unit."""
    headings = HeadingPath()
    pieces: list[Piece] = []
    paths: list[tuple[str, ...]] = []
    tops = {table.cells[0][2]: max(cell[3] for cell in table.cells) for table in reader.tables}
    before, wrapped = 0, 0
    for number, spoken in enumerate(reader.spoken):
        if spoken.slide != before:
            before = spoken.slide
            _leave(headings)
        start, end = strip_span(text, runs[number].start, runs[number].start + len(spoken.unit.text))
        paths.append(headings.path())
        if number in tops:
            last = tops[number]
            start, end = strip_span(text, runs[number].start, runs[last].start + len(reader.spoken[last].unit.text))
            pieces += [Piece(Zone.TABLE, start, end, headings.path())] if start < end else []
        elif start < end and spoken.part is not Part.CELL and number >= wrapped:
            wrapped = _wrapped(reader.spoken, number)
            last = runs[wrapped - 1].start + len(reader.spoken[wrapped - 1].unit.text)
            pieces += _block(text, *strip_span(text, start, last), spoken, headings)
    return pieces, paths


def _wrapped(spoken: Sequence[Spoken], number: int) -> int:
    """The number after the last line of a text that goes on in the next line of its shape, broken by hand to fit a box."""
    after = number + 1
    while (
        after < len(spoken)
        and spoken[number].part is Part.TEXT is spoken[after].part
        and spoken[after - 1].unit.after == "\n"
        and spoken[after].unit.text.lstrip()[:1].islower()
        and spoken[after - 1].unit.text.rstrip()[-1:] not in ".:;!?"
    ):
        after += 1
    return after


def _leave(headings: HeadingPath) -> None:
    """A slide without a title stands under no other slide's title."""
    while headings.stack and headings.stack[-1][0] > 1:
        headings.stack.pop()


def _block(text: str, start: int, end: int, spoken: Spoken, headings: HeadingPath) -> Iterator[Piece]:
    path = headings.path()
    if spoken.part is Part.TITLE:
        first = spoken.slide == 1 and not path
        level = 1 if first else 2
        above = headings.enter(level, text[start:end])
        yield Piece(Zone.TITLE if first else Zone.HEADING, start, end, above, level)
    elif spoken.part is Part.COMMENT:
        yield Piece(Zone.QUOTATION, start, end, path, 1, author=spoken.author, date=spoken.date)
    elif spoken.part is Part.MARGIN:
        yield Piece(Zone.LEGAL if is_legal(text[start:end]) else Zone.NAVIGATION, start, end)
    elif spoken.part is Part.CAPTION:
        yield Piece(Zone.CAPTION, start, end, path)
    else:
        zone = Zone.ITEM if spoken.part is Part.ITEM else Zone.PARAGRAPH
        level = spoken.depth + 1 if zone is Zone.ITEM else 0
        yield from paragraph_pieces(text, list(line_spans(text, start, end)), zone, path, level)


# --- tables


def _tables(
    text: str, runs: tuple[Run, ...], reader: DeckReader, paths: list[tuple[str, ...]], limits: Limits
) -> tuple[tuple[Table, ...], list[Unread]]:
    tables, long = [], []
    for index, table in enumerate(reader.tables):
        tables.append(_table(text, runs, reader, table, index, paths[table.cells[0][2]], limits))
        rows = max(cell[0] for cell in table.cells) + 1
        if rows > limits.max_table_rows:
            what = f"slide {table.slide}, table rows {limits.max_table_rows + 1}-{rows}"
            long.append(Unread(what, "kept as searchable text, not read cell by cell"))
    return tuple(tables), long


def _table(
    text: str,
    runs: tuple[Run, ...],
    reader: DeckReader,
    table: SlideTable,
    index: int,
    path: tuple[str, ...],
    limits: Limits,
) -> Table:
    def span(first: int, last: int) -> tuple[int, int]:
        return strip_span(text, runs[first].start, runs[last].start + len(reader.spoken[last].unit.text))

    placed = [
        (row, column, *span(first, last)) for row, column, first, last in table.cells if row < limits.max_table_rows
    ]
    rows: list[list[str]] = [[] for _ in range(max((row for row, *_ in placed), default=-1) + 1)]
    for row, column, start, end in placed:
        rows[row] += [""] * (column + 1 - len(rows[row]))
        rows[row][column] = text[start:end]
    header = 0 if table.headed else shape_of(rows).header
    bare = Table(index, *span(table.cells[0][2], table.cells[-1][3]), (), path, path[-1] if path else "")
    cells = [
        Cell(row, column, start, end, location(text, runs, (), start, end), row == header)
        for row, column, start, end in sorted(placed, key=lambda cell: (cell[2], cell[0], cell[1]))
    ]
    first = min([bare.start, *(cell.start for cell in cells)])
    heads = Table(index, first, max([bare.end, *(cell.end for cell in cells)]), tuple(cells), path, bare.caption)
    told = [
        Cell(c.row, c.column, c.start, c.end, location(text, runs, (heads,), c.start, c.end), c.header) for c in cells
    ]
    return Table(index, heads.start, heads.end, tuple(told), path, heads.caption)


# --- about the presentation


def _title(text: str, pieces: list[Piece], properties: tuple[tuple[str, str], ...]) -> str:
    titles = [piece for piece in pieces if piece.zone is Zone.TITLE]
    named = dict(properties).get("title", "")
    return title_of(text, titles) or ("" if _UNNAMED.fullmatch(named) else named) or title_of(text, pieces)


def _people(properties: tuple[tuple[str, str], ...], reader: DeckReader) -> tuple[tuple[str, str, str], ...]:
    found = [*authors(properties), *((spoken.author, "", "commenter") for spoken in reader.spoken if spoken.author)]
    return tuple(dict.fromkeys(found))
