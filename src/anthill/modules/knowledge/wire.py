"""FORAGER's JSON as the colony's own types: carried, never improved.

Support is never upgraded: a word nobody knows is unknown. Confidentiality that is not plainly general is tenant.
Every function raises `MalformedAnswer` when a record lacks what makes it that record.
"""

from __future__ import annotations

import hashlib
from typing import Final

from anthill.modules.knowledge.rows import count, field_records, identifier, number, required, share, text, texts
from anthill.sdk.knowledge import (
    KnowledgeConfidentiality,
    KnowledgeConflict,
    KnowledgeConflictSide,
    KnowledgeEntity,
    KnowledgeEvidence,
    KnowledgeFact,
    KnowledgeHit,
    KnowledgeProject,
    KnowledgeSource,
    KnowledgeStatus,
    KnowledgeSupport,
)
from anthill.sdk.values import Json, JsonObject

SUPPORT_WORDS: Final = {
    "direct_fact": KnowledgeSupport.DIRECT_FACT,
    "supported_inference": KnowledgeSupport.SUPPORTED_INFERENCE,
    "uncertain_inference": KnowledgeSupport.UNCERTAIN_INFERENCE,
    "unverified_claim": KnowledgeSupport.UNVERIFIED_CLAIM,
}
STATUS_WORDS: Final = {
    "active": KnowledgeStatus.ACTIVE,
    "superseded": KnowledgeStatus.SUPERSEDED,
    "disputed": KnowledgeStatus.DISPUTED,
    "unresolved": KnowledgeStatus.UNRESOLVED,
    "stale": KnowledgeStatus.STALE,
    "archived": KnowledgeStatus.ARCHIVED,
}


def support(word: Json) -> KnowledgeSupport:
    """The support a word means; any other value is unknown and never one of the four."""
    return SUPPORT_WORDS.get(word, KnowledgeSupport.UNKNOWN) if isinstance(word, str) else KnowledgeSupport.UNKNOWN


def status(word: Json) -> KnowledgeStatus:
    """The status a word means; any other value is unknown."""
    return STATUS_WORDS.get(word, KnowledgeStatus.UNKNOWN) if isinstance(word, str) else KnowledgeStatus.UNKNOWN


def confidentiality(word: Json) -> KnowledgeConfidentiality:
    """General only for the word `general`; anything else, nothing included, is tenant."""
    return KnowledgeConfidentiality.GENERAL if word == "general" else KnowledgeConfidentiality.TENANT


def hit(row: JsonObject, item: JsonObject) -> KnowledgeHit:
    """A search hit from its row and the item inside it."""
    found = status(item.get("status"))
    return KnowledgeHit(
        knowledge_id=identifier(item, "id"),
        statement=required(item, "statement"),
        support=support(item.get("support")),
        status=found,
        confidentiality=confidentiality(item.get("scope")),
        title=text(item, "title"),
        type=text(item, "type") or "fact",
        confidence=share(item, "confidence"),
        score=number(row, "score"),
        snippet=text(row, "snippet"),
        why=text(row, "why"),
        evidence_count=count(row, "evidence_count") or count(item, "evidence_count"),
        is_contested=row.get("contested") is True or found is KnowledgeStatus.DISPUTED,
    )


def fact(item: JsonObject, evidence: tuple[KnowledgeEvidence, ...]) -> KnowledgeFact:
    """A statement from its detail and the evidence read with it.

    Without evidence that holds it carries the marker in words, whatever its status says.
    """
    kept = tuple(dict.fromkeys(row.evidence_id for row in evidence if row.hash_matches))
    name, version = text(item, "extractor_name"), text(item, "extractor_version")
    return KnowledgeFact(
        knowledge_id=identifier(item, "id"),
        statement=required(item, "statement"),
        support=support(item.get("support")),
        status=status(item.get("status")),
        confidentiality=confidentiality(item.get("scope")),
        confidence=share(item, "confidence"),
        type=text(item, "type") or "fact",
        subject=text(item, "subject"),
        title=text(item, "title"),
        attribute_key=text(item, "attribute_key"),
        attribute=text(item, "attribute"),
        attribute_value=_value(item.get("attribute_value")),
        value_written=text(item, "attribute_value_written"),
        effective_date=text(item, "effective_date"),
        superseded_by=text(item, "superseded_by"),
        redirected_from=text(item, "redirected_from"),
        evidence_ids=kept,
        entity_ids=texts(item, "entity_ids"),
        conflict_ids=texts(item, "conflict_ids"),
        extractor=f"{name}@{version}" if name and version else name,
        unresolved_reason="" if kept else _missing(evidence),
    )


