"""Names that may be one: both sides with where they stand, what speaks for it and against it; a person joins them or keeps them apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Response
from sqlalchemy import Connection

from forager.access.scopes import Scope
from forager.model.state import EntityState
from forager.query import entities, mentions, states, why
from forager.query.mentions import Mentioned
from forager.query.page import FARTHEST, PageRequest
from forager.query.pin import Pin
from forager.query.views import CandidateView, EntityView
from forager.store.tables import entity_state
from forager.ui.shell import shell
from forager.ui.visit import HTML, PageRoute, ProjectRef, VisitOf
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.web.pages import go

router = APIRouter(route_class=PageRoute)
ROWS: Final = 10
PLACES: Final = 3
SHOWN: Final = {"open": "Open", "": "All"}


@dataclass(frozen=True, slots=True)
class Bearer:
    """One of two entities with the first places that name it."""

    view: EntityView
    places: list[Mentioned]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entities that may be one, and what speaks for it and against it now."""

    view: CandidateView
    sides: tuple[Bearer, ...]
    speaking_for: list[str]
    against: list[str]


@router.get("/projects/{project_id}/names")
def names_page(
    visit: VisitOf,
    project_id: ProjectRef,
    status: Annotated[str, Query(max_length=20)] = "open",
    page: Annotated[int, Query(ge=1, le=FARTHEST)] = 1,
) -> Response:
    """The pairs of a base, by id, each with what a person needs to decide."""
    with visit.call.reading(project_id) as (connection, at):
        listed = entities.candidates(connection, at, status, PageRequest(page, ROWS))
        pairs = [_pair(connection, at, each) for each in listed.items]
    found = visit.call.project(project_id)
    return HTML.page(
        visit.request,
        "names.html",
        shell(visit, found, "review"),
        base=found,
        listed=listed,
        pairs=pairs,
        show=status,
        statuses=SHOWN,
        pager=f"?status={status}&page=" if status in SHOWN else "?page=",
        may_decide=visit.may(Scope.REVIEW),
    )


@router.post("/projects/{project_id}/names")
def decide_names(
    visit: VisitOf,
    project_id: ProjectRef,
    left: Annotated[str, Form(max_length=200)],
    right: Annotated[str, Form(max_length=200)],
    choice: Annotated[str, Form(max_length=20)],
    note: Annotated[str, Form(max_length=4000)] = "",
    even_so: Annotated[str, Form(max_length=10)] = "",
) -> Response:
    """Joins two names, or keeps them apart for ever; both can be taken back. Against what speaks against it only ``even_so``."""
    found = visit.call.project(project_id)
    reviewer, by = visit.call.service.reviewer, visit.decides(note)
    if choice not in {"merge", "apart"}:
        raise InvalidRequest("There is no such decision on names.", remedy="Join them or keep them apart.")
    if choice == "merge":
        reviewer.merge(found, left, right, by, even_so=bool(even_so))
    else:
        reviewer.apart(found, left, right, by)
    return go(visit.request, f"/projects/{found.id}/names")


def _pair(connection: Connection, at: Pin, view: CandidateView) -> Pair:
    ids = (view.left.id, view.right.id)
    known = states.many(connection, entity_state, EntityState, at, ids)
    shown = entities.shown(connection, at, [known[id_] for id_ in ids if id_ in known])
    sides = (Bearer(each, mentions.places(connection, at, [each.id, *each.node_ids], PLACES)) for each in shown)
    present = len(known) == len(ids)
    reasons = why.speaking(connection, at, *ids) if present else (view.reasons_for, view.reasons_against)
    return Pair(view, tuple(sides), *reasons)
