"""The shapes of `/knowledge/*`: snake_case names, enum words in PascalCase, each read straight off the SDK's types."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

T = TypeVar("T")


class View(BaseModel):
    """A shape read from an object's attributes."""

    model_config = ConfigDict(from_attributes=True, frozen=True)


class Envelope(BaseModel, Generic[T]):
    """What every successful answer of the colony is wrapped in."""

    success: Literal[True] = True
    message: str = ""
    data: T


class RetrieveBody(BaseModel):
    """A retrieval. There is no way to leave conflicts out, and no way to name a base."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=1, max_length=2000)
    project: str | None = Field(default=None, max_length=200)
    top_k: int | None = Field(default=None, ge=1, le=50)
    include_historical: bool = False


class EntityView(View):
    """An entity."""

    entity_id: str
    name: str
    type: str
    aliases: tuple[str, ...]
    mention_count: int
    confidence: float


class HitView(View):
    """A search hit."""

    knowledge_id: str
    statement: str
    title: str
    type: str
    support: str
    status: str
    confidence: float
    score: float
    snippet: str
    why: str
    evidence_count: int
    contested: bool = Field(validation_alias="is_contested")


class SearchView(View):
    """The answer of a search."""

    query: str
    backend: str
    took_ms: int
    hits: tuple[HitView, ...]
    entities: tuple[EntityView, ...]


class FactView(View):
    """A statement."""

    knowledge_id: str
    type: str
    subject: str
    title: str
    statement: str
    attribute_key: str
    attribute_value: str
    support: str
    status: str
    confidence: float
    confidentiality: str
    effective_date: str
    superseded_by: str
    redirected_from: str
    evidence_ids: tuple[str, ...]
    entity_ids: tuple[str, ...]
    conflict_ids: tuple[str, ...]
    extractor: str
    unresolved_reason: str
    has_provenance: bool
    contested: bool = Field(validation_alias="is_contested")


class EvidenceView(View):
    """One place a statement stands. `hash_matches` was computed by the colony from the excerpt it received."""

    evidence_id: str
    knowledge_id: str
    source_id: str
    source_name: str
    source_type: str
    location: str
    chunk_id: str
    excerpt: str
    excerpt_hash: str
    extractor: str
    model: str
    confidence: float
    missing_excerpt: bool
    hash_matches: bool


class EvidenceListView(View):
    """The evidence of one statement."""

    knowledge_id: str
    evidence: tuple[EvidenceView, ...]


class ConflictSideView(View):
    """One side of a disagreement."""

    knowledge_id: str
    statement: str
    value: str
    status: str
    source_names: tuple[str, ...]
    withheld: str


class ConflictView(View):
    """A disagreement with all its sides."""

    conflict_id: str
    type: str
    attribute_key: str
    status: str
    description: str
    knowledge_ids: tuple[str, ...]
    sides: tuple[ConflictSideView, ...]
    source_ids: tuple[str, ...]
    suggested_resolution: str
    resolution: str
    open: bool = Field(validation_alias="is_open")


class ConflictListView(View):
    """The open disagreements of a base."""

    conflicts: tuple[ConflictView, ...]


class RetrieveView(View):
    """The answer of a retrieval. `rendered` is the exact text a model reads, without its untrusted block."""

    query: str
    scope: str
    backend: str
    took_ms: int
    truncated: bool
    degradation: tuple[str, ...]
    open_conflicts: int
    facts: tuple[FactView, ...]
    evidence: tuple[EvidenceView, ...]
    entities: tuple[EntityView, ...]
    conflicts: tuple[ConflictView, ...]
    rendered: str


class SourceView(View):
    """A document of a base."""

    source_id: str
    name: str
    type: str
    content_hash: str
    size_bytes: int
    processing_status: str
    document_date: str
    authoritative: bool
    duplicate_of: str
    superseded_by: str
    chunk_count: int


class SourceListView(View):
    """The documents of a base."""

    sources: tuple[SourceView, ...]


class ProjectView(View):
    """A base that can be bound."""

    project_ref: str
    name: str
    source_count: int
    knowledge_count: int
    open_conflict_count: int
    state: str


class ProjectListView(View):
    """The bases that can be bound."""

    projects: tuple[ProjectView, ...]


class StatusView(View):
    """How knowledge stands. It says whether a token is set and never what it is."""

    enabled: bool
    reachable: bool
    usable: bool
    compatible: bool
    authenticated: bool | None
    reason: str
    endpoint: str
    remote: bool
    allow_remote: bool
    version: str
    schema_version: str
    search_backend: str
    model_provider: str
    protocol_version: int | None
    package_version: int | None
    instance_id: str
    instance_generation: str
    instance_mode: str
    projects: tuple[str, ...]
    project_map: dict[str, str]
    default_project: str
    token_set: bool
    gate_env_var: str
    gate_env_pinned: bool
