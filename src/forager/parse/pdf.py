"""PDF documents: text in reading order with pages and boxes; what is a picture or locked is said, never left out in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from forager.model.document import (
    FILE_PROPERTY,
    Attachment,
    DocumentDate,
    Location,
    ParsedDocument,
    Run,
    Table,
    Unread,
    Zone,
)
from forager.parse.dating import date_from_lines
from forager.parse.ending import sign
from forager.parse.errors import Damaged, EmptyFile, PlaceNotFound
from forager.parse.language import language_of
from forager.parse.parser import Limits, ParseContext
from forager.parse.pdf_carried import Carried
from forager.parse.pdf_compose import (
    Composer,
    TableSpan,
    aside_of,
    note_marks,
    page_of_run,
    pointer,
    read_written,
    steps,
    vocabulary,
)
from forager.parse.pdf_layout import Draft, draft, layout
from forager.parse.pdf_library import Document, Geometry, opened, page_of, raw, text_page
from forager.parse.pdf_notes import Note, note_words
from forager.parse.pdf_page import Sheet, char_of, read_sheet
from forager.parse.pdf_paragraphs import Part
from forager.parse.pieces import Piece, to_blocks
from forager.parse.places import headings_at, section_words
from forager.parse.sniff import BINARY_SUFFIXES, suffix_of
from forager.parse.table_shape import shape_of
from forager.parse.tables import RawCell, cell_of, make_table, words_in_table
from forager.parse.text import title_of

MAX_PAGES = 2_000
MAX_CHARACTERS = 8_000_000
"""Of one document; the pages beyond are listed."""
NO_TEXT = "a picture without text; OCR is not installed"

_MAGIC = b"%PDF-"
_DATE = re.compile(r"D:(\d{4})(\d{2})(\d{2})")
_FEW = 10
"""Fewer characters than this beside a picture are a stamp on it, not its text."""


class PdfParser:
    """Paragraphs are parted by a blank line, lines by a line end, cells by tabs; a paragraph across pages is one."""

    name = "pdf"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """By the signature, which may stand behind a little rubbish (ISO 32000-1, Annex H); not under another kind's name."""
        suffix = suffix_of(name)
        if suffix != ".pdf" and suffix in BINARY_SUFFIXES:
            return 0
        if head.startswith(_MAGIC):
            return 95
        return 85 if _MAGIC in head[:1024] and suffix == ".pdf" else 0

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole document.

        Raises:
            ParseError: locked, damaged, broken off, or without pages.
        """
        reading = _read(data, context.limits)
        parts = layout(reading.drafts)
        composer = Composer(reading.geometries, vocabulary(parts), note_marks(parts))
        composer.write(parts)
        own = len(composer.pieces)
        for note in reading.notes:
            composer.note(note)
        text, runs = composer.text(), tuple(composer.runs)
        if not text and not reading.unread:
            raise EmptyFile("The PDF holds no words.", remedy="Add it again if it should hold some.")
        tables = _tables(text, runs, composer.tables, context.limits)
        pieces = sign(text, composer.pieces[:own])
        blocks, capped = to_blocks(
            [*pieces, *composer.pieces[own:]],
            lambda p: _location(text, runs, tables, p.headings, p.start, p.end),
            context.limits.max_blocks,
        )
        date, warnings = date_from_lines(text, pieces)
        return ParsedDocument(
            parser=self.name,
            media_type="application/pdf",
            text=text,
            blocks=blocks,
            tables=tables,
            title=_title(text, pieces, reading.properties),
            date=date or _property_date(reading.properties),
            language=language_of(text),
            properties=reading.properties,
            people=_people(reading),
            attachments=reading.files,
            unread=(*reading.unread, *_unsure(parts), *_long_tables(composer.tables, context.limits), *capped),
            warnings=(*warnings, *reading.warnings, *_left_out(composer)),
            quality=reading.quality,
            runs=runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """The page or pages, and the box round the lines on the first."""
        return _location(document.text, document.runs, document.tables, headings_at(document, start), start, end)

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at this place of the document, read anew.

        Raises:
            PlaceNotFound: the document has no such place.
        """
        written = location.get("chars")
        if not isinstance(written, str):
            raise PlaceNotFound("The pointer does not lead into a PDF.", remedy="Read the source again.")
        out: list[str] = []
        for step in read_written(written):
            chars = page_chars(data, step.page, step.note) if step.page else ""
            if step.page and not step.first < step.last <= len(chars):
                raise PlaceNotFound("The pointer leads outside its page.", remedy="Read the source again.")
            out.append(chars[step.first : step.last] or step.made)
        return "".join(out)


