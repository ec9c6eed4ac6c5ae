"""Knowledge from FORAGER: gate, ask, expand, assemble.

Each public read first asks whether it may read at all: the feature is on, the scope names a base, and it is the scope
in force for this work. Only then does anything leave the process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from anthill.modules.knowledge.assemble import Candidate, Material, assemble, classify
from anthill.modules.knowledge.cache import KnowledgeCache
from anthill.modules.knowledge.client import ForagerClient, configured_endpoint
from anthill.modules.knowledge.disagreements import Disagreements
from anthill.modules.knowledge.endpoint import EndpointRefused
from anthill.modules.knowledge.probe import probe
from anthill.modules.knowledge.reads import ForagerReads, ItemDetail, Within, passed_on
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
    KnowledgeHit,
    KnowledgeMetadata,
    KnowledgeProject,
    KnowledgeScope,
    KnowledgeSearch,
    KnowledgeSource,
    Outcome,
    RetrievalRequest,
    SearchRequest,
)
from anthill.sdk.scope import KnowledgeScopeContext, ScopedExecutor
from formicaria.ground.logs import get_logger

T = TypeVar("T")

MAX_QUERY: Final = 500
MAX_RESULTS: Final = 50
EXPANSIONS_AT_ONCE: Final = 8


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
        self._settings = settings
        self._monotonic = monotonic
        self._cache = KnowledgeCache(monotonic)
        self._pool = ScopedExecutor(EXPANSIONS_AT_ONCE, thread_name_prefix="knowledge")
        self._log = get_logger("knowledge")

    def close(self) -> None:
        """Let go of the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

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
        refused = self._refusal(request.scope)
        if refused is not None:
            return Outcome.refused(*refused)
        query = normal_query(request.query)
        if not query:
            return _no_query()
        limit = min(max(request.limit, 1), MAX_RESULTS)
        return self._found(request, query, limit)

    def retrieve(self, request: RetrievalRequest) -> Outcome[KnowledgeContext]:
        """The evidence-first retrieval: candidates, their details side by side, their disagreements, one context."""
        refused = self._refusal(request.scope)
        if refused is not None:
            return Outcome.refused(*refused)
        query = normal_query(request.query)
        if not query:
            return _no_query()
        settings = self._settings()
        question = _question(request, query)
        held = self._cache.get(request.scope, question, settings)
        if held is not None:
            return Outcome(held)
        outcome = self._retrieved(request, query, settings)
        if outcome.value is not None and not outcome.value.metadata.degradation:
            self._cache.put(question, outcome.value, settings)
        return outcome

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

    def _found(self, request: SearchRequest, query: str, limit: int) -> Outcome[KnowledgeSearch]:
        within = self._within(request.deadline)
        started = self._monotonic()
        outcome = self._reads.search(request.scope, query, limit, within, historical=request.include_historical)
        self._note("search", request.scope, outcome, started)
        if outcome.value is None:
            return outcome
        kept = tuple(hit for hit in outcome.value.hits if _is_wanted(hit, request))
        return replace(outcome, value=replace(outcome.value, hits=kept[:limit]))

    def _retrieved(
        self, request: RetrievalRequest, query: str, settings: KnowledgeSettings
    ) -> Outcome[KnowledgeContext]:
        started = self._monotonic()
        top = min(max(request.top_k, 1), MAX_RESULTS)
        wide = min(max(top * 3, 5), MAX_RESULTS)
        asked = SearchRequest(
            query,
            request.scope,
            wide,
            minimum_support=request.minimum_support,
            include_historical=request.include_historical,
            deadline=request.deadline,
        )
        found = self._found(asked, query, wide)
        if found.value is None:
            return passed_on(found)
        material = classify(self._expanded(found.value.hits[:top], request), request)
        conflicts = self._touching(material, request)
        metadata = KnowledgeMetadata(
            query=query,
            scope=request.scope,
            backend=found.value.backend,
            candidates_considered=found.value.candidates_considered,
            elapsed_ms=round((self._monotonic() - started) * 1000),
            degradation=(*material.degradation, *_undone(conflicts)),
        )
        budget = min(request.max_context_chars, settings.max_context_chars)
        outcome = Outcome(assemble(material, conflicts.value or (), metadata, budget))
        self._note("retrieve", request.scope, outcome, started)
        return outcome

    def _expanded(self, hits: tuple[KnowledgeHit, ...], request: RetrievalRequest) -> list[Candidate]:
        within = self._within(request.deadline)
        # `map` gives results in the order of the hits, whichever answer came first.
        details = self._pool.map(lambda hit: self._reads.item(request.scope, hit.knowledge_id, within), hits)
        return [Candidate(hit, rank, detail) for rank, (hit, detail) in enumerate(zip(hits, details, strict=True))]

    def _touching(self, material: Material, request: RetrievalRequest) -> Outcome[tuple[KnowledgeConflict, ...]]:
        if not material.facts:
            return Outcome(())
        return self._disagreements.touching(request.scope, material.facts, self._within(request.deadline))

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


def _is_wanted(hit: KnowledgeHit, request: SearchRequest) -> bool:
    types = {each.casefold() for each in request.types}
    return (
        (request.include_historical or not hit.status.is_historical)
        and hit.support.meets(request.minimum_support)
        and (not types or hit.type.casefold() in types)
    )


def _question(request: RetrievalRequest, query: str) -> str:
    parts = (
        str(request.top_k),
        str(request.include_historical),
        request.minimum_support.value,
        str(request.include_entities),
        str(request.max_context_chars),
    )
    return "|".join((*parts, query))


def _undone(conflicts: Outcome[tuple[KnowledgeConflict, ...]]) -> tuple[str, ...]:
    if conflicts.ok:
        return ()
    return ("conflicts could not be fetched, so contested statements may be unmarked",)


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
