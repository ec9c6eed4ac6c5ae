"""Entities, the pairs that may be one, and the relations between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from sqlalchemy import Connection, and_, func, or_, select

from forager.model.source import Source
from forager.model.state import CandidateState, EntityState, RelationState
from forager.query import names, states
from forager.query.items import Filters, condition
from forager.query.mentions import contexts
from forager.query.page import Page, PageRequest, paged
from forager.query.pin import Pin, canonical
from forager.query.views import (
    AliasView,
    CandidateView,
    EntityRef,
    EntityView,
    RelationEvidenceView,
    RelationView,
)
from forager.store import derived
from forager.store.tables import candidate_state, entity_state, item_state, relation_state
from formicaria.ground.canonical import canonical_text


def entities(connection: Connection, at: Pin, words: str, kind: str, page: PageRequest) -> Page[EntityView]:
    """A page of entities, by name: those of a class, and those one of whose names holds every word of ``words``."""
    parts = [derived.at_revision(entity_state, at.project_id, at.rev)]
    if kind:
        parts.append(entity_state.c.entity_class == kind)
    # JSON escapes quotation marks and control characters alone, so a word is compared as it is written in JSON.
    parts += [entity_state.c.body.icontains(canonical_text(word)[1:-1], autoescape=True) for word in words.split()]
    query = select(entity_state.c.id, entity_state.c.body).where(and_(*parts))
    ordered = query.order_by(entity_state.c.name_key, entity_state.c.id)
    if not words.strip():
        rows, total = paged(connection, ordered, page)
        found = [states.from_body(EntityState, str(row[1])) for row in rows]
        return Page(_told_apart(connection, at, found), page.page, page.page_size, total, at.revision_id, at.note)
    every = [states.from_body(EntityState, str(row[1])) for row in connection.execute(ordered)]
    kept = [state for state in every if _is_called(state, words)]
    chosen = kept[page.offset : page.offset + page.page_size]
    return Page(_told_apart(connection, at, chosen), page.page, page.page_size, len(kept), at.revision_id, at.note)


def _told_apart(connection: Connection, at: Pin, found: Sequence[EntityState]) -> list[EntityView]:
    """Entities in the wire's shape; those that share name and class with another of the list say what stands beside them."""
    alike = Counter((state.name.casefold(), state.entity_class) for state in found)
    twins = [state for state in found if alike[state.name.casefold(), state.entity_class] > 1]
    beside = contexts(connection, at, [node for state in twins for node in state.node_ids])
    views = {view.id: view for view in shown(connection, at, found)}
    for state in twins:
        told = [*state.identifiers, *(words for node in state.node_ids for words in beside.get(node, ()))]
        told = told or views[state.id].source_names[:1]
        views[state.id] = replace(views[state.id], told_apart=", ".join(dict.fromkeys(told)))
    return [views[state.id] for state in found]


def _is_called(state: EntityState, words: str) -> bool:
    called = " ".join([state.name, *state.aliases, *state.identifiers]).casefold()
    return all(word.casefold() in called for word in words.split())


def entity(connection: Connection, at: Pin, id_: str) -> EntityView:
    """One entity under any of its addresses, with how many statements name it. Raises RecordNotFound."""
    state, moved = states.one(connection, entity_state, EntityState, at, id_)
    mine = condition(connection, at, Filters(entity=state.id))
    count = int(connection.execute(select(func.count()).select_from(item_state).where(mine)).scalar_one())
    return replace(shown(connection, at, [state])[0], knowledge_count=count, redirected_from=moved, note=at.note)


def shown(connection: Connection, at: Pin, found: Sequence[EntityState]) -> list[EntityView]:
    """Entities in the wire's shape, in the order given."""
    known = names.sources(connection, at.project_id, [id_ for state in found for id_ in state.source_ids])
    return [_view(at, state, known) for state in found]


