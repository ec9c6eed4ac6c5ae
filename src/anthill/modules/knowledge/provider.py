"""Knowledge from FORAGER: gate, ask, expand, assemble.

Each public read first asks whether it may read at all: the feature is on, the scope names a base, and it is the scope
in force for this work. Only then does anything leave the process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from anthill.modules.knowledge.cache import KnowledgeCache
from anthill.modules.knowledge.client import ForagerClient, configured_endpoint
from anthill.modules.knowledge.disagreements import Disagreements
from anthill.modules.knowledge.endpoint import EndpointRefused
from anthill.modules.knowledge.probe import probe
from anthill.modules.knowledge.reads import ForagerReads, ItemDetail, Within, passed_on
from anthill.modules.knowledge.retrieval import Retrieval
from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.modules.knowledge.texts import NO_SCOPE, OTHER_SCOPE
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
from anthill.sdk.scope import KnowledgeScopeContext
from formicaria.ground.logs import get_logger

T = TypeVar("T")

MAX_QUERY: Final = 500


class ForagerKnowledgeProvider:
    """The colony's reads over FORAGER's HTTP API."""

    name = "forager-http"

    def __init__(
        self,
        client: ForagerClient,
        settings: Callable[[], KnowledgeSettings],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the client, a way to read the settings in force, and a clock in seconds."""
        self._reads = ForagerReads(client)
        self._disagreements = Disagreements(self._reads)
        self._retrieval = Retrieval(self._reads, self._disagreements, monotonic)
        self._settings = settings
        self._monotonic = monotonic
        self._cache = KnowledgeCache(monotonic)
        self._log = get_logger("knowledge")

    def close(self) -> None:
        """Let go of the threads."""
        self._retrieval.close()

    def probe(self) -> KnowledgeAvailability:
        """Ask the service what it is; a refused credential is an unusable service with a reason."""
        settings = self._settings()
        start = KnowledgeAvailability(enabled=settings.enabled, reachable=False)
        if not settings.enabled:
            return replace(start, reason="knowledge_enabled is off")
        try:
            endpoint = configured_endpoint(settings)
        except EndpointRefused as refused:
            return replace(start, reason=refused.sentence)
        start = replace(start, endpoint=endpoint.origin, remote=endpoint.remote)
        return probe(self._reads, Within(settings.probe_timeout_ms), start)

    def search(self, request: SearchRequest) -> Outcome[KnowledgeSearch]:
        """Ranked candidates the scope may see, at most `limit` of them."""
        asked = replace(request, query=normal_query(request.query))
        within = self._within(request.deadline)
        return self._gated(
            "search", request.scope, lambda: self._retrieval.search(asked, within) if asked.query else _no_query()
        )

    def retrieve(self, request: RetrievalRequest) -> Outcome[KnowledgeContext]:
        """The evidence-first retrieval: candidates, their details side by side, their disagreements, one context."""
        asked = replace(request, query=normal_query(request.query))
        return self._gated("retrieve", request.scope, lambda: self._remembered(asked) if asked.query else _no_query())

    def get(self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None) -> Outcome[KnowledgeFact]:
        """One statement of the scope's base."""
        return _part(self._item("get", knowledge_id, scope, deadline), lambda detail: detail.fact)

    def evidence(
        self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEvidence, ...]]:
        """Every evidence row of one statement, also one whose hash does not match: it says so."""
        return _part(self._item("evidence", knowledge_id, scope, deadline), lambda detail: detail.evidence)

    def related_entities(
        self, knowledge_id: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEntity, ...]]:
        """The entities one statement names."""
        return _part(self._item("related_entities", knowledge_id, scope, deadline), lambda detail: detail.entities)

    def find_entities(
        self, name: str, scope: KnowledgeScope, *, deadline: float | None = None
    ) -> Outcome[tuple[KnowledgeEntity, ...]]:
        """Entities by name."""
        query = normal_query(name)
        return self._gated("find_entities", scope, lambda: self._entities(query, scope, deadline))

    def conflicts(self, scope: KnowledgeScope) -> Outcome[tuple[KnowledgeConflict, ...]]:
        """Every open disagreement of the base."""
        return self._gated("conflicts", scope, lambda: self._disagreements.all_open(scope, self._within(None)))

    def sources(self, scope: KnowledgeScope) -> Outcome[tuple[KnowledgeSource, ...]]:
        """Every document of the base the scope may see."""
        return self._gated("sources", scope, lambda: self._reads.sources(scope, self._within(None)))

    def projects(self) -> Outcome[tuple[KnowledgeProject, ...]]:
        """The bases the credential may see; the one read without a scope."""
        return self._reads.projects(self._within(None))

    def _remembered(self, request: RetrievalRequest) -> Outcome[KnowledgeContext]:
        settings = self._settings()
        bounded = replace(request, max_context_chars=min(request.max_context_chars, settings.max_context_chars))
        question = _question(bounded)
        held = self._cache.get(request.scope, question, settings)
        if held is not None:
            return Outcome(held)
        outcome = self._retrieval.context(bounded, self._within(request.deadline))
        if outcome.value is not None and not outcome.value.metadata.degradation:
            self._cache.put(question, outcome.value, settings)
        return outcome

    def _entities(
        self, name: str, scope: KnowledgeScope, deadline: float | None
    ) -> Outcome[tuple[KnowledgeEntity, ...]]:
        return self._reads.entities(scope, name, self._within(deadline)) if name else _no_query()

    def _item(
        self, operation: str, knowledge_id: str, scope: KnowledgeScope, deadline: float | None
    ) -> Outcome[ItemDetail]:
        return self._gated(operation, scope, lambda: self._reads.item(scope, knowledge_id, self._within(deadline)))

    def _gated(self, operation: str, scope: KnowledgeScope, read: Callable[[], Outcome[T]]) -> Outcome[T]:
        refused = self._refusal(scope)
        if refused is not None:
            return Outcome.refused(*refused)
        started = self._monotonic()
        outcome = read()
        self._note(operation, scope, outcome, started)
        return outcome

    def _refusal(self, scope: KnowledgeScope) -> tuple[KnowledgeFailure, str] | None:
        if not self._settings().enabled:
            return KnowledgeFailure.DISABLED, "knowledge_enabled is off"
        if not scope.is_queryable:
            return KnowledgeFailure.SCOPE_UNRESOLVED, NO_SCOPE
        if KnowledgeScopeContext.current() != scope:
            return KnowledgeFailure.SCOPE_UNRESOLVED, OTHER_SCOPE
        return None

    def _within(self, deadline: float | None) -> Within:
        return Within(self._settings().retrieval_timeout_ms, deadline)

    def _note(self, operation: str, scope: KnowledgeScope, outcome: Outcome[object], started: float) -> None:
        self._log.info(
            "knowledge_read",
            operation=operation,
            scope=str(scope),
            mission_id=scope.mission_id or "",
            duration_ms=round((self._monotonic() - started) * 1000),
            knowledge_ids=_ids(outcome.value),
            results=_size(outcome.value),
            failure=outcome.failure.value,
            upstream_request_id=outcome.upstream_request_id or "",
        )


