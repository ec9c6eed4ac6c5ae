"""Review: disagreements only, side by side; a person decides, and may open it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Response
from sqlalchemy import Connection

from forager.access.scopes import Scope
from forager.query import conflicts, evidence
from forager.query.conflicts import COPIES
from forager.query.page import FARTHEST, PageRequest
from forager.query.pin import Pin
from forager.query.views import ConflictView, EvidenceView, SideView
from forager.review import FITTING, Decided
from forager.ui.shell import shell, steps
from forager.ui.visit import HTML, PageRoute, ProjectRef, RecordId, VisitOf
from formicaria.ground.web.pages import go

router = APIRouter(route_class=PageRoute)
ROWS: Final = 20
PLACES: Final = 3
"""Places shown of each side; its statement's own page has them all."""
SHOWN: Final = {
    "open": ("open", "", COPIES, "Open"),
    "copies": ("open", COPIES, "", "Copies"),
    "decided": ("decided", "", "", "Decided"),
    "": ("", "", "", "All"),
}
"""What the list may show: (status, kind, kind left out, words). Copies are no disagreement; a person may archive one."""
OTHER_CHOICES: Final = (
    ("both_hold", "Both hold", "b"),
    ("neither", "Neither holds", "n"),
    ("archive_duplicates", "Keep the original, archive the copies", "a"),
    ("dismiss", "Not a disagreement", "d"),
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side with the places that make it, and whether it is the one suggested or chosen."""

    view: SideView
    places: tuple[EvidenceView, ...]
    suggested: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A disagreement ready to be read."""

    view: ConflictView
    sides: tuple[Side, ...]
    claimed: tuple[Side, ...]
    choices: tuple[tuple[str, str, str], ...]
    has_winner: bool


@router.get("/projects/{project_id}/review")
def review_page(
    visit: VisitOf,
    project_id: ProjectRef,
    status: Annotated[str, Query(max_length=20)] = "open",
    page: Annotated[int, Query(ge=1, le=FARTHEST)] = 1,
) -> Response:
    """The disagreements of a base, the open ones first."""
    with visit.call.reading(project_id) as (connection, at):
        wanted, kind, without, _ = SHOWN.get(status, SHOWN[""])
        listed = conflicts.conflicts(connection, at, wanted, kind, (), PageRequest(page, ROWS), without=without)
        shown = _shown(connection, at, listed.items)
    found = visit.call.project(project_id)
    return HTML.page(
        visit.request,
        "review.html",
        shell(visit, found, "review"),
        base=found,
        listed=listed,
        shown=shown,
        show=status,
        statuses=SHOWN,
        may_decide=visit.may(Scope.REVIEW),
        pager=f"?status={status}&page=" if status in SHOWN else "?page=",
    )


@router.get("/conflicts/{conflict_id}")
def conflict_page(visit: VisitOf, conflict_id: RecordId) -> Response:
    """One disagreement, side by side."""
    with visit.call.record("conflict", conflict_id) as (connection, at):
        view = conflicts.conflict(connection, at, conflict_id)
        shown = _shown(connection, at, [view])[0]
        others = conflicts.conflicts(connection, at, "open", "", (), PageRequest(1, 200)).items
    owner = visit.call.project(view.project_id)
    following = [each.id for each in others if each.id != view.id]
    return HTML.page(
        visit.request,
        "conflict.html",
        shell(visit, owner, "review"),
        base=owner,
        shown=shown,
        view=view,
        following=following,
        steps=steps(visit, "conflict", conflict_id) if visit.may(Scope.REVIEW) else [],
        may_decide=visit.may(Scope.REVIEW),
    )


@router.post("/conflicts/{conflict_id}/decide")
def decide(
    visit: VisitOf,
    conflict_id: RecordId,
    choice: Annotated[str, Form(max_length=240)],
    seen: Annotated[str, Form(max_length=128)] = "",
    note: Annotated[str, Form(max_length=4000)] = "",
) -> Response:
    """Decides; ``choice`` is a word of the review, or ``choose_winner`` and the winner's id after a colon."""
    owner = visit.call.owner("conflict", conflict_id)
    word, _, winner = choice.partition(":")
    by = visit.decides(note)
    visit.call.service.reviewer.decide_conflict(owner, conflict_id, word, winner, by, seen=seen)
    return go(visit.request, f"/conflicts/{conflict_id}")


@router.post("/conflicts/{conflict_id}/reopen")
def reopen(visit: VisitOf, conflict_id: RecordId, note: Annotated[str, Form(max_length=4000)] = "") -> Response:
    """Opens a decided disagreement again; the earlier decision stays in the log."""
    owner = visit.call.owner("conflict", conflict_id)
    made: Decided = visit.call.service.reviewer.reopen(owner, conflict_id, visit.decides(note))
    return go(visit.request, f"/conflicts/{conflict_id}" if made.applied else f"/projects/{owner.id}/review")


def _shown(connection: Connection, at: Pin, views: Sequence[ConflictView]) -> list[Shown]:
    ids = {id_ for view in views for side in (*view.sides, *view.also_claimed) for id_ in side.evidence_ids[:PLACES]}
    known = evidence.views(connection, at, sorted(ids))
    return [_one(view, known) for view in views]


def _one(view: ConflictView, known: dict[str, EvidenceView]) -> Shown:
    suggested = view.suggested_resolution.winner_id if view.suggested_resolution else ""
    chosen = view.resolution.winner_id if view.resolution else ""

    def side(each: SideView) -> Side:
        places = tuple(known[id_] for id_ in each.evidence_ids[:PLACES] if id_ in known)
        name = each.item_id or each.source_ids[0]
        return Side(each, places, name == suggested, bool(chosen) and name == chosen)

    fitting = FITTING.get(view.type, frozenset())
    return Shown(
        view,
        tuple(side(each) for each in view.sides),
        tuple(side(each) for each in view.also_claimed),
        tuple(each for each in OTHER_CHOICES if each[0] in fitting),
        "choose_winner" in fitting,
    )
