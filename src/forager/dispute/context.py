"""What a document says around a name that tells which bearer of the name it means (design notes §6, *different entity*).

Two documents that place a name in different countries, or give it another kind, organisation or day of birth, are not surely about one
thing. What only one of them says tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from forager.dispute.places import places_in

Context = frozenset[tuple[str, str]]
"""What tells namesakes apart, by kind: ("country", "kenya"), ("category", "river")."""
NOWHERE: Context = frozenset()

TELLING = frozenset(
    {"region", "organization", "employer", "headquarters", "category", "part_of", "birth_date", "founding_date"}
)
"""Attributes whose value says which bearer of a name is meant."""


def context_of(subject: str, texts: Iterable[str], told: Iterable[tuple[str, str]]) -> Context:
    """The context of a subject in one document.

    ``texts`` are the sentences about it, with the headings and the title they stand under; ``told`` its attributes with their values. A
    subject that names a place itself has none: the places beside it are its neighbours.
    """
    if places_in(subject.title()):
        return NOWHERE
    named = {place for text in texts for place in places_in(text)}
    return frozenset(named | {(slot, value) for slot, value in told if slot in TELLING})


def apart(left: Iterable[Context], right: Iterable[Context]) -> bool:
    """Whether two sides surely speak in different contexts: of one kind, both say something and have nothing in common."""
    one, other = _by_kind(left), _by_kind(right)
    return any(one[kind].isdisjoint(other[kind]) for kind in one.keys() & other.keys())


def _by_kind(contexts: Iterable[Context]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind, value in frozenset[tuple[str, str]]().union(*contexts):
        found.setdefault(kind, set()).add(value)
    return found
