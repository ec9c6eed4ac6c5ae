"""The record of every export that was made."""

from __future__ import annotations

from sqlalchemy import Connection, Row, func, insert, select

from forager.errors import ExportNotFound
from forager.model.export import Export, Format
from forager.store.tables import export


def add(connection: Connection, made: Export) -> None:
    """Record an export whose bytes are safe on disk."""
    connection.execute(insert(export).values(**{name: getattr(made, name) for name in Export.__slots__}))


def get(connection: Connection, export_id: str) -> Export:
    """The export with this id. Raises ExportNotFound."""
    row = connection.execute(select(export).where(export.c.id == export_id)).one_or_none()
    if row is None:
        raise ExportNotFound("There is no such export.", remedy="List the project's exports.")
    return _export(row)


def listed(connection: Connection, project_id: str, limit: int = 50, offset: int = 0) -> tuple[Export, ...]:
    """A project's exports, the newest first."""
    order = (export.c.created_at.desc(), export.c.id)
    query = select(export).where(export.c.project_id == project_id).order_by(*order).limit(limit).offset(offset)
    return tuple(_export(row) for row in connection.execute(query))


def count(connection: Connection, project_id: str) -> int:
    """How many exports a project has."""
    mine = export.c.project_id == project_id
    return int(connection.execute(select(func.count()).select_from(export).where(mine)).scalar_one())


def _export(row: Row[tuple[object, ...]]) -> Export:
    values = {name: row._mapping[name] for name in Export.__slots__}
    return Export(**values | {"format": Format(values["format"])})
