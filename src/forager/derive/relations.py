"""Relations between entities: whole groups of rows with the same kind and the same two canonical ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import Connection, or_, select

from forager.derive import subjects
from forager.model.evidence import RelationRow
from forager.model.keys import relation_id
from forager.model.state import RelationState
from forager.store import derived
from forager.store import evidence as evidence_rows
from forager.store.tables import OPEN, entity_state, relation_state, source
from formicaria.ground.canonical import canonical_text, parse

BATCH = 200


def derive_relations(connection: Connection, project: str, rev: int, nodes: Sequence[str]) -> None:
    """Write again every relation that touches one of these entity addresses."""
    entities = sorted(set(subjects.entities_of_nodes(connection, project, nodes).values()) | set(nodes))
    around = _addresses_of(connection, project, entities)
    rows = _live(connection, evidence_rows.relations_touching(connection, project, around))
    ends = subjects.entities_of_nodes(
        connection, project, [end for row in rows for end in (row.from_node, row.to_node)]
    )
    groups: dict[tuple[str, str, str], list[RelationRow]] = {}
    for row in rows:
        left, right = ends.get(row.from_node), ends.get(row.to_node)
        if left and right and left != right:
            groups.setdefault((row.kind, left, right), []).append(row)
    names = _names(connection, project, {end for _, *both in groups for end in both})
    desired = {}
    for (kind, left, right), members in sorted(groups.items()):
        state = _state(project, kind, (left, names[left]), (right, names[right]), members)
        columns = {"from_id": state.from_id, "to_id": state.to_id}
        desired[state.id] = derived.Row(canonical_text(asdict(state)), columns)
    derived.write(connection, relation_state, project, rev, _present(connection, project, entities), desired)


def _addresses_of(connection: Connection, project: str, entities: Sequence[str]) -> list[str]:
    found = set(entities)
    for id_, body in derived.current(connection, entity_state, project, entities).items():
        state = parse(body)
        found |= {id_, *(state["node_ids"] if isinstance(state, dict) else [])}
    return sorted(found)


def _live(connection: Connection, rows: Sequence[RelationRow]) -> list[RelationRow]:
    wanted = sorted({row.source_id for row in rows})
    live: set[str] = set()
    for start in range(0, len(wanted), BATCH):
        mine = source.c.id.in_(wanted[start : start + BATCH])
        live |= set(connection.execute(select(source.c.id).where(mine, source.c.included.is_(True))).scalars())
    return [row for row in rows if row.source_id in live]


def _names(connection: Connection, project: str, ids: set[str]) -> dict[str, str]:
    found: dict[str, str] = dict.fromkeys(ids, "")
    for id_, body in derived.current(connection, entity_state, project, ids).items():
        state = parse(body)
        found[id_] = str(state["name"]) if isinstance(state, dict) else ""
    return found


def _present(connection: Connection, project: str, entities: Sequence[str]) -> list[str]:
    found: set[str] = set()
    for start in range(0, len(entities), BATCH):
        part = entities[start : start + BATCH]
        ends = or_(relation_state.c.from_id.in_(part), relation_state.c.to_id.in_(part))
        query = select(relation_state.c.id).where(
            relation_state.c.project_id == project, relation_state.c.rev_to == OPEN, ends
        )
        found |= set(connection.execute(query).scalars())
    return sorted(found)


def _state(
    project: str, kind: str, left: tuple[str, str], right: tuple[str, str], members: Sequence[RelationRow]
) -> RelationState:
    ordered = sorted(members, key=lambda row: (row.source_id, row.start, row.relation_id))
    evidence = [
        {
            "source_id": row.source_id,
            "excerpt": row.excerpt,
            "content_hash": row.excerpt_sha256,
            "place": parse(row.location),
            "start": row.start,
            "end": row.end,
            "extractor": row.rule,
        }
        for row in ordered
    ]
    return RelationState(
        id=relation_id(project, kind, left[0], right[0]),
        kind=kind,
        from_id=left[0],
        to_id=right[0],
        from_name=left[1],
        to_name=right[1],
        source_ids=sorted({row.source_id for row in ordered}),
        evidence=evidence,
    )
