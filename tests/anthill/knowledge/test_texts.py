"""What is said when knowledge cannot be had: the safety sentence is part of the design."""

import pytest

from anthill.modules.knowledge.texts import DO_NOT_SUBSTITUTE, NOT_FOUND, failure_class, failure_text
from anthill.sdk.failure import FailureClass
from anthill.sdk.knowledge import KnowledgeFailure, Outcome

SILENT = {KnowledgeFailure.NOT_FOUND, KnowledgeFailure.INVALID}
FAILURES = [failure for failure in KnowledgeFailure if failure is not KnowledgeFailure.NONE]


@pytest.mark.req("S001-9-02")
@pytest.mark.req("S000-8-04")
def test_the_sentence_has_its_two_clauses() -> None:
    assert DO_NOT_SUBSTITUTE == (
        "Do NOT substitute recalled, assumed, or generally-known facts for it, and do not present anything from this"
        " attempt as sourced."
    )


@pytest.mark.req("S000-8-03")
@pytest.mark.parametrize("failure", FAILURES)
def test_every_failure_but_missing_and_invalid_ends_with_the_sentence(failure: KnowledgeFailure) -> None:
    text = failure_text(failure, "some reason", "req_1")
    assert text.endswith(DO_NOT_SUBSTITUTE) is (failure not in SILENT)
    assert ("The mission can continue" in text) is (failure not in SILENT)


def test_the_timeout_is_told_as_the_design_tells_it() -> None:
    assert failure_text(KnowledgeFailure.TIMEOUT, "the knowledge service did not respond within 5000ms") == (
        "Knowledge retrieval unavailable: the knowledge service did not respond within 5000ms.\n"
        "The mission can continue without organizational knowledge, but evidence-backed context could not be"
        f" retrieved.\n{DO_NOT_SUBSTITUTE}"
    )


def test_a_missing_record_is_told_in_one_wording_whatever_the_reason() -> None:
    texts = {failure_text(KnowledgeFailure.NOT_FOUND, reason, rid) for reason in ("a", "b") for rid in ("req_1", None)}
    assert texts == {NOT_FOUND}


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (KnowledgeFailure.DISABLED, FailureClass.AUTHORIZATION_FAILURE),
        (KnowledgeFailure.SCOPE_UNRESOLVED, FailureClass.AUTHORIZATION_FAILURE),
        (KnowledgeFailure.UNAUTHORIZED, FailureClass.AUTHORIZATION_FAILURE),
        (KnowledgeFailure.UNAVAILABLE, FailureClass.TRANSIENT_PROVIDER_FAILURE),
        (KnowledgeFailure.UPSTREAM, FailureClass.TRANSIENT_PROVIDER_FAILURE),
        (KnowledgeFailure.TIMEOUT, FailureClass.TIMEOUT),
        (KnowledgeFailure.NOT_FOUND, FailureClass.TARGET_REJECTION),
        (KnowledgeFailure.INVALID, FailureClass.VALIDATION_FAILURE),
        (KnowledgeFailure.MALFORMED, FailureClass.INVALID_ARTIFACT),
    ],
)
def test_each_failure_has_its_class(failure: KnowledgeFailure, expected: FailureClass) -> None:
    assert failure_class(failure) is expected


@pytest.mark.req("S000-8-12", "S000-8-06", "S000-8-07")
@pytest.mark.parametrize("failure", FAILURES)
def test_what_may_be_tried_again_is_the_same_for_the_failure_and_its_class(failure: KnowledgeFailure) -> None:
    assert failure_class(failure).retryable is failure.retryable


def test_an_outcome_is_an_answer_or_a_failure_and_never_both_or_neither() -> None:
    with pytest.raises(ValueError, match="either"):
        Outcome("x", KnowledgeFailure.TIMEOUT)
    with pytest.raises(ValueError, match="either"):
        Outcome(None)
    assert Outcome.refused(KnowledgeFailure.TIMEOUT, "late").retryable
