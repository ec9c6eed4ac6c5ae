"""Documents as people sent them: every version, what it said, what was not read, and what took its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from sqlalchemy import Connection, Table, func, select

from forager.model.source import ReadState, Source, SourceState
from forager.query import names, states
from forager.query.account import NOTHING_UNREAD
from forager.query.page import Page, PageRequest, paged
from forager.query.views import SourceView
from forager.store import sources as source_rows
from forager.store.tables import chunk, document, evidence, source
from formicaria.ground.canonical import parse

_READ = {ReadState.WAITING: "queued", ReadState.READ: "processed", ReadState.FAILED: "failed"}


def sources(
    connection: Connection, project_id: str, state: str, page: PageRequest, *, reading: str = "", named: str = ""
) -> Page[SourceView]:
    """A page of sources by name, the last accepted version of a name first.

    Of one state, of one reading state (waiting, read, failed), or with ``named`` in their name, when these are given.
    """
    mine = source.c.project_id == project_id
    if state:
        mine &= source.c.state == state
    if reading:
        mine &= source.c.read_state == reading
    if named:
        mine &= source.c.logical_name.icontains(named, autoescape=True)
    query = select(source).where(mine).order_by(source.c.logical_name, source.c.accepted_seq.desc(), source.c.id)
    rows, total = paged(connection, query, page)
    return Page(shown(connection, [source_rows.from_row(row) for row in rows]), page.page, page.page_size, total)


def source_view(connection: Connection, project_id: str, id_: str) -> SourceView:
    """One source with the account of what was not read. Raises RecordNotFound."""
    row = connection.execute(select(source).where(source.c.project_id == project_id, source.c.id == id_)).one_or_none()
    if row is None:
        raise states.missing()
    view = shown(connection, [source_rows.from_row(row)])[0]
    account = connection.execute(select(document.c.account).where(document.c.source_id == id_)).scalar_one_or_none()
    found = _account(account) if account else {}
    warnings = [
        *_told(found.get("warnings")),
        *_told(cast("Mapping[str, object]", found.get("asking", {})).get("said")),
    ]
    return replace(view, unread=_told(found.get("unread")), warnings=warnings)


def members(connection: Connection, project_id: str, parent_id: str) -> list[SourceView]:
    """What a source carries (attachments, members), by name."""
    mine = (source.c.project_id == project_id) & (source.c.parent_id == parent_id)
    rows = connection.execute(select(source).where(mine).order_by(source.c.logical_name, source.c.id)).all()
    return shown(connection, [source_rows.from_row(row) for row in rows])


def _account(kept: str) -> Mapping[str, object]:
    return cast("Mapping[str, object]", parse(kept))


def _told(value: object) -> list[str]:
    rows = value if isinstance(value, list) else []
    return [": ".join(str(part) for part in _parts(row)) for row in rows]


def _parts(row: object) -> list[object]:
    if isinstance(row, dict):
        return [row[key] for key in ("what", "why") if key in row]
    return list(row) if isinstance(row, list) else [row]


def shown(connection: Connection, found: Sequence[Source]) -> list[SourceView]:
    """Sources in the wire's shape, in the order given."""
    ids = [each.id for each in found]
    chunks, statements = _counts(connection, chunk, ids), _counts(connection, evidence, ids)
    unread, successors = _unread(connection, ids), _successors(connection, found)
    views = (
        _view(each, chunks.get(each.id, 0), statements.get(each.id, 0), successors.get(each.id, "")) for each in found
    )
    return [replace(view, unread_count=unread.get(view.id, 0)) for view in views]


def _counts(connection: Connection, table: Table, ids: Sequence[str]) -> dict[str, int]:
    query = select(table.c.source_id, func.count()).where(table.c.source_id.in_(ids)).group_by(table.c.source_id)
    return {row[0]: int(row[1]) for row in connection.execute(query)}


def _unread(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """How many things were not read in each source that has any; the account of one read whole is not opened."""
    some = document.c.source_id.in_(ids) & document.c.account.not_like(NOTHING_UNREAD)
    rows = connection.execute(select(document.c.source_id, document.c.account).where(some))
    return {row[0]: len(_told(_account(row[1]).get("unread"))) for row in rows}


def _successors(connection: Connection, found: Sequence[Source]) -> dict[str, str]:
    """The live version of the name of each superseded source."""
    old = [each for each in found if each.state is SourceState.SUPERSEDED]
    if not old:
        return {}
    live = (source.c.project_id == old[0].project_id) & (source.c.state == SourceState.LIVE)
    named = source.c.logical_name.in_(sorted({each.logical_name for each in old}))
    by_name = {
        row[0]: row[1] for row in connection.execute(select(source.c.logical_name, source.c.id).where(live, named))
    }
    return {each.id: by_name.get(each.logical_name, "") for each in old}


def _view(of: Source, chunks: int, statements: int, successor: str) -> SourceView:
    return SourceView(
        id=of.id,
        project_id=of.project_id,
        original_name=of.logical_name,
        source_type=names.source_type(of),
        media_type=of.media_type,
        content_hash=of.sha256,
        size_bytes=of.size,
        processing_status=_READ[of.read_state] if of.state is SourceState.LIVE else of.state,
        state=of.state,
        title=of.title,
        language=of.language,
        document_date=of.document_date,
        date_origin=of.date_origin,
        authoritative=of.authoritative,
        duplicate_of="" if of.cluster == of.id else of.cluster,
        superseded_by=successor or of.replaced_by,
        replaced_by=of.replaced_by,
        parent_id=of.parent_id,
        chunk_count=chunks,
        statement_count=statements,
        failure_code=of.failure_code,
        failure=of.failure,
        scope="tenant",
        accepted_at=of.accepted_at,
        kind=names.kind(of.media_type),
    )
