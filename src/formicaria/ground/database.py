"""One way to open a database, read a snapshot, and write: SQLite by default, PostgreSQL by URL (design notes §11).

On SQLite a read begins with BEGIN (one snapshot from its first query on) and a write with BEGIN IMMEDIATE; WAL and synchronous FULL.
On PostgreSQL a read is a read-only REPEATABLE READ transaction.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event

from formicaria.ground.errors import ConfigurationRefused, DatabaseUnusable
from formicaria.ground.interrupts import held_back

BUSY_SECONDS = 30

Text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""The one text type: byte order on both stores, so every ORDER BY agrees."""


class Database:
    """An open database: ``read()`` a snapshot, ``write()`` one transaction."""

    def __init__(self, engine: Engine) -> None:
        """Wrap an engine made by ``open_database``."""
        self.engine = engine
        self._writer = threading.RLock()

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded store."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One consistent snapshot; nothing written in it survives."""
        with self._translated(), self.engine.connect() as connection:
            if not self.is_sqlite:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")  # noqa: PLW2901
            transaction = connection.begin()
            try:
                yield connection
            finally:
                transaction.rollback()

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction that commits at the end of the block, or rolls back on any exception; an interrupt waits for its end."""
        with self._translated(), self._turn(), held_back(), self.engine.connect() as connection:
            connection = connection.execution_options(formicaria_write=True)  # noqa: PLW2901
            with connection.begin():
                yield connection

    @contextmanager
    def _turn(self) -> Iterator[None]:
        # SQLite has one writer; waiting our turn here beats its busy loop.
        if self.is_sqlite:
            with self._writer:
                yield
        else:
            yield

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sa.exc.OperationalError as error:
            raise _unusable(error) from error
        except sa.exc.DatabaseError as error:
            if type(error) is not sa.exc.DatabaseError:
                raise
            # SQLite's word for a file that is damaged, cut short, or something else altogether.
            raise DatabaseUnusable(
                "The database file is damaged or is not a database.",
                remedy="Put a backup in its place, or use another data folder.",
            ) from error

    def now(self, connection: Connection) -> str:
        """The database's own clock as fixed-width UTC text; leases are measured by it, whoever asks."""
        if self.is_sqlite:
            moment = connection.exec_driver_sql("SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now')").scalar_one()
            return f"{moment}000Z"
        query = "SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
        return str(connection.exec_driver_sql(query).scalar_one())

    def close(self) -> None:
        """Give back every connection."""
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Open a database by URL (``sqlite:///path`` or ``postgresql://…``).

    Raises ConfigurationRefused for another scheme, DatabaseUnusable when it cannot be opened.
    """
    parsed = _parse(url)
    if parsed.get_backend_name() == "sqlite":
        engine = sa.create_engine(parsed, connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        engine = sa.create_engine(parsed, pool_pre_ping=True)
    database = Database(engine)
    with database._translated(), engine.connect():  # noqa: SLF001
        return database


def insert_missing(connection: Connection, table: sa.Table, values: dict[str, object]) -> None:
    """Insert a row unless one with its key is there, also when two transactions try at once."""
    from sqlalchemy.dialects import postgresql, sqlite  # noqa: PLC0415

    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    connection.execute(make(table).values(**values).on_conflict_do_nothing())


def sqlite_url(path: Path) -> str:
    """The URL of a SQLite file, whatever characters its path holds."""
    return sa.URL.create("sqlite", database=str(path)).render_as_string()


def sqlite_file(url: str) -> Path | None:
    """The file that a SQLite URL names; None for another database or one in memory. Raises ConfigurationRefused."""
    parsed = _parse(url)
    named = parsed.database if parsed.get_backend_name() == "sqlite" else None
    return Path(named) if named and named != ":memory:" else None


def _parse(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise ConfigurationRefused(
            "The database address cannot be read.", remedy="Use sqlite:///… or postgresql://…."
        ) from error
    if parsed.drivername in {"postgresql", "postgres"}:
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in {"sqlite", "postgresql"}:
        raise ConfigurationRefused(
            f"{parsed.get_backend_name()} is not a supported database.", remedy="Use SQLite or PostgreSQL."
        )
    return parsed


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # The driver must never begin a transaction by itself: it would do so only before writes, and reads would see no snapshot.
    connection.isolation_level = None
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"busy_timeout = {BUSY_SECONDS * 1000}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    write = connection.get_execution_options().get("formicaria_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _unusable(error: sa.exc.OperationalError) -> DatabaseUnusable:
    words = str(error.orig).lower()
    if "readonly" in words or "read-only" in words:
        return DatabaseUnusable(
            "The database is read-only.", remedy="Make its folder writable, or use another data folder."
        )
    if "full" in words or "no space" in words:
        return DatabaseUnusable(
            "The disk is full; nothing of this step was kept.", remedy="Free some space and try again."
        )
    if "disk i/o" in words:
        return DatabaseUnusable(
            "The disk cannot be read or written; nothing of this step was kept.",
            remedy="Check that it has room and is sound, and try again.",
        )
    if "locked" in words:
        return DatabaseUnusable("The database is busy.", remedy="Try again in a moment.")
    if "unable to open" in words:
        return DatabaseUnusable(
            "The database file cannot be opened.", remedy="Check that its folder exists and is writable."
        )
    return DatabaseUnusable("The database did not answer as expected.", remedy="Run the doctor command for details.")
