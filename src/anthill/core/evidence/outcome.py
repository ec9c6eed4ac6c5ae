"""From how the tasks ended and what the evidence says to the mission's outcome (reference §1.2, §1.3, §11).

Only `completed_verified` is a positive signal; cancellation and environment are neutral (colony law 9).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from anthill.core.evidence.verdict import Verdict
from anthill.sdk.failure import FailureClass
from anthill.sdk.values import Json

EVALUATOR_VERSION: Final = "evaluator-v1"

VERIFIED_MEANS: Final = (
    "Verified means that the words are true to the sources, cited and unaltered; not that the sources are right."
)
NOTHING_ANSWERS: Final = "Nothing that was read in the knowledge base answers the question."


class TaskState(StrEnum):
    """Where a task stands."""

    PENDING = "pending"
    READY = "ready"
    BLOCKED = "blocked"
    RUNNING = "running"
    COMPLETE = "complete"
    FAILED = "failed"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"

    @property
    def terminal(self) -> bool:
        """Whether nothing more can happen to it."""
        return self in (TaskState.COMPLETE, TaskState.FAILED, TaskState.SKIPPED, TaskState.CANCELLED)


class StructuralStatus(StrEnum):
    """How the task graph ended, whatever was in the results."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILED = "failed"


class OutcomeCode(StrEnum):
    """What the mission came to."""

    COMPLETED_VERIFIED = "completed_verified"
    COMPLETED_UNVERIFIED = "completed_unverified"
    PARTIAL = "partial"
    FAILED_RETRYABLE = "failed_retryable"
    FAILED_PERMANENT = "failed_permanent"
    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    ESCALATED = "escalated"

    @property
    def positive(self) -> bool:
        """Whether the colony may learn from it that something worked."""
        return self is OutcomeCode.COMPLETED_VERIFIED

    @property
    def neutral(self) -> bool:
        """Whether nothing at all is learned from it."""
        return self is OutcomeCode.CANCELLED


class StopReason(StrEnum):
    """Why a mission stopped before its tasks were done; empty when it did not."""

    NONE = ""
    CANCELLED = "mission_cancelled"
    TIMEOUT = "mission_timeout"
    UNKNOWN_OUTCOME = "unknown_outcome"


class DeliverableStatus(StrEnum):
    """Whether what was asked for is there and sound."""

    SATISFIED = "satisfied"
    NOT_SATISFIED = "not_satisfied"
    NOT_CHECKED = "not_checked"


class VerificationStatus(StrEnum):
    """What verification gave."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not_run"
    UNAVAILABLE = "verification_unavailable"


@dataclass(frozen=True, slots=True)
class TaskEnd:
    """How one task ended, as the evaluation needs it. `blocked_by_check`: a deterministic check stands against it."""

    task_id: str
    role: str
    task_type: str
    state: TaskState
    critical: bool
    degraded: bool = False
    blocked_by_check: bool = False
    failure_class: FailureClass | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The mission's outcome with everything it was derived from. `unanswered`: the answer itself says that it is none."""

    outcome: OutcomeCode
    structural: StructuralStatus
    verification: VerificationStatus
    deliverable: DeliverableStatus
    stop_reason: StopReason
    unmet_requirements: tuple[str, ...]
    explanation: str
    evaluator_version: str = EVALUATOR_VERSION
    unanswered: bool = False

    def to_json(self) -> dict[str, Json]:
        """Return the evaluation as plain JSON."""
        return {
            "outcome": self.outcome.value,
            "structural_status": self.structural.value,
            "verification_status": self.verification.value,
            "deliverable_status": self.deliverable.value,
            "stop_reason": self.stop_reason.value,
            "unmet_requirements": list(self.unmet_requirements),
            "explanation": self.explanation,
            "evaluator_version": self.evaluator_version,
            "unanswered": self.unanswered,
        }


def structural_status(tasks: Sequence[TaskEnd]) -> StructuralStatus:
    """Any critical failure: failed. Any skip or other failure: partial. Else complete. No tasks: failed."""
    if not tasks or any(each.state is not TaskState.COMPLETE and each.critical for each in tasks if not _skip(each)):
        return StructuralStatus.FAILED
    if any(each.state is not TaskState.COMPLETE for each in tasks):
        return StructuralStatus.PARTIAL
    return StructuralStatus.COMPLETE