@lru_cache(maxsize=16)
def page_chars(data: bytes, page: int, note: int = 0) -> str:
    """PDFium's characters of a page, one for each index, or of its annotation ``note``; kept for the next look at the same bytes.

    Raises:
        ParseError: there is no such page or annotation, or it cannot be read.
    """
    if note:
        with opened(data) as document, page_of(document, page) as here:
            return note_words(here, note)
    with opened(data) as document, page_of(document, page) as here, text_page(here) as handle:
        return "".join(char_of(handle, index) for index in range(raw().FPDFText_CountChars(handle)))


# --- reading


@dataclass(frozen=True, slots=True)
class _Reading:
    drafts: tuple[Draft, ...]
    geometries: dict[int, Geometry]
    properties: tuple[tuple[str, str], ...]
    unread: tuple[Unread, ...]
    warnings: tuple[str, ...]
    quality: int
    notes: tuple[Note, ...] = ()
    files: tuple[Attachment, ...] = ()


def _read(data: bytes, limits: Limits) -> _Reading:
    drafts: list[Draft] = []
    geometries: dict[int, Geometry] = {}
    unread: list[Unread] = []
    notes: list[Note] = []
    carried = Carried(limits)
    characters = hidden = garbled = 0
    with opened(data) as document:
        count = len(document)
        for number in range(1, count + 1):
            if number > MAX_PAGES or characters > MAX_CHARACTERS:
                unread.append(Unread(_pages(number, count), "the document is too long: these pages were not read"))
                break
            sheet = _sheet(document, number, unread, carried)
            if sheet is None:
                continue
            geometries[number] = sheet.geometry
            drafts.append(draft(sheet))
            unread += _account(sheet)
            notes += _worth_reading(sheet)
            characters += len(sheet.glyphs)
            hidden += sum(1 for glyph in sheet.glyphs if not glyph.style.drawn)
            garbled += sheet.garbled
        carried.of_document(document)
        properties = tuple(
            (name, " ".join(value.split())) for name, value in document.get_metadata_dict().items() if value.strip()
        )
    if not drafts:
        raise Damaged("No page of the PDF can be read.", remedy="Save it again in the program that made it.")
    poor = characters > 0 and (hidden * 2 > characters or garbled * 20 > characters)
    return _Reading(
        tuple(drafts),
        geometries,
        properties,
        (*unread, *carried.unread),
        tuple(_warnings(characters, hidden, garbled)),
        int(poor),
        tuple(notes),
        tuple(carried.files),
    )


def _sheet(document: Document, number: int, unread: list[Unread], carried: Carried) -> Sheet | None:
    try:
        with page_of(document, number) as page:
            carried.of_page(page)
            return read_sheet(page, number)
    except Damaged:
        unread.append(Unread(f"page {number}", "the page is damaged"))
        return None


def _account(sheet: Sheet) -> Iterator[Unread]:
    place = f"page {sheet.number}"
    if sheet.pictures and sum(1 for glyph in sheet.glyphs if not glyph.char.isspace()) < _FEW:
        yield Unread(place, NO_TEXT)
    if sheet.outside:
        yield Unread(f"{place}, {sheet.outside} characters", "they stand outside the visible part of the page")
    if sheet.unseen:
        yield Unread(
            f"{place}, {sheet.unseen} characters", "the page as drawn does not show them: hidden text is not read"
        )
    if sheet.noted.hidden:
        yield Unread(
            f"{place}, {_count(sheet.noted.hidden, 'comment')}", "hidden in the PDF: hidden comments are not read"
        )
    if sheet.noted.left_over:
        yield Unread(f"{place}, {_count(sheet.noted.left_over, 'annotation')}", "the page holds too many annotations")
    filled = sum(1 for note in sheet.noted.notes if note.filled)
    if filled:
        yield Unread(
            f"{place}, {_count(filled, 'filled form field')}", "kept as searchable text: no statement is made of them"
        )
    if sheet.left_over:
        yield Unread(f"{place}, {sheet.left_over} characters", "the page holds too many characters")


def _worth_reading(sheet: Sheet) -> Iterator[Note]:
    """The comments, but for those that only repeat the words of the page which they mark."""
    words = "".join("".join(glyph.char for glyph in sheet.glyphs).split())
    for note in sheet.noted.notes:
        if note.filled or "".join(note.words.split()) not in words:
            yield note


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _left_out(composer: Composer) -> Iterator[str]:
    if composer.left_out:
        yield "Marks of footnotes in running text were left out; the footnotes were read."


