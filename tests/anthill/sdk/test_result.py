"""Ant results: status, success and failure can never disagree (reference §1.6, §27.1)."""

import pytest

from anthill.sdk.artifact import Confidentiality, combined, parse_confidentiality
from anthill.sdk.failure import Failure, FailureClass
from anthill.sdk.result import AntExecutionResult, AntStatus, blocked, failed, skipped, succeeded
from anthill.sdk.tool import ToolResult


@pytest.mark.req("S003-5-01")
@pytest.mark.req("S003-11-06")
@pytest.mark.parametrize("status", AntStatus)
def test_only_the_two_successes_count_as_success(status: AntStatus) -> None:
    expected = status.value.startswith("succeeded")
    assert AntExecutionResult(status, "x").success is expected


def test_blank_warnings_are_dropped_and_others_show_in_the_status() -> None:
    assert succeeded("x", warnings=("", "  ")).status is AntStatus.SUCCEEDED
    warned = succeeded("x", warnings=("knowledge_unavailable", " "))
    assert (warned.status, warned.warnings) == (AntStatus.SUCCEEDED_WITH_WARNINGS, ("knowledge_unavailable",))


@pytest.mark.parametrize("member", FailureClass)
def test_whether_a_failure_may_be_retried_follows_from_its_class(member: FailureClass) -> None:
    expected = AntStatus.FAILED_RETRYABLE if member.retryable else AntStatus.FAILED_PERMANENT
    assert failed(member, "x").status is expected


def test_blocked_is_an_authorization_failure_and_skipped_is_no_failure() -> None:
    assert blocked("no").failure == Failure(FailureClass.AUTHORIZATION_FAILURE, "no")
    assert skipped("nothing to do").failure is None
    assert not skipped("nothing to do").success


def test_a_model_failure_shows_as_degraded_generation() -> None:
    assert succeeded("x", warnings=("provider_failure[timeout]",)).generation_degraded
    assert not succeeded("x", warnings=("web was slow: provider_failure",)).generation_degraded


def test_a_tool_result_is_never_both_and_never_neither() -> None:
    with pytest.raises(ValueError, match="success without a failure"):
        ToolResult(ok=True, text="x", failure=Failure(FailureClass.TIMEOUT, "late"))
    with pytest.raises(ValueError, match="success without a failure"):
        ToolResult(ok=False, text="x")


@pytest.mark.parametrize("word", ["", "Tenant", "GENERAL", "unknown", "public"])
def test_an_unknown_band_is_tenant(word: str) -> None:
    assert parse_confidentiality(word) is Confidentiality.TENANT


def test_one_tenant_input_or_none_at_all_makes_the_output_tenant() -> None:
    general, tenant = Confidentiality.GENERAL, Confidentiality.TENANT
    assert combined([general, general]) is general
    assert combined([general, tenant]) is tenant
    assert combined([]) is tenant
