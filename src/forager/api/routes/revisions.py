"""Revisions, what changed between two, and the feed that announces them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from forager.api.call import CallOf, PageOf, ProjectRef
from forager.api.errors import refusals
from forager.api.models.common import Paged
from forager.api.models.search import Change, DiffAnswer, FeedAnswer, FeedEvent, Revision
from forager.api.route import GuardedRoute
from forager.query import feed, pin, projects, revisions

router = APIRouter(route_class=GuardedRoute, tags=["revisions"])


@router.get("/api/projects/{project_id}/revisions", summary="A project's revisions", responses=refusals(404))
def list_revisions(call: CallOf, project_id: ProjectRef, page: PageOf) -> Paged[Revision]:
    """The newest first."""
    with call.reading(project_id) as (connection, at):
        return Paged[Revision].model_validate(revisions.revisions(connection, at.project_id, page))


@router.get("/api/projects/{project_id}/diff", summary="What changed between two revisions", responses=refusals(404))
def diff(
    call: CallOf,
    project_id: ProjectRef,
    page: PageOf,
    start: Annotated[
        str, Query(alias="from", max_length=40, description="A revision, date or instant.", examples=["rev_1"])
    ],
    end: Annotated[
        str, Query(alias="to", max_length=40, description="A revision, date or instant; empty: the newest.")
    ] = "",
    kind: Annotated[
        list[str] | None, Query(description="Only item, conflict, entity, candidate or relation; may be repeated.")
    ] = None,
) -> DiffAnswer:
    """What was added, changed, superseded, newly disputed or ended; by kind and id."""
    with call.engine.database.read() as connection:
        found = projects.find(connection, project_id, call.limit)
        pins = pin.pin(connection, found, start), pin.pin(connection, found, end)
        made = revisions.diff(connection, *pins, tuple(kind or ()), page)
    return answer(found.id, made)


def answer(project_id: str, made: revisions.Diff) -> DiffAnswer:
    """A diff as the wire has it."""
    changes = made.changes
    return DiffAnswer(
        project_id=project_id,
        start=made.start,
        end=made.end,
        counts=made.counts,
        items=[Change.model_validate(each) for each in changes.items],
        page=changes.page,
        page_size=changes.page_size,
        total=changes.total,
    )


@router.get("/api/feed", summary="What was published", responses=refusals(410))
def read_feed(
    call: CallOf,
    cursor: Annotated[
        str, Query(max_length=100, description="Cursor of the last answer; empty: from the first event.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=200, description="Events at most.")] = 100,
) -> FeedAnswer:
    """In order, at least once. 410 cursor_expired when the database is another than the cursor's: begin again without one."""
    with call.engine.database.read() as connection:
        found = feed.after(connection, cursor, limit, call.limit)
    events = [FeedEvent.model_validate(each) for each in found.items]
    return FeedAnswer(items=events, cursor=found.cursor, has_more=found.has_more)
