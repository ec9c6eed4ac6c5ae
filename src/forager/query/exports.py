"""Exports as they are shown."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from forager.model.export import Export, Format
from forager.query.page import Page, PageRequest
from forager.store import exports

PACKAGE_VERSION = 7
"""Of ``forager.export.anthill``."""


@dataclass(frozen=True, slots=True)
class ExportView:
    """An export with its revision and its file's name."""

    id: str
    project_id: str
    format: str
    package_version: int | None
    revision: str
    content_digest: str
    sha256: str
    size_bytes: int
    originals: bool
    file_name: str
    created_at: str
    credential: str
    actor: str
    state: str


def shown(found: Export, slug: str) -> ExportView:
    """An export of the project of this slug."""
    return ExportView(
        id=found.id, project_id=found.project_id, format=found.format.value,
        package_version=PACKAGE_VERSION if found.format is Format.ANTHILL else None, revision=f"rev_{found.rev}",
        content_digest=found.content_digest, sha256=found.sha256, size_bytes=found.size, originals=found.originals,
        file_name=found.file_name(slug), created_at=found.created_at, credential=found.credential, actor=found.actor,
        state=found.state,
    )  # fmt: skip


def listed(connection: Connection, project_id: str, slug: str, page: PageRequest) -> Page[ExportView]:
    """A page of a project's exports, the newest first."""
    rows = exports.listed(connection, project_id, page.page_size, page.offset)
    return Page([shown(each, slug) for each in rows], page.page, page.page_size, exports.count(connection, project_id))
