"""One revision, taken once at the start of a request; every query of the request reads it (design notes §4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from sqlalchemy import Connection, func, select

from forager.model.source import Project
from forager.query.errors import RevisionNotFound
from forager.store.tables import address, project, revision
from formicaria.ground.clock import to_text
from formicaria.ground.errors import InvalidRequest

_REVISION = re.compile(r"rev_(0|[1-9][0-9]{0,14})")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.{0,20}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pin:
    """What is read: a project at a revision. ``newest`` says that it is the published one; ``note`` what a reader must know of it.

    ``recorded`` is the revision that is told where ``rev`` counts in a store made for the documents' clock (``query.past``);
    ``known_as`` are addresses that the base joins to another one, and the one of them that such a store has.
    """

    project_id: str
    rev: int
    newest: bool = True
    note: str = ""
    recorded: int = -1
    known_as: tuple[tuple[str, str], ...] = ()

    @property
    def revision_id(self) -> str:
        """The revision as the wire names it."""
        return f"rev_{self.rev if self.recorded < 0 else self.recorded}"


def pin(connection: Connection, of: Project, as_of: str = "") -> Pin:
    """The revision that ``as_of`` means: ``rev_N``, an instant (ISO 8601, UTC unless it says otherwise) or a date (its end in UTC).

    Empty is the newest. A moment before the first revision gives an empty pin that says so.

    Raises:
        InvalidRequest: it is none of these.
        RevisionNotFound: there is no such revision.
    """
    newest = _published(connection, of.id)
    if not as_of:
        return Pin(of.id, newest, note="" if newest else "Nothing is published in this project yet.")
    named = _REVISION.fullmatch(as_of)
    if named:
        return _named(of.id, int(named[1]), newest)
    moment = _moment(as_of)
    found = _at(connection, of.id, moment, newest)
    note = "" if found else f"Nothing was known at {as_of}: the first revision came later."
    return Pin(of.id, found, newest=found == newest, note=note)


def _published(connection: Connection, project_id: str) -> int:
    return int(connection.execute(select(project.c.published_rev).where(project.c.id == project_id)).scalar_one())


def _named(project_id: str, rev: int, newest: int) -> Pin:
    if rev > newest:
        raise RevisionNotFound("There is no such revision.", remedy="List the project's revisions.")
    return Pin(
        project_id, rev, newest=rev == newest, note="" if rev else "Nothing was known before the first revision."
    )


def _moment(text: str) -> str:
    try:
        if _DATE.fullmatch(text):
            return f"{date.fromisoformat(text).isoformat()}T23:59:59.999999Z"
        # The standard library also takes weeks and days without hyphens, which nobody here means by an instant.
        found = datetime.fromisoformat(text if _INSTANT.fullmatch(text) else "")
        return to_text(found if found.tzinfo else found.replace(tzinfo=UTC))
    except (ValueError, OverflowError) as error:
        raise InvalidRequest(
            "as_of is neither a revision, a date nor an instant.",
            remedy="Use rev_3, 2026-03-15 or 2026-03-15T12:00:00Z.",
        ) from error


def _at(connection: Connection, project_id: str, moment: str, newest: int) -> int:
    mine = (revision.c.project_id == project_id) & (revision.c.published_at <= moment) & (revision.c.rev <= newest)
    return int(connection.execute(select(func.max(revision.c.rev)).where(mine)).scalar_one_or_none() or 0)


def canonical(connection: Connection, at: Pin, id_: str) -> tuple[str, str]:
    """Where an address points at the pin, and the address itself when it was moved ("" when not)."""
    asked, id_ = id_, dict(at.known_as).get(id_, id_)
    target = _target(connection, at, id_)
    return (target, asked if target != asked else "")


def canonicals(connection: Connection, at: Pin, ids: Sequence[str]) -> dict[str, str]:
    """Where each of these addresses points at the pin, in one query; the order asked is kept."""
    known = dict(at.known_as)
    asked = {id_: known.get(id_, id_) for id_ in ids}
    mine = (address.c.project_id == at.project_id) & address.c.id.in_(sorted(set(asked.values())))
    mine &= (address.c.rev_from <= at.rev) & (address.c.rev_to > at.rev)
    moved = {
        str(row.id): str(row.canonical_id)
        for row in connection.execute(select(address.c.id, address.c.canonical_id).where(mine))
    }
    return {id_: moved.get(target, target) for id_, target in asked.items()}


def _target(connection: Connection, at: Pin, id_: str) -> str:
    mine = (address.c.project_id == at.project_id) & (address.c.id == id_)
    mine &= (address.c.rev_from <= at.rev) & (address.c.rev_to > at.rev)
    return connection.execute(select(address.c.canonical_id).where(mine)).scalar_one_or_none() or id_


def joined(connection: Connection, at: Pin, id_: str) -> list[str]:
    """Every address that stands for the same record at the pin, in order."""
    target = _target(connection, at, id_)
    mine = (address.c.project_id == at.project_id) & (address.c.canonical_id == target)
    mine &= (address.c.rev_from <= at.rev) & (address.c.rev_to > at.rev)
    return sorted({id_, target, *connection.execute(select(address.c.id).where(mine)).scalars()})
