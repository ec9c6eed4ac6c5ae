"""The failure taxonomy: one wire form, one parser, derived properties (reference §3, §27.3)."""

import pytest

from anthill.sdk.failure import Failure, FailureClass, parse_failure_class


@pytest.mark.parametrize("member", FailureClass)
def test_every_spelling_of_a_class_parses_to_it(member: FailureClass) -> None:
    pascal = "".join(part.title() for part in member.value.split("_"))
    for spelling in (
        member.value,
        pascal,
        member.value.upper(),
        member.value.replace("_", "-"),
        member.value.replace("_", " "),
    ):
        assert parse_failure_class(spelling) is member


@pytest.mark.parametrize("text", ["", "benign", "timeouts", "transient provider"])
def test_a_word_outside_the_taxonomy_is_not_classified(text: str) -> None:
    assert parse_failure_class(text) is None


def test_only_four_classes_may_be_retried() -> None:
    retryable = {member.value for member in FailureClass if member.retryable}
    assert retryable == {"transient_provider_failure", "rate_limit", "timeout", "conflict"}


def test_what_must_escalate_is_never_retryable() -> None:
    escalating = {member for member in FailureClass if member.must_escalate}
    assert {member.value for member in escalating} == {"policy_denial", "security_failure", "authorization_failure"}
    assert not any(member.retryable for member in escalating)


def test_unknown_is_not_known_and_not_a_defect() -> None:
    assert not FailureClass.UNKNOWN_FAILURE.known
    assert parse_failure_class("unknown_failure") is not FailureClass.INTERNAL_DEFECT


def test_a_failure_cannot_claim_to_be_retryable() -> None:
    assert not Failure(FailureClass.POLICY_DENIAL, "no").retryable
