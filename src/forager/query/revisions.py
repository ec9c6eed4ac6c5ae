"""What was published when, and what changed between two revisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast

from sqlalchemy import Connection, Select, Table, and_, or_, select

from forager.query.page import Page, PageRequest, paged, slice_of
from forager.query.pin import Pin
from forager.query.views import ChangeView, RevisionView
from forager.store import derived
from forager.store.tables import (
    candidate_state,
    conflict_state,
    entity_state,
    item_state,
    relation_state,
    revision,
)
from formicaria.ground.canonical import parse
from formicaria.ground.errors import InvalidRequest

Record = Mapping[str, object]
KINDS: Final[dict[str, Table]] = {
    "item": item_state,
    "conflict": conflict_state,
    "entity": entity_state,
    "candidate": candidate_state,
    "relation": relation_state,
}


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed after ``start`` up to and with ``end``; ``counts`` is by kind and change over all pages."""

    start: str
    end: str
    counts: dict[str, dict[str, int]]
    changes: Page[ChangeView]


def revisions(connection: Connection, project_id: str, page: PageRequest) -> Page[RevisionView]:
    """A page of published revisions, newest first."""
    query = select(revision).where(revision.c.project_id == project_id).order_by(revision.c.rev.desc())
    rows, total = paged(connection, query, page)
    found = [dict(row._mapping) for row in rows]
    views = [RevisionView(id=f"rev_{row['rev']}", **row) for row in found]
    return Page(views, page.page, page.page_size, total)


def diff(connection: Connection, start: Pin, end: Pin, kinds: tuple[str, ...], page: PageRequest) -> Diff:
    """What was added, changed or ended between two pins of one project, by kind and id.

    Raises:
        InvalidRequest: ``start`` is later than ``end``.
    """
    if start.rev > end.rev:
        raise InvalidRequest("The first revision is later than the second.", remedy="Swap from and to.")
    found = [
        change for kind in KINDS if not kinds or kind in kinds for change in _changes(connection, start, end, kind)
    ]
    counts: dict[str, dict[str, int]] = {}
    for change in found:
        row = counts.setdefault(change.kind, {})
        row[change.change] = row.get(change.change, 0) + 1
    ordered = {kind: dict(sorted(row.items())) for kind, row in sorted(counts.items())}
    changes = Page(slice_of(found, page), page.page, page.page_size, len(found), end.revision_id)
    return Diff(start.revision_id, end.revision_id, ordered, changes)


def _changes(connection: Connection, start: Pin, end: Pin, kind: str) -> list[ChangeView]:
    table = KINDS[kind]
    began = and_(table.c.rev_from > start.rev, table.c.rev_from <= end.rev)
    ended = and_(table.c.rev_to > start.rev, table.c.rev_to <= end.rev)
    touched = select(table.c.id).where(table.c.project_id == start.project_id, or_(began, ended)).distinct()
    before, after = _bodies(connection, table, start, touched), _bodies(connection, table, end, touched)
    ids = sorted(set(before) | set(after))
    return [_change(kind, id_, before.get(id_), after.get(id_)) for id_ in ids if before.get(id_) != after.get(id_)]


def _bodies(connection: Connection, table: Table, at: Pin, touched: Select[tuple[str]]) -> dict[str, str]:
    mine = derived.at_revision(table, at.project_id, at.rev)
    query = select(table.c.id, table.c.body).where(mine, table.c.id.in_(touched))
    return {row[0]: row[1] for row in connection.execute(query)}


def _change(kind: str, id_: str, before: str | None, after: str | None) -> ChangeView:
    old = cast("Record", parse(before)) if before else {}
    new = cast("Record", parse(after)) if after else {}
    fields = sorted(name for name in set(old) & set(new) if old[name] != new[name])
    return ChangeView(
        kind=kind,
        id=id_,
        change=_word(old, new),
        label=label(new or old),
        before=label(old),
        before_status=str(old.get("status", "")),
        after_status=str(new.get("status", "")),
        changed_fields=fields,
    )


def _word(old: Record, new: Record) -> str:
    """``added``, ``ended``, ``changed``, or the status it came to have."""
    if not old:
        return "added"
    if not new:
        return "ended"
    return str(new["status"]) if old.get("status") != new.get("status") else "changed"


def label(row: Record) -> str:
    """What a record is called in a line: its words, its description, its name."""
    if row.get("left_name"):
        return f"{row['left_name']} and {row['right_name']}"
    if row.get("from_name"):
        return f"{row['from_name']} {str(row['kind']).replace('_', ' ')} {row['to_name']}"
    for name in ("statement", "description", "name"):
        if row.get(name):
            return str(row[name])
    return ""
