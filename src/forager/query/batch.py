"""Many statements at once, with their evidence and the disagreements they are sides of, in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection

from forager.model.state import ConflictState, ItemState
from forager.query import conflicts, evidence, items, names, pin, states
from forager.query.pin import Pin
from forager.query.views import ConflictView, ItemDetail
from forager.store.tables import conflict_state, item_state

MOST: Final = 100
"""Statements that one request may ask for."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What was found, in the order asked, and the ids nothing was found under: foreign ones as those that nobody has."""

    items: list[ItemDetail]
    conflicts: list[ConflictView]
    missing: list[str]


def read(connection: Connection, at: Pin, ids: Sequence[str], valid_at: str = "") -> Batch:
    """The statements under these addresses at the pin; one asked for twice, or under two addresses, is given once.

    The note of each says whether it can hold at ``valid_at``.
    """
    targets = pin.canonicals(connection, at, ids)
    found = states.many(connection, item_state, ItemState, at, set(targets.values()))
    moved = {target: asked if asked != target else "" for asked, target in reversed(targets.items())}
    chosen = [found[target] for target in dict.fromkeys(targets.values()) if target in found]
    missing = [asked for asked, target in targets.items() if target not in found]
    return Batch(_details(connection, at, chosen, moved, valid_at), _disputed(connection, at, chosen), missing)


def _details(
    connection: Connection, at: Pin, found: Sequence[ItemState], moved: dict[str, str], valid_at: str
) -> list[ItemDetail]:
    known = names.entity_refs(connection, at, {each for state in found for each in state.entity_ids})
    proofs = evidence.of_items(connection, at, found)
    return [
        ItemDetail(
            replace(view, redirected_from=moved[state.id]),
            proofs[state.id],
            [known[each] for each in state.entity_ids if each in known],
            " ".join(filter(None, [at.note, items.holding_note(state, valid_at)])),
        )
        for view, state in zip(items.shown(connection, at, found), found, strict=True)
    ]


def _disputed(connection: Connection, at: Pin, found: Sequence[ItemState]) -> list[ConflictView]:
    ids = sorted({each for state in found for each in state.conflict_ids})
    known = states.many(connection, conflict_state, ConflictState, at, ids)
    return conflicts.shown(connection, at, [known[each] for each in ids if each in known])
