"""One transaction writes rows, the events that tell of them, and their audit entries, or none of it.

Events and audit entries are written last, in the order they were noted: their counters and heads are locked only
until the commit (design notes §9). Each mission has its own chain; everything else is on `system`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, func, insert, select

from anthill.core.store.tables import event, mission
from anthill.sdk.event import Event, EventType, Fact
from formicaria.ground import audit
from formicaria.ground.audit import Act
from formicaria.ground.canonical import canonical_text, text_digest
from formicaria.ground.clock import Clock
from formicaria.ground.counters import next_value
from formicaria.ground.database import Database

SYSTEM: Final = "system"
COLONY: Final = "colony"
"""The credential of what the colony does by itself."""


def stream_of(mission_id: str) -> str:
    """Return the audit stream of a mission, or of the colony for none."""
    return f"mission:{mission_id}" if mission_id else SYSTEM


@dataclass(frozen=True, slots=True)
class Note:
    """An event to be written at the end of the transaction. `by` is the credential that caused it."""

    event_type: EventType
    mission_id: str = ""
    task_id: str = ""
    role: str = ""
    message: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    by: str = COLONY


@dataclass(slots=True)
class Transaction:
    """An open write: `connection` for rows, `note` for what they mean, `at` for the one time of all of it."""

    connection: Connection
    at: str
    notes: list[Note] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)

    def note(self, note: Note) -> None:
        """Write an event, and its audit entry, when the transaction ends."""
        self.notes.append(note)

    def anchor(self, mission_id: str) -> None:
        """Put the head of a mission's chain on the system chain when the transaction ends."""
        self.anchors.append(stream_of(mission_id))


class Records:
    """The store with its clock: where everything the colony does is written."""

    def __init__(self, database: Database, clock: Clock) -> None:
        """Write to `database`, with times from `clock`."""
        self.database = database
        self.clock = clock

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """Open one transaction; notes are flushed after the block, before the commit."""
        with self.database.write() as connection:
            transaction = Transaction(connection, self.clock.now())
            yield transaction
            for note in transaction.notes:
                _record(connection, note, transaction.at)
            if transaction.anchors:
                _anchor(connection, transaction.anchors, transaction.at)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open one snapshot."""
        with self.database.read() as connection:
            yield connection

    def note(self, note: Note) -> None:
        """Write one event in a transaction of its own."""
        with self.write() as transaction:
            transaction.note(note)

    def anchor_all(self) -> None:
        """Put the head of every unanchored chain on the system chain (hourly and at shutdown)."""
        with self.database.write() as connection:
            known = anchored_heads(connection)
            open_streams = [head.stream for head in audit.heads(connection) if head.stream != SYSTEM]
            heads = {head.stream: head.digest for head in audit.heads(connection)}
            changed = [name for name in open_streams if name not in known or known[name].digest != heads[name]]
            if changed:
                _anchor(connection, changed, self.clock.now())


def _record(connection: Connection, note: Note, at: str) -> None:
    seq = next_value(connection, "event")
    connection.execute(
        insert(event).values(
            seq=seq,
            mission_id=note.mission_id,
            task_id=note.task_id,
            role=note.role,
            event_type=note.event_type.value,
            message=note.message,
            facts=canonical_text(dict(note.facts)),
            created_at=at,
        )
    )
    target = note.task_id or note.mission_id or COLONY
    act = Act(note.event_type.value, target, note.by, note.role, text_digest(note.message), dict(note.facts))
    audit.append(connection, stream_of(note.mission_id), act, at)


def _anchor(connection: Connection, streams: list[str], at: str) -> None:
    heads = {head.stream: head for head in audit.heads(connection)}
    facts: dict[str, Fact] = {name: f"{heads[name].seq} {heads[name].digest}" for name in streams if name in heads}
    _record(connection, Note(EventType.AUDIT_ANCHORED, message="heads of mission chains", facts=facts), at)


def anchored_heads(connection: Connection) -> dict[str, audit.Head]:
    """Return the newest head of each mission chain that the system chain holds."""
    found: dict[str, audit.Head] = {}
    after = 0
    while batch := audit.entries(connection, SYSTEM, after):
        for entry in batch:
            if entry.action == EventType.AUDIT_ANCHORED.value:
                found |= _heads_in(entry.facts)
        after = batch[-1].seq
    return found


def _heads_in(facts: str) -> dict[str, audit.Head]:
    pairs = {stream: str(value).split(" ") for stream, value in json.loads(facts).items()}
    return {stream: audit.Head(stream, int(seq), digest) for stream, (seq, digest) in pairs.items()}


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events to read. `project_id` limits them to missions of one project and hides the system's own."""

    mission_id: str = ""
    event_type: str = ""
    project_id: str | None = None


def events_after(connection: Connection, after: int, wanted: EventFilter, limit: int = 200) -> tuple[Event, ...]:
    """Return events with a number above `after`, in order."""
    query = select(event).where(event.c.seq > after).order_by(event.c.seq).limit(limit)
    return tuple(_event(row) for row in connection.execute(_only(query, wanted)))


def events_since(connection: Connection, at: str, wanted: EventFilter, limit: int = 200) -> tuple[Event, ...]:
    """Return events recorded at `at` or later, newest first."""
    query = select(event).where(event.c.created_at >= at).order_by(event.c.seq.desc()).limit(limit)
    return tuple(_event(row) for row in connection.execute(_only(query, wanted)))


def _only(query: Select[Any], wanted: EventFilter) -> Select[Any]:
    if wanted.mission_id:
        query = query.where(event.c.mission_id == wanted.mission_id)
    if wanted.event_type:
        query = query.where(event.c.event_type == wanted.event_type)
    if wanted.project_id is not None:
        mine = select(mission.c.id).where(mission.c.project_id == wanted.project_id)
        query = query.where(event.c.mission_id.in_(mine))
    return query


def last_event(connection: Connection) -> int:
    """Return the number of the newest event, or 0."""
    return int(connection.execute(select(func.max(event.c.seq))).scalar_one_or_none() or 0)


def _event(row: Row[tuple[object, ...]]) -> Event:
    values = row._mapping
    return Event(
        seq=int(values["seq"]),
        mission_id=values["mission_id"],
        task_id=values["task_id"],
        role=values["role"],
        event_type=EventType(values["event_type"]),
        message=values["message"],
        facts=json.loads(values["facts"]),
        created_at=values["created_at"],
    )
