"""Open a store: whole, for the one process that works on it, or for reading beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from forager.errors import StoreAbsent
from forager.settings import Settings
from forager.store import identity, schema
from forager.store.blobs import Blobs
from forager.store.identity import Identity
from formicaria.ground import work
from formicaria.ground.clock import Clock
from formicaria.ground.database import Database, open_database, sqlite_file
from formicaria.ground.errors import DatabaseUnusable, StoreHeld
from formicaria.ground.storelock import StoreLock

_OPENING = 5_310_442_117
"""PostgreSQL's advisory lock under which a store is opened: its identity and key are made once."""

UNFINISHED = "restore.unfinished"
"""File in a data folder into which a backup is being restored: what is there is no store yet."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An open store. ``key_made`` says that this opening made the operator's key."""

    database: Database
    blobs: Blobs
    identity: Identity
    lock: StoreLock | None = None
    key_made: bool = False


class ReadOnlyDatabase(Database):
    """A store that another process may hold: reading works, writing is refused."""

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Refuse. Raises StoreHeld, always."""
        raise StoreHeld(
            "This store was opened for reading only.", remedy="Use --url to reach the server that holds it."
        )
        yield  # a context manager is a generator


def open_whole(settings: Settings, clock: Clock, label: str) -> Opened:
    """Open a store for work: alone on SQLite, beside others on PostgreSQL. Makes it when there is none.

    Raises:
        StoreHeld: another live process has it.
        NewerDatabase, DatabaseUnusable, ConfigurationRefused: it cannot be opened.
    """
    make_folder(settings.data_dir)
    _refuse_unfinished(settings)
    embedded = settings.store_url.startswith("sqlite")
    lock = StoreLock(settings.data_dir, label) if embedded else None
    try:
        database = schema.open_store(settings.store_url)
        try:
            return _settled(settings, database, clock, lock)
        except BaseException:
            database.close()
            raise
    except BaseException:
        if lock:
            lock.release()
        raise


def _settled(settings: Settings, database: Database, clock: Clock, lock: StoreLock | None) -> Opened:
    blobs = Blobs(settings.data_dir / "blobs")
    file = settings.data_dir / "forager.db"
    home = identity.home_of(file) if lock and file.exists() else ""
    at = clock.now()
    with database.write() as connection:
        if lock is None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_OPENING})")
        else:
            # Whoever held a lease on this store is dead, or the lock would not be ours.
            work.release_all(connection)
        found = identity.establish(connection, home, at)
        made = identity.ensure_operator_key(connection, settings.data_dir, at)
    if lock is not None:
        blobs.sweep()
    return Opened(database, blobs, found, lock, made)


def open_reading(settings: Settings) -> Opened:
    """Open a store for reading, whoever holds it; an older one is brought to this release first if nobody does.

    Raises:
        StoreAbsent: there is no store in the data folder.
        StoreHeld: it needs this release's schema and another process has it.
        NewerDatabase, DatabaseUnusable: it cannot be opened.
    """
    _refuse_unfinished(settings)
    file = sqlite_file(settings.store_url)
    embedded = file is not None
    if file is not None and not file.exists():
        raise StoreAbsent(
            f"There is no store in {settings.data_dir}.", remedy="Ingest something first, or name its --data-dir."
        )
    database = open_database(settings.store_url)
    try:
        if not schema.is_current(database):
            _upgrade(settings, embedded=embedded)
        found = _present(database, settings)
    except BaseException:
        database.close()
        raise
    return Opened(ReadOnlyDatabase(database.engine), Blobs(settings.data_dir / "blobs"), found)


def _present(database: Database, settings: Settings) -> Identity:
    with database.read() as connection:
        found = identity.identity(connection)
    if found is None:
        raise StoreAbsent(f"There is no store in {settings.data_dir}.", remedy="Ingest something first.")
    return found


def _upgrade(settings: Settings, *, embedded: bool) -> None:
    if not embedded:
        schema.open_store(settings.store_url).close()
        return
    with StoreLock(settings.data_dir, "an upgrade"):
        schema.open_store(settings.store_url).close()


def _refuse_unfinished(settings: Settings) -> None:
    if (settings.data_dir / UNFINISHED).exists():
        raise DatabaseUnusable(
            "A restore into this data folder did not end; it holds no whole store.",
            remedy="Run `forager restore` again with the backup.",
        )


def make_folder(folder: Path) -> None:
    """Make a data folder. Raises DatabaseUnusable."""
    try:
        # What people's documents say is their owner's alone.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusable(
            f"The data folder {folder} cannot be made.", remedy="Choose a writable --data-dir."
        ) from error
