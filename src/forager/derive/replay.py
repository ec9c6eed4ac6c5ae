"""People's decisions, folded: what stands about each disagreement, statement and pair of names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from forager.model.decision import Decision, DecisionKind
from forager.store import decisions


@dataclass(frozen=True, slots=True)
class Rulings:
    """The last standing decision for each address, and every judgement on two names in order."""

    conflicts: dict[str, Decision]
    items: dict[str, Decision]
    names: tuple[Decision, ...]

    def on_conflict(self, addresses: Sequence[str]) -> Decision | None:
        """The latest decision on any of a disagreement's addresses; None when it is open or was reopened."""
        found = [self.conflicts[each] for each in addresses if each in self.conflicts]
        latest = max(found, key=lambda row: row.seq, default=None)
        return None if latest is None or latest.choice == "reopen" else latest

    def on_item(self, addresses: Sequence[str]) -> Decision | None:
        """The latest decision on any of a statement's addresses; ``restore`` means as if none."""
        found = [self.items[each] for each in addresses if each in self.items]
        latest = max(found, key=lambda row: row.seq, default=None)
        return None if latest is None or latest.choice == "restore" else latest


def rulings(connection: Connection, project: str) -> Rulings:
    """Fold the project's whole log."""
    conflicts: dict[str, Decision] = {}
    items: dict[str, Decision] = {}
    names: list[Decision] = []
    for row in decisions.standing(decisions.log(connection, project)):
        if row.kind == DecisionKind.ENTITY:
            names.append(row)
        if row.kind not in {DecisionKind.CONFLICT, DecisionKind.ITEM}:
            continue
        held = conflicts if row.kind == DecisionKind.CONFLICT else items
        held.update(dict.fromkeys(row.targets, row))
    return Rulings(conflicts, items, tuple(names))
