"""Scoring two nodes with the feature table, and telling why and why not from the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from forager.resolve.feature import Kind
from forager.resolve.features import FEATURES
from forager.resolve.likeness import SAME_NAME, WHOLE_NAME, pair
from forager.resolve.nodes import Node
from forager.resolve.profile import Profile, profile

AUTOMATIC = 800
"""From here on (thousandths) two nodes are joined, given a name that agrees and an identifier or context beside it."""
CANDIDATE = 400
"""From here on (thousandths) a person is asked."""


class Band(StrEnum):
    """What is done with a pair."""

    AUTOMATIC = "automatic"
    CANDIDATE = "candidate"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Reason:
    """One feature that spoke: its points (thousandths, signed) and its words."""

    feature: str
    kind: Kind
    points: int
    words: str
    cannot: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """How far two nodes are one thing, in thousandths, and every reason.

    ``same_name`` and ``whole_name`` say whether the names are the same, or whole names that one bearer may have both of.
    """

    thousandths: int
    band: Band
    reasons: tuple[Reason, ...]
    same_name: bool = False
    whole_name: bool = False

    @property
    def cannot(self) -> bool:
        """Whether a contradiction stands between the two."""
        return any(reason.cannot for reason in self.reasons)

    @property
    def identified(self) -> bool:
        """Whether both stand beside one identifier."""
        return any(reason.kind is Kind.IDENTIFIER for reason in self.reasons)

    @property
    def reasons_for(self) -> tuple[str, ...]:
        """What speaks for one thing, in words, in the table's order."""
        return tuple(reason.words for reason in self.reasons if reason.points > 0)

    @property
    def reasons_against(self) -> tuple[str, ...]:
        """What speaks against, in words, in the table's order."""
        return tuple(reason.words for reason in self.reasons if reason.points < 0)


def score(left: Node, right: Node) -> Score:
    """Score two nodes with the feature table; the order of the two does not matter."""
    first, second = sorted((left, right), key=lambda node: node.id)
    return score_profiles(profile(first), profile(second))


def score_profiles(left: Profile, right: Profile) -> Score:
    """Score two profiles, the one with the smaller node id first."""
    both = pair(left, right)
    reasons = []
    for feature in FEATURES:
        found = feature.measure(both)
        if found.value:
            points = round(feature.weight * found.value)
            reasons.append(Reason(feature.name, feature.kind, points, found.words, feature.cannot))
    total = max(0, min(1000, sum(reason.points for reason in reasons)))
    one_suffix = left.suffix == right.suffix
    return Score(
        total, band(total, reasons), tuple(reasons), both.how in SAME_NAME and one_suffix, both.how in WHOLE_NAME
    )


def band(total: int, reasons: Sequence[Reason]) -> Band:
    """What is done with a pair: joined only with a name that agrees, an identifier or context beside it, and no contradiction.

    Whatever the weights come to: a name alone, or an identifier beside unlike names, is never enough.
    """
    kinds = {reason.kind for reason in reasons}
    supported = Kind.NAME in kinds and kinds & {Kind.IDENTIFIER, Kind.CONTEXT}
    if total >= AUTOMATIC and supported and not any(reason.cannot for reason in reasons):
        return Band.AUTOMATIC
    return Band.CANDIDATE if total >= CANDIDATE else Band.APART


def explain(left: Node, right: Node) -> Score:
    """Why two nodes are one thing and why not: the rows of the table that spoke, with their points.

    The same rows decide in resolution; what the rest of a component adds (a bare name, a contradiction through a third node, a
    person's decision) stands in the reasons of the entity or the candidate.
    """
    return score(left, right)
