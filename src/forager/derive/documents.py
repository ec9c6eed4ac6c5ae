"""What documents are to each other: near-duplicates of one original, and documents that say they replace another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import PurePosixPath

from sqlalchemy import Connection, select, update

from forager.derive import mark
from forager.derive.replay import Rulings
from forager.dispute import duplicates
from forager.dispute.duplicates import Reading
from forager.model.keys import attribute_key, conflict_id
from forager.model.state import ConflictState
from forager.store import derived
from forager.store.tables import OPEN, conflict_state, document, evidence, source, source_band
from formicaria.ground.canonical import canonical_text, digest, parse
from formicaria.ground.ids import normal_text

BATCH = 200
SLOT = "duplicate"


def derive_documents(connection: Connection, project: str, rev: int, rulings: Rulings) -> int:
    """Recompute clusters and replacements around every marked source. Returns how many sources were looked at."""
    wanted = _all_marked(connection, project)
    _add_bands(connection, project, wanted)
    component = _component(connection, project, wanted)
    found = duplicates.clusters(_readings(connection, component))
    originals = {member.source_id: group[0].source_id for group in found for member in group}
    moved = _store_clusters(connection, component, originals)
    moved |= _store_replacements(connection, project, rulings)
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
            select(source.c.id, source.c.logical_name, source.c.document_date, document.c.text_sha256, document.c.text)
            .join(document, document.c.source_id == source.c.id)
            .where(source.c.id.in_(wanted[start : start + BATCH]), source.c.included.is_(True))
            .order_by(source.c.id)
        )
        for row in connection.execute(query):
            shingles = duplicates.shingles(row.text)
            if shingles:
                found.append(Reading(row.id, row.logical_name, row.document_date, row.text_sha256, shingles))
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


def _store_replacements(connection: Connection, project: str, rulings: Rulings) -> set[str]:
    """Apply every live "this replaces document X", and every decision to archive copies; they are few, so all are looked at."""
    claims = (
        select(evidence.c.source_id, evidence.c.replaces)
        .join(source, source.c.id == evidence.c.source_id)
        .where(evidence.c.project_id == project, evidence.c.replaces > "", source.c.included.is_(True))
        .order_by(evidence.c.source_id, evidence.c.id)
    )
    said = [(row[0], normal_text(row[1])) for row in connection.execute(claims)]
    held = select(source.c.id, source.c.replaced_by).where(source.c.project_id == project, source.c.replaced_by > "")
    before = {row[0]: row[1] for row in connection.execute(held)}
    now = (_replaced(connection, project, said) if said else {}) | _archived_copies(connection, project, rulings)
    moved = {id_ for id_ in set(before) | set(now) if before.get(id_, "") != now.get(id_, "")}
    for id_ in sorted(moved):
        connection.execute(update(source).where(source.c.id == id_).values(replaced_by=now.get(id_, "")))
    return moved


def _archived_copies(connection: Connection, project: str, rulings: Rulings) -> dict[str, str]:
    """Copies that a person archived in favour of their original, while the set of copies is the one the person saw."""
    mine = (source.c.project_id == project) & (source.c.cluster > "") & source.c.included.is_(True)
    rows = connection.execute(select(source.c.id, source.c.cluster, source.c.logical_name).where(mine)).all()
    names = {row.id: row.logical_name for row in rows}
    groups: dict[str, list[str]] = {}
    for row in rows:
        groups.setdefault(row.cluster, []).append(row.id)
    found: dict[str, str] = {}
    for original, members in groups.items():
        ruling = rulings.on_conflict([_conflict_id(project, names[original], original)]) if original in names else None
        if ruling is not None and ruling.choice == "archive_duplicates" and ruling.fingerprint == _fingerprint(members):
            found |= {each: original for each in members if each != original}
    return found


def _conflict_id(project: str, logical_name: str, original: str) -> str:
    return conflict_id(project, "duplicate_source", logical_name, SLOT, (), original)


def _fingerprint(sources: Sequence[str]) -> str:
    return digest(sorted(sources))


def _replaced(connection: Connection, project: str, said: Sequence[tuple[str, str]]) -> dict[str, str]:
    query = select(source.c.id, source.c.logical_name, source.c.title).where(
        source.c.project_id == project, source.c.included.is_(True)
    )
    found: dict[str, str] = {}
    for row in connection.execute(query.order_by(source.c.id)):
        names = _names(row.logical_name, row.title)
        speaker = next((by for by, name in said if name in names and by != row.id), "")
        if speaker:
            found[row.id] = speaker
    return found


def _names(logical_name: str, title: str) -> set[str]:
    path = PurePosixPath(logical_name)
    return {normal_text(name) for name in (logical_name, path.name, path.stem, title) if name}


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
    for group in found:
        state = _conflict(project, group, rulings)
        columns = {
            "kind": state.kind,
            "status": state.status,
            "subject_token": f"source:{group[0].source_id}",
            "slot": SLOT,
        }
        desired[state.id] = derived.Row(canonical_text(asdict(state)), columns)
    derived.write(connection, conflict_state, project, rev, _open(connection, project, tokens), desired)


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
    id_ = _conflict_id(project, first.logical_name, first.source_id)
    decided = rulings.on_conflict([id_])
    sources = [each.source_id for each in group]
    mark_ = _fingerprint(sources)
    resolution = {} if decided is None else _resolution(decided.choice, decided.winner, decided.actor)
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


def _resolution(choice: str, winner: str, actor: str) -> dict[str, str]:
    return {"action": choice, "winner_id": winner, "actor": actor}


def _side(reading: Reading) -> dict[str, object]:
    return {
        "item_id": "",
        "statement": reading.logical_name,
        "value": reading.text_sha256,
        "document_date": reading.document_date,
        "source_ids": [reading.source_id],
        "evidence_ids": [],
    }
