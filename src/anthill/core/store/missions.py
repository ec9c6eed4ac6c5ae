"""Missions and their write-once contracts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, insert, select, update

from anthill.core.evidence.outcome import Evaluation, StopReason
from anthill.core.planning.request import Authority
from anthill.core.store.tables import mission, mission_contract
from anthill.sdk.scope import KnowledgeScope, KnowledgeScopeKind
from anthill.sdk.values import Json
from formicaria.ground.canonical import canonical_text

CONTRACT_VERSION: Final = 1


class MissionStatus(StrEnum):
    """Where a mission stands; the last three are the structural ends."""

    CREATED = "created"
    RUNNING = "running"
    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILED = "failed"

    @property
    def open(self) -> bool:
        """Whether work may still happen."""
        return self in (MissionStatus.CREATED, MissionStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class Mission:
    """One mission. `scope` is the truth a worker re-enters; `evaluation` is empty until it is closed."""

    id: str
    goal: str
    project_id: str
    workspace_id: str
    scope: KnowledgeScope
    requested_by: str
    authority: Authority
    status: MissionStatus
    stop_reason: StopReason
    outcome: str
    evaluation: Mapping[str, Json]
    answer_id: str
    created_at: str
    deadline_at: str
    finished_at: str


OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class MissionFilter:
    """Which missions to list: `state` is `open` or an outcome, `words` stand somewhere in what was asked; empty takes all."""

    state: str = ""
    words: str = ""


EVERY: Final = MissionFilter()


@dataclass(frozen=True, slots=True)
class Contract:
    """What was asked, word for word, and everything the mission reads from configuration, fixed at intake."""

    mission_id: str
    contract: Mapping[str, Json]
    plan: Mapping[str, Json]


def add(connection: Connection, new: Mission, contract: Mapping[str, Json], plan: Mapping[str, Json]) -> None:
    """Store a mission with its contract and plan; the contract is never written again."""
    connection.execute(insert(mission).values(**_row(new)))
    values = {"mission_id": new.id, "contract": canonical_text(dict(contract)), "plan": canonical_text(dict(plan))}
    connection.execute(insert(mission_contract).values(**values))


def find(connection: Connection, mission_id: str, project_id: str | None = None) -> Mission | None:
    """Return a mission, or None when there is none that a caller limited to `project_id` may see."""
    query = _visible(select(mission).where(mission.c.id == mission_id), project_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _mission(row)


def contract_of(connection: Connection, mission_id: str) -> Contract | None:
    """Return what a mission was asked and planned."""
    query = select(mission_contract).where(mission_contract.c.mission_id == mission_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else Contract(row.mission_id, json.loads(row.contract), json.loads(row.plan))


def newest(
    connection: Connection, project_id: str | None, limit: int, before: str = "", wanted: MissionFilter = EVERY
) -> tuple[Mission, ...]:
    """Return missions, newest first; `before` continues after a mission's `created_at` and id joined by a space."""
    order = (mission.c.created_at.desc(), mission.c.id.desc())
    query = _wanted(_visible(select(mission), project_id), wanted).order_by(*order).limit(limit)
    if before:
        at, _, last = before.partition(" ")
        older = (mission.c.created_at < at) | ((mission.c.created_at == at) & (mission.c.id < last))
        query = query.where(older)
    return tuple(_mission(row) for row in connection.execute(query))


def overdue(connection: Connection, now: str) -> tuple[str, ...]:
    """Return the ids of open missions whose time is up and that nobody stopped yet."""
    query = select(mission.c.id).where(
        mission.c.status.in_(("created", "running")), mission.c.deadline_at < now, mission.c.stop_reason == ""
    )
    return tuple(connection.execute(query.order_by(mission.c.id)).scalars())


def lock(connection: Connection, mission_id: str) -> Mission | None:
    """Return a mission with its row locked until the transaction ends: one scheduler at a time."""
    row = connection.execute(select(mission).where(mission.c.id == mission_id).with_for_update()).one_or_none()
    return None if row is None else _mission(row)


def start(connection: Connection, mission_id: str) -> bool:
    """Mark a created mission as running; returns whether this call did it."""
    mine = (mission.c.id == mission_id) & (mission.c.status == "created")
    return connection.execute(update(mission).where(mine).values(status="running")).rowcount == 1


def stop(connection: Connection, mission_id: str, reason: StopReason) -> bool:
    """Ask an open mission to stop; the first reason stays. Returns whether this call did it."""
    mine = (mission.c.id == mission_id) & (mission.c.stop_reason == "") & mission.c.status.in_(("created", "running"))
    return connection.execute(update(mission).where(mine).values(stop_reason=reason.value)).rowcount == 1


def close(connection: Connection, mission_id: str, evaluation: Evaluation, answer_id: str, at: str) -> None:
    """Write how an open mission ended; a closed one keeps its first end."""
    mine = (mission.c.id == mission_id) & mission.c.status.in_(("created", "running"))
    values = {
        "status": evaluation.structural.value,
        "outcome": evaluation.outcome.value,
        "evaluation": canonical_text(evaluation.to_json()),
        "answer_id": answer_id,
        "finished_at": at,
    }
    connection.execute(update(mission).where(mine).values(**values))


def _wanted(query: Select[Any], wanted: MissionFilter) -> Select[Any]:
    if wanted.state == OPEN:
        query = query.where(mission.c.status.in_(("created", "running")))
    elif wanted.state:
        query = query.where(mission.c.outcome == wanted.state)
    return query.where(mission.c.goal.icontains(wanted.words, autoescape=True)) if wanted.words else query


def _visible(query: Select[Any], project_id: str | None) -> Select[Any]:
    return query if project_id is None else query.where(mission.c.project_id == project_id)


def _row(new: Mission) -> dict[str, object]:
    return {
        "id": new.id,
        "goal": new.goal,
        "project_id": new.project_id,
        "workspace_id": new.workspace_id,
        "scope": canonical_text({**asdict(new.scope), "kind": new.scope.kind.value}),
        "requested_by": new.requested_by,
        "authority": new.authority.value,
        "status": new.status.value,
        "stop_reason": new.stop_reason.value,
        "outcome": new.outcome,
        "evaluation": canonical_text(dict(new.evaluation)),
        "answer_id": new.answer_id,
        "created_at": new.created_at,
        "deadline_at": new.deadline_at,
        "finished_at": new.finished_at,
    }


def _mission(row: Row[Any]) -> Mission:
    scope = json.loads(row.scope)
    return Mission(
        id=row.id,
        goal=row.goal,
        project_id=row.project_id,
        workspace_id=row.workspace_id,
        scope=KnowledgeScope(**{**scope, "kind": KnowledgeScopeKind(scope["kind"])}),
        requested_by=row.requested_by,
        authority=Authority(row.authority),
        status=MissionStatus(row.status),
        stop_reason=StopReason(row.stop_reason),
        outcome=row.outcome,
        evaluation=json.loads(row.evaluation),
        answer_id=row.answer_id,
        created_at=row.created_at,
        deadline_at=row.deadline_at,
        finished_at=row.finished_at,
    )
