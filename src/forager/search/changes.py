"""What an index must write to come to a revision: the difference when it covers the one before, everything otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Table, select

from forager.model.state import EntityState, ItemState
from forager.search.documents import Document, of_entity, of_item
from forager.store import derived, states
from forager.store.tables import dirty, entity_state, item_state, project, source

BATCH = 400


@dataclass(frozen=True, slots=True)
class Change:
    """Ids to index again, or everything (``whole``). Ids that hold no state any more are only removed."""

    whole: bool
    items: Sequence[str]
    entities: Sequence[str]
    sources: Sequence[str]


def ordinal(connection: Connection, project_id: str) -> int:
    """The number that names the project's index table."""
    return int(connection.execute(select(project.c.ordinal).where(project.c.id == project_id)).scalar_one())


def between(connection: Connection, project_id: str, covered: int, rev: int) -> Change:
    """What changed from the covered revision to ``rev``. Only the step that is being published is known source by source."""
    if covered == 0 or covered != rev - 1 or _published(connection, project_id) != covered:
        included = (source.c.project_id == project_id) & source.c.included.is_(True)
        sources = list(connection.execute(select(source.c.id).where(included).order_by(source.c.id)).scalars())
        return Change(whole=True, items=(), entities=(), sources=sources)
    marked = select(dirty.c.key).where(dirty.c.project_id == project_id, dirty.c.kind == "source").order_by(dirty.c.key)
    return Change(
        whole=False,
        items=derived.changed_ids(connection, item_state, project_id, rev),
        entities=derived.changed_ids(connection, entity_state, project_id, rev),
        sources=list(connection.execute(marked).scalars()),
    )


def _published(connection: Connection, project_id: str) -> int:
    return int(connection.execute(select(project.c.published_rev).where(project.c.id == project_id)).scalar_one())


def documents(connection: Connection, project_id: str, rev: int, change: Change) -> Iterator[list[Document]]:
    """The statements and entities to write, in batches."""
    if change.whole:
        for body in _bodies(connection, item_state, project_id, rev):
            yield [of_item(states.from_body(ItemState, each)) for each in body]
        for body in _bodies(connection, entity_state, project_id, rev):
            yield [of_entity(states.from_body(EntityState, each)) for each in body]
        return
    for start in range(0, len(change.items), BATCH):
        items = states.many(connection, item_state, ItemState, project_id, rev, change.items[start : start + BATCH])
        yield [of_item(state) for state in items.values()]
    for start in range(0, len(change.entities), BATCH):
        entities = states.many(
            connection, entity_state, EntityState, project_id, rev, change.entities[start : start + BATCH]
        )
        yield [of_entity(state) for state in entities.values()]


def _bodies(connection: Connection, table: Table, project_id: str, rev: int) -> Iterator[list[str]]:
    last = ""
    while page := derived.bodies(connection, table, project_id, rev, last, BATCH):
        yield [body for _, body in page]
        last = page[-1][0]
