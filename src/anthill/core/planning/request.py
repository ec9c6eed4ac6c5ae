"""What a mission's author asks for in so many words (colony reference §4.4, *RequestedWorkflow*)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Authority(StrEnum):
    """How far a mission may reach; the ceiling is set at intake and nothing later raises it."""

    OBSERVE = "observe"
    EXECUTE_CHECKS = "execute_checks"
    MODIFY = "modify"


@dataclass(frozen=True, slots=True)
class RequestedTask:
    """One step somebody asks for. `depends_on` names other steps by label."""

    label: str
    task_type: str | None = None
    role: str | None = None
    depends_on: tuple[str, ...] = ()
    output_schema: str | None = None


@dataclass(frozen=True, slots=True)
class RequestedWorkflow:
    """A workflow somebody asks for; an empty one is the same as none."""

    tasks: tuple[RequestedTask, ...] = ()
    required_roles: tuple[str, ...] = ()
    optional_roles: tuple[str, ...] = ()
    output_schema: str | None = None

    @property
    def is_specified(self) -> bool:
        """Whether anything is asked for that a plan must honour."""
        return bool(self.tasks or self.required_roles or self.output_schema)


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What the planner plans for."""

    mission_id: str
    objective: str
    workflow: RequestedWorkflow = RequestedWorkflow()
    authority: Authority = Authority.OBSERVE


def label_key(label: str) -> str:
    """Return the form in which two labels are the same label: trimmed, case folded."""
    return label.strip().casefold()
