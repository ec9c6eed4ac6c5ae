"""Closing a mission: structure, verdict, deliverable and closure, from rows, once (reference §4.9, §11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from anthill.core.agents.verifier import judge
from anthill.core.evidence.answer import SOURCED_ANSWER
from anthill.core.evidence.citations import CitationReport
from anthill.core.evidence.closure import ClosureFacts, unmet_requirements
from anthill.core.evidence.outcome import DeliverableStatus, Evaluation, TaskState, evaluate
from anthill.core.evidence.verdict import verdict
from anthill.core.missions.scheduler import ARCHIVE_UNIT, enqueue
from anthill.core.planning.requirements import CLOSURE_REQUIREMENTS
from anthill.core.store import artifacts, missions, tasks
from anthill.core.store.missions import Mission
from anthill.core.store.records import Note, Records, Transaction
from anthill.core.store.tasks import Task
from anthill.sdk.artifact import Artifact
from anthill.sdk.event import EventType
from anthill.sdk.evidence import EvidenceKind, EvidenceRow
from anthill.sdk.failure import FailureClass
from anthill.sdk.source_set import SOURCE_SET
from formicaria.ground import work
from formicaria.ground.crash import crash_point
from formicaria.ground.errors import Error
from formicaria.ground.work import Unit

_ENDS: Final = {
    "complete": EventType.MISSION_COMPLETED,
    "partial": EventType.MISSION_PARTIAL,
    "failed": EventType.MISSION_FAILED,
}


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything closing looks at. `rows` is None when the evidence could not be read."""

    tasks: tuple[Task, ...]
    held: tuple[Artifact, ...]
    rows: tuple[EvidenceRow, ...] | None
    answer: Artifact | None
    report: CitationReport | None


class Finalizer:
    """Runs `close` units."""

    def __init__(self, records: Records) -> None:
        """Close missions in these records."""
        self._records = records

    def run(self, unit: Unit) -> None:
        """Evaluate a mission whose tasks have all ended, and ask the archivist; once, whatever dies in between."""
        self._close(unit, "done", self._rows(unit.key))

    def give_up(self, unit: Unit) -> None:
        """Close a mission whose closing died too often: as its tasks ended, with verification unavailable."""
        self._close(unit, "failed", None)

    def _close(self, unit: Unit, state: str, rows: tuple[EvidenceRow, ...] | None) -> None:
        with self._records.write() as transaction:
            mission = missions.lock(transaction.connection, unit.key)
            work.settle(transaction.connection, unit, state)
            if mission is None or not mission.status.open:
                return
            standing = self._standing(transaction, mission, rows)
            evaluation = assess(mission, standing)
            crash_point("close.after_evaluation")
            answer_id = standing.answer.artifact_id if standing.answer else ""
            missions.close(transaction.connection, mission.id, evaluation, answer_id, transaction.at)
            _tell(transaction, mission, evaluation)
            enqueue(transaction, ARCHIVE_UNIT, mission.id, mission.id)
            crash_point("close.before_commit")

    def _rows(self, mission_id: str) -> tuple[EvidenceRow, ...] | None:
        try:
            with self._records.read() as connection:
                return artifacts.evidence_of(connection, mission_id)
        except (Error, ValueError):
            return None

    def _standing(self, transaction: Transaction, mission: Mission, rows: tuple[EvidenceRow, ...] | None) -> Standing:
        standing = _ended_tasks(transaction, mission)
        if rows is None:
            return Standing(standing, (), None, None, None)
        held = artifacts.of_mission(transaction.connection, mission.id)
        answer = newest_answer(standing, held)
        return Standing(standing, held, rows, answer, citation_report(mission, answer, held))


def _ended_tasks(transaction: Transaction, mission: Mission) -> tuple[Task, ...]:
    ended = []
    for each in tasks.of_mission(transaction.connection, mission.id):
        if each.state.terminal:
            ended.append(each)
            continue
        # Closing is asked for only when every task has ended; one that has not is a defect, and says so.
        defect = replace(
            each,
            state=TaskState.FAILED,
            failure_class=FailureClass.INTERNAL_DEFECT.value,
            reason="internal_runtime_defect: the mission was closed before the step ended",
            finished_at=transaction.at,
        )
        tasks.save(transaction.connection, defect)
        ended.append(defect)
    return tuple(ended)


def newest_answer(standing: tuple[Task, ...], held: tuple[Artifact, ...]) -> Artifact | None:
    """Return the answer of the last completed step that wrote one."""
    done = [each.id for each in standing if each.state is TaskState.COMPLETE]
    answers = [each for each in held if each.schema == SOURCED_ANSWER and each.task_id in done]
    return max(answers, key=lambda each: (done.index(each.task_id), each.created_at, each.artifact_id), default=None)


def citation_report(mission: Mission, answer: Artifact | None, held: tuple[Artifact, ...]) -> CitationReport | None:
    """Check the answer again, from the stored bytes; None when there is none, or something is not as it was stored."""
    sets = tuple(each for each in held if each.schema == SOURCE_SET)
    if answer is None or not all(artifacts.intact(each) for each in (answer, *sets)):
        return None
    try:
        return judge(answer, sets, mission.scope)
    except (Error, ValueError):
        return None


def assess(mission: Mission, standing: Standing) -> Evaluation:
    """Derive the mission's evaluation from its rows; pure."""
    facts = ClosureFacts(
        tasks=tuple(each.end() for each in standing.tasks),
        rows=standing.rows or (),
        answer_id=standing.answer.artifact_id if standing.answer else None,
        missing_artifacts=_missing(standing),
        report=standing.report,
    )
    unmet = unmet_requirements(CLOSURE_REQUIREMENTS, facts)
    judged = verdict(standing.rows)
    none = standing.report is not None and standing.report.unanswered
    return evaluate(facts.tasks, judged, _deliverable(standing), unmet, mission.stop_reason, unanswered=none)


def _deliverable(standing: Standing) -> DeliverableStatus:
    if standing.report is None or standing.rows is None:
        return DeliverableStatus.NOT_CHECKED if standing.answer is None else DeliverableStatus.NOT_SATISFIED
    # An answer from the base needs the retrieval to have really run: lanes never substitute (reference §11).
    retrieved = any(row.kind is EvidenceKind.SOURCE_RETRIEVAL and row.passed for row in standing.rows)
    sound = standing.report.satisfied and retrieved
    return DeliverableStatus.SATISFIED if sound else DeliverableStatus.NOT_SATISFIED


def _missing(standing: Standing) -> tuple[str, ...]:
    made = {(each.task_id, each.schema) for each in standing.held}
    owing = [each for each in standing.tasks if each.output_schema and each.state is TaskState.COMPLETE]
    return tuple(each.id for each in owing if (each.id, each.output_schema) not in made)


def _tell(transaction: Transaction, mission: Mission, evaluation: Evaluation) -> None:
    facts = {
        "outcome": evaluation.outcome.value,
        "verification": evaluation.verification.value,
        "deliverable": evaluation.deliverable.value,
        "stop_reason": evaluation.stop_reason.value,
        "evaluator": evaluation.evaluator_version,
    }
    transaction.note(Note(EventType.MISSION_EVALUATED, mission.id, message=evaluation.explanation, facts=facts))
    end = _ENDS[evaluation.structural.value]
    transaction.note(Note(end, mission.id, message=evaluation.explanation, facts={"outcome": evaluation.outcome.value}))
