"""Sources: versions of logical names; which one is live is a fold of the events (design notes §1).

The last accepted version of a name is live. Removing the live version leaves the name without one; a restored version is live
again unless its name has another live version. A member lives while the version that carries it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, Row, and_, func, insert, or_, select, update

from forager.errors import SourceNotFound
from forager.model import keys
from forager.model.source import ReadState, Source, SourceEvent, SourceState
from forager.store.tables import blob, source, source_event
from formicaria.ground.counters import next_value
from formicaria.ground.errors import Conflict


class Outcome(StrEnum):
    """What accepting did."""

    REGISTERED = "registered"
    REPLACED = "replaced"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class Version:
    """Bytes under a name, as they are to be accepted. ``parent_id`` is empty for what people sent."""

    logical_name: str
    sha256: str
    size: int
    parent_id: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """An accepted version: what happened, the source, and the version whose place it took (or None)."""

    outcome: Outcome
    source: Source
    replaced: Source | None = None


def accept(connection: Connection, project_id: str, version: Version, actor: str, at: str) -> Accepted:
    """Make bytes the live version of their name; the project must be locked and the blob safe on disk."""
    live = live_version(connection, project_id, version.logical_name)
    if live is not None and live.sha256 == version.sha256:
        return Accepted(Outcome.DUPLICATE, _adopted(connection, live, version.parent_id))
    if live is not None:
        set_state(connection, live.id, SourceState.SUPERSEDED)
    seq = _event(connection, project_id, _id(project_id, version), "accepted", actor, at)
    made = _revived(connection, project_id, version, seq, at) or _new(connection, project_id, version, seq, at)
    return Accepted(Outcome.REPLACED if live else Outcome.REGISTERED, made, live)


def _id(project_id: str, version: Version) -> str:
    return keys.source_id(project_id, version.logical_name, version.sha256)


def _adopted(connection: Connection, live: Source, parent_id: str) -> Source:
    """A member that two versions of its parent share belongs to the one that lives."""
    if live.parent_id != parent_id:
        connection.execute(update(source).where(source.c.id == live.id).values(parent_id=parent_id))
    return replace(live, parent_id=parent_id)


def _revived(connection: Connection, project_id: str, version: Version, seq: int, at: str) -> Source | None:
    """Old bytes accepted again: the same source lives again, and what was read of it still holds unless it was purged."""
    old = get(connection, _id(project_id, version))
    if old is None:
        return None
    values: dict[str, object] = {
        "state": SourceState.LIVE, "accepted_seq": seq, "accepted_at": at, "parent_id": version.parent_id,
    }  # fmt: skip
    if old.state is SourceState.PURGED:
        values |= {"read_state": ReadState.WAITING, "recipe": ""}
    connection.execute(update(source).where(source.c.id == old.id).values(**values))
    _keep_blob(connection, project_id, version, at)
    return get(connection, old.id)


def _new(connection: Connection, project_id: str, version: Version, seq: int, at: str) -> Source:
    made = Source(
        id=_id(project_id, version), project_id=project_id, logical_name=version.logical_name, sha256=version.sha256,
        size=version.size, parent_id=version.parent_id, accepted_seq=seq, state=SourceState.LIVE,
        read_state=ReadState.WAITING, recipe="", media_type="", title="", language="", document_date="", date_origin="",
        authoritative=False, failure_code="", failure="", included=False, cluster="", replaced_by="", accepted_at=at,
    )  # fmt: skip
    connection.execute(insert(source).values(**{name: getattr(made, name) for name in Source.__slots__}))
    _keep_blob(connection, project_id, version, at)
    return made


def _keep_blob(connection: Connection, project_id: str, version: Version, at: str) -> None:
    mine = (blob.c.project_id == project_id) & (blob.c.sha256 == version.sha256)
    if connection.execute(select(blob.c.size).where(mine)).one_or_none() is None:
        row = {"project_id": project_id, "sha256": version.sha256, "size": version.size, "stored_at": at}
        connection.execute(insert(blob).values(**row))


def remove(connection: Connection, found: Source, actor: str, at: str) -> None:
    """Take a version out of the living; nothing is deleted. Raises Conflict when it is removed already."""
    if found.state in {SourceState.REMOVED, SourceState.PURGED}:
        raise Conflict("This source was removed before.")
    _event(connection, found.project_id, found.id, "removed", actor, at)
    set_state(connection, found.id, SourceState.REMOVED)


def restore(connection: Connection, found: Source, actor: str, at: str) -> SourceState:
    """Bring a removed version back. Returns its state now: live, or superseded when its name has another live version.

    Raises:
        Conflict: it is not a removed source.
    """
    if found.state is not SourceState.REMOVED:
        raise Conflict("This source is not removed.")
    _event(connection, found.project_id, found.id, "restored", actor, at)
    taken = live_version(connection, found.project_id, found.logical_name) is not None
    state = SourceState.SUPERSEDED if taken else SourceState.LIVE
    set_state(connection, found.id, state)
    return state


def _event(connection: Connection, project_id: str, source_id: str, kind: str, actor: str, at: str) -> int:
    seq = next_value(connection, f"source_event:{project_id}")
    row = {"project_id": project_id, "seq": seq, "source_id": source_id, "kind": kind, "actor": actor, "at": at}
    connection.execute(insert(source_event).values(**row))
    return seq


def set_state(connection: Connection, source_id: str, state: SourceState) -> None:
    """Put a source among the living, the superseded or the removed."""
    connection.execute(update(source).where(source.c.id == source_id).values(state=state))


def get(connection: Connection, source_id: str) -> Source | None:
    """The source with this id."""
    row = connection.execute(select(source).where(source.c.id == source_id)).one_or_none()
    return None if row is None else from_row(row)


def find(connection: Connection, project_id: str, source_id: str) -> Source:
    """A source of this project. Raises SourceNotFound for a foreign id as for a missing one."""
    found = get(connection, source_id)
    if found is None or found.project_id != project_id:
        raise SourceNotFound("There is no such source in this project.", remedy="List the project's sources.")
    return found


def live_version(connection: Connection, project_id: str, logical_name: str) -> Source | None:
    """The live version of a name."""
    mine = _named(project_id, logical_name) & (source.c.state == SourceState.LIVE)
    row = connection.execute(select(source).where(mine)).one_or_none()
    return None if row is None else from_row(row)


def versions(connection: Connection, project_id: str, logical_name: str) -> tuple[Source, ...]:
    """Every version of a name, the last accepted first."""
    order = (source.c.accepted_seq.desc(), source.c.id)
    rows = connection.execute(select(source).where(_named(project_id, logical_name)).order_by(*order))
    return tuple(from_row(row) for row in rows)


def members(connection: Connection, parent_id: str) -> tuple[Source, ...]:
    """The sources that a source carries, by name."""
    mine = select(source).where(source.c.parent_id == parent_id)
    return tuple(from_row(row) for row in connection.execute(mine.order_by(source.c.logical_name, source.c.id)))


def listed(connection: Connection, project_id: str, *, after: str = "", limit: int = 500) -> tuple[Source, ...]:
    """A page of a project's sources in every state, by id."""
    mine = and_(source.c.project_id == project_id, source.c.id > after)
    rows = connection.execute(select(source).where(mine).order_by(source.c.id).limit(limit))
    return tuple(from_row(row) for row in rows)


