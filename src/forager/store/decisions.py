"""The decision log: append-only rows, and the fold that says which of them stand (design notes §8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import Connection, insert, select

from forager.model.decision import Decision, DecisionKind
from forager.store.tables import decision, note
from formicaria.ground.canonical import canonical_text, parse
from formicaria.ground.counters import next_value
from formicaria.ground.ids import random_id


def append(
    connection: Connection,
    *,
    project: str,
    kind: DecisionKind,
    targets: Sequence[str],
    canonical: Sequence[str],
    fingerprint: str,
    choice: str,
    winner: str = "",
    undoes: int = 0,
    credential: str,
    actor: str,
    words: str = "",
    at: str,
) -> Decision:
    """Add one decision; ``words`` is the person's note, kept apart so that the log itself holds none."""
    note_id = _keep_note(connection, project, words)
    seq = next_value(connection, f"decision:{project}")
    made = Decision(
        project,
        seq,
        kind,
        tuple(targets),
        tuple(canonical),
        fingerprint,
        choice,
        winner,
        undoes,
        credential,
        actor,
        note_id,
        at,
    )
    values = {name: getattr(made, name) for name in Decision.__slots__}
    lists = {"targets": canonical_text(list(targets)), "canonical": canonical_text(list(canonical))}
    connection.execute(insert(decision).values(**values | lists))
    return made


def _keep_note(connection: Connection, project: str, words: str) -> str:
    if not words:
        return ""
    note_id = random_id("note_")
    connection.execute(insert(note).values(id=note_id, project_id=project, text=words))
    return note_id


def log(
    connection: Connection, project: str, after: int = 0, kinds: Collection[DecisionKind] = ()
) -> tuple[Decision, ...]:
    """Every decision of a project after ``after``, in order; of some ``kinds`` only when any are given."""
    query = select(decision).where(decision.c.project_id == project, decision.c.seq > after).order_by(decision.c.seq)
    if kinds:
        query = query.where(decision.c.kind.in_(sorted(kinds)))
    return tuple(_decision(dict(row._mapping)) for row in connection.execute(query))


def note_text(connection: Connection, project: str, note_id: str) -> str:
    """A decision's note, or empty."""
    mine = (note.c.id == note_id) & (note.c.project_id == project)
    return connection.execute(select(note.c.text).where(mine)).scalar_one_or_none() or ""


def last_seq(connection: Connection, project: str) -> int:
    """The number of the last decision, or 0."""
    query = select(decision.c.seq).where(decision.c.project_id == project).order_by(decision.c.seq.desc()).limit(1)
    return int(connection.execute(query).scalar_one_or_none() or 0)


def standing_of(connection: Connection, project: str, kind: DecisionKind) -> tuple[Decision, ...]:
    """The decisions of one kind that stand, in order. Only they and the undos are read."""
    return standing(log(connection, project, kinds=(kind, DecisionKind.UNDO)))


def standing(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The decisions that no later one undid, in order; an undo may itself be undone."""
    rows = list(decisions)
    undone: set[int] = set()
    for row in reversed(rows):
        if row.kind == DecisionKind.UNDO and row.seq not in undone:
            undone.add(row.undoes)
    return tuple(row for row in rows if row.seq not in undone and row.kind != DecisionKind.UNDO)


def _decision(values: dict[str, object]) -> Decision:
    lists = {name: tuple(str(each) for each in _list(values[name])) for name in ("targets", "canonical")}
    return Decision(**(values | lists))  # type: ignore[arg-type]  # a row holds exactly the fields


def _list(text: object) -> list[object]:
    found = parse(str(text))
    return found if isinstance(found, list) else []
