"""Where names stand in documents, with a few words around."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select

from forager.query.pin import Pin
from forager.store.tables import document, mention, source

BATCH: Final = 400
AROUND: Final = 90
"""Characters before and after a name."""


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A name in a document: the words before it, itself, the words after it."""

    source_id: str
    source_name: str
    before: str
    name: str
    after: str


def places(connection: Connection, at: Pin, nodes: Collection[str], most: int) -> list[Mentioned]:
    """The first places of names in context, each in another document while there are more: by document, by place."""
    first = func.row_number().over(partition_by=mention.c.source_id, order_by=(mention.c.start, mention.c.node_id))
    columns = (source.c.id, source.c.logical_name, mention.c.start, mention.c.end, first.label("nth"))
    mine = (mention.c.project_id == at.project_id) & mention.c.node_id.in_(sorted(nodes)) & source.c.included.is_(True)
    query = select(*columns).join(source, source.c.id == mention.c.source_id).where(mine)
    ranked = query.order_by("nth", source.c.logical_name, source.c.id).limit(most)
    return [_one(connection, *row[:4]) for row in connection.execute(ranked)]


def _one(connection: Connection, source_id: str, name: str, start: int, end: int) -> Mentioned:
    begin = max(start - AROUND, 0)
    piece = func.substr(document.c.text, begin + 1, end - begin + AROUND)
    words = connection.execute(select(piece).where(document.c.source_id == source_id)).scalar_one_or_none() or ""
    before, inside, after = words[: start - begin], words[start - begin : end - begin], words[end - begin :]
    return Mentioned(source_id, name, _tail(before, begin > 0), " ".join(inside.split()), _head(after))


def _tail(text: str, cut: bool) -> str:  # one caller, one meaning
    line = text.rpartition("\n")[2]
    words = line.partition(" ")[2] if cut and line == text else line
    return ("…" if words != line or (cut and line == text) else "") + words


def _head(text: str) -> str:
    line, broken, _ = text.partition("\n")
    return line if broken or len(line) < AROUND else line.rpartition(" ")[0] + "…"


def contexts(connection: Connection, at: Pin, nodes: Collection[str]) -> dict[str, list[str]]:
    """What stands beside names in context, as written, by name: an organisation, a role, a mark such as Jr; nothing for a bare one."""
    found: dict[str, list[str]] = {}
    wanted = sorted({*nodes})
    for start in range(0, len(wanted), BATCH):
        mine = (mention.c.project_id == at.project_id) & mention.c.node_id.in_(wanted[start : start + BATCH])
        query = select(mention.c.node_id, mention.c.context).where(mine, mention.c.context != "").distinct()
        for node, words in connection.execute(query.order_by(mention.c.node_id, mention.c.context)):
            found.setdefault(node, []).append(words)
    return found
