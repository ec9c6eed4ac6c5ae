"""What of an ant's result is taken: by its status, its contract and its artifacts' shape, never by its words.

Every status but the two successes stops completion (reference §27.1). Handoffs are not ingested yet, so each is
rejected with a record, and a required one blocks the mission from being verified.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from anthill.core.agents.archivist import MEMORY_CANDIDATE
from anthill.core.agents.researcher import RESEARCH_BRIEF
from anthill.core.evidence.answer import SOURCED_ANSWER, SourcedAnswer
from anthill.core.evidence.outcome import TaskState
from anthill.core.roles.contract import AntExecutionContract
from anthill.sdk.artifact import Artifact, ArtifactDraft, Confidentiality, combined
from anthill.sdk.errors import AnthillError
from anthill.sdk.failure import FailureClass
from anthill.sdk.result import AntExecutionResult, AntStatus, failed
from anthill.sdk.source_set import SOURCE_SET, SourceSet
from anthill.sdk.values import Json

_STATES: Final[Mapping[AntStatus, TaskState]] = {
    AntStatus.SUCCEEDED: TaskState.COMPLETE,
    AntStatus.SUCCEEDED_WITH_WARNINGS: TaskState.COMPLETE,
    AntStatus.FAILED_RETRYABLE: TaskState.FAILED,
    AntStatus.FAILED_PERMANENT: TaskState.FAILED,
    AntStatus.BLOCKED: TaskState.FAILED,
    AntStatus.TIMED_OUT: TaskState.FAILED,
    AntStatus.SKIPPED: TaskState.SKIPPED,
    AntStatus.CANCELLED: TaskState.SKIPPED,
}


def _is_list(value: Json) -> object:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


def _is_object(value: Json) -> object:
    if not isinstance(value, dict):
        raise TypeError("not an object")
    return value


_SHAPES: Final[Mapping[str, Callable[[Json], object]]] = {
    SOURCE_SET: SourceSet.from_json,
    SOURCED_ANSWER: SourcedAnswer.from_json,
    RESEARCH_BRIEF: _is_object,
    MEMORY_CANDIDATE: _is_list,
}


@dataclass(frozen=True, slots=True)
class Accepted:
    """A result as it will be stored. `violation` is the schema of an artifact that was refused, or empty."""

    result: AntExecutionResult
    state: TaskState
    failure_class: str
    violation: str = ""


def accept(result: AntExecutionResult, contract: AntExecutionContract, output_schema: str) -> Accepted:
    """Take a result, or turn it into the failure it is."""
    violation = next((each.schema for each in result.artifacts if not _conforms(each, contract)), "")
    if violation:
        reason = f"The {violation} it produced is not of that shape, or not its to produce."
        return Accepted(_failure(reason), TaskState.FAILED, FailureClass.INVALID_ARTIFACT.value, violation)
    if result.success and output_schema and output_schema not in {each.schema for each in result.artifacts}:
        reason = f"The step promised a {output_schema} and did not produce one."
        return Accepted(_failure(reason), TaskState.FAILED, FailureClass.INVALID_ARTIFACT.value, output_schema)
    return Accepted(result, _STATES[result.status], _failure_word(result))


def _failure(reason: str) -> AntExecutionResult:
    return failed(FailureClass.INVALID_ARTIFACT, reason)


def _failure_word(result: AntExecutionResult) -> str:
    if result.failure is not None:
        return result.failure.failure_class.value
    return {AntStatus.TIMED_OUT: FailureClass.TIMEOUT.value, AntStatus.CANCELLED: FailureClass.CANCELLATION.value}.get(
        result.status, "" if result.status in (*_SUCCESS, AntStatus.SKIPPED) else FailureClass.UNKNOWN_FAILURE.value
    )


_SUCCESS: Final = (AntStatus.SUCCEEDED, AntStatus.SUCCEEDED_WITH_WARNINGS)


def _conforms(draft: ArtifactDraft, contract: AntExecutionContract) -> bool:
    shape = _SHAPES.get(draft.schema)
    if draft.schema not in contract.artifacts or shape is None:
        return False
    try:
        shape(json.loads(draft.payload))
    except (AnthillError, TypeError, ValueError, RecursionError):
        return False
    return True


def confidentiality(draft: ArtifactDraft, consumed: Iterable[Artifact]) -> Confidentiality:
    """Compute the band of something made from what the ant looked at; an ant may lower it and never raise it."""
    return combined([draft.confidentiality, *(each.confidentiality for each in consumed)])
