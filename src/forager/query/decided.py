"""The decision log as people read it: who decided what, which acts were taken back, and which no longer find their record."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from forager.model.decision import Decision, DecisionKind
from forager.query.page import Page, PageRequest, slice_of
from forager.query.pin import Pin, canonical
from forager.query.states import missing
from forager.query.views import DecisionView
from forager.store import decisions, derived
from forager.store.tables import conflict_state, entity_state, item_state

_TABLES = {DecisionKind.CONFLICT: conflict_state, DecisionKind.ENTITY: entity_state, DecisionKind.ITEM: item_state}


def listed(connection: Connection, at: Pin, page: PageRequest) -> Page[DecisionView]:
    """A page of decisions, newest first."""
    log = decisions.log(connection, at.project_id)
    stands = {row.seq for row in decisions.standing(log)}
    undone = _undone(log)
    chosen = slice_of(log[::-1], page)
    views = [_view(connection, at, row, undone=row.seq in undone, stands=row.seq in stands) for row in chosen]
    return Page(views, page.page, page.page_size, len(log), at.revision_id)


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


def _view(connection: Connection, at: Pin, row: Decision, *, undone: bool, stands: bool) -> DecisionView:
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
        attached=not stands or all(_is_there(connection, at, row.kind, id_) for id_ in row.targets),
        actor=row.actor,
        credential=row.credential,
        notes=decisions.note_text(connection, at.project_id, row.note_id) if row.note_id else "",
        at=row.at,
    )


def _is_there(connection: Connection, at: Pin, kind: str, id_: str) -> bool:
    table = _TABLES[DecisionKind(kind)]
    target, _ = canonical(connection, at, id_)
    mine = derived.at_revision(table, at.project_id, at.rev) & (table.c.id == target)
    return connection.execute(select(table.c.id).where(mine)).one_or_none() is not None
