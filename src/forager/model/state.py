"""Derived states: what the live evidence and the decisions together say. Each is the whole body of a versioned row."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ItemState:
    """A knowledge item as it stands in one revision. ``confidence`` is in thousandths.

    ``evidence_ids`` are live evidence in display order; ``past_evidence_ids`` those of sources no longer live.
    """

    id: str
    type: str
    statement: str
    subject: str
    subject_words: str
    subject_entity_id: str
    attribute: str
    attribute_key: str
    slot: str
    value_kind: str
    value: str
    value_written: str
    precision: str
    qualifiers: list[list[str]]
    modality: str
    polarity: bool
    support: str
    confidence: int
    status: str
    scope: str
    effective_date: str
    valid_from: str
    valid_to: str
    document_date: str
    hedged: bool
    reported_by: str
    superseded_by: str
    review_status: str
    evidence_ids: list[str]
    past_evidence_ids: list[str]
    source_ids: list[str]
    independent_sources: int
    entity_ids: list[str]
    conflict_ids: list[str]
    addresses: list[str]
    extractor: str
    model: str


@dataclass(frozen=True, slots=True)
class EntityState:
    """An entity as it stands in one revision. ``node_ids`` are the addresses joined in it; ``reasons`` say why."""

    id: str
    entity_class: str
    name: str
    aliases: list[str]
    identifiers: list[str]
    mention_count: int
    source_ids: list[str]
    confidence: int
    node_ids: list[str]
    reasons: list[str]
    status: str = "active"


@dataclass(frozen=True, slots=True)
class CandidateState:
    """Two entities that may be one, for a person to decide. ``score`` in thousandths."""

    id: str
    left_id: str
    right_id: str
    left_name: str
    right_name: str
    score: int
    reasons_for: list[str]
    reasons_against: list[str]
    status: str = "open"


@dataclass(frozen=True, slots=True)
class RelationState:
    """A relation as it stands in one revision."""

    id: str
    kind: str
    from_id: str
    to_id: str
    from_name: str
    to_name: str
    source_ids: list[str]
    evidence: list[dict[str, object]]


@dataclass(frozen=True, slots=True)
class ConflictState:
    """A disagreement as it stands in one revision.

    ``sides`` each hold item_id, statement, value, value_written, support, document_date, source_ids, evidence_ids, independent_sources.
    ``also_claimed`` are values only hedged or reported. ``suggestion`` is {winner_id, reason} or empty; it is never applied.
    ``resolution`` is {action, winner_id, actor, decided_at, decision_seq} or empty.
    """

    id: str
    kind: str
    attribute_key: str
    slot: str
    subject: str
    description: str
    status: str
    sides: list[dict[str, object]]
    also_claimed: list[dict[str, object]]
    suggestion: dict[str, str]
    resolution: dict[str, str]
    flagged: str
    item_ids: list[str]
    source_ids: list[str]
    fingerprint: str
    addresses: list[str] = field(default_factory=list)
