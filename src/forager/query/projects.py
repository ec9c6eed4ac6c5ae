"""Which projects a caller may see, whose a record is, and what a project holds.

Foreign and missing take the same path: one query limited to the projects the caller may see, and one answer when it finds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, Table, func, or_, select

from forager.errors import ProjectNotFound
from forager.model.job import TERMINAL
from forager.model.source import Project, ReadState, SourceState
from forager.query import states
from forager.query.page import Page, PageRequest
from forager.query.views import ProjectView
from forager.store import derived
from forager.store.projects import slug
from forager.store.tables import (
    address,
    conflict_state,
    entity_state,
    evidence,
    export,
    item_state,
    job,
    project,
    source,
)

RECORDS: dict[str, tuple[Table, ...]] = {
    "item": (item_state, address),
    "entity": (entity_state, address),
    "conflict": (conflict_state, address),
    "source": (source,),
    "job": (job,),
    "evidence": (evidence,),
    "export": (export,),
}
"""The tables in which a kind of record has its id."""


def find(connection: Connection, ref: str, limit: Sequence[str] | None) -> Project:
    """The project with this id or name among those in ``limit`` (None: all). Raises ProjectNotFound."""
    wanted = or_(project.c.id == ref, project.c.slug == slug(ref))
    rows = connection.execute(select(project).where(wanted, _allowed(project.c.id, limit))).all()
    found = sorted(rows, key=lambda row: row.id != ref)
    if not found:
        raise ProjectNotFound("There is no such project.", remedy="List the projects to see their names.")
    return Project(**{name: found[0]._mapping[name] for name in Project.__slots__})


def owner(connection: Connection, kind: str, id_: str, limit: Sequence[str] | None) -> Project:
    """The project of a record among those in ``limit`` (None: all). Raises RecordNotFound."""
    owners = [
        select(table.c.project_id).where(table.c.id == id_, _projects_of(table, limit)) for table in RECORDS[kind]
    ]
    found = sorted({row for query in owners for row in connection.execute(query.distinct()).scalars()})
    rows = connection.execute(select(project).where(project.c.id.in_(found))).all()
    if not rows:
        raise states.missing()
    return Project(**{name: rows[0]._mapping[name] for name in Project.__slots__})


def _projects_of(table: Table, limit: Sequence[str] | None) -> ColumnElement[bool]:
    # Naming the projects lets the primary key answer, whose first column they are.
    return table.c.project_id.in_(select(project.c.id) if limit is None else sorted(limit))


def _allowed(column: ColumnElement[str], limit: Sequence[str] | None) -> ColumnElement[bool]:
    return column.is_not(None) if limit is None else column.in_(sorted(limit))


def projects(
    connection: Connection, limit: Sequence[str] | None, page: PageRequest, *, archived: bool
) -> Page[ProjectView]:
    """A page of the projects in ``limit`` (None: all), in the order of making."""
    mine = _allowed(project.c.id, limit)
    if not archived:
        mine &= project.c.archived_at == ""
    total = int(connection.execute(select(func.count()).select_from(project).where(mine)).scalar_one())
    query = select(project).where(mine).order_by(project.c.ordinal, project.c.id)
    rows = connection.execute(query.offset(page.offset).limit(page.page_size)).all()
    found = [Project(**{name: row._mapping[name] for name in Project.__slots__}) for row in rows]
    return Page([view(connection, each) for each in found], page.page, page.page_size, total)


def view(connection: Connection, of: Project) -> ProjectView:
    """A project with its counts at its published revision."""
    at_rev = of.published_rev
    items = derived.at_revision(item_state, of.id, at_rev)
    open_ = derived.at_revision(conflict_state, of.id, at_rev) & (conflict_state.c.status == "open")
    live = (source.c.project_id == of.id) & (source.c.state == SourceState.LIVE)
    return ProjectView(
        id=of.id,
        slug=of.slug,
        name=of.name,
        purpose=of.purpose,
        source_count=_count(connection, source, live),
        knowledge_count=_count(connection, item_state, items),
        open_conflict_count=_count(connection, conflict_state, open_),
        processing_state=_state(connection, of),
        revision_id=f"rev_{at_rev}",
        created_at=of.created_at,
        archived_at=of.archived_at,
    )


def _count(connection: Connection, table: Table, mine: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(table).where(mine)).scalar_one())


def _state(connection: Connection, of: Project) -> str:
    """``running``, ``needs processing`` or ``idle``."""
    if _count(connection, job, (job.c.project_id == of.id) & job.c.status.not_in(sorted(TERMINAL))):
        return "running"
    counts = (source.c.state == SourceState.LIVE) & (source.c.read_state == ReadState.READ)
    behind = source.c.included.is_(True) & ~counts | source.c.included.is_(False) & counts
    waiting = (source.c.state == SourceState.LIVE) & (source.c.read_state == ReadState.WAITING)
    needs = _count(connection, source, (source.c.project_id == of.id) & or_(behind, waiting))
    return "needs processing" if needs else "idle"
