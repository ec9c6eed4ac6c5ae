"""How a document ends: a closing formula with a name, or a name with an address, signs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from forager.model.document import Zone
from forager.parse.pieces import Piece
from forager.parse.zones import is_contact_block, is_sign_off

_ASIDE = frozenset({Zone.QUOTATION, Zone.LEGAL, Zone.NAVIGATION})
LAST = 6
"""Only the last paragraphs sign."""


def sign(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with those that sign the text in the zone SIGNATURE."""
    signed = list(pieces)
    tail = [number for number, piece in enumerate(signed) if piece.zone not in _ASIDE][-LAST:]
    formula = next((place for place, number in enumerate(tail) if number and _closes(text, signed[number])), None)
    if formula is not None and all(_is_short(text, signed[number]) for number in tail[formula + 1 :]):
        for number in tail[formula:]:
            signed[number] = replace(signed[number], zone=Zone.SIGNATURE)
    elif tail and tail[-1] and _is_contact(text, signed[tail[-1]]):
        signed[tail[-1]] = replace(signed[tail[-1]], zone=Zone.SIGNATURE)
    return signed


def _closes(text: str, piece: Piece) -> bool:
    words = text[piece.start : piece.end]
    return piece.zone is Zone.PARAGRAPH and is_sign_off(words.split("\n", 1)[0]) and len(words.split()) <= 30


def _is_short(text: str, piece: Piece) -> bool:
    """A name, a role, an address: no sentence."""
    words = text[piece.start : piece.end]
    signs = piece.zone in {Zone.PARAGRAPH, Zone.KEY_VALUE, Zone.SIGNATURE}
    return signs and all(len(line.split()) <= 9 and not line.rstrip().endswith(".") for line in words.split("\n"))


def _is_contact(text: str, piece: Piece) -> bool:
    return piece.zone is Zone.PARAGRAPH and is_contact_block(text[piece.start : piece.end])
