"""Word documents (DOCX): body in reading order with headings, lists and tables, notes, comments, page headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from forager.model.document import FILE_PROPERTY, DocumentDate, Location, ParsedDocument, Run, Table, Unread, Zone
from forager.parse.dating import date_from_lines
from forager.parse.docx_package import Package
from forager.parse.docx_reader import Paragraph, WordReader, WordTable
from forager.parse.ending import sign
from forager.parse.errors import EmptyFile
from forager.parse.language import language_of
from forager.parse.office import properties_of
from forager.parse.paragraphs import paragraph_pieces
from forager.parse.parser import Limits, ParseContext
from forager.parse.pieces import HeadingPath, Piece, line_spans, strip_span, to_blocks
from forager.parse.places import Pointer, headings_at, run_at, section_words
from forager.parse.sniff import suffix_of
from forager.parse.table_shape import shape_of
from forager.parse.tables import RawCell, cell_of, make_table, words_in_table
from forager.parse.text import title_of
from forager.parse.units import Addressed, Unit, compose, pointer, reopen_units
from forager.parse.zones import is_legal, key_value

SUFFIXES = frozenset({".docx", ".docm", ".dotx"})
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_AS_IT_STANDS = frozenset(
    {Zone.TITLE, Zone.HEADING, Zone.CONTENTS, Zone.CAPTION, Zone.QUOTATION, Zone.CODE, Zone.SIGNATURE}
)
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}")


class DocxParser:
    """The text is built in reading order: paragraphs parted by a blank line, cells by tabs, rows by line ends."""

    name = "docx"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """A ZIP archive with Word's folder in it, or an archive that the name calls a Word document."""
        if head.startswith(_ZIP) and b"word/" in head:
            return 95
        return 85 if suffix_of(name) in SUFFIXES and head.startswith((_ZIP, _OLE)) else 0

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole document.

        Raises:
            ParseError: encrypted, truncated, damaged, absurdly packed, or no Word document.
        """
        package = Package(data, context.limits)
        reader = WordReader(package, context.limits)
        reader.read()
        if not reader.paragraphs and not reader.attachments and not reader.unread:
            raise EmptyFile("The document holds no words.", remedy="Add it again if it should hold some.")
        text, runs = compose(_closed(reader.units()))
        pieces, paths = _pieces(text, runs, reader)
        tables = _tables(text, runs, reader, paths, context.limits)
        blocks, capped = to_blocks(
            pieces, lambda p: _location(text, runs, tables, p.headings, p.start, p.end), context.limits.max_blocks
        )
        properties = properties_of(package)
        date, warnings = date_from_lines(text, pieces)
        return ParsedDocument(
            parser=self.name,
            media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            text=text,
            blocks=blocks,
            tables=tables,
            title=_title(text, pieces, properties),
            date=date or _property_date(properties),
            language=language_of(text),
            properties=properties,
            people=_people(properties, reader),
            attachments=tuple(reader.attachments),
            unread=(*reader.unread, *_long_tables(reader, context.limits), *capped),
            warnings=(*warnings, *_warnings(reader)),
            runs=runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """The paragraph or table cell, and the characters in it."""
        return _location(document.text, document.runs, document.tables, headings_at(document, start), start, end)

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at this place of the document, read anew.

        Raises:
            PlaceNotFound: the document has no such place.
        """
        return reopen_units(_reread(data), location)


@lru_cache(maxsize=1)
def _reread(data: bytes) -> Addressed:
    """The units of a document; kept for the next look at the same bytes."""
    limits = Limits(max_depth=1_000)
    reader = WordReader(Package(data, limits), limits)
    reader.read()
    return Addressed.of(_closed(reader.units()))


