"""Disagreements with all their sides in words, the suggestion that is never applied, and what a person decided."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from sqlalchemy import Connection, func, select

from forager.model.source import Source
from forager.model.state import ConflictState, ItemState
from forager.query import clock, names, states, who
from forager.query.page import Page, PageRequest, slice_of
from forager.query.pin import Pin, canonical
from forager.query.views import ConflictItem, ConflictView, ResolutionView, SideView, SuggestionView
from forager.store import decisions, derived
from forager.store.tables import conflict_state, decision, item_state
from formicaria.ground.canonical import text_digest

Record = Mapping[str, object]
COPIES: Final = "duplicate_source"
"""The kind of a pair of documents that repeat each other: nothing is disputed, a person may archive one."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What the sides are shown with."""

    sources: Mapping[str, Source]
    items: Mapping[str, ItemState]
    credentials: Mapping[str, tuple[str, str]]
    """By the number of a decision, as a resolution has it: the credential it was made with, and what people call that."""


def conflicts(
    connection: Connection,
    at: Pin,
    status: str,
    kind: str,
    item_ids: Collection[str],
    page: PageRequest,
    *,
    without: str = "",
    valid_at: str = "",
) -> Page[ConflictView]:
    """A page of disagreements, by id: of a status, of a kind, and those with one of ``item_ids`` as a side when any are given.

    ``without`` leaves a kind out; ``valid_at`` those of whose sides fewer than two can hold then.
    """
    mine = derived.at_revision(conflict_state, at.project_id, at.rev)
    if status:
        mine &= conflict_state.c.status == status
    if kind:
        mine &= conflict_state.c.kind == kind
    if without:
        mine &= conflict_state.c.kind != without
    query = select(conflict_state.c.body).where(mine).order_by(conflict_state.c.id)
    found = [states.from_body(ConflictState, row[0]) for row in connection.execute(query)]
    if item_ids:
        wanted = {canonical(connection, at, id_)[0] for id_ in item_ids}
        found = [state for state in found if wanted & _touched(state)]
    note = at.note
    if valid_at:
        kept = _valid(connection, at, found, valid_at)
        out = len(found) - len(kept)
        note = " ".join(filter(None, [note, f"Disagreements of what can hold at {valid_at}; {out} are left out."]))
        found = kept
    chosen = slice_of(found, page)
    return Page(shown(connection, at, chosen), page.page, page.page_size, len(found), at.revision_id, note)


def _valid(connection: Connection, at: Pin, found: Sequence[ConflictState], valid_at: str) -> list[ConflictState]:
    """Those of whose sides two can hold at a time; documents that repeat each other have no time."""
    period = clock.period_of(valid_at)
    items = states.many(connection, item_state, ItemState, at, {id_ for state in found for id_ in state.item_ids})

    def standing(state: ConflictState) -> int:
        mine = (items[id_] for id_ in state.item_ids if id_ in items)
        return sum(clock.holds(each.valid_from, each.valid_to, period) for each in mine)

    return [state for state in found if state.kind == COPIES or standing(state) > 1]


def waiting(connection: Connection, at: Pin) -> tuple[int, int]:
    """How many open disagreements there are, and how many open pairs of documents that only repeat each other."""
    mine = derived.at_revision(conflict_state, at.project_id, at.rev) & (conflict_state.c.status == "open")
    query = select(conflict_state.c.kind == COPIES, func.count()).where(mine).group_by(conflict_state.c.kind == COPIES)
    found = {bool(copies): int(count) for copies, count in connection.execute(query)}
    return found.get(False, 0), found.get(True, 0)


def _touched(state: ConflictState) -> set[str]:
    return {*state.item_ids, *(str(side["item_id"]) for side in state.also_claimed)}


def conflict(connection: Connection, at: Pin, id_: str) -> ConflictView:
    """One disagreement under any of its addresses, with the note of its decision. Raises RecordNotFound."""
    state, moved = states.one(connection, conflict_state, ConflictState, at, id_)
    view = replace(shown(connection, at, [state])[0], redirected_from=moved, note=at.note)
    if view.resolution is None:
        return view
    notes = _note(connection, at, view.resolution.decision_seq)
    return replace(view, resolution=replace(view.resolution, notes=notes))


def _note(connection: Connection, at: Pin, seq: int) -> str:
    mine = (decision.c.project_id == at.project_id) & (decision.c.seq == seq)
    note_id = connection.execute(select(decision.c.note_id).where(mine)).scalar_one_or_none()
    return decisions.note_text(connection, at.project_id, note_id) if note_id else ""


