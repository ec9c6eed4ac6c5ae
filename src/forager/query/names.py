"""What other records need to show of sources, entities and revisions: names by id, in few queries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import PurePosixPath
from typing import Final

from sqlalchemy import Connection, select

from forager.model.source import Source
from forager.model.state import EntityState
from forager.query import states
from forager.query.pin import Pin
from forager.query.views import EntityRef
from forager.store import sources as source_rows
from forager.store.tables import entity_state, source

BATCH = 400
KINDS: Final = {
    "text/markdown": "Markdown", "text/plain": "text", "text/csv": "CSV table", "text/tab-separated-values": "CSV table",
    "text/html": "web page", "application/xhtml+xml": "web page", "message/rfc822": "mail", "application/pdf": "PDF",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "spreadsheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "slides",
}  # fmt: skip
"""What a person calls a media type."""


def sources(connection: Connection, project_id: str, ids: Collection[str]) -> dict[str, Source]:
    """The sources among ``ids`` that belong to the project, by id."""
    found: dict[str, Source] = {}
    wanted = sorted(set(ids))
    for start in range(0, len(wanted), BATCH):
        mine = (source.c.project_id == project_id) & source.c.id.in_(wanted[start : start + BATCH])
        for row in connection.execute(select(source).where(mine)):
            found[row.id] = source_rows.from_row(row)
    return found


def source_names(known: Mapping[str, Source], ids: Iterable[str]) -> list[str]:
    """The names of sources, each once, sorted."""
    return sorted({known[id_].logical_name for id_ in ids if id_ in known})


def source_type(of: Source) -> str:
    """The kind of a file in one word: its name's ending, else its media type's last part."""
    suffix = PurePosixPath(of.logical_name).suffix.lower().removeprefix(".")
    return suffix or of.media_type.rpartition("/")[2]


def kind(media_type: str) -> str:
    """What a person calls a media type; its last part when nobody has a word for it, empty before a file is read."""
    return KINDS.get(media_type, media_type.rpartition("/")[2])


def entity_refs(connection: Connection, at: Pin, ids: Collection[str]) -> dict[str, EntityRef]:
    """The entities among ``ids`` as they are called at the pin, by id."""
    found = states.many(connection, entity_state, EntityState, at, ids)
    return {id_: EntityRef(id_, at.project_id, state.name, state.entity_class) for id_, state in found.items()}


def extractor(label: str) -> tuple[str, str]:
    """Name and version of a rule written ``name@version``."""
    name, _, version = label.rpartition("@")
    return (name, version) if name else (label, "")


def share(thousandths: int) -> float:
    """Thousandths as a number from 0 to 1."""
    return round(thousandths / 1000, 3)
