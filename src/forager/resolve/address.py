"""Postal addresses in parts: the words of a street in one spelling, and how two addresses stand to each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rapidfuzz.distance import JaroWinkler

from forager.resolve.fold import plain
from forager.resolve.slips import one_slip

_ABBREVIATED = dict(
    pair.split("=")
    for pair in (  # noqa: SIM905  # reads as a table
        "st=street str=street rd=road ave=avenue av=avenue pl=place cl=close ct=court crt=court cres=crescent cr=crescent dr=drive "
        "drv=drive ln=lane la=lane hwy=highway pde=parade tce=terrace ter=terrace sq=square blvd=boulevard bvd=boulevard gr=grove "
        "gve=grove gdns=gardens cct=circuit pkwy=parkway rte=route mt=mount ft=fort apt=apartment ste=suite strasse=street"
    ).split()
)
"""Usual short forms of the words of streets (after the United States' Publication 28 and Australia's AS 4590), one form each."""
_ALIKE = 0.9
"""Jaro-Winkler similarity from which on two names of streets or towns are one with slips of the pen."""
_STREET, _HOUSE, _POSTCODE, _TOWN = 0.45, 0.2, 0.2, 0.15
"""What each part of an address says of the whole."""
_NEARLY = 0.6
"""What a part says that agrees but for a slip, of what it would say."""
SAME_ADDRESS = 0.6
"""From here on two addresses are one home: a street and a house, or a street and a town, and not a town alone."""


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of the addresses that stand beside a name, as keys; any may be empty."""

    houses: tuple[str, ...] = ()
    streets: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    postcodes: tuple[str, ...] = ()


NOWHERE = Address()


@lru_cache(maxsize=65536)
def street_words(text: str) -> str:
    """The words of a street in one spelling and without spaces: "Mill Rd." and "mill road" are "millroad"."""
    words = re.findall(r"\w+", plain(text))
    joined = "".join(_ABBREVIATED.get(word, word) for word in words)
    return re.sub(r"(?<=\w{4})str(?:asse)?$", "street", joined)


@lru_cache(maxsize=65536)
def house_and_street(text: str) -> tuple[str, str]:
    """The house number and the street of a line: "12b Mill Lane" and "Mühlweg 12b"; the number is empty where there is none."""
    found = re.fullmatch(r"\s*(?P<house>\d{1,5}\s?[a-zA-Z]?)[\s,]+(?P<street>\D.*)", text)
    found = found or re.fullmatch(r"\s*(?P<street>\D.*?)[\s,]+(?P<house>\d{1,5}\s?[a-zA-Z]?)\s*", text)
    return (compact(found["house"]), found["street"]) if found else ("", text)


@lru_cache(maxsize=65536)
def compact(text: str) -> str:
    """The letters and digits of a text, in plain letters."""
    return "".join(letter for letter in plain(text) if letter.isalnum())


def likeness(one: Address, other: Address) -> float:
    """How nearly two addresses are one, 0 to 1; 0 where no street agrees, for many live in one town."""
    street = _any(_named, one.streets, other.streets)
    if not street:
        return 0.0
    told = _STREET * street + _HOUSE * _any(_coded, one.houses, other.houses)
    return (
        told + _POSTCODE * _any(_coded, one.postcodes, other.postcodes) + _TOWN * _any(_named, one.towns, other.towns)
    )


def elsewhere(one: Address, other: Address) -> bool:
    """Whether streets and towns (or postcodes) are plainly two."""
    parts = (
        (_named, one.streets, other.streets), (_named, one.towns, other.towns), (_coded, one.postcodes, other.postcodes),
    )  # fmt: skip
    streets, towns, codes = (bool(left and right) and not _any(alike, left, right) for alike, left, right in parts)
    return streets and (towns or codes)


def one_town(one: Address, other: Address) -> bool:
    """Whether towns and postcodes are one but for slips, and one of the two without."""
    town, code = _any(_named, one.towns, other.towns), _any(_coded, one.postcodes, other.postcodes)
    return town + code > 2 * _NEARLY


def _any(alike: Callable[[str, str], float], left: Iterable[str], right: Iterable[str]) -> float:
    return max((alike(*pair) for pair in product(left, right)), default=0.0)


def _named(one: str, other: str) -> float:
    if one == other:
        return 1.0
    return _NEARLY if JaroWinkler.normalized_similarity(one, other) >= _ALIKE else 0.0


def _coded(one: str, other: str) -> float:
    if one == other:
        return 1.0
    return _NEARLY if len(one) > 2 and one_slip(one, other) else 0.0  # "12" and "13" are two houses
