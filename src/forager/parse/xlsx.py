"""Spreadsheets (XLSX): every filled cell with its exact place, tables with their headers, forms, notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from forager.model.document import Location, ParsedDocument, Run, Table, Unread, Zone
from forager.parse.dating import date_from_lines
from forager.parse.errors import EmptyFile
from forager.parse.language import language_of
from forager.parse.office import OLE, ZIP, authors, folder_of, open_package, properties_of, property_date
from forager.parse.paragraphs import paragraph_pieces
from forager.parse.parser import Limits, ParseContext
from forager.parse.pieces import Piece, line_spans, strip_span, to_blocks
from forager.parse.sniff import suffix_of
from forager.parse.table_shape import FIELD_NAMES
from forager.parse.text import title_of
from forager.parse.units import compose
from forager.parse.xlsx_layout import Layout, Page, Part, lay_out
from forager.parse.xlsx_places import Index, location
from forager.parse.xlsx_reader import WorkbookReader
from forager.parse.xlsx_shape import Look
from forager.parse.xlsx_tables import rows_read, table_of
from forager.parse.zones import key_value

SUFFIXES = frozenset({".xlsx", ".xlsm", ".xltx"})
_HEADS = frozenset({Zone.TITLE, Zone.HEADING})
HEADING_WORDS = 14
"""A line of more words above a table is a remark, no title."""


class XlsxParser:
    """The text is built sheet by sheet and part by part: cells parted by tabs, rows by line ends, parts by a blank line."""

    name = "xlsx"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """A ZIP archive with a workbook's folder in it, or an archive that the name calls a spreadsheet."""
        if folder_of(head) == b"xl":
            return 96
        return 85 if suffix_of(name) in SUFFIXES and head.startswith((ZIP, OLE)) else 0

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole workbook, hidden sheets too.

        Raises:
            ParseError: encrypted, truncated, damaged, absurdly packed, or no workbook.
        """
        reader, layout = _read(data, context.limits)
        if not layout.units and not reader.attachments and not reader.unread:
            raise EmptyFile("The workbook has no filled cell.", remedy="Add it again if it should hold something.")
        text, runs = compose(layout.units)
        made = _Pieces(text, runs, layout)
        pieces = list(made)
        properties = properties_of(reader.package)
        tables, long = _tables(text, runs, layout, made.paths, context.limits)
        blocks, capped = to_blocks(pieces, lambda p: location(runs, p.start, p.end), context.limits.max_blocks)
        date, warnings = date_from_lines(text, pieces)
        return ParsedDocument(
            parser=self.name,
            media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            text=text,
            blocks=blocks,
            tables=tables,
            title=_title(text, pieces, properties),
            date=date or property_date(properties),
            language=language_of(_prose(layout) or text),
            properties=properties,
            people=tuple(dict.fromkeys((*authors(properties), *_commenters(layout)))),
            attachments=tuple(reader.attachments),
            unread=(*reader.unread, *long, *capped),
            warnings=(*warnings, *_warnings(reader)),
            runs=runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """The sheet and its cells, and the characters in them."""
        return location(document.runs, start, end)

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at this place of the workbook, read anew.

        Raises:
            PlaceNotFound: the workbook has no such place.
        """
        return _reread(data).reopen(location)


def _read(data: bytes, limits: Limits) -> tuple[WorkbookReader, Layout]:
    reader = WorkbookReader(open_package(data, limits))
    reader.read()
    return reader, lay_out(reader)


@lru_cache(maxsize=1)
def _reread(data: bytes) -> Index:
    """The units of a workbook; kept for the next look at the same bytes."""
    return Index.of(_read(data, Limits())[1].units)


# --- blocks


