"""Disagreements: listed, read, decided, opened again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from forager.access.call import Call
from forager.api.call import CallOf, PageOf, ProjectRef, RecordId
from forager.api.errors import refusals
from forager.api.models.common import Paged
from forager.api.models.conflicts import Conflict, ConflictAnswer, ReopenRequest, ResolveRequest
from forager.api.once import KeyOf, once
from forager.api.route import GuardedRoute
from forager.api.routes.common import UndatedClockOf
from forager.query import conflicts
from forager.query.clock import NOW
from forager.review import Decided

router = APIRouter(route_class=GuardedRoute, tags=["conflicts"])
MOST_ITEMS = 500


@router.get("/api/projects/{project_id}/conflicts", summary="A project's disagreements", responses=refusals(404))
def list_conflicts(
    call: CallOf,
    project_id: ProjectRef,
    page: PageOf,
    status: Annotated[str, Query(max_length=20, description="open or decided; empty: all.")] = "",
    type: Annotated[str, Query(max_length=40, description="Only of this kind; empty: all.")] = "",  # noqa: A002  # the wire's word
    item_ids: Annotated[
        list[str] | None,
        Query(description="Only those with one of these statements as a side; repeated, or joined by commas."),
    ] = None,
    clock: UndatedClockOf = NOW,
) -> Paged[Conflict]:
    """By id, every one with all its sides in words."""
    wanted = [each for part in item_ids or () for each in part.split(",") if each][:MOST_ITEMS]
    with call.reading(project_id, clock) as (connection, at):
        return Paged[Conflict].model_validate(
            conflicts.conflicts(connection, at, status, type, wanted, page, valid_at=clock.valid_at)
        )


@router.get("/api/conflicts/{conflict_id}", summary="One disagreement", responses=refusals(404))
def get_conflict(call: CallOf, conflict_id: RecordId, clock: UndatedClockOf = NOW) -> Conflict:
    """With the note of its decision, if there is one."""
    with call.record("conflict", conflict_id, clock) as (connection, at):
        return Conflict.model_validate(conflicts.conflict(connection, at, conflict_id))


@router.post(
    "/api/conflicts/{conflict_id}/resolve",
    summary="Decide a disagreement",
    response_model=ConflictAnswer,
    responses=refusals(404, 409),
)
def resolve_conflict(call: CallOf, conflict_id: RecordId, body: ResolveRequest, key: KeyOf = "") -> Response:
    """A person's act. 409 when the choice does not fit its kind, the winner is no side, or the sides changed since they were read.

    409 `already_decided` when somebody decided it and the fingerprint does not show that this was read: its details tell who, when and
    how. Of two who decide at once exactly one does.
    """
    found = call.owner("conflict", conflict_id)
    made: list[Decided] = []
    return once(call, key, "resolve", conflict_id, body.model_dump()).decided(
        lambda also: made.append(
            call.service.reviewer.decide_conflict(
                found,
                conflict_id,
                body.action,
                body.winner_id,
                call.decides(body.actor, body.notes),
                seen=body.fingerprint,
                also=also,
            )
        ),
        lambda kept: _decided(call, conflict_id, made, kept),
    )


@router.post(
    "/api/conflicts/{conflict_id}/reopen",
    summary="Open a decided disagreement again",
    response_model=ConflictAnswer,
    responses=refusals(404, 409),
)
def reopen_conflict(call: CallOf, conflict_id: RecordId, body: ReopenRequest, key: KeyOf = "") -> Response:
    """The decision stays in the log; its sides are disputed again."""
    found = call.owner("conflict", conflict_id)
    made: list[Decided] = []
    return once(call, key, "reopen", conflict_id, body.model_dump()).decided(
        lambda also: made.append(
            call.service.reviewer.reopen(found, conflict_id, call.decides(body.actor, body.notes), also=also)
        ),
        lambda kept: _decided(call, conflict_id, made, kept),
    )


def _decided(call: Call, conflict_id: str, made: list[Decided], kept: str) -> ConflictAnswer:
    return ConflictAnswer(
        conflict=get_conflict(call, conflict_id),
        decision_seq=made[0].decision.seq if made else int(kept),
        applied=made[0].applied if made else True,
    )
