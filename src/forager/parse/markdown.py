"""Markdown files (CommonMark with tables and front matter)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from forager.model.document import DocumentDate, Location, ParsedDocument, Table
from forager.parse.charset import looks_binary
from forager.parse.dating import date_from_fields, date_from_lines
from forager.parse.decode import decode
from forager.parse.front_matter import FrontMatter, front_matter
from forager.parse.language import language_of
from forager.parse.markdown_reader import MarkdownReader, PipeTable
from forager.parse.parser import ParseContext
from forager.parse.people import people_in
from forager.parse.pieces import Piece, to_blocks
from forager.parse.places import TextMap, headings_at, reopen_text, section_words, structured_end
from forager.parse.sniff import binary_kind, is_other_text, suffix_of
from forager.parse.tables import make_table, words_in_table
from forager.parse.text import title_of

SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
_SIGNS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rb"\A(?:\xef\xbb\xbf)?---\r?\n[\w-]+:",
        rb"^#{1,6} \S",
        rb"^```",
        rb"^\|?[ \t]*:?-{3,}:?[ \t]*\|",
        rb"\]\(\S+\)",
        rb"\*\*\S",
    )
)


class MarkdownParser:
    """Headings, lists, quotations, code, tables and front matter, with the source's own lines as text."""

    name = "markdown"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """By name; without a telling name three different signs of Markdown will do."""
        if looks_binary(head) or binary_kind(head):
            return 0
        if suffix_of(name) in SUFFIXES:
            return 80
        if is_other_text(head, name):
            return 0
        return 40 if sum(1 for sign in _SIGNS if sign.search(head)) >= 3 else 0

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole file.

        Raises:
            Undecodable: the bytes are no text.
        """
        decoded = decode(data)
        text, places = decoded.text, TextMap(decoded.text, decoded.runs, decoded.charset)
        matter = front_matter(text)
        stop, cut = structured_end(text, places)
        reader = MarkdownReader(
            text,
            min(len(text), matter.end + 1) if matter.end else 0,
            context.limits.max_depth,
            context.limits.max_table_rows,
        )
        reader.read(stop)
        pieces = [*matter.pieces, *reader.pieces]
        blocks, capped = to_blocks(
            pieces, lambda p: places.location(p.start, p.end, p.headings), context.limits.max_blocks
        )
        date, warnings = _date(text, matter, pieces)
        return ParsedDocument(
            parser=self.name,
            media_type="text/markdown",
            text=text,
            blocks=blocks,
            tables=_tables(reader, places),
            title=_field(matter, ("title",)) or title_of(text, reader.pieces),
            date=date,
            language=language_of(text[matter.end :]),
            properties=(("charset", decoded.charset), *matter.fields),
            people=people_in((_field(matter, ("author", "authors")), "author")),
            unread=(*decoded.unread, *cut, *reader.unread, *capped),
            warnings=warnings,
            quality=decoded.quality,
            runs=decoded.runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """Bytes and lines of a span, and its table cell in words."""
        places, headings = TextMap.of(document), headings_at(document, start)
        words = words_in_table(document.tables, document.text, start, end)
        place = places.location(start, end, headings)
        return Location("text", section_words(headings, words), place.pointer) if words else place

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at those bytes.

        Raises:
            PlaceNotFound: these bytes have no such place.
        """
        return reopen_text(data, location)


def _tables(reader: MarkdownReader, places: TextMap) -> tuple[Table, ...]:
    return tuple(_table(reader.text, index, table, places) for index, table in enumerate(reader.tables))


def _table(text: str, index: int, table: PipeTable, places: TextMap) -> Table:
    def locate(start: int, end: int, words: str) -> Location:
        return Location("text", section_words(table.headings, words), places.pointer(start, end))

    return make_table(index, table.span, table.cells, text, locate, table.headings, table.caption)


def _date(text: str, matter: FrontMatter, pieces: Iterable[Piece]) -> tuple[DocumentDate | None, tuple[str, ...]]:
    """Front matter speaks before a "Date:" line."""
    date, warnings = date_from_fields(matter.fields, "front matter: {name}", text)
    if date is not None:
        return date, warnings
    later, more = date_from_lines(text, [piece for piece in pieces if piece.start >= matter.end])
    return later, (*warnings, *more)


def _field(matter: FrontMatter, names: tuple[str, ...]) -> str:
    return next((value for name, value in matter.fields if name.casefold() in names), "")
