"""Statements and disagreements, whole groups at a time: every slot that something marked is judged again from all its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace

from sqlalchemy import ColumnElement, Connection, Table, select, tuple_

from forager.derive import mark, subjects
from forager.derive.contexts import with_contexts
from forager.derive.disputes import conflict_state_of, is_decided
from forager.derive.gather import Group, GroupKey, Material, entities_inside, gather, witnesses_of
from forager.derive.items import Standing, Subject, item_state, past_status
from forager.derive.kin import kin_of, with_editions
from forager.derive.replay import Rulings
from forager.dispute.claims import Side, Slot, Witness, ordered
from forager.dispute.settle import Settled, settle
from forager.dispute.verdicts import Verdict
from forager.model.evidence import Evidence
from forager.model.keys import Qualifiers, attribute_key
from forager.model.state import ConflictState, ItemState
from forager.model.statement import Status
from forager.store import derived
from forager.store import evidence as evidence_rows
from forager.store.tables import OPEN, conflict_state
from forager.store.tables import item_state as item_table
from formicaria.ground.canonical import canonical_text

Rows = dict[str, derived.Row]


@dataclass(frozen=True, slots=True)
class Page:
    """What a page of groups says: rows to be, and where every address of theirs points."""

    items: Rows = field(default_factory=dict)
    conflicts: Rows = field(default_factory=dict)
    canonical: dict[str, str] = field(default_factory=dict)


def derive_groups(connection: Connection, project: str, rev: int, keys: Sequence[GroupKey], rulings: Rulings) -> None:
    """Judge canonical slots again and write their items and disagreements."""
    material = gather(connection, project, keys)
    page = Page()
    for group in material.groups:
        _judge(connection, project, group, material, rulings, page)
    _write(connection, project, rev, material, page)


def _judge(
    connection: Connection, project: str, group: Group, material: Material, rulings: Rulings, page: Page
) -> None:
    for (qualifiers, modality), witnesses in _partitions(group.witnesses):
        proposition = any(not witness.evidence.attribute for witness in witnesses)
        slot = Slot(project, group.token, group.slot, qualifiers, modality, group.certain, group.single, proposition)
        heard = [_silenced(each) if _rejected(each, rulings) else each for each in witnesses]
        found = _settled(connection, slot, heard, material)
        state = conflict_state_of(found, group.words, rulings)
        for side in found.sides:
            row = item_state(side, _standing(side, found, state), _subject(group), rulings, material.entities)
            page.items[side.id] = item_row(row, group.token)
            page.canonical.update(dict.fromkeys(_all_addresses(side), side.id))
        if state is not None:
            page.conflicts[state.id] = conflict_row(state, group.token)
            page.canonical.update(dict.fromkeys(state.addresses, state.id))


def _settled(connection: Connection, slot: Slot, heard: Sequence[Witness], material: Material) -> Settled:
    """The finding on a slot; where values differ, once more with what each document says of which thing it means.

    Where only the number of values or the name is open, documents that are forms of one document are asked first.
    """

    def token(witness: Witness) -> str:
        return material.values[witness.evidence.id]

    found = settle(slot, heard, token)
    if slot.token.startswith(subjects.DOCUMENT):
        return found
    if any(verdict in _OPEN for *_, verdict in found.verdicts):
        slot = replace(slot, kin=kin_of(connection, slot.project_id, slot.name, heard, token))
        found = settle(slot, heard, token) if slot.kin else found
    if not found.disputed:
        return found
    known = with_editions(connection, with_contexts(connection, slot.project_id, heard))
    return settle(slot, known, token)


_OPEN = frozenset({Verdict.SEVERAL_VALUES, Verdict.DIFFERENT_ENTITY})


def _partitions(witnesses: Sequence[Witness]) -> list[tuple[tuple[Qualifiers, str], list[Witness]]]:
    found: dict[tuple[Qualifiers, str], list[Witness]] = {}
    for witness in witnesses:
        found.setdefault((witness.evidence.qualifiers, witness.evidence.modality), []).append(witness)
    return sorted(found.items(), key=lambda pair: pair[0])


def _rejected(witness: Witness, rulings: Rulings) -> bool:
    ruling = rulings.on_item([witness.evidence.item_id])
    return ruling is not None and ruling.choice in {"reject", "archive"}


def _silenced(witness: Witness) -> Witness:
    """A rejected statement is no side of a disagreement: the same evidence, marked so that it asserts nothing."""
    return replace(witness, source=replace(witness.source, replaced_by=witness.source.replaced_by or "rejected"))


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


def _write(connection: Connection, project: str, rev: int, material: Material, page: Page) -> None:
    keys = [(group.token, group.slot) for group in material.groups]
    addresses = {witness.evidence.item_id for group in material.groups for witness in group.witnesses}
    addresses |= _open_ids(connection, item_table, project, keys)
    held = _open_ids(connection, conflict_state, project, keys)
    derived.write(connection, item_table, project, rev, addresses, page.items)
    derived.write(connection, conflict_state, project, rev, held, page.conflicts)
    items = {id_: target for id_, target in page.canonical.items() if id_.startswith("ki_")}
    derived.point(connection, project, rev, "item", addresses, items)
    conflicts = {id_: target for id_, target in page.canonical.items() if id_.startswith("cf_")}
    derived.point(connection, project, rev, "conflict", held | set(conflicts), conflicts)


def _open_ids(connection: Connection, table: Table, project: str, keys: Sequence[GroupKey]) -> set[str]:
    """The ids that stood in these slots until now, whatever becomes of them."""
    slot: ColumnElement[bool] = tuple_(table.c.subject_token, table.c.slot).in_(keys)
    mine = (table.c.project_id == project) & (table.c.rev_to == OPEN) & slot
    return set(connection.execute(select(table.c.id).where(mine)).scalars())


def derive_sentences(connection: Connection, project: str, rev: int, items: Sequence[str], rulings: Rulings) -> None:
    """Write statements that are known only by their words."""
    rows = [row for row in evidence_rows.of_items(connection, project, items) if not row.slot]
    entities = entities_inside(connection, project, rows)
    tokens = subjects.tokens_of(connection, project, {(row.about_document, row.subject_words) for row in rows})
    groups: dict[str, list[Witness]] = {}
    for witness in witnesses_of(connection, rows):
        groups.setdefault(witness.evidence.item_id, []).append(witness)
    desired: Rows = {}
    for item, witnesses in groups.items():
        side = _sentence_side(item, witnesses)
        token = _sentence_token(side.shown.evidence, tokens)
        subject = Subject(token if token.startswith("ent_") else "")
        desired[item] = item_row(item_state(side, _sentence_standing(side), subject, rulings, entities), token)
    derived.write(connection, item_table, project, rev, items, desired)


def _sentence_side(item: str, witnesses: Sequence[Witness]) -> Side:
    live = ordered([witness for witness in witnesses if witness.source.live])
    return Side(item, (item,), live, ordered([witness for witness in witnesses if not witness.source.live]), live)


def _sentence_token(row: Evidence, tokens: dict[subjects.Lexical, str]) -> str:
    return tokens[row.about_document, row.subject_words] if row.subject_words else ""


def _sentence_standing(side: Side) -> Standing:
    if not side.live:
        return Standing(past_status(side))
    replaced = all(witness.source.replaced_by for witness in side.live)
    return Standing(Status.SUPERSEDED if replaced else Status.ACTIVE)


def canonical_groups(connection: Connection, project: str) -> None:
    """Turn every marked lexical slot into the canonical slot it now belongs to."""
    last = ""
    while page := mark.marked(connection, project, "words", last):
        lexical = [(bool(about), str(words), str(slot)) for about, words, slot in map(mark.parsed, page)]
        tokens = subjects.tokens_of(connection, project, {(about, words) for about, words, _ in lexical})
        keys = [mark.group_key(tokens[about, words], slot) for about, words, slot in lexical]
        mark.mark(connection, project, "group", keys)
        last = page[-1]
