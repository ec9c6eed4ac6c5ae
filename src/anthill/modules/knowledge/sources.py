"""A context as the record a mission keeps, so that every citation resolves and every excerpt can be hashed again.

Words are carried as FORAGER wrote them. Only excerpts that are there, and are the ones their hashes were taken of,
become records: what is not in the record cannot be cited (colony law 10).
"""

from __future__ import annotations

from typing import Final

from anthill.modules.knowledge.wire import STATUS_WORDS, SUPPORT_WORDS
from anthill.sdk.knowledge import (
    KnowledgeConfidentiality,
    KnowledgeConflict,
    KnowledgeConflictSide,
    KnowledgeContext,
    KnowledgeEvidence,
    KnowledgeFact,
)
from anthill.sdk.source_set import ConflictRecord, ConflictSide, SourceRecord, SourceSet, knowledge_ref

_SUPPORT: Final = {meaning: word for word, meaning in SUPPORT_WORDS.items()}
_STATUS: Final = {meaning: word for word, meaning in STATUS_WORDS.items()}


def source_set(context: KnowledgeContext) -> SourceSet:
    """One record per fact and citable excerpt, every open disagreement, and what is missing in words.

    Facts come in the order of the search, so that whoever composes from the record meets the most relevant first.
    """
    ranked = sorted(context.facts, key=lambda fact: (fact.rank, fact.knowledge_id))
    return SourceSet(
        query=context.metadata.query,
        records=tuple(
            _record(context, fact, row)
            for fact in ranked
            for row in context.evidence_for(fact.knowledge_id)
            if row.is_citable
        ),
        conflicts=tuple(_conflict(context, conflict) for conflict in context.open_conflicts),
        notes=_notes(context),
        altered=tuple(
            knowledge_ref(context.metadata.scope.project_ref or "", each) for each in context.metadata.altered
        ),
        conflicts_known=context.metadata.conflicts_known,
    )


def _record(context: KnowledgeContext, fact: KnowledgeFact, row: KnowledgeEvidence) -> SourceRecord:
    project_ref = context.metadata.scope.project_ref or ""
    general = fact.confidentiality is KnowledgeConfidentiality.GENERAL
    return SourceRecord(
        ref=knowledge_ref(project_ref, fact.knowledge_id),
        project_ref=project_ref,
        item_id=fact.knowledge_id,
        statement=fact.statement,
        evidence_id=row.evidence_id,
        excerpt=row.excerpt,
        excerpt_sha256=row.excerpt_hash,
        source_id=row.source_id,
        source_name=row.source_name or row.source_id,
        location=row.location,
        support=_SUPPORT.get(fact.support, "unknown"),
        status=_STATUS.get(fact.status, "unknown"),
        confidentiality="general" if general else "tenant",
        effective_date=fact.effective_date,
        subject=fact.subject,
        attribute=fact.attribute,
        value=fact.value_written,
    )


def _conflict(context: KnowledgeContext, conflict: KnowledgeConflict) -> ConflictRecord:
    return ConflictRecord(
        conflict_id=conflict.conflict_id,
        kind=conflict.type,
        attribute_key=conflict.attribute_key,
        sides=tuple(_side(context, side) for side in conflict.sides),
        suggestion=conflict.suggested_resolution,
    )


def _side(context: KnowledgeContext, side: KnowledgeConflictSide) -> ConflictSide:
    held = tuple(sorted({row.source_name for row in context.evidence_for(side.knowledge_id) if row.source_name}))
    return ConflictSide(side.knowledge_id, side.statement, side.value, side.source_names or held)


def _notes(context: KnowledgeContext) -> tuple[str, ...]:
    citable = {row.knowledge_id for row in context.evidence if row.is_citable}
    notes = [
        f"{fact.knowledge_id} has no excerpt and cannot be cited"
        for fact in context.facts
        if fact.knowledge_id not in citable
    ]
    if context.metadata.truncated:
        notes.append("weaker facts were left out for length")
    return (*notes, *context.metadata.degradation)
