"""Which names are one entity: the touched block components, resolved again from all live mentions (design notes §7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, and_, or_, select

from forager.derive import mark, subjects
from forager.derive.replay import Rulings
from forager.extract.subject import subject_words
from forager.model.evidence import MentionRow
from forager.model.state import CandidateState, EntityState
from forager.model.statement import ValueKind
from forager.resolve.blocks import block_keys
from forager.resolve.judgement import Judgement, judgements
from forager.resolve.nodes import nodes
from forager.resolve.resolver import resolve
from forager.store import derived
from forager.store import evidence as evidence_rows
from forager.store.tables import (
    OPEN,
    candidate_state,
    entity_state,
    evidence,
    mention,
    node_block,
    source,
)
from formicaria.ground.canonical import canonical_text

BATCH = 200
NAMED_KINDS = (ValueKind.PERSON, ValueKind.ORGANIZATION)


def component_of(
    connection: Connection, project: str, start: Sequence[str], done: Collection[str], rulings: Rulings
) -> set[str]:
    """The addresses that share a block or a person's judgement with ``start``, directly or through others; ``done`` ones are left out."""
    known, frontier = set(start), sorted(start)
    while frontier:
        part, frontier = frontier[:BATCH], frontier[BATCH:]
        near = _sharing_block(connection, project, part) | _judged_with(rulings, part)
        fresh = sorted(near - known - set(done))
        known |= set(fresh)
        frontier += fresh
    return known


def _sharing_block(connection: Connection, project: str, ids: Sequence[str]) -> set[str]:
    mine = select(node_block.c.block).where(node_block.c.project_id == project, node_block.c.node_id.in_(ids))
    near = select(node_block.c.node_id).where(node_block.c.project_id == project, node_block.c.block.in_(mine))
    return set(connection.execute(near.distinct()).scalars())


def _judged_with(rulings: Rulings, ids: Sequence[str]) -> set[str]:
    asked = set(ids)
    return {node for row in rulings.names if asked & set(row.targets) for node in row.targets}


def add_blocks(connection: Connection, project: str, ids: Sequence[str]) -> None:
    """Store the blocks of addresses that they do not have yet; all marked ones, before any component is walked.

    Facts come and go with the documents that tell them. A block stays once it was had: what shared it must be resolved again as well
    when the fact is gone.
    """
    mine = and_(node_block.c.project_id == project, node_block.c.node_id.in_(ids))
    held = {
        (row[0], row[1]) for row in connection.execute(select(node_block.c.node_id, node_block.c.block).where(mine))
    }
    for node in nodes(evidence_rows.mentions_of_nodes(connection, project, ids)):
        missing = sorted({key for key in block_keys(node) if (node.id, key) not in held})
        if missing:
            rows = [{"project_id": project, "block": key, "node_id": node.id} for key in missing]
            connection.execute(node_block.insert(), rows)


def derive_names(connection: Connection, project: str, rev: int, members: Collection[str], rulings: Rulings) -> None:
    """Resolve one component and write what changed: entities, candidates, addresses, bindings; mark what depends on them."""
    ids = sorted(members)
    every = evidence_rows.mentions_of_nodes(connection, project, ids)
    live = _included(connection, every)
    found = resolve(nodes(live), _judgements(rulings, members))
    before = subjects.entities_of_nodes(connection, project, ids)
    _write_entities(connection, project, rev, ids, found.entities)
    _write_candidates(connection, project, rev, ids, found.candidates)
    now = subjects.entities_of_nodes(connection, project, ids)
    moved = sorted(node for node in ids if before.get(node) != now.get(node))
    _mark_mentioning(connection, project, moved)
    _rebind(connection, project, every)


def _included(connection: Connection, rows: Sequence[MentionRow]) -> list[MentionRow]:
    wanted = sorted({row.source_id for row in rows})
    live: set[str] = set()
    for start in range(0, len(wanted), BATCH):
        mine = source.c.id.in_(wanted[start : start + BATCH])
        live |= set(connection.execute(select(source.c.id).where(mine, source.c.included.is_(True))).scalars())
    return [row for row in rows if row.source_id in live]


def _judgements(rulings: Rulings, members: Collection[str]) -> list[Judgement]:
    return [each for each in judgements(rulings.names) if each.left_node in members or each.right_node in members]


def _write_entities(
    connection: Connection, project: str, rev: int, ids: Sequence[str], found: Sequence[EntityState]
) -> None:
    desired = {
        state.id: derived.Row(
            canonical_text(asdict(state)), {"entity_class": state.entity_class, "name_key": subject_words(state.name)}
        )
        for state in found
    }
    derived.write(connection, entity_state, project, rev, ids, desired)
    canonical = {node: state.id for state in found for node in state.node_ids}
    derived.point(connection, project, rev, "entity", ids, canonical)


def _write_candidates(
    connection: Connection, project: str, rev: int, ids: Sequence[str], found: Sequence[CandidateState]
) -> None:
    mine = and_(candidate_state.c.project_id == project, candidate_state.c.rev_to == OPEN)
    ends = or_(candidate_state.c.left_id.in_(ids), candidate_state.c.right_id.in_(ids))
    present = list(connection.execute(select(candidate_state.c.id).where(mine, ends)).scalars())
    desired = {
        state.id: derived.Row(
            canonical_text(asdict(state)),
            {"status": state.status, "left_id": state.left_id, "right_id": state.right_id},
        )
        for state in found
    }
    derived.write(connection, candidate_state, project, rev, present, desired)


def _mark_mentioning(connection: Connection, project: str, moved: Sequence[str]) -> None:
    """Statements whose words hold one of these names carry its entity: they must be written again."""
    columns = (evidence.c.item_id, evidence.c.about_document, evidence.c.subject_words, evidence.c.slot)
    inside = and_(
        mention.c.source_id == evidence.c.source_id,
        mention.c.start >= evidence.c.start,
        mention.c.end <= evidence.c.end,
    )
    for start in range(0, len(moved), BATCH):
        mine = and_(mention.c.project_id == project, mention.c.node_id.in_(moved[start : start + BATCH]))
        rows = connection.execute(select(*columns).join(mention, inside).where(mine).distinct()).all()
        mark.mark_rows(connection, project, [(row[0], bool(row[1]), row[2], row[3]) for row in rows])
    mark.mark(connection, project, "relation_node", moved)


def _rebind(connection: Connection, project: str, rows: Sequence[MentionRow]) -> None:
    changed = subjects.rebind(connection, project, [row.words for row in rows])
    groups = [
        mark.group_key(token, slot)
        for words, slot in evidence_rows.slots_of_words(connection, project, sorted(changed))
        for token in changed[words]
    ]
    mark.mark(connection, project, "group", groups)
    valued = evidence_rows.groups_of_values(connection, project, NAMED_KINDS, sorted(changed))
    keys = [mark.words_key(words, slot, about_document=about) for about, words, slot in valued]
    mark.mark(connection, project, "words", keys)
    mark.mark(connection, project, "item", evidence_rows.sentences_of_words(connection, project, sorted(changed)))
