"""The steps a mission needs beyond what was asked: the deterministic plan, and the verification policy inserts.

With no model the colony plans like this: read the knowledge base, compose an answer from what was read, verify it
(colony reference §4.2, default fallback plan; §4.8 for the inserted verifier).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from anthill.core.planning.dispositions import dispositions
from anthill.core.planning.graph import ordinal
from anthill.core.planning.limits import MAX_MISSION_TASKS
from anthill.core.planning.plan import Blocker, Plan, PlannedTask, Refusal, RefusalCode, TaskSource
from anthill.core.roles.availability import Roster

_DEFAULT = (
    ("Retrieve what is known", "research", "researcher"),
    ("Compose the answer", "build_answer", "builder"),
)


def complete(plan: Plan, roster: Roster, tools: Collection[str]) -> Plan | Refusal:
    """Return the plan with every step it needs, or the reasons it cannot have them.

    A plan without tasks gets the default steps; a plan that writes an answer gets a verifier. A required role that
    then still has no step is refused: no step is invented for it.
    """
    tasks = plan.tasks or _default_tasks()
    tasks += _verification(tasks)
    blockers = [*_unworkable(tasks, roster), *_too_many(tasks)]
    required = [each.role for each in plan.roles if each.required]
    completed = replace(plan, tasks=tasks, roles=dispositions(tasks, required, roster, tools))
    blockers += [_unmet(role) for role in completed.unmet_roles]
    return Refusal(tuple(blockers)) if blockers else completed


def _default_tasks() -> tuple[PlannedTask, ...]:
    return tuple(
        PlannedTask(
            task_id=ordinal(number),
            label=label,
            task_type=task_type,
            role=role,
            depends_on=(ordinal(number - 1),) if number > 1 else (),
            source=TaskSource.PLANNER_SELECTED,
        )
        for number, (label, task_type, role) in enumerate(_DEFAULT, start=1)
    )


def _verification(tasks: tuple[PlannedTask, ...]) -> tuple[PlannedTask, ...]:
    if any(task.task_type == "verification" for task in tasks):
        return ()
    waits_for = tuple(task.task_id for task in tasks)
    step = PlannedTask(
        task_id=ordinal(len(tasks) + 1),
        label="Verify the answer",
        task_type="verification",
        role="verifier",
        depends_on=waits_for,
        source=TaskSource.COVERAGE_SUPPLIED,
    )
    return (step,)


def _unworkable(tasks: tuple[PlannedTask, ...], roster: Roster) -> list[Blocker]:
    roles = sorted({task.role for task in tasks if not roster.eligible(task.role)})
    return [
        Blocker(RefusalCode.ROLE_UNAVAILABLE, role, f"The plan needs it: {roster.availability(role).reason.value}.")
        for role in roles
    ]


def _too_many(tasks: tuple[PlannedTask, ...]) -> list[Blocker]:
    if len(tasks) <= MAX_MISSION_TASKS:
        return []
    detail = f"With the steps policy inserts the mission would hold more than {MAX_MISSION_TASKS} tasks."
    return [Blocker(RefusalCode.TOO_MANY_TASKS, str(len(tasks)), detail)]


def _unmet(role: str) -> Blocker:
    detail = "The role is required and no step is for it; add a step with a task type it supports."
    return Blocker(RefusalCode.ROLE_UNAVAILABLE, role, detail)
