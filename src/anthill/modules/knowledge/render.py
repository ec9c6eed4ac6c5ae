"""A context as the text a model reads: byte for byte the same for the same context, disagreements first.

Order: header, CONFLICTS, FACTS, RELATED ENTITIES, SOURCES, notes, CITABLE SOURCES (knowledge.md section 4). Every
word that came from a document passes through `one_line`; nobody reads citations back out of this text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from anthill.modules.knowledge.assemble import SHOWN_EVIDENCE, SHOWN_EXCERPT
from anthill.modules.knowledge.neutral import one_line
from anthill.sdk.knowledge import (
    KnowledgeConflict,
    KnowledgeConflictSide,
    KnowledgeContext,
    KnowledgeEvidence,
    KnowledgeFact,
    KnowledgeSupport,
)
from anthill.sdk.source_set import knowledge_ref

SUPPORT_LABELS: Final = {
    KnowledgeSupport.DIRECT_FACT: "DIRECT FACT",
    KnowledgeSupport.SUPPORTED_INFERENCE: "SUPPORTED INFERENCE",
    KnowledgeSupport.UNCERTAIN_INFERENCE: "UNCERTAIN INFERENCE",
    KnowledgeSupport.UNVERIFIED_CLAIM: "UNVERIFIED CLAIM",
    KnowledgeSupport.UNKNOWN: "UNKNOWN SUPPORT",
}
_STATEMENT, _CITED = 2000, 160


def render(context: KnowledgeContext) -> str:
    """The context as plain text with `\\n` between lines and none at the end."""
    labels = {fact.knowledge_id: f"FACT-{place}" for place, fact in enumerate(context.facts, 1)}
    return "\n".join(_lines(context, labels))


def _lines(context: KnowledgeContext, labels: Mapping[str, str]) -> Iterator[str]:
    yield "KNOWLEDGE CONTEXT"
    yield f'Query: "{one_line(context.metadata.query)}"'
    yield f"Scope: {one_line(str(context.metadata.scope))}"
    if not context.facts:
        yield from _nothing()
        yield from _notes(context)
        return
    yield from _conflicts(context, labels)
    yield from ("", "FACTS")
    for fact in context.facts:
        yield from _fact(fact, context.evidence_for(fact.knowledge_id), labels)
    yield from _entities(context)
    yield from _sources(context)
    yield from _notes(context)
    yield from _citable(context)


def _nothing() -> Iterator[str]:
    yield ""
    yield "No statement matched."
    yield "The base was searched and had nothing on this; that does NOT mean it is unknown to the organization."
    yield "Do not fill the gap by assumption."


def _conflicts(context: KnowledgeContext, labels: Mapping[str, str]) -> Iterator[str]:
    if not context.open_conflicts:
        return
    yield from ("", "CONFLICTS DETECTED: the sources disagree. Report neither side as settled.")
    for place, conflict in enumerate(context.open_conflicts, 1):
        yield from _conflict(place, conflict, labels)


def _conflict(place: int, conflict: KnowledgeConflict, labels: Mapping[str, str]) -> Iterator[str]:
    about = f" on {one_line(conflict.attribute_key)}" if conflict.attribute_key else ""
    yield from ("", f"[CONFLICT-{place}] {one_line(conflict.type)}{about} \u2014 UNRESOLVED")
    if conflict.description:
        yield f"  {one_line(conflict.description, _STATEMENT)}"
    sides = sorted(conflict.sides, key=lambda side: _place_of(side, labels))
    yield "  " + "; ".join(_asserts(side, labels) for side in sides) + "."
    for side in sides:
        if side.knowledge_id not in labels:
            yield f"  {_name(side, labels)} is not among the facts below: {_side_words(side)}"
    if conflict.suggested_resolution:
        yield f"  Suggested: {one_line(conflict.suggested_resolution, _STATEMENT).rstrip('.')}. Not applied."


def _place_of(side: KnowledgeConflictSide, labels: Mapping[str, str]) -> tuple[int, str]:
    places = list(labels)
    return (places.index(side.knowledge_id) if side.knowledge_id in labels else len(places), side.knowledge_id)


def _asserts(side: KnowledgeConflictSide, labels: Mapping[str, str]) -> str:
    label = _name(side, labels)
    if side.withheld:
        return f"{label} asserts something that is not shown"
    return f"{label} asserts {one_line(side.value or side.statement, SHOWN_EXCERPT).rstrip('.')}"


def _name(side: KnowledgeConflictSide, labels: Mapping[str, str]) -> str:
    return labels.get(side.knowledge_id, one_line(side.knowledge_id) or "another statement")


def _side_words(side: KnowledgeConflictSide) -> str:
    if side.withheld:
        return f"{side.withheld}."
    named = ", ".join(one_line(name) for name in side.source_names)
    return f'"{one_line(side.statement, _STATEMENT)}"' + (f" ({named})" if named else "")


def _fact(fact: KnowledgeFact, evidence: tuple[KnowledgeEvidence, ...], labels: Mapping[str, str]) -> Iterator[str]:
    yield from ("", f"[{labels[fact.knowledge_id]}] {one_line(fact.statement, _STATEMENT)}")
    effective = f"   Effective: {one_line(fact.effective_date)}" if fact.effective_date else ""
    yield (
        f"  Support: {SUPPORT_LABELS[fact.support]}   Confidence: {fact.confidence:.2f}"
        f"   Status: {fact.status.value.upper()}{effective}"
    )
    if fact.superseded_by:
        yield f"  Superseded by: {labels.get(fact.superseded_by, one_line(fact.superseded_by))}"
    yield from _evidence(evidence) if evidence else _no_evidence(fact)
    if fact.support is KnowledgeSupport.UNVERIFIED_CLAIM:
        yield "  NOTE: a source asserts this and nothing read so far supports it."


def _evidence(evidence: tuple[KnowledgeEvidence, ...]) -> Iterator[str]:
    shown, more = evidence[:SHOWN_EVIDENCE], len(evidence) - SHOWN_EVIDENCE
    yield "  Evidence: " + ", ".join(_place(row) for row in shown) + (f", and {more} more" if more > 0 else "")
    for row in shown:
        if row.missing_excerpt:
            yield f"    [{one_line(row.evidence_id)}: the excerpt is missing and cannot be quoted]"
        else:
            yield f'    "{one_line(row.excerpt, SHOWN_EXCERPT)}"'


def _no_evidence(fact: KnowledgeFact) -> Iterator[str]:
    why = fact.unresolved_reason or "the base itself calls it unresolved"
    yield f"  Evidence: NONE \u2014 this statement is UNRESOLVED: {one_line(why)}."
    yield "  Do not rely on it and do not cite it."


def _place(row: KnowledgeEvidence) -> str:
    name = one_line(row.source_name or row.source_id)
    return f"{name} ({one_line(row.location)})" if row.location else name


def _entities(context: KnowledgeContext) -> Iterator[str]:
    if not context.entities:
        return
    yield from ("", "RELATED ENTITIES")
    for entity in context.entities:
        kind = f" ({one_line(entity.type)})" if entity.type else ""
        also = ", ".join(one_line(alias) for alias in entity.aliases)
        yield f"  {one_line(entity.name)}{kind}" + (f" \u2014 also: {also}" if also else "")


def _sources(context: KnowledgeContext) -> Iterator[str]:
    names = sorted({one_line(row.source_name or row.source_id) for row in context.evidence})
    if names:
        yield from ("", "SOURCES", "  " + ", ".join(names))


def _notes(context: KnowledgeContext) -> Iterator[str]:
    if context.metadata.truncated:
        yield ""
        yield "NOTE: weaker facts were left out for length. That a fact is absent here is not evidence of its absence."
    if context.metadata.degradation:
        yield ""
        yield (
            "NOTE: partial retrieval \u2014 " + "; ".join(one_line(each) for each in context.metadata.degradation) + "."
        )


def _citable(context: KnowledgeContext) -> Iterator[str]:
    citable = {row.knowledge_id for row in context.evidence if row.is_citable}
    facts = [fact for fact in context.facts if fact.knowledge_id in citable]
    if not facts:
        return
    yield from ("", "CITABLE SOURCES")
    yield "Cite a statement by its reference in square brackets, exactly as written here."
    yield "Nothing outside this list may be cited."
    for fact in facts:
        ref = knowledge_ref(context.metadata.scope.project_ref or "", fact.knowledge_id)
        yield f"  {ref} - {one_line(fact.statement, _CITED)}"
