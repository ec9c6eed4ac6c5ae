"""Which backend serves a database, and bringing an index that lags to the published revision."""

from __future__ import annotations

from sqlalchemy import Connection, select

from forager.search.backend import SearchBackend
from forager.search.fts import Fts5Search, is_available
from forager.search.like import ScanSearch
from forager.store.tables import project
from formicaria.ground.database import Database


def backend_for(database: Database) -> SearchBackend:
    """The best this database offers: PostgreSQL's full text, FTS5, else a scan."""
    with database.read() as connection:
        return backend_of(connection)


def backend_of(connection: Connection) -> SearchBackend:
    """The same, for the database that a connection reads."""
    if connection.dialect.name != "sqlite":
        # The embedded store starts without the other database's library.
        from forager.search.postgres import PostgresSearch  # noqa: PLC0415

        return PostgresSearch()
    return Fts5Search() if is_available(connection) else ScanSearch("sqlite")


def lags(connection: Connection, backend: SearchBackend, project_id: str) -> bool:
    """Whether the index does not cover the published revision."""
    covered = backend.covers(connection, project_id)
    published = connection.execute(select(project.c.published_rev).where(project.c.id == project_id)).scalar_one()
    return covered is not None and int(published) > 0 and covered != int(published)


def catch_up(database: Database, backend: SearchBackend, project_id: str) -> bool:
    """Bring the index to the published revision when it lags. Returns whether anything was done."""
    with database.read() as connection:
        if not lags(connection, backend, project_id):
            return False
    with database.write() as connection:
        rev = connection.execute(select(project.c.published_rev).where(project.c.id == project_id)).scalar_one()
        backend.index(connection, project_id, int(rev))
    return True
