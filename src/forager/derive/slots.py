"""Statements and disagreements, whole groups at a time: every slot that something marked is judged again from all its evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection, select

from forager.derive import flags, mark, subjects
from forager.derive.disputes import conflict_state_of, is_decided
from forager.derive.items import Standing, Subject, item_state, past_status
from forager.derive.replay import Rulings
from forager.dispute.claims import Side, Slot, SourceFacts, Witness, ordered
from forager.dispute.settle import Settled, settle
from forager.extract.subject import is_specific, subject_words
from forager.model.evidence import Evidence
from forager.model.keys import Qualifiers, attribute_key
from forager.model.state import ConflictState, ItemState
from forager.model.statement import Status, ValueKind
from forager.store import derived
from forager.store import evidence as evidence_rows
from forager.store.tables import OPEN, conflict_state, source
from forager.store.tables import item_state as item_table
from formicaria.ground.canonical import canonical_text

BATCH = 200
NAMED_KINDS = frozenset({ValueKind.PERSON, ValueKind.ORGANIZATION})


@dataclass(frozen=True, slots=True)
class Group:
    """A canonical slot of all qualifiers: who it is about, and all its evidence."""

    token: str
    slot: str
    words: tuple[str, ...]
    certain: bool
    witnesses: tuple[Witness, ...]


def derive_group(connection: Connection, project: str, rev: int, token: str, slot: str, rulings: Rulings) -> None:
    """Judge one canonical slot again and write its items and disagreements."""
    group = _load(connection, project, token, slot)
    items: dict[str, derived.Row] = {}
    conflicts: dict[str, derived.Row] = {}
    canonical: dict[str, str] = {}
    inside = entities_inside(connection, project, [witness.evidence for witness in group.witnesses])
    tokens = _value_tokens(connection, project, group.witnesses)
    for (qualifiers, modality), witnesses in _partitions(group.witnesses):
        found = settle(
            _slot(connection, project, group, qualifiers, modality),
            _without_rejected(witnesses, rulings),
            lambda witness: tokens[witness.evidence.id],
        )
        state = conflict_state_of(found, group.words, rulings)
        for side in found.sides:
            row = item_state(side, _standing(side, found, state), _subject(group), rulings, inside)
            items[side.id] = item_row(row, group.token)
            canonical |= dict.fromkeys(_all_addresses(side), side.id)
        if state is not None:
            conflicts[state.id] = conflict_row(state, group.token)
            canonical |= dict.fromkeys(state.addresses, state.id)
    _write(connection, project, rev, group, items, conflicts, canonical)


def _load(connection: Connection, project: str, token: str, slot: str) -> Group:
    words, about = subjects.words_of(connection, project, token)
    rows = evidence_rows.of_slot(connection, project, words, slot, about_document=about) if words else []
    witnesses = witnesses_of(connection, rows)
    live = sorted(
        {each.evidence.subject_words for each in witnesses if each.source.live}, key=lambda text: (len(text), text)
    )
    named = token.startswith(("ent_", subjects.DOCUMENT))
    certain = named or (
        bool(rows) and not _ambiguous(connection, project, words) and all(is_specific(row.subject) for row in rows)
    )
    return Group(token, slot, tuple(live or sorted(words)), certain, tuple(witnesses))


def _ambiguous(connection: Connection, project: str, words: Sequence[str]) -> bool:
    return any(subjects.ambiguous(connection, project, each) for each in words)


def witnesses_of(connection: Connection, rows: Sequence[Evidence]) -> list[Witness]:
    """Each evidence beside the facts of its source."""
    wanted = sorted({row.source_id for row in rows})
    facts: dict[str, SourceFacts] = {}
    for start in range(0, len(wanted), BATCH):
        for row in connection.execute(select(source).where(source.c.id.in_(wanted[start : start + BATCH]))):
            facts[row.id] = SourceFacts(
                id=row.id,
                logical_name=row.logical_name,
                document_date=row.document_date,
                authoritative=bool(row.authoritative),
                cluster=row.cluster,
                replaced_by=row.replaced_by,
                live=bool(row.included),
                removed=row.state in {"removed", "purged"},
            )
    return [Witness(row, facts[row.source_id]) for row in rows]


def entities_inside(connection: Connection, project: str, rows: Sequence[Evidence]) -> dict[str, list[str]]:
    """For each evidence, the entities named inside its excerpt, by id."""
    within = evidence_rows.mentions_within(connection, rows)
    known = subjects.entities_of_nodes(connection, project, [node for nodes in within.values() for node in nodes])
    return {id_: sorted({known[node] for node in nodes if node in known}) for id_, nodes in within.items()}


def _value_tokens(connection: Connection, project: str, witnesses: Sequence[Witness]) -> dict[str, str]:
    """A person's or organisation's value is who it names, so that two spellings of one person do not disagree."""
    tokens: dict[str, str] = {}
    for witness in witnesses:
        row = witness.evidence
        entity = (
            subjects.binding(connection, project, subject_words(row.value_written))
            if row.value_kind in NAMED_KINDS
            else ""
        )
        tokens[row.id] = entity or row.value
    return tokens


def _partitions(witnesses: Sequence[Witness]) -> list[tuple[tuple[Qualifiers, str], list[Witness]]]:
    found: dict[tuple[Qualifiers, str], list[Witness]] = {}
    for witness in witnesses:
        found.setdefault((witness.evidence.qualifiers, witness.evidence.modality), []).append(witness)
    return sorted(found.items(), key=lambda pair: pair[0])


def _slot(connection: Connection, project: str, group: Group, qualifiers: Qualifiers, modality: str) -> Slot:
    proposition = any(not witness.evidence.attribute for witness in group.witnesses)
    single = proposition or flags.single_valued(connection, project, group.slot)
    return Slot(project, group.token, group.slot, qualifiers, modality, group.certain, single, proposition)


def _without_rejected(witnesses: Sequence[Witness], rulings: Rulings) -> list[Witness]:
    """A rejected statement is no side of a disagreement: its evidence is judged as if its source were silent, and shown as archived."""
    return [witness for witness in witnesses if not _rejected(witness, rulings)] + [
        _silenced(witness) for witness in witnesses if _rejected(witness, rulings)
    ]


def _rejected(witness: Witness, rulings: Rulings) -> bool:
    ruling = rulings.on_item([witness.evidence.item_id])
    return ruling is not None and ruling.choice in {"reject", "archive"}


def _silenced(witness: Witness) -> Witness:
    """The same evidence, marked so that it asserts nothing."""
    return Witness(witness.evidence, replace(witness.source, replaced_by=witness.source.replaced_by or "rejected"))


def _standing(side: Side, found: Settled, state: ConflictState | None) -> Standing:
    conflicts = (state.id,) if state is not None and side.id in state.item_ids else ()
    if side.id in found.superseded:
        return Standing(Status.SUPERSEDED, found.superseded[side.id], conflicts)
    if not side.live:
        return Standing(past_status(side), "", conflicts)
    if not conflicts or state is None:
        return Standing(Status.ACTIVE)
    if not is_decided(state):
        return Standing(Status.DISPUTED, "", conflicts)
    return _decided(side, state, conflicts)


def _decided(side: Side, state: ConflictState, conflicts: tuple[str, ...]) -> Standing:
    action, winner = state.resolution["action"], state.resolution["winner_id"]
    if action == "neither":
        return Standing(Status.UNRESOLVED, "", conflicts)
    if action == "choose_winner" and winner not in {side.id, *_all_addresses(side)}:
        return Standing(Status.SUPERSEDED, winner, conflicts)
    return Standing(Status.ACTIVE, "", conflicts)


def _subject(group: Group) -> Subject:
    entity = group.token if group.token.startswith("ent_") else ""
    name = group.words[0] if group.words else ""
    return Subject(entity, attribute_key(name, group.slot.replace(" ", "_")))


def _all_addresses(side: Side) -> list[str]:
    return sorted({witness.evidence.item_id for witness in (*side.live, *side.past)})


def item_row(state: ItemState, token: str) -> derived.Row:
    """The versioned row of an item."""
    columns = {
        "type": state.type,
        "status": state.status,
        "support": state.support,
        "subject_words": state.subject_words,
        "slot": state.slot,
        "subject_token": token,
    }
    body = canonical_text(asdict(state))
    return derived.Row(body, columns, state.document_date, "", state.valid_from, state.valid_to)


def conflict_row(state: ConflictState, token: str) -> derived.Row:
    """The versioned row of a disagreement."""
    columns = {"kind": state.kind, "status": state.status, "subject_token": token, "slot": state.slot}
    return derived.Row(canonical_text(asdict(state)), columns)


def _write(
    connection: Connection,
    project: str,
    rev: int,
    group: Group,
    items: Mapping[str, derived.Row],
    conflicts: Mapping[str, derived.Row],
    canonical: Mapping[str, str],
) -> None:
    addresses = {witness.evidence.item_id for witness in group.witnesses}
    mine = (
        (item_table.c.project_id == project)
        & (item_table.c.subject_token == group.token)
        & (item_table.c.slot == group.slot)
    )
    present = set(connection.execute(select(item_table.c.id).where(mine, item_table.c.rev_to == OPEN)).scalars())
    derived.write(connection, item_table, project, rev, addresses | present, items)
    slot = (conflict_state.c.project_id == project) & (conflict_state.c.subject_token == group.token)
    slot &= (conflict_state.c.slot == group.slot) & (conflict_state.c.rev_to == OPEN)
    held = set(connection.execute(select(conflict_state.c.id).where(slot)).scalars())
    derived.write(connection, conflict_state, project, rev, held, conflicts)
    kept = {id_: target for id_, target in canonical.items() if id_.startswith("ki_")}
    derived.point(connection, project, rev, "item", addresses | present, kept)
    moved = {id_: target for id_, target in canonical.items() if id_.startswith("cf_")}
    derived.point(connection, project, rev, "conflict", held | set(moved), moved)


def derive_sentence(connection: Connection, project: str, rev: int, item: str, rulings: Rulings) -> None:
    """Write one statement that is known only by its words."""
    rows = [row for row in evidence_rows.of_items(connection, project, [item]) if not row.slot]
    desired: dict[str, derived.Row] = {}
    if rows:
        witnesses = witnesses_of(connection, rows)
        live = ordered([witness for witness in witnesses if witness.source.live])
        past = ordered([witness for witness in witnesses if not witness.source.live])
        side = Side(item, (item,), live, past, live)
        standing = Standing(Status.ACTIVE if live else past_status(side))
        if live and all(witness.source.replaced_by for witness in live):
            standing = Standing(Status.SUPERSEDED)
        words = rows[0].subject_words
        token = subjects.token_of(connection, project, words, about_document=rows[0].about_document) if words else ""
        subject = Subject(token if token.startswith("ent_") else "")
        state = item_state(side, standing, subject, rulings, entities_inside(connection, project, rows))
        desired[item] = item_row(state, token)
    derived.write(connection, item_table, project, rev, [item], desired)


def canonical_groups(connection: Connection, project: str) -> None:
    """Turn every marked lexical slot into the canonical slot it now belongs to."""
    last = ""
    while page := mark.marked(connection, project, "words", last):
        groups = []
        for key in page:
            about, words, slot = mark.parsed(key)
            token = subjects.token_of(connection, project, str(words), about_document=bool(about))
            groups.append(mark.group_key(token, str(slot)))
        mark.mark(connection, project, "group", groups)
        last = page[-1]
