"""Gap-free numbers that commit with what they number (never database sequences: those commit out of order)."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from formicaria.ground.database import insert_missing
from formicaria.ground.tables import counter


def next_value(connection: Connection, name: str) -> int:
    """The next number of ``name``, from 1. Call it last in the transaction: it locks the row until commit."""
    step = update(counter).where(counter.c.name == name).values(value=counter.c.value + 1).returning(counter.c.value)
    moved = connection.execute(step).scalar_one_or_none()
    if moved is None:
        insert_missing(connection, counter, {"name": name, "value": 0})
        moved = connection.execute(step).scalar_one()
    return int(moved)


def current_value(connection: Connection, name: str) -> int:
    """The last number given out, or 0."""
    value = connection.execute(select(counter.c.value).where(counter.c.name == name)).scalar_one_or_none()
    return int(value or 0)
