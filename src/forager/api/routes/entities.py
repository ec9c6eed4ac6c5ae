"""Entities, the pairs that may be one, and relations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response

from forager.access.call import Call
from forager.api.call import CallOf, PageOf, ProjectRef, RecordId
from forager.api.errors import refusals
from forager.api.models.acts import DecidedAnswer
from forager.api.models.common import Paged
from forager.api.models.entities import (
    Candidate,
    Comparison,
    Entity,
    EntityWhy,
    ExplodeRequest,
    MergeRequest,
    NamesAnswer,
    NamesRequest,
    Relation,
)
from forager.api.once import KeyOf, once
from forager.api.route import GuardedRoute
from forager.api.routes.common import TimelessClockOf
from forager.query import entities, why
from forager.query.clock import NOW
from forager.review import Decided

router = APIRouter(route_class=GuardedRoute, tags=["entities"])
KindOf = Annotated[str, Query(max_length=40, description="Only of this class or kind; empty: all.")]


@router.get("/api/projects/{project_id}/entities", summary="A project's entities", responses=refusals(404))
def list_entities(
    call: CallOf,
    project_id: ProjectRef,
    page: PageOf,
    q: Annotated[str, Query(max_length=200, description="Only those one of whose names holds all these words.")] = "",
    type: KindOf = "",  # noqa: A002  # the wire's word
    clock: TimelessClockOf = NOW,
) -> Paged[Entity]:
    """By name."""
    with call.reading(project_id, clock) as (connection, at):
        return Paged[Entity].model_validate(entities.entities(connection, at, q, type, page))


@router.get(
    "/api/projects/{project_id}/entities/candidates",
    summary="Pairs that may be one entity",
    responses=refusals(404),
)
def list_candidates(
    call: CallOf, project_id: ProjectRef, page: PageOf, status: KindOf = "open", clock: TimelessClockOf = NOW
) -> Paged[Candidate]:
    """With the reasons for and against, for a person to decide; an empty status lists all."""
    with call.reading(project_id, clock) as (connection, at):
        return Paged[Candidate].model_validate(entities.candidates(connection, at, status, page))


@router.get("/api/entities/{entity_id}", summary="One entity", responses=refusals(404))
def get_entity(call: CallOf, entity_id: RecordId, clock: TimelessClockOf = NOW) -> Entity:
    """Under any of its addresses."""
    with call.record("entity", entity_id, clock) as (connection, at):
        return Entity.model_validate(entities.entity(connection, at, entity_id))


@router.get("/api/entities/{entity_id}/why", summary="How an entity was made", responses=refusals(404))
def entity_why(call: CallOf, entity_id: RecordId, clock: TimelessClockOf = NOW) -> EntityWhy:
    """Its names in context, what joined them with every feature and its points, and what people said."""
    with call.record("entity", entity_id, clock) as (connection, at):
        return EntityWhy.model_validate(why.why(connection, at, entity_id))


@router.get(
    "/api/projects/{project_id}/entities/compare",
    summary="Why two names are one thing, or why not",
    responses=refusals(404),
)
def compare_entities(
    call: CallOf,
    project_id: ProjectRef,
    left: Annotated[str, Query(max_length=200, description="An entity, or one of its names in context.")],
    right: Annotated[str, Query(max_length=200, description="The other.")],
    clock: TimelessClockOf = NOW,
) -> Comparison:
    """Every feature with its points, the band, what forbids joining, the keys both are compared under, and people's word."""
    with call.reading(project_id, clock) as (connection, at):
        return Comparison.model_validate(why.compared(connection, at, left, right))


@router.get("/api/projects/{project_id}/relations", summary="Relations between entities", responses=refusals(404))
def list_relations(
    call: CallOf,
    project_id: ProjectRef,
    page: PageOf,
    entity: Annotated[str, Query(max_length=200, description="Only those of this entity.")] = "",
    type: KindOf = "",  # noqa: A002  # the wire's word
    clock: TimelessClockOf = NOW,
) -> Paged[Relation]:
    """Directed and typed, each with the words that state it."""
    with call.reading(project_id, clock) as (connection, at):
        return Paged[Relation].model_validate(entities.relations(connection, at, entity, type, page))


@router.post(
    "/api/projects/{project_id}/entities/merge",
    summary="Say that two names are one entity",
    response_model=NamesAnswer,
    responses=refusals(404, 409),
)
def merge_entities(call: CallOf, project_id: ProjectRef, body: MergeRequest, key: KeyOf = "") -> Response:
    """Reversible: taking the decision back parts them again; every earlier address keeps answering.

    409 `spoken_against` tells what speaks against it, unless the caller says that they are one even so.
    """
    return _decide(call, project_id, body, key, partial(call.service.reviewer.merge, even_so=body.even_so), "merge")


@router.post(
    "/api/projects/{project_id}/entities/apart",
    summary="Say that two names are two entities",
    response_model=NamesAnswer,
    responses=refusals(404, 409),
)
def part_entities(call: CallOf, project_id: ProjectRef, body: NamesRequest, key: KeyOf = "") -> Response:
    """Remembered: the pair is not proposed again until the decision is taken back."""
    return _decide(call, project_id, body, key, call.service.reviewer.apart, "apart")


@router.post(
    "/api/entities/{entity_id}/explode",
    summary="Say that every name of an entity is a thing of its own",
    response_model=DecidedAnswer,
    responses=refusals(404, 409),
)
def explode_entity(call: CallOf, entity_id: RecordId, body: ExplodeRequest, key: KeyOf = "") -> Response:
    """One decision; taking it back joins them again. None of the pairs is proposed meanwhile."""
    project = call.owner("entity", entity_id)
    made: list[Decided] = []
    return once(call, key, "explode", entity_id, body.model_dump()).decided(
        lambda also: made.append(
            call.service.reviewer.explode(project, entity_id, call.decides(body.actor, body.notes), also=also)
        ),
        lambda kept: DecidedAnswer(
            decision_seq=made[0].decision.seq if made else int(kept), applied=made[0].applied if made else True
        ),
    )


def _decide(
    call: Call, project_id: str, body: NamesRequest, key: str, verb: Callable[..., Decided], word: str
) -> Response:
    found = call.project(project_id)
    made: list[Decided] = []
    return once(call, key, word, found.id, body.model_dump()).decided(
        lambda also: made.append(
            verb(found, body.left_id, body.right_id, call.decides(body.actor, body.notes), also=also)
        ),
        lambda kept: _named(call, found.id, body, made, kept),
    )


def _named(call: Call, project_id: str, body: NamesRequest, made: list[Decided], kept: str) -> NamesAnswer:
    with call.reading(project_id) as (connection, at):
        left, right = (entities.entity(connection, at, id_) for id_ in (body.left_id, body.right_id))
    return NamesAnswer(
        left=Entity.model_validate(left),
        right=Entity.model_validate(right),
        decision_seq=made[0].decision.seq if made else int(kept),
        applied=made[0].applied if made else True,
    )
