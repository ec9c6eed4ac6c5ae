"""What a store holds, in numbers, for whoever watches it: by project, within the projects that the caller may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, Table, and_, func, literal, select, true

from forager.store.tables import conflict_state, entity_state, item_state, job, model_count, project, source


@dataclass(frozen=True, slots=True)
class Family:
    """Numbers of one kind: the name, what they are, and the name of the label beside the project."""

    name: str
    told: str
    label: str


@dataclass(frozen=True, slots=True)
class Sample:
    """One number: of a project, and of a state or kind in it."""

    project_id: str
    word: str
    count: int


_COUNTED: Final[tuple[tuple[Family, Table, str], ...]] = (
    (Family("forager_sources", "Documents, by whether they were read.", "read_state"), source, "read_state"),
    (Family("forager_jobs", "Jobs, by status.", "status"), job, "status"),
    (Family("forager_items", "Statements as published, by status.", "status"), item_state, "status"),
    (Family("forager_entities", "Entities as published, by class.", "class"), entity_state, "entity_class"),
    (Family("forager_conflicts", "Disagreements as published, by status.", "status"), conflict_state, "status"),
    (Family("forager_model", "What a model was asked, and what became of its proposals.", "what"), model_count, "what"),
)


def samples(connection: Connection, limit: Sequence[str] | None) -> list[tuple[Family, list[Sample]]]:
    """Every number, by family, project and word; ``limit`` are the projects the caller may see (None: all)."""
    return [(family, _counted(connection, table, table.c[word], limit)) for family, table, word in _COUNTED]


def _counted(
    connection: Connection, table: Table, word: ColumnElement[str], limit: Sequence[str] | None
) -> list[Sample]:
    number = func.sum(table.c["count"]) if table is model_count else func.count(literal(1))
    mine: ColumnElement[bool] = true() if limit is None else project.c.id.in_(sorted(limit))
    if "rev_from" in table.c:
        mine = and_(mine, table.c.rev_from <= project.c.published_rev, table.c.rev_to > project.c.published_rev)
    query = (
        select(table.c.project_id, word, number)
        .join(project, project.c.id == table.c.project_id)
        .where(mine)
        .group_by(table.c.project_id, word)
        .order_by(table.c.project_id, word)
    )
    return [Sample(str(row[0]), str(row[1]), int(row[2])) for row in connection.execute(query)]
