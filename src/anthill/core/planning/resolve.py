"""Which role and type a requested step means: declared or exactly matched, never guessed (reference §4.4)."""

from __future__ import annotations

from dataclasses import dataclass

from anthill.core.planning.plan import Blocker, RefusalCode
from anthill.core.planning.request import RequestedTask, label_key
from anthill.core.roles.availability import Roster
from anthill.core.roles.contract import MODE_ANSWERS, RoleEntry, SchedulingMode


@dataclass(frozen=True, slots=True)
class ResolvedStep:
    """A requested step with its type and role settled."""

    request: RequestedTask
    task_type: str
    role: str


def resolve_step(task: RequestedTask, roster: Roster) -> ResolvedStep | tuple[Blocker, ...]:
    """Settle one step, or say everything that is wrong with it."""
    blockers: list[Blocker] = []
    if task.role is not None:
        blockers.extend(_role_blockers(task.role, roster))
    task_type = _task_type(task, roster)
    if task_type is None:
        blockers.append(_no_type(task, roster))
    if blockers or task_type is None:
        return tuple(blockers)
    if task.role is None:
        return _chosen_role(task, task_type, roster)
    if not _supports(roster.catalog.entry(task.role), task_type):
        return (_mismatch(task.role, task_type, roster),)
    return ResolvedStep(task, task_type, task.role)


def unknown_role(role: str, roster: Roster) -> Blocker:
    """Say that a name is not a role, and which names are."""
    known = ", ".join(roster.catalog.roles)
    return Blocker(RefusalCode.UNKNOWN_ROLE, role, f"No such role. Registered roles: {known}.")


def _role_blockers(role: str, roster: Roster) -> tuple[Blocker, ...]:
    if role not in roster.catalog.roles:
        return (unknown_role(role, roster),)
    mode = scheduling(roster.catalog.entry(role))
    if mode is SchedulingMode.POLICY_INSERTED:
        return (_policy_inserted(role),)
    if mode is not None and not MODE_ANSWERS[mode].may_author:
        return (_unavailable(role, f"it is {mode.value} and no plan can hold a step for it"),)
    if not roster.eligible(role):
        return (_unavailable(role, roster.availability(role).reason.value),)
    return ()


def scheduling(entry: RoleEntry) -> SchedulingMode | None:
    """Return the mode of a role that has a contract."""
    return entry.contract.scheduling if entry.contract else None


def _task_type(task: RequestedTask, roster: Roster) -> str | None:
    known = roster.catalog.task_types
    if task.task_type is not None:
        return task.task_type if task.task_type in known else None
    wanted = label_key(task.label)
    return wanted if wanted in known else None


def _no_type(task: RequestedTask, roster: Roster) -> Blocker:
    if task.task_type is not None:
        known = ", ".join(roster.catalog.task_types)
        return Blocker(RefusalCode.UNSUPPORTED_TASK_TYPE, task.task_type, f"No contract supports it. Types: {known}.")
    detail = "The label is not a task type; give the step a task_type. Nothing is guessed from words."
    return Blocker(RefusalCode.UNRESOLVABLE_TASK_LABEL, task.label.strip(), detail)


def _chosen_role(task: RequestedTask, task_type: str, roster: Roster) -> ResolvedStep | tuple[Blocker, ...]:
    supporting = roster.catalog.supporting(task_type)
    for entry in supporting:
        if dispatchable(entry, roster):
            return ResolvedStep(task, task_type, entry.role)
    inserted = [entry.role for entry in supporting if scheduling(entry) is SchedulingMode.POLICY_INSERTED]
    if inserted:
        return (_policy_inserted(inserted[0]),)
    roles = ", ".join(entry.role for entry in supporting)
    return (
        Blocker(RefusalCode.UNSUPPORTED_TASK_TYPE, task_type, f"No role that can be dispatched supports it ({roles})."),
    )


def dispatchable(entry: RoleEntry, roster: Roster) -> bool:
    """Whether a plan may hold a step for the role now."""
    mode = scheduling(entry)
    return mode is not None and MODE_ANSWERS[mode].may_author and roster.eligible(entry.role)


def _supports(entry: RoleEntry, task_type: str) -> bool:
    return entry.contract is not None and entry.contract.supports(task_type)


def _mismatch(role: str, task_type: str, roster: Roster) -> Blocker:
    contract = roster.catalog.contract(role)
    types = ", ".join(contract.task_types) if contract else "none"
    return Blocker(
        RefusalCode.ROLE_TASK_TYPE_MISMATCH, f"{role}/{task_type}", f"The role's contract supports: {types}."
    )


def _policy_inserted(role: str) -> Blocker:
    detail = "The runtime inserts this step itself; require the role instead of writing a step for it."
    return Blocker(RefusalCode.ROLE_IS_POLICY_INSERTED, role, detail)


def _unavailable(role: str, reason: str) -> Blocker:
    return Blocker(RefusalCode.ROLE_UNAVAILABLE, role, f"The role cannot be given a step: {reason}.")