def _closed(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Nothing follows the last unit."""
    return (*units[:-1], Unit(units[-1].address, units[-1].text)) if units else ()


# --- blocks


def _pieces(text: str, runs: tuple[Run, ...], reader: WordReader) -> tuple[list[Piece], list[tuple[str, ...]]]:
    """Blocks, and the heading path at every paragraph."""
    headings = HeadingPath()
    body: list[Piece] = []
    aside: list[Piece] = []
    paths: list[tuple[str, ...]] = []
    tops = _top_tables(reader)
    for number, (run, paragraph) in enumerate(zip(runs, reader.paragraphs, strict=True)):
        in_body = run.address.startswith("document/")
        path = headings.path() if in_body else ()
        paths.append(path)
        if number in tops:
            last = tops[number]
            span = strip_span(text, run.start, runs[last].start + len(reader.paragraphs[last].unit.text))
            body += [Piece(Zone.TABLE, *span, path)] if span[0] < span[1] else []
        elif not paragraph.in_table:
            following = reader.paragraphs[number + 1] if number + 1 < len(runs) else None
            made = list(
                _paragraph(text, run, paragraph, following, headings if in_body else HeadingPath(), first=not body)
            )
            (body if in_body else aside).extend(made)
    return [*sign(text, body), *aside], paths


def _top_tables(reader: WordReader) -> dict[int, int]:
    """First to last paragraph of every table that lies in no other."""
    return {t.cells[0].first: t.cells[-1].last for t in reader.tables if t.cells and not t.nested}


def _paragraph(
    text: str, run: Run, paragraph: Paragraph, following: Paragraph | None, headings: HeadingPath, *, first: bool
) -> Iterator[Piece]:
    start, end = strip_span(text, run.start, run.start + len(paragraph.unit.text))
    if start == end:
        return
    zone, level = paragraph.style.zone, paragraph.style.level
    if run.address.startswith("comments/"):
        yield Piece(Zone.QUOTATION, start, end, (), 1, author=paragraph.author, date=paragraph.date)
    elif run.address.startswith(("header", "footer")):
        yield Piece(Zone.LEGAL if is_legal(text[start:end]) else Zone.NAVIGATION, start, end)
    elif zone is Zone.TITLE or (zone is Zone.HEADING and level == 1 and first):
        yield Piece(Zone.TITLE, start, end, headings.enter(level, text[start:end]), level)
    elif zone is Zone.HEADING or _is_unstyled_heading(text[start:end], paragraph, following):
        level = level or 9
        yield Piece(Zone.HEADING, start, end, headings.enter(level, text[start:end]), level)
    elif zone in _AS_IT_STANDS:
        yield Piece(zone, start, end, headings.path(), level)
    else:
        yield from paragraph_pieces(text, list(line_spans(text, start, end)), zone, headings.path(), level)


def _is_unstyled_heading(words: str, paragraph: Paragraph, following: Paragraph | None) -> bool:
    """A short line of its own, bold or in capitals, above plain text is a heading to every reader."""
    stands_out = paragraph.style.zone is Zone.PARAGRAPH and (paragraph.bold or _is_upper(words))
    if not stands_out or following is None or following.bold or len(words.split()) > 12 or words[-1] in ".,;:!?":
        return False
    return "\n" not in words and not _is_upper(following.unit.text) and key_value(words, 0, len(words)) is None


def _is_upper(words: str) -> bool:
    return words.isupper() and sum(c.isalpha() for c in words) >= 3


# --- tables


def _tables(
    text: str, runs: tuple[Run, ...], reader: WordReader, paths: list[tuple[str, ...]], limits: Limits
) -> tuple[Table, ...]:
    return tuple(
        _table(text, runs, reader, table, index, paths[table.cells[0].first], limits)
        for index, table in enumerate(table for table in reader.tables if table.cells)
    )


def _table(
    text: str,
    runs: tuple[Run, ...],
    reader: WordReader,
    table: WordTable,
    index: int,
    path: tuple[str, ...],
    limits: Limits,
) -> Table:
    def span(first: int, last: int) -> tuple[int, int]:
        return runs[first].start, runs[last].start + len(reader.paragraphs[last].unit.text)

    spans = [(cell, *span(cell.first, cell.last)) for cell in table.cells if cell.row < limits.max_table_rows]
    headers = _header_rows(text, table, [(cell.row, cell.column, start, end) for cell, start, end in spans])
    cells = [RawCell(cell.row, cell.column, start, end, cell.row in headers) for cell, start, end in spans]
    whole = span(table.cells[0].first, table.cells[-1].last)
    by_span = {(cell.start, cell.end): cell for cell in cells}

    def locate(start: int, end: int, words: str) -> Location:
        cell = by_span[start, end]
        numbers = (("table", index), ("row", cell.row), ("column", cell.column))
        return Location("docx", section_words(path, words), (*pointer(runs, start, end), *numbers))

    caption = _caption(reader, table)
    return make_table(index, whole, cells, text, locate, path, caption)


def _long_tables(reader: WordReader, limits: Limits) -> Iterator[Unread]:
    for number, table in enumerate((table for table in reader.tables if table.cells), start=1):
        rows = table.cells[-1].row + 1
        if rows > limits.max_table_rows:
            what = f"Table {number}, rows {limits.max_table_rows + 1}-{rows}"
            yield Unread(what, "kept as searchable text, not read cell by cell")


def _header_rows(text: str, table: WordTable, spans: list[tuple[int, int, int, int]]) -> frozenset[int]:
    """The declared header rows, else the row whose words name the columns."""
    if table.header_rows:
        return frozenset(range(table.header_rows))
    rows: list[list[str]] = [[] for _ in range(max((row for row, *_ in spans), default=-1) + 1)]
    for row, column, start, end in spans:
        rows[row] += [""] * (column - len(rows[row])) + [text[start:end]]
    shape = shape_of(rows)
    return frozenset() if shape.header is None else frozenset({shape.header})


def _caption(reader: WordReader, table: WordTable) -> str:
    """A paragraph in the caption style, or "Table 1: …", right before or after the table."""
    for number in (table.cells[0].first - 1, table.cells[-1].last + 1):
        if (
            0 <= number < len(reader.paragraphs)
            and reader.paragraphs[number].style.zone is Zone.CAPTION
            and not table.nested
        ):
            return reader.paragraphs[number].unit.text.strip()
    return ""


# --- places


def _location(
    text: str, runs: tuple[Run, ...], tables: tuple[Table, ...], headings: tuple[str, ...], start: int, end: int
) -> Location:
    first, last = run_at(runs, start), run_at(runs, max(start, end - 1))
    holding = cell_of(tables, start, end)
    words = words_in_table(tables, text, start, end) or _words(first, last)
    extra: Pointer = ()
    if holding is not None:
        table, cell = holding
        extra = (("table", table.index), ("row", cell.row), ("column", cell.column))
    elif first.address.startswith("document/"):
        extra = (("element", int(first.address.split("/")[1])),)
    return Location("docx", section_words(headings, words), (*pointer(runs, start, end), *extra))


def _words(first: Run, last: Run) -> str:
    here, there = _place(first.address), _place(last.address)
    if here == there:
        return here
    if here.startswith("paragraph ") and there.startswith("paragraph "):
        return f"paragraphs {here.removeprefix('paragraph ')}-{there.removeprefix('paragraph ')}"
    return f"{here} to {there}"


def _place(address: str) -> str:
    part, _, rest = address.partition("/")
    number = rest.split("/")[0]
    if part == "document":
        where = f"paragraph {int(number) + 1}"
        return f"text box at {where}" if "/box" in rest else where
    if part in {"footnotes", "endnotes", "comments"}:
        return f"{part[:-1]} {number}"
    return "page footer" if part.startswith("footer") else "page header"


# --- about the document


def _title(text: str, pieces: list[Piece], properties: tuple[tuple[str, str], ...]) -> str:
    titles = [piece for piece in pieces if piece.zone is Zone.TITLE]
    return title_of(text, titles) or dict(properties).get("title", "") or title_of(text, pieces)


def _property_date(properties: tuple[tuple[str, str], ...]) -> DocumentDate | None:
    """When the file was last changed or made: the weakest sign of the document's own date."""
    for name in ("modified", "created"):
        found = _TIME.match(dict(properties).get(name, ""))
        if found:
            return DocumentDate(found.group(), "day", f"{FILE_PROPERTY} {name}")
    return None


def _people(properties: tuple[tuple[str, str], ...], reader: WordReader) -> tuple[tuple[str, str, str], ...]:
    values = dict(properties)
    found = [
        (values[name], "", role)
        for name, role in (("creator", "author"), ("lastModifiedBy", "editor"))
        if name in values
    ]
    found += [(paragraph.author, "", "commenter") for paragraph in reader.paragraphs if paragraph.author]
    return tuple(dict.fromkeys(found))


def _warnings(reader: WordReader) -> tuple[str, ...]:
    said = []
    if reader.tally.inserted or reader.tally.counts["passage deleted with tracked changes"]:
        said.append("The document has tracked changes: insertions were read as text, deletions were not.")
    if reader.tally.equations:
        said.append("Equations were read as plain characters.")
    return tuple(said)
