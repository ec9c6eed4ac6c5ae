"""What the colony means by knowledge, and the two seams through which it reaches a knowledge service.

Nothing here speaks a wire format or names a service. Every read takes a scope; every answer is an `Outcome`,
because unavailability is an answer and not an exception (seed 000 section 8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from anthill.sdk.knowledge_records import (
    KnowledgeConflict,
    KnowledgeConflictSide,
    KnowledgeContext,
    KnowledgeEntity,
    KnowledgeEvidence,
    KnowledgeFact,
    KnowledgeHit,
    KnowledgeMetadata,
    KnowledgeProject,
    KnowledgeRelationship,
    KnowledgeSearch,
    KnowledgeSource,
    KnowledgeStatus,
    KnowledgeSupport,
    UnevidencedFact,
)
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
