"""A suggested resolution with its reason. It is never applied by the engine (seed 000 §7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forager.dispute.claims import Side, SourceFacts
from forager.dispute.signs import told_later
from forager.dispute.versions import later


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The side a rule favours, and why in words."""

    winner_id: str
    reason: str


def suggest(sides: Sequence[Side]) -> Suggestion | None:
    """The first rule that favours exactly one side.

    Authoritative source, later version, newer document, more independent sources; last the signs inside undated documents, told as weak.
    """
    for rule in (_authoritative, _later_version, _newer, _more_sources, _by_signs):
        found = rule(sides)
        if found is not None:
            return found
    return None


def _authoritative(sides: Sequence[Side]) -> Suggestion | None:
    marked = [side for side in sides if any(witness.source.authoritative for witness in side.standing)]
    if len(marked) != 1:
        return None
    name = next(witness.source.logical_name for witness in marked[0].standing if witness.source.authoritative)
    return Suggestion(marked[0].id, f"{name} is marked authoritative.")


def _later_version(sides: Sequence[Side]) -> Suggestion | None:
    """The side with a document that is marked as later than one of every other side, while none of theirs is later than one of it."""
    for side in sides:
        others = [other for other in sides if other.id != side.id]
        marked = [_after(side, other) for other in others]
        if others and all(marked) and not any(_after(other, side) for other in others):
            return Suggestion(side.id, f"{min(name for name in marked)} is marked as the later version.")
    return None


def _after(side: Side, other: Side) -> str:
    """The first document of a side, by name, that is marked as later than one of another; empty when none is."""
    names = (
        mine.source.logical_name
        for mine in side.standing
        if any(later(_named(theirs.source), _named(mine.source)) == 1 for theirs in other.standing)
    )
    return min(names, default="")


def _named(source: SourceFacts) -> tuple[str, str, str]:
    return source.logical_name, source.title, source.opening


def _newer(sides: Sequence[Side]) -> Suggestion | None:
    best = _single_best(sides, lambda side: side.newest)
    # A date that is a prefix of another ("2026" against "2026-03-03") orders nothing.
    if best is None or not best.newest or any(not side.newest for side in sides):
        return None
    if any(best.newest.startswith(side.newest) for side in sides if side.id != best.id):
        return None
    name = next(w.source.logical_name for w in best.standing if w.source.document_date == best.newest)
    return Suggestion(best.id, f"{name} is newer by document date.")


def _more_sources(sides: Sequence[Side]) -> Suggestion | None:
    best = _single_best(sides, lambda side: side.independent)
    if best is None:
        return None
    return Suggestion(best.id, f"More independent sources say so ({best.independent}).")


def _by_signs(sides: Sequence[Side]) -> Suggestion | None:
    """The side with an undated document that tells signs of having been written after one of every other side; none of theirs does."""
    for side in sides:
        others = [other for other in sides if other.id != side.id]
        told = [_sign(side, other) for other in others]
        if others and all(told) and not any(_sign(other, side) for other in others):
            return Suggestion(side.id, f"{min(told)}, so it was probably written after; a weak sign.")
    return None


def _sign(side: Side, other: Side) -> str:
    """The first document of a side, by name, with the sign that it was written after one of another; empty when none has one."""
    found = (
        f"{mine.source.logical_name} {why}"
        for mine in side.standing
        for theirs in other.standing
        if not (mine.source.document_date or theirs.source.document_date)
        and (why := told_later(mine.source.signs, theirs.source.signs))
    )
    return min(found, default="")


def _single_best(sides: Sequence[Side], measure: Callable[[Side], str | int]) -> Side | None:
    ranked = sorted(sides, key=lambda side: str(measure(side)).rjust(40), reverse=True)
    if len(ranked) < 2 or measure(ranked[0]) == measure(ranked[1]):
        return ranked[0] if len(ranked) == 1 else None
    return ranked[0]
