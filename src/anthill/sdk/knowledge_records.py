"""What a knowledge base says, as the colony holds it: statements, where they stand, who disagrees.

Frozen values only. Nothing here speaks a wire format or names a service, and support is a word that is carried.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from anthill.sdk.scope import KnowledgeConfidentiality, KnowledgeScope


class KnowledgeSupport(StrEnum):
    """How firmly a statement stands on its sources; declared from unknown, then strongest to weakest."""

    UNKNOWN = "Unknown"
    DIRECT_FACT = "DirectFact"
    SUPPORTED_INFERENCE = "SupportedInference"
    UNCERTAIN_INFERENCE = "UncertainInference"
    UNVERIFIED_CLAIM = "UnverifiedClaim"

    @property
    def rank(self) -> int:
        """0 for unknown, 1 for a direct fact, up to 4 for an unverified claim."""
        return list(KnowledgeSupport).index(self)

    def meets(self, minimum: KnowledgeSupport) -> bool:
        """Whether a statement of this support passes a floor; the unknown passes only when no floor is asked for (ADR 24)."""
        if self is KnowledgeSupport.UNKNOWN:
            return minimum in {KnowledgeSupport.UNVERIFIED_CLAIM, KnowledgeSupport.UNKNOWN}
        return self.rank <= minimum.rank


class KnowledgeStatus(StrEnum):
    """Where a statement stands in its life."""

    UNKNOWN = "Unknown"
    ACTIVE = "Active"
    SUPERSEDED = "Superseded"
    DISPUTED = "Disputed"
    UNRESOLVED = "Unresolved"
    STALE = "Stale"
    ARCHIVED = "Archived"

    @property
    def is_historical(self) -> bool:
        """Whether the statement is read only when history is asked for."""
        return self in (KnowledgeStatus.SUPERSEDED, KnowledgeStatus.ARCHIVED)


@dataclass(frozen=True, slots=True)
class KnowledgeEvidence:
    """One place a statement stands in a source. `excerpt_hash` is the SHA-256 hex of the excerpt's UTF-8 bytes."""

    evidence_id: str
    knowledge_id: str
    source_id: str
    source_name: str
    excerpt: str
    excerpt_hash: str
    location: str = ""
    source_type: str = ""
    chunk_id: str = ""
    content_hash: str = ""
    extractor: str = ""
    model: str = ""
    confidence: float = 0.0
    missing_excerpt: bool = False
    hash_matches: bool = True

    @property
    def is_citable(self) -> bool:
        """Whether there is an excerpt and it is the one its recorded hash was taken of."""
        return not self.missing_excerpt and self.hash_matches


@dataclass(frozen=True, slots=True)
class KnowledgeFact:
    """One statement of a base as retrieved. `rank` is its place among the search hits, 0 first; confidence is 0 to 1.

    A fact has evidence ids or `unresolved_reason` in words (or the base itself calls it unresolved): no third state.
    """

    knowledge_id: str
    statement: str
    support: KnowledgeSupport
    status: KnowledgeStatus
    confidentiality: KnowledgeConfidentiality
    confidence: float = 0.0
    type: str = "fact"
    subject: str = ""
    title: str = ""
    attribute_key: str = ""
    attribute: str = ""
    attribute_value: str = ""
    value_written: str = ""
    effective_date: str = ""
    superseded_by: str = ""
    redirected_from: str = ""
    evidence_ids: tuple[str, ...] = ()
    entity_ids: tuple[str, ...] = ()
    conflict_ids: tuple[str, ...] = ()
    extractor: str = ""
    unresolved_reason: str = ""
    rank: int = 0

    @property
    def is_unresolved(self) -> bool:
        """Whether the fact carries the explicit marker that it stands on nothing that could be shown."""
        return bool(self.unresolved_reason) or self.status is KnowledgeStatus.UNRESOLVED

    @property
    def has_provenance(self) -> bool:
        """Whether the fact has evidence or says that it has none."""
        return bool(self.evidence_ids) or self.is_unresolved

    @property
    def is_contested(self) -> bool:
        """Whether the base records a disagreement about it."""
        return bool(self.conflict_ids) or self.status is KnowledgeStatus.DISPUTED


@dataclass(frozen=True, slots=True)
class KnowledgeEntity:
    """Somebody or something a base names; `aliases` leave out the canonical name."""

    entity_id: str
    name: str
    type: str = ""
    aliases: tuple[str, ...] = ()
    mention_count: int = 0
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class KnowledgeRelationship:
    """A typed link between two entities, with the evidence it rests on."""

    relationship_id: str
    type: str
    from_id: str
    to_id: str
    statement: str = ""
    support: KnowledgeSupport = KnowledgeSupport.UNKNOWN
    confidence: float = 0.0
    evidence_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnowledgeConflictSide:
    """One side of a disagreement.

    `withheld` says why its words are not shown; then it has none, and no id where the scope may not know it.
    """

    knowledge_id: str
    statement: str = ""
    value: str = ""
    status: KnowledgeStatus = KnowledgeStatus.UNKNOWN
    source_names: tuple[str, ...] = ()
    withheld: str = ""


