"""A disagreement's state: its sides, the suggestion that is never applied, and what a person decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forager.derive.replay import Rulings
from forager.dispute.claims import Side
from forager.dispute.settle import Settled
from forager.model.decision import Decision
from forager.model.keys import attribute_key, conflict_id
from forager.model.state import ConflictState
from formicaria.ground.canonical import canonical_text, parse

GREW = "A new side appeared since the decision."
SHRANK = "A side or some of its evidence is gone since the decision."
CHANGED = "New evidence arrived since the decision."


def is_decided(state: ConflictState) -> bool:
    """Whether a person's decision holds now."""
    return state.status == "decided"


def conflict_state_of(found: Settled, words: Sequence[str], rulings: Rulings) -> ConflictState | None:
    """The disagreement in a settled slot, or None when there is none and nobody ever decided one."""
    addresses = _addresses(found, words)
    ruling = rulings.on_conflict(addresses)
    sides = found.disputed or (_seen(found, ruling) if ruling is not None else ())
    if not sides:
        return None
    status, flagged = _compare(sides, ruling)
    name = words[0] if words else found.slot.token
    key = attribute_key(name, found.slot.name.replace(" ", "_"))
    return ConflictState(
        id=addresses[0],
        kind="contradiction" if _is_contradiction(found, sides) else "attribute_mismatch",
        attribute_key=key,
        slot=found.slot.name,
        subject=sides[0].shown.evidence.subject,
        description=_description(sides),
        status=status,
        sides=[_side(side) for side in sides],
        also_claimed=[_side(side) for side in found.also_claimed if side not in sides],
        suggestion={} if found.suggestion is None else _suggestion(found),
        resolution={} if ruling is None else resolution_of(ruling),
        flagged=flagged,
        item_ids=[side.id for side in sides],
        source_ids=sorted({witness.source.id for side in sides for witness in side.standing}),
        fingerprint=fingerprint(sides),
        addresses=list(addresses),
    )


def fingerprint(sides: Sequence[Side]) -> str:
    """What a person who decides now has seen: each side's addresses and evidence."""
    seen = [
        {"items": list(side.addresses), "evidence": sorted(witness.evidence.id for witness in side.standing)}
        for side in sides
    ]
    return canonical_text(seen)


def _addresses(found: Settled, words: Sequence[str]) -> list[str]:
    slot = found.slot
    kind = "contradiction" if slot.proposition else "attribute_mismatch"
    return sorted(
        {conflict_id(slot.project_id, kind, each, slot.name, slot.qualifiers, slot.modality) for each in words}
    )


def _seen(found: Settled, ruling: Decision) -> tuple[Side, ...]:
    known = {item for side in _sides_then(ruling) for item in _texts(side.get("items"))}
    return tuple(side for side in found.sides if known & set(side.addresses))


def _compare(sides: Sequence[Side], ruling: Decision | None) -> tuple[str, str]:
    """Status and flag: a new side opens it again; a lost side or other evidence leaves it decided, flagged (design notes §8)."""
    if ruling is None:
        return "open", ""
    then = _sides_then(ruling)
    items_then = {item for side in then for item in _texts(side.get("items"))}
    evidence_then = {each for side in then for each in _texts(side.get("evidence"))}
    evidence_now = {witness.evidence.id for side in sides for witness in side.standing}
    if any(not items_then & set(side.addresses) for side in sides):
        return "open", GREW
    present = {item for side in sides for item in side.addresses}
    if any(not present & set(_texts(side.get("items"))) for side in then) or evidence_then - evidence_now:
        return "decided", SHRANK
    return "decided", CHANGED if evidence_now - evidence_then else ""


def _sides_then(ruling: Decision) -> list[Mapping[str, object]]:
    found = parse(ruling.fingerprint) if ruling.fingerprint.startswith("[") else []
    return [side for side in found if isinstance(side, dict)] if isinstance(found, list) else []


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _is_contradiction(found: Settled, sides: Sequence[Side]) -> bool:
    return found.slot.proposition or len({side.shown.evidence.polarity for side in sides}) > 1


def _description(sides: Sequence[Side]) -> str:
    parts = [f"{_voices(side)}: {_said(side)}" for side in sides]
    return "; ".join(parts) + "."


def _voices(side: Side) -> str:
    return ", ".join(sorted({witness.source.logical_name for witness in side.standing or side.live or side.past}))


def _said(side: Side) -> str:
    row = side.shown.evidence
    if not row.value:
        return " ".join(row.sentence.split()).rstrip(".")
    return row.value if row.polarity else f"not {row.value}"


def _side(side: Side) -> dict[str, object]:
    row = side.shown.evidence
    return {
        "item_id": side.id,
        "statement": row.sentence,
        "value": row.value,
        "value_written": row.value_written,
        "polarity": row.polarity,
        "support": row.support,
        "document_date": side.newest,
        "source_ids": sorted({witness.source.id for witness in side.standing}),
        "evidence_ids": [witness.evidence.id for witness in side.standing],
        "independent_sources": side.independent,
    }


def _suggestion(found: Settled) -> dict[str, str]:
    assert found.suggestion is not None  # noqa: S101  # the caller looked
    return {"winner_id": found.suggestion.winner_id, "reason": found.suggestion.reason}


def resolution_of(ruling: Decision) -> dict[str, str]:
    """A standing decision as the state of its disagreement holds it."""
    return {
        "action": ruling.choice,
        "winner_id": ruling.winner,
        "actor": ruling.actor,
        "decided_at": ruling.at,
        "decision_seq": str(ruling.seq),
    }
