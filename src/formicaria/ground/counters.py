"""Gap-free numbers that commit with what they number (never database sequences: those commit out of order)."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from formicaria.ground.tables import counter


def next_value(connection: Connection, name: str) -> int:
    """The next number of ``name``, from 1. Call it last in the transaction: it locks the row until commit."""
    moved = connection.execute(
        update(counter).where(counter.c.name == name).values(value=counter.c.value + 1).returning(counter.c.value)
    ).scalar_one_or_none()
    if moved is not None:
        return int(moved)
    connection.execute(insert(counter).values(name=name, value=1))
    return 1


def current_value(connection: Connection, name: str) -> int:
    """The last number given out, or 0."""
    value = connection.execute(select(counter.c.value).where(counter.c.name == name)).scalar_one_or_none()
    return int(value or 0)
