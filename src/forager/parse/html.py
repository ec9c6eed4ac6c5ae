"""Web pages (HTML, XHTML): the visible text with headings, lists, tables and quotations; what stands beside it is zoned as such."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter

from forager.model.document import Block, Location, ParsedDocument, Run, Table, Unread, Zone
from forager.parse.charset import looks_binary, marked, unmarked_wide
from forager.parse.errors import EmptyFile
from forager.parse.html_about import date_for, language_for, people_for, properties_of, title_for
from forager.parse.html_parts import units_of
from forager.parse.html_pieces import PieceMaker
from forager.parse.html_reader import PageReader, ReadTable
from forager.parse.html_source import Page, open_page, without_comments
from forager.parse.parser import Limits, ParseContext
from forager.parse.pieces import Piece, to_blocks
from forager.parse.places import Pointer, block_at, section_words
from forager.parse.sniff import BINARY_SUFFIXES, binary_kind, suffix_of
from forager.parse.table_shape import shape_of
from forager.parse.tables import RawCell, cell_of, make_table, words_in_table
from forager.parse.units import Addressed, compose, pointer, reopen_units

SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".xht"})
_LEAD = re.compile(r"\s*(?:<\?[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)[\s>]", re.IGNORECASE)
_NOUNS: dict[Zone, str] = {
    Zone.PARAGRAPH: "paragraph", Zone.ITEM: "list item", Zone.KEY_VALUE: "field", Zone.QUOTATION: "quotation", Zone.CODE: "code",
    Zone.CAPTION: "caption", Zone.LEGAL: "notice", Zone.SIGNATURE: "signature", Zone.TABLE: "table", Zone.TITLE: "title",
    Zone.HEADING: "heading", Zone.NAVIGATION: "page navigation", Zone.CONTENTS: "table of contents",
}  # fmt: skip
_COUNTED = frozenset({Zone.PARAGRAPH, Zone.ITEM, Zone.KEY_VALUE, Zone.QUOTATION, Zone.CODE, Zone.CAPTION})


class HtmlParser:
    """The text is built in reading order: blocks parted by a blank line, list entries and rows by line ends, cells by tabs."""

    name = "html"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """A text that is named like a page, or a page's first tag under a name that promises nothing better."""
        suffix = suffix_of(name)
        if suffix in BINARY_SUFFIXES or binary_kind(head):
            return 0
        if suffix in SUFFIXES:
            return 90
        return 70 if not looks_binary(head) and _LEAD.match(without_comments(_letters(head))) else 0

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole page.

        Raises:
            EmptyFile: the page shows no words.
            Undecodable: the bytes are no text.
        """
        page, reader = _read(data, context.limits)
        text, runs = compose(units_of(reader.parts))
        account = (*page.unread, *reader.account.entries())
        if not text.strip() and not account:
            raise EmptyFile("The page shows no words.", remedy="Save it again if it should show some.")
        maker = PieceMaker(text, runs, reader.parts)
        pieces = maker.make()
        places = _places(pieces)
        tables = tuple(
            _table(text, runs, reader, maker.paths[table.cells[0].first], index, table)
            for index, table in enumerate(reader.tables)
        )
        blocks, capped = to_blocks(
            pieces, lambda p: _location(runs, tables, text, places[p.start], p.start, p.end), context.limits.max_blocks
        )
        properties = properties_of(page.root)
        date, warnings = date_for(page.root, properties, text, pieces)
        return ParsedDocument(
            parser=self.name,
            media_type="text/html",
            text=text,
            blocks=blocks,
            tables=tables,
            title=title_for(properties, text, pieces),
            date=date,
            language=language_for(page.root, text),
            properties=(("charset", page.charset), *properties),
            people=people_for(properties),
            unread=(*account, *_long_tables(reader, context.limits), *capped),
            warnings=warnings,
            quality=page.quality,
            runs=runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """The element or elements, and the characters in them."""
        return _location(
            document.runs, document.tables, document.text, _words(document, start, max(start, end - 1)), start, end
        )

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at this place of the page, read anew.

        Raises:
            PlaceNotFound: the page has no such place.
        """
        return reopen_units(_reread(data), location)


def _letters(head: bytes) -> str:
    """The first bytes as characters, in whatever width."""
    stated = marked(head)
    name = stated.name if stated else unmarked_wide(head) or "latin-1"
    return head[stated.mark if stated else 0 :].decode(name, "replace")


