"""What a statement is to the others about its subject and attribute, and why: the answer to "why is this no disagreement?".

Read from the states of the revision alone, so that the past answers as it stood. Who means another bearer of the name and who has several
values is told apart by whether the attribute has one value now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, select

from forager.derive.flags import single_valued
from forager.dispute.claims import WEAK
from forager.extract.values.compare import relation
from forager.model.state import ItemState
from forager.model.statement import Status, Support, Value, ValueKind
from forager.query import evidence, states
from forager.query.pin import Pin
from forager.query.views import EvidenceView
from forager.store import derived
from forager.store.tables import item_state

MOST = 100
"""Statements shown beside one."""


class Verdict(StrEnum):
    """What another statement is to the one asked about."""

    CONTRADICTS = "contradicts"
    SUPERSEDES = "supersedes"
    SUPERSEDED_BY = "superseded_by"
    CORROBORATES = "corroborates"
    REFINES = "refines"
    OTHER_QUALIFIER = "other_qualifier"
    OTHER_MODALITY = "other_modality"
    OTHER_TIME = "other_time"
    UNIT_MISMATCH = "unit_mismatch"
    ALSO_CLAIMED = "also_claimed"
    DIFFERENT_ENTITY = "different_entity"
    SEVERAL_VALUES = "several_values"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class Beside:
    """Another statement about the same subject and attribute. ``verdict`` is one of ``Verdict``, ``reason`` says it in words.

    ``evidence_id``, ``source_name`` and ``location`` are of its first place; ``source_ids`` are the documents that make it.
    """

    id: str
    statement: str
    value: str
    status: str
    verdict: str
    reason: str
    value_written: str = ""
    evidence_id: str = ""
    source_name: str = ""
    location: str = ""
    source_ids: tuple[str, ...] = ()


def beside(connection: Connection, at: Pin, id_: str) -> list[Beside]:
    """The statements beside one, by id, at most ``MOST``. Raises RecordNotFound."""
    state, _ = states.one(connection, item_state, ItemState, at, id_)
    if not state.slot:
        return []
    single = single_valued(connection, at.project_id, state.slot)
    others = _others(connection, at, state)
    places = _places(connection, at, others)
    return [_beside(each, *between(state, each, single=single), places.get(each.id)) for each in others]


def _places(connection: Connection, at: Pin, found: Sequence[ItemState]) -> dict[str, EvidenceView]:
    """The first place of each statement, by the statement's id."""
    first = {state.id: (*state.evidence_ids, *state.past_evidence_ids)[:1] for state in found}
    known = evidence.views(connection, at, sorted({id_ for ids in first.values() for id_ in ids}))
    return {id_: known[ids[0]] for id_, ids in first.items() if ids}


def _beside(state: ItemState, told: Verdict, reason: str, place: EvidenceView | None) -> Beside:
    words = ("not " if not state.polarity else "") + (state.value_written or state.value)
    found = Beside(state.id, state.statement, state.value, state.status, told, reason, words)
    if place is None:
        return found
    sources = tuple(state.source_ids) or (place.source_id,)
    return replace(
        found, evidence_id=place.id, source_name=place.source_name, location=place.location, source_ids=sources
    )


GIVES_ANOTHER: Final = frozenset(Verdict) - {Verdict.CORROBORATES, Verdict.REFINES}
"""Verdicts on a statement that gives another value."""


def summary(found: Sequence[Beside]) -> str:
    """In a sentence: how many documents give another value, and why that is no disagreement; empty when none does."""
    others = [each for each in found if each.verdict in GIVES_ANOTHER]
    open_ = [each for each in others if each.verdict == Verdict.CONTRADICTS]
    plain = [each for each in others if each.verdict != Verdict.CONTRADICTS]
    told = []
    if open_:
        told.append(f"{_documents(open_)} another value, and both cannot hold.")
    if plain:
        reasons = list(dict.fromkeys(each.reason for each in plain))
        because = (
            f": {reasons[0][0].lower()}{reasons[0][1:]}" if len(reasons) == 1 else ", for the reasons beside each."
        )
        told.append(f"{_documents(plain)} another value; that is not a disagreement{because}")
    return " ".join(told)


