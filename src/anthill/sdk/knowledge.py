"""What the colony means by knowledge, and the two seams through which it reaches a knowledge service.

Nothing here speaks a wire format or names a service. Every read takes a scope; every answer is an `Outcome`,
because unavailability is an answer and not an exception (seed 000 section 8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from anthill.sdk.scope import UNRESOLVED, KnowledgeConfidentiality, KnowledgeScope, KnowledgeScopeKind

__all__ = [
    "UNRESOLVED",
    "KnowledgeAvailability",
    "KnowledgeConfidentiality",
    "KnowledgeConflict",
    "KnowledgeConflictSide",
    "KnowledgeContext",
    "KnowledgeEntity",
    "KnowledgeEvidence",
    "KnowledgeFact",
    "KnowledgeFailure",
    "KnowledgeHit",
    "KnowledgeIngestion",
    "KnowledgeJob",
    "KnowledgeJobStage",
    "KnowledgeMetadata",
    "KnowledgeProject",
    "KnowledgeProvider",
    "KnowledgeRelationship",
    "KnowledgeScope",
    "KnowledgeScopeKind",
    "KnowledgeSearch",
    "KnowledgeSource",
    "KnowledgeStatus",
    "KnowledgeSupport",
    "Outcome",
    "RetrievalRequest",
    "SearchRequest",
    "UnevidencedFact",
]

V_co = TypeVar("V_co", covariant=True)


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
        """Whether a statement of this support passes a floor; unknown support is admitted and shown as unknown."""
        return self is KnowledgeSupport.UNKNOWN or self.rank <= minimum.rank


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


class KnowledgeFailure(StrEnum):
    """Why a read gave no answer. Whether to try again follows from the failure and is never set beside it."""

    NONE = "None"
    DISABLED = "Disabled"
    UNAVAILABLE = "Unavailable"
    TIMEOUT = "Timeout"
    UNAUTHORIZED = "Unauthorized"
    SCOPE_UNRESOLVED = "ScopeUnresolved"
    NOT_FOUND = "NotFound"
    INVALID = "Invalid"
    MALFORMED = "Malformed"
    UPSTREAM = "Upstream"

    @property
    def retryable(self) -> bool:
        """Whether the same read may succeed later without anybody changing anything."""
        return self in (KnowledgeFailure.UNAVAILABLE, KnowledgeFailure.TIMEOUT, KnowledgeFailure.UPSTREAM)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[V_co]):
    """A value, or a typed refusal with its reason in words and the service's own request id."""

    value: V_co | None = None
    failure: KnowledgeFailure = KnowledgeFailure.NONE
    reason: str = ""
    upstream_request_id: str | None = None

    def __post_init__(self) -> None:
        """Refuse an outcome that is both an answer and a failure, or neither."""
        if (self.failure is KnowledgeFailure.NONE) is (self.value is None):
            raise ValueError("an outcome is either a value or a failure")

    @classmethod
    def refused(cls, failure: KnowledgeFailure, reason: str, upstream_request_id: str | None = None) -> Outcome[V_co]:
        """A failure with its reason."""
        return cls(None, failure, reason, upstream_request_id)

    @property
    def ok(self) -> bool:
        """Whether there is a value."""
        return self.failure is KnowledgeFailure.NONE

    @property
    def retryable(self) -> bool:
        """Whether trying again later may help; derived from the failure."""
        return self.failure.retryable


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
    attribute_value: str = ""
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
    """How a context came about. `degradation` lists, in words, what could not be fetched."""

    query: str
    scope: KnowledgeScope
    backend: str = ""
    candidates_considered: int = 0
    elapsed_ms: int = 0
    truncated: bool = False
    degradation: tuple[str, ...] = ()


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
class SearchRequest:
    """A ranked search. `limit` is 1 to 50; empty `types` means all; `deadline` is an instant of `time.monotonic()`."""

    query: str
    scope: KnowledgeScope
    limit: int = 10
    types: tuple[str, ...] = ()
    minimum_support: KnowledgeSupport = KnowledgeSupport.UNVERIFIED_CLAIM
    include_historical: bool = False
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class RetrievalRequest:
    """An evidence-first retrieval. `top_k` is 1 to 50, `max_context_chars` 1,000 to 200,000.

    Conflicts are always included: nothing here can switch them off. `deadline` is an instant of `time.monotonic()`
    by which the whole retrieval ends.
    """

    query: str
    scope: KnowledgeScope
    top_k: int = 8
    include_entities: bool = True
    include_historical: bool = False
    minimum_support: KnowledgeSupport = KnowledgeSupport.UNVERIFIED_CLAIM
    max_context_chars: int = 12_000
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class KnowledgeAvailability:
    """What a probe found. `authenticated` is None when it could not be asked; the endpoint never carries a token."""

    enabled: bool
    reachable: bool
    reason: str = ""
    endpoint: str = ""
    remote: bool = False
    version: str = ""
    schema_version: str = ""
    search_backend: str = ""
    model_provider: str = ""
    authenticated: bool | None = None
    compatible: bool = True
    protocol_version: int | None = None
    package_version: int | None = None
    instance_id: str = ""
    instance_generation: str = ""
    instance_mode: str = ""

    @property
    def usable(self) -> bool:
        """Whether a read can be expected to work: a refused credential is not a working service."""
        return self.enabled and self.reachable and self.compatible and self.authenticated is not False


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


