"""The facts beside a name as keys that can be compared: identifiers, dates of birth, addresses. Worked out once per node."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from forager.model.fact import FactKind
from forager.resolve.address import NOWHERE, Address, compact, house_and_street, street_words
from formicaria.ground.ids import normal_text

PERSONAL = frozenset({"social", "tax", "national", "passport", "licence", "patient"})
"""Schemes that give a number to one person for life, and none to a household or a post."""
_SHORTEST_PHONE = 6

Row = tuple[str, str, str]
"""A fact of a node: kind, scheme, value."""


@dataclass(frozen=True, slots=True)
class Record:
    """What stands beside a name. ``numbers`` are (scheme, key); ``births`` are digits, YYYYMMDD where the whole day is known."""

    mails: tuple[str, ...] = ()
    numbers: tuple[tuple[str, str], ...] = ()
    phones: tuple[str, ...] = ()
    births: tuple[str, ...] = ()
    address: Address = NOWHERE
    organizations: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    givens: tuple[str, ...] = ()
    families: tuple[str, ...] = ()


NO_RECORD = Record()


def record(facts: Iterable[Row]) -> Record:
    """The record of some facts, each list sorted."""
    rows = [*facts]
    if not rows:
        return NO_RECORD
    return Record(
        mails=_keys(rows, FactKind.EMAIL, str.casefold),
        numbers=tuple(sorted({(s, key) for kind, s, v in rows if kind == FactKind.NUMBER and (key := compact(v))})),
        phones=_keys(rows, FactKind.PHONE, phone_key),
        births=_keys(rows, FactKind.BIRTH, digits),
        address=_address(rows),
        organizations=_keys(rows, FactKind.ORGANIZATION, str.strip),
        roles=_keys(rows, FactKind.ROLE, str.casefold),
        givens=_keys(rows, FactKind.GIVEN, normal_text),
        families=_keys(rows, FactKind.FAMILY, normal_text),
    )


def _address(rows: Iterable[Row]) -> Address:
    every = [*rows]
    lines = [house_and_street(value) for kind, _, value in every if kind == FactKind.STREET]
    houses = {*_keys(every, FactKind.HOUSE, compact), *(house for house, _ in lines if house)}
    streets = {words for _, street in lines if (words := street_words(street))}
    return Address(
        tuple(sorted(houses)), tuple(sorted(streets)), _keys(every, FactKind.TOWN, compact),
        _keys(every, FactKind.POSTCODE, compact),
    )  # fmt: skip


def _keys(rows: Iterable[Row], wanted: FactKind, key: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(sorted({found for kind, _, value in rows if kind == wanted and (found := key(value))}))


def digits(text: str) -> str:
    """The digits of a text."""
    return re.sub(r"\D", "", text)


def phone_key(text: str) -> str:
    """The last nine digits of a telephone number: those that every way to write it has. Empty for a short one."""
    found = digits(text)
    return found[-9:] if len(found) >= _SHORTEST_PHONE else ""
