"""One task, once: begin under the mission's lock, let the ant work in its scope, and settle by fence.

This is the one place that enters the ambient knowledge scope, from the mission's row (house.md, *scope*).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from anthill.core.agents.context import Ant, AntContext
from anthill.core.evidence.outcome import StopReason, TaskState
from anthill.core.missions.acceptance import Accepted, accept
from anthill.core.missions.limits import MissionLimits
from anthill.core.missions.results import store_result
from anthill.core.missions.scheduler import advance, cancel_task, request_stop
from anthill.core.roles.availability import Roster
from anthill.core.store import artifacts, missions, tasks
from anthill.core.store.missions import Mission
from anthill.core.store.records import COLONY, Note, Records, Transaction
from anthill.core.store.tasks import Task
from anthill.core.tools.journal import StoredJournal
from anthill.core.tools.principal import mint
from anthill.core.tools.registry import EffectRunner, Frame, ToolGate, ToolRegistry
from anthill.sdk.artifact import Artifact
from anthill.sdk.event import EventType
from anthill.sdk.failure import FailureClass
from anthill.sdk.result import AntExecutionResult, AntStatus, blocked, failed
from anthill.sdk.scope import KnowledgeScopeContext
from anthill.sdk.tool import ToolResult
from anthill.sdk.values import JsonObject
from formicaria.ground import work
from formicaria.ground.clock import from_text
from formicaria.ground.crash import crash_point
from formicaria.ground.errors import Error, UnknownOutcome
from formicaria.ground.logs import get_logger
from formicaria.ground.work import Unit

DEAD_WORKER: Final = "Its worker died three times; the step is given up."


@dataclass(frozen=True, slots=True)
class Begun:
    """A task that was begun: its mission as it stood, and the instant (`time.monotonic()`) its time is up."""

    mission: Mission
    task: Task
    unit: Unit
    deadline: float


class Runner:
    """Runs claimed task units."""

    def __init__(
        self,
        records: Records,
        registry: ToolRegistry,
        roster: Roster,
        effects: EffectRunner,
        handlers: Mapping[str, Ant],
        limits: MissionLimits,
        owner: str,
    ) -> None:
        """Bind the runner to one colony; `owner` names this process in attempts."""
        self._records = records
        self._registry = registry
        self._roster = roster
        self._effects = effects
        self._handlers = handlers
        self._limits = limits
        self._owner = owner

    def run(self, unit: Unit) -> None:
        """Run one unit to its end. Raises `LostLease` when another worker took it over; nothing of it is kept."""
        begun = self._begin(unit)
        if begun is None:
            return
        crash_point("task.after_begin")
        result, consumed = self._work(begun)
        crash_point("task.before_settle")
        self._settle(begun, result, consumed)
        crash_point("task.after_settle")

    def give_up(self, unit: Unit) -> None:
        """Fail a unit whose worker died too often."""
        with self._records.write() as transaction:
            mission = missions.lock(transaction.connection, unit.group_key)
            found = tasks.find(transaction.connection, unit.key)
            work.settle(transaction.connection, unit, "failed", DEAD_WORKER)
            if found is None or mission is None or found.state.terminal:
                return
            ended = replace(
                found,
                state=TaskState.FAILED,
                ant_status=AntStatus.FAILED_PERMANENT.value,
                failure_class=FailureClass.INTERNAL_DEFECT.value,
                reason=DEAD_WORKER,
                finished_at=transaction.at,
            )
            tasks.save(transaction.connection, ended)
            _tell(transaction, EventType.TASK_FAILED, ended, DEAD_WORKER)
            advance(transaction, mission)

    def _begin(self, unit: Unit) -> Begun | None:
        with self._records.write() as transaction:
            mission = missions.lock(transaction.connection, unit.group_key)
            found = tasks.find(transaction.connection, unit.key)
            if mission is None or found is None or found.state.terminal:
                work.settle(transaction.connection, unit, "done", "nothing to do")
                return None
            if mission.stop_reason is StopReason.NONE and transaction.at > mission.deadline_at:
                request_stop(transaction, mission.id, StopReason.TIMEOUT, COLONY)
                mission = missions.lock(transaction.connection, mission.id) or mission
            if mission.stop_reason is not StopReason.NONE:
                self._cancel(transaction, mission, unit)
                return None
            return self._started(transaction, mission, found, unit)

    def _cancel(self, transaction: Transaction, mission: Mission, unit: Unit) -> None:
        found = tasks.find(transaction.connection, unit.key)
        if found is not None and not found.state.terminal:
            cancel_task(transaction, mission, found)
        work.settle(transaction.connection, unit, "cancelled", mission.stop_reason.value)
        advance(transaction, mission)

    def _started(self, transaction: Transaction, mission: Mission, found: Task, unit: Unit) -> Begun:
        if missions.start(transaction.connection, mission.id):
            transaction.note(Note(EventType.MISSION_STARTED, mission.id, message="the first step began"))
        lost = tasks.begin_attempt(transaction.connection, found.id, unit.fence, self._owner, transaction.at)
        if lost:
            _tell(transaction, EventType.TASK_ATTEMPT_LOST, found, "an earlier worker died at it")
        started = replace(found, state=TaskState.RUNNING, started_at=found.started_at or transaction.at)
        tasks.save(transaction.connection, started)
        _tell(transaction, EventType.TASK_STARTED, started, "a worker began it")
        left = (from_text(mission.deadline_at) - from_text(transaction.at)).total_seconds()
        deadline = time.monotonic() + min(self._limits.task_seconds, left)
        return Begun(mission, started, unit, deadline)

    def _work(self, begun: Begun) -> tuple[AntExecutionResult, tuple[Artifact, ...]]:
        refused = self._refusal(begun.task)
        if refused is not None:
            return refused, ()
        context = self._context(begun)
        try:
            with KnowledgeScopeContext.enter(begun.mission.scope):
                result = self._handlers[begun.task.role].execute(context)
        except UnknownOutcome as unknown:
            self._escalate(begun)
            result = failed(FailureClass.UNSAFE_STATE, unknown.message)
        except Exception as error:  # noqa: BLE001 - a handler's defect fails its task, never the runtime
            get_logger("runner").error("handler_defect", role=begun.task.role, type=type(error).__name__)
            kind = FailureClass.DEPENDENCY_FAILURE if isinstance(error, Error) else FailureClass.INTERNAL_DEFECT
            result = failed(kind, f"The {begun.task.role} stopped on an unexpected {type(error).__name__}.")
        if time.monotonic() > begun.deadline:
            result = AntExecutionResult(AntStatus.TIMED_OUT, "The step took longer than it may.")
        return _with_metrics(result, context), tuple(context.consumed.values())

    def _refusal(self, task: Task) -> AntExecutionResult | None:
        contract, standing = self._roster.catalog.contract(task.role), self._roster.availability(task.role)
        if contract is None or not standing.eligible or task.role not in self._handlers:
            return blocked(f"The role {task.role} cannot work: {standing.reason.value or 'no_handler'}.")
        if standing.ungranted:
            names = ", ".join(each.value for each in standing.ungranted)
            return blocked(f"The role {task.role} needs {names}, which this colony does not grant.")
        if not contract.supports(task.task_type):
            return blocked(f"The contract of {task.role} does not support {task.task_type}.")
        return None

    def _context(self, begun: Begun) -> AntContext:
        mission, task = begun.mission, begun.task
        principal = mint(task.role, mission.id, task.id)
        journal = StoredJournal(self._records, begun.unit.fence)
        gate = ToolGate(self._registry, self._roster, journal, self._effects)
        frame = Frame(begun.deadline, begun.unit.fence)

        def run_tool(name: str, args: JsonObject, number: int) -> ToolResult:
            return gate.run(principal, name, args, frame, number)

        def read_artifacts() -> tuple[Artifact, ...]:
            with self._records.read() as connection:
                return artifacts.of_mission(connection, mission.id)

        return AntContext(
            mission.id, mission.goal, task.id, task.task_type, task.label, mission.scope, run_tool, read_artifacts
        )

    def _escalate(self, begun: Begun) -> None:
        with self._records.write() as transaction:
            facts = {"task": begun.task.id}
            message = "an effect was begun before a crash and its outcome is not known"
            transaction.note(
                Note(EventType.EFFECT_OUTCOME_UNKNOWN, begun.mission.id, begun.task.id, begun.task.role, message, facts)
            )
            request_stop(transaction, begun.mission.id, StopReason.UNKNOWN_OUTCOME, COLONY)

    def _settle(self, begun: Begun, result: AntExecutionResult, consumed: tuple[Artifact, ...]) -> None:
        with self._records.write() as transaction:
            mission = missions.lock(transaction.connection, begun.mission.id) or begun.mission
            work.settle(transaction.connection, begun.unit, "done")
            present = tasks.find(transaction.connection, begun.task.id)
            if present is None or present.state.terminal:
                _tell(transaction, EventType.TASK_LATE_RESULT_IGNORED, begun.task, "the step had already ended")
                return
            contract = self._roster.catalog.contract(begun.task.role)
            taken = (
                accept(result, contract, begun.task.output_schema)
                if contract is not None
                else Accepted(result, TaskState.FAILED, FailureClass.AUTHORIZATION_FAILURE.value)
            )
            store_result(transaction, mission, present, begun.unit.fence, taken, consumed)
            advance(transaction, mission)


def _with_metrics(result: AntExecutionResult, context: AntContext) -> AntExecutionResult:
    calls = result.metrics.tool_calls or context.tool_calls
    return replace(result, metrics=replace(result.metrics, tool_calls=calls))


def _tell(transaction: Transaction, kind: EventType, about: Task, message: str) -> None:
    transaction.note(Note(kind, about.mission_id, about.id, about.role, message, {"task_type": about.task_type}))
