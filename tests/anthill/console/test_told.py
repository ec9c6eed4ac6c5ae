"""The one sentence about how a mission ended: from its rows, with what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from anthill.console.told import why
from anthill.core.evidence.outcome import VERIFIED_MEANS, StopReason, TaskState
from anthill.core.planning.request import Authority
from anthill.core.store.missions import Mission, MissionStatus
from anthill.core.store.tasks import Task
from anthill.sdk.scope import UNRESOLVED, KnowledgeScope

AT = "2026-01-01T00:00:00.000000Z"
BASE = KnowledgeScope.for_mission("proj_f", "mis_1", "falcon")
STEP = Task(
    "t1", "mis_1", 1, "Retrieve what is known", "research", "researcher", (), "planner", "", True, TaskState.COMPLETE
)


def mission(outcome: str, *, scope: KnowledgeScope = BASE, **evaluation: Any) -> Mission:
    return Mission(
        "mis_1", "Why?", "falcon", "", scope, "test", Authority.OBSERVE, MissionStatus.COMPLETE, StopReason.NONE,
        outcome, {"verification_status": "passed", "deliverable_status": "satisfied", **evaluation}, "", AT, AT, AT,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (mission("completed_verified"), "every check passed."),
        (mission("completed_unverified", scope=UNRESOLVED), "no knowledge base is mapped to its project."),
        (
            mission("completed_unverified", deliverable_status="not_satisfied", unanswered=True),
            "Nothing that was read in the knowledge base answers the question.",
        ),
        (
            mission("completed_unverified", deliverable_status="not_satisfied", unanswered=True, scope=UNRESOLVED),
            "There is no answer: no knowledge base is mapped to its project.",
        ),
        (
            mission(
                "completed_unverified",
                deliverable_status="not_satisfied",
                unanswered=True,
                unmet_requirements=["no_unsupported_major_claims"],
            ),
            "There is no answer: the answer did not pass its citation check.",
        ),
        (
            mission("completed_unverified", deliverable_status="not_satisfied"),
            "nothing in it rests on the knowledge base.",
        ),
        (
            mission("completed_unverified", deliverable_status="not_satisfied", verification_status="failed"),
            "it does not pass every check.",
        ),
        (
            mission("completed_unverified", unmet_requirements=["verifier_task_executed", "one_of_a_later_release"]),
            "the verifier did not finish; one_of_a_later_release.",
        ),
        (
            mission(
                "completed_unverified", verification_status="verification_unavailable", explanation="Done, and odd."
            ),
            "not verified: Done, and odd.",
        ),
        (
            mission(
                "completed_unverified",
                deliverable_status="not_satisfied",
                unmet_requirements=["no_unsupported_major_claims"],
            ),
            "There is an answer, and it is not verified: the answer did not pass its citation check.",
        ),
        (mission("cancelled"), "It was cancelled; nothing more was begun for it."),
        (mission("timed_out"), "It ran out of time."),
        (mission("of_a_later_release", explanation="It ended oddly."), "It ended oddly."),
    ],
)
def test_a_closed_mission_is_told_in_one_sentence(found: Mission, sentence: str) -> None:
    told = why(found, (STEP,)).sentence
    assert told.endswith(sentence)
    assert "_" not in told.replace("one_of_a_later_release", "")


def test_a_knowledge_base_that_could_not_be_read_is_named() -> None:
    unread = replace(STEP, warnings=("knowledge_unavailable: timeout",))
    told = why(mission("completed_unverified", deliverable_status="not_satisfied"), (unread,))
    assert told.sentence.endswith("the knowledge base could not be read.")
    assert "Knowledge" in told.remedy


def test_what_verified_means_and_what_it_does_not_is_said_beside_it() -> None:
    assert why(mission("completed_verified"), (STEP,)).remedy == VERIFIED_MEANS
    assert "not that the sources are right" in VERIFIED_MEANS


def test_a_failure_names_the_step_and_its_reason() -> None:
    failed = replace(STEP, state=TaskState.FAILED, reason="The store could not be read.")
    told = why(mission("failed_retryable"), (failed,))
    assert told.sentence.endswith("Retrieve what is known: The store could not be read.")
    assert told.remedy == "Ask again."
