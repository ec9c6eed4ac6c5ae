"""Durable work: units claimed by lease, with a fencing token that makes a lost worker's results worthless (design notes §9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Row, and_, func, insert, or_, select, tuple_, update

from formicaria.ground.clock import later
from formicaria.ground.database import Database
from formicaria.ground.errors import LostLease
from formicaria.ground.tables import unit

MAX_ATTEMPTS = 3
"""A third death on one unit is that unit's failure, not a fourth attempt."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece of work. ``fence`` rises at each claim; every write of a result must match it."""

    kind: str
    key: str
    group_key: str
    state: str
    attempts: int
    fence: int
    note: str


def enqueue(connection: Connection, kind: str, key: str, *, group: str, at: str, priority: int = 0) -> bool:
    """Add a unit unless it exists. Returns whether it was added."""
    if connection.execute(select(unit.c.key).where(_is(kind, key))).one_or_none() is not None:
        return False
    values = {"kind": kind, "key": key, "group_key": group, "state": "queued", "priority": priority, "attempts": 0}
    rest = {"lease_owner": "", "lease_until": "", "fence": 0, "note": "", "enqueued_at": at}
    connection.execute(insert(unit).values(**values, **rest))
    return True


def claim(
    database: Database, connection: Connection, kinds: Sequence[str], owner: str, lease_seconds: float, group: str = ""
) -> Unit | None:
    """Take the next ready unit: queued, or running with a lease that ran out. None when there is nothing to do."""
    now = database.now(connection)
    ready = and_(
        unit.c.kind.in_(kinds),
        or_(unit.c.state == "queued", and_(unit.c.state == "running", unit.c.lease_until < now)),
        unit.c.attempts < MAX_ATTEMPTS,
        *([unit.c.group_key == group] if group else []),
    )
    order = (unit.c.priority.desc(), unit.c.enqueued_at, unit.c.kind, unit.c.key)
    chosen = select(unit.c.kind, unit.c.key).where(ready).order_by(*order).limit(1).with_for_update(skip_locked=True)
    statement = (
        update(unit)
        .where(tuple_(unit.c.kind, unit.c.key).in_(chosen))
        .values(
            state="running",
            fence=unit.c.fence + 1,
            attempts=unit.c.attempts + 1,
            lease_owner=owner,
            lease_until=later(now, lease_seconds),
        )
        .returning(unit)
    )
    row = connection.execute(statement).one_or_none()
    return None if row is None else _unit(row)


def renew(database: Database, connection: Connection, held: Unit, lease_seconds: float) -> None:
    """Keep a lease alive. Raises LostLease when another took the unit."""
    until = later(database.now(connection), lease_seconds)
    _fenced(connection, held, {"lease_until": until})


def settle(connection: Connection, held: Unit, state: str, note: str = "") -> None:
    """Record the result's state in the transaction that writes the result. Raises LostLease when the fence has moved on."""
    _fenced(connection, held, {"state": state, "note": note, "lease_owner": "", "lease_until": ""})


def give_back(connection: Connection, held: Unit) -> None:
    """Return a unit that was not begun, without counting the attempt."""
    values = {"state": "queued", "attempts": max(held.attempts - 1, 0), "lease_owner": "", "lease_until": ""}
    _fenced(connection, held, values)


def exhausted(database: Database, connection: Connection, kinds: Sequence[str]) -> tuple[Unit, ...]:
    """Units whose worker died too often: they must be failed with a reason."""
    now = database.now(connection)
    query = select(unit).where(
        unit.c.kind.in_(kinds), unit.c.state == "running", unit.c.lease_until < now, unit.c.attempts >= MAX_ATTEMPTS
    )
    return tuple(_unit(row) for row in connection.execute(query.order_by(unit.c.kind, unit.c.key)))


def release_all(connection: Connection) -> int:
    """Let go of every lease; only for a store whose exclusive lock this process holds. Returns how many."""
    return connection.execute(update(unit).where(unit.c.state == "running").values(lease_until="")).rowcount


def requeue(connection: Connection, kind: str, key: str) -> None:
    """Put a failed or cancelled unit back, with its attempts forgotten."""
    values = {"state": "queued", "attempts": 0, "lease_owner": "", "lease_until": "", "note": ""}
    connection.execute(update(unit).where(_is(kind, key), unit.c.state.in_(("failed", "cancelled"))).values(**values))


def cancel_queued(connection: Connection, group: str) -> int:
    """Cancel the units of a group that nobody has begun. Returns how many."""
    statement = update(unit).where(unit.c.group_key == group, unit.c.state == "queued").values(state="cancelled")
    return connection.execute(statement).rowcount


def counts(connection: Connection, group: str) -> dict[str, int]:
    """How many units of a group stand in each state."""
    query = select(unit.c.state, func.count()).where(unit.c.group_key == group).group_by(unit.c.state)
    return {state: int(number) for state, number in connection.execute(query.order_by(unit.c.state))}


def _fenced(connection: Connection, held: Unit, values: dict[str, object]) -> None:
    statement = update(unit).where(_is(held.kind, held.key), unit.c.fence == held.fence).values(**values)
    if connection.execute(statement).rowcount != 1:
        raise LostLease(f"The work on {held.key} was taken over by another worker; this result is discarded.")


def _is(kind: str, key: str) -> ColumnElement[bool]:
    return and_(unit.c.kind == kind, unit.c.key == key)


def _unit(row: Row[tuple[object, ...]]) -> Unit:
    fields = row._mapping
    return Unit(**{name: fields[name] for name in Unit.__slots__})
