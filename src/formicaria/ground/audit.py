"""Append-only, hash-chained audit streams (design notes §9).

Each entry's digest covers its own fields and the digest before it, so an edit, a deletion in the middle, an insertion or a reordering
shows. Cutting off the end or re-hashing the whole chain shows only against a head kept elsewhere (``heads``).
Entries hold digests of payloads, never payloads. The database itself refuses to change or remove an entry (``append_only``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, insert, select, update

from formicaria.ground.canonical import canonical_row, canonical_text, sha256_hex
from formicaria.ground.database import insert_missing
from formicaria.ground.tables import audit_entry, audit_head

GENESIS = "0" * 64
ELSEWHERE = "it differs from the head kept elsewhere"
ANCHORED = "it differs from the head that another chain recorded"


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
        return sha256_hex(canonical_row(self.fields()[:-1]))

    def fields(self) -> tuple[str, int, str, str, str, str, str, str, str, str, str]:
        """Every field in order; the digest is over all but the last."""
        return (
            self.stream, self.seq, self.at, self.credential, self.actor, self.action, self.target,
            self.payload_digest, self.facts, self.previous, self.digest,
        )  # fmt: skip


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
    return tuple(Entry(*row) for row in connection.execute(query))


def every_entry(connection: Connection) -> Iterator[Entry]:
    """All entries of all streams, by stream and number."""
    for stream in _streams(connection):
        yield from entries_of(connection, stream)


def _streams(connection: Connection, also: Iterable[str] = ()) -> list[str]:
    present = connection.execute(select(audit_entry.c.stream).distinct()).scalars()
    return sorted({*present, *connection.execute(select(audit_head.c.stream)).scalars(), *also})


def entries_of(connection: Connection, stream: str) -> Iterator[Entry]:
    """All entries of one stream, in order."""
    after = 0
    while batch := entries(connection, stream, after):
        yield from batch
        after = batch[-1].seq


def verify(
    connection: Connection, kept: Mapping[str, Head] | None = None, anchored: Mapping[str, Head] | None = None
) -> tuple[Fault, ...]:
    """Walk every chain.

    ``kept`` are heads stored elsewhere, which also show a cut or re-hashed end; ``anchored`` are heads that one chain recorded of
    the others: they show the same, unless whoever changed a chain changed that one too.
    """
    kept, anchored = kept or {}, anchored or {}
    known = {head.stream: head for head in heads(connection)}
    faults: list[Fault] = []
    for stream in _streams(connection, (*kept, *anchored)):
        pins = [
            (head, words)
            for head, words in ((kept.get(stream), ELSEWHERE), (anchored.get(stream), ANCHORED))
            if head is not None
        ]
        faults.extend(walk(stream, entries_of(connection, stream), known.get(stream), pins))
    return tuple(faults)


def walk(
    stream: str, found: Iterable[Entry], head: Head | None, pins: Iterable[tuple[Head, str]] = ()
) -> Iterator[Fault]:
    """The faults of one chain: its entries in order, the head beside it, and heads known otherwise with the words for a difference."""
    awaited = [pin for pin in pins if (pin[0].seq, pin[0].digest) != (0, GENESIS)]
    previous, seq = GENESIS, 0
    for entry in found:
        yield from _faults_of(entry, seq, previous)
        previous, seq = entry.digest, entry.seq
        if awaited:
            awaited = [pin for pin in awaited if (pin[0].seq, pin[0].digest) != (seq, previous)]
    if head is None or (head.seq, head.digest) != (seq, previous):
        yield Fault(stream, seq, "the chain does not end at its recorded head")
    for pin, words in awaited:
        yield Fault(stream, pin.seq, words)


def _faults_of(entry: Entry, seq: int, previous: str) -> Iterator[Fault]:
    if entry.seq != seq + 1:
        yield Fault(entry.stream, seq + 1, "an entry is missing")
    if entry.previous != previous:
        yield Fault(entry.stream, entry.seq, "it does not follow the entry before it")
    if entry.computed_digest() != entry.digest:
        yield Fault(entry.stream, entry.seq, "its content was changed")


def count(connection: Connection) -> int:
    """How many entries there are in all streams."""
    return int(connection.execute(select(func.count()).select_from(audit_entry)).scalar_one())
