"""What a slot is judged on: each evidence beside the facts of its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forager.dispute.context import NOWHERE, Context
from forager.dispute.signs import NO_SIGNS, Signs
from forager.model.evidence import Evidence
from forager.model.keys import Qualifiers
from forager.model.statement import SUPPORT_ORDER, Support, Value, ValueKind

UNDATED = "9999"
WEAK = frozenset({Support.UNCERTAIN_INFERENCE, Support.UNVERIFIED_CLAIM})
_RANK = {support: rank for rank, support in enumerate(SUPPORT_ORDER)}


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What disagreement needs to know of a source. ``live`` is whether its evidence counts; ``removed`` that a person took it away.

    ``cluster`` is the original among near-duplicates: one cluster is one independent voice. ``title`` and ``opening``, the version in its
    first lines, and ``signs`` of when it was written, are known where that was asked.
    """

    id: str
    logical_name: str
    document_date: str
    authoritative: bool
    cluster: str
    replaced_by: str
    live: bool
    removed: bool
    title: str = ""
    opening: str = ""
    signs: Signs = NO_SIGNS


@dataclass(frozen=True, slots=True)
class Witness:
    """One evidence and the source that gives it; ``context`` tells which bearer of the subject's name it means, where that was asked."""

    evidence: Evidence
    source: SourceFacts
    context: Context = NOWHERE

    @property
    def weak(self) -> bool:
        """Whether it only hedges or reports."""
        return self.evidence.support in WEAK

    @property
    def value(self) -> Value | None:
        """The typed value, when there is one."""
        row = self.evidence
        return Value(ValueKind(row.value_kind), row.value, row.value_written, row.precision) if row.value_kind else None


@dataclass(frozen=True, slots=True)
class Slot:
    """Where values can disagree. ``token`` is the canonical subject; ``certain`` that it is surely one thing across sources.

    ``kin`` are pairs of sources that are forms of one document, each with one value here: between them both holds.
    """

    project_id: str
    token: str
    name: str
    qualifiers: Qualifiers
    modality: str
    certain: bool
    single_valued: bool
    proposition: bool
    kin: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Side:
    """All evidence for one value. ``standing`` is the live part that still asserts it; ``live`` all live; ``past`` no longer live."""

    id: str
    addresses: tuple[str, ...]
    live: tuple[Witness, ...]
    past: tuple[Witness, ...]
    standing: tuple[Witness, ...]

    @property
    def shown(self) -> Witness:
        """The evidence whose words are shown: the first in display order, live before past."""
        return (self.live or self.past)[0]

    @property
    def weak(self) -> bool:
        """Whether everything that still asserts it only hedges or reports."""
        return all(witness.weak for witness in self.standing)

    @property
    def independent(self) -> int:
        """How many independent sources assert it."""
        return len({witness.source.cluster or witness.source.id for witness in self.live})

    @property
    def newest(self) -> str:
        """The latest document date among what asserts it, or empty."""
        return max((witness.source.document_date for witness in self.standing), default="")


def display_order(witness: Witness) -> tuple[int, int, int, str, str, int, str]:
    """Best first: support, hedges, parse quality, document date, source, offset (design notes §3)."""
    row, source = witness.evidence, witness.source
    rank = _RANK[Support(row.support)]
    return (rank, row.hedges, row.quality, source.document_date or UNDATED, source.id, row.start, row.id)


def ordered(witnesses: Sequence[Witness]) -> tuple[Witness, ...]:
    """Witnesses in display order."""
    return tuple(sorted(witnesses, key=display_order))
