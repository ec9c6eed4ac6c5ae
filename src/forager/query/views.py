"""The shapes in which records are shown: frozen, complete, in the wire's names (reference, knowledge facts B6)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ItemView:
    """A knowledge item. ``confidence`` is 0 to 1; ``evidence_count`` is of live evidence, or of past where none lives.

    ``source_name`` and ``location`` are of its first evidence, whose words are shown.
    """

    id: str
    project_id: str
    type: str
    title: str
    subject: str
    subject_entity_id: str
    statement: str
    attribute_key: str
    attribute: str
    attribute_value: str
    attribute_value_kind: str
    attribute_value_written: str
    precision: str
    polarity: bool
    qualifiers: dict[str, str]
    modality: str
    support: str
    confidence: float
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
    contested: bool
    evidence_count: int
    evidence_ids: list[str]
    past_evidence_ids: list[str]
    source_ids: list[str]
    source_names: list[str]
    source_name: str
    location: str
    independent_sources: int
    entity_ids: list[str]
    conflict_ids: list[str]
    extractor_name: str
    extractor_version: str
    model_name: str
    redirected_from: str = ""


@dataclass(frozen=True, slots=True)
class SpanView:
    """A part of the evidence: its role, its place in the normalised text (characters) and in the original."""

    role: str
    start: int
    end: int
    place: dict[str, object]


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """One place where one source makes one claim. ``live`` is False for a source that does not count any more.

    ``content_hash`` is the SHA-256 of the excerpt as it was read; ``missing_excerpt`` says that the excerpt is gone or altered.
    """

    id: str
    project_id: str
    target_id: str
    source_id: str
    source_name: str
    source_type: str
    source_hash: str
    document_date: str
    authoritative: bool
    chunk_id: str
    location: str
    place: dict[str, object]
    spans: list[SpanView]
    start: int
    end: int
    excerpt: str
    content_hash: str
    missing_excerpt: bool
    statement: str
    value: str
    value_written: str
    support: str
    modality: str
    reported_by: str
    extractor_name: str
    extractor_version: str
    model_name: str
    confidence: float
    live: bool


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity named beside another record."""

    id: str
    project_id: str
    canonical_name: str
    type: str


@dataclass(frozen=True, slots=True)
class ItemDetail:
    """An item with its evidence, the entities it names and the disagreements it is a side of; ``note`` says what it is held to."""

    item: ItemView
    evidence: list[EvidenceView]
    entities: list[EntityRef]
    note: str = ""


@dataclass(frozen=True, slots=True)
class AliasView:
    """Another name of an entity."""

    alias: str
    kind: str
    confidence: float


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity. ``knowledge_count`` is counted only where one entity is asked for.

    ``told_apart`` is what stands beside its name, given where a list holds another of the same name and class.
    """

    id: str
    project_id: str
    type: str
    canonical_name: str
    aliases: list[AliasView]
    identifiers: list[str]
    confidence: float
    status: str
    scope: str
    mention_count: int
    source_ids: list[str]
    source_names: list[str]
    node_ids: list[str]
    reasons: list[str]
    knowledge_count: int | None = None
    redirected_from: str = ""
    note: str = ""
    told_apart: str = ""


@dataclass(frozen=True, slots=True)
class CandidateView:
    """Two entities that may be one, with the reasons for and against; ``score`` is 0 to 1."""

    id: str
    project_id: str
    left: EntityRef
    right: EntityRef
    score: float
    reasons_for: list[str]
    reasons_against: list[str]
    status: str


@dataclass(frozen=True, slots=True)
class RelationEvidenceView:
    """One place where a source states a relation."""

    source_id: str
    source_name: str
    location: str
    place: dict[str, object]
    excerpt: str
    content_hash: str
    extractor_name: str
    extractor_version: str


@dataclass(frozen=True, slots=True)
class RelationView:
    """A directed, typed relation between two entities."""

    id: str
    project_id: str
    type: str
    from_id: str
    from_name: str
    to_id: str
    to_name: str
    statement: str
    source_ids: list[str]
    evidence: list[RelationEvidenceView]


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a disagreement: what it says, who says it. ``item_id`` is empty where the sides are documents."""

    item_id: str
    statement: str
    value: str
    value_written: str
    polarity: bool
    support: str
    status: str
    document_date: str
    source_ids: list[str]
    source_names: list[str]
    evidence_ids: list[str]
    independent_sources: int


