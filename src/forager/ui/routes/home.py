"""The first page: the bases there are, and how to make one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Response
from sqlalchemy import Connection

from forager.access.scopes import Scope
from forager.query import conflicts, projects
from forager.query.page import PageRequest
from forager.query.pin import Pin
from forager.query.views import ProjectView
from forager.ui.shell import shell
from forager.ui.visit import HTML, PageRoute, ProjectRef, Visit, VisitOf
from formicaria.ground.errors import Error
from formicaria.ground.web.pages import go

router = APIRouter(route_class=PageRoute)
MOST = 200


@router.get("/")
def home(visit: VisitOf) -> Response:
    """The only base's sources, or the list of bases."""
    with visit.call.engine.database.read() as connection:
        known = projects.projects(connection, visit.call.limit, PageRequest(1, 2), archived=False)
    if known.total == 1:
        return go(visit.request, f"/projects/{known.items[0].id}/sources")
    return _bases(visit)


@router.get("/projects")
def bases(visit: VisitOf) -> Response:
    """Every base with what it holds."""
    return _bases(visit)


@router.post("/projects")
def make_base(
    visit: VisitOf, name: Annotated[str, Form(max_length=200)] = "", purpose: Annotated[str, Form(max_length=2000)] = ""
) -> Response:
    """A new base, and on to its sources."""
    try:
        made = visit.call.engine.create_project(name, purpose, visit.call.by(""))
    except Error as error:
        return _bases(visit, error, name, purpose)
    return go(visit.request, f"/projects/{made.id}/sources")


@router.get("/projects/{project_id}")
def base(visit: VisitOf, project_id: ProjectRef) -> Response:
    """A base begins with its sources."""
    return go(visit.request, f"/projects/{visit.call.project(project_id).id}/sources")


def _copies(connection: Connection, base: ProjectView) -> int:
    at = Pin(base.id, int(base.revision_id.removeprefix("rev_")))
    return conflicts.waiting(connection, at)[1] if base.open_conflict_count else 0


def _bases(visit: Visit, error: Error | None = None, name: str = "", purpose: str = "") -> Response:
    with visit.call.engine.database.read() as connection:
        known = projects.projects(connection, visit.call.limit, PageRequest(1, MOST), archived=False)
        waiting = {each.id: each.open_conflict_count - _copies(connection, each) for each in known.items}
    return HTML.page(
        visit.request,
        "bases.html",
        shell(visit),
        status=error.status if error else 200,
        bases=known,
        waiting=waiting,
        may_make=visit.may(Scope.PROJECTS),
        error=error,
        name=name,
        purpose=purpose,
    )
