"""Tasks of a mission and the attempts made on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from anthill.core.evidence.outcome import TaskEnd, TaskState
from anthill.core.store.tables import task, task_attempt
from anthill.sdk.failure import parse_failure_class
from anthill.sdk.values import Json
from formicaria.ground.canonical import canonical_text


@dataclass(frozen=True, slots=True)
class Task:
    """One step of a mission, with how it ended. `depends_on` holds task ids."""

    id: str
    mission_id: str
    position: int
    label: str
    task_type: str
    role: str
    depends_on: tuple[str, ...]
    source: str
    output_schema: str
    critical: bool
    state: TaskState = TaskState.PENDING
    ant_status: str = ""
    failure_class: str = ""
    reason: str = ""
    summary: str = ""
    narrative: str = ""
    warnings: tuple[str, ...] = ()
    degraded: bool = False
    blocked_by_check: bool = False
    metrics: Mapping[str, Json] | None = None
    started_at: str = ""
    finished_at: str = ""

    def end(self) -> TaskEnd:
        """Return what the evaluation needs to know of it."""
        return TaskEnd(
            task_id=self.id,
            role=self.role,
            task_type=self.task_type,
            state=self.state,
            critical=self.critical,
            degraded=self.degraded,
            blocked_by_check=self.blocked_by_check,
            failure_class=parse_failure_class(self.failure_class) if self.failure_class else None,
        )


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt of a worker; empty `ended_as` means it still runs or its worker died."""

    task_id: str
    fence: int
    owner: str
    started_at: str
    ended_at: str
    ended_as: str


def add(connection: Connection, new: Task) -> None:
    """Store a task."""
    connection.execute(insert(task).values(**_values(new)))


def save(connection: Connection, changed: Task) -> None:
    """Write a task's present state."""
    connection.execute(update(task).where(task.c.id == changed.id).values(**_values(changed)))


def find(connection: Connection, task_id: str) -> Task | None:
    """Return a task, or None."""
    row = connection.execute(select(task).where(task.c.id == task_id)).one_or_none()
    return None if row is None else _task(row)


def of_mission(connection: Connection, mission_id: str) -> tuple[Task, ...]:
    """Return a mission's tasks in their order."""
    query = select(task).where(task.c.mission_id == mission_id).order_by(task.c.position, task.c.id)
    return tuple(_task(row) for row in connection.execute(query))


def begin_attempt(connection: Connection, task_id: str, fence: int, owner: str, at: str) -> bool:
    """Note an attempt and close those of workers that died; returns whether there were any."""
    lost = (task_attempt.c.task_id == task_id) & (task_attempt.c.ended_as == "")
    died = connection.execute(update(task_attempt).where(lost).values(ended_at=at, ended_as="lost")).rowcount
    values = {"task_id": task_id, "fence": fence, "owner": owner, "started_at": at, "ended_at": "", "ended_as": ""}
    connection.execute(insert(task_attempt).values(**values))
    return died > 0


def end_attempt(connection: Connection, task_id: str, fence: int, ended_as: str, at: str) -> None:
    """Note how an attempt ended."""
    mine = (task_attempt.c.task_id == task_id) & (task_attempt.c.fence == fence)
    connection.execute(update(task_attempt).where(mine).values(ended_at=at, ended_as=ended_as))


def attempts_of(connection: Connection, task_id: str) -> tuple[Attempt, ...]:
    """Return every attempt on a task, oldest first."""
    query = select(task_attempt).where(task_attempt.c.task_id == task_id).order_by(task_attempt.c.fence)
    return tuple(Attempt(**row._mapping) for row in connection.execute(query))


def _values(task_: Task) -> dict[str, object]:
    values: dict[str, object] = {name: getattr(task_, name) for name in Task.__slots__}
    lists = {"depends_on": list(task_.depends_on), "warnings": list(task_.warnings), "metrics": task_.metrics or {}}
    return values | {"state": task_.state.value} | {name: canonical_text(held) for name, held in lists.items()}


def _task(row: Row[Any]) -> Task:
    values: dict[str, Any] = {str(key): value for key, value in row._mapping.items()}
    lists = {name: tuple(json.loads(values[name])) for name in ("depends_on", "warnings")}
    return Task(**values | lists | {"metrics": json.loads(row.metrics), "state": TaskState(row.state)})
