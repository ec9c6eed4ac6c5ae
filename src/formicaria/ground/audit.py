"""Append-only, hash-chained audit streams (design notes §9).

Each entry's digest covers its own fields and the digest before it, so an edit, a deletion in the middle, an insertion or a reordering
shows. Cutting off the end or re-hashing the whole chain shows only against a head kept elsewhere (``heads``).
Entries hold digests of payloads, never payloads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, insert, select, update

from formicaria.ground.canonical import canonical_text, digest
from formicaria.ground.database import insert_missing
from formicaria.ground.tables import audit_entry, audit_head

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Act:
    """What is recorded: who did what to which record. ``credential`` is what was authenticated, ``actor`` what was claimed."""

    action: str
    target: str
    credential: str
    actor: str = ""
    payload_digest: str = ""
    facts: Mapping[str, str | int | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded act in its chain."""

    stream: str
    seq: int
    at: str
    credential: str
    actor: str
    action: str
    target: str
    payload_digest: str
    facts: str
    previous: str
    digest: str

    def computed_digest(self) -> str:
        """The digest this entry should have."""
        return digest([getattr(self, name) for name in self.__slots__[:-1]])


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry of a stream: what to keep elsewhere."""

    stream: str
    seq: int
    digest: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a chain: the stream, the entry's number, and what is wrong in words."""

    stream: str
    seq: int
    problem: str


def append(connection: Connection, stream: str, act: Act, at: str) -> Head:
    """Add ``act`` to ``stream`` within the caller's transaction; call it last. Returns the new head."""
    head = _locked_head(connection, stream)
    entry = Entry(
        stream, head.seq + 1, at, act.credential, act.actor, act.action, act.target,
        act.payload_digest, canonical_text(dict(act.facts)), head.digest, "",
    )  # fmt: skip
    values = {name: getattr(entry, name) for name in entry.__slots__} | {"digest": entry.computed_digest()}
    connection.execute(insert(audit_entry).values(**values))
    connection.execute(
        update(audit_head).where(audit_head.c.stream == stream).values(seq=entry.seq, digest=values["digest"])
    )
    return Head(stream, entry.seq, str(values["digest"]))


def _locked_head(connection: Connection, stream: str) -> Head:
    query = select(audit_head).where(audit_head.c.stream == stream).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        insert_missing(connection, audit_head, {"stream": stream, "seq": 0, "digest": GENESIS})
        row = connection.execute(query).one()
    return Head(row.stream, int(row.seq), row.digest)


def heads(connection: Connection) -> tuple[Head, ...]:
    """Every stream's head, by stream."""
    rows = connection.execute(select(audit_head).order_by(audit_head.c.stream))
    return tuple(Head(row.stream, int(row.seq), row.digest) for row in rows)


def entries(connection: Connection, stream: str, after: int = 0, limit: int = 1000) -> tuple[Entry, ...]:
    """Entries of one stream after number ``after``, in order."""
    query = (
        select(audit_entry)
        .where(audit_entry.c.stream == stream, audit_entry.c.seq > after)
        .order_by(audit_entry.c.seq)
        .limit(limit)
    )
    return tuple(Entry(**row._mapping) for row in connection.execute(query))


def verify(connection: Connection, kept: Mapping[str, Head] | None = None) -> tuple[Fault, ...]:
    """Walk every chain; ``kept`` are heads stored elsewhere, which also show a cut or re-hashed end."""
    known = {head.stream: head for head in heads(connection)}
    present = connection.execute(select(audit_entry.c.stream).distinct()).scalars().all()
    streams = sorted(set(known) | set(present) | set(kept or {}))
    faults: list[Fault] = []
    for stream in streams:
        faults.extend(_verify_stream(connection, stream, known.get(stream), (kept or {}).get(stream)))
    return tuple(faults)


def _verify_stream(connection: Connection, stream: str, head: Head | None, kept: Head | None) -> Iterator[Fault]:
    previous, seq, kept_digest = GENESIS, 0, GENESIS
    while batch := entries(connection, stream, seq):
        for entry in batch:
            if entry.seq != seq + 1:
                yield Fault(stream, seq + 1, "an entry is missing")
            if entry.previous != previous:
                yield Fault(stream, entry.seq, "it does not follow the entry before it")
            if entry.computed_digest() != entry.digest:
                yield Fault(stream, entry.seq, "its content was changed")
            previous, seq = entry.digest, entry.seq
            if kept is not None and seq == kept.seq:
                kept_digest = entry.digest
    if head is None or (head.seq, head.digest) != (seq, previous):
        yield Fault(stream, seq, "the chain does not end at its recorded head")
    if kept is not None and kept_digest != kept.digest:
        yield Fault(stream, kept.seq, "it differs from the head kept elsewhere")


def count(connection: Connection) -> int:
    """How many entries there are in all streams."""
    return int(connection.execute(select(func.count()).select_from(audit_entry)).scalar_one())
