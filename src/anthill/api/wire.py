"""What the routes take and give, as models: the colony's OpenAPI description is generated from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from anthill.core.missions.intake import MissionRequest
from anthill.core.planning.request import Authority, RequestedTask, RequestedWorkflow
from anthill.sdk.permission import Permission

Short = Annotated[str, Field(max_length=200)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SetupBody(_Body):
    """The first administrator."""

    name: Annotated[str, Field(max_length=64)] = "admin"
    password: Annotated[str, Field(max_length=1024)]


class LoginBody(_Body):
    """A sign-in."""

    name: Annotated[str, Field(max_length=64)]
    password: Annotated[str, Field(max_length=1024)]


class TokenBody(_Body):
    """A token to be made."""

    name: Annotated[str, Field(max_length=64)]
    permissions: Annotated[list[Permission], Field(min_length=1, max_length=32)]
    project_id: Annotated[str, Field(max_length=200)] | None = None
    days: Annotated[int, Field(ge=1, le=366)] = 30


class LinkBody(_Body):
    """A sign-in link to be made; `then` is a path here, or an http address on this machine."""

    then: Annotated[str, Field(max_length=2000)] = "/"
    actor: Annotated[str, Field(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""


class TaskBody(_Body):
    """One requested step."""

    label: Short
    task_type: Short | None = None
    role: Short | None = None
    depends_on: Annotated[list[Short], Field(max_length=12)] = []
    output_schema: Short | None = None

    def to_core(self) -> RequestedTask:
        """Return the core's own noun."""
        return RequestedTask(self.label, self.task_type, self.role, tuple(self.depends_on), self.output_schema)


class WorkflowBody(_Body):
    """A requested workflow; leave it out to let the colony plan."""

    tasks: Annotated[list[TaskBody], Field(max_length=32)] = []
    required_roles: Annotated[list[Short], Field(max_length=32)] = []
    optional_roles: Annotated[list[Short], Field(max_length=32)] = []
    output_schema: Short | None = None

    def to_core(self) -> RequestedWorkflow:
        """Return the core's own noun."""
        return RequestedWorkflow(
            tuple(each.to_core() for each in self.tasks),
            tuple(self.required_roles),
            tuple(self.optional_roles),
            self.output_schema,
        )


class MissionBody(_Body):
    """A mission to be run, or only planned."""

    goal: Annotated[str, Field(min_length=1, max_length=20_000)]
    project_id: Short = ""
    workspace_id: Short = ""
    workflow: WorkflowBody = WorkflowBody()
    authority: Authority = Authority.OBSERVE

    def to_core(self, requested_by: str, project_id: str) -> MissionRequest:
        """Return the core's own noun; the caller decides the project, not the body alone."""
        return MissionRequest(
            self.goal, project_id, self.workspace_id, self.workflow.to_core(), self.authority, requested_by
        )


class HealthView(BaseModel):
    """Whether the colony answers."""

    status: Literal["ok"]
    version: str


class StatusView(BaseModel):
    """How the colony and its modules stand."""

    version: str
    modules: dict[str, dict[str, str]]
    findings: list[str]


class AuthStatusView(BaseModel):
    """Whether the first administrator is still to be made."""

    setup_required: bool


class CallerView(BaseModel):
    """Who the caller is."""

    user_id: str
    name: str
    permissions: list[str]
    project_id: str | None
    csrf_token: str


class TokenView(BaseModel):
    """A token without its secret."""

    id: str
    name: str
    permissions: list[str]
    project_id: str | None
    created_at: str
    expires_at: str
    revoked_at: str
    secret: str = ""


class LinkView(BaseModel):
    """A sign-in link; the address is a secret."""

    url: str
    expires_at: str


class MissionView(BaseModel):
    """A mission's row."""

    mission_id: str
    goal: str
    project_id: str
    status: str
    outcome: str
    stop_reason: str
    authority: str
    knowledge_scope: str
    explanation: str
    created_at: str
    deadline_at: str
    finished_at: str


class MissionPage(BaseModel):
    """Missions, newest first; `next` continues the list, empty at its end."""

    missions: list[MissionView]
    next: str


class TaskView(BaseModel):
    """A step of a mission."""

    task_id: str
    label: str
    task_type: str
    role: str
    depends_on: list[str]
    source: str
    critical: bool
    state: str
    ant_status: str
    failure_class: str
    reason: str
    summary: str
    warnings: list[str]
    metrics: dict[str, Any]
    started_at: str
    finished_at: str


