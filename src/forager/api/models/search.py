"""Search and what changed."""

from __future__ import annotations

from typing import Annotated

from forager.api.models.common import Place, Wire, says
from forager.api.models.entities import Entity
from forager.api.models.knowledge import Item


class SearchHit(Wire):
    """A statement that answers, and why."""

    item: Annotated[Item, says("The statement, read from the database after the index proposed it.")]
    score: Annotated[float, says("Greater is better; comparable within one answer.", 2.1)]
    why: Annotated[
        str, says("Why it was found, in words.", "3 of 4 words found: falcon, launch, date in the statement.")
    ]
    snippet: Annotated[str, says("The words around what matched; no markup.")]
    highlights: Annotated[
        list[tuple[int, int]], says("Matches in the snippet as (start, end) in characters.", [[4, 15]])
    ]
    matched_fields: Annotated[
        list[str], says("Fields in which words were found, strongest first.", ["statement", "attribute"])
    ]
    contested: Annotated[bool, says("Whether it is a side of an open disagreement.", True)]
    evidence_count: Annotated[int, says("Pieces of evidence.", 2)]


class SearchChunk(Wire):
    """A passage of a document that answers."""

    id: Annotated[str, says("Id of the passage.", "src_ssazad7uuglzvb4xv7wm_c0001")]
    project_id: Annotated[str, says("The project it belongs to.")]
    source_id: Annotated[str, says("Its source.")]
    source_name: Annotated[str, says("The source's name.")]
    location: Annotated[str, says("The place in words.")]
    place: Annotated[Place, says("The place as a structure.")]
    score: Annotated[float, says("Greater is better.")]
    why: Annotated[str, says("Why it was found, in words.")]
    snippet: Annotated[str, says("The words around what matched; no markup.")]
    highlights: Annotated[list[tuple[int, int]], says("Matches in the snippet as (start, end) in characters.")]


class SearchAnswer(Wire):
    """The whole answer to a search."""

    query: Annotated[str, says("What was asked.", "why was the Falcon launch date changed?")]
    project_id: Annotated[str, says("The project that was searched.")]
    revision: Annotated[str, says("The revision that was searched.", "rev_3")]
    backend: Annotated[str, says("sqlite-fts5, sqlite-like, postgresql-fts or postgresql-like.", "sqlite-fts5")]
    took_ms: Annotated[int, says("Milliseconds it took.", 12)]
    total: Annotated[int, says("Statements that matched among the candidates looked at.", 41)]
    knowledge: Annotated[list[SearchHit], says("Statements, best first.")]
    entities: Annotated[list[Entity], says("Entities whose names were asked for, best first.")]
    chunks: Annotated[list[SearchChunk], says("Passages, best first; only when asked for.")]
    note: Annotated[str, says("What a reader must know of this answer.")]


class Revision(Wire):
    """A published revision."""

    id: Annotated[str, says("Id of the revision.", "rev_3")]
    project_id: Annotated[str, says("The project it belongs to.")]
    rev: Annotated[int, says("Its number.", 3)]
    published_at: Annotated[str, says("When, UTC.")]
    job_id: Annotated[str, says("The job that published it; empty for a decision.")]
    completeness: Annotated[str, says("complete or partial.", "complete")]
    content_digest: Annotated[str, says("SHA-256 of its content, hexadecimal.")]
    items: Annotated[int, says("Statements in it.", 66)]
    conflicts: Annotated[int, says("Open disagreements in it.", 3)]
    decision_seq: Annotated[int, says("The last decision it knows.", 4)]


class Change(Wire):
    """What became of one record."""

    kind: Annotated[str, says("item, conflict, entity, candidate or relation.", "item")]
    id: Annotated[str, says("The record.")]
    change: Annotated[str, says("added, ended, changed, or the status it came to have.", "disputed")]
    label: Annotated[str, says("Its words; those it had when it is not there any more.")]
    before: Annotated[str, says("Its words before; empty when it was not there.")]
    before_status: Annotated[str, says("Its status before; empty when it was not there.")]
    after_status: Annotated[str, says("Its status after; empty when it is not there.")]
    changed_fields: Annotated[list[str], says("Fields that differ.", ["status", "conflict_ids"])]


class DiffAnswer(Wire):
    """What changed between two revisions."""

    project_id: Annotated[str, says("The project it belongs to.")]
    start: Annotated[str, says("The earlier revision; its own changes are not counted.", "rev_1")]
    end: Annotated[str, says("The later revision.", "rev_2")]
    counts: Annotated[
        dict[str, dict[str, int]], says("By kind and change, over all pages.", {"item": {"added": 3, "disputed": 2}})
    ]
    items: Annotated[list[Change], says("The changes of this page, by kind and id.")]
    page: Annotated[int, says("Which page, from 1.", 1)]
    page_size: Annotated[int, says("Rows a page holds at most.", 50)]
    total: Annotated[int, says("Changes on all pages.", 5)]


class FeedEvent(Wire):
    """A revision was published."""

    protocol_version: Annotated[int, says("Version of this envelope.", 1)]
    event_id: Annotated[str, says("Id of the event; the same event may come again.", "evt_5k2")]
    event_type: Annotated[str, says("What happened.", "knowledge.revision.published")]
    producer_instance_id: Annotated[str, says("The instance that publishes.", "fgi_3l")]
    producer_generation: Annotated[str, says("Its generation; a cursor of another one is expired.", "gen_7q")]
    source_project_id: Annotated[str, says("The project.")]
    sequence: Annotated[int, says("Position in the feed.", 12)]
    revision_id: Annotated[str, says("The revision.", "rev_3")]
    canonical_schema_version: Annotated[int, says("Version of the records.", 1)]
    logical_content_hash: Annotated[str, says("SHA-256 of the revision's content.")]
    publication_status: Annotated[str, says("complete or partial.", "complete")]
    job_id: Annotated[str, says("The job that published it; empty for a decision.")]
    occurred_at: Annotated[str, says("When, UTC.")]
    origin_kind: Annotated[str, says("How the event came about.", "publication")]
    causation_id: Annotated[str, says("What caused it.")]


class FeedAnswer(Wire):
    """Events in order, at least once."""

    items: Annotated[list[FeedEvent], says("The events after the cursor.")]
    cursor: Annotated[str, says("Ask with this next time.", "gen_7q.12")]
    has_more: Annotated[bool, says("Whether more are there already.", False)]
