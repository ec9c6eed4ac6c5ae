"""What two values of one slot are to each other: the first verdict that fits (design notes §6). Only *contradicts* is a disagreement."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from forager.dispute.claims import Side, Slot, Witness
from forager.dispute.context import Context, apart
from forager.extract.values.compare import relation
from forager.model.statement import ValueKind


class Verdict(StrEnum):
    """The verdicts, in the order they are tried."""

    CORROBORATES = "corroborates"
    REFINES = "refines"
    OTHER_TIME = "other_time"
    DIFFERENT_ENTITY = "different_entity"
    UNIT_MISMATCH = "unit_mismatch"
    ALSO_CLAIMED = "also_claimed"
    SEVERAL_VALUES = "several_values"
    CONTRADICTS = "contradicts"


def judge(slot: Slot, left: Side, right: Side) -> Verdict:
    """The verdict on two sides that both still stand. Symmetric."""
    compared = _compared(slot, left, right)
    if compared is not None:
        return compared
    if not _overlap(left, right):
        return Verdict.OTHER_TIME
    if not _surely_one(slot, left, right):
        return Verdict.DIFFERENT_ENTITY
    if _units_differ(left, right):
        return Verdict.UNIT_MISMATCH
    if left.weak or right.weak:
        return Verdict.ALSO_CLAIMED
    single = slot.single_valued or _are_kin(slot, left, right)
    remarked = _is_remark(left) or _is_remark(right)
    return Verdict.CONTRADICTS if slot.proposition or (single and not remarked) else Verdict.SEVERAL_VALUES


def _compared(slot: Slot, left: Side, right: Side) -> Verdict | None:
    a, b = left.shown.value, right.shown.value
    if slot.proposition or a is None or b is None:
        return None
    if left.shown.evidence.polarity != right.shown.evidence.polarity:
        # "is X" against "is not Y" says nothing about each other; "is not X" against "is X" does.
        return None if relation(a, b) == "equal" else Verdict.CORROBORATES
    found = relation(a, b)
    if found == "equal":
        return Verdict.CORROBORATES
    return Verdict.REFINES if found in {"refines", "refined_by"} else None


def _surely_one(slot: Slot, left: Side, right: Side) -> bool:
    """Whether both sides surely speak of one thing: one document does, unless it tells two apart; several do by the subject's name.

    Between forms of one document the values in question do not tell two bearers of a name apart, as two days of birth would elsewhere.
    """
    kin = _are_kin(slot, left, right)
    if apart(_contexts(left, slot.name if kin else ""), _contexts(right, slot.name if kin else "")):
        return False
    return kin or slot.certain or _share_source(left, right)


def _contexts(side: Side, but: str) -> Iterator[Context]:
    """What the standing evidence of a side tells of its bearer, but for one kind."""
    return (frozenset(told for told in each.context if told[0] != but) for each in side.standing)


def _are_kin(slot: Slot, left: Side, right: Side) -> bool:
    """Whether a document of each side is a form of one document."""
    if not slot.kin:
        return False
    pairs = ((a.source.id, b.source.id) for a in left.standing for b in right.standing)
    return any((min(pair), max(pair)) in slot.kin for pair in pairs)


def _units_differ(left: Side, right: Side) -> bool:
    a, b = left.shown.value, right.shown.value
    return a is not None and b is not None and relation(a, b) == "incomparable_units"


REMARK = 10
"""Words from which a text is a remark of its own: no rule can say that two remarks cannot both hold."""


def _is_remark(side: Side) -> bool:
    value = side.shown.value
    return value is not None and value.kind is ValueKind.TEXT and len(value.normal.split()) > REMARK


def _share_source(left: Side, right: Side) -> bool:
    return bool({_voice(each) for each in left.standing} & {_voice(each) for each in right.standing})


def _voice(witness: Witness) -> str:
    return witness.source.id


def _overlap(left: Side, right: Side) -> bool:
    """Whether any two of their validity intervals meet; an open end meets everything."""
    return any(_meet(a, b) for a in left.standing for b in right.standing)


def _meet(a: Witness, b: Witness) -> bool:
    one, two = a.evidence, b.evidence
    ends_before = bool(one.valid_to and two.valid_from and one.valid_to <= two.valid_from)
    begins_after = bool(two.valid_to and one.valid_from and two.valid_to <= one.valid_from)
    return not (ends_before or begins_after)
