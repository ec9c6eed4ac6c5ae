"""What is said when knowledge cannot be had. The last sentence is part of the safety design (seed 001 section 9)."""

from __future__ import annotations

from typing import Final

from anthill.sdk.failure import FailureClass
from anthill.sdk.knowledge import KnowledgeFailure

DO_NOT_SUBSTITUTE: Final = (
    "Do NOT substitute recalled, assumed, or generally-known facts for it, "
    "and do not present anything from this attempt as sourced."
)
MISSION_GOES_ON: Final = (
    "The mission can continue without organizational knowledge, but evidence-backed context could not be retrieved."
)
NOT_FOUND: Final = "No such knowledge record exists in this scope."
NO_SCOPE: Final = (
    "no knowledge base is mapped to this project; an operator binds one in knowledge_project_map, "
    "and knowledge is never read from an unmapped or default base"
)
OTHER_SCOPE: Final = "the scope asked for is not the one this work was given"

_LEADS: Final = {
    KnowledgeFailure.DISABLED: "Knowledge is not configured for this colony",
    KnowledgeFailure.SCOPE_UNRESOLVED: "Knowledge retrieval refused",
    KnowledgeFailure.UNAUTHORIZED: "The knowledge service refused this colony's credential",
    KnowledgeFailure.INVALID: "The knowledge request is not valid",
}
_CLASSES: Final = {
    KnowledgeFailure.DISABLED: FailureClass.AUTHORIZATION_FAILURE,
    KnowledgeFailure.SCOPE_UNRESOLVED: FailureClass.AUTHORIZATION_FAILURE,
    KnowledgeFailure.UNAUTHORIZED: FailureClass.AUTHORIZATION_FAILURE,
    KnowledgeFailure.UNAVAILABLE: FailureClass.TRANSIENT_PROVIDER_FAILURE,
    KnowledgeFailure.UPSTREAM: FailureClass.TRANSIENT_PROVIDER_FAILURE,
    KnowledgeFailure.TIMEOUT: FailureClass.TIMEOUT,
    KnowledgeFailure.NOT_FOUND: FailureClass.TARGET_REJECTION,
    KnowledgeFailure.INVALID: FailureClass.VALIDATION_FAILURE,
    KnowledgeFailure.MALFORMED: FailureClass.INVALID_ARTIFACT,
}


def failure_text(failure: KnowledgeFailure, reason: str, upstream_request_id: str | None = None) -> str:
    """The whole text of a failure for a model or a person.

    A record that does not exist and one of another base are told in the same words and without a request id.
    Every other failure but an invalid request ends with the do-not-substitute sentence.
    """
    if failure is KnowledgeFailure.NOT_FOUND:
        return NOT_FOUND
    lead = _LEADS.get(failure, "Knowledge retrieval unavailable")
    told = f"{lead}: {reason.rstrip('.')}." + (f" (request {upstream_request_id})" if upstream_request_id else "")
    if failure is KnowledgeFailure.INVALID:
        return told
    return f"{told}\n{MISSION_GOES_ON}\n{DO_NOT_SUBSTITUTE}"


def failure_class(failure: KnowledgeFailure) -> FailureClass:
    """The colony's class of a knowledge failure."""
    return _CLASSES.get(failure, FailureClass.TOOL_FAILURE)
