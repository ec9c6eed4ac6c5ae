"""One request: who asks, within which projects, and the snapshot it reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection

from forager.access.access import Access
from forager.access.gate import Gate
from forager.access.host import Host
from forager.engine import Engine
from forager.model.source import Project
from forager.query import pin, projects
from forager.query.clock import NOW, Clock
from forager.query.pin import Pin
from forager.review import By, Reviewer
from forager.store.acts import Caller


@dataclass(frozen=True, slots=True)
class Service:
    """What the routes and the pages stand on."""

    engine: Engine
    gate: Gate
    reviewer: Reviewer

    @classmethod
    def over(cls, engine: Engine, host: Host | None = None) -> Service:
        """The service over an open engine, and the parent that started it, if one did."""
        reviewer = Reviewer(engine.database, engine.clock, engine.derive)
        return cls(engine, Gate(engine.database, engine.clock, host), reviewer)


@dataclass(frozen=True, slots=True)
class Call:
    """A request that was let in. ``limit`` are the projects it may touch; None: all."""

    service: Service
    access: Access
    limit: tuple[str, ...] | None

    @property
    def engine(self) -> Engine:
        """The engine."""
        return self.service.engine

    def by(self, actor: str) -> Caller:
        """The caller as the audit trail names them."""
        return self.access.caller(actor)

    def decides(self, actor: str, notes: str) -> By:
        """The caller as one who decides."""
        return By(self.by(actor), notes)

    def project(self, ref: str) -> Project:
        """The project of the path. Raises ProjectNotFound, for one the caller may not see as for one that does not exist."""
        with self.engine.database.read() as connection:
            return projects.find(connection, ref, self.limit)

    def owner(self, kind: str, id_: str) -> Project:
        """The project of a record. Raises RecordNotFound, for a foreign record as for one that does not exist."""
        with self.engine.database.read() as connection:
            return projects.owner(connection, kind, id_, self.limit)

    @contextmanager
    def reading(self, ref: str, clock: Clock = NOW) -> Iterator[tuple[Connection, Pin]]:
        """One snapshot of the project of the path, under a clock."""
        with self.engine.database.read() as connection:
            found = projects.find(connection, ref, self.limit)
            at = pin.pin(connection, found, clock.as_of)
            with self.engine.past.reading(connection, at, clock) as snapshot:
                yield snapshot

    @contextmanager
    def record(self, kind: str, id_: str, clock: Clock = NOW) -> Iterator[tuple[Connection, Pin]]:
        """One snapshot of the project that a record belongs to, under a clock."""
        with self.engine.database.read() as connection:
            found = projects.owner(connection, kind, id_, self.limit)
            at = pin.pin(connection, found, clock.as_of)
            with self.engine.past.reading(connection, at, clock, projects.RECORDS[kind][0], id_) as snapshot:
                yield snapshot
