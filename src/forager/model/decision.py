"""What people decided: append-only, undone by another row, replayed on every derivation (design notes §8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DecisionKind(StrEnum):
    """What a decision is about."""

    CONFLICT = "conflict"
    """choice: choose_winner, both_hold, neither, dismiss, archive_duplicates, reopen"""
    ENTITY = "entity"
    """choice: merge, apart; explode, whose targets are all the names of one entity"""
    ITEM = "item"
    """choice: mark_reviewed, reject, restore, archive"""
    SOURCE = "source"
    """choice: authoritative, not_authoritative, set_date; the target is a source, or ``name:`` and a pattern of logical names"""
    ATTRIBUTE = "attribute"
    """choice: single_valued, multi_valued; the target is the attribute's key"""
    UNDO = "undo"


CONFLICT_CHOICES = ("choose_winner", "both_hold", "neither", "dismiss", "archive_duplicates", "reopen")
ITEM_CHOICES = ("mark_reviewed", "reject", "restore", "archive")
ENTITY_CHOICES = ("merge", "apart", "explode")
SOURCE_CHOICES = ("authoritative", "not_authoritative", "set_date")
ATTRIBUTE_CHOICES = ("single_valued", "multi_valued")
NAMED = "name:"
"""Before a pattern of logical names that stands as the target of a decision on sources."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One act of a person. ``targets`` are addresses; ``canonical`` what they were then; ``fingerprint`` what was seen then.

    ``winner`` is what was chosen: the side of a disagreement, or the date that a document is given.
    """

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
