"""Marked words: a stretch of text cut at the edges of the evidence that lies in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from forager.model.document import Location
from forager.model.statement import LocatedSpan

EXCERPT: Final = "excerpt"
ROLES: Final = ("value", "subject", "header", "qualifier", "attribution")
"""Roles that are told apart on a page, the first that fits wins."""
_UNSEEN: Final = re.compile("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Characters that turn text round or show nothing: a page names them instead."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of the normalised text that is marked, ``end`` exclusive; ``role`` is ``excerpt`` or one of ``ROLES``.

    ``location`` is its place in the original, where it is known.
    """

    start: int
    end: int
    role: str = EXCERPT
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text under the same marks. ``first`` is set where the excerpt begins; ``unseen`` names a character that is not shown."""

    text: str
    marked: bool = False
    role: str = ""
    first: bool = False
    unseen: str = ""


def marks_of(spans: Sequence[LocatedSpan]) -> tuple[Mark, ...]:
    """The marks of one piece of evidence: its first span is the excerpt."""
    return tuple(
        Mark(span.start, span.end, EXCERPT if number == 0 else span.role, span.location)
        for number, span in enumerate(spans)
        if number == 0 or span.role in ROLES
    )


def excerpt_of(marks: Iterable[Mark]) -> Mark | None:
    """The mark of the excerpt; None when nothing is marked."""
    return next((mark for mark in marks if mark.role == EXCERPT), None)


def touches(marks: Iterable[Mark], start: int, end: int) -> bool:
    """Whether a part of the excerpt lies in a stretch of text."""
    return any(mark.role == EXCERPT and mark.start < end and start < mark.end for mark in marks)


def pieces(text: str, start: int, end: int, marks: Sequence[Mark] = ()) -> tuple[Piece, ...]:
    """The characters ``start`` to ``end`` of a text as pieces; joined they are that stretch."""
    near = [mark for mark in marks if mark.start < end and start < mark.end]
    cuts = sorted({start, end, *(cut for mark in near for cut in (mark.start, mark.end) if start < cut < end)})
    return tuple(
        piece
        for left, right in pairwise(cuts)
        for piece in _seen(text[left:right], left, [mark for mark in near if mark.start <= left and right <= mark.end])
    )


def _seen(words: str, at: int, here: Sequence[Mark]) -> Iterator[Piece]:
    roles = {mark.role for mark in here}
    marked = EXCERPT in roles
    role = next((each for each in ROLES if each in roles), "")
    first = any(mark.role == EXCERPT and mark.start == at for mark in here)
    end = 0
    for found in _UNSEEN.finditer(words):
        if end < found.start():
            yield Piece(words[end : found.start()], marked, role, first and end == 0)
        yield Piece(found.group(), marked, role, first and found.start() == 0, f"U+{ord(found.group()):04X}")
        end = found.end()
    if end < len(words):
        yield Piece(words[end:], marked, role, first and end == 0)


def said(shown: Iterable[Piece]) -> str:
    """The words of pieces."""
    return "".join(piece.text for piece in shown)
