"""What is indexed of a record: its words by field, from the state that a revision holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, select

from forager.extract.attributes import get
from forager.model.state import EntityState, ItemState
from forager.store.tables import chunk, source


class Kind(StrEnum):
    """What a row of an index is."""

    ITEM = "item"
    ENTITY = "entity"
    CHUNK = "chunk"


FIELDS: Final = ("statement", "subject", "attribute", "value", "names", "source", "text")
WEIGHTS: Final = {
    "statement": 4.0,
    "subject": 3.0,
    "attribute": 3.0,
    "value": 2.0,
    "names": 2.5,
    "source": 0.5,
    "text": 1.0,
}
"""How much a word counts in each field."""


@dataclass(frozen=True, slots=True)
class Document:
    """One row of an index: an id and its words by field. ``entities`` are the ids of the entities it names."""

    kind: Kind
    id: str
    statement: str = ""
    subject: str = ""
    attribute: str = ""
    value: str = ""
    names: str = ""
    source: str = ""
    text: str = ""
    entities: tuple[str, ...] = ()

    def fields(self) -> dict[str, str]:
        """Words by field."""
        return {name: getattr(self, name) for name in FIELDS}


def of_item(state: ItemState) -> Document:
    """A statement."""
    pairs = " ".join(f"{name} {value}" for name, value in state.qualifiers)
    return Document(
        Kind.ITEM,
        state.id,
        statement=state.statement,
        subject=state.subject,
        attribute=f"{attribute_words(state.attribute or state.slot)} {pairs}".strip(),
        value=" ".join(dict.fromkeys((state.value_written, state.value))),
        entities=tuple(state.entity_ids),
    )


def attribute_words(key: str) -> str:
    """Every label under which the catalogue knows an attribute, so that any of them finds it; else the key's own words."""
    row = get(key)
    own = key.replace("_", " ")
    return own if row is None else " / ".join(dict.fromkeys((own, *row.labels)))


def of_entity(state: EntityState) -> Document:
    """An entity: all its names and identifiers."""
    names = " / ".join(dict.fromkeys((state.name, *state.aliases, *state.identifiers)))
    return Document(Kind.ENTITY, state.id, subject=state.name, names=names)


def of_sources(connection: Connection, project_id: str, ids: Sequence[str]) -> Iterator[Document]:
    """The passages of sources that count, source by source."""
    for id_ in ids:
        name = select(source.c.logical_name).where(
            source.c.id == id_, source.c.project_id == project_id, source.c.included.is_(True)
        )
        called = connection.execute(name).scalar_one_or_none()
        if called is None:
            continue
        query = select(chunk.c.id, chunk.c.text).where(chunk.c.source_id == id_, chunk.c.project_id == project_id)
        for row in connection.execute(query.order_by(chunk.c.ordinal, chunk.c.id)):
            yield Document(Kind.CHUNK, row[0], source=called, text=row[1])