def _documents(found: Sequence[Beside]) -> str:
    number = len({id_ for each in found for id_ in each.source_ids})
    return "1 document gives" if number == 1 else f"{number} documents give"


def _others(connection: Connection, at: Pin, state: ItemState) -> list[ItemState]:
    held = derived.at_revision(item_state, at.project_id, at.rev)
    token = select(item_state.c.subject_token).where(held & (item_state.c.id == state.id)).scalar_subquery()
    mine = held & (item_state.c.subject_token == token) & (item_state.c.slot == state.slot)
    query = select(item_state.c.body).where(mine, item_state.c.id != state.id).order_by(item_state.c.id).limit(MOST)
    return [states.from_body(ItemState, row[0]) for row in connection.execute(query)]


def between(one: ItemState, other: ItemState, *, single: bool) -> tuple[Verdict, str]:
    """What ``other`` is to ``one``, and why; ``single`` says that their attribute has one value at a time."""
    if set(one.conflict_ids) & set(other.conflict_ids) and Status.DISPUTED in {one.status, other.status}:
        return Verdict.CONTRADICTS, "Both cannot hold, and nobody has decided."
    return _moved_on(one, other) or _elsewhere(one, other) or _valued(one, other) or _apart(one, other, single=single)


def _moved_on(one: ItemState, other: ItemState) -> tuple[Verdict, str] | None:
    if other.superseded_by == one.id:
        return Verdict.SUPERSEDED_BY, "It was replaced by this statement."
    if one.superseded_by == other.id:
        return Verdict.SUPERSEDES, "It took the place of this statement."
    if {one.status, other.status} & {Status.SUPERSEDED, Status.STALE, Status.ARCHIVED}:
        return Verdict.PAST, "One of the two holds no more."
    return None


def _elsewhere(one: ItemState, other: ItemState) -> tuple[Verdict, str] | None:
    if one.qualifiers != other.qualifiers:
        return Verdict.OTHER_QUALIFIER, f"This one speaks of {_told(one)}, that one of {_told(other)}."
    if one.modality != other.modality:
        return Verdict.OTHER_MODALITY, f"This one is {one.modality}, that one {other.modality}."
    ends = [(a.valid_to, b.valid_from) for a, b in ((one, other), (other, one))]
    if any(end and start and end <= start for end, start in ends):
        return Verdict.OTHER_TIME, "They hold at different times."
    return None


def _told(state: ItemState) -> str:
    return ", ".join(f"{name} {value}" for name, value in state.qualifiers) or "no qualifier"


def _valued(one: ItemState, other: ItemState) -> tuple[Verdict, str] | None:
    if not (one.value_kind and other.value_kind) or one.polarity != other.polarity:
        return None
    found = relation(_value(one), _value(other))
    told = {
        "equal": (Verdict.CORROBORATES, "It gives the same value, written in another way."),
        "refines": (Verdict.REFINES, "This one is more exact; the other allows it."),
        "refined_by": (Verdict.REFINES, "The other is more exact; this one allows it."),
        "incomparable_units": (Verdict.UNIT_MISMATCH, "Their units cannot be compared."),
    }
    return told.get(found)


def _value(state: ItemState) -> Value:
    return Value(ValueKind(state.value_kind), state.value, state.value_written, state.precision)


def _apart(one: ItemState, other: ItemState, *, single: bool) -> tuple[Verdict, str]:
    if WEAK & {Support(one.support), Support(other.support)}:
        return Verdict.ALSO_CLAIMED, "One of the two is only hedged or reported."
    if set(one.conflict_ids) & set(other.conflict_ids):
        return Verdict.PAST, "A person decided between them."
    if single:
        return Verdict.DIFFERENT_ENTITY, "The name may stand for two things: the documents do not say that it is one."
    return Verdict.SEVERAL_VALUES, "The attribute may have several values at once."
