"""Open the colony's database at this release's schema."""

from __future__ import annotations

from typing import Final

from formicaria.ground.database import Database, open_database
from formicaria.ground.migrate import migrate, schema_revision

PACKAGE: Final = "anthill.core.store.migrations"
REVISIONS: Final = ("0001_initial", "0002_append_only")
"""Every schema revision this release knows, oldest first."""


def open_store(url: str) -> Database:
    """Open the database at `url` and bring it to this release's schema.

    Raises `NewerDatabase` when a newer release wrote it, `DatabaseUnusable` when it cannot be opened or written,
    `ConfigurationRefused` for an address that is neither SQLite nor PostgreSQL.
    """
    database = open_database(url)
    try:
        migrate(database, PACKAGE, REVISIONS)
    except BaseException:
        database.close()
        raise
    return database


def is_current(database: Database) -> bool:
    """Whether the database stands at this release's schema."""
    with database.read() as connection:
        return schema_revision(connection) == REVISIONS[-1]
