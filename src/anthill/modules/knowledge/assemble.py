"""From candidates and their details to one context: classify, attach, order, cut to size. Pure.

Ranking chose the candidates; evidence decides what is presented and how it is labelled (seed 000 section 4.1). What
could not be fetched stays in, marked; what was cut is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from anthill.modules.knowledge.reads import ItemDetail
from anthill.sdk.knowledge import (
    KnowledgeConflict,
    KnowledgeContext,
    KnowledgeEntity,
    KnowledgeEvidence,
    KnowledgeFact,
    KnowledgeFailure,
    KnowledgeHit,
    KnowledgeMetadata,
    KnowledgeSupport,
    Outcome,
    RetrievalRequest,
)

SHOWN_EXCERPT: Final = 300
"""Characters of an excerpt that are rendered."""
SHOWN_EVIDENCE: Final = 8
"""Evidence rows of one fact that are rendered; the rest is counted and stays in the record."""
_MINIMUM_BUDGET, _MAXIMUM_BUDGET = 1000, 200_000
_PER_STATEMENT, _PER_EVIDENCE = 160, 80


@dataclass(frozen=True, slots=True)
class Candidate:
    """A search hit, its place among the hits, and what reading its detail gave."""

    hit: KnowledgeHit
    rank: int
    detail: Outcome[ItemDetail]


@dataclass(frozen=True, slots=True)
class Material:
    """Facts with everything read beside them, before they are cut to size."""

    facts: tuple[KnowledgeFact, ...]
    evidence: tuple[KnowledgeEvidence, ...]
    entities: tuple[tuple[str, KnowledgeEntity], ...]
    degradation: tuple[str, ...]
    altered: tuple[str, ...] = ()


def classify(candidates: Sequence[Candidate], request: RetrievalRequest) -> Material:
    """Facts from candidates, strongest first, each with its evidence or its marker.

    A candidate that does not exist for this scope is dropped. One whose detail failed is carried from its hit with
    the marker, so that a lost answer cannot make a statement vanish.
    """
    facts: dict[str, KnowledgeFact] = {}
    evidence: dict[tuple[str, str], KnowledgeEvidence] = {}
    entities: dict[tuple[str, str], tuple[str, KnowledgeEntity]] = {}
    degradation: list[str] = []
    altered: list[str] = []
    for candidate in candidates:
        fact = _fact(candidate)
        if fact is None or fact.knowledge_id in facts or not _is_asked_for(fact, request):
            continue
        facts[fact.knowledge_id] = fact
        detail = candidate.detail.value
        if detail is None:
            degradation.append(f"could not expand {fact.knowledge_id}")
            continue
        kept = set(fact.evidence_ids)
        evidence.update(
            ((fact.knowledge_id, row.evidence_id), row)
            for row in detail.evidence
            if row.evidence_id in kept and row.hash_matches
        )
        degradation.extend(_mismatches(detail))
        altered.extend(f"{fact.knowledge_id}#{row.evidence_id}" for row in detail.evidence if not row.hash_matches)
        if request.include_entities:
            entities.update(
                ((fact.knowledge_id, entity.entity_id), (fact.knowledge_id, entity)) for entity in detail.entities
            )
    ordered = tuple(sorted(facts.values(), key=_strength))
    return Material(ordered, tuple(evidence.values()), tuple(entities.values()), tuple(degradation), tuple(altered))


def assemble(
    material: Material,
    conflicts: Sequence[KnowledgeConflict],
    metadata: KnowledgeMetadata,
    max_chars: int,
) -> KnowledgeContext:
    """One context within `max_chars` (held to 1,000 to 200,000): the weakest facts are left out first, one stays.

    Conflicts keep both sides' words whether or not a side was left out.
    """
    facts = _within(material, min(max(max_chars, _MINIMUM_BUDGET), _MAXIMUM_BUDGET))
    ids = {fact.knowledge_id for fact in facts}
    return KnowledgeContext(
        metadata=replace(metadata, truncated=len(facts) < len(material.facts)),
        facts=facts,
        evidence=tuple(row for fact in facts for row in material.evidence if row.knowledge_id == fact.knowledge_id),
        entities=_entities(entity for fact_id, entity in material.entities if fact_id in ids),
        conflicts=tuple(
            sorted(
                (conflict for conflict in conflicts if ids & set(conflict.knowledge_ids)),
                key=lambda conflict: conflict.conflict_id,
            )
        ),
    )


def _fact(candidate: Candidate) -> KnowledgeFact | None:
    detail = candidate.detail
    if detail.value is not None:
        return replace(detail.value.fact, rank=candidate.rank)
    if detail.failure is KnowledgeFailure.NOT_FOUND:
        return None
    hit = candidate.hit
    return KnowledgeFact(
        knowledge_id=hit.knowledge_id,
        statement=hit.statement,
        support=hit.support,
        status=hit.status,
        confidentiality=hit.confidentiality,
        confidence=hit.confidence,
        type=hit.type,
        title=hit.title,
        unresolved_reason="its evidence could not be fetched",
        rank=candidate.rank,
    )


def _is_asked_for(fact: KnowledgeFact, request: RetrievalRequest) -> bool:
    # The detail is newer than the hit, so what the hit passed is asked again.
    wanted = request.include_historical or not fact.status.is_historical
    return wanted and fact.support.meets(request.minimum_support)


def _mismatches(detail: ItemDetail) -> list[str]:
    return [
        f"evidence {row.evidence_id} was left out: its excerpt is not the one its recorded hash was taken of"
        for row in detail.evidence
        if not row.hash_matches
    ]


def _strength(fact: KnowledgeFact) -> tuple[int, float, int, str]:
    # Of two facts that stand equally firm the one that answers better comes first, and is left out later.
    unknown = fact.support is KnowledgeSupport.UNKNOWN
    return (len(KnowledgeSupport) if unknown else fact.support.rank, -fact.confidence, fact.rank, fact.knowledge_id)


def _within(material: Material, budget: int) -> tuple[KnowledgeFact, ...]:
    sizes = dict.fromkeys((fact.knowledge_id for fact in material.facts), 0)
    for fact_id in sizes:
        rows = [row for row in material.evidence if row.knowledge_id == fact_id][:SHOWN_EVIDENCE]
        sizes[fact_id] = sum(min(len(row.excerpt), SHOWN_EXCERPT) + len(row.location) + _PER_EVIDENCE for row in rows)
    kept: list[KnowledgeFact] = []
    total = 0
    for fact in material.facts:
        total += len(fact.statement) + _PER_STATEMENT + sizes[fact.knowledge_id]
        if kept and total > budget:
            break
        kept.append(fact)
    return tuple(kept)


def _entities(found: Iterable[KnowledgeEntity]) -> tuple[KnowledgeEntity, ...]:
    each = {entity.entity_id: entity for entity in found}
    return tuple(sorted(each.values(), key=lambda entity: (entity.name, entity.entity_id)))
