"""Entities: the people, organisations and things the documents name."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Response

from forager.query import entities, items
from forager.query.items import Filters
from forager.query.page import FARTHEST, PageRequest
from forager.ui.shell import shell
from forager.ui.visit import HTML, PageRoute, ProjectRef, RecordId, VisitOf

router = APIRouter(route_class=PageRoute)
ROWS: Final = 50
STATEMENTS: Final = 30


@router.get("/projects/{project_id}/entities")
def entities_page(
    visit: VisitOf,
    project_id: ProjectRef,
    q: Annotated[str, Query(max_length=200)] = "",
    type: Annotated[str, Query(max_length=40)] = "",  # noqa: A002  # the wire's word
    page: Annotated[int, Query(ge=1, le=FARTHEST)] = 1,
) -> Response:
    """Whom and what the documents of a base name."""
    with visit.call.reading(project_id) as (connection, at):
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
        pager=f"?{urlencode({'q': q, 'type': type})}&page=",
    )


@router.get("/entities/{entity_id}")
def entity_page(visit: VisitOf, entity_id: RecordId) -> Response:
    """One entity: its names, where they stand, why they are one, and what is said of it."""
    with visit.call.record("entity", entity_id) as (connection, at):
        view = entities.entity(connection, at, entity_id)
        said = items.items(connection, at, Filters(entity=view.id), PageRequest(1, STATEMENTS))
    owner = visit.call.project(view.project_id)
    return HTML.page(visit.request, "entity.html", shell(visit, owner, "entities"), base=owner, entity=view, said=said)
