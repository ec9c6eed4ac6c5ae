"""What the read tools say: every word from a document on one harmless line, the whole inside one untrusted block."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from anthill.modules.knowledge.neutral import one_line, untrusted_block
from anthill.modules.knowledge.render import SUPPORT_LABELS, render
from anthill.sdk.knowledge import (
    KnowledgeContext,
    KnowledgeEntity,
    KnowledgeEvidence,
    KnowledgeFact,
    KnowledgeHit,
    KnowledgeSearch,
)
from anthill.sdk.values import Json

_STATEMENT = 1000


def context_text(context: KnowledgeContext) -> str:
    """A rendered context in its block."""
    return untrusted_block(render(context))


def search_text(search: KnowledgeSearch) -> str:
    """The hits as a numbered list, or a sentence that says the search ran and found nothing."""
    if not search.hits:
        return (
            "The base was searched and no statement matched. That does not mean it is unknown to the organization;"
            " do not fill the gap by assumption."
        )
    lines = [line for place, hit in enumerate(search.hits, 1) for line in _hit(place, hit)]
    hint = "A hit is a candidate, not evidence: read it with knowledge_evidence or knowledge_retrieve before using it."
    return f"{untrusted_block(chr(10).join(lines))}\n{hint}"


def fact_text(fact: KnowledgeFact) -> str:
    """One statement as indented JSON."""
    shown: dict[str, Json] = {
        "knowledge_id": fact.knowledge_id,
        "type": one_line(fact.type),
        "subject": one_line(fact.subject),
        "statement": one_line(fact.statement, _STATEMENT),
        "support": fact.support.value,
        "status": fact.status.value,
        "confidence": fact.confidence,
        "effective_date": one_line(fact.effective_date),
        "superseded_by": fact.superseded_by,
        "evidence_count": len(fact.evidence_ids),
        "contested": fact.is_contested,
        "has_provenance": fact.has_provenance,
        "unresolved": one_line(fact.unresolved_reason),
        "extractor": one_line(fact.extractor),
    }
    return untrusted_block(_json(shown))


def evidence_text(knowledge_id: str, rows: Sequence[KnowledgeEvidence]) -> str:
    """Where one statement stands, row by row; a row that cannot be trusted is shown without its words."""
    lines = [f"Evidence for {one_line(knowledge_id)} ({len(rows)} link{'' if len(rows) == 1 else 's'})"]
    if not rows:
        lines.append("  NONE: this statement is UNRESOLVED. Do not rely on it and do not cite it.")
    for row in rows:
        lines.extend(_evidence(row))
    return untrusted_block("\n".join(lines))


def entities_text(name: str, entities: Sequence[KnowledgeEntity]) -> str:
    """Entities as indented JSON, or a sentence that says there is none."""
    if not entities:
        return f'No entity of this base is called "{one_line(name, 200)}".'
    shown: list[Json] = [
        {
            "entity_id": entity.entity_id,
            "name": one_line(entity.name),
            "type": one_line(entity.type),
            "aliases": [one_line(alias) for alias in entity.aliases],
            "mention_count": entity.mention_count,
        }
        for entity in entities
    ]
    return untrusted_block(_json(shown))


def _hit(place: int, hit: KnowledgeHit) -> Iterator[str]:
    yield f"{place}. {one_line(hit.statement, _STATEMENT)}"
    yield (
        f"   id: {hit.knowledge_id}   type: {one_line(hit.type)}   support: {SUPPORT_LABELS[hit.support]}"
        f"   status: {hit.status.value.upper()}   confidence: {hit.confidence:.2f}"
    )
    if hit.is_contested:
        yield "   CONTESTED: the base records a disagreement about this statement."
    if not hit.evidence_count:
        yield "   NO EVIDENCE: the base names no place this statement is written in."
    if hit.why:
        yield f"   why: {one_line(hit.why, 200)}"


def _evidence(row: KnowledgeEvidence) -> Iterator[str]:
    yield f"  - source: {one_line(row.source_name or row.source_id)}"
    if row.location:
        yield f"    location: {one_line(row.location)}"
    if row.missing_excerpt:
        yield "    WARNING: the excerpt is missing; this row cannot be quoted."
    elif not row.hash_matches:
        yield "    WARNING: the excerpt is not the one its recorded hash was taken of, so it is not shown."
    else:
        yield f'    excerpt: "{one_line(row.excerpt, _STATEMENT)}"'
    if row.extractor:
        yield f"    extractor: {one_line(row.extractor)}"


def _json(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
