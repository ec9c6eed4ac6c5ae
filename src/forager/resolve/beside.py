"""How what stands beside two names stands to each other: one answer a kind, worked out once per pair, which the features read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import product

from forager.resolve.address import SAME_ADDRESS, elsewhere, likeness, one_town
from forager.resolve.record import NO_RECORD, PERSONAL, Record
from forager.resolve.slips import slips_between

GENERATION = 12
"""Years from which on two people of one name and home may be parent and child."""
_DAY = 8
"""Digits of a date of birth of which the whole day is known."""
_LONG = 6
"""Signs from which on a slip in a number is a slip and no other number."""


class Stand(IntEnum):
    """How two facts of one kind stand: plainly two, unclear (or one is not known), one but for a slip, one."""

    TWO = 0
    UNCLEAR = 1
    NEAR = 2
    ONE = 3


@dataclass(frozen=True, slots=True)
class Beside:
    """The facts beside two names, kind by kind. ``numbers`` are of one scheme; ``personal`` says that the one that agrees is for life.

    ``address`` is how nearly the addresses are one (0 to 1); ``one_town`` says that at least town and postcode are.
    """

    number: Stand = Stand.UNCLEAR
    personal: bool = False
    birth: Stand = Stand.UNCLEAR
    phone: Stand = Stand.UNCLEAR
    address: float = 0.0
    elsewhere: bool = False
    one_town: bool = False

    @property
    def one_home(self) -> bool:
        """Whether the addresses are one."""
        return self.address >= SAME_ADDRESS


NOTHING_BESIDE = Beside()


def beside(left: Record, right: Record) -> Beside:
    """Compare two records; the order of the two does not matter."""
    if NO_RECORD in (left, right):
        return NOTHING_BESIDE
    number, personal = _numbers(left, right)
    return Beside(
        number=number,
        personal=personal,
        birth=_best(births, left.births, right.births),
        phone=Stand.ONE if {*left.phones} & {*right.phones} else Stand.UNCLEAR,
        address=likeness(left.address, right.address),
        elsewhere=elsewhere(left.address, right.address),
        one_town=one_town(left.address, right.address),
    )


def _numbers(left: Record, right: Record) -> tuple[Stand, bool]:
    """The best stand of two numbers of one scheme, and whether that scheme is for life."""
    found = [
        (numbers(one, other), scheme in PERSONAL)
        for (scheme, one), (also, other) in product(left.numbers, right.numbers)
        if scheme == also
    ]
    return max(found, default=(Stand.UNCLEAR, False))


def numbers(one: str, other: str) -> Stand:
    """How two numbers of one scheme stand: one slip of typing in a long one does not make another; two leave it unclear."""
    if one == other:
        return Stand.ONE
    slips = slips_between(one, other) if min(len(one), len(other)) >= _LONG else 3
    return {1: Stand.NEAR, 2: Stand.UNCLEAR}.get(slips, Stand.TWO)


def births(one: str, other: str) -> Stand:
    """How two dates of birth stand: day and month swapped or one slip are near, two unclear; a year of another generation counts as one."""
    if one == other:
        return Stand.ONE
    if len(one) != _DAY or len(other) != _DAY:
        return Stand.UNCLEAR if one.startswith(other) or other.startswith(one) else Stand.TWO
    swapped = one[:4] == other[:4] and one[4:] == other[6:] + other[4:6]
    slips = 1 if swapped else slips_between(one, other)
    slips += abs(int(one[:4]) - int(other[:4])) >= GENERATION
    return {1: Stand.NEAR, 2: Stand.UNCLEAR}.get(slips, Stand.TWO)


def _best(stand: Callable[[str, str], Stand], left: Iterable[str], right: Iterable[str]) -> Stand:
    return max((stand(*pair) for pair in product(left, right)), default=Stand.UNCLEAR)
