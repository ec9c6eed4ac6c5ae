"""Versioned rows as their dataclasses, at one revision."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar, cast

from sqlalchemy import Connection, Table, select

from forager.model.state import CandidateState, ConflictState, EntityState, ItemState, RelationState
from forager.store import derived
from formicaria.ground.canonical import parse

S = TypeVar("S", ItemState, EntityState, CandidateState, RelationState, ConflictState)
BATCH = 400


def from_body(kind: type[S], body: str) -> S:
    """The state that a row's body holds."""
    fields = cast("Mapping[str, object]", parse(body))
    return kind(**fields)  # type: ignore[arg-type]  # the body was written from this very dataclass


def many(
    connection: Connection, table: Table, kind: type[S], project: str, rev: int, ids: Collection[str]
) -> dict[str, S]:
    """The states that hold in ``rev`` among ``ids``, by id; ids without one are absent."""
    found: dict[str, S] = {}
    wanted = sorted(set(ids))
    for start in range(0, len(wanted), BATCH):
        part = table.c.id.in_(wanted[start : start + BATCH])
        query = select(table.c.id, table.c.body).where(derived.at_revision(table, project, rev), part)
        found |= {row[0]: from_body(kind, row[1]) for row in connection.execute(query)}
    return found
