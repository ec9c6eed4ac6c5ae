"""From a span of the normalised text to its place in a file of text, and back from the original bytes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from forager.model.document import Block, Location, ParsedDocument, Run, Unread
from forager.parse.charset import errors_for
from forager.parse.decode import CHARACTERS, encoded_length, normalise
from forager.parse.errors import PlaceNotFound

MAX_STRUCTURED = 8_000_000
"""Characters read as structure, a matter of seconds; the rest stays searchable text and is listed."""

Pointer = tuple[tuple[str, int | str], ...]

_START = attrgetter("start")
Whole = TypeVar("Whole", bytes, str)


@dataclass(frozen=True, slots=True)
class TextMap:
    """The offset map of one file of text."""

    text: str
    runs: tuple[Run, ...]
    charset: str

    @classmethod
    def of(cls, document: ParsedDocument) -> TextMap:
        """The map of a parsed file of text."""
        return cls(document.text, document.runs, dict(document.properties).get("charset", "utf-8"))

    def line(self, position: int) -> int:
        """The line, from 1, on which a character stands."""
        run = run_at(self.runs, position)
        return run.line + self.text.count("\n", run.start, position)

    def lines(self, start: int, end: int) -> tuple[int, int]:
        """First and last line of a span."""
        first = self.line(start)
        return first, first + self.text.count("\n", start, max(start, end - 1))

    def pointer(self, start: int, end: int) -> Pointer:
        """Bytes (or characters of the decoded file) and lines of a span."""
        unit = "char" if self.runs and self.runs[0].address == CHARACTERS else "byte"
        first, last = self.lines(start, end)
        return (
            ("charset", self.charset),
            (f"{unit}_from", self._origin(start, run_at(self.runs, start))),
            (f"{unit}_to", self._origin(end, run_at(self.runs, max(start, end - 1)))),
            ("line_from", first),
            ("line_to", last),
        )

    def location(self, start: int, end: int, headings: Sequence[str] = ()) -> Location:
        """The place of a span under a heading path."""
        return Location("text", section_words(headings, line_words(*self.lines(start, end))), self.pointer(start, end))

    def _origin(self, position: int, run: Run) -> int:
        part = self.text[run.start : position]
        if run.width:
            return run.origin + run.width * len(part)
        if run.address == CHARACTERS:
            return run.origin + len(part) + part.count("\n") * (len(run.newline) - 1)
        return run.origin + encoded_length(part, run.newline, self.charset)


def run_at(runs: Sequence[Run], position: int) -> Run:
    """The run that holds a character of the text; the whole file when the text is empty."""
    if not runs:
        return Run(0)
    return runs[max(0, bisect_right(runs, position, key=_START) - 1)]


def block_at(blocks: Sequence[Block], position: int) -> Block | None:
    """The last block that begins at or before a character."""
    index = bisect_right(blocks, position, key=_START) - 1
    return blocks[index] if index >= 0 else None


def headings_at(document: ParsedDocument, position: int) -> tuple[str, ...]:
    """The heading path above a character."""
    block = block_at(document.blocks, position)
    return block.headings if block else ()


def structured_end(text: str, places: TextMap) -> tuple[int, tuple[Unread, ...]]:
    """Where reading as structure ends: at a line end within ``MAX_STRUCTURED``; and the account of the rest."""
    if len(text) <= MAX_STRUCTURED:
        return len(text), ()
    end = text.rfind("\n", 0, MAX_STRUCTURED) + 1 or MAX_STRUCTURED
    why = "the file is too long: kept as searchable text, not read as structure"
    return end, (Unread(f"everything after line {places.line(end - 1)}", why),)


def line_words(first: int, last: int) -> str:
    """ "line 3" or "lines 3-5"."""
    return f"line {first}" if first == last else f"lines {first}-{last}"


def section_words(headings: Sequence[str], place: str) -> str:
    """ "Section: Launch > Schedule, line 12", or the place alone."""
    return f"Section: {' > '.join(headings)}, {place}" if headings else place


def reopen_text(data: bytes, location: Location) -> str:
    """The text at a pointer that ``TextMap.pointer`` gave, read from the bytes alone.

    Raises:
        PlaceNotFound: the pointer is none of ours or leads outside the bytes.
    """
    charset = location.get("charset")
    unit = "byte" if location.get("byte_from") is not None else "char"
    start, end = location.get(f"{unit}_from"), location.get(f"{unit}_to")
    if not isinstance(charset, str) or not isinstance(start, int) or not isinstance(end, int):
        raise PlaceNotFound("The pointer does not lead into a file of text.")
    try:
        if unit == "byte":
            return normalise(_slice(data, start, end).decode(charset, errors_for(charset)))
        return normalise(_slice(data.decode(charset, errors_for(charset)), start, end))
    except (UnicodeDecodeError, LookupError) as error:
        raise PlaceNotFound("The bytes at this place are not what was read.") from error


def _slice(whole: Whole, start: int, end: int) -> Whole:
    if not 0 <= start <= end <= len(whole):
        raise PlaceNotFound("The pointer leads outside the file.", remedy="Read the source again.")
    return whole[start:end]