def normal_query(query: str) -> str:
    """A question with single spaces, cut at 500 characters; nothing else is done to it."""
    return " ".join(query.split())[:MAX_QUERY].rstrip()


def _no_query() -> Outcome[T]:
    return Outcome.refused(KnowledgeFailure.INVALID, "the query is empty")


def _part(outcome: Outcome[ItemDetail], take: Callable[[ItemDetail], T]) -> Outcome[T]:
    if outcome.value is None:
        return passed_on(outcome)
    return Outcome(take(outcome.value), upstream_request_id=outcome.upstream_request_id)


def _question(request: RetrievalRequest) -> str:
    parts = (
        str(request.top_k),
        str(request.include_historical),
        request.minimum_support.value,
        str(request.include_entities),
        str(request.max_context_chars),
    )
    return "|".join((*parts, request.query))


def _ids(value: object) -> list[str]:
    if isinstance(value, KnowledgeContext):
        return [fact.knowledge_id for fact in value.facts]
    return [value.fact.knowledge_id] if isinstance(value, ItemDetail) else []


def _size(value: object) -> int:
    if isinstance(value, KnowledgeContext):
        return len(value.facts)
    if isinstance(value, KnowledgeSearch):
        return len(value.hits)
    return len(value) if isinstance(value, tuple) else int(value is not None)
