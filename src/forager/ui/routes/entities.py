"""Entities: the people, organisations and things the documents name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Response

from forager.access.scopes import Scope
from forager.query import entities, items, mentions
from forager.query.clock import Clock
from forager.query.items import Filters
from forager.query.page import FARTHEST, PageRequest
from forager.query.views import ItemView
from forager.ui.clocks import fields, times
from forager.ui.shell import shell, steps
from forager.ui.visit import HTML, PageRoute, ProjectRef, RecordId, VisitOf

router = APIRouter(route_class=PageRoute)
ROWS: Final = 50
STATEMENTS: Final = 30
RELATIONS: Final = 50
PLACES: Final = 5


def _timeless(
    as_of: Annotated[str, Query(max_length=40)] = "", documents_until: Annotated[str, Query(max_length=10)] = ""
) -> Clock:
    return Clock(as_of.strip(), documents_until.strip())


TimelessOf = Annotated[Clock, Depends(_timeless)]
"""An entity tells no time of its own."""


@router.get("/projects/{project_id}/entities")
def entities_page(
    visit: VisitOf,
    project_id: ProjectRef,
    q: Annotated[str, Query(max_length=200)] = "",
    type: Annotated[str, Query(max_length=40)] = "",  # noqa: A002  # the wire's word
    page: Annotated[int, Query(ge=1, le=FARTHEST)] = 1,
    *,
    clock: TimelessOf,
) -> Response:
    """Whom and what the documents of a base name."""
    with visit.call.reading(project_id, clock) as (connection, at):
        listed = entities.entities(connection, at, q.strip(), type, PageRequest(page, ROWS))
    found = visit.call.project(project_id)
    return HTML.page(
        visit.request,
        "entities.html",
        shell(visit, found, "entities"),
        base=found,
        listed=listed,
        q=q,
        type=type,
        times=times(visit, found.id, clock, {"q": q, "type": type}),
        pager=f"?{urlencode({'q': q, 'type': type, **fields(clock)})}&page=",
    )


@router.get("/entities/{entity_id}")
def entity_page(visit: VisitOf, entity_id: RecordId, clock: TimelessOf) -> Response:
    """One entity: its names, where they stand, why they are one, how it stands to others, and what is said of it over time."""
    with visit.call.record("entity", entity_id, clock) as (connection, at):
        view = entities.entity(connection, at, entity_id)
        said = items.items(connection, at, Filters(entity=view.id), PageRequest(1, STATEMENTS))
        related = entities.relations(connection, at, view.id, "", PageRequest(1, RELATIONS))
        places = mentions.places(connection, at, [view.id, *view.node_ids], PLACES)
    owner = visit.call.project(view.project_id)
    return HTML.page(
        visit.request,
        "entity.html",
        shell(visit, owner, "entities"),
        base=owner,
        entity=view,
        said=said,
        related=related,
        timeline=_timeline(said.items),
        places=places,
        times=times(visit, owner.id, clock),
        steps=steps(visit, "entity", entity_id, clock) if visit.may(Scope.REVIEW) else [],
    )


def _timeline(said: Sequence[ItemView]) -> list[tuple[str, ItemView]]:
    """What is said of it by the day from which it holds, else the day of the document that says so."""
    dated = [(each.effective_date or each.document_date, each) for each in said]
    return sorted(((day, each) for day, each in dated if day), key=lambda row: (row[0], row[1].id))
