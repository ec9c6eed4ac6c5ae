"""What a feature is: a function of a pair that answers how far it holds and why, with a kind and a weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from forager.resolve.likeness import Pair


class Kind(StrEnum):
    """What a feature speaks about."""

    IDENTIFIER = "identifier"
    NAME = "name"
    RARITY = "rarity"
    HINT = "hint"
    CONTEXT = "context"
    AGAINST = "against"


@dataclass(frozen=True, slots=True)
class Found:
    """How far a feature holds (0 to 1), and why in words. Zero means it says nothing."""

    value: float = 0.0
    words: str = ""


NOTHING = Found()
Measure = Callable[[Pair], Found]
Outweighed = Callable[[Pair], str]
Soft = Callable[[Pair], bool]


def _never(_pair: Pair) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Feature:
    """One line of the table. ``cannot`` marks a contradiction: the two are never joined without a person.

    ``outweighed`` says in words what makes a contradiction none (a number for life and a date of birth that are one, say); then it
    counts a tenth of its weight. ``soft`` is set where slips in records can make a contradiction, and says whether in these two they may
    have: then it does not part two records that both surely belong to a third.
    """

    name: str
    kind: Kind
    weight: int
    measure: Measure
    cannot: bool = False
    outweighed: Outweighed = _never
    soft: Soft | None = None

    @property
    def doc(self) -> str:
        """What the feature means."""
        return (self.measure.__doc__ or "").strip()
