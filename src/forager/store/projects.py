"""Projects: knowledge bases that share nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import Connection, Row, Select, func, insert, select, update

from forager.errors import NameTaken, ProjectArchived, ProjectNotFound
from forager.model import keys
from forager.model.source import Project
from forager.store.tables import project, revision
from formicaria.ground.counters import next_value
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.ids import normal_text

LONGEST = 200
"""Characters of a name."""


def slug(name: str) -> str:
    """The word by which people and addresses name a project: lower case, joined by hyphens; may be empty."""
    return "-".join(re.findall(r"\w+", normal_text(name)))


def create(connection: Connection, name: str, purpose: str, at: str) -> Project:
    """A new, empty project.

    Raises:
        InvalidRequest: the name holds no letter or digit, or is too long.
        NameTaken: another project, archived or not, has this name.
    """
    word = slug(name)
    if not word or len(name) > LONGEST:
        raise InvalidRequest("A project needs a name with letters or digits.", remedy=f"Use 1 to {LONGEST} characters.")
    # The counter's row is locked first, so that two requests for one name come one after the other.
    ordinal = next_value(connection, "project")
    if _row(connection, select(project).where(project.c.slug == word)) is not None:
        raise NameTaken("There is a project of this name already.", remedy="Use it, or choose another name.")
    made = Project(keys.project_id(word), ordinal, word, name.strip(), purpose.strip(), 0, at, "")
    values = {each: getattr(made, each) for each in Project.__slots__}
    connection.execute(insert(project).values(**values, derived_seq=0, derived_recipe=""))
    return made


def listed(connection: Connection, *, archived: bool = False) -> tuple[Project, ...]:
    """Every project in the order of making; archived ones only when asked."""
    query = select(project).order_by(project.c.ordinal, project.c.id)
    return tuple(
        _project(row) for row in connection.execute(query if archived else query.where(project.c.archived_at == ""))
    )


def find(connection: Connection, ref: str, only: Sequence[str] = ()) -> Project:
    """The project with this id, or else of this name; ``only`` are the ids the caller may see (none given: all).

    Raises:
        ProjectNotFound: there is none, or none this caller may see; the answer is the same.
    """
    row = _row(connection, select(project).where(project.c.id == ref))
    if row is None:
        row = _row(connection, select(project).where(project.c.slug == slug(ref)))
    if row is None or (only and row.id not in only):
        raise ProjectNotFound("There is no such project.", remedy="List the projects to see their names.")
    return _project(row)


def writable(connection: Connection, project_id: str) -> Project:
    """The project, locked until the transaction ends, so that what enters one project enters in one order.

    Raises:
        ProjectNotFound: there is none.
        ProjectArchived: it takes nothing new.
    """
    row = _row(connection, select(project).where(project.c.id == project_id).with_for_update())
    if row is None:
        raise ProjectNotFound("There is no such project.", remedy="List the projects to see their names.")
    if row.archived_at:
        raise ProjectArchived("This project is archived.", remedy="Restore it first.")
    return _project(row)


def lock(connection: Connection, project_id: str) -> None:
    """Hold the project until the transaction ends, archived or not."""
    connection.execute(select(project.c.id).where(project.c.id == project_id).with_for_update())


def describe(connection: Connection, project_id: str, name: str, purpose: str) -> None:
    """Change what a project is called and for; its id and slug stay."""
    if not slug(name) or len(name) > LONGEST:
        raise InvalidRequest("A project needs a name with letters or digits.", remedy=f"Use 1 to {LONGEST} characters.")
    values = {"name": name.strip(), "purpose": purpose.strip()}
    connection.execute(update(project).where(project.c.id == project_id).values(**values))


def set_archived(connection: Connection, project_id: str, at: str) -> None:
    """Archive at a time, or restore with an empty one."""
    connection.execute(update(project).where(project.c.id == project_id).values(archived_at=at))


def count(connection: Connection) -> int:
    """How many projects there are, archived ones included."""
    return int(connection.execute(select(func.count()).select_from(project)).scalar_one())


def digest_at(connection: Connection, project_id: str, rev: int) -> str:
    """The content digest that a revision was published with; empty when there is no such revision."""
    mine = (revision.c.project_id == project_id) & (revision.c.rev == rev)
    return connection.execute(select(revision.c.content_digest).where(mine)).scalar_one_or_none() or ""


def _row(connection: Connection, query: Select[tuple[object, ...]]) -> Row[tuple[object, ...]] | None:
    return connection.execute(query).one_or_none()


def _project(row: Row[tuple[object, ...]]) -> Project:
    return Project(**{name: row._mapping[name] for name in Project.__slots__})
