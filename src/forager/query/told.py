"""Which statements were taken from which part of a document."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from forager.store.tables import evidence

MOST = 2_000
"""Statements noted beside one window of a document."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A statement by its evidence: where its excerpt begins in the normalised text, and its words in the source."""

    id: str
    start: int
    words: str


def between(connection: Connection, project_id: str, source_id: str, start: int, end: int) -> list[Taken]:
    """The evidence of a source whose excerpt begins between two characters, in order; at most ``MOST``."""
    mine = (evidence.c.source_id == source_id) & (evidence.c.project_id == project_id)
    near = (evidence.c.start >= start) & (evidence.c.start < end)
    query = select(evidence.c.id, evidence.c.start, evidence.c.sentence).where(mine & near)
    rows = connection.execute(query.order_by(evidence.c.start, evidence.c.id).limit(MOST))
    return [Taken(*row) for row in rows]
