"""What a person reads of a mission, compiled from rows only: no model, no figure anybody recited (reference §27.19)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from anthill.core.evidence.answer import SOURCED_ANSWER, SourcedAnswer
from anthill.core.store import artifacts, tasks
from anthill.core.store.missions import Mission
from anthill.core.store.tasks import Task
from anthill.sdk.artifact import Artifact
from anthill.sdk.evidence import EvidenceRow
from anthill.sdk.source_set import SOURCE_SET, ConflictRecord, SourceRecord, SourceSet
from anthill.sdk.values import Json

UNREADABLE: Final = "The stored record of this mission cannot be read as one."


@dataclass(frozen=True, slots=True)
class Report:
    """Everything there is to say about a mission. `cited` are the records behind the answer's citations."""

    mission: Mission
    tasks: tuple[Task, ...]
    evidence: tuple[EvidenceRow, ...]
    artifacts: tuple[Artifact, ...]
    answer: SourcedAnswer | None
    cited: tuple[SourceRecord, ...]
    conflicts: tuple[ConflictRecord, ...]

    def to_json(self) -> dict[str, Json]:
        """Return the report as plain JSON."""
        return {
            **mission_json(self.mission),
            "answer": self._answer_json(),
            "sources": [_source_json(each) for each in self.cited],
            "conflicts": [each.to_json() for each in self.conflicts],
            "tasks": [task_json(each) for each in self.tasks],
            "evidence": [evidence_json(each) for each in self.evidence],
            "artifacts": [artifact_json(each) for each in self.artifacts],
            "evaluation": dict(self.mission.evaluation),
            "spent": self._spent(),
        }

    def _answer_json(self) -> Json:
        return None if self.answer is None else {**self.answer.to_json(), "text": self.answer.rendered()}

    def _spent(self) -> dict[str, Json]:
        counted = [each.metrics or {} for each in self.tasks]
        return {name: sum(_count(each.get(name)) for each in counted) for name in ("tool_calls", "model_calls")}


def compile_report(connection: Connection, mission: Mission) -> Report:
    """Read a mission's rows into a report; a record that cannot be read leaves its part out rather than guessed."""
    held = artifacts.of_mission(connection, mission.id)
    sources = _sources(held)
    answer = _answer(mission, held)
    refs = {ref for each in answer.sentences for ref in each.citations} if answer else set()
    return Report(
        mission=mission,
        tasks=tasks.of_mission(connection, mission.id),
        evidence=artifacts.evidence_of(connection, mission.id),
        artifacts=held,
        answer=answer,
        cited=tuple(record for source in sources for record in source.records if record.ref in refs),
        conflicts=_named(sources, answer),
    )


def _sources(held: Sequence[Artifact]) -> list[SourceSet]:
    intact = [each for each in held if each.schema == SOURCE_SET and artifacts.intact(each)]
    return [SourceSet.from_json(json.loads(each.payload)) for each in intact]


def _answer(mission: Mission, held: Sequence[Artifact]) -> SourcedAnswer | None:
    answers = [each for each in held if each.schema == SOURCED_ANSWER and artifacts.intact(each)]
    chosen = [each for each in answers if each.artifact_id == mission.answer_id] or answers[-1:]
    return SourcedAnswer.from_json(json.loads(chosen[0].payload)) if chosen else None


def _named(sources: Sequence[SourceSet], answer: SourcedAnswer | None) -> tuple[ConflictRecord, ...]:
    wanted = answer.conflict_ids if answer else ()
    found = {each.conflict_id: each for source in sources for each in source.conflicts}
    return tuple(found[key] for key in wanted if key in found)


def _count(value: Json) -> int:
    return value if isinstance(value, int) else 0


def mission_json(mission: Mission) -> dict[str, Json]:
    """Return a mission's row for people and programs."""
    return {
        "mission_id": mission.id,
        "goal": mission.goal,
        "project_id": mission.project_id,
        "status": mission.status.value,
        "outcome": mission.outcome,
        "stop_reason": mission.stop_reason.value,
        "authority": mission.authority.value,
        "knowledge_scope": str(mission.scope),
        "explanation": mission.evaluation.get("explanation", ""),
        "created_at": mission.created_at,
        "deadline_at": mission.deadline_at,
        "finished_at": mission.finished_at,
    }


def task_json(task: Task) -> dict[str, Json]:
    """Return a task's row."""
    return {
        "task_id": task.id,
        "label": task.label,
        "task_type": task.task_type,
        "role": task.role,
        "depends_on": list(task.depends_on),
        "source": task.source,
        "critical": task.critical,
        "state": task.state.value,
        "ant_status": task.ant_status,
        "failure_class": task.failure_class,
        "reason": task.reason,
        "summary": task.summary,
        "warnings": list(task.warnings),
        "metrics": dict(task.metrics or {}),
        "started_at": task.started_at,
        "finished_at": task.finished_at,
    }


def evidence_json(row: EvidenceRow) -> dict[str, Json]:
    """Return an evidence row."""
    return {
        "evidence_id": row.evidence_id,
        "task_id": row.task_id,
        "kind": row.kind.value,
        "deterministic": row.deterministic,
        "passed": row.passed,
        "value": row.value,
        "detail": row.detail,
        "artifact_ids": list(row.artifact_ids),
    }


def artifact_json(artifact: Artifact) -> dict[str, Json]:
    """Return an artifact's row without its payload."""
    return {
        "artifact_id": artifact.artifact_id,
        "task_id": artifact.task_id,
        "producer_role": artifact.producer_role,
        "schema": artifact.schema,
        "title": artifact.title,
        "content_hash": artifact.content_hash,
        "confidentiality": artifact.confidentiality.value,
        "inputs": list(artifact.inputs),
    }


def _source_json(record: SourceRecord) -> dict[str, Json]:
    names = (
        "ref",
        "evidence_id",
        "statement",
        "excerpt",
        "excerpt_sha256",
        "source_name",
        "location",
        "support",
        "status",
    )
    return {name: getattr(record, name) for name in names}
