"""The decision log as people read it: who decided what, which acts were taken back, and which no longer find their record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, cast

from sqlalchemy import Connection, select

from forager.model.decision import NAMED, Decision, DecisionKind
from forager.query import names, who
from forager.query.page import Page, PageRequest, slice_of
from forager.query.pin import Pin, canonical
from forager.query.revisions import label
from forager.query.states import missing
from forager.query.views import DecisionView
from forager.store import decisions, derived
from forager.store.tables import conflict_state, entity_state, item_state
from formicaria.ground.canonical import parse

_PREFIXES: Final = {DecisionKind.CONFLICT: "cf_", DecisionKind.ENTITY: "ent_", DecisionKind.ITEM: "ki_"}
ENDS: Final = frozenset({"reopen", "restore"})
"""Choices after which nothing is decided."""
_TABLES: Final = {
    DecisionKind.CONFLICT: conflict_state,
    DecisionKind.ENTITY: entity_state,
    DecisionKind.ITEM: item_state,
}


def listed(connection: Connection, at: Pin, page: PageRequest, *, unattached: bool = False) -> Page[DecisionView]:
    """A page of decisions, newest first; only those that stand and no longer find their record when ``unattached``."""
    log = whole = decisions.log(connection, at.project_id)
    stands = {row.seq for row in decisions.standing(log)}
    if unattached:
        log = tuple(row for row in log if row.seq in stands and not _attached(connection, at, row))
    chosen = slice_of(log[::-1], page)
    views = shown(connection, at, chosen, whole)
    return Page(views, page.page, page.page_size, len(log), at.revision_id)


def shown(connection: Connection, at: Pin, rows: Sequence[Decision], log: Sequence[Decision]) -> list[DecisionView]:
    """Decisions as they are read, in the order given; ``log`` is the project's whole one."""
    stands = {row.seq for row in decisions.standing(log)}
    undone = _undone(log)
    called = _called(connection, at, rows)
    keys = who.names(connection, {row.credential for row in rows})
    return [
        _view(connection, at, row, called, keys, undone=row.seq in undone, stands=row.seq in stands) for row in rows
    ]


def _called(connection: Connection, at: Pin, rows: Sequence[Decision]) -> dict[str, str]:
    """What people call the records that decisions are about."""
    found: dict[str, str] = {}
    for kind, table in _TABLES.items():
        ids = {id_ for row in rows for id_ in row.targets if id_.startswith(_PREFIXES[kind])}
        for id_ in sorted(ids):
            mine = (table.c.project_id == at.project_id) & (table.c.id == canonical(connection, at, id_)[0])
            query = select(table.c.body).where(mine).order_by(table.c.rev_from.desc()).limit(1)
            body = connection.execute(query).scalar_one_or_none()
            if body is not None:
                found[id_] = label(cast("Mapping[str, object]", parse(body)))
    ids = {id_ for row in rows for id_ in row.targets if id_.startswith("src_")}
    known = names.sources(connection, at.project_id, ids)
    return found | {id_: each.logical_name for id_, each in known.items()}


def told(connection: Connection, row: Decision) -> dict[str, object]:
    """A decision as a refusal tells it: what, when, by which credential, under which claimed name. Never its note."""
    return {
        "seq": row.seq,
        "action": row.choice,
        "winner_id": row.winner,
        "actor": row.actor,
        "credential": row.credential,
        "credential_name": who.name(connection, row.credential),
        "decided_at": row.at,
    }


def standing_on(
    connection: Connection, project_id: str, kind: DecisionKind, addresses: Collection[str]
) -> Decision | None:
    """The decision on a disagreement or a statement that stands under any of its addresses; None when there is none, or it was ended."""
    rows = decisions.standing_of(connection, project_id, kind)
    mine = [row for row in rows if {*addresses} & {*row.targets, *row.canonical}]
    return None if not mine or mine[-1].choice in ENDS else mine[-1]


def one(connection: Connection, project_id: str, seq: int) -> Decision:
    """One decision. Raises RecordNotFound."""
    found = [row for row in decisions.log(connection, project_id, seq - 1) if row.seq == seq]
    if not found:
        raise missing()
    return found[0]


def _undone(log: Sequence[Decision]) -> set[int]:
    undone: set[int] = set()
    for row in reversed(log):
        if row.kind == DecisionKind.UNDO and row.seq not in undone:
            undone.add(row.undoes)
    return undone


def is_undone(connection: Connection, project_id: str, seq: int) -> bool:
    """Whether a later act that itself stands took this one back."""
    return seq in _undone(decisions.log(connection, project_id))


def _view(
    connection: Connection,
    at: Pin,
    row: Decision,
    called: Mapping[str, str],
    keys: Mapping[str, str],
    *,
    undone: bool,
    stands: bool,
) -> DecisionView:
    return DecisionView(
        seq=row.seq,
        project_id=row.project_id,
        kind=row.kind,
        choice=row.choice,
        targets=list(row.targets),
        canonical=list(row.canonical),
        winner_id=row.winner,
        undoes=row.undoes,
        undone=undone,
        attached=not stands or _attached(connection, at, row),
        actor=row.actor,
        credential=row.credential,
        credential_name=keys[row.credential],
        notes=decisions.note_text(connection, at.project_id, row.note_id) if row.note_id else "",
        at=row.at,
        about=list(dict.fromkeys(called.get(id_, id_) for id_ in row.targets)),
    )


def _attached(connection: Connection, at: Pin, row: Decision) -> bool:
    return all(_is_there(connection, at, row.kind, id_) for id_ in row.targets)


def _is_there(connection: Connection, at: Pin, kind: str, id_: str) -> bool:
    if kind == DecisionKind.SOURCE:
        return id_.startswith(NAMED) or bool(names.sources(connection, at.project_id, [id_]))
    if kind == DecisionKind.ATTRIBUTE:
        return True
    table = _TABLES[DecisionKind(kind)]
    target, _ = canonical(connection, at, id_)
    mine = derived.at_revision(table, at.project_id, at.rev) & (table.c.id == target)
    return connection.execute(select(table.c.id).where(mine)).one_or_none() is not None
