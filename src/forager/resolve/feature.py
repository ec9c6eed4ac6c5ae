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
    CONTEXT = "context"
    AGAINST = "against"


@dataclass(frozen=True, slots=True)
class Found:
    """How far a feature holds (0 to 1), and why in words. Zero means it says nothing."""

    value: float = 0.0
    words: str = ""


NOTHING = Found()
Measure = Callable[[Pair], Found]


@dataclass(frozen=True, slots=True)
class Feature:
    """One line of the table. ``cannot`` marks a contradiction: the two are never joined without a person."""

    name: str
    kind: Kind
    weight: int
    measure: Measure
    cannot: bool = False

    @property
    def doc(self) -> str:
        """What the feature means."""
        return (self.measure.__doc__ or "").strip()