@dataclass(frozen=True, slots=True)
class KnowledgeJobStage:
    """One persisted stage of an ingestion, counted by the service."""

    name: str
    status: str
    processed: int = 0
    skipped: int = 0
    failed: int = 0
    warnings: int = 0


@dataclass(frozen=True, slots=True)
class KnowledgeJob:
    """An ingestion as its service records it; progress is 0 to 1 and never computed here."""

    job_id: str
    status: str
    current_stage: str = ""
    progress: float = 0.0
    stages: tuple[KnowledgeJobStage, ...] = ()
    warnings: tuple[str, ...] = ()
    error: str = ""
    started_at: str = ""
    finished_at: str = ""

    @property
    def is_terminal(self) -> bool:
        """Whether it will not move again by itself."""
        return self.status in ("completed", "failed", "cancelled")


class KnowledgeProvider(Protocol):
    """Reads a base under a scope. Never raises for unavailability; refuses a scope that is not the one in force.

    `deadline` is an instant of `time.monotonic()` by which an answer or a typed timeout is given.
    """

    @property
    def name(self) -> str:
        """A stable word for the kind of provider."""
        ...

    def probe(self) -> KnowledgeAvailability:
        """Ask the service what it is and whether it answers."""
        ...

    def search(self, request: SearchRequest) -> Outcome[KnowledgeSearch]:
        """Ranked candidates."""
        ...

    def retrieve(self, request: RetrievalRequest) -> Outcome[KnowledgeContext]:
        """Candidates with their evidence, entities and conflicts, within the size asked for."""
        ...

    def get(self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None) -> Outcome[KnowledgeFact]:
        """One statement."""
        ...

    def evidence(
        self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEvidence, ...]]:
        """Where one statement stands in its sources."""
        ...

    def related_entities(
        self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEntity, ...]]:
        """The entities one statement names."""
        ...

    def find_entities(
        self, name: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEntity, ...]]:
        """Entities by name."""
        ...

    def conflicts(self, scope: KnowledgeScope) -> Outcome[tuple[KnowledgeConflict, ...]]:
        """All open disagreements of the base."""
        ...

    def sources(self, scope: KnowledgeScope) -> Outcome[tuple[KnowledgeSource, ...]]:
        """The documents of the base."""
        ...

    def projects(self) -> Outcome[tuple[KnowledgeProject, ...]]:
        """The bases an operator may bind: the one read without a scope, for binding only."""
        ...


class KnowledgeIngestion(Protocol):
    """Hands documents to a base and reads the service's own record of the work."""

    def upload(
        self, scope: KnowledgeScope, files: Sequence[tuple[str, bytes]], *, force: bool
    ) -> Outcome[KnowledgeJob]:
        """Send named bytes and start their ingestion."""
        ...

    def start(self, scope: KnowledgeScope, paths: Sequence[str], *, force: bool) -> Outcome[KnowledgeJob]:
        """Ingest folders the caller has already put through its path guard."""
        ...

    def job(self, job_id: str, scope: KnowledgeScope) -> Outcome[KnowledgeJob]:
        """One job."""
        ...

    def jobs(self, scope: KnowledgeScope, limit: int) -> Outcome[tuple[KnowledgeJob, ...]]:
        """The newest jobs."""
        ...

    def cancel(self, job_id: str, scope: KnowledgeScope) -> Outcome[KnowledgeJob]:
        """Ask a job to stop."""
        ...

    def retry(self, job_id: str, scope: KnowledgeScope) -> Outcome[KnowledgeJob]:
        """Resume a job from its checkpoints."""
        ...
