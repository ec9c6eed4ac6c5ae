"""What may happen next in a mission: one function, called in every transaction that changes a task.

It works on rows under the mission's lock, so two workers never schedule one mission at once (reference §4.7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection

from anthill.core.evidence.outcome import StopReason, TaskState
from anthill.core.store import missions, tasks
from anthill.core.store.missions import Mission
from anthill.core.store.records import Note, Transaction
from anthill.core.store.tasks import Task
from anthill.sdk.event import EventType
from formicaria.ground import work

TASK_UNIT: Final = "task"
CLOSE_UNIT: Final = "close"
ARCHIVE_UNIT: Final = "archive"
UNIT_KINDS: Final = (ARCHIVE_UNIT, CLOSE_UNIT, TASK_UNIT)


def advance(transaction: Transaction, mission: Mission) -> None:
    """Make ready what can run, end what cannot, and ask for the closing when nothing is left."""
    if mission.stop_reason is not StopReason.NONE:
        _cancel_waiting(transaction, mission)
    else:
        while _step(transaction, mission.id):
            pass
    standing = tasks.of_mission(transaction.connection, mission.id)
    if all(each.state.terminal for each in standing):
        enqueue(transaction, CLOSE_UNIT, mission.id, mission.id)


def request_stop(transaction: Transaction, mission_id: str, reason: StopReason, by: str) -> bool:
    """Stop an open mission: nothing more is begun for it. Returns whether this call asked first."""
    if not missions.stop(transaction.connection, mission_id, reason):
        return False
    kind = EventType.MISSION_CANCEL_REQUESTED if reason is StopReason.CANCELLED else EventType.MISSION_STOPPED
    facts = {"stop_reason": reason.value}
    transaction.note(Note(kind, mission_id, message="the mission was asked to stop", facts=facts, by=by))
    stopped = missions.lock(transaction.connection, mission_id)
    if stopped is not None:
        advance(transaction, stopped)
    return True


def enqueue(transaction: Transaction, kind: str, key: str, mission_id: str) -> None:
    """Put a unit of work into the queue, once."""
    work.enqueue(transaction.connection, kind, key, group=mission_id, at=transaction.at)


def _step(transaction: Transaction, mission_id: str) -> bool:
    standing = {each.id: each for each in tasks.of_mission(transaction.connection, mission_id)}
    moved = False
    for waiting in standing.values():
        if waiting.state is TaskState.PENDING:
            moved = _move(transaction, waiting, standing) or moved
    return moved


def _move(transaction: Transaction, waiting: Task, standing: Mapping[str, Task]) -> bool:
    needs = [standing.get(each) for each in waiting.depends_on]
    if any(need is None or _dead(need) for need in needs):
        skipped = replace(waiting, state=TaskState.SKIPPED, reason="failed_dependency", finished_at=transaction.at)
        tasks.save(transaction.connection, skipped)
        _tell(transaction, EventType.TASK_SKIPPED_DEPENDENCY, skipped, "a step it waited for did not complete")
        return True
    if all(need is not None and need.state.terminal for need in needs):
        tasks.save(transaction.connection, replace(waiting, state=TaskState.READY))
        enqueue(transaction, TASK_UNIT, waiting.id, waiting.mission_id)
        _tell(transaction, EventType.TASK_READY, waiting, "everything it waited for is done")
        return True
    return False


def _dead(need: Task) -> bool:
    # A failed step that is not critical is only poorer input; the step that waits for it can still work.
    return need.critical and need.state.terminal and need.state is not TaskState.COMPLETE


def _cancel_waiting(transaction: Transaction, mission: Mission) -> None:
    work.cancel_queued(transaction.connection, mission.id)
    for waiting in tasks.of_mission(transaction.connection, mission.id):
        if waiting.state in (TaskState.PENDING, TaskState.READY, TaskState.BLOCKED):
            cancel_task(transaction, mission, waiting)


def cancel_task(transaction: Transaction, mission: Mission, waiting: Task) -> None:
    """Record a task that will not begin because its mission was stopped."""
    word = "timed_out" if mission.stop_reason is StopReason.TIMEOUT else "cancelled"
    reason = f"{word}: the mission was stopped before the step began"
    cancelled = replace(waiting, state=TaskState.CANCELLED, reason=reason, finished_at=transaction.at)
    tasks.save(transaction.connection, cancelled)
    _tell(transaction, EventType.TASK_CANCELLED, cancelled, "it never began")


def _tell(transaction: Transaction, kind: EventType, about: Task, message: str) -> None:
    transaction.note(Note(kind, about.mission_id, about.id, about.role, message, {"task_type": about.task_type}))


def unfinished(connection: Connection, mission_id: str) -> bool:
    """Whether some task of the mission can still change."""
    return any(not each.state.terminal for each in tasks.of_mission(connection, mission_id))
