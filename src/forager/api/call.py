"""One request: who asks, within which projects, and the snapshot it reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Header, Path, Query, Request
from sqlalchemy import Connection

from forager.api.access import Access, Gate
from forager.engine import Engine
from forager.model.source import Project
from forager.query import pin, projects
from forager.query.page import FARTHEST, LARGEST, PageRequest
from forager.query.pin import Pin
from forager.review import By, Reviewer
from forager.store.acts import Caller


@dataclass(frozen=True, slots=True)
class Service:
    """What the routes stand on."""

    engine: Engine
    gate: Gate
    reviewer: Reviewer


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
    def reading(self, ref: str, as_of: str = "") -> Iterator[tuple[Connection, Pin]]:
        """One snapshot of the project of the path, at one revision."""
        with self.engine.database.read() as connection:
            found = projects.find(connection, ref, self.limit)
            yield connection, pin.pin(connection, found, as_of)

    @contextmanager
    def record(self, kind: str, id_: str, as_of: str = "") -> Iterator[tuple[Connection, Pin]]:
        """One snapshot of the project that a record belongs to, at one revision."""
        with self.engine.database.read() as connection:
            found = projects.owner(connection, kind, id_, self.limit)
            yield connection, pin.pin(connection, found, as_of)


def _call(
    request: Request,
    project: Annotated[
        str,
        Header(
            alias="X-Forager-Project",
            max_length=200,
            description="Id of the only project this request may touch; another project's record is then not found.",
        ),
    ] = "",
) -> Call:
    access = cast("Access", request.state.access)
    return Call(cast("Service", request.app.state.service), access, access.limit(project))


def _page(
    page: Annotated[int, Query(ge=1, le=FARTHEST, description="Which page, from 1.")] = 1,
    page_size: Annotated[int, Query(ge=1, le=LARGEST, description="Rows of a page.")] = 50,
) -> PageRequest:
    return PageRequest(page, page_size)


CallOf = Annotated[Call, Depends(_call)]
PageOf = Annotated[PageRequest, Depends(_page)]
ProjectRef = Annotated[str, Path(max_length=200, description="A project, by id or name.", examples=["falcon"])]
RecordId = Annotated[str, Path(max_length=200, description="A record, by any of its addresses.")]
AsOf = Annotated[
    str,
    Query(
        max_length=40,
        description="What was known then: a revision (rev_3), a date (its end, UTC) or an instant. Empty: the newest.",
        examples=["2026-03-15"],
    ),
]
