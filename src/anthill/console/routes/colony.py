"""The colony as it stands: its roles and why one cannot work, its tools, its modules, and what happened in the last hour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from fastapi import APIRouter, Response

from anthill.console.mission import Happening
from anthill.console.pages import COLONY
from anthill.console.shell import shell
from anthill.console.visit import HTML, PageRoute, Visit, VisitOf
from anthill.console.words import KINDS, UNAVAILABLE, Told, Word
from anthill.core.roles.availability import Availability, Unavailable
from anthill.core.roles.contract import AntExecutionContract, RuntimeKind
from anthill.core.store.records import EventFilter
from anthill.sdk.permission import Permission

router = APIRouter(route_class=PageRoute)
HOUR: Final = 3600
MOST_EVENTS: Final = 200
FIRST_EVENTS: Final = 20
_ORDER: Final = (
    RuntimeKind.MISSION_AGENT,
    RuntimeKind.CONTROL_PLANE,
    RuntimeKind.DETERMINISTIC_SERVICE,
    RuntimeKind.VISUAL_SCAFFOLD,
)
_AT_WORK: Final = frozenset({RuntimeKind.CONTROL_PLANE, RuntimeKind.DETERMINISTIC_SERVICE})


@dataclass(frozen=True, slots=True)
class RoleRow:
    """One role: its true state in a word, why, and what its contract lets it do."""

    name: str
    state: Word
    why: Told | None
    limits: str
    contract: AntExecutionContract | None
    missing: tuple[str, ...]
    ungranted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoleGroup:
    """The roles of one kind, by name."""

    title: str
    roles: tuple[RoleRow, ...]


@router.get(COLONY)
def colony_page(visit: VisitOf) -> Response:
    """Read-only: nothing is switched here."""
    colony = visit.console.colony
    groups = role_groups(colony.roster.standing)
    standing = [each for group in groups for each in group.roles]
    return HTML.page(
        visit.request,
        "colony.html",
        shell(visit, COLONY),
        groups=groups,
        roles=len(standing),
        able=sum(1 for each in standing if each.state.kind == "good"),
        tools=colony.tools(),
        modules=sorted(colony.probes().items()) if visit.caller.project_id is None else [],
        findings=visit.console.findings if visit.caller.project_id is None else (),
        listens=visit.may(Permission.READ_EVENTS),
        happenings=_last_hour(visit),
        most=MOST_EVENTS,
        first=FIRST_EVENTS,
    )


def role_groups(standing: Sequence[Availability]) -> tuple[RoleGroup, ...]:
    """Every role once, under its kind: those of missions first."""
    ordered = sorted(standing, key=lambda each: (_ORDER.index(each.entry.kind), each.entry.role))
    return tuple(
        RoleGroup(KINDS[kind.value], tuple(_row(each) for each in rows))
        for kind, rows in groupby(ordered, key=lambda each: each.entry.kind)
    )


def _row(standing: Availability) -> RoleRow:
    entry = standing.entry
    return RoleRow(
        name=entry.role,
        state=_state(standing),
        why=UNAVAILABLE.get(standing.reason),
        limits=entry.limits,
        contract=entry.contract,
        missing=standing.unregistered_tools,
        ungranted=tuple(each.value for each in standing.ungranted),
    )


def _state(standing: Availability) -> Word:
    if standing.eligible:
        return Word("can work", "good") if not standing.ungranted else Word("can work in part", "warn")
    if standing.reason is Unavailable.NOT_EXECUTABLE:
        return Word("never runs", "plain")
    if standing.reason is Unavailable.NOT_A_MISSION_ROLE:
        return Word("at work" if standing.entry.kind in _AT_WORK else "not a worker", "good")
    return Word("off", "warn") if standing.implemented else Word("not there yet", "plain")


def _last_hour(visit: Visit) -> tuple[Happening, ...]:
    if not visit.may(Permission.READ_EVENTS):
        return ()
    found = visit.console.colony.recent(HOUR, EventFilter(project_id=visit.caller.project_id), MOST_EVENTS)
    return tuple(
        Happening(
            at=each.created_at,
            words=each.event_type.value.replace("_", " "),
            role=each.role,
            message=each.message,
            facts=(("mission", each.mission_id),) if each.mission_id else (),
        )
        for each in found
    )
