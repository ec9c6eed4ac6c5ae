"""Open FORAGER's database at this release's schema."""

from __future__ import annotations

from formicaria.ground.database import Database, open_database
from formicaria.ground.migrate import migrate, schema_revision

PACKAGE = "forager.store.migrations"
REVISIONS = ("0001_initial", "0002_model", "0003_facts", "0004_append_only", "0005_backups", "0006_exports")
"""Every schema revision this release knows, oldest first."""


def open_store(url: str) -> Database:
    """The database at ``url``, migrated to this release.

    Raises:
        NewerDatabase: a newer release wrote it.
        DatabaseUnusable: it cannot be opened or written.
        ConfigurationRefused: the address is neither SQLite nor PostgreSQL.
    """
    database = open_database(url)
    try:
        migrate(database, PACKAGE, REVISIONS)
    except BaseException:
        database.close()
        raise
    return database


def open_at(url: str, revision: str) -> Database:
    """The database at ``url``, brought to an earlier revision of the schema, one of ``REVISIONS``; raises as ``open_store`` does."""
    database = open_database(url)
    try:
        migrate(database, PACKAGE, REVISIONS[: REVISIONS.index(revision) + 1])
    except BaseException:
        database.close()
        raise
    return database


def bring_up(database: Database) -> None:
    """Bring an open database to this release's schema."""
    migrate(database, PACKAGE, REVISIONS)


def is_current(database: Database) -> bool:
    """Whether the database stands at this release's schema."""
    with database.read() as connection:
        return schema_revision(connection) == REVISIONS[-1]
