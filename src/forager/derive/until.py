"""What the documents dated by a day said: the same derivation over those documents alone, in a store of its own (design notes §4).

Every document that is certainly dated by the day counts, whenever it was taken in; of several versions of one name the last one among
them is live. People's acts count as far as they can be about those documents: one on a disagreement counts when every side that the
person saw had been said by then. So the answer is by construction that of a base which holds these documents only (ADR 0079).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy import ColumnElement, Connection, Table, and_, insert, select

from forager.derive.publish import Indexer, Published
from forager.derive.rebuild import BATCH, RESET, UNPUBLISHED
from forager.derive.run import Derivation, Report, run
from forager.extract.values.calendar import date_bounds
from forager.model.decision import Decision, DecisionKind
from forager.model.source import SourceState
from forager.store import decisions, derived
from forager.store.tables import (
    chunk,
    conflict_state,
    decision,
    document,
    entity_state,
    evidence,
    instance,
    item_state,
    mention,
    note,
    project,
    relation,
    revision,
    source,
    source_event,
)
from formicaria.ground.canonical import canonical_text, parse
from formicaria.ground.clock import FixedClock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database

_READ_LAYER: tuple[Table, ...] = (document, chunk, evidence, mention, relation)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Documents that do not count by the day: without a date, dated later, dated too vaguely to be sure."""

    undated: int
    later: int
    vague: int


@dataclass(frozen=True, slots=True)
class Holding:
    """What a base at one revision holds by a day: each counted source's state then, the acts that count, what is left out."""

    states: Mapping[str, SourceState]
    acts: tuple[Decision, ...]
    left_out: LeftOut


@dataclass(frozen=True, slots=True)
class _Dated:
    id: str
    name: str
    date: str
    parent: str
    state: str


def last_day(document_date: str) -> date | None:
    """The last day a document's date can mean; None when it has none."""
    bounds = date_bounds(document_date) if document_date else None
    return bounds[1] if bounds else None


def first_day(document_date: str) -> date | None:
    """The first day a document's date can mean; None when it has none."""
    bounds = date_bounds(document_date) if document_date else None
    return bounds[0] if bounds else None


def held(connection: Connection, project_id: str, rev: int, day: date) -> Holding:
    """What the project at revision ``rev`` holds of documents dated by ``day``."""
    rows = _known(connection, project_id, rev)
    kept = {row.id: row for row in rows if (last := last_day(row.date)) is not None and last <= day}
    states = _states(connection, project_id, _published(connection, project_id, rev), kept)
    acts = tuple(
        act for act in _acts(connection, project_id, rev) if _was_said(connection, act, project_id, states.keys())
    )
    return Holding(states, acts, _left_out([row for row in rows if row.state == SourceState.LIVE], day))


def _left_out(rows: Sequence[_Dated], day: date) -> LeftOut:
    first = [(first_day(row.date), last_day(row.date)) for row in rows]
    return LeftOut(
        undated=sum(low is None for low, _ in first),
        later=sum(low is not None and low > day for low, _ in first),
        vague=sum(low is not None and high is not None and low <= day < high for low, high in first),
    )


def _published(connection: Connection, project_id: str, rev: int) -> str:
    mine = (revision.c.project_id == project_id) & (revision.c.rev == rev)
    return str(connection.execute(select(revision.c.published_at).where(mine)).scalar_one_or_none() or "")


def _known(connection: Connection, project_id: str, rev: int) -> list[_Dated]:
    """The sources that were read by the revision, in whatever state they are now, by id."""
    columns = (source.c.id, source.c.logical_name, source.c.document_date, source.c.parent_id, source.c.state)
    mine = (source.c.project_id == project_id) & (source.c.read_state == "read")
    query = select(*columns, source.c.included).where(mine).order_by(source.c.id)
    rows = connection.execute(query).all()
    newest = connection.execute(select(project.c.published_rev).where(project.c.id == project_id)).scalar_one()
    traced = set() if rev == newest else _traced(connection, project_id, rev)
    found = [
        _Dated(*row[:5])
        for row in rows
        if (row.id in traced if rev != newest else row.included or row.state != SourceState.LIVE)
    ]
    return _dated_by_parents(found)


def _dated_by_parents(rows: Sequence[_Dated]) -> list[_Dated]:
    """What is carried without a date of its own was said when the letter that carries it was."""
    known = {row.id: row for row in rows}

    def dated(row: _Dated) -> str:
        seen: set[str] = set()
        while not row.date and row.parent in known and row.parent not in seen:
            seen.add(row.parent)
            row = known[row.parent]
        return row.date

    return [replace(row, date=dated(row)) for row in rows]


def _traced(connection: Connection, project_id: str, rev: int) -> set[str]:
    """The sources that left a trace in a revision; one that left none bears on nothing in it."""
    found: set[str] = set()
    wanted: list[str] = []
    for body in _bodies(connection, item_state, project_id, rev):
        wanted += [*_texts(body["evidence_ids"]), *_texts(body["past_evidence_ids"])]
    for start in range(0, len(wanted), BATCH):
        mine = evidence.c.id.in_(wanted[start : start + BATCH])
        found |= set(connection.execute(select(evidence.c.source_id).where(mine).distinct()).scalars())
    for table in (entity_state, conflict_state):
        for body in _bodies(connection, table, project_id, rev):
            found |= set(_texts(body["source_ids"]))
    return found