def _read(data: bytes, limits: Limits) -> tuple[Page, PageReader]:
    page = open_page(data)
    reader = PageReader(page.root, limits.max_cells, limits.max_table_rows)
    reader.read()
    return page, reader


@lru_cache(maxsize=1)
def _reread(data: bytes) -> Addressed:
    """The units of a page; kept for the next look at the same bytes."""
    return Addressed.of(units_of(_read(data, Limits())[1].parts))


# --- tables


def _table(
    text: str, runs: Sequence[Run], reader: PageReader, path: tuple[str, ...], index: int, table: ReadTable
) -> Table:
    def ends(first: int, last: int) -> tuple[int, int]:
        return runs[first].start, runs[last].start + len(reader.parts[last].text)

    headers = _header_rows(text, table, ends)
    cells = sorted(
        (
            RawCell(row, column, *ends(cell.first, cell.last), row in headers)
            for cell in table.cells
            for row, column in table.grid.spread(cell.place)
        ),
        key=lambda cell: (cell.start, -cell.row, -cell.column),
    )
    words: dict[tuple[int, int], tuple[int, int]] = {(c.start, c.end): (c.row, c.column) for c in cells}

    def locate(start: int, end: int, place: str) -> Location:
        row, column = words[start, end]
        numbers = (("table", index), ("row", row), ("column", column))
        return Location("html", section_words(path, place), (*pointer(runs, start, end), *numbers))

    whole = ends(table.cells[0].first, table.cells[-1].last)
    return make_table(index, whole, cells, text, locate, path, table.caption)


def _header_rows(text: str, table: ReadTable, ends: object) -> frozenset[int]:
    """The rows marked as headings, else the row whose words name the columns."""
    marked_rows = table.grid.header_rows()
    if marked_rows or not callable(ends):
        return marked_rows
    rows: list[list[str]] = [[] for _ in range(table.grid.rows)]
    for cell in table.cells:
        row = rows[cell.place.row]
        row += [""] * (cell.place.column - len(row)) + [text[slice(*ends(cell.first, cell.last))]]
    shape = shape_of(rows)
    return frozenset() if shape.header is None else frozenset({shape.header})


def _long_tables(reader: PageReader, limits: Limits) -> Iterator[Unread]:
    for number, table in enumerate(reader.tables, start=1):
        last = table.cells[-1].place.row + 1
        if table.grid.rows > last:
            what = f"Table {number}, rows {min(last, limits.max_table_rows) + 1}-{table.grid.rows}"
            yield Unread(what, "kept as searchable text, not read cell by cell")


# --- places


def _places(pieces: Sequence[Piece]) -> dict[int, str]:
    """Words for every block by its start: blocks of a kind are counted within their section."""
    counts: Counter[tuple[tuple[str, ...], Zone]] = Counter()
    found: dict[int, str] = {}
    for piece in sorted(pieces, key=lambda piece: (piece.start, piece.end)):
        noun = _NOUNS.get(piece.zone, "text")
        counts[piece.headings, piece.zone] += 1
        place = f"{noun} {counts[piece.headings, piece.zone]}" if piece.zone in _COUNTED else noun
        found[piece.start] = section_words(piece.headings, place)
    return found


def _words(document: ParsedDocument, start: int, last: int) -> str:
    first, final = block_at(document.blocks, start), block_at(document.blocks, last)
    if first is None or final is None:
        return "page"
    here, there = _in_words(first), _in_words(final)
    if here == there:
        return section_words(first.headings, here)
    if first.headings != final.headings:
        return f"{section_words(first.headings, here)} to {section_words(final.headings, there)}"
    return section_words(first.headings, f"{here} to {there}")


def _in_words(block: Block) -> str:
    """The block's place without its section."""
    return block.location.words.removeprefix(section_words(block.headings, ""))


def _location(runs: Sequence[Run], tables: Sequence[Table], text: str, words: str, start: int, end: int) -> Location:
    near = tables[slice(*_nearest(tables, start))]
    holding = cell_of(near, start, end)
    extra: Pointer = ()
    if holding is not None:
        table, cell = holding
        extra = (("table", table.index), ("row", cell.row), ("column", cell.column))
    inside = words_in_table(near, text, start, end)
    if inside is not None:
        words = section_words(near[0].headings, inside)
    return Location("html", words, (*pointer(runs, start, end), *extra))


def _nearest(tables: Sequence[Table], start: int) -> tuple[int, int]:
    """The one table that may hold a character: tables of a page follow one another."""
    number = bisect_right(tables, start, key=attrgetter("start"))
    return max(0, number - 1), number
