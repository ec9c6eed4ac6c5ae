"""Statements and their evidence."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Response

from forager.access.call import Call
from forager.api.call import CallOf, PageOf, ProjectRef, RecordId
from forager.api.errors import refusals
from forager.api.models.batch import BatchAnswer, BatchRequest
from forager.api.models.common import Paged
from forager.api.models.conflicts import Conflict
from forager.api.models.knowledge import (
    Beside,
    BesideList,
    Evidence,
    EvidenceList,
    Facets,
    Item,
    ItemDetail,
    ReviewAnswer,
    ReviewRequest,
)
from forager.api.once import KeyOf, once
from forager.api.route import GuardedRoute
from forager.api.routes.common import ClockOf, FiltersOf
from forager.model.state import ItemState
from forager.query import batch, beside, evidence, items, states, views
from forager.query.clock import NOW
from forager.review import Decided
from forager.store.tables import item_state

router = APIRouter(route_class=GuardedRoute, tags=["knowledge"])


@router.get("/api/projects/{project_id}/knowledge", summary="A project's statements", responses=refusals(404))
def list_knowledge(
    call: CallOf, project_id: ProjectRef, filters: FiltersOf, page: PageOf, clock: ClockOf = NOW
) -> Paged[Item]:
    """Ordered by what they are about: subject, attribute, id."""
    with call.reading(project_id, clock) as (connection, at):
        return Paged[Item].model_validate(items.items(connection, at, filters, page))


@router.get(
    "/api/projects/{project_id}/knowledge/facets",
    summary="How many statements of each kind",
    responses=refusals(404),
)
def knowledge_facets(call: CallOf, project_id: ProjectRef, filters: FiltersOf, clock: ClockOf = NOW) -> Facets:
    """Counted under the same limits as the list, each facet without its own."""
    with call.reading(project_id, clock) as (connection, at):
        counted = items.facets(connection, at, filters)
    return Facets.model_validate({"revision": at.revision_id, "note": at.note, **counted})


@router.post("/api/projects/{project_id}/knowledge/batch", summary="Many statements at once", responses=refusals(404))
def read_batch(call: CallOf, project_id: ProjectRef, body: BatchRequest, clock: ClockOf = NOW) -> BatchAnswer:
    """In the order asked, each with its evidence and entities, and the disagreements they are sides of; all of one revision.

    Changes nothing. What is not there is listed in `missing`: a foreign id as one that nobody has.
    """
    with call.reading(project_id, clock) as (connection, at):
        found = batch.read(connection, at, body.ids, clock.valid_at)
    return BatchAnswer(
        project_id=at.project_id,
        revision=at.revision_id,
        items=[detail(each) for each in found.items],
        conflicts=[Conflict.model_validate(each) for each in found.conflicts],
        missing=found.missing,
        note=at.note,
    )


@router.get("/api/knowledge/{knowledge_id}", summary="One statement", responses=refusals(404))
def get_knowledge(call: CallOf, knowledge_id: RecordId, clock: ClockOf = NOW) -> ItemDetail:
    """With its evidence, the entities it names and the disagreements it is a side of."""
    with call.record("item", knowledge_id, clock) as (connection, at):
        return detail(items.item(connection, at, knowledge_id, clock.valid_at))


def detail(found: views.ItemDetail) -> ItemDetail:
    """A statement's detail as the wire has it."""
    return ItemDetail.model_validate(
        {**asdict(found.item), "evidence": found.evidence, "entities": found.entities, "note": found.note}
    )


@router.get("/api/knowledge/{knowledge_id}/evidence", summary="A statement's evidence", responses=refusals(404))
def get_evidence(
    call: CallOf,
    knowledge_id: RecordId,
    include_past: Annotated[
        bool, Query(description="Whether evidence that does not count any more is listed too.")
    ] = True,
    clock: ClockOf = NOW,
) -> EvidenceList:
    """Every place that carries it, each with its words, its place and its hash."""
    with call.record("item", knowledge_id, clock) as (connection, at):
        state, _ = states.one(connection, item_state, ItemState, at, knowledge_id)
        found = evidence.of_item(connection, at, state, past=include_past)
    rows = [Evidence.model_validate(each) for each in found]
    return EvidenceList(knowledge_id=state.id, project_id=at.project_id, items=rows, note=at.note)


@router.get(
    "/api/knowledge/{knowledge_id}/beside", summary="Why a statement is no disagreement", responses=refusals(404)
)
def get_beside(call: CallOf, knowledge_id: RecordId, clock: ClockOf = NOW) -> BesideList:
    """What the other statements about its subject and attribute are to it, each with the reason."""
    with call.record("item", knowledge_id, clock) as (connection, at):
        state, _ = states.one(connection, item_state, ItemState, at, knowledge_id)
        found = beside.beside(connection, at, state.id)
    rows = [Beside.model_validate(asdict(each)) for each in found]
    return BesideList(
        knowledge_id=state.id, project_id=at.project_id, items=rows, note=at.note, summary=beside.summary(found)
    )


@router.post(
    "/api/knowledge/{knowledge_id}/review",
    summary="Judge a statement",
    response_model=ReviewAnswer,
    responses=refusals(404, 409),
)
def review_knowledge(call: CallOf, knowledge_id: RecordId, body: ReviewRequest, key: KeyOf = "") -> Response:
    """A person's act: it is appended to the log, and the answer shows the statement as it stands after it."""
    found = call.owner("item", knowledge_id)
    made: list[Decided] = []
    return once(call, key, "review", knowledge_id, body.model_dump()).decided(
        lambda also: made.append(
            call.service.reviewer.review_item(
                found, knowledge_id, body.action, call.decides(body.actor, body.notes), also=also
            )
        ),
        lambda kept: _reviewed(call, knowledge_id, made, kept),
    )


def _reviewed(call: Call, knowledge_id: str, made: list[Decided], kept: str) -> ReviewAnswer:
    return ReviewAnswer(
        item=get_knowledge(call, knowledge_id),
        decision_seq=made[0].decision.seq if made else int(kept),
        applied=made[0].applied if made else True,
    )
