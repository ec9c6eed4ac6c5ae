"""Rows of a database as lines of JSON and back: the same lines from SQLite and PostgreSQL, so that a backup of one restores into the other.

A search index is derived and belongs to its database; it is made anew after a restore.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sqlalchemy import Connection, MetaData, Table, insert, select

from forager.errors import BackupRefused
from forager.store.tables import metadata as forager_metadata
from formicaria.ground.tables import metadata as ground_metadata

BATCH: Final = 500
_LINE: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def tables() -> list[Table]:
    """Every table of a store, by name."""
    both = (*ground_metadata.tables.values(), *forager_metadata.tables.values())
    return sorted(both, key=lambda each: each.name)


def out(connection: Connection, table: Table) -> Iterator[bytes]:
    """The rows of a table in the order of its key, each a list of its cells."""
    query = select(table).order_by(*table.primary_key.columns)
    for row in connection.execute(query, execution_options={"yield_per": BATCH}):
        yield _LINE(list(row)).encode("utf-8") + b"\n"


def reflected(connection: Connection) -> dict[str, Table]:
    """The tables that a database has, as it describes them: those of the schema revision it stands at."""
    found = MetaData()
    found.reflect(connection)
    return dict(found.tables)


def into(connection: Connection, table: Table, columns: Sequence[str], rows: Iterable[list[object]]) -> int:
    """Insert rows. Returns how many. Raises BackupRefused when they do not fit the table."""
    if set(columns) != set(table.columns.keys()):
        raise BackupRefused("The backup does not fit the schema it names.", remedy="Use another copy.")
    count, batch = 0, list[dict[str, object]]()
    for row in rows:
        if len(row) != len(columns):
            raise BackupRefused("The backup does not fit the schema it names.", remedy="Use another copy.")
        batch.append(dict(zip(columns, row, strict=True)))
        if len(batch) == BATCH:
            connection.execute(insert(table), batch)
            count, batch = count + len(batch), []
    if batch:
        connection.execute(insert(table), batch)
    return count + len(batch)
