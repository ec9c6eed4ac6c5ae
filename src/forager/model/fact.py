"""Facts that stand beside a name in its own record: a row of a table, a block of labelled lines, a card."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from formicaria.ground.canonical import canonical_text


class FactKind(StrEnum):
    """What a fact beside a name is."""

    GIVEN = "given"
    FAMILY = "family"
    EMAIL = "email"
    NUMBER = "number"
    PHONE = "phone"
    BIRTH = "birth"
    HOUSE = "house"
    STREET = "street"
    TOWN = "town"
    POSTCODE = "postcode"
    REGION = "region"
    ORGANIZATION = "organization"
    ROLE = "role"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact beside a name.

    ``value`` is the text as it stands, of a date of birth its ISO form. ``scheme`` says what gives a number ("social", "tax", "staff",
    "account", …): numbers of two schemes are not comparable. ``start`` and ``end`` are characters of the document's text, ``place``
    tells a person where that is; 0, 0 and empty where nothing was read.
    """

    kind: FactKind
    value: str
    scheme: str = ""
    start: int = 0
    end: int = 0
    place: str = ""


def facts_text(facts: Iterable[Fact]) -> str:
    """Facts as canonical JSON text, in order of place; empty for none."""
    rows = [
        [fact.kind.value, fact.value, fact.scheme, fact.start, fact.end, fact.place]
        for fact in sorted(facts, key=lambda fact: (fact.start, fact.end, fact.kind.value, fact.value))
    ]
    return canonical_text(rows) if rows else ""


def facts_of(text: str) -> tuple[Fact, ...]:
    """The facts that ``facts_text`` wrote."""
    return tuple(Fact(FactKind(kind), *rest) for kind, *rest in json.loads(text)) if text else ()
