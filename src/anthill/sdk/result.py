"""What every role returns: a typed result that is never parsed back out of text (colony reference §1.6, §2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from anthill.sdk.artifact import ArtifactDraft
from anthill.sdk.evidence import EvidenceNote
from anthill.sdk.failure import Failure, FailureClass

GENERATION_DEGRADED = "provider_failure"
"""A warning that starts with this word says that a model failed and the work is poorer for it."""


class AntStatus(StrEnum):
    """How one execution ended."""

    SUCCEEDED = "succeeded"
    SUCCEEDED_WITH_WARNINGS = "succeeded_with_warnings"
    FAILED_RETRYABLE = "failed_retryable"
    FAILED_PERMANENT = "failed_permanent"
    BLOCKED = "blocked"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"

    @property
    def succeeded(self) -> bool:
        """Whether the work was done; every other status stops completion (reference §27.1)."""
        return self in (AntStatus.SUCCEEDED, AntStatus.SUCCEEDED_WITH_WARNINGS)


@dataclass(frozen=True, slots=True)
class Handoff:
    """A request for one more task. Depth comes from the source task's lineage, never from the ant."""

    destination_role: str
    task_type: str
    reason: str
    artifact_schemas: tuple[str, ...]
    required: bool
    dedupe_key: str


@dataclass(frozen=True, slots=True)
class Metrics:
    """What an execution spent; metrics never influence a status. No provider means no model was involved."""

    model_calls: int = 0
    tool_calls: int = 0
    elapsed_seconds: float = 0.0
    input_characters: int = 0
    output_characters: int = 0
    provider: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class AntExecutionResult:
    """The result of one execution; `narrative` is prose for people and read by nothing."""

    status: AntStatus
    summary: str
    narrative: str = ""
    artifacts: tuple[ArtifactDraft, ...] = ()
    evidence: tuple[EvidenceNote, ...] = ()
    handoffs: tuple[Handoff, ...] = ()
    warnings: tuple[str, ...] = ()
    failure: Failure | None = None
    metrics: Metrics = Metrics()

    @property
    def success(self) -> bool:
        """Derived from the status, so the two can never disagree."""
        return self.status.succeeded

    @property
    def generation_degraded(self) -> bool:
        """Whether a model failure made the work poorer."""
        warned = any(warning.startswith(GENERATION_DEGRADED) for warning in self.warnings)
        return self.status is AntStatus.SUCCEEDED_WITH_WARNINGS and warned


def succeeded(
    summary: str,
    *,
    artifacts: tuple[ArtifactDraft, ...] = (),
    evidence: tuple[EvidenceNote, ...] = (),
    warnings: tuple[str, ...] = (),
    handoffs: tuple[Handoff, ...] = (),
    narrative: str = "",
) -> AntExecutionResult:
    """Make a success; blank warnings are dropped, and any other warning shows in the status."""
    kept = tuple(warning for warning in warnings if warning.strip())
    status = AntStatus.SUCCEEDED_WITH_WARNINGS if kept else AntStatus.SUCCEEDED
    return AntExecutionResult(status, summary, narrative, artifacts, evidence, handoffs, kept)


def failed(failure_class: FailureClass, reason: str, *, evidence: tuple[EvidenceNote, ...] = ()) -> AntExecutionResult:
    """Make a failure; whether it may be retried follows from its class."""
    status = AntStatus.FAILED_RETRYABLE if failure_class.retryable else AntStatus.FAILED_PERMANENT
    return AntExecutionResult(status, reason, evidence=evidence, failure=Failure(failure_class, reason))


def blocked(reason: str) -> AntExecutionResult:
    """Refuse work the contract or a gate does not allow."""
    failure = Failure(FailureClass.AUTHORIZATION_FAILURE, reason)
    return AntExecutionResult(AntStatus.BLOCKED, reason, failure=failure)


def skipped(reason: str) -> AntExecutionResult:
    """Say that there was nothing to do; neither a success nor a failure."""
    return AntExecutionResult(AntStatus.SKIPPED, reason)
