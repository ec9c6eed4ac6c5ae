"""Flip a project to its new revision: revision row, feed, audit and search in one transaction (design notes §4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from forager.derive import content, mark
from forager.derive.begin import RECIPE
from forager.store import decisions, derived
from forager.store.tables import conflict_state, feed, item_state, project, revision, source
from formicaria.ground.audit import Act, append
from formicaria.ground.canonical import canonical_text
from formicaria.ground.counters import next_value
from formicaria.ground.crash import crash_point
from formicaria.ground.ids import hashed_id

Indexer = Callable[[Connection, str, int], None]
"""Brings the search index to a revision, inside the publishing transaction: (connection, project id, revision)."""


@dataclass(frozen=True, slots=True)
class Published:
    """The outcome of a derivation. ``changed`` is False when there was nothing to do and no revision was made."""

    rev: int
    changed: bool
    items: int = 0
    conflicts: int = 0


@dataclass(frozen=True, slots=True)
class Producer:
    """Who publishes: the instance and generation that feed events name."""

    instance_id: str
    generation: str


def publish(
    connection: Connection,
    project_id: str,
    rev: int,
    *,
    job_id: str,
    producer: Producer,
    at: str,
    index: Indexer | None,
) -> Published:
    """Make revision ``rev`` the published one. Everything it says was written before; here it becomes visible, whole."""
    if index is not None:
        index(connection, project_id, rev)
    digest = content.digest(connection, project_id, rev)
    items = _count(connection, project_id, rev)
    conflicts = _open_conflicts(connection, project_id, rev)
    seq = replayed(connection, project_id)
    row = {"project_id": project_id, "rev": rev, "published_at": at, "job_id": job_id, "content_digest": digest}
    counts = {
        "items": items,
        "conflicts": conflicts,
        "decision_seq": seq,
        "completeness": _completeness(connection, project_id),
    }
    connection.execute(insert(revision).values(**row, **counts))
    marks = {"published_rev": rev, "derived_recipe": RECIPE}
    connection.execute(update(project).where(project.c.id == project_id).values(**marks))
    mark.clear(connection, project_id)
    crash_point("publish.before_feed")
    _announce(connection, row | counts, producer)
    act = Act("revision.published", f"rev_{rev}", "engine", facts={"rev": rev, "items": items, "conflicts": conflicts})
    append(connection, f"project:{project_id}", act, at)
    crash_point("publish.before_commit")
    return Published(rev, changed=True, items=items, conflicts=conflicts)


def replayed(connection: Connection, project_id: str) -> int:
    """The last decision that the derived state knows."""
    return int(connection.execute(select(project.c.derived_seq).where(project.c.id == project_id)).scalar_one())


def lags(connection: Connection, project_id: str) -> bool:
    """Whether a decision was taken that no derivation has begun with."""
    return replayed(connection, project_id) < decisions.last_seq(connection, project_id)


def _count(connection: Connection, project_id: str, rev: int) -> int:
    query = select(func.count()).select_from(item_state).where(derived.at_revision(item_state, project_id, rev))
    return int(connection.execute(query).scalar_one())


def _open_conflicts(connection: Connection, project_id: str, rev: int) -> int:
    mine = derived.at_revision(conflict_state, project_id, rev) & (conflict_state.c.status == "open")
    return int(connection.execute(select(func.count()).select_from(conflict_state).where(mine)).scalar_one())


def _completeness(connection: Connection, project_id: str) -> str:
    waiting = (source.c.project_id == project_id) & (source.c.state == "live") & (source.c.read_state != "read")
    return (
        "partial"
        if connection.execute(select(func.count()).select_from(source).where(waiting)).scalar_one()
        else "complete"
    )


def _announce(connection: Connection, row: dict[str, object], producer: Producer) -> None:
    """Add the feed event; its sequence is taken here, last before the audit, so that order is commit order."""
    sequence = next_value(connection, "feed")
    event_id = hashed_id("evt_", producer.instance_id, producer.generation, sequence)
    event = {
        "protocol_version": 1,
        "event_id": event_id,
        "event_type": "knowledge.revision.published",
        "producer_instance_id": producer.instance_id,
        "producer_generation": producer.generation,
        "source_project_id": row["project_id"],
        "sequence": sequence,
        "revision_id": f"rev_{row['rev']}",
        "canonical_schema_version": 1,
        "logical_content_hash": row["content_digest"],
        "publication_status": row["completeness"],
        "job_id": row["job_id"],
        "occurred_at": row["published_at"],
        "origin_kind": "publication",
        "causation_id": row["job_id"],
    }
    values = {
        "sequence": sequence,
        "event_id": event_id,
        "project_id": row["project_id"],
        "event": canonical_text(event),
    }
    connection.execute(insert(feed).values(**values))
