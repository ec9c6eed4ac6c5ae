"""What documents are to each other: near-duplicates of one original, and documents that say they replace another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, select, update

from forager.derive import mark
from forager.derive.disputes import resolution_of
from forager.derive.replacements import SLOT, copies_fingerprint, copies_id, store_replacements
from forager.derive.replay import Rulings
from forager.dispute import duplicates, versions
from forager.dispute.duplicates import Reading
from forager.model.keys import attribute_key
from forager.model.state import ConflictState
from forager.store import derived
from forager.store.tables import OPEN, conflict_state, document, source, source_band
from formicaria.ground.canonical import canonical_text, parse

BATCH = 200
_READ = (source.c.id, source.c.logical_name, source.c.title, source.c.document_date)


def derive_documents(connection: Connection, project: str, rev: int, rulings: Rulings) -> int:
    """Recompute clusters and replacements around every marked source. Returns how many sources were looked at."""
    wanted = _all_marked(connection, project)
    _add_bands(connection, project, wanted)
    component = _component(connection, project, wanted)
    found = duplicates.clusters(_readings(connection, component))
    originals = {member.source_id: group[0].source_id for group in found for member in group}
    moved = _store_clusters(connection, component, originals)
    moved |= store_replacements(connection, project, rulings)
    for start in range(0, len(moved), BATCH):
        mark.mark_evidence(connection, project, sorted(moved)[start : start + BATCH])
    _write_conflicts(connection, project, rev, component, found, rulings)
    return len(component)


def _all_marked(connection: Connection, project: str) -> list[str]:
    ids: list[str] = []
    while page := mark.marked(connection, project, "source", ids[-1] if ids else ""):
        ids += page
    return ids


def _add_bands(connection: Connection, project: str, sources: Sequence[str]) -> None:
    for id_ in sources:
        text = connection.execute(select(document.c.shingles).where(document.c.source_id == id_)).scalar_one_or_none()
        connection.execute(source_band.delete().where(source_band.c.source_id == id_))
        values = parse(text) if text else []
        keys = sorted(set(duplicates.bands(values))) if isinstance(values, list) else []
        if keys:
            connection.execute(
                source_band.insert(), [{"project_id": project, "band": key, "source_id": id_} for key in keys]
            )


def _component(connection: Connection, project: str, start: Sequence[str]) -> set[str]:
    """The marked sources, and all that share a band with one of them, directly or through others."""
    known, frontier = set(start), sorted(start)
    while frontier:
        part, frontier = frontier[:BATCH], frontier[BATCH:]
        mine = select(source_band.c.band).where(source_band.c.source_id.in_(part))
        near = select(source_band.c.source_id).where(source_band.c.project_id == project, source_band.c.band.in_(mine))
        fresh = sorted(set(connection.execute(near.distinct()).scalars()) - known)
        known |= set(fresh)
        frontier += fresh
    return known


def _readings(connection: Connection, sources: Collection[str]) -> list[Reading]:
    found: list[Reading] = []
    wanted = sorted(sources)
    for start in range(0, len(wanted), BATCH):
        query = (
            select(*_READ, document.c.text_sha256, document.c.text)
            .join(document, document.c.source_id == source.c.id)
            .where(source.c.id.in_(wanted[start : start + BATCH]), source.c.included.is_(True))
            .order_by(source.c.id)
        )
        for row in connection.execute(query):
            shingles = duplicates.shingles(row.text)
            if shingles:
                found.append(Reading(row.id, row.logical_name, row.document_date, row.text_sha256, shingles, row.title))
    return found


def _store_clusters(connection: Connection, component: Collection[str], originals: dict[str, str]) -> set[str]:
    moved: set[str] = set()
    for id_, before in _column(connection, component, "cluster"):
        now = originals.get(id_, "")
        if now != before:
            connection.execute(update(source).where(source.c.id == id_).values(cluster=now))
            moved.add(id_)
    return moved


def _column(connection: Connection, sources: Collection[str], name: str) -> list[tuple[str, str]]:
    wanted = sorted(sources)
    found: list[tuple[str, str]] = []
    for start in range(0, len(wanted), BATCH):
        query = select(source.c.id, source.c[name]).where(source.c.id.in_(wanted[start : start + BATCH]))
        found += [(row[0], row[1]) for row in connection.execute(query.order_by(source.c.id))]
    return found


def _write_conflicts(
    connection: Connection,
    project: str,
    rev: int,
    component: Collection[str],
    found: Sequence[Sequence[Reading]],
    rulings: Rulings,
) -> None:
    tokens = {f"source:{id_}" for id_ in component}
    desired: dict[str, derived.Row] = {}
    for group in map(_copies, found):
        if len(group) < 2:
            continue
        state = _conflict(project, group, rulings)
        columns = {
            "kind": state.kind,
            "status": state.status,
            "subject_token": f"source:{group[0].source_id}",
            "slot": SLOT,
        }
        desired[state.id] = derived.Row(canonical_text(asdict(state)), columns)
    derived.write(connection, conflict_state, project, rev, _open(connection, project, tokens), desired)


def _copies(group: Sequence[Reading]) -> list[Reading]:
    """Near-duplicates without those that a marked version took the place of, the original first: a later version is no copy."""
    past = versions.replaced(group)
    left = [each for each in group if each.source_id not in past]
    first = duplicates.original(left)
    return [first, *(each for each in left if each.source_id != first.source_id)]


def _open(connection: Connection, project: str, tokens: Collection[str]) -> list[str]:
    wanted, found = sorted(tokens), []
    for start in range(0, len(wanted), BATCH):
        mine = conflict_state.c.subject_token.in_(wanted[start : start + BATCH])
        query = select(conflict_state.c.id).where(
            conflict_state.c.project_id == project, conflict_state.c.rev_to == OPEN, conflict_state.c.slot == SLOT, mine
        )
        found += list(connection.execute(query).scalars())
    return found


def _conflict(project: str, group: Sequence[Reading], rulings: Rulings) -> ConflictState:
    first, copies = group[0], group[1:]
    id_ = copies_id(project, first)
    decided = rulings.on_conflict([id_])
    sources = [each.source_id for each in group]
    mark_ = copies_fingerprint(group)
    resolution = {} if decided is None else resolution_of(decided)
    grown = decided is not None and decided.fingerprint != mark_
    names = ", ".join(each.logical_name for each in copies)
    return ConflictState(
        id=id_,
        kind="duplicate_source",
        attribute_key=attribute_key(first.logical_name, SLOT),
        slot=SLOT,
        subject=first.logical_name,
        description=f"{names} repeats {first.logical_name}.",
        status="decided" if decided is not None and not grown else "open",
        sides=[_side(each) for each in group],
        also_claimed=[],
        suggestion={"winner_id": first.source_id, "reason": f"{first.logical_name} is the original by date and name."},
        resolution=resolution,
        flagged="The set of repeated documents changed since the decision." if grown else "",
        item_ids=[],
        source_ids=sources,
        fingerprint=mark_,
        addresses=[id_],
    )


def _side(reading: Reading) -> dict[str, object]:
    return {
        "item_id": "",
        "statement": reading.logical_name,
        "value": reading.text_sha256,
        "document_date": reading.document_date,
        "source_ids": [reading.source_id],
        "evidence_ids": [],
    }
