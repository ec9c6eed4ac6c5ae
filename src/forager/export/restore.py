"""Take a package in: originals first, then every row, every decision and the job that derives, in one transaction (ADR 0087)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from sqlalchemy import BigInteger, Boolean, Connection, Table, insert
from sqlalchemy.exc import IntegrityError

from forager.derive.content import Record
from forager.errors import NameTaken, PackageRefused
from forager.export.package import Package
from forager.export.records import SOURCE_FIELDS
from forager.model.job import Job
from forager.store import acts, jobs, projects
from forager.store.acts import Caller
from forager.store.blobs import Blobs
from forager.store.sources import PARTLY
from forager.store.tables import (
    blob,
    chunk,
    decision,
    document,
    evidence,
    mention,
    model_count,
    note,
    project,
    relation,
    source,
    source_event,
)
from formicaria.ground.canonical import canonical_text
from formicaria.ground.clock import Clock
from formicaria.ground.counters import next_value
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.ids import random_id
from formicaria.ground.tables import counter

BATCH: Final = 500
_TABLES: Final[tuple[tuple[str, Table], ...]] = (
    ("documents", document), ("passages", chunk), ("evidence", evidence), ("mentions", mention), ("links", relation),
    ("counts", model_count),
)  # fmt: skip
_JSON: Final = {"spans", "qualifiers", "targets", "canonical"}
_DERIVED: Final[dict[str, object]] = {"state": "live", "included": False, "cluster": "", "replaced_by": ""}
"""A document that nothing was derived from yet."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A base that was taken in: its project, the job that derives it, and the digest that it will have if nothing reads it anew."""

    project_id: str
    name: str
    job: Job
    content_digest: str
    sources: int
    originals: int


Also = Callable[[Connection, Restored], None]


@dataclass(frozen=True, slots=True)
class Importer:
    """What importing needs. ``recipe`` is how documents are read here."""

    database: Database
    blobs: Blobs
    clock: Clock
    recipe: str

    def restore(self, path: Path, by: Caller, also: Also | None = None) -> Restored:
        """Take a package in under the ids that it has. The whole of it is checked before anything is written.

        Raises:
            PackageRefused: it is damaged, foreign, altered, or cannot be read anew here and carries no originals.
            NameTaken: the base is here already.
            Unavailable: the disk is full or refuses.
        """
        with Package(path) as package:
            self._check(package)
            for sha256 in package.hashes():
                with package.original(sha256) as file:
                    self.blobs.put(package.project.id, file)
            crash_point("import.after_originals")
            try:
                with self.database.write() as connection:
                    made = self._write(connection, package, by)
                    if also:
                        also(connection, made)
                    facts: dict[str, str | int | bool] = {"sources": made.sources, "originals": made.originals}
                    at = self.clock.now()
                    acts.record(
                        connection,
                        made.project_id,
                        by,
                        "package.imported",
                        made.project_id,
                        at,
                        facts,
                        made.content_digest,
                    )
                    crash_point("import.before_commit")
            except IntegrityError as error:
                raise PackageRefused(
                    "Two records of the package have one id.", remedy="Nothing of it was taken."
                ) from error
        crash_point("import.after_commit")
        return made

    def _check(self, package: Package) -> None:
        with self.database.read() as connection:
            _absent(connection, package)
        known = {self.recipe, self.recipe + PARTLY}
        if not package.originals and any(each["recipe"] not in known for each in package.records("sources")):
            raise PackageRefused(
                "The package was read by another release and carries no originals to be read anew.",
                remedy="Export it again with its originals.",
            )

    def _write(self, connection: Connection, package: Package, by: Caller) -> Restored:
        at, own = self.clock.now(), package.project
        ordinal = next_value(connection, "project")
        _absent(connection, package)
        row = {"id": own.id, "ordinal": ordinal, "slug": own.slug, "name": own.name, "purpose": own.purpose}
        marks = {"published_rev": 0, "derived_seq": 0, "derived_recipe": "", "created_at": at, "archived_at": ""}
        connection.execute(insert(project).values(**row, **marks))
        count = _add(connection, source, _sources(package, at))
        _add(connection, source_event, _events(package, by.actor, at))
        _count(connection, f"source_event:{own.id}", count)
        for part, table in _TABLES:
            _add(connection, table, (_fitted(table, record) for record in package.records(part)))
        last = _decisions(connection, package)
        _count(connection, f"decision:{own.id}", last)
        originals = _add(connection, blob, self._blobs(package, at))
        job = jobs.create(connection, own.id, at, force=False)
        return Restored(own.id, own.name, job, package.content_digest, count, originals)

    def _blobs(self, package: Package, at: str) -> Iterator[Record]:
        for sha256 in package.hashes():
            size = self.blobs.path(package.project.id, sha256).stat().st_size
            yield {"project_id": package.project.id, "sha256": sha256, "size": size, "stored_at": at}


def _absent(connection: Connection, package: Package) -> None:
    taken = {each.id for each in projects.listed(connection, archived=True)}
    if package.project.id in taken:
        raise NameTaken(
            "This store has that base already.", remedy="Import it into another store; ids are for one base only."
        )


def _sources(package: Package, at: str) -> Iterator[Record]:
    for number, record in enumerate(package.records("sources"), 1):
        if set(record) != set(SOURCE_FIELDS):
            raise PackageRefused("A document of the package has not the fields that it should.")
        placed = {"project_id": package.project.id, "accepted_seq": number, "accepted_at": at}
        yield _fitted(source, record | placed | _DERIVED)


def _events(package: Package, actor: str, at: str) -> Iterator[Record]:
    for number, record in enumerate(package.records("sources"), 1):
        told = {"source_id": record["id"], "kind": "accepted", "actor": actor, "at": at}
        yield {"project_id": package.project.id, "seq": number, **told}


def _decisions(connection: Connection, package: Package) -> int:
    """Write the decisions with their notes. Returns the number of the last."""
    last = 0
    for record in package.records("decisions"):
        words, seq = record.pop("note"), record["seq"]
        if not isinstance(words, str) or not isinstance(seq, int) or seq <= last:
            raise PackageRefused("The decisions of the package are not in order.", remedy="Nothing of it was taken.")
        note_id = random_id("note_") if words else ""
        if words:
            connection.execute(insert(note).values(id=note_id, project_id=package.project.id, text=words))
        whole = record | {"project_id": package.project.id, "note_id": note_id}
        connection.execute(insert(decision).values(**_fitted(decision, whole)))
        last = seq
    return last


def _count(connection: Connection, name: str, value: int) -> None:
    if value:
        connection.execute(insert(counter).values(name=name, value=value))


def _fitted(table: Table, record: Mapping[str, object]) -> Record:
    """The row of a record. Raises PackageRefused when it does not have exactly the table's columns, each of its kind."""
    row = {name: canonical_text(value) if name in _JSON else value for name, value in record.items()}
    fits = set(row) == set(table.c.keys()) and all(_is(table, name, value) for name, value in row.items())
    if not fits:
        raise PackageRefused(
            "A record of the package has not the fields that it should.", remedy="Nothing of it was taken."
        )
    return row


def _is(table: Table, name: str, value: object) -> bool:
    kind = table.c[name].type
    if isinstance(kind, Boolean):
        return isinstance(value, bool)
    return type(value) is int if isinstance(kind, BigInteger) else isinstance(value, str)


def _add(connection: Connection, table: Table, rows: Iterable[Record]) -> int:
    count, waiting = 0, iter(rows)
    while part := list(islice(waiting, BATCH)):
        connection.execute(insert(table), part)
        count += len(part)
    return count
