"""Every code a page can meet has words; a person is never left with a code alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from anthill.console.words import (
    FINDINGS,
    KINDS,
    OUTCOMES,
    OUTCOMES_TOLD,
    REQUIREMENTS,
    SHAPES,
    STATES,
    UNAVAILABLE,
    Word,
    outcome_word,
)
from anthill.core.evidence.citations import Finding
from anthill.core.evidence.outcome import OutcomeCode, TaskState
from anthill.core.planning.requirements import ClosureRequirement
from anthill.core.roles.availability import Unavailable
from anthill.core.roles.contract import RuntimeKind

BADGES = {"good", "warn", "bad", "info", "busy", "plain"}


@pytest.mark.parametrize(
    ("codes", "told"),
    [
        (OutcomeCode, OUTCOMES),
        (OutcomeCode, OUTCOMES_TOLD),
        (TaskState, STATES),
        (TaskState, SHAPES),
        (Finding, FINDINGS),
        (ClosureRequirement, REQUIREMENTS),
        ([each for each in Unavailable if each], UNAVAILABLE),
        ([each.value for each in RuntimeKind], KINDS),
    ],
)  # fmt: skip
def test_every_code_has_words(codes: Iterable[str], told: Mapping[str, object]) -> None:
    assert set(told) == set(codes)


def test_a_badge_has_a_word_and_a_known_shape() -> None:
    words = [*OUTCOMES.values(), *STATES.values()]
    assert all(word.text and set(word.kind.split()) <= BADGES for word in words)


@pytest.mark.parametrize(
    ("outcome", "status", "stop", "text"),
    [
        ("completed_verified", "complete", "", "verified"),
        ("", "created", "", "waiting"),
        ("", "running", "", "running"),
        ("", "running", "mission_cancelled", "stopping"),
        ("from_a_later_release", "complete", "", "from a later release"),
    ],
)
def test_a_mission_has_one_word(outcome: str, status: str, stop: str, text: str) -> None:
    assert outcome_word(outcome, status, stop).text == text


def test_an_answer_that_says_it_is_none_is_not_called_unverified() -> None:
    assert outcome_word("completed_unverified", "complete", "", unanswered=True).text == "no answer found"
    assert outcome_word("completed_verified", "complete", "", unanswered=True).text == "verified"


def test_nothing_but_verified_looks_good() -> None:
    assert [code for code, word in OUTCOMES.items() if word == Word("verified", "good") or "good" in word.kind] == [
        "completed_verified"
    ]