class GraphView(BaseModel):
    """A mission's steps and what they wait for."""

    mission_id: str
    tasks: list[TaskView]


class SentenceView(BaseModel):
    """A sentence of an answer with what it rests on."""

    text: str
    citations: list[str]
    basis: str


class AnswerView(BaseModel):
    """An answer: its sentences, and the text they render to."""

    question: str
    composed_by: str
    sentences: list[SentenceView]
    conflict_ids: list[str]
    text: str


class SourceView(BaseModel):
    """A cited record."""

    ref: str
    evidence_id: str
    statement: str
    excerpt: str
    excerpt_sha256: str
    source_name: str
    location: str
    support: str
    status: str


class SideView(BaseModel):
    """A side of a disagreement."""

    item_id: str
    statement: str
    value: str
    source_names: list[str]


class ConflictView(BaseModel):
    """An open disagreement the answer names; the suggestion is not applied."""

    conflict_id: str
    kind: str
    attribute_key: str
    sides: list[SideView]
    suggestion: str


class EvidenceView(BaseModel):
    """An evidence row."""

    evidence_id: str
    task_id: str
    kind: str
    deterministic: bool
    passed: bool
    value: str
    detail: str
    artifact_ids: list[str]


class ArtifactView(BaseModel):
    """An artifact without its payload."""

    artifact_id: str
    task_id: str
    producer_role: str
    schema_name: Annotated[str, Field(alias="schema")]
    title: str
    content_hash: str
    confidentiality: str
    inputs: list[str]


class ReportView(MissionView):
    """Everything there is to read of a mission, compiled from rows."""

    answer: AnswerView | None
    sources: list[SourceView]
    conflicts: list[ConflictView]
    tasks: list[TaskView]
    evidence: list[EvidenceView]
    artifacts: list[ArtifactView]
    evaluation: dict[str, Any]
    spent: dict[str, int]


class PlannedTaskView(BaseModel):
    """A step of a previewed plan."""

    task_id: str
    label: str
    task_type: str
    role: str
    depends_on: list[str]
    source: str
    output_schema: str | None
    critical: bool


class DispositionView(BaseModel):
    """What becomes of a role in a plan."""

    role: str
    enabled: bool
    routable: bool
    dispatchable: bool
    dispatched: bool
    required: bool
    satisfied_by_policy: bool
    reason: str
    unregistered_tools: list[str]


class PlanView(BaseModel):
    """A previewed plan."""

    mission_id: str
    objective: str
    strategy: str
    strategy_reason: str
    tasks: list[PlannedTaskView]
    roles: list[DispositionView]
    output_schema: str | None
    authority: str
    required_checks: list[str]
    closure_requirements: list[str]
    planned_at: str
    planner_version: str


class RoleView(BaseModel):
    """A role of the matrix."""

    role: str
    kind: str
    implemented: Literal["yes", "no", "n/a"]
    eligible: bool
    reason: str
    scheduling: str
    contract_version: str
    task_types: list[str]
    required_capabilities: list[str]
    optional_capabilities: list[str]
    ungranted_capabilities: list[str]
    allowed_tools: list[str]
    forbidden_tools: list[str]
    unregistered_tools: list[str]
    artifacts: list[str]
    handoffs: list[str]
    proposes_patches: bool
    side_effects: bool
    limits: str


class ToolView(BaseModel):
    """A registered tool."""

    name: str
    description: str
    effect: str
    lane: str
    parameters: dict[str, Any]


class EventView(BaseModel):
    """A recorded event."""

    seq: int
    mission_id: str
    task_id: str
    role: str
    event_type: str
    message: str
    facts: dict[str, str | int | bool]
    created_at: str


class EventPage(BaseModel):
    """Events in order; `last` continues the list."""

    events: list[EventView]
    last: int


class FaultView(BaseModel):
    """Something wrong in the record."""

    stream: str
    seq: int
    problem: str


class AuditView(BaseModel):
    """What the audit's check found."""

    sound: bool
    entries: int
    faults: list[FaultView]


class HeadView(BaseModel):
    """The head of a chain, to keep elsewhere."""

    stream: str
    seq: int
    digest: str
