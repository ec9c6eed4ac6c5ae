"""What one slot says: its values gathered into sides, what superseded what, and which sides contradict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from forager.dispute.claims import Side, Slot, Witness, ordered
from forager.dispute.suggest import Suggestion, suggest
from forager.dispute.verdicts import Verdict, judge

ValueToken = Callable[[Witness], str]
"""The canonical form of a value: a person's or organisation's entity, else the value itself."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The whole finding on a slot.

    ``superseded`` maps a side to the side that took its place; ``disputed`` are the sides of the disagreement, by id;
    ``also_claimed`` the values only hedged or reported beside others; ``verdicts`` every judged pair.
    """

    slot: Slot
    sides: tuple[Side, ...]
    superseded: dict[str, str]
    disputed: tuple[Side, ...]
    also_claimed: tuple[Side, ...]
    suggestion: Suggestion | None
    verdicts: tuple[tuple[str, str, Verdict], ...]


def settle(slot: Slot, witnesses: Sequence[Witness], value_token: ValueToken) -> Settled:
    """Judge a slot from all its evidence, live and past. Independent of the order of ``witnesses``."""
    sides = _sides(witnesses, value_token)
    standing = [side for side in sides if side.standing]
    verdicts = tuple((a.id, b.id, judge(slot, a, b)) for a, b in combinations(standing, 2))
    against = {id_ for a, b, verdict in verdicts if verdict is Verdict.CONTRADICTS for id_ in (a, b)}
    beside = {id_ for a, b, verdict in verdicts if verdict is Verdict.ALSO_CLAIMED for id_ in (a, b)}
    disputed = tuple(side for side in standing if side.id in against)
    claimed = tuple(side for side in standing if side.id in beside and side.weak)
    suggestion = suggest(disputed) if disputed else None
    return Settled(slot, sides, _superseded(sides), disputed, claimed, suggestion, verdicts)


def _sides(witnesses: Sequence[Witness], value_token: ValueToken) -> tuple[Side, ...]:
    groups: dict[tuple[bool, str, str], list[Witness]] = {}
    for witness in witnesses:
        row = witness.evidence
        groups.setdefault((row.polarity, row.value_kind, value_token(witness)), []).append(witness)
    retired = _retired([witness for witness in witnesses if witness.source.live])
    made = (_side(group, retired) for group in groups.values())
    return tuple(sorted(made, key=lambda side: side.id))


def _side(group: Sequence[Witness], retired: frozenset[str]) -> Side:
    live = ordered([witness for witness in group if witness.source.live])
    past = ordered([witness for witness in group if not witness.source.live])
    addresses = tuple(sorted({witness.evidence.item_id for witness in (live or past)}))
    standing = tuple(witness for witness in live if witness.evidence.id not in retired)
    return Side(addresses[0], addresses, live, past, standing)


def _retired(live: Iterable[Witness]) -> frozenset[str]:
    """Evidence its own document replaced, or whose whole document a live source says it replaces."""
    rows = list(live)
    moved = {witness.source.id for witness in rows if witness.evidence.change == "to"}
    return frozenset(
        witness.evidence.id
        for witness in rows
        if witness.source.replaced_by or (witness.evidence.change == "from" and witness.source.id in moved)
    )


def _superseded(sides: Sequence[Side]) -> dict[str, str]:
    """Sides with nothing standing, and what took their place: in the same document, in the one that replaces it, or a later version."""
    successors: dict[str, str] = {}
    for side in sides:
        if side.standing or not (side.live or side.past):
            continue
        found = _successor(side, sides)
        if side.live or found:
            successors[side.id] = found
    return successors


def _successor(side: Side, sides: Sequence[Side]) -> str:
    own = side.live or side.past
    sources = {witness.source.id for witness in own} | {witness.source.replaced_by for witness in own}
    names = {witness.source.logical_name for witness in own if not witness.source.removed}
    for other in sides:
        if other.id == side.id:
            continue
        for witness in other.standing:
            if witness.source.id in sources or witness.source.logical_name in names:
                return other.id
    return ""
