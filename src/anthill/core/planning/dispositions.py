"""What becomes of every registered role in a plan, with the reason (reference §4.4, *RoleDisposition*)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from anthill.core.planning.plan import DispositionReason, PlannedTask, RoleDisposition
from anthill.core.planning.resolve import dispatchable, scheduling
from anthill.core.roles.availability import Availability, Roster
from anthill.core.roles.contract import MODE_ANSWERS, RuntimeKind, SchedulingMode


def dispositions(
    tasks: Sequence[PlannedTask], required: Collection[str], roster: Roster, tools: Collection[str]
) -> tuple[RoleDisposition, ...]:
    """Return one disposition per registered role, by role name."""
    dispatched = {task.role for task in tasks}
    return tuple(_disposition(each, dispatched, required, roster, tools) for each in roster.standing)


def _disposition(
    standing: Availability,
    dispatched: Collection[str],
    required: Collection[str],
    roster: Roster,
    tools: Collection[str],
) -> RoleDisposition:
    entry, mode = standing.entry, scheduling(standing.entry)
    by_policy = mode is not None and MODE_ANSWERS[mode].satisfied_by_policy and standing.eligible
    may_dispatch = dispatchable(entry, roster)
    allowed = entry.contract.allowed_tools if entry.contract else ()
    return RoleDisposition(
        role=entry.role,
        enabled=standing.enabled,
        routable=may_dispatch or by_policy,
        dispatchable=may_dispatch,
        dispatched=entry.role in dispatched,
        required=entry.role in required,
        satisfied_by_policy=entry.role in required and by_policy,
        reason=_reason(standing, mode, dispatched=entry.role in dispatched, required=entry.role in required),
        unregistered_tools=tuple(name for name in allowed if name not in tools),
    )


def _reason(
    standing: Availability, mode: SchedulingMode | None, *, dispatched: bool, required: bool
) -> DispositionReason:
    if dispatched:
        return DispositionReason.DISPATCHED
    if standing.entry.kind is not RuntimeKind.MISSION_AGENT or mode is None:
        return DispositionReason.NOT_PLANNER_SELECTABLE
    if not standing.eligible:
        return DispositionReason.NOT_ROUTABLE if standing.enabled else DispositionReason.DISABLED
    if mode is SchedulingMode.PLANNER_SELECTABLE:
        return DispositionReason.NO_SUPPORTED_TASK_TYPE if required else DispositionReason.NOT_REQUESTED
    by_policy = MODE_ANSWERS[mode].satisfied_by_policy
    return DispositionReason.POLICY_INSERTED if by_policy else DispositionReason.LIFECYCLE_ONLY
