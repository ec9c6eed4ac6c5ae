"""One versioned record under any of its addresses, at a pin."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, Table, select

from forager.query.errors import RecordNotFound
from forager.query.pin import Pin, canonical
from forager.store import derived
from forager.store import states as state_rows
from forager.store.states import S, from_body

__all__ = ["from_body", "many", "missing", "one"]


def missing() -> RecordNotFound:
    """The one answer for a record that is not there, or not this caller's."""
    return RecordNotFound("There is no such record.", remedy="Check the id, or list the records of the project.")


def one(connection: Connection, table: Table, kind: type[S], at: Pin, id_: str) -> tuple[S, str]:
    """The state at the pin under any of its addresses, and the address it was asked under when that was moved ("" when not).

    Raises:
        RecordNotFound: no such record holds at the pin.
    """
    target, moved = canonical(connection, at, id_)
    mine = derived.at_revision(table, at.project_id, at.rev) & (table.c.id == target)
    body = connection.execute(select(table.c.body).where(mine)).scalar_one_or_none()
    if body is None:
        raise missing()
    return from_body(kind, body), moved


def many(connection: Connection, table: Table, kind: type[S], at: Pin, ids: Collection[str]) -> dict[str, S]:
    """The states at the pin among ``ids``, by id; ids without one are absent."""
    return state_rows.many(connection, table, kind, at.project_id, at.rev, ids)
