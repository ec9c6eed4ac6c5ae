"""Make a store from a backup: whole or not at all, in an empty data folder, as a new generation."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select, update

from forager.backup import rows
from forager.backup.archive import Reader
from forager.errors import BackupRefused
from forager.search.choose import backend_for
from forager.settings import Settings
from forager.store import backups, identity, opening, schema, sessions, tokens, trail
from forager.store.acts import Caller
from forager.store.backups import Backup
from forager.store.blobs import Blobs
from forager.store.identity import SYSTEM, Identity
from forager.store.tables import blob, project
from formicaria.ground import audit, links, work
from formicaria.ground.audit import Head
from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.errors import Conflict
from formicaria.ground.storelock import StoreLock
from formicaria.ground.tables import credential

DATABASE: Final = "forager.db"
_KEPT: Final = frozenset({"forager.json", "store.lock"})
"""What an empty data folder may hold: settings and the lock."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A store that was made from a backup; ``ended`` is how many credentials do not work any more."""

    backup: Backup
    identity: Identity
    projects: int
    originals: int
    entries: int
    ended: int


@dataclass(frozen=True, slots=True)
class How:
    """How to restore. ``kept`` are heads of the audit trail from elsewhere that it must go on from, ``digest`` is the backup's if known.

    Tokens end with a restore, since one that was revoked after the backup would live again; ``keep_tokens`` leaves live what the
    backup holds as live.
    """

    keep_tokens: bool = False
    digest: str = ""
    kept: Mapping[str, Head] | None = None


def restore(settings: Settings, file: Path, clock: Clock, by: Caller, how: How | None = None) -> Restored:
    """Restore a backup into the empty data folder and the empty database that the settings name.

    The whole file is checked before anything is written. A restore that was killed is begun again from the start.

    Raises:
        BackupRefused: damaged, foreign, of a newer release, or its audit trail is broken or not the one that was kept elsewhere.
        Conflict: the data folder or the database is not empty.
        StoreHeld: another process works there.
    """
    asked = how or How()
    with Reader(file) as archive:
        _check(archive, asked)
        opening.make_folder(settings.data_dir)
        with StoreLock(settings.data_dir, "a restore"):
            _begin(settings.data_dir)
            done = _restored(settings, archive, file, clock, by, asked)
            crash_point("restore.before_end")
            (settings.data_dir / opening.UNFINISHED).unlink()
            _sync(settings.data_dir)
    return done


def _check(archive: Reader, how: How) -> None:
    told = archive.manifest
    if how.digest and how.digest != told.digest:
        raise BackupRefused("This is not the backup with that digest.", remedy="Check the file and the digest.")
    if told.schema not in schema.REVISIONS:
        raise BackupRefused(
            f"This backup is of a newer release ({told.release}).",
            remedy="Install that release, or use an older backup.",
        )


def _begin(folder: Path) -> None:
    """Mark an empty folder as unfinished, or clear what an unfinished restore left."""
    marker = folder / opening.UNFINISHED
    if marker.exists():
        shutil.rmtree(folder / "blobs", ignore_errors=True)
        for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"):
            (folder / name).unlink(missing_ok=True)
    elif any(each.name not in _KEPT for each in folder.iterdir()):
        raise Conflict("The data folder is not empty.", remedy="Name an empty one with --data-dir.")
    marker.touch(mode=0o600)
    _sync(folder)


def _restored(settings: Settings, archive: Reader, file: Path, clock: Clock, by: Caller, how: How) -> Restored:
    database = schema.open_at(settings.store_url, archive.manifest.schema)
    try:
        _check_empty(database)
        originals = _originals(Blobs(settings.data_dir / "blobs"), archive)
        crash_point("restore.after_originals")
        at = clock.now()
        with database.write() as connection:
            _rows(connection, archive)
            entries = _checked(connection, archive, originals, how)
            ended = _end_credentials(connection, at, keep_tokens=how.keep_tokens)
            work.release_all(connection)
            made = _renewed(connection, settings, at)
            crash_point("restore.before_commit")
        schema.bring_up(database)
        backup = Backup(
            archive.manifest.id, archive.manifest.snapshot_at, file.name, archive.manifest.digest, file.stat().st_size
        )
        with database.write() as connection:
            _record(connection, backup, archive, by, ended, at)
        return Restored(backup, made, _indexed(database), len(originals), entries, ended)
    finally:
        database.close()


