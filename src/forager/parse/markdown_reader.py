"""Markdown source as blocks and tables with exact spans, by the line maps of a CommonMark parser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from forager.model.document import Unread, Zone
from forager.parse.ending import sign
from forager.parse.paragraphs import paragraph_pieces
from forager.parse.pieces import HeadingPath, Piece, Span, line_spans, strip_span
from forager.parse.pipe_table import row_cells
from forager.parse.quoted import Voice, attribution
from forager.parse.tables import RawCell
from forager.parse.zones import CONTENTS_LINE, CONTENTS_TITLE

_BOX = re.compile(r"\[[ xX]\][ \t]+")
_ATX = re.compile(r"#{1,6}(?=[ \t]|$)[ \t]*")
_ATX_END = re.compile(r"[ \t]+#+[ \t]*$|^#+[ \t]*$")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,40}\]:[ \t]*")
_IMAGES = re.compile(r"(?:\s*\[?!\[[^\[\]\n]*\]\([^()\n]*\)(?:\]\([^()\n]*\))?)+\s*")
_ANCHOR = re.compile(r"\[[^\[\]\n]+\]\(#[^()\s]*\)")


@dataclass(frozen=True, slots=True)
class PipeTable:
    """A table's span, cells, heading path and caption."""

    span: Span
    cells: tuple[RawCell, ...]
    headings: tuple[str, ...]
    caption: str = ""


