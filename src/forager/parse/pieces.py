"""Blocks on their way: a span with its zone, before its place is worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from forager.model.document import Block, Location, Unread, Zone

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A block without its location."""

    zone: Zone
    start: int
    end: int
    headings: tuple[str, ...] = ()
    level: int = 0
    label: Span | None = None
    value: Span | None = None
    author: str = ""
    date: str = ""


@dataclass(slots=True)
class HeadingPath:
    """The headings above the place where reading stands."""

    stack: list[tuple[int, str]] = field(default_factory=list)

    def path(self) -> tuple[str, ...]:
        """The headings from the outermost inwards."""
        return tuple(text for _, text in self.stack)

    def enter(self, level: int, text: str) -> tuple[str, ...]:
        """Step under a heading; the answer is the path above it."""
        while self.stack and self.stack[-1][0] >= level:
            self.stack.pop()
        above = self.path()
        self.stack.append((level, " ".join(text.split())))
        return above


def to_blocks(
    pieces: Sequence[Piece], locate: Callable[[Piece], Location], limit: int
) -> tuple[tuple[Block, ...], tuple[Unread, ...]]:
    """Pieces in text order as blocks, at most ``limit``; the account says when more stood there."""
    ordered = sorted(pieces, key=lambda piece: (piece.start, piece.end))
    blocks = tuple(_block(piece, locate(piece)) for piece in ordered[:limit])
    if len(ordered) <= limit:
        return blocks, ()
    words = f"everything after {blocks[-1].location.words}" if blocks else "the whole text"
    return blocks, (Unread(words, f"more than {limit} blocks: kept as searchable text, not read as structure"),)


def _block(piece: Piece, place: Location) -> Block:
    return Block(
        piece.zone, piece.start, piece.end, place, piece.headings,
        piece.level, piece.label, piece.value, piece.author, piece.date,
    )  # fmt: skip


def line_spans(text: str, start: int, end: int) -> Iterator[Span]:
    """The lines of a stretch of text, without their line ends."""
    at = start
    while at < end:
        stop = text.find("\n", at, end)
        stop = end if stop < 0 else stop
        yield at, stop
        at = stop + 1


def strip_span(text: str, start: int, end: int) -> Span:
    """The span without blanks at either end."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
