"""What people say of documents and attributes, and the history of a record."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Response

from forager.access.call import Call
from forager.api.call import AsOf, CallOf, PageOf, ProjectRef, RecordId
from forager.api.errors import refusals
from forager.api.models.acts import (
    Attribute,
    AttributeRequest,
    DecidedAnswer,
    History,
    NamedSourcesRequest,
    SourceDecided,
    SourceRequest,
    Step,
)
from forager.api.models.common import Paged
from forager.api.models.sources import Source
from forager.api.once import KeyOf, once
from forager.api.route import GuardedRoute
from forager.query import attributes, history, sources
from forager.query.clock import Clock
from forager.review import Also, Decided

router = APIRouter(route_class=GuardedRoute, tags=["decisions"])


@router.post(
    "/api/sources/{source_id}/decide",
    summary="Say that a document is authoritative, or what its date is",
    response_model=SourceDecided,
    responses=refusals(404, 409),
)
def decide_source(call: CallOf, source_id: RecordId, body: SourceRequest, key: KeyOf = "") -> Response:
    """A person's act: authority is of all versions of its name, a date of this version alone. Taken back like any decision."""
    found = call.owner("source", source_id)
    by = call.decides(body.actor, body.notes)

    def act(also: Also | None) -> Decided:
        return call.service.reviewer.decide_source(found, source_id, body.action, body.date, by, also=also)

    def shown(seq: int, *, applied: bool) -> SourceDecided:
        with call.record("source", source_id) as (connection, at):
            view = sources.source_view(connection, at.project_id, source_id)
        return SourceDecided(source=Source.model_validate(view), decision_seq=seq, applied=applied)

    return _once(call, key, ("decide_source", source_id, body.model_dump()), act, shown)


@router.post(
    "/api/projects/{project_id}/sources/authority",
    summary="Say which documents are authoritative, by their names",
    response_model=DecidedAnswer,
    responses=refusals(404),
)
def decide_named_sources(call: CallOf, project_id: ProjectRef, body: NamedSourcesRequest, key: KeyOf = "") -> Response:
    """A rule: it also holds for documents that come later, until it is taken back or a later act says otherwise."""
    found = call.project(project_id)
    by = call.decides(body.actor, body.notes)

    def act(also: Also | None) -> Decided:
        return call.service.reviewer.decide_named(found, body.pattern, body.action, by, also=also)

    return _once(call, key, ("decide_named", found.id, body.model_dump()), act, _answer)


@router.get("/api/projects/{project_id}/attributes", summary="A project's attributes", responses=refusals(404))
def list_attributes(call: CallOf, project_id: ProjectRef, page: PageOf, as_of: AsOf = "") -> Paged[Attribute]:
    """Those of most statements first, each with whether it has one value at a time, and who says so."""
    with call.reading(project_id, Clock(as_of)) as (connection, at):
        return Paged[Attribute].model_validate(attributes.listed(connection, at, page))


@router.post(
    "/api/projects/{project_id}/attributes/declare",
    summary="Say whether an attribute has one value at a time",
    response_model=DecidedAnswer,
    responses=refusals(404),
)
def declare_attribute(call: CallOf, project_id: ProjectRef, body: AttributeRequest, key: KeyOf = "") -> Response:
    """Values of an attribute that has several are never a disagreement."""
    found = call.project(project_id)
    by = call.decides(body.actor, body.notes)

    def act(also: Also | None) -> Decided:
        return call.service.reviewer.declare_attribute(found, body.attribute, body.action, by, also=also)

    return _once(call, key, ("declare", found.id, body.model_dump()), act, _answer)


def _answer(seq: int, *, applied: bool) -> DecidedAnswer:
    return DecidedAnswer(decision_seq=seq, applied=applied)


def _once(
    call: Call,
    key: str,
    parts: tuple[object, ...],
    act: Callable[[Also | None], Decided],
    shown: Callable[..., SourceDecided | DecidedAnswer],
) -> Response:
    made: list[Decided] = []
    return once(call, key, *parts).decided(
        lambda also: made.append(act(also)),
        lambda kept: shown(made[0].decision.seq if made else int(kept), applied=made[0].applied if made else True),
    )


@router.get("/api/knowledge/{knowledge_id}/history", summary="A statement's history", responses=refusals(404))
def knowledge_history(call: CallOf, knowledge_id: RecordId, as_of: AsOf = "") -> History:
    """Every revision in which it changed and every act on it, oldest first."""
    return _history(call, "item", knowledge_id, as_of)


@router.get("/api/entities/{entity_id}/history", summary="An entity's history", responses=refusals(404))
def entity_history(call: CallOf, entity_id: RecordId, as_of: AsOf = "") -> History:
    """Every revision in which it changed and every act on the names joined in it, oldest first."""
    return _history(call, "entity", entity_id, as_of)


@router.get("/api/conflicts/{conflict_id}/history", summary="A disagreement's history", responses=refusals(404))
def conflict_history(call: CallOf, conflict_id: RecordId, as_of: AsOf = "") -> History:
    """Every revision in which it changed and every decision on it, oldest first."""
    return _history(call, "conflict", conflict_id, as_of)


def _history(call: Call, kind: str, id_: str, as_of: str) -> History:
    with call.record(kind, id_, Clock(as_of)) as (connection, at):
        steps = history.of(connection, at, kind, id_)
    return History(id=id_, project_id=at.project_id, items=[Step.model_validate(each) for each in steps])