def shown(connection: Connection, at: Pin, found: Sequence[ConflictState]) -> list[ConflictView]:
    """Disagreements in the wire's shape, in the order given."""
    sides = [side for state in found for side in (*state.sides, *state.also_claimed)]
    ids = {id_ for side in sides for id_ in _texts(side["source_ids"])}
    sources = names.sources(connection, at.project_id, {*ids, *(id_ for state in found for id_ in state.source_ids)})
    items = states.many(connection, item_state, ItemState, at, {str(side["item_id"]) for side in sides} - {""})
    known = _Known(sources, items, _credentials(connection, at, found))
    return [_view(at, state, known) for state in found]


def _credentials(connection: Connection, at: Pin, found: Sequence[ConflictState]) -> dict[str, tuple[str, str]]:
    made = (state.resolution.get("decision_seq", "") for state in found)
    seqs = sorted({int(seq) for seq in made if seq})
    mine = (decision.c.project_id == at.project_id) & decision.c.seq.in_(seqs)
    query = select(decision.c.seq, decision.c.credential).where(mine)
    keys = {str(row.seq): str(row.credential) for row in connection.execute(query)} if seqs else {}
    called = who.names(connection, keys.values()) if keys else {}
    return {seq: (credential, called[credential]) for seq, credential in keys.items()}


def _view(at: Pin, state: ConflictState, known: _Known) -> ConflictView:
    suggestion = state.suggestion
    return ConflictView(
        id=state.id,
        project_id=at.project_id,
        type=state.kind,
        attribute_key=state.attribute_key,
        subject=state.subject,
        status=state.status,
        description=state.description,
        item_ids=state.item_ids,
        source_ids=state.source_ids,
        source_names=names.source_names(known.sources, state.source_ids),
        sides=[_side(side, known) for side in state.sides],
        items=[_item(at, side, known) for side in state.sides],
        also_claimed=[_side(side, known) for side in state.also_claimed],
        suggested_resolution=SuggestionView(suggestion["winner_id"], suggestion["reason"]) if suggestion else None,
        resolution=_resolution(state, known),
        flagged=state.flagged,
        fingerprint=seen(state),
    )


def _side(side: Record, known: _Known) -> SideView:
    source_ids = _texts(side["source_ids"])
    item = known.items.get(str(side["item_id"]))
    return SideView(
        item_id=str(side["item_id"]),
        statement=str(side["statement"]),
        value=str(side["value"]),
        value_written=str(side.get("value_written", "")),
        polarity=bool(side.get("polarity", True)),
        support=str(side.get("support", "")),
        status=_status(side, item, known),
        document_date=str(side["document_date"]),
        source_ids=source_ids,
        source_names=names.source_names(known.sources, source_ids),
        evidence_ids=_texts(side["evidence_ids"]),
        independent_sources=cast("int", side.get("independent_sources", len(source_ids))),
    )


def _item(at: Pin, side: Record, known: _Known) -> ConflictItem:
    view = _side(side, known)
    is_statement = bool(view.item_id)
    return ConflictItem(
        id=view.item_id or view.source_ids[0],
        project_id=at.project_id,
        kind="statement" if is_statement else "source",
        statement=view.statement,
        value=_value(view) if is_statement else "",
        status=view.status,
        scope="tenant",
        source_names=view.source_names,
    )


def _value(side: SideView) -> str:
    return side.value if side.polarity or not side.value else f"not {side.value}"


def _status(side: Record, item: ItemState | None, known: _Known) -> str:
    if item is not None:
        return item.status
    source = known.sources.get(_texts(side["source_ids"])[0]) if not side["item_id"] else None
    return "" if source is None else str(source.state)


def _resolution(state: ConflictState, known: _Known) -> ResolutionView | None:
    made = state.resolution
    if not made:
        return None
    credential, called = known.credentials.get(made.get("decision_seq", ""), ("", ""))
    return ResolutionView(
        action=made["action"],
        winner_id=made["winner_id"],
        actor=made["actor"],
        decided_at=made.get("decided_at", ""),
        decision_seq=int(made.get("decision_seq", 0)),
        credential=credential,
        credential_name=called,
    )


def seen(state: ConflictState) -> str:
    """What a person who reads this disagreement has seen, a decision on it included, as one opaque word."""
    return text_digest(
        f"{state.fingerprint} {state.resolution.get('decision_seq', '')}" if state.resolution else state.fingerprint
    )


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