def _view(at: Pin, state: EntityState, known: Mapping[str, Source]) -> EntityView:
    confidence = names.share(state.confidence)
    return EntityView(
        id=state.id,
        project_id=at.project_id,
        type=state.entity_class,
        canonical_name=state.name,
        aliases=[AliasView(alias, "name", confidence) for alias in state.aliases if alias != state.name],
        identifiers=state.identifiers,
        confidence=confidence,
        status=state.status,
        scope="tenant",
        mention_count=state.mention_count,
        source_ids=state.source_ids,
        source_names=names.source_names(known, state.source_ids),
        node_ids=state.node_ids,
        reasons=state.reasons,
    )


def candidates(connection: Connection, at: Pin, status: str, page: PageRequest) -> Page[CandidateView]:
    """A page of pairs that may be one entity, by id."""
    mine = derived.at_revision(candidate_state, at.project_id, at.rev)
    if status:
        mine &= candidate_state.c.status == status
    query = select(candidate_state.c.id, candidate_state.c.body).where(mine).order_by(candidate_state.c.id)
    rows, total = paged(connection, query, page)
    found = [states.from_body(CandidateState, str(row[1])) for row in rows]
    ends = {end for state in found for end in (state.left_id, state.right_id)}
    known = names.entity_refs(connection, at, ends)
    shown_ = [_candidate(at, state, known) for state in found]
    return Page(shown_, page.page, page.page_size, total, at.revision_id, at.note)


def _candidate(at: Pin, state: CandidateState, known: Mapping[str, EntityRef]) -> CandidateView:
    left = known.get(state.left_id) or EntityRef(state.left_id, at.project_id, state.left_name, "")
    right = known.get(state.right_id) or EntityRef(state.right_id, at.project_id, state.right_name, "")
    score = names.share(state.score)
    return CandidateView(
        state.id, at.project_id, left, right, score, state.reasons_for, state.reasons_against, state.status
    )


def relations(connection: Connection, at: Pin, entity_id: str, kind: str, page: PageRequest) -> Page[RelationView]:
    """A page of relations, by id; of one entity when it is named."""
    mine = derived.at_revision(relation_state, at.project_id, at.rev)
    if entity_id:
        end, _ = canonical(connection, at, entity_id)
        mine &= or_(relation_state.c.from_id == end, relation_state.c.to_id == end)
    if kind:
        mine &= relation_state.c.body.contains(f'"kind":{canonical_text(kind)}', autoescape=True)
    query = select(relation_state.c.id, relation_state.c.body).where(mine).order_by(relation_state.c.id)
    rows, total = paged(connection, query, page)
    found = [states.from_body(RelationState, str(row[1])) for row in rows]
    known = names.sources(connection, at.project_id, [id_ for state in found for id_ in state.source_ids])
    views = [_relation(at, state, known) for state in found]
    return Page(views, page.page, page.page_size, total, at.revision_id, at.note)


def _relation(at: Pin, state: RelationState, known: Mapping[str, Source]) -> RelationView:
    evidence = [_relation_evidence(row, known) for row in state.evidence]
    return RelationView(
        id=state.id,
        project_id=at.project_id,
        type=state.kind,
        from_id=state.from_id,
        from_name=state.from_name,
        to_id=state.to_id,
        to_name=state.to_name,
        statement=evidence[0].excerpt if evidence else "",
        source_ids=state.source_ids,
        evidence=evidence,
    )


def _relation_evidence(row: Mapping[str, object], known: Mapping[str, Source]) -> RelationEvidenceView:
    source = known.get(str(row["source_id"]))
    place = cast("dict[str, object]", row["place"])
    name, version = names.extractor(str(row["extractor"]))
    return RelationEvidenceView(
        source_id=str(row["source_id"]),
        source_name=source.logical_name if source else "",
        location=str(place.get("words", "")),
        place=place,
        excerpt=str(row["excerpt"]),
        content_hash=str(row["content_hash"]),
        extractor_name=name,
        extractor_version=version,
    )
