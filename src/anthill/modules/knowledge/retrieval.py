"""One retrieval: candidates, their details side by side, the disagreements that touch them, one context.

How many calls it takes: one search, one per candidate, and one or more for conflicts. The order of what comes out
follows the hits and never which answer came first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from anthill.modules.knowledge.assemble import Candidate, Material, assemble, classify
from anthill.modules.knowledge.disagreements import Disagreements
from anthill.modules.knowledge.reads import ForagerReads, ItemDetail, Within, passed_on
from anthill.sdk.knowledge import (
    KnowledgeConflict,
    KnowledgeContext,
    KnowledgeFailure,
    KnowledgeHit,
    KnowledgeMetadata,
    KnowledgeSearch,
    Outcome,
    RetrievalRequest,
    SearchRequest,
)
from anthill.sdk.scope import ScopedExecutor

MAX_RESULTS: Final = 50
EXPANSIONS_AT_ONCE: Final = 8
_READ: Final = frozenset({KnowledgeFailure.NONE, KnowledgeFailure.NOT_FOUND})
_CONFLICTS_UNREAD: Final = "conflicts could not be fetched, so contested statements may be unmarked"


class Retrieval:
    """Runs searches and retrievals for scopes that somebody else has already allowed."""

    def __init__(self, reads: ForagerReads, disagreements: Disagreements, monotonic: Callable[[], float]) -> None:
        """Take the scope-checked reads and a clock in seconds."""
        self._reads = reads
        self._disagreements = disagreements
        self._monotonic = monotonic
        self._pool = ScopedExecutor(EXPANSIONS_AT_ONCE, thread_name_prefix="knowledge")

    def close(self) -> None:
        """Let go of the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def search(self, request: SearchRequest, within: Within) -> Outcome[KnowledgeSearch]:
        """The hits that pass the request's own filters, at most `limit` of them (held to 1 to 50)."""
        limit = min(max(request.limit, 1), MAX_RESULTS)
        found = self._reads.search(request.scope, request.query, limit, within, historical=request.include_historical)
        if found.value is None:
            return found
        kept = tuple(hit for hit in found.value.hits if _is_wanted(hit, request))
        return replace(found, value=replace(found.value, hits=kept[:limit]))

    def context(self, request: RetrievalRequest, within: Within) -> Outcome[KnowledgeContext]:
        """One context for the request; `top_k` is held to 1 to 50."""
        started = self._monotonic()
        top = min(max(request.top_k, 1), MAX_RESULTS)
        found = self.search(_wide(request, top), within)
        if found.value is None:
            return passed_on(found)
        candidates = self._expanded(found.value.hits[:top], request, within)
        lost = _lost(candidates)
        if lost is not None:
            return passed_on(lost)
        material = classify(candidates, request)
        conflicts = self._touching(material, request, within)
        metadata = KnowledgeMetadata(
            query=request.query,
            scope=request.scope,
            backend=found.value.backend,
            candidates_considered=found.value.candidates_considered,
            elapsed_ms=round((self._monotonic() - started) * 1000),
            degradation=(*material.degradation, *(() if conflicts.ok else (_CONFLICTS_UNREAD,))),
            altered=material.altered,
            conflicts_known=conflicts.ok,
        )
        return Outcome(assemble(material, conflicts.value or (), metadata, request.max_context_chars))

    def _expanded(self, hits: tuple[KnowledgeHit, ...], request: RetrievalRequest, within: Within) -> list[Candidate]:
        # `map` gives results in the order of the hits.
        details = self._pool.map(lambda hit: self._reads.item(request.scope, hit.knowledge_id, within), hits)
        return [Candidate(hit, rank, detail) for rank, (hit, detail) in enumerate(zip(hits, details, strict=True))]

    def _touching(
        self, material: Material, request: RetrievalRequest, within: Within
    ) -> Outcome[tuple[KnowledgeConflict, ...]]:
        if not material.facts:
            return Outcome(())
        return self._disagreements.touching(request.scope, material.facts, within)


def _lost(candidates: Sequence[Candidate]) -> Outcome[ItemDetail] | None:
    """The failure of the first candidate when not one could be read: a base that fell silent is no empty base."""
    failed = [each.detail for each in candidates if each.detail.failure not in _READ]
    return failed[0] if failed and not any(each.detail.ok for each in candidates) else None


def _wide(request: RetrievalRequest, top: int) -> SearchRequest:
    return SearchRequest(
        request.query,
        request.scope,
        min(max(top * 3, 5), MAX_RESULTS),
        minimum_support=request.minimum_support,
        include_historical=request.include_historical,
    )


def _is_wanted(hit: KnowledgeHit, request: SearchRequest) -> bool:
    types = {each.casefold() for each in request.types}
    return (
        (request.include_historical or not hit.status.is_historical)
        and hit.support.meets(request.minimum_support)
        and (not types or hit.type.casefold() in types)
    )
