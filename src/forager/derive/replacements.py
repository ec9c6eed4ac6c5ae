"""Which documents assert nothing any more because another took their place (forager.md §6 b and c, and a person's word)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from sqlalchemy import Connection, func, select, update

from forager.derive.replay import Rulings
from forager.dispute import versions
from forager.dispute.duplicates import Reading, original
from forager.model.keys import conflict_id
from forager.parse.opening import OPENING_LENGTH, opening_version
from forager.store.tables import document, evidence, source
from formicaria.ground.canonical import digest
from formicaria.ground.ids import normal_text

SLOT = "duplicate"
Named = dict[str, frozenset[str]]
"""Live source -> the names it goes by."""


def store_replacements(connection: Connection, project: str, rulings: Rulings) -> set[str]:
    """Write ``replaced_by`` of every source; returns those of which it changed.

    A document is replaced by one that names it, by the latest marked one among its near-copies, or by the original when a person
    archived the copies. They are few, so all are looked at.
    """
    named = _named(connection, project)
    now: dict[str, str] = {}
    for group in _clusters(connection, project):
        marked = {old: new for old, new in versions.replaced(group).items() if named.get(new) != old}
        now |= marked | _archived(project, [each for each in group if each.source_id not in marked], rulings)
    now |= named
    held = select(source.c.id, source.c.replaced_by).where(source.c.project_id == project, source.c.replaced_by > "")
    before = {row[0]: row[1] for row in connection.execute(held)}
    moved = {id_ for id_ in set(before) | set(now) if before.get(id_, "") != now.get(id_, "")}
    for id_ in sorted(moved):
        connection.execute(update(source).where(source.c.id == id_).values(replaced_by=now.get(id_, "")))
    return moved


def copies_id(project: str, first: Reading) -> str:
    """The id of the record that documents repeat ``first``."""
    return conflict_id(project, "duplicate_source", first.logical_name, SLOT, (), first.source_id)


def copies_fingerprint(group: Iterable[Reading]) -> str:
    """What a person who decides on copies has seen."""
    return digest(sorted(each.source_id for each in group))


def _clusters(connection: Connection, project: str) -> list[list[Reading]]:
    """The near-duplicates of a project, by the id of their original."""
    mine = (source.c.project_id == project) & (source.c.cluster > "") & source.c.included.is_(True)
    columns = (source.c.id, source.c.logical_name, source.c.title, source.c.document_date, document.c.text_sha256)
    opening = func.substr(document.c.text, 1, OPENING_LENGTH).label("opening")
    query = select(*columns, source.c.cluster, opening).join(document, document.c.source_id == source.c.id).where(mine)
    groups: dict[str, list[Reading]] = {}
    for row in connection.execute(query.order_by(source.c.cluster, source.c.id)):
        groups.setdefault(row.cluster, []).append(
            Reading(
                row.id,
                row.logical_name,
                row.document_date,
                row.text_sha256,
                frozenset(),
                row.title,
                opening_version(row.opening),
            )
        )
    return list(groups.values())


def _archived(project: str, group: Sequence[Reading], rulings: Rulings) -> dict[str, str]:
    """Copies that a person archived in favour of their original, while the set of copies is the one the person saw."""
    if len(group) < 2:
        return {}
    first = original(group)
    ruling = rulings.on_conflict([copies_id(project, first)])
    if ruling is None or ruling.choice != "archive_duplicates" or ruling.fingerprint != copies_fingerprint(group):
        return {}
    return {each.source_id: first.source_id for each in group if each.source_id != first.source_id}


def _named(connection: Connection, project: str) -> dict[str, str]:
    """Sources that a live source says it replaces -> that source."""
    claims = (
        select(evidence.c.source_id, evidence.c.replaces)
        .join(source, source.c.id == evidence.c.source_id)
        .where(evidence.c.project_id == project, evidence.c.replaces > "", source.c.included.is_(True))
        .order_by(evidence.c.source_id, evidence.c.id)
    )
    said = [(row[0], _folded(row[1])) for row in connection.execute(claims)]
    names = _names(connection, project) if said else {}
    found: dict[str, str] = {}
    for speaker, name in said:
        meant = [id_ for id_, own in names.items() if name in own and id_ != speaker]
        # A name that several documents bear says of none of them that it is replaced.
        if len(meant) == 1:
            found.setdefault(meant[0], speaker)
    return found


def _names(connection: Connection, project: str) -> Named:
    query = select(source.c.id, source.c.logical_name, source.c.title).where(
        source.c.project_id == project, source.c.included.is_(True)
    )
    return {row.id: _names_of(row.logical_name, row.title) for row in connection.execute(query.order_by(source.c.id))}


def _names_of(logical_name: str, title: str) -> frozenset[str]:
    path = PurePosixPath(logical_name)
    return frozenset(_folded(name) for name in (logical_name, path.name, path.stem, title) if name)


_OPENING = re.compile(r"^(?:the|our|its|this|that)\s")


def _folded(name: str) -> str:
    """A name as people write it in a sentence: "travel-policy_2023" and "the Travel Policy 2023" are one."""
    return _OPENING.sub("", " ".join(re.findall(r"\w+", normal_text(name).replace("_", " "))))