def _skip(task: TaskEnd) -> bool:
    return task.state is TaskState.SKIPPED


def verification_status(tasks: Sequence[TaskEnd], verdict: Verdict) -> VerificationStatus:
    """Say what verification gave: it ran only if a verification task completed, and only rows decide it."""
    if verdict is Verdict.VERIFICATION_UNAVAILABLE:
        return VerificationStatus.UNAVAILABLE
    ran = any(each.task_type == "verification" and each.state is TaskState.COMPLETE for each in tasks)
    if verdict is Verdict.FAILED:
        return VerificationStatus.FAILED
    return VerificationStatus.PASSED if ran and verdict is Verdict.PASSED else VerificationStatus.NOT_RUN


def evaluate(
    tasks: Sequence[TaskEnd],
    verdict: Verdict,
    deliverable: DeliverableStatus,
    unmet_requirements: Sequence[str],
    stop_reason: StopReason = StopReason.NONE,
    *,
    unanswered: bool = False,
) -> Evaluation:
    """Derive the outcome. Order: stop reason, structure, then verification, deliverable and closure together.

    `unanswered` changes words and no code: an answer that says it is none has not satisfied.
    """
    structural = structural_status(tasks)
    verification = verification_status(tasks, verdict)
    unmet = tuple(unmet_requirements)
    outcome, explanation = (
        _stopped(stop_reason) or _broken(structural, tasks) or _completed(tasks, verification, deliverable, unmet)
    )
    none = unanswered and outcome is OutcomeCode.COMPLETED_UNVERIFIED
    said = _said(explanation, none=none, sound=verification is VerificationStatus.PASSED and not unmet)
    return Evaluation(outcome, structural, verification, deliverable, stop_reason, unmet, said, unanswered=none)


def _said(explanation: str, *, none: bool, sound: bool) -> str:
    """What to say of an answer that says it is none: that alone, when nothing else stands against it."""
    if not none:
        return explanation
    return NOTHING_ANSWERS if sound else f"{NOTHING_ANSWERS} {explanation}"


def _stopped(reason: StopReason) -> tuple[OutcomeCode, str] | None:
    return {
        StopReason.CANCELLED: (OutcomeCode.CANCELLED, "The mission was cancelled."),
        StopReason.TIMEOUT: (OutcomeCode.TIMED_OUT, "The mission ran out of time."),
        StopReason.UNKNOWN_OUTCOME: (
            OutcomeCode.ESCALATED,
            "An effect may or may not have happened; a person decides.",
        ),
    }.get(reason)


def _broken(structural: StructuralStatus, tasks: Sequence[TaskEnd]) -> tuple[OutcomeCode, str] | None:
    if structural is StructuralStatus.COMPLETE:
        return None
    if structural is StructuralStatus.PARTIAL:
        return OutcomeCode.PARTIAL, "Some steps did not run or failed; none of them critical."
    failures = [each.failure_class for each in tasks if each.critical and each.state is TaskState.FAILED]
    retryable = bool(failures) and all(each is not None and each.retryable for each in failures)
    code = OutcomeCode.FAILED_RETRYABLE if retryable else OutcomeCode.FAILED_PERMANENT
    return code, "A critical step failed."


def _completed(
    tasks: Sequence[TaskEnd],
    verification: VerificationStatus,
    deliverable: DeliverableStatus,
    unmet: tuple[str, ...],
) -> tuple[OutcomeCode, str]:
    doubts = []
    if verification is not VerificationStatus.PASSED:
        doubts.append(f"verification: {verification.value}")
    if deliverable is not DeliverableStatus.SATISFIED:
        doubts.append(f"deliverable: {deliverable.value}")
    if any(each.degraded for each in tasks):
        doubts.append("a model failed and the work is poorer for it")
    if any(each.blocked_by_check for each in tasks):
        doubts.append("a deterministic check stands against a step")
    doubts.extend(f"unmet: {each}" for each in unmet)
    if doubts:
        return OutcomeCode.COMPLETED_UNVERIFIED, f"Done, and not verified ({'; '.join(doubts)})."
    return OutcomeCode.COMPLETED_VERIFIED, f"Done, and every check passed. {VERIFIED_MEANS}"
