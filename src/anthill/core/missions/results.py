"""A result into rows: artifacts, evidence, the task's end, and the events that tell of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Final

from anthill.core.evidence.outcome import StopReason, TaskState
from anthill.core.missions.acceptance import Accepted, confidentiality
from anthill.core.store import artifacts, tasks
from anthill.core.store.missions import Mission
from anthill.core.store.records import Note, Transaction
from anthill.core.store.tasks import Task
from anthill.sdk.artifact import Artifact, ArtifactDraft
from anthill.sdk.event import EventType, Fact
from anthill.sdk.evidence import EvidenceRow
from anthill.sdk.failure import FailureClass
from anthill.sdk.result import AntStatus
from formicaria.ground.ids import hashed_id

ARTIFACT_SCHEMA_VERSION: Final = 1


def store_result(
    transaction: Transaction, mission: Mission, task: Task, fence: int, taken: Accepted, consumed: Sequence[Artifact]
) -> Task:
    """Write everything one execution left behind; returns the task as it ended."""
    stored = [
        store_artifact(transaction, task.mission_id, task.id, task.role, number, draft, consumed)
        for number, draft in enumerate(taken.result.artifacts, start=1)
    ]
    judged = tuple(each.artifact_id for each in (*consumed, *stored))
    _store_evidence(transaction, task, taken, judged)
    refused_required = _reject_handoffs(transaction, task, taken)
    ended = _ended(transaction, mission, task, taken, blocked_by_check=refused_required)
    tasks.save(transaction.connection, ended)
    tasks.end_attempt(transaction.connection, task.id, fence, ended.state.value, transaction.at)
    _tell_end(transaction, mission, ended, taken)
    return ended


def store_artifact(
    transaction: Transaction,
    mission_id: str,
    task_id: str,
    role: str,
    number: int,
    draft: ArtifactDraft,
    consumed: Sequence[Artifact],
) -> Artifact:
    """Give a draft its id, hash and computed confidentiality, and store it."""
    new = Artifact(
        artifact_id=hashed_id("art_", task_id, number),
        mission_id=mission_id,
        task_id=task_id,
        producer_role=role,
        schema=draft.schema,
        schema_version=ARTIFACT_SCHEMA_VERSION,
        title=draft.title,
        payload=draft.payload,
        content_hash=artifacts.content_hash(draft.payload),
        confidentiality=confidentiality(draft, consumed),
        visibility=draft.visibility,
        inputs=tuple(dict.fromkeys([*draft.inputs, *(each.artifact_id for each in consumed)])),
        created_at=transaction.at,
    )
    artifacts.add(transaction.connection, new)
    facts: dict[str, Fact] = {
        "artifact_id": new.artifact_id,
        "schema": new.schema,
        "content_hash": new.content_hash,
        "confidentiality": new.confidentiality.value,
    }
    transaction.note(Note(EventType.ARTIFACT_STORED, mission_id, task_id, role, "an artifact was stored", facts))
    return new


def _store_evidence(transaction: Transaction, task: Task, taken: Accepted, judged: tuple[str, ...]) -> None:
    for number, note in enumerate(taken.result.evidence):
        row = EvidenceRow(
            evidence_id=hashed_id("ev_", task.id, "result", number),
            mission_id=task.mission_id,
            task_id=task.id,
            kind=note.kind,
            deterministic=note.kind.reproducible,
            passed=note.passed,
            value=note.value,
            detail=note.detail,
            artifact_ids=judged,
        )
        artifacts.add_evidence(transaction.connection, row, transaction.at)


def _reject_handoffs(transaction: Transaction, task: Task, taken: Accepted) -> bool:
    for handoff in taken.result.handoffs:
        kind = EventType.REQUIRED_HANDOFF_REFUSED if handoff.required else EventType.HANDOFF_REJECTED
        facts: dict[str, Fact] = {"destination": handoff.destination_role, "task_type": handoff.task_type}
        message = "handoffs are not ingested by this colony"
        transaction.note(Note(kind, task.mission_id, task.id, task.role, message, facts))
    return any(handoff.required for handoff in taken.result.handoffs)


def _ended(transaction: Transaction, mission: Mission, task: Task, taken: Accepted, *, blocked_by_check: bool) -> Task:
    result = taken.result
    ended = replace(
        task,
        state=taken.state,
        ant_status=result.status.value,
        failure_class=taken.failure_class,
        reason=result.failure.reason if result.failure else "",
        summary=result.summary,
        narrative=result.narrative,
        warnings=result.warnings,
        degraded=result.generation_degraded,
        blocked_by_check=blocked_by_check,
        metrics=asdict(result.metrics),
        finished_at=transaction.at,
    )
    return ended if mission.stop_reason is StopReason.NONE else _stopped(mission, ended)


def _stopped(mission: Mission, ended: Task) -> Task:
    # What came back is kept, but a step that was cut short is not a step that succeeded (reference §27.11).
    timed_out = mission.stop_reason is StopReason.TIMEOUT
    failure = FailureClass.TIMEOUT if timed_out else FailureClass.CANCELLATION
    word = "timed_out" if timed_out else "cancelled"
    reason = f"{word}: the mission was stopped while the step ran"
    status = AntStatus.TIMED_OUT if timed_out else AntStatus.CANCELLED
    return replace(ended, state=TaskState.FAILED, ant_status=status.value, failure_class=failure.value, reason=reason)


_END_EVENTS: Final = {
    TaskState.COMPLETE: EventType.TASK_COMPLETED,
    TaskState.FAILED: EventType.TASK_FAILED,
    TaskState.SKIPPED: EventType.TASK_SKIPPED,
}


def _tell_end(transaction: Transaction, mission: Mission, ended: Task, taken: Accepted) -> None:
    kind = _END_EVENTS[ended.state]
    if ended.state is TaskState.COMPLETE and ended.warnings:
        kind = EventType.TASK_COMPLETED_WITH_WARNINGS
    if mission.stop_reason is not StopReason.NONE:
        kind = EventType.TASK_STOPPED_MID_FLIGHT
    if taken.violation:
        facts: dict[str, Fact] = {"schema": taken.violation}
        message = "an artifact was refused for its shape"
        transaction.note(
            Note(EventType.ARTIFACT_SCHEMA_VIOLATION, ended.mission_id, ended.id, ended.role, message, facts)
        )
    facts = {"status": ended.ant_status, "failure_class": ended.failure_class, "warnings": len(ended.warnings)}
    transaction.note(Note(kind, ended.mission_id, ended.id, ended.role, "the step ended", facts))
