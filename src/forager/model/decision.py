"""What people decided: append-only, undone by another row, replayed on every derivation (design notes §8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DecisionKind(StrEnum):
    """What a decision is about."""

    CONFLICT = "conflict"
    """choice: choose_winner, both_hold, neither, dismiss, archive_duplicates, reopen"""
    ENTITY = "entity"
    """choice: merge, apart"""
    ITEM = "item"
    """choice: mark_reviewed, reject, restore, archive"""
    UNDO = "undo"


CONFLICT_CHOICES = ("choose_winner", "both_hold", "neither", "dismiss", "archive_duplicates", "reopen")
ITEM_CHOICES = ("mark_reviewed", "reject", "restore", "archive")
ENTITY_CHOICES = ("merge", "apart")


@dataclass(frozen=True, slots=True)
class Decision:
    """One act of a person. ``targets`` are addresses; ``canonical`` what they were then; ``fingerprint`` what was seen then."""

    project_id: str
    seq: int
    kind: str
    targets: tuple[str, ...]
    canonical: tuple[str, ...]
    fingerprint: str
    choice: str
    winner: str
    undoes: int
    credential: str
    actor: str
    note_id: str
    at: str