def _check_empty(database: Database) -> None:
    with database.read() as connection:
        if identity.identity(connection) is not None:
            raise Conflict("The database is not empty.", remedy="Name an empty one.")


def _originals(blobs: Blobs, archive: Reader) -> set[tuple[str, str]]:
    found = set()
    for name in archive.names("blobs"):
        _, project_id, sha256 = name.split("/")
        with archive.open(name) as content:
            if blobs.put(project_id, content).sha256 != sha256:
                raise BackupRefused("The backup holds an original under a wrong name.", remedy="Use another copy.")
        found.add((project_id, sha256))
    return found


def _rows(connection: Connection, archive: Reader) -> None:
    present = rows.reflected(connection)
    told = archive.manifest
    if {f"tables/{name}.jsonl" for name in told.columns} != set(archive.names("tables")) or not set(
        told.columns
    ) <= set(present):
        raise BackupRefused("The backup does not fit the schema it names.", remedy="Use another copy.")
    for name in sorted(told.columns):
        count = rows.into(connection, present[name], told.columns[name], archive.lines(f"tables/{name}.jsonl"))
        if count != told.rows.get(name):
            raise BackupRefused("The backup does not hold the rows it states.", remedy="Use another copy.")


def _checked(connection: Connection, archive: Reader, originals: set[tuple[str, str]], how: How) -> int:
    """Hold what was read against the rest; the number of audit entries."""
    known = identity.identity(connection)
    if known is None or (known.instance_id, known.generation) != (
        archive.manifest.instance_id,
        archive.manifest.generation,
    ):
        raise BackupRefused("The backup is not of the store it names.", remedy="Use another copy.")
    named = {(row.project_id, row.sha256) for row in connection.execute(select(blob.c.project_id, blob.c.sha256))}
    if named != originals:
        raise BackupRefused("The backup does not hold the originals that its records name.", remedy="Use another copy.")
    stated = trail.heads_of({"heads": archive.manifest.heads})
    faults = (*trail.check(connection, stated), *(trail.check(connection, how.kept) if how.kept else ()))
    if faults:
        raise BackupRefused(
            f"The audit trail in the backup is broken: {faults[0].stream}, entry {faults[0].seq}: {faults[0].problem}.",
            remedy="Use another copy.",
        )
    return audit.count(connection)


def _end_credentials(connection: Connection, at: str, *, keep_tokens: bool) -> int:
    """End what must not live again: sessions, sign-in links, and tokens unless they are kept. The operator's key is made anew."""
    kinds = (sessions.KIND, links.KIND, *(() if keep_tokens else (tokens.KIND,)))
    live = credential.c.kind.in_(kinds) & (credential.c.revoked_at == "")
    return connection.execute(update(credential).where(live).values(revoked_at=at)).rowcount


def _renewed(connection: Connection, settings: Settings, at: str) -> Identity:
    known = identity.identity(connection)
    if known is None:
        raise BackupRefused("The backup is of no store.", remedy="Use another copy.")
    file = settings.data_dir / DATABASE
    home = identity.home_of(file) if file.exists() else ""
    return identity.renew(connection, known, home, "restored", at)


def _record(connection: Connection, backup: Backup, archive: Reader, by: Caller, ended: int, at: str) -> None:
    if backup.id not in {each.id for each in backups.listed(connection)}:
        backups.enter(connection, backup)
    facts: dict[str, str | int | bool] = {
        "digest": backup.digest,
        "snapshot_at": backup.snapshot_at,
        "generation": archive.manifest.generation,
        "ended": ended,
    }
    audit.append(connection, SYSTEM, audit.Act("store.restored", backup.id, by.credential, by.actor, facts=facts), at)


def _indexed(database: Database) -> int:
    """Make every project's search index anew. Returns how many projects there are."""
    search = backend_for(database)
    with database.read() as connection:
        found = connection.execute(select(project.c.id, project.c.published_rev).order_by(project.c.id)).all()
    for project_id, rev in found:
        if rev:
            with database.write() as connection:
                search.index(connection, project_id, int(rev))
    return len(found)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
