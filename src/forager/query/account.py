"""The honest account of a base: what was read, what only in part, what not and why, and what is a copy of what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final, cast

from sqlalchemy import Connection, and_, func, select

from forager.model.source import ReadState, SourceState
from forager.query import names
from forager.store import sources as source_rows
from forager.store.tables import document, model_count, source
from formicaria.ground.canonical import parse

MOST: Final = 500
"""Documents named one by one in each list; the counts are always whole."""
NOTHING_UNREAD: Final = '%"unread":[]%'


@dataclass(frozen=True, slots=True)
class Named:
    """A document, by id and name, and what there is to say of it, each line a sentence or a place with a reason."""

    id: str
    name: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotRead:
    """Documents that could not be read for one reason; ``code`` is the reason's stable word."""

    code: str
    reason: str
    documents: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model was asked about the living documents, in passages, and what became of its proposals."""

    passages: int
    answered: int
    proposed: int
    kept: int


@dataclass(frozen=True, slots=True)
class Account:
    """Live documents of a base. ``kinds`` are (kind, how many were read), the most first; ``model`` is None when none was asked."""

    read: int
    waiting: int
    failed: int
    partly: int
    copies: int
    kinds: tuple[tuple[str, int], ...]
    not_read: tuple[NotRead, ...]
    in_part: tuple[Named, ...]
    copy_of: tuple[Named, ...]
    model: Asked | None = None

    @property
    def documents(self) -> int:
        """All of them."""
        return self.read + self.waiting + self.failed


_LIVE: Final = source.c.state == SourceState.LIVE


def account(connection: Connection, project_id: str) -> Account:
    """The account of a base as its documents stand now."""
    counts = _counts(connection, project_id)
    copies = _copies(connection, project_id)
    return Account(
        read=counts.get(ReadState.READ, 0),
        waiting=counts.get(ReadState.WAITING, 0),
        failed=counts.get(ReadState.FAILED, 0),
        partly=_partly(connection, project_id),
        copies=len(copies),
        kinds=_kinds(connection, project_id),
        not_read=tuple(_not_read(connection, project_id)),
        in_part=tuple(_in_part(connection, project_id)),
        copy_of=copies[:MOST],
        model=_model(connection, project_id),
    )


def _model(connection: Connection, project_id: str) -> Asked | None:
    mine = and_(source.c.project_id == project_id, _LIVE)
    query = (
        select(model_count.c.what, func.sum(model_count.c["count"]))
        .join(source, source.c.id == model_count.c.source_id)
        .where(mine, model_count.c.what.in_(Asked.__slots__))
        .group_by(model_count.c.what)
    )
    found = {str(what): int(count) for what, count in connection.execute(query)}
    return Asked(**found) if found.get("passages") else None


def _counts(connection: Connection, project_id: str) -> dict[str, int]:
    mine = and_(source.c.project_id == project_id, _LIVE)
    query = select(source.c.read_state, func.count()).where(mine).group_by(source.c.read_state)
    return {str(state): int(count) for state, count in connection.execute(query)}


def _kinds(connection: Connection, project_id: str) -> tuple[tuple[str, int], ...]:
    mine = and_(source.c.project_id == project_id, _LIVE, source.c.read_state == ReadState.READ)
    query = select(source.c.media_type, func.count()).where(mine).group_by(source.c.media_type)
    found: dict[str, int] = {}
    for media_type, count in connection.execute(query):
        kind = names.kind(str(media_type))
        found[kind] = found.get(kind, 0) + int(count)
    return tuple(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _not_read(connection: Connection, project_id: str) -> Iterator[NotRead]:
    mine = and_(source.c.project_id == project_id, _LIVE, source.c.read_state == ReadState.FAILED)
    order = (source.c.failure_code, source.c.failure, source.c.logical_name, source.c.id)
    rows = connection.execute(select(source).where(mine).order_by(*order).limit(MOST)).all()
    found = [source_rows.from_row(row) for row in rows]
    for (code, reason), group in groupby(found, key=lambda each: (each.failure_code, each.failure)):
        yield NotRead(code, reason, tuple(Named(each.id, each.logical_name, ()) for each in group))


def _in_part(connection: Connection, project_id: str) -> Iterator[Named]:
    query = (
        select(source.c.id, source.c.logical_name, document.c.account)
        .join(document, document.c.source_id == source.c.id)
        .where(source.c.project_id == project_id, _LIVE, document.c.account.not_like(NOTHING_UNREAD))
        .order_by(source.c.logical_name, source.c.id)
        .limit(MOST)
    )
    for id_, name, kept in connection.execute(query):
        yield Named(str(id_), str(name), tuple(_unread(str(kept))))


def _unread(kept: str) -> Iterator[str]:
    found = cast("Mapping[str, object]", parse(kept)).get("unread")
    for each in found if isinstance(found, list) else []:
        row = cast("Mapping[str, object]", each)
        yield f"{row['what']}: {row['why']}"


def _partly(connection: Connection, project_id: str) -> int:
    query = (
        select(func.count())
        .select_from(source)
        .join(document, document.c.source_id == source.c.id)
        .where(source.c.project_id == project_id, _LIVE, document.c.account.not_like(NOTHING_UNREAD))
    )
    return int(connection.execute(query).scalar_one())


def _copies(connection: Connection, project_id: str) -> tuple[Named, ...]:
    original = source.alias("original")
    query = (
        select(source.c.id, source.c.logical_name, original.c.logical_name)
        .join(original, original.c.id == source.c.cluster)
        .where(source.c.project_id == project_id, _LIVE, source.c.cluster != "", source.c.cluster != source.c.id)
        .order_by(source.c.logical_name, source.c.id)
    )
    return tuple(Named(str(id_), str(name), (str(of),)) for id_, name, of in connection.execute(query))
