"""A plan, or the blockers that stand in its way; never both, never neither (seed 003, reference §4.4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from anthill.core.planning.request import Authority
from anthill.sdk.values import Json

PLANNER_VERSION: Final = "dispatch-plan-v1"


class RefusalCode(StrEnum):
    """Why a workflow cannot be honoured. `dependency_cycle` is ours: the reference noticed cycles only at dispatch."""

    UNSUPPORTED_TASK_TYPE = "unsupported_task_type"
    UNSUPPORTED_OUTPUT_SCHEMA = "unsupported_output_schema"
    UNKNOWN_ROLE = "unknown_role"
    ROLE_UNAVAILABLE = "role_unavailable"
    ROLE_IS_POLICY_INSERTED = "role_is_policy_inserted"
    UNRESOLVABLE_TASK_LABEL = "unresolvable_task_label"
    UNKNOWN_DEPENDENCY = "unknown_dependency"
    ROLE_TASK_TYPE_MISMATCH = "role_task_type_mismatch"
    DEPENDENCY_CYCLE = "dependency_cycle"
    TOO_MANY_TASKS = "too_many_tasks"


@dataclass(frozen=True, slots=True)
class Blocker:
    """One reason against the workflow: the code, what it is about, and a sentence that helps."""

    code: RefusalCode
    subject: str
    detail: str

    def __str__(self) -> str:
        """`code [subject]: detail`."""
        return f"{self.code.value} [{self.subject}]: {self.detail}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The workflow cannot be honoured as asked; nothing was substituted."""

    blockers: tuple[Blocker, ...]

    def __post_init__(self) -> None:
        """A refusal gives its reasons."""
        if not self.blockers:
            raise ValueError("A refusal needs a blocker.")

    def to_json(self) -> dict[str, Json]:
        """Return the refusal as plain JSON."""
        rows: list[Json] = [
            {"code": each.code.value, "subject": each.subject, "detail": each.detail} for each in self.blockers
        ]
        return {"planner_version": PLANNER_VERSION, "blockers": rows}


class Strategy(StrEnum):
    """Where the steps of a plan come from."""

    OPERATOR_REQUESTED = "operator_requested"
    PLANNER_CHOSEN = "planner_chosen"


class TaskSource(StrEnum):
    """Who put a task into the plan."""

    REQUESTED = "requested"
    PLANNER_SELECTED = "planner_selected"
    COVERAGE_SUPPLIED = "coverage_supplied"


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """One step. `task_type` is the only field dispatched on; ids are ordinal within the plan (`t01`)."""

    task_id: str
    label: str
    task_type: str
    role: str
    depends_on: tuple[str, ...]
    source: TaskSource
    output_schema: str | None = None
    critical: bool = True


class DispositionReason(StrEnum):
    """Why a role is, or is not, part of the plan."""

    DISPATCHED = "dispatched"
    NOT_REQUESTED = "not_requested"
    DISABLED = "disabled"
    NOT_ROUTABLE = "not_routable"
    NOT_PLANNER_SELECTABLE = "not_planner_selectable"
    NO_SUPPORTED_TASK_TYPE = "no_supported_task_type"
    POLICY_INSERTED = "policy_inserted"
    LIFECYCLE_ONLY = "lifecycle_only"


@dataclass(frozen=True, slots=True)
class RoleDisposition:
    """What became of one registered role, also an uninvolved one."""

    role: str
    enabled: bool
    routable: bool
    dispatchable: bool
    dispatched: bool
    required: bool
    satisfied_by_policy: bool
    reason: DispositionReason
    unregistered_tools: tuple[str, ...] = ()

    @property
    def unmet(self) -> bool:
        """Whether the role was required and nothing in the plan or the policy meets that."""
        return self.required and not self.dispatched and not self.satisfied_by_policy


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be done. `planned_at` is the time handed in, read once by the caller."""

    mission_id: str
    objective: str
    strategy: Strategy
    strategy_reason: str
    tasks: tuple[PlannedTask, ...]
    roles: tuple[RoleDisposition, ...]
    output_schema: str | None
    authority: Authority
    required_checks: tuple[str, ...]
    closure_requirements: tuple[str, ...]
    planned_at: str
    planner_version: str = PLANNER_VERSION

    @property
    def unmet_roles(self) -> tuple[str, ...]:
        """Required roles nothing meets."""
        return tuple(each.role for each in self.roles if each.unmet)

    def to_json(self) -> dict[str, Json]:
        """Return the plan as plain JSON."""
        return {
            "mission_id": self.mission_id,
            "objective": self.objective,
            "strategy": self.strategy.value,
            "strategy_reason": self.strategy_reason,
            "tasks": [_task_json(each) for each in self.tasks],
            "roles": [_role_json(each) for each in self.roles],
            "output_schema": self.output_schema,
            "authority": self.authority.value,
            "required_checks": list(self.required_checks),
            "closure_requirements": list(self.closure_requirements),
            "planned_at": self.planned_at,
            "planner_version": self.planner_version,
        }


def _task_json(task: PlannedTask) -> dict[str, Json]:
    return {
        "task_id": task.task_id,
        "label": task.label,
        "task_type": task.task_type,
        "role": task.role,
        "depends_on": list(task.depends_on),
        "source": task.source.value,
        "output_schema": task.output_schema,
        "critical": task.critical,
    }


def _role_json(role: RoleDisposition) -> dict[str, Json]:
    return {
        "role": role.role,
        "enabled": role.enabled,
        "routable": role.routable,
        "dispatchable": role.dispatchable,
        "dispatched": role.dispatched,
        "required": role.required,
        "satisfied_by_policy": role.satisfied_by_policy,
        "reason": role.reason.value,
        "unregistered_tools": list(role.unregistered_tools),
    }
