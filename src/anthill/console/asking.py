"""What a person asks on the missions page, read from its form, and the answer of the planner told in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from anthill.console.visit import Visit
from anthill.console.words import REFUSALS
from anthill.core.missions.intake import MissionRequest
from anthill.core.planning.plan import Plan, Refusal
from anthill.core.planning.request import RequestedWorkflow
from anthill.core.roles.contract import RuntimeKind
from anthill.sdk.permission import Permission
from formicaria.ground.canonical import digest
from formicaria.ground.errors import Forbidden, InvalidRequest
from formicaria.ground.ids import random_id

MOST_CHARACTERS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands in the form. ``once`` makes a form that is sent twice one mission."""

    question: str = ""
    project: str = ""
    roles: tuple[str, ...] = ()
    once: str = field(default_factory=lambda: random_id("ask_"))

    @property
    def key(self) -> str:
        """The same form with the same words is the same request."""
        return f"{self.once[:40]}:{self.fingerprint[-40:]}"

    @property
    def fingerprint(self) -> str:
        """The digest of everything that is asked."""
        return digest({"question": self.question, "project": self.project, "roles": list(self.roles)})


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One step of a preview: who would do it, with which tools, after what, and who put it there."""

    number: int
    label: str
    role: str
    task_type: str
    tools: tuple[str, ...]
    missing: tuple[str, ...]
    after: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """One reason why it cannot be planned: the code, what it is about, the sentence, and what to do."""

    code: str
    subject: str
    detail: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The plan a mission would get, or the reasons it gets none; ``base`` tells whether it would have knowledge to read."""

    steps: tuple[PlannedStep, ...] = ()
    stopped: tuple[Stopped, ...] = ()


def request_of(visit: Visit, asked: Asked) -> MissionRequest:
    """What is asked of the core. Raises InvalidRequest for no question or one too long, Forbidden for another project."""
    limit = visit.caller.project_id
    if limit is not None and asked.project not in ("", limit):
        raise Forbidden("You are limited to another project.")
    if not asked.question.strip():
        raise InvalidRequest("There is no question yet.", remedy="Write what you want to know.")
    if len(asked.question.strip()) > MOST_CHARACTERS:
        raise InvalidRequest(f"A question has at most {MOST_CHARACTERS:,} characters.", remedy="Make it shorter.")
    workflow = RequestedWorkflow(required_roles=asked.roles)
    return MissionRequest(asked.question.strip(), limit or asked.project, workflow=workflow, requested_by=visit.by)


def choices(visit: Visit) -> Sequence[str]:
    """The projects a mission may be asked for."""
    window = visit.console.knowledge
    known = window.projects(visit.caller) if window else ()
    limit = visit.caller.project_id
    return known if limit is None or limit in known else (*known, limit)


def requirable(visit: Visit) -> tuple[str, ...]:
    """The roles somebody may require, by name."""
    standing = visit.console.colony.roster.standing
    return tuple(each.entry.role for each in standing if each.entry.kind is RuntimeKind.MISSION_AGENT)


def preview(visit: Visit, asked: Asked) -> Preview:
    """Plan it without storing or running anything."""
    return told(visit, visit.console.colony.plan(request_of(visit, asked)))


def told(visit: Visit, answer: Plan | Refusal) -> Preview:
    """The planner's answer in words."""
    if isinstance(answer, Refusal):
        return Preview(stopped=tuple(
            Stopped(each.code.value, each.subject, each.detail, REFUSALS.get(each.code, "Change what is asked for."))
            for each in answer.blockers
        ))  # fmt: skip
    roster = visit.console.colony.roster
    numbers = {each.task_id: number for number, each in enumerate(answer.tasks, start=1)}
    steps = []
    for each in answer.tasks:
        contract, standing = roster.catalog.contract(each.role), roster.availability(each.role)
        allowed = contract.allowed_tools if contract else ()
        steps.append(
            PlannedStep(
                number=numbers[each.task_id],
                label=each.label,
                role=each.role,
                task_type=each.task_type,
                tools=tuple(name for name in allowed if name not in standing.unregistered_tools),
                missing=standing.unregistered_tools,
                after=tuple(numbers[before] for before in each.depends_on),
                source=each.source.value,
            )
        )
    return Preview(steps=tuple(steps))


def may_ask(visit: Visit) -> bool:
    """Whether the form is offered."""
    return visit.may(Permission.RUN_MISSION)
