"""Versioned rows: write what a revision changes, read what it says, undo what was never published (design notes §4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, insert, or_, select, update

from forager.store.tables import (
    OPEN,
    address,
    candidate_state,
    conflict_state,
    entity_state,
    item_state,
    relation_state,
)

BATCH = 400
STATES: tuple[Table, ...] = (item_state, entity_state, candidate_state, relation_state, conflict_state)


@dataclass(frozen=True, slots=True)
class Row:
    """What a state row is to hold: its columns beside the key, and its body as canonical JSON text."""

    body: str
    columns: Mapping[str, str]
    doc_from: str = ""
    doc_to: str = ""
    valid_from: str = ""
    valid_to: str = ""


def at_revision(table: Table, project: str, rev: int) -> ColumnElement[bool]:
    """The rows of ``table`` that hold in revision ``rev`` of ``project``."""
    return and_(table.c.project_id == project, table.c.rev_from <= rev, table.c.rev_to > rev)


def current(connection: Connection, table: Table, project: str, ids: Collection[str]) -> dict[str, str]:
    """Open bodies by id among ``ids``, as the revision under construction sees them."""
    found: dict[str, str] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), BATCH):
        mine = and_(
            table.c.project_id == project, table.c.id.in_(wanted[start : start + BATCH]), table.c.rev_to == OPEN
        )
        found |= {row[0]: row[1] for row in connection.execute(select(table.c.id, table.c.body).where(mine))}
    return found


def write(
    connection: Connection, table: Table, project: str, rev: int, touched: Collection[str], desired: Mapping[str, Row]
) -> tuple[str, ...]:
    """Make the open rows among ``touched`` and ``desired`` be exactly ``desired``. Returns the ids that changed, sorted.

    A row whose columns change is written anew though its body stays: who looks for it by a column must find it.
    """
    wanted = {id_: _said(row) for id_, row in desired.items()}
    present = _open(connection, table, project, set(touched) | set(desired))
    closing = sorted(id_ for id_, said in present.items() if wanted.get(id_) != said)
    opening = sorted(id_ for id_, said in wanted.items() if present.get(id_) != said)
    _close(connection, table, project, rev, closing)
    if opening:
        key = {"project_id": project, "rev_from": rev, "rev_to": OPEN}
        connection.execute(insert(table), [key | {"id": id_} | wanted[id_] for id_ in opening])
    return tuple(sorted(set(closing) | set(opening)))


def _said(row: Row) -> dict[str, str]:
    clocks = {"doc_from": row.doc_from, "doc_to": row.doc_to, "valid_from": row.valid_from, "valid_to": row.valid_to}
    return {"body": row.body, **clocks, **row.columns}


def _open(connection: Connection, table: Table, project: str, ids: Collection[str]) -> dict[str, dict[str, str]]:
    """All that the open rows among ``ids`` hold beside their key, by id."""
    said = [column for column in table.c if column.name not in {"project_id", "id", "rev_from", "rev_to"}]
    found: dict[str, dict[str, str]] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), BATCH):
        part = table.c.id.in_(wanted[start : start + BATCH])
        mine = and_(table.c.project_id == project, part, table.c.rev_to == OPEN)
        for id_, *values in connection.execute(select(table.c.id, *said).where(mine)):
            found[id_] = {column.name: value for column, value in zip(said, values, strict=True)}
    return found


def _close(connection: Connection, table: Table, project: str, rev: int, ids: Sequence[str]) -> None:
    for start in range(0, len(ids), BATCH):
        mine = and_(table.c.project_id == project, table.c.id.in_(ids[start : start + BATCH]), table.c.rev_to == OPEN)
        # A row begun in this very revision was never seen by anyone: it goes, instead of becoming an empty interval.
        connection.execute(delete(table).where(mine, table.c.rev_from == rev))
        connection.execute(update(table).where(mine).values(rev_to=rev))


def point(
    connection: Connection, project: str, rev: int, kind: str, group: Collection[str], canonical: Mapping[str, str]
) -> None:
    """Make the addresses in ``group``, and those that pointed into it, point where ``canonical`` says; one's own address needs no row."""
    wanted = {id_: target for id_, target in canonical.items() if id_ != target}
    present = _pointing(connection, project, sorted(set(group) | set(wanted)))
    _close(
        connection, address, project, rev, sorted(id_ for id_, target in present.items() if wanted.get(id_) != target)
    )
    opening = sorted(id_ for id_, target in wanted.items() if present.get(id_) != target)
    rows = [
        {"project_id": project, "id": id_, "rev_from": rev, "rev_to": OPEN, "kind": kind, "canonical_id": wanted[id_]}
        for id_ in opening
    ]
    if rows:
        connection.execute(insert(address), rows)


def _pointing(connection: Connection, project: str, members: Sequence[str]) -> dict[str, str]:
    """Open pointers from or to any of ``members``."""
    found: dict[str, str] = {}
    for start in range(0, len(members), BATCH):
        part = members[start : start + BATCH]
        either = or_(address.c.id.in_(part), address.c.canonical_id.in_(part))
        mine = and_(address.c.project_id == project, address.c.rev_to == OPEN, either)
        found |= {
            row[0]: row[1] for row in connection.execute(select(address.c.id, address.c.canonical_id).where(mine))
        }
    return found


def canonical_of(connection: Connection, project: str, rev: int, id_: str) -> str:
    """Where an address points in a revision: itself unless resolution moved it."""
    mine = and_(at_revision(address, project, rev), address.c.id == id_)
    found = connection.execute(select(address.c.canonical_id).where(mine)).scalar_one_or_none()
    return found or id_


def undo_unpublished(connection: Connection, project: str, published: int) -> bool:
    """Take back every row of a revision that was begun and never published. Returns whether there were any."""
    undone = 0
    for table in (*STATES, address):
        begun = and_(table.c.project_id == project, table.c.rev_from > published)
        undone += connection.execute(delete(table).where(begun)).rowcount
        closed = and_(table.c.project_id == project, table.c.rev_to > published, table.c.rev_to != OPEN)
        undone += connection.execute(update(table).where(closed).values(rev_to=OPEN)).rowcount
    return undone > 0


def changed_ids(connection: Connection, table: Table, project: str, rev: int) -> list[str]:
    """Ids whose state begins or ends in revision ``rev``."""
    either = or_(table.c.rev_from == rev, table.c.rev_to == rev)
    query = select(table.c.id).where(table.c.project_id == project, either).distinct().order_by(table.c.id)
    return list(connection.execute(query).scalars())


def bodies(
    connection: Connection, table: Table, project: str, rev: int, after: str = "", limit: int = 500
) -> list[tuple[str, str]]:
    """(id, body) of the states that hold in ``rev``, by id, a page after ``after``."""
    query = select(table.c.id, table.c.body).where(at_revision(table, project, rev), table.c.id > after)
    return [(row[0], row[1]) for row in connection.execute(query.order_by(table.c.id).limit(limit))]
