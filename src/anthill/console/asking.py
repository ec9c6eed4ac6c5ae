"""What a person asks on the missions page, read from its form, and the answer of the planner told in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from anthill.console.visit import Visit
from anthill.console.words import REFUSALS, UNAVAILABLE
from anthill.core.missions.intake import MissionRequest
from anthill.core.planning.plan import Blocker, Plan, PlannedTask, Refusal, RefusalCode
from anthill.core.planning.request import RequestedWorkflow
from anthill.core.roles.availability import Roster
from anthill.core.roles.contract import MODE_ANSWERS
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
    """The plan a mission would get, or the reasons it gets none."""

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


def requirable(visit: Visit) -> tuple[tuple[str, bool], ...]:
    """The roles somebody may require, by name, each with whether it can work now."""
    standing = visit.console.colony.roster.standing
    asked = ((each, each.entry.contract) for each in standing)
    return tuple(
        (each.entry.role, each.eligible)
        for each, contract in asked
        if contract and MODE_ANSWERS[contract.scheduling].may_require
    )


def preview(visit: Visit, asked: Asked) -> Preview:
    """Plan it without storing or running anything."""
    return told(visit.console.colony.roster, visit.console.colony.plan(request_of(visit, asked)))


def told(roster: Roster, answer: Plan | Refusal) -> Preview:
    """The planner's answer in words."""
    if isinstance(answer, Refusal):
        return Preview(stopped=tuple(_stopped(roster, each) for each in answer.blockers))
    numbers = {each.task_id: number for number, each in enumerate(answer.tasks, start=1)}
    return Preview(steps=tuple(_planned(roster, each, numbers) for each in answer.tasks))


def _stopped(roster: Roster, blocker: Blocker) -> Stopped:
    remedy = REFUSALS.get(blocker.code, "Change what is asked for.")
    why = UNAVAILABLE.get(roster.availability(blocker.subject).reason)
    if blocker.code is RefusalCode.ROLE_UNAVAILABLE and why:
        name = blocker.subject.replace("_", " ")
        return Stopped(blocker.code.value, blocker.subject, f"The role {name} cannot work. {why.sentence}", remedy)
    return Stopped(blocker.code.value, blocker.subject, blocker.detail, remedy)


def _planned(roster: Roster, task: PlannedTask, numbers: Mapping[str, int]) -> PlannedStep:
    contract, missing = roster.catalog.contract(task.role), roster.availability(task.role).unregistered_tools
    allowed = contract.allowed_tools if contract else ()
    return PlannedStep(
        number=numbers[task.task_id],
        label=task.label,
        role=task.role,
        task_type=task.task_type,
        tools=tuple(name for name in allowed if name not in missing),
        missing=missing,
        after=tuple(numbers[each] for each in task.depends_on),
        source=task.source.value,
    )
