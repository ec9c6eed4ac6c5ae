"""What a question asks for: its clauses, and in each the names, the other words, the numbers and the kind of value. Pure.

A clause with *and* in it asks for several things; each is one `Asked`, and a statement that covers one of them covers
its part of the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, takewhile
from typing import Final

from anthill.core.agents.stems import QUIET, WORD, stem, stems


class Kind(StrEnum):
    """The kind of value that a question word asks for."""

    TIME = "time"
    NUMBER = "number"
    PERSON = "person"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing asked for, as stems. `names` are runs of capitalised words, each of them wanted whole.

    `words` are its other words and `first` the first of them, `numbers` its numbers as written, `kinds` any of which a
    value may be.
    """

    names: tuple[frozenset[str], ...] = ()
    words: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    first: str = ""

    @property
    def named(self) -> frozenset[str]:
        """Every stem of its names."""
        return frozenset().union(*self.names)

    @property
    def stems(self) -> frozenset[str]:
        """Every stem it asks for, numbers left out."""
        return self.named | self.words


Token = tuple[str, bool]
"""A word as written, and whether it stands at the beginning of its clause."""

_OF_KIND: Final = {
    "when": Kind.TIME,
    "where": Kind.PLACE,
    "who": Kind.PERSON,
    "whom": Kind.PERSON,
    "whose": Kind.PERSON,
}
_AMOUNTS: Final = frozenset(
    {"many", "much", "long", "often", "far", "old", "high", "big", "large", "tall", "fast", "deep", "heavy"}
)
_BEFORE: Final = "and or at by for from in of on since to until with exactly how"
_LEADING: Final = frozenset([*_OF_KIND, *_BEFORE.split()])
"""Words that may stand before what a question asks for, its question word among them."""
_QUESTION: Final = "who|whom|whose|what|when|where|which|why|how"
_CLAUSE: Final = re.compile(rf"[?!;]+|(?:,|\band\b)\s*(?:and\s+)?(?=(?:{_QUESTION})\b)", re.IGNORECASE)
_WHO_IS: Final = re.compile(r"\W*(?i:who)\s+(?:is|are|was|were)\s+(?=[^\W\d_a-z])")
_TAKES_PLACE: Final = re.compile(r"\b(tak\w+|took)\s+place\b", re.IGNORECASE)
_AT_PLACES: Final = stems("play live located based situated held stand sit lie")
_GENERIC: Final = stems("project programme program mr mrs ms dr prof sir company team")
"""Words that stand before a name and may be left out of it."""


def asked(question: str) -> tuple[tuple[Asked, ...], ...]:
    """The clauses of a question, each with the things it asks for; none where no word of it asks for anything."""
    clauses: list[tuple[Asked, ...]] = []
    waiting: frozenset[Kind] = frozenset()
    for part in _CLAUSE.split(_TAKES_PLACE.sub(" ", question)):
        kinds = _kinds(part) | waiting
        found = _things(part, kinds)
        # *When and where will it be?* has its words behind the second question word only.
        waiting = frozenset() if found else kinds
        clauses.extend([found] if found else [])
    return tuple(clauses)


def _kinds(part: str) -> frozenset[Kind]:
    words = [match[0].casefold() for match in WORD.finditer(part)]
    leading = list(takewhile(lambda word: word in _LEADING, words))
    found = {_OF_KIND[word] for word in leading if word in _OF_KIND}
    if leading[-1:] == ["how"] and words[len(leading) :][:1] and words[len(leading)] in _AMOUNTS:
        found.add(Kind.NUMBER)
    return frozenset(found)


def _things(part: str, kinds: frozenset[Kind]) -> tuple[Asked, ...]:
    whole = [_segment(segment, kinds) for segment in _segments(part)]
    named, worded = ([each for each in whole if each.names], [each for each in whole if each.words])
    every = Asked(
        tuple(name for each in whole for name in each.names),
        frozenset().union(*(each.words for each in whole)),
        frozenset().union(*(each.numbers for each in whole)),
        kinds,
        next((each.first for each in whole if each.first), ""),
    )
    if len(named) < 2 and len(worded) < 2:
        found = [every]
    else:
        found = [
            Asked(
                each.names if len(named) > 1 and each.names else every.names if len(named) < 2 else (),
                each.words if len(worded) > 1 and each.words else every.words if len(worded) < 2 else frozenset(),
                every.numbers,
                kinds,
                each.first if len(worded) > 1 and each.words else every.first,
            )
            for each in whole
        ]
    # Who is Anna Keller asks for what is said of her, not for another person.
    if _WHO_IS.match(part):
        found = [each if each.words else replace(each, kinds=frozenset()) for each in found]
    return tuple(dict.fromkeys(each for each in found if each.stems))


def _segments(part: str) -> list[list[Token]]:
    """The words of a clause, apart at *and* and *or*."""
    matches = list(WORD.finditer(part))
    tokens = [(match[0], index == 0) for index, match in enumerate(matches)]
    groups = groupby(tokens, key=lambda token: token[0] in ("and", "or"))
    return [list(group) for joined, group in groups if not joined]


def _segment(tokens: Sequence[Token], kinds: frozenset[Kind]) -> Asked:
    names: list[frozenset[str]] = []
    words: list[str] = []
    numbers: set[str] = set()
    for is_name, group in groupby(tokens, key=_is_name):
        run = [word for word, _ in group]
        if is_name:
            names.extend(_name(run))
            continue
        numbers.update(word for word in run if word.isdigit())
        words.extend(stem(word) for word in run if _asks(word, kinds))
    return Asked(tuple(names), frozenset(words), frozenset(numbers), kinds, words[0] if words else "")


def _is_name(token: Token) -> bool:
    word, first = token
    return word[0].isupper() and word.casefold() not in QUIET and not first


def _name(run: Sequence[str]) -> list[frozenset[str]]:
    whole = frozenset().union(*(stems(word) for word in run))
    return [(whole - _GENERIC) or whole]


def _asks(word: str, kinds: frozenset[Kind]) -> bool:
    if word.casefold() in QUIET or word.isdigit() or (len(word) < 2 and word.isascii()):
        return False
    if Kind.NUMBER in kinds and word.casefold() in _AMOUNTS:
        return False
    return not (Kind.PLACE in kinds and stem(word) in _AT_PLACES)
