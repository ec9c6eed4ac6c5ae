"""Scoring two nodes with the feature table, and telling why and why not from the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from forager.resolve.feature import Feature, Found, Kind
from forager.resolve.features import FEATURES
from forager.resolve.likeness import SAME_NAME, WHOLE_NAME, Pair, pair
from forager.resolve.nodes import Node
from forager.resolve.profile import Profile, profile
from forager.resolve.speaking_of_records import sure

AUTOMATIC = 800
"""From here on (thousandths) two nodes are joined, given a name that agrees and an identifier or context beside it."""
CANDIDATE = 400
"""From here on (thousandths) a person is asked."""
_OUTWEIGHED = 10
"""The part of its weight that an outweighed contradiction keeps."""


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
    soft: bool = False
    of_records: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """How far two nodes are one thing, in thousandths, and every reason.

    ``same_name`` and ``whole_name`` say whether the names are the same, or whole names that one bearer may have both of.
    ``sure``: joined, and two facts beside the names say so, one of them of one person alone.
    """

    thousandths: int
    band: Band
    reasons: tuple[Reason, ...]
    same_name: bool = False
    whole_name: bool = False
    sure: bool = False

    @property
    def cannot(self) -> bool:
        """Whether a contradiction stands between the two."""
        return any(reason.cannot for reason in self.reasons)

    @property
    def hard(self) -> bool:
        """Whether a contradiction stands between the two that no third record makes none."""
        return any(reason.cannot and not reason.soft for reason in self.reasons)

    @property
    def for_good(self) -> bool:
        """Whether a contradiction stands between the two that is no matter of records: of kinds, generations, employers and the like."""
        return any(reason.cannot and not reason.of_records for reason in self.reasons)

    @property
    def points(self) -> int:
        """The sum of all points, also beyond 1000: what orders those that are sure."""
        return sum(reason.points for reason in self.reasons)

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
    reasons = [_reason(feature, both, found) for feature in FEATURES if (found := feature.measure(both)).value]
    total = max(0, min(1000, sum(reason.points for reason in reasons)))
    judged, one_suffix = band(total, reasons), left.suffix == right.suffix
    same, whole = both.how in SAME_NAME and one_suffix, both.how in WHOLE_NAME
    return Score(total, judged, tuple(reasons), same, whole, judged is Band.AUTOMATIC and sure(both))


def _reason(feature: Feature, both: Pair, found: Found) -> Reason:
    points, soft = round(feature.weight * found.value), feature.soft
    outweighed = feature.outweighed(both) if feature.cannot else ""
    if outweighed:
        return Reason(feature.name, feature.kind, round(points / _OUTWEIGHED), f"{found.words}, but {outweighed}")
    slips = soft is not None and soft(both)
    return Reason(feature.name, feature.kind, points, found.words, feature.cannot, slips, soft is not None)


def band(total: int, reasons: Sequence[Reason]) -> Band:
    """What is done with a pair: joined only with a name that agrees, an identifier, context or two hints beside it, and no contradiction.

    Whatever the weights come to: a name alone, or an identifier beside unlike names, is never enough. Unlike names are one's two names
    only where a number for life and more say so (``known_otherwise``).
    """
    kinds = {reason.kind for reason in reasons}
    hinted = sum(reason.kind is Kind.HINT for reason in reasons) > 1
    supported = Kind.NAME in kinds and (hinted or kinds & {Kind.IDENTIFIER, Kind.CONTEXT})
    if total >= AUTOMATIC and supported and not any(reason.cannot for reason in reasons):
        return Band.AUTOMATIC
    return Band.CANDIDATE if total >= CANDIDATE else Band.APART


def explain(left: Node, right: Node) -> Score:
    """Why two nodes are one thing and why not: the rows of the table that spoke, with their points.

    The same rows decide in resolution; what the rest of a component adds (a bare name, a contradiction through a third node, a
    person's decision) stands in the reasons of the entity or the candidate.
    """
    return score(left, right)
