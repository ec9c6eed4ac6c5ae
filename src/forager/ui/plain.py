"""What the wire's words for kinds, fields and states are called on a page: no code of the engine stands where a person reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

KINDS: Final = {
    "item": "statement", "conflict": "disagreement", "entity": "entity", "candidate": "pair of names", "relation": "relation",
}  # fmt: skip
CHANGES: Final = {
    "added": "new", "ended": "not said any more", "changed": "changed", "active": "holds again", "superseded": "replaced by a later one",
    "disputed": "disputed", "unresolved": "undecided", "stale": "not repeated by the newer version", "archived": "put aside",
    "open": "open", "decided": "decided", "merged": "joined", "apart": "kept apart",
}  # fmt: skip
STATES: Final = CHANGES | {"active": "holds"}
FIELDS: Final = {
    "statement": "wording", "subject": "what it is about", "subject_words": "what it is about",
    "subject_entity_id": "whom it is about", "attribute": "what of it", "attribute_key": "what of it", "value": "value",
    "value_kind": "value", "value_written": "value", "precision": "how exact it is", "qualifiers": "which case it is of",
    "modality": "planned or actual", "polarity": "yes or no", "support": "how it is said", "confidence": "confidence",
    "scope": "confidentiality", "effective_date": "from when it holds", "valid_from": "from when it holds",
    "valid_to": "until when it holds", "document_date": "date of the document", "hedged": "how it is said",
    "reported_by": "who is said to have said it", "superseded_by": "what took its place", "review_status": "review",
    "evidence_ids": "places", "past_evidence_ids": "places", "source_ids": "documents", "independent_sources": "documents",
    "entity_ids": "whom it names", "conflict_ids": "disagreements", "type": "kind", "entity_class": "kind", "kind": "kind",
    "name": "name", "aliases": "other names", "identifiers": "addresses and numbers", "mention_count": "mentions",
    "node_ids": "names joined in it", "reasons": "why it is one", "left_id": "names", "right_id": "names", "left_name": "names",
    "right_name": "names", "score": "likeness", "reasons_for": "reasons", "reasons_against": "reasons", "from_id": "ends",
    "to_id": "ends", "from_name": "ends", "to_name": "ends", "evidence": "places", "description": "description", "sides": "sides",
    "also_claimed": "what is only claimed", "suggestion": "suggestion", "resolution": "decision",
    "flagged": "what changed since it was decided", "item_ids": "sides",
}  # fmt: skip
INNER: Final = frozenset({"id", "slot", "addresses", "fingerprint", "extractor", "model", "status"})
"""Fields that say nothing to a person, or are told apart from the others."""


def fields(names: Iterable[str]) -> list[str]:
    """What changed, each thing once, in order."""
    return list(dict.fromkeys(FIELDS[name] for name in names if name in FIELDS))


def change(word: str) -> str:
    """What became of a record."""
    return CHANGES.get(word, word.replace("_", " "))


def state(word: str) -> str:
    """How a record stands."""
    return STATES.get(word, word.replace("_", " "))


def kind(word: str) -> str:
    """What a record is."""
    return KINDS.get(word, word.replace("_", " "))