def _warnings(characters: int, hidden: int, garbled: int) -> Iterator[str]:
    if characters and hidden * 2 > characters:
        yield "Most of the text is a hidden layer behind pictures: characters recognised by another program."
    if characters and garbled * 20 > characters:
        yield "Fonts of the PDF do not say which characters they show: parts of the text are unreadable."


# --- tables


def _tables(text: str, runs: tuple[Run, ...], found: Sequence[TableSpan], limits: Limits) -> tuple[Table, ...]:
    return tuple(_table(text, runs, table, index, limits) for index, table in enumerate(found))


def _table(text: str, runs: tuple[Run, ...], found: TableSpan, index: int, limits: Limits) -> Table:
    rows: dict[int, list[str]] = {}
    for row, column, start, end in found.cells:
        line = rows.setdefault(row, [])
        line += [""] * (column - len(line)) + [text[start:end]]
    header = shape_of([rows.get(row, []) for row in range(max(rows, default=-1) + 1)]).header
    cells = [
        RawCell(row, column, start, end, row == header)
        for row, column, start, end in found.cells
        if row < limits.max_table_rows
    ]
    by_span = {(cell.start, cell.end): cell for cell in cells}

    def locate(start: int, end: int, words: str) -> Location:
        cell = by_span[start, end]
        numbers = (("table", index), ("row", cell.row), ("column", cell.column))
        place = f"page {found.grid.page}, {words}"
        return Location("pdf", section_words(found.headings, place), (*pointer(text, runs, start, end), *numbers))

    return make_table(index, found.span, cells, text, locate, found.headings)


def _unsure(parts: Sequence[Part]) -> Iterator[Unread]:
    """The pages on which words stand in columns that are no sure table."""
    pages = sorted({part.page for part in parts if part.grid is not None and not part.grid.sure})
    if pages:
        listed = ", ".join(map(str, pages))
        yield Unread(
            f"words in columns on {'page' if len(pages) == 1 else 'pages'} {listed}",
            "no sure table: kept as searchable text, no statement is made of them",
        )


def _long_tables(tables: Sequence[TableSpan], limits: Limits) -> Iterator[Unread]:
    for number, table in enumerate(tables, start=1):
        rows = table.cells[-1][0] + 1
        if rows > limits.max_table_rows:
            yield Unread(
                f"Table {number}, rows {limits.max_table_rows + 1}-{rows}",
                "kept as searchable text, not read cell by cell",
            )


# --- places


def _location(
    text: str, runs: tuple[Run, ...], tables: tuple[Table, ...], headings: tuple[str, ...], start: int, end: int
) -> Location:
    pairs = pointer(text, runs, start, end)
    numbers = dict(pairs)
    words = _pages(int(numbers["page"]), int(numbers["page_to"]))
    if numbers["page"] != numbers["page_to"]:
        pages = [page_of_run(run) for _, run, _, _ in steps(text, runs, start, end) if run is not None]
        words = _pages(min(pages), max(pages))
    asides = [aside_of(run) for _, run, _, _ in steps(text, runs, start, end) if run is not None]
    if asides and asides[0] and len(set(asides)) == 1:
        words += f", {asides[0]}"
    in_table = words_in_table(tables, text, start, end)
    holding = cell_of(tables, start, end)
    if holding is not None:
        pairs += (("table", holding[0].index), ("row", holding[1].row), ("column", holding[1].column))
    return Location("pdf", section_words(headings, f"{words}, {in_table}" if in_table else words), pairs)


def _pages(first: int, last: int) -> str:
    return f"page {first}" if first == last else f"pages {first}-{last}"


# --- about the document


def _title(text: str, pieces: list[Piece], properties: tuple[tuple[str, str], ...]) -> str:
    titles = [piece for piece in pieces if piece.zone is Zone.TITLE]
    return title_of(text, titles) or dict(properties).get("Title", "") or title_of(text, pieces)


def _property_date(properties: tuple[tuple[str, str], ...]) -> DocumentDate | None:
    """When the file was made, else last changed: the weakest sign of the document's own date (stamping tools change the latter)."""
    for name in ("CreationDate", "ModDate"):
        found = _DATE.match(dict(properties).get(name, ""))
        if found and "01" <= found[2] <= "12" and "01" <= found[3] <= "31":
            return DocumentDate(f"{found[1]}-{found[2]}-{found[3]}", "day", f"{FILE_PROPERTY} {name}")
    return None


def _people(reading: _Reading) -> tuple[tuple[str, str, str], ...]:
    author = dict(reading.properties).get("Author", "")
    authors = [(author, "", "author")] if author else []
    return (*authors, *dict.fromkeys((note.author, "", "commenter") for note in reading.notes if note.author))
