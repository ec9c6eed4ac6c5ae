"""A piece of text around what matched, with the matches as character ranges of the piece; never markup."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from forager.search.question import Question, Term
from forager.search.rank import places
from forager.search.words import words

LONGEST: Final = 280
BEFORE: Final = 60


@dataclass(frozen=True, slots=True)
class Snippet:
    """``highlights`` are (start, end) in ``text``, in order, apart from each other."""

    text: str
    highlights: list[tuple[int, int]]


def snippet(question: Question, text: str) -> Snippet:
    """The whole text when it is short, else a window that begins a little before the first match."""
    found = words(text)
    terms = [each for term in question.terms for each in (term, *(Term((word,)) for word in term.related))]
    ranges = _merged(place for term in terms for place in places(term, found))
    start = _start(text, ranges[0][0] if ranges else 0)
    end = _end(text, start)
    head, tail = "…" if start else "", "…" if end < len(text) else ""
    shift = len(head) - start
    inside = [(max(a, start) + shift, min(b, end) + shift) for a, b in ranges if a < end and b > start]
    return Snippet(head + text[start:end] + tail, inside)


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(set(ranges)):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _start(text: str, first: int) -> int:
    if len(text) <= LONGEST or first <= BEFORE:
        return 0
    space = text.find(" ", first - BEFORE, first)
    return space + 1 if space >= 0 else first - BEFORE


def _end(text: str, start: int) -> int:
    if len(text) - start <= LONGEST:
        return len(text)
    space = text.rfind(" ", start + LONGEST - BEFORE, start + LONGEST)
    return space if space >= 0 else start + LONGEST
