"""Plain text files."""

from __future__ import annotations

from forager.model.document import Location, ParsedDocument, Zone
from forager.parse.charset import looks_binary
from forager.parse.dating import date_from_lines
from forager.parse.decode import decode
from forager.parse.language import language_of
from forager.parse.parser import ParseContext
from forager.parse.pieces import Piece, to_blocks
from forager.parse.places import TextMap, headings_at, reopen_text, structured_end
from forager.parse.prose import Prose
from forager.parse.sniff import is_other_text, suffix_of

SUFFIXES = frozenset({".txt", ".text", ".log", ".asc"})


class TextParser:
    """Plain text: headings, lists, key-value lines, quotations, signatures and paragraphs, by line."""

    name = "text"
    version = "1"

    def score(self, head: bytes, name: str) -> int:
        """Any text will do; a better parser for its kind wins."""
        if looks_binary(head) or is_other_text(head, name):
            return 0
        return 60 if suffix_of(name) in SUFFIXES else 20

    def parse(self, data: bytes, context: ParseContext) -> ParsedDocument:
        """Read the whole file.

        Raises:
            Undecodable: the bytes are no text.
        """
        decoded = decode(data)
        places = TextMap(decoded.text, decoded.runs, decoded.charset)
        stop, cut = structured_end(decoded.text, places)
        pieces = Prose(decoded.text).read(0, stop)
        blocks, unread = to_blocks(
            pieces, lambda piece: places.location(piece.start, piece.end, piece.headings), context.limits.max_blocks
        )
        date, warnings = date_from_lines(decoded.text, pieces)
        return ParsedDocument(
            parser=self.name,
            media_type="text/plain",
            text=decoded.text,
            blocks=blocks,
            title=title_of(decoded.text, pieces),
            date=date,
            language=language_of(decoded.text),
            properties=(("charset", decoded.charset),),
            unread=(*decoded.unread, *cut, *unread),
            warnings=warnings,
            quality=decoded.quality,
            runs=decoded.runs,
        )

    def locate(self, document: ParsedDocument, start: int, end: int) -> Location:
        """Bytes and lines of a span."""
        return TextMap.of(document).location(start, end, headings_at(document, start))

    def reopen(self, data: bytes, location: Location) -> str:
        """What stands at those bytes.

        Raises:
            PlaceNotFound: these bytes have no such place.
        """
        return reopen_text(data, location)


def title_of(text: str, pieces: list[Piece]) -> str:
    """The words of the title block, or of the first heading."""
    for zones in ({Zone.TITLE}, {Zone.HEADING}):
        for piece in pieces:
            if piece.zone in zones:
                return " ".join(text[piece.start : piece.end].split())
    return ""
