"""Make an export: exactly what the published revision says, on disk whole before anybody is told of it.

The content is hashed anew in the snapshot that is written, and must be what the revision published: a base that is being changed, or whose
changes are not published yet, is refused instead of exported in between.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select

from forager.derive import content
from forager.errors import BaseMoving, ExportGone, NothingPublished
from forager.export import anthill, flat, graph, records
from forager.export.anthill import Order
from forager.model.export import Export, Format
from forager.model.source import Project
from forager.store import acts, exports, projects
from forager.store.acts import Caller
from forager.store.blobs import Blobs
from forager.store.tables import project, revision
from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.errors import Unavailable
from formicaria.ground.ids import random_id

Also = Callable[[Connection, Export], None]
_TEMPORARY: Final = "incoming-"
WRITERS: Final[dict[Format, Callable[[Order, Path], None]]] = {
    Format.ANTHILL: anthill.write,
    Format.JSONL: flat.write_jsonl,
    Format.CSV: flat.write_csv,
    Format.JSONLD: graph.write_jsonld,
    Format.FTM: graph.write_ftm,
}


@dataclass(frozen=True, slots=True)
class Exporter:
    """What exporting needs: where rows, originals and finished exports lie, and what time it is."""

    database: Database
    blobs: Blobs
    home: Path
    clock: Clock

    def make(
        self, project_id: str, kind: Format, by: Caller, *, originals: bool = True, also: Also | None = None
    ) -> Export:
        """Export what is published.

        Raises:
            NothingPublished: there is nothing to export.
            BaseMoving: what is published is not what the documents and decisions now give.
            BlobMissing, BlobDamaged: an original is not what was given.
            Unavailable: the disk is full or refuses.
        """
        folder = self.home / project_id
        with _temporary(folder) as path:
            rev, content_digest = self._write(project_id, kind, path, originals=originals)
            sha256, size = _sealed(path)
            crash_point("export.before_rename")
            path.replace(folder / sha256)
            _sync(folder)
        crash_point("export.after_file")
        made = Export(
            random_id("exp_"), project_id, kind, rev, content_digest, sha256, size,
            originals and kind is Format.ANTHILL, by.credential, by.actor, self.clock.now(), "ready",
        )  # fmt: skip
        with self.database.write() as connection:
            projects.lock(connection, project_id)
            exports.add(connection, made)
            if also:
                also(connection, made)
            facts: dict[str, str | int | bool] = {"format": kind.value, "rev": rev, "size": size}
            acts.record(connection, project_id, by, "export.made", made.id, made.created_at, facts, sha256)
            crash_point("export.before_commit")
        return made

    def _write(self, project_id: str, kind: Format, path: Path, *, originals: bool) -> tuple[int, str]:
        with self.database.read() as connection:
            own = _project(connection, project_id)
            published = _published(connection, own)
            seen = records.view(connection, own.id, own.published_rev)
            if content.digest(connection, own.id, own.published_rev) != published:
                raise BaseMoving(
                    "What was published is not what the documents and decisions say now.",
                    remedy="Process the project, and export when that is done.",
                )
            try:
                WRITERS[kind](Order(own, seen, published, self.blobs if originals else None), path)
            except OSError as error:
                raise Unavailable(
                    f"The export could not be written ({os.strerror(error.errno or 0)}).", remedy="Free some space."
                ) from error
            return own.published_rev, published

    def path(self, found: Export) -> Path:
        """Where the bytes of an export lie."""
        return self.home / found.project_id / found.sha256

    def whole(self, found: Export) -> Path:
        """The file of an export, hashed again. Raises ExportGone when it is not what was recorded."""
        path = self.path(found)
        try:
            with path.open("rb") as file:
                same = hashlib.file_digest(file, "sha256").hexdigest() == found.sha256
        except OSError:
            same = False
        if not same:
            raise ExportGone("The bytes of this export are not in the store any more.", remedy="Make another one.")
        return path

    def sweep(self) -> int:
        """Remove what an interrupted export left; only for the one process that holds the store. Returns how many files."""
        left = list(self.home.glob(f"*/{_TEMPORARY}*"))
        for path in left:
            path.unlink(missing_ok=True)
        return len(left)


def _project(connection: Connection, project_id: str) -> Project:
    row = connection.execute(select(project).where(project.c.id == project_id)).one()
    return Project(**{name: row._mapping[name] for name in Project.__slots__})


def _published(connection: Connection, own: Project) -> str:
    mine = (revision.c.project_id == own.id) & (revision.c.rev == own.published_rev)
    found = connection.execute(select(revision.c.content_digest).where(mine)).scalar_one_or_none()
    if found is None:
        raise NothingPublished("Nothing is published in this project yet.", remedy="Process it first.")
    return str(found)


@contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{_TEMPORARY}{secrets.token_hex(8)}"
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def _sealed(path: Path) -> tuple[str, int]:
    """The SHA-256 and the size of a file whose bytes are safe on disk."""
    path.chmod(0o600)
    with path.open("rb+") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        os.fsync(file.fileno())
    return digest, path.stat().st_size


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
