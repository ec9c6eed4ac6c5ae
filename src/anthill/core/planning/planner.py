"""The planner: one pure function (seed 003 *The catalog is also the planning authority*; colony law 3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from anthill.core.planning.dispositions import dispositions
from anthill.core.planning.graph import dependency_blockers, label_blockers, label_ids
from anthill.core.planning.limits import MAX_MISSION_TASKS
from anthill.core.planning.plan import Blocker, Plan, PlannedTask, Refusal, RefusalCode, Strategy, TaskSource
from anthill.core.planning.request import PlanRequest, RequestedWorkflow, label_key
from anthill.core.planning.requirements import CLOSURE_REQUIREMENTS, REQUIRED_CHECKS
from anthill.core.planning.resolve import ResolvedStep, resolve_step, scheduling, unknown_role
from anthill.core.roles.availability import Roster
from anthill.core.roles.contract import MODE_ANSWERS


def plan(request: PlanRequest, roster: Roster, tools: Collection[str], now: str) -> Plan | Refusal:
    """Answer a request with a plan, or with every reason it cannot be honoured.

    Pure: `tools` are the registered tool names, `now` a fixed-width UTC text read once by the caller. Nothing asked
    for gives a plan without tasks (the mission's author chooses them next); nothing is ever substituted.
    """
    workflow = request.workflow
    resolved, blockers = _resolved(workflow, roster)
    blockers += _role_blockers(workflow, roster)
    blockers += _schema_blockers(workflow, resolved, roster)
    if blockers:
        return Refusal(_distinct(blockers))
    tasks = _tasks(resolved)
    asked = workflow.is_specified
    return Plan(
        mission_id=request.mission_id,
        objective=request.objective,
        strategy=Strategy.OPERATOR_REQUESTED if asked else Strategy.PLANNER_CHOSEN,
        strategy_reason="the request names steps, roles or an output" if asked else "the request names no workflow",
        tasks=tasks,
        roles=dispositions(tasks, workflow.required_roles, roster, tools),
        output_schema=workflow.output_schema,
        authority=request.authority,
        required_checks=REQUIRED_CHECKS,
        closure_requirements=CLOSURE_REQUIREMENTS,
        planned_at=now,
    )


def _resolved(workflow: RequestedWorkflow, roster: Roster) -> tuple[tuple[ResolvedStep, ...], tuple[Blocker, ...]]:
    steps: list[ResolvedStep] = []
    blockers = list(label_blockers(workflow.tasks))
    if len(workflow.tasks) > MAX_MISSION_TASKS:
        detail = f"A mission holds at most {MAX_MISSION_TASKS} tasks."
        blockers.append(Blocker(RefusalCode.TOO_MANY_TASKS, str(len(workflow.tasks)), detail))
    for task in workflow.tasks:
        answer = resolve_step(task, roster)
        if isinstance(answer, ResolvedStep):
            steps.append(answer)
        else:
            blockers.extend(answer)
    blockers.extend(dependency_blockers(workflow.tasks))
    return tuple(steps), tuple(blockers)


def _role_blockers(workflow: RequestedWorkflow, roster: Roster) -> tuple[Blocker, ...]:
    required = [_required_blocker(role, roster) for role in workflow.required_roles]
    optional = [unknown_role(role, roster) for role in workflow.optional_roles if role not in roster.catalog.roles]
    return tuple(blocker for blocker in (*required, *optional) if blocker is not None)


def _required_blocker(role: str, roster: Roster) -> Blocker | None:
    if role not in roster.catalog.roles:
        return unknown_role(role, roster)
    mode = scheduling(roster.catalog.entry(role))
    if mode is not None and not MODE_ANSWERS[mode].may_require:
        return Blocker(RefusalCode.ROLE_UNAVAILABLE, role, f"It is {mode.value}; nothing can promise that it runs.")
    if not roster.eligible(role):
        reason = roster.availability(role).reason.value
        return Blocker(RefusalCode.ROLE_UNAVAILABLE, role, f"The role cannot work: {reason}.")
    return None


def _schema_blockers(workflow: RequestedWorkflow, steps: Sequence[ResolvedStep], roster: Roster) -> tuple[Blocker, ...]:
    known = roster.catalog.artifact_schemas
    blockers = [
        _unsupported_schema(step.request.output_schema, f"the role {step.role} does not produce it")
        for step in steps
        if step.request.output_schema and not _produces(step.role, step.request.output_schema, roster)
    ]
    if workflow.output_schema and workflow.output_schema not in known:
        blockers.append(_unsupported_schema(workflow.output_schema, "no role produces it"))
    return tuple(blockers)


def _produces(role: str, schema: str, roster: Roster) -> bool:
    contract = roster.catalog.contract(role)
    return contract is not None and schema in contract.artifacts


def _unsupported_schema(schema: str, reason: str) -> Blocker:
    return Blocker(RefusalCode.UNSUPPORTED_OUTPUT_SCHEMA, schema, f"The output cannot be promised: {reason}.")


def _tasks(steps: Sequence[ResolvedStep]) -> tuple[PlannedTask, ...]:
    ids = label_ids([step.request for step in steps])
    return tuple(
        PlannedTask(
            task_id=ids[label_key(step.request.label)],
            label=step.request.label,
            task_type=step.task_type,
            role=step.role,
            depends_on=tuple(sorted({ids[label_key(name)] for name in step.request.depends_on})),
            source=TaskSource.REQUESTED,
            output_schema=step.request.output_schema,
        )
        for step in steps
    )


def _distinct(blockers: Sequence[Blocker]) -> tuple[Blocker, ...]:
    return tuple(dict.fromkeys(blockers))