def _named(project_id: str, logical_name: str) -> ColumnElement[bool]:
    return and_(source.c.project_id == project_id, source.c.logical_name == logical_name)


def live(project_id: str) -> ColumnElement[bool]:
    """The living sources of a project."""
    return and_(source.c.project_id == project_id, source.c.state == SourceState.LIVE)


PARTLY = ";partly"
"""Ends the recipe of a source about some of whose passages a model gave no answer; it is read again when somebody asks for it."""


def unread(project_id: str, recipe: str) -> ColumnElement[bool]:
    """Live sources that wait to be read, or were read by another recipe."""
    stale = or_(source.c.read_state == ReadState.WAITING, source.c.recipe.not_in((recipe, recipe + PARTLY)))
    return and_(live(project_id), stale)


def to_read(
    connection: Connection, project_id: str, recipe: str, without: Sequence[str], limit: int
) -> tuple[Source, ...]:
    """The next sources to read in the order of their acceptance, leaving out those under way."""
    wanted = and_(unread(project_id, recipe), source.c.id.not_in(sorted(without)))
    rows = connection.execute(select(source).where(wanted).order_by(source.c.accepted_seq, source.c.id).limit(limit))
    return tuple(from_row(row) for row in rows)


def count(connection: Connection, condition: ColumnElement[bool]) -> int:
    """How many sources fit a condition."""
    return int(connection.execute(select(func.count()).select_from(source).where(condition)).scalar_one())


def forget_recipe(connection: Connection, project_id: str, *, failed_only: bool = False) -> int:
    """Have live sources read again, all or those that failed or lack a model's answers; what they said stays until then.

    Returns how many.
    """
    mine = live(project_id)
    if failed_only:
        wanting = or_(source.c.read_state == ReadState.FAILED, source.c.recipe.endswith(PARTLY, autoescape=True))
        mine = and_(mine, wanting)
    return connection.execute(update(source).where(mine).values(recipe="")).rowcount


def events(connection: Connection, project_id: str, after: int = 0, limit: int = 500) -> tuple[SourceEvent, ...]:
    """What happened to a project's sources after event ``after``, in order."""
    mine = and_(source_event.c.project_id == project_id, source_event.c.seq > after)
    rows = connection.execute(select(source_event).where(mine).order_by(source_event.c.seq).limit(limit))
    return tuple(SourceEvent(**row._mapping) for row in rows)


def from_row(row: Row[tuple[object, ...]]) -> Source:
    """The source of a database row."""
    values = {name: row._mapping[name] for name in Source.__slots__}
    return Source(**values | {"state": SourceState(values["state"]), "read_state": ReadState(values["read_state"])})
