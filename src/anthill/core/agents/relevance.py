"""Which retrieved statements answer the question, and which are only near it: a gate, deterministic and pure, nothing learned.

A statement passes when it names what the question names, when the rest of it speaks of what is asked of that, and
when it holds a value of the kind the question word asks for. A number alone is never enough.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from anthill.core.agents.asked import Asked, Kind, asked
from anthill.core.agents.stems import alike, stems
from anthill.core.evidence.values import values_in

_BAR: Final = Fraction(3, 5)
"""The share of the question, by weight, that a statement must cover."""
_STRANGE_BAR: Final = Fraction(4, 5)
"""The same for a statement about something that the question does not wholly name."""
_HALF: Final = Fraction(1, 2)
_NEAR: Final = Fraction(1, 4)
_NAME_WEIGHT: Final = 2
_CLOSE: Final = Fraction(3, 4)
"""The share of the best score that a statement needs to be told beside it."""
_OF_KIND: Final = Fraction(1, 4)

_TIMES: Final = re.compile(
    r"\b(?:1[0-9]{3}|20[0-9]{2}|\d{1,2}:\d{2}|\d{1,2}\s?[ap]\.?m\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"january|february|march|april|june|july|august|september|october|november|december|"
    r"today|tomorrow|yesterday|noon|midnight|daily|weekly|monthly|yearly|annually|before|after|until|during|since|"
    r"(?:every|each|next|last|this|within|in|for)\s+(?:\w+\s+)?(?:second|minute|hour|day|night|week|month|quarter|year)s?)\b",
    re.IGNORECASE,
)
_AT: Final = re.compile(r"\b(?:in|at|near|from|on|to|inside|outside|between|beside|around|across|via)\b", re.IGNORECASE)
_PLACES: Final = stems(
    "place location city town venue address site region country state room street employer organization company"
)
_NONE: Final = re.compile(r"\b(?:no|none|one|a|an|once|twice|both|several|half)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Offer:
    """A retrieved statement as the gate sees it; `subject`, `attribute` and `value` are empty where nobody read them.

    `composed` says that its words are a row of cells: then only subject, attribute and value are what it states.
    """

    statement: str
    excerpt: str = ""
    subject: str = ""
    attribute: str = ""
    value: str = ""
    about: str = ""
    composed: bool = False

    @property
    def stated(self) -> str:
        """The words it states something with."""
        words = (self.subject, self.attribute.replace("_", " "), self.value)
        return " ".join(words if self.composed else (*words, self.statement))

    @property
    def around(self) -> str:
        """Every word it stands among."""
        return " ".join((self.stated, self.statement, self.excerpt, "" if self.subject else self.about))


@dataclass(frozen=True, slots=True)
class Chosen:
    """Positions of the statements that answer, in their own order, and of the nearest that do not, nearest first."""

    answering: tuple[int, ...]
    nearest: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read:
    """An offer with its words as stems."""

    offer: Offer
    subject: frozenset[str]
    stated: frozenset[str]
    around: frozenset[str]


def choose(question: str, offers: Sequence[Offer], limit: int, near: int = 3) -> Chosen:
    """Choose the statements to answer with, at most `limit`; without any, at most `near` that share something with it.

    Each clause of the question is answered by itself, with the statements that come close to the best one for it.
    """
    read = [_read(each) for each in offers]
    clauses = asked(question)
    kept: set[int] = set()
    for clause in clauses:
        for thing in clause:
            scores = [_score(thing, each, read) for each in read]
            best = max(scores, default=Fraction())
            kept.update(index for index, score in enumerate(scores) if score and score >= _CLOSE * best)
    if kept:
        return Chosen(tuple(sorted(kept)[:limit]))
    return Chosen((), _nearest([thing for clause in clauses for thing in clause], read)[:near])


def _read(offer: Offer) -> _Read:
    return _Read(offer, stems(offer.subject), stems(offer.stated), stems(offer.around))


def _nearest(things: Sequence[Asked], read: Sequence[_Read]) -> tuple[int, ...]:
    scores = [max((_closeness(thing, each, read) for thing in things), default=Fraction()) for each in read]
    order = sorted(range(len(read)), key=lambda index: (-scores[index], index))
    return tuple(index for index in order if scores[index] >= max(_NEAR, _CLOSE * scores[order[0]]))


def _closeness(thing: Asked, each: _Read, read: Sequence[_Read]) -> Fraction:
    """How near a statement is that does not answer; zero for one that only shares a word by the way."""
    named = any(name <= each.around for name in thing.names)
    of_it = bool(each.subject) and each.subject <= thing.stems
    covered = _covered(thing, each, read)
    near = named or of_it or covered > _HALF or (thing.first and alike(thing.first, each.stated))
    return covered if near else Fraction()


def _score(thing: Asked, each: _Read, read: Sequence[_Read]) -> Fraction:
    """How well a statement answers; zero where it does not."""
    if not (_names_it(thing, each) and _counts_it(thing, each) and _of_kind(thing, each)):
        return Fraction()
    covered = _covered(thing, each, read)
    told = each.subject <= thing.stems
    if not _is_named(thing, each) and (covered < (_BAR if told else _STRANGE_BAR) or not _says_it(thing, each, read)):
        return Fraction()
    return covered + (_OF_KIND if thing.kinds and _value_of_kind(thing, each.offer) else 0)


def _names_it(thing: Asked, each: _Read) -> bool:
    # A row that only mentions somebody in another cell says nothing of them.
    words = each.around if thing.words else each.stated
    return all(name <= words for name in thing.names)


def _counts_it(thing: Asked, each: _Read) -> bool:
    """A year or number in the question must stand there: what held in another year is no answer."""
    return all(re.search(rf"(?<!\d){number}(?!\d)", each.offer.around) for number in thing.numbers)


def _says_it(thing: Asked, each: _Read, read: Sequence[_Read]) -> bool:
    """Whether it speaks of what is asked of its subject, and not of the subject alone."""
    wanted = thing.words - each.subject
    if not wanted:
        return bool(thing.names) or not thing.words or bool(thing.kinds) or each.offer.attribute == ""
    weights = {word: _weight(word, thing, read) for word in sorted(wanted)}
    said = sum((weight for word, weight in weights.items() if alike(word, each.stated)), Fraction())
    return said >= _HALF * sum(weights.values())


def _is_named(thing: Asked, each: _Read) -> bool:
    """Whether *how many* names subject and attribute and leaves only its verb over."""
    attribute = stems(each.offer.attribute)
    if Kind.NUMBER not in thing.kinds or not (attribute and each.subject):
        return False
    named = attribute | each.subject
    left = [word for word in thing.words if not alike(word, each.stated)]
    return named <= thing.stems and len(left) < 2


def _covered(thing: Asked, each: _Read, read: Sequence[_Read]) -> Fraction:
    """The share of the question that the statement has, each word by its weight."""
    weights = {word: _weight(word, thing, read) for word in sorted(thing.stems)}
    held = (thing.named & each.around) | {word for word in thing.words if alike(word, each.stated)}
    total = sum(weights.values())
    return Fraction(sum(weights[word] for word in sorted(held)), total) if total else Fraction()


def _weight(word: str, thing: Asked, read: Sequence[_Read]) -> Fraction:
    """Rare words weigh more, up to twice as much; names weigh more than other words."""
    having = sum(alike(word, each.around) for each in read)
    rare = 2 - Fraction(having, len(read))
    return rare * (_NAME_WEIGHT if word in thing.named else 1)


def _of_kind(thing: Asked, each: _Read) -> bool:
    return not thing.kinds or any(_has_kind(kind, thing, each) for kind in thing.kinds)


def _has_kind(kind: Kind, thing: Asked, each: _Read) -> bool:
    offer = each.offer
    told = offer.value if offer.composed else offer.statement
    if kind is Kind.PERSON:
        return _somebody(thing, each)
    if kind is Kind.PLACE:
        return bool(_PLACES & stems(offer.attribute)) or (not offer.composed and bool(_AT.search(told)))
    if kind is Kind.TIME:
        return bool(values_in(told).dates or _TIMES.search(told))
    values = values_in(told)
    return bool(values.numbers or _NONE.search(told)) or any(character.isdigit() for character in told)


def _somebody(thing: Asked, each: _Read) -> bool:
    """Whether it says who *did* it or *is* it: by its subject, by its value, or by a name in its words that was not asked."""
    if not alike(thing.first, each.stated):
        return False
    if each.subject and not each.subject & thing.stems:
        return True
    offer = each.offer
    if any(character.isupper() for character in offer.value) and not stems(offer.value) & thing.stems:
        return True
    names = [] if offer.composed else list(values_in(offer.statement).names)
    opening = stems(offer.statement.partition(" ")[0])
    if names and not each.subject and len(names[0]) == 1 and stems(names[0][0]) == opening:
        names = names[1:]
    return any(_is_other(stems(" ".join(name)), thing) for name in names)


def _is_other(name: frozenset[str], thing: Asked) -> bool:
    return not name & thing.stems or len(name - thing.stems) > 1


def _value_of_kind(thing: Asked, offer: Offer) -> bool:
    """Whether the value that was read is itself of the kind asked for."""
    values = values_in(offer.value)
    return any(
        (kind is Kind.TIME and bool(values.dates))
        or (kind is Kind.NUMBER and bool(values.numbers))
        or (kind is Kind.PLACE and bool(_PLACES & stems(offer.attribute)))
        or (kind is Kind.PERSON and bool(values.names))
        for kind in thing.kinds
    )
