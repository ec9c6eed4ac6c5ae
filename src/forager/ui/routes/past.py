"""What people decided, and what changed between two revisions; any decision can be taken back here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Form, Path, Query, Response

from forager.access.scopes import Scope
from forager.query import decided, pin, revisions
from forager.query.page import FARTHEST, PageRequest
from forager.query.views import RevisionView
from forager.ui import plain
from forager.ui.shell import shell
from forager.ui.visit import HTML, PageRoute, ProjectRef, VisitOf
from formicaria.ground.web.pages import go
from formicaria.ground.web.words import moment

router = APIRouter(route_class=PageRoute)
ROWS: Final = 50
RECENT: Final = 50
"""Revisions offered to choose from; any other can be typed in the address."""
HREFS: Final = {"ki_": "/knowledge/", "ent_": "/entities/", "cf_": "/conflicts/", "src_": "/sources/"}
"""Where a record opens, by how its id begins."""
KINDS: Final = {
    "": "Everything",
    "item": "Statements",
    "conflict": "Disagreements",
    "entity": "Entities",
    "relation": "Relations",
}


def _published(known: Sequence[RevisionView], id_: str) -> str:
    """A revision with the second of its publication: several may be of one day, or of one minute."""
    if id_ == "rev_0":
        return f"{id_} (before anything was read)"
    return next((f"{id_} ({moment(each.published_at)})" for each in known if each.id == id_), id_)


def href(id_: str) -> str:
    """The page of a record; empty when it has none of its own."""
    return next((page + id_ for begin, page in HREFS.items() if id_.startswith(begin)), "")


@router.get("/projects/{project_id}/decisions")
def decisions_page(
    visit: VisitOf,
    project_id: ProjectRef,
    show: Annotated[str, Query(max_length=20)] = "",
    page: Annotated[int, Query(ge=1, le=FARTHEST)] = 1,
) -> Response:
    """Every act of a person on a base, the newest first."""
    with visit.call.reading(project_id) as (connection, at):
        listed = decided.listed(connection, at, PageRequest(page, ROWS), unattached=show == "unattached")
        lost = decided.listed(connection, at, PageRequest(1, 1), unattached=True).total
    found = visit.call.project(project_id)
    return HTML.page(
        visit.request,
        "decisions.html",
        shell(visit, found, "review"),
        base=found,
        listed=listed,
        lost=lost,
        show=show,
        href=href,
        me=visit.actor,
        pager=f"?show={show}&page=" if show == "unattached" else "?page=",
        may_decide=visit.may(Scope.REVIEW),
    )


@router.post("/projects/{project_id}/decisions/{seq}/undo")
def undo(
    visit: VisitOf,
    project_id: ProjectRef,
    seq: Annotated[int, Path(ge=1, le=10**15)],
    note: Annotated[str, Form(max_length=4000)] = "",
) -> Response:
    """Takes a decision back; that is an entry of its own."""
    found = visit.call.project(project_id)
    visit.call.service.reviewer.undo(found, seq, visit.decides(note))
    return go(visit.request, f"/projects/{found.id}/decisions")


@router.get("/projects/{project_id}/changes")
def changes_page(
    visit: VisitOf,
    project_id: ProjectRef,
    start: Annotated[str, Query(alias="from", max_length=40)] = "",
    end: Annotated[str, Query(alias="to", max_length=40)] = "",
    kind: Annotated[str, Query(max_length=20)] = "",
    page: Annotated[int, Query(ge=1, le=FARTHEST)] = 1,
) -> Response:
    """What was added, changed, superseded or newly disputed between two revisions; the last one's changes unless others are named."""
    found = visit.call.project(project_id)
    with visit.call.engine.database.read() as connection:
        last = pin.pin(connection, found, end.strip())
        first = pin.pin(connection, found, start.strip() or f"rev_{max(last.rev - 1, 0)}")
        made = revisions.diff(
            connection, first, last, (kind,) if kind in KINDS and kind else (), PageRequest(page, ROWS)
        )
        known = revisions.revisions(connection, found.id, PageRequest(1, RECENT)).items
    link = f"?from={made.start}&to={made.end}"
    return HTML.page(
        visit.request,
        "changes.html",
        shell(visit, found, "review"),
        base=found,
        made=made,
        changes=made.changes,
        known=known,
        began=_published(known, made.start),
        ended=_published(known, made.end),
        plain=plain,
        kind=kind,
        kinds=KINDS,
        link=link,
        may_decide=visit.may(Scope.REVIEW),
        href=href,
        pager=f"{link}&kind={kind}&page=" if kind in KINDS else f"{link}&page=",
    )
