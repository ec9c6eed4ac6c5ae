"""Ten ways to touch an audit trail, by somebody who may change the schema and knows how entries are hashed."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, update

from forager.store import identity, trail
from formicaria.ground.audit import GENESIS, Act, Entry, Head, append, entries, heads
from formicaria.ground.database import Database
from formicaria.ground.tables import audit_entry, audit_head

AT = "2026-01-01T00:00:00.000000Z"
MINE = "project:proj_a"
OTHER = "project:proj_b"
SYSTEM = "system"


def record(connection: Connection) -> None:
    """Two projects and the system's chain, which recorded the ends of theirs in the middle; both went on afterwards."""
    append(connection, SYSTEM, Act("session.begun", "cred_1", "cred_1"), AT)
    for half in range(2):
        for number in range(10):
            act = Act("source.added", f"src_{half}{number}", f"tok_{number % 3}", "Ann", facts={"n": number})
            append(connection, MINE, act, AT)
            append(connection, OTHER, act, AT)
        if not half:
            identity.record_heads(connection, AT)
    append(connection, SYSTEM, Act("session.ended", "cred_1", "cred_1"), AT)


def unguard(connection: Connection) -> None:
    """Take away the triggers that keep recorded acts from being changed."""
    if connection.dialect.name == "sqlite":
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('audit_entry', 'audit_head')"
        for name in connection.exec_driver_sql(query).scalars().all():
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        return
    for table in ("audit_entry", "audit_head"):
        connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")


def found(connection: Connection, kept: Mapping[str, Head] | None) -> bool:
    """Say whether a check finds anything wrong."""
    return bool(trail.check(connection, kept))


def kept_heads(database: Database) -> dict[str, Head]:
    """Return what an auditor keeps elsewhere."""
    with database.read() as connection:
        return {head.stream: head for head in heads(connection)}


def _set(connection: Connection, at: int, stream: str = MINE, **values: object) -> None:
    where = (audit_entry.c.stream == stream) & (audit_entry.c.seq == at)
    connection.execute(update(audit_entry).where(where).values(**values))


def edit(connection: Connection) -> None:
    """Change what one act was about, and give that entry a digest that fits it."""
    changed = replace(entries(connection, MINE, 6, 1)[0], target="src_elsewhere")
    _set(connection, 7, target=changed.target, digest=changed.computed_digest())


def remove(connection: Connection) -> None:
    """Take one entry out and close the gap in the numbers."""
    connection.execute(delete(audit_entry).where(audit_entry.c.stream == MINE, audit_entry.c.seq == 7))
    for seq in range(8, 21):
        _set(connection, seq, seq=seq - 1)
    connection.execute(update(audit_head).where(audit_head.c.stream == MINE).values(seq=19))


def insert_one(connection: Connection) -> None:
    """Put an act that never was at the end, well hashed, without the head knowing."""
    last = entries(connection, MINE)[-1]
    made = replace(last, seq=last.seq + 1, target="src_never", previous=last.digest)
    values = dict(zip(Entry.__slots__, replace(made, digest=made.computed_digest()).fields(), strict=True))
    connection.execute(insert(audit_entry).values(values))


def reorder(connection: Connection) -> None:
    """Let two acts change places."""
    for before, after in ((7, 900), (8, 7), (900, 8)):
        _set(connection, before, seq=after)


def truncate(connection: Connection) -> None:
    """Cut off the last acts and set the head back."""
    connection.execute(delete(audit_entry).where(audit_entry.c.stream == MINE, audit_entry.c.seq > 15))
    last = entries(connection, MINE)[-1]
    connection.execute(update(audit_head).where(audit_head.c.stream == MINE).values(seq=15, digest=last.digest))


def rewrite_everything(connection: Connection) -> None:
    """Change one act, hash its whole chain anew, and the system's record of where that chain ended too."""
    replaced = _rehash(connection, MINE, lambda entry: replace(entry, actor="Eve") if entry.seq == 7 else entry)

    def mend(entry: Entry) -> Entry:
        facts = entry.facts
        for before, after in replaced.items():
            facts = facts.replace(before, after)
        return replace(entry, facts=facts)

    _rehash(connection, SYSTEM, mend)


def swap_actor(connection: Connection) -> None:
    """Let one act be somebody else's, and hash the chain anew from there on, to the head."""
    _rehash(
        connection, MINE, lambda entry: replace(entry, actor="Eve", credential="tok_9") if entry.seq == 3 else entry
    )


def swap_scope(connection: Connection) -> None:
    """Give the acts of two projects to each other, entry by entry."""
    for stream, name in ((MINE, "aside"), (OTHER, MINE), ("aside", OTHER)):
        connection.execute(update(audit_entry).where(audit_entry.c.stream == stream).values(stream=name))


def remove_chain(connection: Connection) -> None:
    """Let a whole chain never have been."""
    for table in (audit_entry, audit_head):
        connection.execute(delete(table).where(table.c.stream == MINE))


def swap_head(connection: Connection) -> None:
    """Point the head at an earlier entry."""
    earlier = entries(connection, MINE, 14, 1)[0]
    connection.execute(
        update(audit_head).where(audit_head.c.stream == MINE).values(seq=earlier.seq, digest=earlier.digest)
    )


def _rehash(connection: Connection, stream: str, change: Callable[[Entry], Entry]) -> dict[str, str]:
    """Write a chain anew with a change; the digests that were replaced, by what they were."""
    previous, replaced = GENESIS, dict[str, str]()
    for entry in entries(connection, stream):
        changed = replace(change(entry), previous=previous)
        previous = changed.computed_digest()
        replaced[entry.digest] = previous
        values = dict(zip(Entry.__slots__, replace(changed, digest=previous).fields(), strict=True))
        where = (audit_entry.c.stream == stream) & (audit_entry.c.seq == entry.seq)
        connection.execute(update(audit_entry).where(where).values(values))
    connection.execute(update(audit_head).where(audit_head.c.stream == stream).values(digest=previous))
    return replaced


TAMPERINGS: tuple[Callable[[Connection], None], ...] = (
    edit, remove, insert_one, reorder, truncate, rewrite_everything, swap_actor, swap_scope, remove_chain, swap_head,
)  # fmt: skip
UNSEEN_WITHOUT_A_HEAD = frozenset({truncate, rewrite_everything})
"""What no chain can show by itself: an end that is gone since the last record of it, and a past written anew to the last byte."""


def chain(length: int) -> list[Entry]:
    """Return a well-made chain of the system's."""
    made: list[Entry] = []
    previous = GENESIS
    for seq in range(1, length + 1):
        bare = Entry(
            SYSTEM, seq, AT, f"tok_{seq % 7}", "Ann", "source.added", f"src_{seq}", "", '{"n":1}', previous, ""
        )
        made.append(replace(bare, digest=bare.computed_digest()))
        previous = made[-1].digest
    return made


def is_seen(connection: Connection, tamper: Callable[[Connection], None], kept: Mapping[str, Head] | None) -> bool:
    """Touch the trail, look for it, and take it back."""
    point = connection.begin_nested()
    unguard(connection)
    tamper(connection)
    seen = found(connection, kept)
    point.rollback()
    return seen


def stored(connection: Connection, made: list[Entry]) -> None:
    """Put a ready chain into an empty store."""
    rows = [dict(zip(Entry.__slots__, entry.fields(), strict=True)) for entry in made]
    for first in range(0, len(rows), 2000):
        connection.execute(insert(audit_entry), rows[first : first + 2000])
    last = made[-1]
    connection.execute(insert(audit_head).values(stream=SYSTEM, seq=last.seq, digest=last.digest))