@dataclass(frozen=True, slots=True)
class ConflictItem:
    """A side as a record with an id: a statement, or a document where documents repeat each other."""

    id: str
    project_id: str
    kind: str
    statement: str
    value: str
    status: str
    scope: str
    source_names: list[str]


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """What a rule favours and why. It is never applied."""

    winner_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class ResolutionView:
    """What a person decided. ``notes`` are read only where one disagreement is asked for."""

    action: str
    winner_id: str
    actor: str
    decided_at: str
    decision_seq: int
    notes: str = ""
    credential: str = ""
    credential_name: str = ""


@dataclass(frozen=True, slots=True)
class ConflictView:
    """A disagreement with all its sides. ``status`` is open or decided; ``flagged`` says what changed since the decision."""

    id: str
    project_id: str
    type: str
    attribute_key: str
    subject: str
    status: str
    description: str
    item_ids: list[str]
    source_ids: list[str]
    source_names: list[str]
    sides: list[SideView]
    items: list[ConflictItem]
    also_claimed: list[SideView]
    suggested_resolution: SuggestionView | None
    resolution: ResolutionView | None
    flagged: str
    fingerprint: str
    redirected_from: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class SourceView:
    """One version of one document."""

    id: str
    project_id: str
    original_name: str
    source_type: str
    media_type: str
    content_hash: str
    size_bytes: int
    processing_status: str
    state: str
    title: str
    language: str
    document_date: str
    date_origin: str
    authoritative: bool
    duplicate_of: str
    superseded_by: str
    replaced_by: str
    parent_id: str
    chunk_count: int
    statement_count: int
    failure_code: str
    failure: str
    scope: str
    accepted_at: str
    kind: str = ""
    unread_count: int = 0
    unread: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ProjectView:
    """A knowledge base with its counts at the published revision."""

    id: str
    slug: str
    name: str
    purpose: str
    source_count: int
    knowledge_count: int
    open_conflict_count: int
    processing_state: str
    revision_id: str
    created_at: str
    archived_at: str


@dataclass(frozen=True, slots=True)
class RevisionView:
    """A published revision."""

    id: str
    project_id: str
    rev: int
    published_at: str
    job_id: str
    completeness: str
    content_digest: str
    items: int
    conflicts: int
    decision_seq: int


@dataclass(frozen=True, slots=True)
class AttributeView:
    """An attribute: how many statements have it, whether it has one value at a time, and who says so."""

    attribute: str
    statements: int
    single_valued: bool
    declared_by: str


@dataclass(frozen=True, slots=True)
class ChangeView:
    """What became of one record between two revisions; ``before`` and ``label`` are its words then and now."""

    kind: str
    id: str
    change: str
    label: str
    before: str
    before_status: str
    after_status: str
    changed_fields: list[str]


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of a record's history: a revision in which it changed, or an act of a person on it."""

    at: str
    revision: str
    what: str
    status: str
    words: str
    decision: DecisionView | None = None


@dataclass(frozen=True, slots=True)
class DecisionView:
    """One act of a person; ``undone`` says whether a later act took it back."""

    seq: int
    project_id: str
    kind: str
    choice: str
    targets: list[str]
    canonical: list[str]
    winner_id: str
    undoes: int
    undone: bool
    attached: bool
    actor: str
    credential: str
    notes: str
    at: str
    about: list[str] = field(default_factory=list)
    credential_name: str = ""