@dataclass(slots=True)
class MarkdownReader:
    """Walks the block tokens of one file; ``start`` is where the body begins (after front matter)."""

    text: str
    start: int
    max_depth: int
    max_table_rows: int
    pieces: list[Piece] = field(default_factory=list)
    tables: list[PipeTable] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    _lines: list[Span] = field(default_factory=list)
    _headings: HeadingPath = field(default_factory=HeadingPath)
    _quotes: int = 0
    _lists: int = 0
    _item_begins: bool = False
    _contents: bool = False
    _voice: Voice = field(default_factory=Voice)
    _html: list[int] = field(default_factory=list)

    def read(self, end: int) -> None:
        """Read the body up to ``end``."""
        self._lines = list(line_spans(self.text, self.start, end))
        tokens = _parser(self.max_depth).parse(self.text[self.start : end])
        index = 0
        while index < len(tokens):
            index = self._take(tokens, index)
        self.pieces = sign(self.text, self.pieces)
        self._account(tokens)

    def _take(self, tokens: Sequence[Token], index: int) -> int:
        """Read one token (or a whole table) and answer the next index."""
        token = tokens[index]
        match token.type:
            case "table_open":
                self._table(token)
                return _closing(tokens, index) + 1
            case "heading_open":
                self._heading(token, tokens[index + 1])
                return index + 3
            case "paragraph_open":
                self._paragraph(tokens[index + 1])
                return index + 3
            case "fence" | "code_block" | "html_block":
                self._verbatim(token)
            case _:
                self._container(token)
        return index + 1

    def _container(self, token: Token) -> None:
        if token.type.startswith("blockquote"):
            self._quotes += token.nesting
            self._voice = Voice() if token.nesting < 0 and not self._quotes else self._voice
        elif token.type.startswith("list_item"):
            self._item_begins = token.nesting > 0
        elif token.type.startswith(("bullet_list", "ordered_list")):
            self._lists += token.nesting

    # --- headings and paragraphs

    def _content_lines(self, token: Token) -> list[Span]:
        """The spans of an inline token's source lines, without what containers put before them.

        The parser strips container marks from the left of each line and blanks from both ends, so content aligns at the right.
        """
        first = token.map[0] if token.map else 0
        spans: list[Span] = []
        for offset, content in enumerate(token.content.split("\n")):
            if first + offset >= len(self._lines):
                break
            start, end = self._lines[first + offset]
            end = strip_span(self.text, start, end)[1]
            begin = max(start, end - len(content.rstrip()))
            spans.append((begin, end) if content.strip() else (end, end))
        return spans or [(self._lines[first][0], self._lines[first][1])]

    def _heading(self, opening: Token, inline: Token) -> None:
        level = int(opening.tag[1])
        span = self._atx(opening, inline) if opening.markup.startswith("#") else self._setext(inline)
        words = self.text[slice(*span)]
        if not words.strip():
            return
        above = self._headings.enter(level, _plain(words))
        title = level == 1 and not any(p.zone in {Zone.TITLE, Zone.HEADING} for p in self.pieces)
        zone = Zone.QUOTATION if self._quotes else Zone.TITLE if title else Zone.HEADING
        self.pieces.append(Piece(zone, *span, above, level))
        self._contents = CONTENTS_TITLE.fullmatch(_plain(words).strip().rstrip(":")) is not None

    def _atx(self, opening: Token, inline: Token) -> Span:
        start, end = self._lines[opening.map[0] if opening.map else 0]
        mark = self.text.find(opening.markup, start, end)
        found = _ATX.match(self.text, mark, end)
        start, end = strip_span(self.text, found.end() if found else mark, end)
        trailing = _ATX_END.search(self.text[start:end])
        if trailing and len(inline.content.strip()) < end - start:
            end = start + trailing.start()
        return strip_span(self.text, start, end)

    def _setext(self, inline: Token) -> Span:
        lines = self._content_lines(inline)
        return strip_span(self.text, lines[0][0], lines[-1][1])

    def _paragraph(self, inline: Token) -> None:
        lines = self._content_lines(inline)
        zone = Zone.QUOTATION if self._quotes else Zone.ITEM if self._item_begins else Zone.PARAGRAPH
        level = self._quotes or self._lists
        if self._item_begins:
            lines[0] = (self._after(_BOX, lines[0]), lines[0][1])
        lines[0] = (self._after(_FOOTNOTE, lines[0]), lines[0][1])
        self._item_begins = False
        whole = self.text[lines[0][0] : lines[-1][1]]
        if zone is Zone.QUOTATION:
            self._quotation(lines, whole)
            return
        found = attribution(whole)
        if found:
            self._voice, zone = Voice(*found), Zone.QUOTATION
        if self._lists_contents(zone, whole):
            zone = Zone.CONTENTS
            self.pieces.append(
                Piece(zone, *strip_span(self.text, lines[0][0], lines[-1][1]), self._headings.path(), level)
            )
        elif _IMAGES.fullmatch(whole):
            self.pieces.append(
                Piece(Zone.CAPTION, *strip_span(self.text, lines[0][0], lines[-1][1]), self._headings.path(), level)
            )
        else:
            self._contents = self._contents and bool(self._lists)
            self.pieces += paragraph_pieces(self.text, lines, zone, self._headings.path(), level)

    def _lists_contents(self, zone: Zone, whole: str) -> bool:
        """Entries under a "Contents" heading, or a list entry that is nothing but a link into this file."""
        if zone is Zone.ITEM and _ANCHOR.fullmatch(whole.strip()):
            return True
        lines = whole.split("\n")
        return self._contents and (zone is Zone.ITEM or all(CONTENTS_LINE.fullmatch(line[:300]) for line in lines))

    def _after(self, mark: re.Pattern[str], span: Span) -> int:
        found = mark.match(self.text, *span)
        return found.end() if found else span[0]

    def _quotation(self, lines: Sequence[Span], whole: str) -> None:
        start, end = strip_span(self.text, lines[0][0], lines[-1][1])
        if start < end:
            voice = self._voice
            self.pieces.append(
                Piece(
                    Zone.QUOTATION,
                    start,
                    end,
                    self._headings.path(),
                    self._quotes,
                    author=voice.author,
                    date=voice.date,
                )
            )
        found = attribution(whole)
        if found:
            self._voice = Voice(*found)

    # --- what is kept as it stands

    def _verbatim(self, token: Token) -> None:
        first, last = token.map or (0, 0)
        inner = self._lines[first:last]
        if token.type == "fence":
            closed = len(inner) > 1 and self.text[slice(*inner[-1])].strip(" \t>").startswith(token.markup)
            inner = inner[1:-1] if closed else inner[1:]
        if token.type == "html_block":
            self._html.append(first)
        if not inner:
            return
        start, end = inner[0][0], strip_span(self.text, inner[0][0], inner[-1][1])[1]
        if start < end:
            self.pieces.append(Piece(Zone.CODE, start, end, self._headings.path(), self._quotes or self._lists))

    # --- tables

    def _table(self, opening: Token) -> None:
        first, last = opening.map or (0, 0)
        rows = [n for n in range(first, min(last, len(self._lines))) if n != first + 1]
        cells: list[RawCell] = []
        for row, line in enumerate(rows[: self.max_table_rows]):
            spans = row_cells(self.text, *self._lines[line], first=row == 0)
            cells += [RawCell(row, column, *span, header=row == 0) for column, span in enumerate(spans)]
        if len(rows) > self.max_table_rows:
            self.unread.append(
                Unread(
                    f"table rows {self.max_table_rows + 1}-{len(rows)}",
                    "kept as searchable text, not read cell by cell",
                )
            )
        span = strip_span(self.text, self._lines[first][0], self._lines[max(first, min(last, len(self._lines)) - 1)][1])
        path = self._headings.path()
        self.tables.append(PipeTable(span, tuple(cells), path, self._caption_before(span[0])))
        self.pieces.append(Piece(Zone.QUOTATION if self._quotes else Zone.TABLE, *span, path))

    def _caption_before(self, start: int) -> str:
        last = self.pieces[-1] if self.pieces else None
        near = last is not None and last.zone is Zone.CAPTION and not self.text[last.end : start].strip(" \t\n*_")
        return self.text[last.start : last.end] if last and near else ""

    # --- the end

    def _account(self, tokens: Sequence[Token]) -> None:
        if self._html:
            line = self.text.count("\n", 0, self.start) + self._html[0] + 1
            what = "1 HTML block" if len(self._html) == 1 else f"{len(self._html)} HTML blocks"
            self.unread.append(
                Unread(f"{what} (the first at line {line})", "kept as searchable text, not read as structure")
            )
        if any(token.level >= self.max_depth - 1 for token in tokens):
            self.unread.append(
                Unread("the innermost lists or quotations", f"nested deeper than {self.max_depth} containers")
            )


def _parser(max_depth: int) -> MarkdownIt:
    """Blocks only: statements quote the source, so inline markup stays as it stands."""
    parser = MarkdownIt("commonmark", {"maxNesting": max_depth}).enable("table")
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


def _closing(tokens: Sequence[Token], index: int) -> int:
    level = tokens[index].level
    return next(
        (n for n in range(index + 1, len(tokens)) if tokens[n].level == level and tokens[n].nesting < 0),
        len(tokens) - 1,
    )


def _plain(words: str) -> str:
    """Heading words without emphasis, code marks and link targets, for the heading path."""
    words = re.sub(r"!?\[([^\[\]]*)\]\([^()]*\)", r"\1", words)
    return re.sub(r"(?<!\w)[*_]{1,3}|[*_]{1,3}(?!\w)|`+", "", words)
