"""Open a derivation: find by difference what changed since the last published revision, and mark it.

Nothing has to remember to mark anything: what counts now (live and read) is compared with what was counted then (``included``),
and the decision log with the last decision replayed. Both comparisons and the marks are one transaction.
"""

from __future__ import annotations

from sqlalchemy import Connection, and_, or_, select, update

from forager.derive import flags, mark
from forager.derive.corrections import correct
from forager.model.decision import Decision, DecisionKind
from forager.store import decisions, derived
from forager.store.tables import conflict_state, project, source

RECIPE = "derive@1"
"""Part of what derived rows are a function of: raising it recomputes everything."""


def begin(connection: Connection, project_id: str) -> bool:
    """Undo an unpublished revision, mark what changed. Returns whether there is anything to do."""
    row = connection.execute(select(project).where(project.c.id == project_id)).one()
    derived.undo_unpublished(connection, project_id, int(row.published_rev))
    mark.take_up(connection, project_id)
    mark.mark_sources(connection, project_id, correct(connection, project_id))
    _mark_sources(connection, project_id)
    _mark_decisions(connection, project_id, int(row.derived_seq))
    # Recorded with the marks, not when publishing: a decision taken in between was not replayed.
    seen = {"derived_seq": decisions.last_seq(connection, project_id)}
    connection.execute(update(project).where(project.c.id == project_id).values(**seen))
    if row.derived_recipe != RECIPE:
        mark_everything(connection, project_id)
    return mark.count(connection, project_id) > 0


def _mark_sources(connection: Connection, project_id: str) -> None:
    counts_now = and_(source.c.state == "live", source.c.read_state == "read")
    entering = and_(counts_now, source.c.included.is_(False))
    leaving = and_(or_(source.c.state != "live", source.c.read_state != "read"), source.c.included.is_(True))
    changed = select(source.c.id, source.c.included).where(source.c.project_id == project_id, or_(entering, leaving))
    rows = connection.execute(changed.order_by(source.c.id)).all()
    ids = [row.id for row in rows]
    mark.mark_sources(connection, project_id, ids)
    for value in (True, False):
        flipped = [row.id for row in rows if bool(row.included) is not value]
        for start in range(0, len(flipped), mark.BATCH):
            part = flipped[start : start + mark.BATCH]
            connection.execute(update(source).where(source.c.id.in_(part)).values(included=value))


def forget(connection: Connection, project_id: str, source_id: str) -> None:
    """Before a source is read again: mark what its present reading bears on, and stop counting it."""
    mark.mark_sources(connection, project_id, [source_id], later=True)
    connection.execute(update(source).where(source.c.id == source_id).values(included=False))


def mark_everything(connection: Connection, project_id: str) -> None:
    """Mark all sources: a clean rebuild, or a new derivation recipe."""
    ids = connection.execute(
        select(source.c.id).where(source.c.project_id == project_id).order_by(source.c.id)
    ).scalars()
    mark.mark_sources(connection, project_id, list(ids))


def _mark_decisions(connection: Connection, project_id: str, after: int) -> None:
    log = decisions.log(connection, project_id)
    undone = {row.seq: row for row in log}
    for row in log:
        if row.seq > after:
            subject = _root(row, undone)
            _mark_decision(connection, project_id, subject)


def _root(row: Decision, by_seq: dict[int, Decision]) -> Decision:
    while row.kind == DecisionKind.UNDO:
        row = by_seq[row.undoes]
    return row


def _mark_decision(connection: Connection, project_id: str, row: Decision) -> None:
    if row.kind == DecisionKind.ENTITY:
        mark.mark(connection, project_id, "node", row.targets)
        return
    if row.kind == DecisionKind.ATTRIBUTE:
        flags.mark_all(connection, project_id, row.targets[0])
        return
    if row.kind == DecisionKind.SOURCE:
        # What changed by it is found by difference, and marked with the sources.
        return
    if row.kind == DecisionKind.ITEM:
        mark.mark_items(connection, project_id, row.targets)
        return
    # The slot may have been closed since: any revision's row tells where it lay.
    mine = (conflict_state.c.project_id == project_id) & conflict_state.c.id.in_([*row.targets, *row.canonical])
    columns = (conflict_state.c.kind, conflict_state.c.subject_token, conflict_state.c.slot)
    for kind, token, slot in connection.execute(select(*columns).where(mine).distinct()).all():
        if kind == "duplicate_source":
            mark.mark(connection, project_id, "source", [token.removeprefix("source:")])
        else:
            mark.mark(connection, project_id, "group", [mark.group_key(token, slot)])
