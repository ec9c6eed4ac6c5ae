"""The name part of the score alone: whether two written names agree, whatever stands beside them."""

from __future__ import annotations

from dataclasses import dataclass

from forager.model.statement import EntityClass
from forager.resolve.feature import Kind
from forager.resolve.names import name_key
from forager.resolve.nodes import Node
from forager.resolve.score import Reason, score

AGREE = 300
"""From here on (thousandths) two names may be written forms of one. Inside a project that alone joins nothing (design notes §7)."""
_OF_NAMES = frozenset({Kind.NAME, Kind.AGAINST})


@dataclass(frozen=True, slots=True)
class NameMatch:
    """How far two written names agree, in thousandths, and the rows of the feature table that say so."""

    thousandths: int
    agree: bool
    reasons: tuple[Reason, ...]


def match_names(left: str, right: str, entity_class: str = EntityClass.PERSON) -> NameMatch:
    """Compare two written names of a class by the name features alone; the order of the two does not matter.

    How often a name is met is left out: it says how much an agreement is worth, not whether there is one.
    """
    first, second = sorted((left, right))
    found = score(_alone("left", first, entity_class), _alone("right", second, entity_class))
    reasons = tuple(reason for reason in found.reasons if reason.kind in _OF_NAMES)
    total = max(0, min(1000, sum(reason.points for reason in reasons)))
    return NameMatch(total, total >= AGREE and not any(reason.cannot for reason in reasons), reasons)


def _alone(id_: str, name: str, entity_class: str) -> Node:
    return Node(id_, "", entity_class, name_key(name, entity_class), ((name, 1),), mention_count=1)
