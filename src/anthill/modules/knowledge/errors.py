"""Knowledge failures as the colony's HTTP errors.

AnthillError
└── KnowledgeError
    ├── KnowledgeInvalid            400  bad_request
    ├── KnowledgeForbidden          403  permission_denied
    ├── KnowledgeMissing            404  not_found
    ├── KnowledgeScopeRefused       404  knowledge_scope_unresolved
    ├── KnowledgeCredentialRefused  502  knowledge_unauthorized
    ├── KnowledgeMalformed          502  knowledge_malformed
    ├── KnowledgeUpstream           502  knowledge_upstream
    ├── KnowledgeOff                503  knowledge_disabled
    ├── KnowledgeUnavailable        503  knowledge_unavailable
    └── KnowledgeTimeout            504  knowledge_timeout

What the engine answered or failed to answer is a gateway's error and never the caller's (knowledge.md section 9).
"""

from __future__ import annotations

from typing import Final

from anthill.modules.knowledge.texts import failure_text
from anthill.sdk.errors import AnthillError
from anthill.sdk.knowledge import KnowledgeFailure, Outcome


class KnowledgeError(AnthillError):
    """A read of knowledge gave no answer; the message is the whole failure text."""


class KnowledgeInvalid(KnowledgeError):
    """The request cannot be read as a question."""

    code = "bad_request"
    status = 400


class KnowledgeForbidden(KnowledgeError):
    """The caller's credential is limited to one project and this is not a project's."""

    code = "permission_denied"
    status = 403


class KnowledgeMissing(KnowledgeError):
    """There is no such record in this scope; foreign and missing are one answer."""

    code = "not_found"
    status = 404


class KnowledgeScopeRefused(KnowledgeError):
    """No base is bound to the project."""

    code = "knowledge_scope_unresolved"
    status = 404


class KnowledgeCredentialRefused(KnowledgeError):
    """The engine refused the colony's credential."""

    code = "knowledge_unauthorized"
    status = 502


class KnowledgeMalformed(KnowledgeError):
    """The engine's answer could not be read."""

    code = "knowledge_malformed"
    status = 502


class KnowledgeUpstream(KnowledgeError):
    """The engine failed or was busy."""

    code = "knowledge_upstream"
    status = 502


class KnowledgeOff(KnowledgeError):
    """Knowledge is not in use in this colony."""

    code = "knowledge_disabled"
    status = 503


class KnowledgeUnavailable(KnowledgeError):
    """The engine does not answer."""

    code = "knowledge_unavailable"
    status = 503


class KnowledgeTimeout(KnowledgeError):
    """The engine did not answer in time."""

    code = "knowledge_timeout"
    status = 504


_ERRORS: Final[dict[KnowledgeFailure, type[KnowledgeError]]] = {
    KnowledgeFailure.DISABLED: KnowledgeOff,
    KnowledgeFailure.UNAVAILABLE: KnowledgeUnavailable,
    KnowledgeFailure.TIMEOUT: KnowledgeTimeout,
    KnowledgeFailure.UNAUTHORIZED: KnowledgeCredentialRefused,
    KnowledgeFailure.SCOPE_UNRESOLVED: KnowledgeScopeRefused,
    KnowledgeFailure.NOT_FOUND: KnowledgeMissing,
    KnowledgeFailure.INVALID: KnowledgeInvalid,
    KnowledgeFailure.MALFORMED: KnowledgeMalformed,
    KnowledgeFailure.UPSTREAM: KnowledgeUpstream,
}


def error_for(outcome: Outcome[object]) -> KnowledgeError:
    """The HTTP error of a failed outcome."""
    text = failure_text(outcome.failure, outcome.reason, outcome.upstream_request_id)
    return _ERRORS.get(outcome.failure, KnowledgeUpstream)(text, details={"retryable": outcome.retryable})
