"""The history of one record: every revision in which it changed, and every act of a person on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from sqlalchemy import Connection, Row, Table, select

from forager.query import decided
from forager.query.pin import Pin, joined
from forager.query.revisions import label
from forager.query.views import StepView
from forager.store import decisions
from forager.store.tables import OPEN, conflict_state, entity_state, item_state, revision
from formicaria.ground.canonical import parse

Body = Mapping[str, object]
TABLES: Final[Mapping[str, Table]] = {"item": item_state, "entity": entity_state, "conflict": conflict_state}
FIELDS: Final[Mapping[str, str]] = {
    "statement": "wording", "evidence_ids": "evidence", "past_evidence_ids": "evidence", "confidence": "confidence",
    "conflict_ids": "disagreements", "review_status": "review", "superseded_by": "what took its place", "name": "name",
    "aliases": "other names", "mention_count": "mentions", "node_ids": "names joined in it", "sides": "sides",
    "suggestion": "suggestion", "resolution": "decision", "flagged": "flag", "type": "kind", "support": "support",
    "subject_entity_id": "whom it is about", "entity_ids": "whom it names", "source_ids": "documents",
}  # fmt: skip
"""Which differences a person is told of, and how they are called."""


def of(connection: Connection, at: Pin, kind: str, id_: str) -> list[StepView]:
    """The steps of a record under any of its addresses up to the pin, oldest first."""
    addresses = joined(connection, at, id_)
    rows = _rows(connection, at, TABLES[kind], addresses)
    about = {*addresses, *(each for _, _, body in rows for each in _texts(body.get("conflict_ids")))}
    about |= {each for _, _, body in rows for each in _texts(body.get("node_ids"))}
    published = _published(connection, at)
    steps = [(rev, 1, _step(published, rev, what, body)) for rev, what, body in _changes(at, rows)]
    steps += [(_first_with(step, published), 0, step) for step in _acts(connection, at, about)]
    return [step for _, _, step in sorted(steps, key=lambda row: row[:2])]


def _first_with(step: StepView, published: Sequence[Row[int, str, int]]) -> int:
    """The revision that is the first to know an act; times may be equal, the order of the log is not."""
    seq = step.decision.seq if step.decision else 0
    return min((row.rev for row in published if row.decision_seq >= seq), default=OPEN)


def _rows(connection: Connection, at: Pin, table: Table, ids: Sequence[str]) -> list[tuple[int, int, Body]]:
    mine = (table.c.project_id == at.project_id) & table.c.id.in_(ids) & (table.c.rev_from <= at.rev)
    query = select(table.c.rev_from, table.c.rev_to, table.c.body).where(mine).order_by(table.c.rev_from, table.c.id)
    return [(int(row[0]), int(row[1]), cast("Body", parse(row[2]))) for row in connection.execute(query)]


def _changes(at: Pin, rows: Sequence[tuple[int, int, Body]]) -> Iterator[tuple[int, str, Body]]:
    before: Body = {}
    for begin, _, body in rows:
        what = _what(before, body)
        if what:
            yield begin, what, body
        before = body
    last = max((end for _, end, _ in rows), default=OPEN)
    if last <= at.rev:
        yield last, "is not known any more", before


def _step(published: Sequence[Row[int, str, int]], rev: int, what: str, body: Body) -> StepView:
    when = next((row.published_at for row in published if row.rev == rev), "")
    return StepView(when, f"rev_{rev}", what, str(body.get("status", "")), label(body))


def _published(connection: Connection, at: Pin) -> Sequence[Row[int, str, int]]:
    columns = (revision.c.rev, revision.c.published_at, revision.c.decision_seq)
    query = select(*columns).where(revision.c.project_id == at.project_id, revision.c.rev <= at.rev)
    return connection.execute(query.order_by(revision.c.rev)).all()


def _what(before: Body, now: Body) -> str:
    if not before:
        return "first known"
    if before.get("status") != now.get("status"):
        return f"became {now.get('status')}"
    names = dict.fromkeys(word for name, word in FIELDS.items() if before.get(name) != now.get(name))
    return f"changed: {', '.join(names)}" if names else ""


def _acts(connection: Connection, at: Pin, about: set[str]) -> list[StepView]:
    log = decisions.log(connection, at.project_id)
    mine = [row for row in log if about & {*row.targets, *row.canonical}]
    return [StepView(view.at, "", view.choice, "", "", view) for view in decided.shown(connection, at, mine, log)]


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
