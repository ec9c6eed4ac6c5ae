"""The provider of a colony that has no knowledge service in use: it refuses, says why, and asks nobody."""

from __future__ import annotations

from typing import NoReturn, TypeVar

from anthill.sdk.knowledge import (
    KnowledgeAvailability,
    KnowledgeConflict,
    KnowledgeContext,
    KnowledgeEntity,
    KnowledgeEvidence,
    KnowledgeFact,
    KnowledgeFailure,
    KnowledgeProject,
    KnowledgeScope,
    KnowledgeSearch,
    KnowledgeSource,
    Outcome,
    RetrievalRequest,
    SearchRequest,
)

T = TypeVar("T")


class NullKnowledgeProvider:
    """Answers every read with one typed refusal."""

    name = "none"

    def __init__(self, reason: str, *, enabled: bool = False) -> None:
        """Take the reason in words; `enabled` says that the feature is on and something else is in the way."""
        self._reason = reason
        self._enabled = enabled

    def probe(self) -> KnowledgeAvailability:
        """Never usable, with the reason."""
        return KnowledgeAvailability(enabled=self._enabled, reachable=False, reason=self._reason)

    def search(self, request: SearchRequest) -> Outcome[KnowledgeSearch]:
        """Refuse."""
        return self._refusal(request)

    def retrieve(self, request: RetrievalRequest) -> Outcome[KnowledgeContext]:
        """Refuse."""
        return self._refusal(request)

    def get(self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None) -> Outcome[KnowledgeFact]:
        """Refuse."""
        return self._refusal(knowledge_id, scope, deadline)

    def evidence(
        self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEvidence, ...]]:
        """Refuse."""
        return self._refusal(knowledge_id, scope, deadline)

    def related_entities(
        self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEntity, ...]]:
        """Refuse."""
        return self._refusal(knowledge_id, scope, deadline)

    def find_entities(
        self, name: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEntity, ...]]:
        """Refuse."""
        return self._refusal(name, scope, deadline)

    def conflicts(self, scope: KnowledgeScope) -> Outcome[tuple[KnowledgeConflict, ...]]:
        """Refuse."""
        return self._refusal(scope)

    def sources(self, scope: KnowledgeScope) -> Outcome[tuple[KnowledgeSource, ...]]:
        """Refuse."""
        return self._refusal(scope)

    def projects(self) -> Outcome[tuple[KnowledgeProject, ...]]:
        """Refuse."""
        return self._refusal()

    def _refusal(self, *_asked: object) -> Outcome[NoReturn]:
        return Outcome.refused(KnowledgeFailure.DISABLED, self._reason)
