"""The log of backups: what erasure must name, because copies beyond this store still hold what it erases here."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from forager.store.acts import Caller
from forager.store.identity import SYSTEM
from forager.store.tables import backup, source
from formicaria.ground import audit


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was taken of this store, or that it was restored from. ``digest`` is the SHA-256 of its manifest, ``size`` in bytes.

    ``snapshot_at`` is when its state was read: what was accepted later is not in it.
    """

    id: str
    snapshot_at: str
    name: str
    digest: str
    size: int


def record(connection: Connection, made: Backup, by: Caller, at: str) -> None:
    """Note a backup, in the log and on the audit trail."""
    enter(connection, made)
    facts: dict[str, str | int | bool] = {"digest": made.digest, "size": made.size, "snapshot_at": made.snapshot_at}
    audit.append(connection, SYSTEM, audit.Act("backup.taken", made.id, by.credential, by.actor, facts=facts), at)


def enter(connection: Connection, made: Backup) -> None:
    """Put a backup into the log."""
    connection.execute(insert(backup).values({name: getattr(made, name) for name in Backup.__slots__}))


def listed(connection: Connection) -> tuple[Backup, ...]:
    """Every backup, the oldest first."""
    return tuple(Backup(*row) for row in connection.execute(select(backup).order_by(backup.c.snapshot_at, backup.c.id)))


def holding(connection: Connection, source_id: str) -> tuple[Backup, ...]:
    """The backups that may still hold a source: those taken since it was accepted, the oldest first."""
    accepted = connection.execute(select(source.c.accepted_at).where(source.c.id == source_id)).scalar_one_or_none()
    return tuple(each for each in listed(connection) if accepted is not None and accepted <= each.snapshot_at)
