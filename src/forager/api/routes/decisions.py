"""The decision log: read by reviewers, taken back by another entry."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from forager.api.call import CallOf, PageOf, ProjectRef
from forager.api.errors import refusals
from forager.api.models.common import Paged
from forager.api.models.conflicts import Decision, ReopenRequest, UndoAnswer
from forager.api.once import KeyOf, once
from forager.api.route import GuardedRoute
from forager.query import decided
from forager.review import Decided

router = APIRouter(route_class=GuardedRoute, tags=["decisions"])
SeqOf = Annotated[int, Path(ge=1, le=10**15, description="Number of the decision.")]


@router.get("/api/projects/{project_id}/decisions", summary="A project's decisions", responses=refusals(404))
def list_decisions(
    call: CallOf,
    project_id: ProjectRef,
    page: PageOf,
    unattached: Annotated[bool, Query(description="Only those that stand and no longer find their record.")] = False,
) -> Paged[Decision]:
    """The newest first, with the persons' notes."""
    with call.reading(project_id) as (connection, at):
        return Paged[Decision].model_validate(decided.listed(connection, at, page, unattached=unattached))


@router.post(
    "/api/projects/{project_id}/decisions/{seq}/undo",
    summary="Take a decision back",
    response_model=UndoAnswer,
    responses=refusals(404, 409),
)
def undo_decision(call: CallOf, project_id: ProjectRef, seq: SeqOf, body: ReopenRequest, key: KeyOf = "") -> Response:
    """Nothing is deleted: the undo is an entry of its own, and may itself be taken back."""
    found = call.project(project_id)
    made: list[Decided] = []
    return once(call, key, "undo", found.id, seq, body.model_dump()).decided(
        lambda also: made.append(
            call.service.reviewer.undo(found, seq, call.decides(body.actor, body.notes), also=also)
        ),
        lambda kept: UndoAnswer(
            decision_seq=made[0].decision.seq if made else int(kept),
            undoes=seq,
            applied=made[0].applied if made else True,
        ),
    )
