"""From evidence rows to a verdict, and to an outcome (colony laws 8, 9, 11; reference §1.3, §11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from anthill.core.evidence.citations import CitationReport, Finding, Found
from anthill.core.evidence.closure import ClosureFacts, unmet_requirements
from anthill.core.evidence.outcome import (
    NOTHING_ANSWERS,
    DeliverableStatus,
    OutcomeCode,
    StopReason,
    StructuralStatus,
    TaskEnd,
    TaskState,
    VerificationStatus,
    evaluate,
    structural_status,
)
from anthill.core.evidence.verdict import Verdict, verdict
from anthill.core.planning.requirements import CLOSURE_REQUIREMENTS
from anthill.sdk.evidence import EvidenceKind, EvidenceRow
from anthill.sdk.failure import FailureClass


def row(
    kind: EvidenceKind, *, passed: bool = True, deterministic: bool | None = None, task: str = "t03"
) -> EvidenceRow:
    claimed = kind.reproducible if deterministic is None else deterministic
    return EvidenceRow("ev", "mis", task, kind, claimed, passed, "x", "", ("art_answer",))


HASH, FAILED_HASH = row(EvidenceKind.HASH_MATCH), row(EvidenceKind.HASH_MATCH, passed=False)
REVIEW = row(EvidenceKind.MODEL_REVIEW)


@pytest.mark.req("CLAW-08")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (None, Verdict.VERIFICATION_UNAVAILABLE),
        ([], Verdict.UNKNOWN),
        ([REVIEW], Verdict.UNKNOWN),
        ([row(EvidenceKind.OPERATOR_JUDGMENT), row(EvidenceKind.SOURCE_RETRIEVAL)], Verdict.UNKNOWN),
        ([HASH], Verdict.PASSED),
        ([HASH, REVIEW], Verdict.PASSED),
        ([HASH, FAILED_HASH], Verdict.FAILED),
        ([HASH, row(EvidenceKind.MODEL_REVIEW, deterministic=True)], Verdict.FAILED),
        ([row(EvidenceKind.HASH_MATCH, deterministic=False)], Verdict.FAILED),
    ],
)
def test_the_verdict_is_in_the_rows(rows: list[EvidenceRow] | None, expected: Verdict) -> None:
    assert verdict(rows) is expected


def end(role: str, task_type: str, state: TaskState = TaskState.COMPLETE, **more: object) -> TaskEnd:
    number = {"research": "t01", "build_answer": "t02", "verification": "t03"}[task_type]
    return replace(TaskEnd(number, role, task_type, state, critical=True), **more)  # type: ignore[arg-type]  # test data


DONE = (end("researcher", "research"), end("builder", "build_answer"), end("verifier", "verification"))


def with_state(index: int, state: TaskState, **more: object) -> tuple[TaskEnd, ...]:
    tasks = list(DONE)
    tasks[index] = replace(tasks[index], state=state, **more)  # type: ignore[arg-type]  # test data
    return tuple(tasks)


def outcome(
    tasks=DONE, verdict=Verdict.PASSED, deliverable=DeliverableStatus.SATISFIED, unmet=(), stop=StopReason.NONE
):
    return evaluate(tasks, verdict, deliverable, unmet, stop).outcome.value


def test_everything_done_and_proven_is_completed_verified() -> None:
    assert outcome() == "completed_verified"


@pytest.mark.parametrize(
    "state", [state for state in TaskState if state not in (TaskState.COMPLETE, TaskState.SKIPPED)]
)
@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_critical_task_in_any_other_state_is_never_completed(index: int, state: TaskState) -> None:
    tasks = with_state(index, state)
    assert structural_status(tasks) is StructuralStatus.FAILED
    assert outcome(tasks) == "failed_permanent"


def test_a_skip_or_a_failure_that_is_not_critical_makes_it_partial() -> None:
    assert outcome(with_state(0, TaskState.SKIPPED)) == "partial"
    assert outcome(with_state(0, TaskState.FAILED, critical=False)) == "partial"


def test_no_tasks_at_all_is_a_failure() -> None:
    assert outcome(()) == "failed_permanent"


def test_a_mission_failed_only_by_retryable_classes_may_be_retried() -> None:
    assert outcome(with_state(0, TaskState.FAILED, failure_class=FailureClass.TIMEOUT)) == "failed_retryable"
    assert outcome(with_state(0, TaskState.FAILED, failure_class=FailureClass.TOOL_FAILURE)) == "failed_permanent"


@pytest.mark.parametrize("verdict", [each for each in Verdict if each is not Verdict.PASSED])
def test_without_a_pass_in_the_rows_nothing_is_verified(verdict: Verdict) -> None:
    assert outcome(verdict=verdict) == "completed_unverified"


@pytest.mark.req("CLAW-08")
def test_a_store_failure_is_unavailable_and_never_a_pass() -> None:
    evaluation = evaluate(DONE, Verdict.VERIFICATION_UNAVAILABLE, DeliverableStatus.SATISFIED, ())
    assert evaluation.verification is VerificationStatus.UNAVAILABLE
    assert not evaluation.outcome.positive


@pytest.mark.parametrize("deliverable", [DeliverableStatus.NOT_SATISFIED, DeliverableStatus.NOT_CHECKED])
def test_an_unsound_or_unchecked_deliverable_is_not_verified(deliverable: DeliverableStatus) -> None:
    assert outcome(deliverable=deliverable) == "completed_unverified"


def test_an_answer_that_says_it_is_none_is_told_as_that_and_never_verified() -> None:
    found = evaluate(DONE, Verdict.PASSED, DeliverableStatus.NOT_SATISFIED, (), unanswered=True)
    assert (found.outcome, found.explanation) == (OutcomeCode.COMPLETED_UNVERIFIED, NOTHING_ANSWERS)
    assert found.to_json()["unanswered"] is True
    doubted = evaluate(
        DONE, Verdict.PASSED, DeliverableStatus.NOT_SATISFIED, ("verifier_task_executed",), unanswered=True
    )
    assert doubted.explanation.startswith(NOTHING_ANSWERS)
    assert "verifier_task_executed" in doubted.explanation


@pytest.mark.parametrize("mark", ["degraded", "blocked_by_check"])
def test_a_degraded_or_blocked_task_is_not_verified(mark: str) -> None:
    assert outcome(tuple(replace(task, **{mark: True}) for task in DONE)) == "completed_unverified"


def test_an_unmet_closure_requirement_is_not_verified() -> None:
    assert outcome(unmet=("verifier_task_executed",)) == "completed_unverified"


@pytest.mark.parametrize(
    ("stop", "expected"),
    [
        (StopReason.CANCELLED, "cancelled"),
        (StopReason.TIMEOUT, "timed_out"),
        (StopReason.UNKNOWN_OUTCOME, "escalated"),
    ],
)
def test_a_stop_is_recorded_as_such_whatever_was_done(stop: StopReason, expected: str) -> None:
    assert outcome(stop=stop) == expected


@pytest.mark.req("CLAW-09")
def test_only_one_outcome_teaches_and_cancellation_is_neutral() -> None:
    assert [code for code in OutcomeCode if code.positive] == [OutcomeCode.COMPLETED_VERIFIED]
    assert [code for code in OutcomeCode if code.neutral] == [OutcomeCode.CANCELLED]


SOUND = CitationReport((), (), ("knowledge:p/k",), answers=True)
FACTS = ClosureFacts(DONE, (HASH,), "art_answer", (), SOUND)


def test_a_sound_mission_meets_every_closure_requirement() -> None:
    assert unmet_requirements(CLOSURE_REQUIREMENTS, FACTS) == ()


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (replace(FACTS, rows=(REVIEW,)), "at_least_one_reproducible_check"),
        (replace(FACTS, tasks=with_state(2, TaskState.FAILED)), "verifier_task_executed"),
        (replace(FACTS, rows=(replace(HASH, artifact_ids=("art_older",)),)), "verifier_artifact_reached_compiler"),
        (replace(FACTS, missing_artifacts=("t02",)), "no_unresolved_required_artifacts"),
        (
            replace(FACTS, report=replace(SOUND, findings=(Found(Finding.UNSUPPORTED_VALUE, "s"),))),
            "no_unsupported_major_claims",
        ),
        (replace(FACTS, report=None), "no_unsupported_major_claims"),
        (replace(FACTS, tasks=with_state(0, TaskState.SKIPPED)), "required_tasks_executed_or_evidence_backed_skip"),
    ],
)
def test_each_closure_requirement_can_fail(facts: ClosureFacts, expected: str) -> None:
    assert expected in unmet_requirements(CLOSURE_REQUIREMENTS, facts)


def test_a_requirement_nobody_knows_is_unmet() -> None:
    assert unmet_requirements(("be_excellent",), FACTS) == ("be_excellent",)