class _Pieces:
    """The blocks of all sheets; ``paths`` are the headings above each table, by its first unit."""

    def __init__(self, text: str, runs: tuple[Run, ...], layout: Layout) -> None:
        self._text, self._runs, self._layout = text, runs, layout
        self._titled = False
        self.paths: dict[int, tuple[str, ...]] = {}

    def __iter__(self) -> Iterator[Piece]:
        for page in self._layout.pages:
            yield from self._page(page)

    def _span(self, first: int, last: int) -> tuple[int, int]:
        end = self._runs[last].start + len(self._layout.units[last].text)
        return strip_span(self._text, self._runs[first].start, end)

    def _page(self, page: Page) -> Iterator[Piece]:
        zone = Zone.HEADING if page.is_named else Zone.NAVIGATION
        name = self._span(page.name, page.name)
        if name[0] < name[1]:
            yield Piece(zone, *name, (), 2)
        above: tuple[str, ...] = (" ".join(page.sheet.name.split()),) if page.is_named else ()
        path = above
        for number, part in enumerate(page.parts):
            following = page.parts[number + 1] if number + 1 < len(page.parts) else None
            lines = part.reading.look is Look.LINES
            heads = list(self._lines(part, above, following) if lines else self._captions(part, path))
            inner = _path(self._text, heads, above if lines else path)
            yield from heads
            if part.reading.look is Look.FORM:
                yield from self._form(part, inner)
            elif part.reading.look is Look.TABLE:
                yield from self._table(part, inner)
            if number == 0 and part.reading.look is not Look.TABLE and any(head.zone in _HEADS for head in heads[:1]):
                above = _path(self._text, heads[:1], above)
            path = inner if lines else above
        for place, note in page.notes:
            yield Piece(Zone.QUOTATION, *self._span(place, place), above, 1, author=note.author, date=note.date)
        for place in page.shapes:
            yield from self._prose(place, above)

    def _lines(self, part: Part, path: tuple[str, ...], following: Part | None) -> Iterator[Piece]:
        """A part of one column: its last short line names the table that follows, the rest is text."""
        count = len(part.region.cells)
        for offset in range(count):
            place = part.first + offset
            heads = offset == count - 1 and following is not None and following.reading.look is not Look.LINES
            if (heads and count <= 3 and self._is_title(place)) or (
                offset == 0 and count == 1 and self._is_title(place) and not self._titled and place <= 2
            ):
                yield self._heading(place, path)
            else:
                yield from self._prose(place, path)

    def _captions(self, part: Part, path: tuple[str, ...]) -> Iterator[Piece]:
        for offset, cell in enumerate(part.region.cells):
            if cell.row not in part.reading.captions:
                break
            if self._is_title(part.first + offset):
                yield self._heading(part.first + offset, path)
            else:
                yield from self._prose(part.first + offset, path)

    def _heading(self, place: int, path: tuple[str, ...]) -> Piece:
        """The first title line of the workbook is its title."""
        first, self._titled = (
            not self._titled and self._layout.pages[0].name < place <= self._layout.pages[0].name + 3,
            True,
        )
        return Piece(Zone.TITLE if first else Zone.HEADING, *self._span(place, place), path, 1 if first else 3)

    def _is_title(self, place: int) -> bool:
        """A short line; one that reads "label: value" only at the head of a sheet or over merged cells, if no form has the label."""
        unit = self._layout.units[place]
        words = unit.text.strip()
        if "\n" in words or len(words.split()) > HEADING_WORDS or words[-1] in ".;:!?,":
            return False
        if sum(c.isalpha() for c in words) < 3:
            return False
        pair = key_value(words, 0, len(words))
        stands_out = ":" in unit.address.rpartition("!")[2] or any(
            place == page.name + 1 for page in self._layout.pages
        )
        return pair is None or (stands_out and words[slice(*pair[0])].casefold() not in FIELD_NAMES)

    def _prose(self, place: int, path: tuple[str, ...]) -> Iterator[Piece]:
        start, end = self._span(place, place)
        yield from paragraph_pieces(self._text, list(line_spans(self._text, start, end)), Zone.PARAGRAPH, path)

    def _form(self, part: Part, path: tuple[str, ...]) -> Iterator[Piece]:
        place = part.first
        for row in part.region.rows():
            if row[0].row not in part.reading.captions and len(row) == 2:
                label, value = self._span(place, place), self._span(place + 1, place + 1)
                if self._text[label[1] - 1] == ":":
                    label = strip_span(self._text, label[0], label[1] - 1)
                yield Piece(Zone.KEY_VALUE, *self._span(place, place + 1), path, 0, label, value)
            place += len(row)

    def _table(self, part: Part, path: tuple[str, ...]) -> Iterator[Piece]:
        self.paths[part.first] = path
        above = sum(1 for cell in part.region.cells if cell.row in part.reading.captions)
        yield Piece(Zone.TABLE, *self._span(part.first + above, part.first + len(part.region.cells) - 1), path)


def _path(text: str, pieces: list[Piece], above: tuple[str, ...]) -> tuple[str, ...]:
    """The headings under the last title line of some pieces."""
    heads = [piece for piece in pieces if piece.zone in _HEADS]
    return (*above, " ".join(text[heads[-1].start : heads[-1].end].split())) if heads else above


# --- tables


def _tables(
    text: str, runs: tuple[Run, ...], layout: Layout, paths: dict[int, tuple[str, ...]], limits: Limits
) -> tuple[tuple[Table, ...], tuple[Unread, ...]]:
    tables: list[Table] = []
    unread: list[Unread] = []
    for page in layout.pages:
        for part in page.parts:
            if part.reading.look is Look.TABLE:
                rows = rows_read(part, limits)
                made = table_of(text, runs, layout.units, part, rows, len(tables))
                path = paths.get(part.first, ())
                tables.append(replace(made, headings=path, caption=path[-1] if path else ""))
                if rows.missing:
                    what = f'sheet "{page.sheet.name}", rows {rows.missing[0] + 1}-{rows.missing[1] + 1}'
                    unread.append(Unread(what, "kept as searchable text, not read cell by cell"))
    return tuple(tables), tuple(unread)


# --- about the workbook


def _title(text: str, pieces: list[Piece], properties: tuple[tuple[str, str], ...]) -> str:
    titles = [piece for piece in pieces if piece.zone is Zone.TITLE]
    return title_of(text, titles) or dict(properties).get("title", "") or title_of(text, pieces)


def _prose(layout: Layout) -> str:
    """Cells that hold sentences decide the language: names and numbers have none."""
    return "\n".join(unit.text for unit in layout.units[:20_000] if len(unit.text.split()) >= 4)


def _commenters(layout: Layout) -> Iterator[tuple[str, str, str]]:
    for page in layout.pages:
        yield from ((note.author, "", "commenter") for _, note in page.notes if note.author)


def _warnings(reader: WorkbookReader) -> Iterator[str]:
    for sheet in reader.sheets:
        if sheet.state and (sheet.cells or sheet.notes):
            yield f'Sheet "{sheet.name}" is hidden in the workbook; it was read.'
        for count, what in ((sheet.hidden_rows, "row"), (sheet.hidden_columns, "column")):
            if count:
                yield f'Sheet "{sheet.name}": hidden {what}s were read too.'
