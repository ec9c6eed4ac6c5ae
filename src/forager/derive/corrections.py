"""What people said of documents: which are authoritative, and the date of one whose own is wrong or missing.

A correction is written beside the source, where everything that judges looks; the date as it was read is kept in the document's account,
so that taking the act back brings it back. A reading that is newer than the act is corrected again when the next derivation begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import cast

from sqlalchemy import Connection, exists, select, update

from forager.model.decision import NAMED, Decision, DecisionKind
from forager.store import decisions
from forager.store.tables import decision, document, source
from formicaria.ground.canonical import canonical_text, parse

PERSON = "a person"
"""Where the date of a corrected document comes from."""
AS_READ = "date"


@dataclass(frozen=True, slots=True)
class _Source:
    id: str
    name: str
    date: str
    origin: str
    authoritative: bool


def correct(connection: Connection, project_id: str) -> list[str]:
    """Bring every source of a project to what people said of it. Returns the ids of those that changed."""
    mine = (decision.c.project_id == project_id) & (decision.c.kind == DecisionKind.SOURCE)
    if not connection.execute(select(exists().where(mine))).scalar_one():
        return []
    acts = decisions.standing_of(connection, project_id, DecisionKind.SOURCE)
    columns = (source.c.id, source.c.logical_name, source.c.document_date, source.c.date_origin, source.c.authoritative)
    rows = connection.execute(select(*columns).where(source.c.project_id == project_id).order_by(source.c.id)).all()
    found = [_Source(row[0], row[1], row[2], row[3], bool(row[4])) for row in rows]
    names = {each.id: each.name for each in found}
    dates = {act.targets[0]: act.winner for act in acts if act.choice == "set_date"}
    changed = [each.id for each in found if _authority(connection, each, acts, names)]
    return sorted({*changed, *(each.id for each in found if _date(connection, each, dates))})


def _authority(connection: Connection, of: _Source, acts: Sequence[Decision], names: Mapping[str, str]) -> bool:
    """The last act on a document's name speaks for all its versions. Returns whether anything changed."""
    said = [act.choice for act in acts if act.choice != "set_date" and _is_about(act.targets[0], of, names)]
    wanted = bool(said) and said[-1] == "authoritative"
    if wanted == of.authoritative:
        return False
    connection.execute(update(source).where(source.c.id == of.id).values(authoritative=wanted))
    return True


def _is_about(target: str, of: _Source, names: Mapping[str, str]) -> bool:
    if target.startswith(NAMED):
        return fnmatchcase(of.name, target.removeprefix(NAMED))
    return names.get(target, "") == of.name


def _date(connection: Connection, of: _Source, dates: Mapping[str, str]) -> bool:
    wanted = dates.get(of.id)
    if wanted is None and of.origin != PERSON:
        return False
    if wanted is not None and (of.origin, of.date) == (PERSON, wanted):
        return False
    kept = _account(connection, of.id)
    if kept is None:
        return False
    if of.origin != PERSON:
        account = canonical_text({**kept, AS_READ: [of.date, of.origin]})
        connection.execute(update(document).where(document.c.source_id == of.id).values(account=account))
    read = cast("Sequence[str]", kept.get(AS_READ, ["", ""]))
    date, origin = (wanted, PERSON) if wanted is not None else (read[0], read[1])
    values = {"document_date": date, "date_origin": origin}
    connection.execute(update(source).where(source.c.id == of.id).values(**values))
    return True


def _account(connection: Connection, source_id: str) -> dict[str, object] | None:
    mine = select(document.c.account).where(document.c.source_id == source_id)
    text = connection.execute(mine).scalar_one_or_none()
    return cast("dict[str, object]", parse(text)) if text is not None else None
