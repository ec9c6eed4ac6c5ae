"""Intake: the scope resolved once, the contract written once, the plan made, all in one transaction (reference §4.1).

Nothing later reads configuration for this mission, and the scope is settled before anything interprets the goal.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from typing import Final

from anthill.core.evidence.outcome import StopReason
from anthill.core.missions.errors import PlanRefused
from anthill.core.missions.limits import MissionLimits
from anthill.core.missions.scheduler import advance
from anthill.core.planning.coverage import complete
from anthill.core.planning.plan import Plan, PlannedTask, Refusal
from anthill.core.planning.planner import plan
from anthill.core.planning.request import Authority, PlanRequest, RequestedWorkflow
from anthill.core.roles.availability import Roster
from anthill.core.store import missions, tasks
from anthill.core.store.missions import Mission, MissionStatus
from anthill.core.store.records import Note, Records, Transaction
from anthill.core.store.tasks import Task
from anthill.sdk.event import EventType
from anthill.sdk.module import ScopeResolver
from anthill.sdk.scope import UNRESOLVED, KnowledgeScope
from anthill.sdk.values import Json
from formicaria.ground.canonical import text_digest
from formicaria.ground.clock import later
from formicaria.ground.crash import crash_point
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.ids import random_id

INTAKE_VERSION: Final = "intake-v1"


@dataclass(frozen=True, slots=True)
class MissionRequest:
    """What somebody asks of the colony. `requested_by` is a credential id, never a name a caller chose."""

    goal: str
    project_id: str = ""
    workspace_id: str = ""
    workflow: RequestedWorkflow = field(default_factory=RequestedWorkflow)
    authority: Authority = Authority.OBSERVE
    requested_by: str = "cli"


class Intake:
    """Takes missions in."""

    def __init__(
        self,
        records: Records,
        roster: Roster,
        tools: Collection[str],
        scopes: ScopeResolver | None,
        limits: MissionLimits,
    ) -> None:
        """Bind intake to one colony."""
        self._records = records
        self._roster = roster
        self._tools = tools
        self._scopes = scopes
        self._limits = limits

    def preview(self, request: MissionRequest) -> Plan | Refusal:
        """Return the plan a mission would get, or the refusal; nothing is stored."""
        return self._planned("preview", request, self._records.clock.now())

    def accept(self, transaction: Transaction, request: MissionRequest) -> Mission:
        """Store a mission with its plan and make its first tasks ready.

        Raises `InvalidRequest` for an empty or oversized goal. A plan that cannot be made raises `PlanRefused`: see
        `refused` for its record.
        """
        goal = _checked(request.goal, self._limits)
        mission_id, now = random_id("mis_"), transaction.at
        scope, in_use = self._scope(mission_id, request)
        answer = self._planned(mission_id, request, now)
        if isinstance(answer, Refusal):
            raise PlanRefused(answer)
        accepted = Mission(
            id=mission_id,
            goal=goal,
            project_id=request.project_id,
            workspace_id=request.workspace_id,
            scope=scope,
            requested_by=request.requested_by,
            authority=request.authority,
            status=MissionStatus.CREATED,
            stop_reason=StopReason.NONE,
            outcome="",
            evaluation={},
            answer_id="",
            created_at=now,
            deadline_at=later(now, self._limits.mission_seconds),
            finished_at="",
        )
        missions.add(transaction.connection, accepted, self._contract(request), answer.to_json())
        _tell(transaction, accepted, answer, knowledge_in_use=in_use)
        for position, step in enumerate(answer.tasks, start=1):
            _add_task(transaction, mission_id, position, step)
        advance(transaction, accepted)
        crash_point("intake.before_commit")
        return accepted

    def refused(self, request: MissionRequest, refusal: Refusal) -> None:
        """Put a refused request on the system stream: who, which codes, and a digest of the goal."""
        codes = ",".join(sorted({each.code.value for each in refusal.blockers}))
        facts = {"codes": codes, "goal_digest": text_digest(request.goal)}
        self._records.note(
            Note(EventType.MISSION_REFUSED, message="a plan was refused", facts=facts, by=request.requested_by)
        )

    def _planned(self, mission_id: str, request: MissionRequest, now: str) -> Plan | Refusal:
        asked = PlanRequest(mission_id, request.goal, request.workflow, request.authority)
        answer = plan(asked, self._roster, self._tools, now)
        return answer if isinstance(answer, Refusal) else complete(answer, self._roster, self._tools)

    def _scope(self, mission_id: str, request: MissionRequest) -> tuple[KnowledgeScope, bool]:
        if self._scopes is None or not self._scopes.in_use():
            return UNRESOLVED, False
        project, workspace = request.project_id or None, request.workspace_id or None
        return self._scopes.resolve_mission(mission_id, project, workspace), True

    def _contract(self, request: MissionRequest) -> dict[str, Json]:
        workflow: dict[str, Json] = {
            "tasks": [{**asdict(each), "depends_on": list(each.depends_on)} for each in request.workflow.tasks],
            "required_roles": list(request.workflow.required_roles),
            "optional_roles": list(request.workflow.optional_roles),
            "output_schema": request.workflow.output_schema,
        }
        return {
            "contract_version": missions.CONTRACT_VERSION,
            "intake_version": INTAKE_VERSION,
            "original_request": request.goal,
            "workflow": workflow,
            "authority": request.authority.value,
            "limits": self._limits.to_json(),
        }


def _checked(goal: str, limits: MissionLimits) -> str:
    text = goal.strip()
    if not text:
        raise InvalidRequest("A mission needs a question or a task in words.")
    if len(text) > limits.max_goal_characters:
        raise InvalidRequest(f"A mission's words may be at most {limits.max_goal_characters} characters long.")
    return text


def task_id(mission_id: str, planned: str) -> str:
    """Return the stored id of a planned task."""
    return f"{mission_id}-{planned}"


def _add_task(transaction: Transaction, mission_id: str, position: int, step: PlannedTask) -> None:
    new = Task(
        id=task_id(mission_id, step.task_id),
        mission_id=mission_id,
        position=position,
        label=step.label,
        task_type=step.task_type,
        role=step.role,
        depends_on=tuple(task_id(mission_id, each) for each in step.depends_on),
        source=step.source.value,
        output_schema=step.output_schema or "",
        critical=step.critical,
    )
    tasks.add(transaction.connection, new)
    facts = {"task_type": new.task_type, "source": new.source}
    transaction.note(Note(EventType.TASK_CREATED, mission_id, new.id, new.role, "a task was planned", facts))


def _tell(transaction: Transaction, accepted: Mission, answer: Plan, *, knowledge_in_use: bool) -> None:
    by = accepted.requested_by
    facts = {
        "goal_digest": text_digest(accepted.goal),
        "project": accepted.project_id,
        "deadline": accepted.deadline_at,
    }
    transaction.note(Note(EventType.MISSION_CREATED, accepted.id, message="a mission was taken in", facts=facts, by=by))
    if knowledge_in_use:
        scope = {"scope": str(accepted.scope)}
        message = "the knowledge scope was resolved" if accepted.scope.is_queryable else "no knowledge base is mapped"
        transaction.note(Note(EventType.MISSION_KNOWLEDGE_SCOPE, accepted.id, message=message, facts=scope))
    planned = {"strategy": answer.strategy.value, "tasks": len(answer.tasks), "planner": answer.planner_version}
    transaction.note(Note(EventType.MISSION_PLANNED, accepted.id, message="the plan was made", facts=planned))