def _bodies(connection: Connection, table: Table, project_id: str, rev: int) -> Iterator[Mapping[str, object]]:
    last = ""
    while page := derived.bodies(connection, table, project_id, rev, last):
        for _, body in page:
            found = parse(body)
            if isinstance(found, dict):
                yield found
        last = page[-1][0]


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _states(connection: Connection, project_id: str, until: str, kept: Mapping[str, _Dated]) -> dict[str, SourceState]:
    """The fold of what happened to the kept sources alone: of versions of one name the last accepted is live."""
    found: dict[str, SourceState] = {}
    live: dict[str, str] = {}
    mine = (source_event.c.project_id == project_id) & (source_event.c.at <= until)
    query = select(source_event.c.source_id, source_event.c.kind).where(mine).order_by(source_event.c.seq)
    for id_, kind in connection.execute(query):
        if id_ in kept:
            _happened(id_, kind, kept[id_].name, found, live)
    return {id_: _with_parent(id_, kept, found) for id_ in sorted(found)}


def _happened(id_: str, kind: str, name: str, found: dict[str, SourceState], live: dict[str, str]) -> None:
    if kind == "accepted" or (kind == "restored" and name not in live):
        if live.get(name, id_) != id_:
            found[live[name]] = SourceState.SUPERSEDED
        live[name], found[id_] = id_, SourceState.LIVE
        return
    if live.get(name) == id_:
        del live[name]
    ended = {"removed": SourceState.REMOVED, "purged": SourceState.PURGED}
    found[id_] = ended.get(kind, SourceState.SUPERSEDED)


def _with_parent(id_: str, kept: Mapping[str, _Dated], found: Mapping[str, SourceState]) -> SourceState:
    """A member lives while what carries it does, if that is dated by the day too; else it stands for itself."""
    parent = kept[id_].parent
    state = found.get(parent, SourceState.LIVE) if parent else SourceState.LIVE
    if found[id_] is SourceState.LIVE and state is not SourceState.LIVE:
        return state
    if parent and parent not in kept and kept[id_].state in {SourceState.REMOVED, SourceState.PURGED}:
        return SourceState(kept[id_].state)
    return found[id_]


def _acts(connection: Connection, project_id: str, rev: int) -> tuple[Decision, ...]:
    mine = (revision.c.project_id == project_id) & (revision.c.rev == rev)
    last = connection.execute(select(revision.c.decision_seq).where(mine)).scalar_one_or_none() or 0
    return decisions.standing(row for row in decisions.log(connection, project_id) if row.seq <= last)


def _was_said(connection: Connection, act: Decision, project_id: str, sources: Collection[str]) -> bool:
    """Whether everything an act was about had been said; one on names, statements or sources that are absent bears on nothing."""
    if act.kind != DecisionKind.CONFLICT or not act.fingerprint.startswith("["):
        return True
    found = parse(act.fingerprint)
    sides = [_texts(side.get("items")) for side in found if isinstance(side, dict)] if isinstance(found, list) else []
    every = {item for side in sides for item in side}
    mine = (evidence.c.project_id == project_id) & evidence.c.item_id.in_(sorted(every))
    query = select(evidence.c.item_id, evidence.c.source_id).where(mine)
    said = {item for item, source_id in connection.execute(query) if source_id in sources}
    return all(said & set(side) for side in sides)


def derive_until(
    original: Connection,
    clean: Database,
    project_id: str,
    holding: Holding,
    index: Indexer | None,
    report: Report = lambda _stage, _done, _total: None,
    stop: Callable[[], bool] = lambda: False,
) -> Published:
    """Derive a holding in an empty store. Returns the revision it has there; 0 when nothing is held. Raises Stopped when told to."""
    with clean.write() as copy:
        _copy(original, copy, project_id, holding)
    crash_point("until.after_copy")
    return run(Derivation(clean, project_id, FixedClock(), report=report, stop=stop, index=index))


def _copy(original: Connection, copy: Connection, project_id: str, holding: Holding) -> None:
    own = original.execute(select(project).where(project.c.id == project_id)).one()
    copy.execute(insert(project).values(dict(own._mapping) | UNPUBLISHED))
    copy.execute(insert(instance).values(dict(original.execute(select(instance)).one()._mapping)))
    for rows in _rows(original, source, source.c.id, holding.states):
        changed = [row | RESET | {"state": holding.states[str(row["id"])]} for row in rows]
        copy.execute(insert(source), changed)
    for table in _READ_LAYER:
        for rows in _rows(original, table, table.c.source_id, holding.states):
            copy.execute(insert(table), rows)
    if holding.acts:
        copy.execute(insert(decision), [_act_row(act) for act in holding.acts])
        for rows in _rows(original, note, note.c.id, {act.note_id for act in holding.acts}):
            copy.execute(insert(note), rows)


def _rows(
    original: Connection, table: Table, column: ColumnElement[str], sources: Iterable[str]
) -> Iterator[list[dict[str, object]]]:
    wanted = sorted(sources)
    for start in range(0, len(wanted), BATCH):
        mine = select(table).where(and_(column.in_(wanted[start : start + BATCH])))
        for rows in original.execute(mine.execution_options(yield_per=BATCH)).partitions():
            yield [dict(row._mapping) for row in rows]


def _act_row(act: Decision) -> dict[str, object]:
    row: dict[str, object] = {name: getattr(act, name) for name in Decision.__slots__}
    lists = {"targets": canonical_text(list(act.targets)), "canonical": canonical_text(list(act.canonical))}
    return row | lists
