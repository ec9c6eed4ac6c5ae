"""Search."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query

from forager.api.call import CallOf, ProjectRef
from forager.api.errors import refusals
from forager.api.models.entities import Entity
from forager.api.models.knowledge import Item
from forager.api.models.search import SearchAnswer, SearchChunk, SearchHit
from forager.api.route import GuardedRoute
from forager.api.routes.common import ClockOf, FiltersOf
from forager.query import find
from forager.query.clock import NOW
from forager.query.pin import Pin
from forager.query.views import EntityView
from forager.search.choose import catch_up
from forager.search.question import LONGEST

router = APIRouter(route_class=GuardedRoute, tags=["search"])


@router.get("/api/projects/{project_id}/search", summary="Search", responses=refusals(404))
def search(
    call: CallOf,
    project_id: ProjectRef,
    filters: FiltersOf,
    q: Annotated[
        str,
        Query(
            min_length=1,
            max_length=LONGEST,
            description='Words or a question; "a phrase", begin*.',
            examples=["why was the Falcon launch date changed?"],
        ),
    ],
    limit: Annotated[int, Query(ge=1, le=find.MOST, description="Statements at most.")] = 20,
    include_historical: Annotated[
        bool, Query(description="Whether superseded, stale and archived ones count.")
    ] = False,
    include_entities: Annotated[bool, Query(description="Whether entities of such a name are answered too.")] = True,
    include_chunks: Annotated[bool, Query(description="Whether passages of documents are answered too.")] = False,
    clock: ClockOf = NOW,
) -> SearchAnswer:
    """Statements that answer, each read again from the database, with why in words and the matches as character ranges."""
    started = time.monotonic()
    request = find.Request(q, limit, filters, include_historical, include_entities, include_chunks)
    catch_up(call.engine.database, call.engine.search, call.project(project_id).id)
    with call.reading(project_id, clock) as (connection, at):
        found = find.find(connection, at, call.engine.search, request)
    return answer(at, found, took_ms=round((time.monotonic() - started) * 1000))


def answer(at: Pin, found: find.Found, *, took_ms: int) -> SearchAnswer:
    """A search's answer as the wire has it."""
    return SearchAnswer(
        query=found.query,
        project_id=at.project_id,
        revision=found.revision,
        backend=found.backend,
        took_ms=took_ms,
        total=found.total,
        knowledge=[_hit(each) for each in found.hits],
        entities=[_entity(each) for each in found.entities],
        chunks=[_chunk(each) for each in found.passages],
        note=found.note,
    )


def _hit(hit: find.Hit) -> SearchHit:
    return SearchHit(
        item=Item.model_validate(hit.item),
        score=hit.score,
        why=hit.why,
        snippet=hit.snippet.text,
        highlights=hit.snippet.highlights,
        matched_fields=hit.matched_fields,
        contested=hit.item.contested,
        evidence_count=hit.item.evidence_count,
    )


def _entity(view: EntityView) -> Entity:
    return Entity.model_validate(view)


def _chunk(passage: find.Passage) -> SearchChunk:
    return SearchChunk.model_validate(
        {
            "id": passage.id,
            "project_id": passage.project_id,
            "source_id": passage.source_id,
            "source_name": passage.source_name,
            "location": passage.location,
            "place": passage.place,
            "score": passage.score,
            "why": passage.why,
            "snippet": passage.snippet.text,
            "highlights": passage.snippet.highlights,
        }
    )