def evidence(row: JsonObject, knowledge_id: str) -> KnowledgeEvidence:
    """One evidence row. Its excerpt is re-hashed here, so a changed excerpt is known before anybody reads it."""
    excerpt, recorded = text(row, "excerpt"), text(row, "content_hash")
    # Words that were there when their hash was taken and are gone now were altered; only the engine's own word excuses it.
    declared = row.get("missing_excerpt") is True
    missing = declared or not excerpt
    name, version = text(row, "extractor_name"), text(row, "extractor_version")
    return KnowledgeEvidence(
        evidence_id=identifier(row, "id"),
        knowledge_id=knowledge_id,
        source_id=identifier(row, "source_id"),
        source_name=text(row, "source_name"),
        excerpt="" if missing else excerpt,
        excerpt_hash=recorded,
        location=text(row, "location"),
        source_type=text(row, "source_type"),
        chunk_id=text(row, "chunk_id"),
        content_hash=text(row, "source_hash"),
        extractor=f"{name}@{version}" if name and version else name,
        model=text(row, "model_name"),
        confidence=share(row, "confidence"),
        missing_excerpt=missing,
        hash_matches=declared or (missing and not recorded) or recorded == excerpt_hash(excerpt),
    )


def excerpt_hash(excerpt: str) -> str:
    """SHA-256 of an excerpt's UTF-8 bytes, lower-case hexadecimal."""
    return hashlib.sha256(excerpt.encode("utf-8", "replace")).hexdigest()


def entity(row: JsonObject) -> KnowledgeEntity:
    """An entity; aliases without its own name, each once whatever its case, in the order given."""
    name = required(row, "canonical_name")
    return KnowledgeEntity(
        entity_id=identifier(row, "id"),
        name=name,
        type=text(row, "type"),
        aliases=_aliases(row.get("aliases"), name),
        mention_count=count(row, "mention_count"),
        confidence=share(row, "confidence"),
    )


def conflict(row: JsonObject, sides: tuple[KnowledgeConflictSide, ...]) -> KnowledgeConflict:
    """A disagreement with the sides the scope may see. A status that is not a plain decision is open."""
    suggestion, decision = row.get("suggested_resolution"), row.get("resolution")
    suggested = suggestion if isinstance(suggestion, dict) else {}
    winner = text(suggested, "winner_id")
    return KnowledgeConflict(
        conflict_id=identifier(row, "id"),
        type=text(row, "type"),
        status=text(row, "status").strip() or "open",
        sides=sides,
        attribute_key=text(row, "attribute_key"),
        description=text(row, "description"),
        source_ids=texts(row, "source_ids"),
        suggested_resolution=text(suggested, "reason") or (f"prefer {winner}" if winner else ""),
        suggested_winner=winner,
        resolution=text(decision, "action") if isinstance(decision, dict) else "",
    )


def conflict_side(item: JsonObject) -> KnowledgeConflictSide:
    """One side of a disagreement from its statement."""
    return KnowledgeConflictSide(
        knowledge_id=identifier(item, "id"),
        statement=text(item, "statement"),
        value=_value(item.get("value")) or _value(item.get("attribute_value")),
        status=status(item.get("status")),
        source_names=tuple(sorted(set(texts(item, "source_names")))),
    )


def side_ids(row: JsonObject) -> tuple[str, ...]:
    """The ids of every side, from the side records and from the plain list, each once."""
    named = (text(item, "id") for item in field_records(row, "items"))
    return tuple(dict.fromkeys(each for each in (*named, *texts(row, "item_ids")) if each))


def source(row: JsonObject) -> KnowledgeSource:
    """A document of the base."""
    return KnowledgeSource(
        source_id=identifier(row, "id"),
        name=text(row, "original_name"),
        type=text(row, "source_type"),
        content_hash=text(row, "content_hash"),
        size_bytes=count(row, "size_bytes"),
        processing_status=text(row, "processing_status"),
        document_date=text(row, "document_date"),
        authoritative=row.get("authoritative") is True,
        duplicate_of=text(row, "duplicate_of"),
        superseded_by=text(row, "superseded_by"),
        chunk_count=count(row, "chunk_count"),
    )


def project(row: JsonObject) -> KnowledgeProject:
    """A base as the service lists it."""
    ref = identifier(row, "id")
    return KnowledgeProject(
        project_ref=ref,
        name=text(row, "name") or ref,
        source_count=count(row, "source_count"),
        knowledge_count=count(row, "knowledge_count"),
        open_conflict_count=count(row, "open_conflict_count"),
        state=text(row, "processing_state"),
    )


def _missing(rows: tuple[KnowledgeEvidence, ...]) -> str:
    if rows:
        return "no excerpt of it is the one its recorded hash was taken of"
    return "the knowledge service gave no evidence for it"


def _value(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else ""


def _aliases(value: Json, name: str) -> tuple[str, ...]:
    listed = value if isinstance(value, list | tuple) else ()
    names = [each if isinstance(each, str) else text(each, "alias") for each in listed if isinstance(each, str | dict)]
    kept: dict[str, str] = {}
    for alias in names:
        if alias and alias.casefold() != name.casefold():
            kept.setdefault(alias.casefold(), alias)
    return tuple(kept.values())
