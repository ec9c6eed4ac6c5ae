"""Take a backup while the store works: one snapshot of every table, then every original that the snapshot names."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, select

from forager.backup import rows
from forager.backup.archive import PIECE, Manifest, Reader, Writer
from forager.errors import BlobDamaged, BlobMissing
from forager.store import backups, trail
from forager.store.acts import Caller
from forager.store.backups import Backup
from forager.store.blobs import Blobs
from forager.store.tables import blob
from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.errors import Conflict, Error, Unavailable
from formicaria.ground.ids import random_id
from formicaria.ground.migrate import schema_revision

SUFFIX = ".forager-backup"


@dataclass(frozen=True, slots=True)
class Taken:
    """A backup that is safe on disk."""

    file: Path
    backup: Backup
    originals: int
    rows: int


def take(database: Database, blobs: Blobs, clock: Clock, place: Path, by: Caller) -> Taken:
    """Write a backup to ``place``, or into it under a name of its own when it is a folder; readers and writers go on.

    It is there whole or not at all. It is entered in the log before it gets its name: one that nobody knows of would outlive an erasure.

    Raises:
        Conflict: there is a file of that name, or another backup is being written to it.
        BlobMissing, BlobDamaged: an original is not what it was; a backup without it would look whole.
        Unavailable: the disk is full or refuses.
    """
    at = clock.now()
    file = place / f"forager-{at[:19].replace(':', '')}{SUFFIX}" if place.is_dir() else place
    if file.exists():
        raise Conflict("There is a file of that name.", remedy="Name another; a backup never replaces anything.")
    with _partial(file) as (partial, target):
        manifest = write(database, blobs, target, at)
        with Reader(partial) as written:
            manifest = written.manifest
        made = Backup(manifest.id, at, file.name, manifest.digest, partial.stat().st_size)
        crash_point("backup.before_record")
        with database.write() as connection:
            backups.record(connection, made, by, clock.now())
        crash_point("backup.after_record")
        partial.rename(file)
        _sync(file.parent)
    return Taken(
        file, made, len([name for name in manifest.parts if name.startswith("blobs/")]), sum(manifest.rows.values())
    )


def write(database: Database, blobs: Blobs, target: IO[bytes], at: str) -> Manifest:
    """Write the archive of one consistent state into an open file, synchronised at its end."""
    with Writer(target) as archive:
        with database.read() as connection:
            manifest = _tables(connection, archive, at)
            originals = connection.execute(
                select(blob.c.project_id, blob.c.sha256).order_by(blob.c.project_id, blob.c.sha256)
            ).all()
        crash_point("backup.after_tables")
        # Originals never change; all that the snapshot names are there.
        for project_id, sha256 in originals:
            archive.add(f"blobs/{project_id}/{sha256}", _original(blobs, project_id, sha256))
        whole = Manifest(
            **{name: getattr(manifest, name) for name in Manifest.__slots__ if name != "parts"}, parts=archive.parts
        )
        archive.close(whole)
    target.flush()
    os.fsync(target.fileno())
    return whole


def _tables(connection: Connection, archive: Writer, at: str) -> Manifest:
    heads = trail.heads_document(connection, at)
    columns, counts = dict[str, list[str]](), dict[str, int]()
    for table in rows.tables():
        counted = _Counted(rows.out(connection, table))
        archive.add(f"tables/{table.name}.jsonl", counted)
        columns[table.name], counts[table.name] = list(table.columns.keys()), counted.count
    listed = heads["heads"]
    return Manifest(
        id=random_id("bak_"),
        snapshot_at=at,
        release=metadata.version("formicaria"),
        schema=schema_revision(connection) or "",
        instance_id=str(heads["instance_id"]),
        generation=str(heads["generation"]),
        columns=columns,
        rows=counts,
        heads=listed if isinstance(listed, list) else [],
    )


class _Counted:
    """Passes lines on and counts them."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines
        self.count = 0

    def __iter__(self) -> Iterator[bytes]:
        for line in self._lines:
            self.count += 1
            yield line


def _original(blobs: Blobs, project_id: str, sha256: str) -> Iterator[bytes]:
    digest = hashlib.sha256()
    try:
        with blobs.path(project_id, sha256).open("rb") as file:
            while piece := file.read(PIECE):
                digest.update(piece)
                yield piece
    except FileNotFoundError as error:
        raise BlobMissing(
            f"The original {sha256[:12]}… is not in the store any more; a backup without it would look whole.",
            remedy="Give it again, or purge its source.",
        ) from error
    if digest.hexdigest() != sha256:
        raise BlobDamaged(
            f"The original {sha256[:12]}… in the store was altered; a backup of it would look whole.",
            remedy="Give it again, or purge its source.",
        )


@contextmanager
def _partial(file: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """A file beside the final one, this writer's alone; it is gone afterwards, unless it got the final name."""
    partial = file.with_name(f"{file.name}.partial")
    try:
        descriptor = os.open(partial, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "r+b") as target:
            _hold(target)
            try:
                yield partial, target
            finally:
                partial.unlink(missing_ok=True)
    except Error:
        raise
    except OSError as error:
        raise Unavailable(
            f"The backup could not be written ({os.strerror(error.errno or 0)}).",
            remedy="Free some space or choose another place, and try again.",
        ) from error


def _hold(target: IO[bytes]) -> None:
    try:
        fcntl.flock(target, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Conflict(
            "Another backup is being written to that file.", remedy="Wait for it, or name another."
        ) from error
    # What a killed writer left.
    target.truncate(0)
    os.fchmod(target.fileno(), 0o600)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