@dataclass(frozen=True, slots=True)
class KnowledgeConflict:
    """Statements that cannot all hold, every side of them, and what the base suggests without having applied it."""

    conflict_id: str
    type: str
    status: str
    sides: tuple[KnowledgeConflictSide, ...]
    attribute_key: str = ""
    description: str = ""
    source_ids: tuple[str, ...] = ()
    suggested_resolution: str = ""
    suggested_winner: str = ""
    resolution: str = ""

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided it; anything but a recorded decision counts as open."""
        return self.status.casefold() == "open"

    @property
    def knowledge_ids(self) -> tuple[str, ...]:
        """The sides' ids in their order."""
        return tuple(side.knowledge_id for side in self.sides)


@dataclass(frozen=True, slots=True)
class KnowledgeMetadata:
    """How a context came about. `degradation` lists, in words, what could not be fetched.

    `altered` names what came with words its recorded hash was not taken of (`ki_…#ev_…`); `conflicts_known` is false
    when the base could not be asked who disagrees.
    """

    query: str
    scope: KnowledgeScope
    backend: str = ""
    candidates_considered: int = 0
    elapsed_ms: int = 0
    truncated: bool = False
    degradation: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    conflicts_known: bool = True


class UnevidencedFact(ValueError):
    """A fact was put in a context with neither evidence nor the unresolved marker."""

    code = "knowledge_fact_without_evidence"


@dataclass(frozen=True, slots=True)
class KnowledgeContext:
    """What one retrieval knows: facts with their evidence, and every disagreement that touches them.

    Raises `UnevidencedFact` for a fact that has neither evidence rows here nor the unresolved marker
    (seed 000 section 7: there is no third state).
    """

    metadata: KnowledgeMetadata
    facts: tuple[KnowledgeFact, ...] = ()
    evidence: tuple[KnowledgeEvidence, ...] = ()
    entities: tuple[KnowledgeEntity, ...] = ()
    relationships: tuple[KnowledgeRelationship, ...] = ()
    conflicts: tuple[KnowledgeConflict, ...] = ()

    def __post_init__(self) -> None:
        """Hold every fact to its evidence."""
        held = {(row.knowledge_id, row.evidence_id) for row in self.evidence}
        for fact in self.facts:
            shown = all((fact.knowledge_id, evidence_id) in held for evidence_id in fact.evidence_ids)
            if not (fact.has_provenance and shown):
                raise UnevidencedFact(f"{fact.knowledge_id} has neither evidence in the context nor a marker")

    @property
    def open_conflicts(self) -> tuple[KnowledgeConflict, ...]:
        """The disagreements nobody has decided."""
        return tuple(conflict for conflict in self.conflicts if conflict.is_open)

    def evidence_for(self, knowledge_id: str) -> tuple[KnowledgeEvidence, ...]:
        """The evidence rows of one fact, in order."""
        return tuple(row for row in self.evidence if row.knowledge_id == knowledge_id)

    def facts_without_provenance(self) -> tuple[KnowledgeFact, ...]:
        """Facts with neither evidence nor marker: always empty, and readable by whoever wants to check."""
        return tuple(fact for fact in self.facts if not fact.has_provenance)


@dataclass(frozen=True, slots=True)
class KnowledgeHit:
    """One search result: a candidate, before its evidence was read."""

    knowledge_id: str
    statement: str
    support: KnowledgeSupport
    status: KnowledgeStatus
    confidentiality: KnowledgeConfidentiality
    title: str = ""
    type: str = "fact"
    confidence: float = 0.0
    score: float = 0.0
    snippet: str = ""
    why: str = ""
    evidence_count: int = 0
    is_contested: bool = False


@dataclass(frozen=True, slots=True)
class KnowledgeSearch:
    """The hits of one search, best first; `candidates_considered` counts them before the scope's own filter."""

    query: str
    hits: tuple[KnowledgeHit, ...] = ()
    entities: tuple[KnowledgeEntity, ...] = ()
    backend: str = ""
    took_ms: int = 0
    candidates_considered: int = 0


@dataclass(frozen=True, slots=True)
class KnowledgeProject:
    """A base an operator may bind. `state` is the service's own word."""

    project_ref: str
    name: str
    source_count: int = 0
    knowledge_count: int = 0
    open_conflict_count: int = 0
    state: str = ""


@dataclass(frozen=True, slots=True)
class KnowledgeSource:
    """A document of a base."""

    source_id: str
    name: str
    type: str = ""
    content_hash: str = ""
    size_bytes: int = 0
    processing_status: str = ""
    document_date: str = ""
    authoritative: bool = False
    duplicate_of: str = ""
    superseded_by: str = ""
    chunk_count: int = 0
