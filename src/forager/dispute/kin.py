"""Which documents are of one kind: drafts, versions or releases of one document under names of their own.

Such documents answer the same questions, each in its own way, so where each gives exactly one value to a label that stands in the singular
("the rollback time", "Database:"), two different ones cannot both hold. Kinship decides nothing more: it never supersedes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePosixPath

from forager.dispute.claims import Witness
from forager.dispute.versions import Marker, later, marker
from forager.extract.wordlist import word_set
from forager.model.statement import ValueKind

ALIKE = 0.5
"""The share of word 5-shingles from which two texts are forms of one document (near-copies have 0.9)."""
RELATED = 0.1
"""The share that beside a version marker in their names suffices."""
_EDITIONS = frozenset({"version", "state"})
_SEVERAL = word_set(
    "author member contributor participant attendee guest speaker partner language keyword tag topic category dependency feature "
    "example note comment contact reference source link url alias synonym ingredient material symptom skill service option "
    "requirement task action item step issue risk question answer decision remark detail use role person name date milestone fee "
    "penalty discount reviewer approver party supplier customer organization employer sender recipient copied subject title purpose scope "
    "platform port iban bic of on"
)
"""Labels in the singular under which a thing may have several values, one to a line."""
_LISTED = re.compile(r"[,;/&+]|\b(?:and|or|also|und|oder|et|y)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Document:
    """What kinship is told by: its name, title, the version in its first lines, its date, its MinHash."""

    id: str
    logical_name: str
    title: str
    opening: str
    date: str
    minhash: tuple[int, ...]


def kin(documents: Sequence[Document]) -> frozenset[tuple[str, str]]:
    """The pairs of documents, by id, that are forms of one document."""
    ranked = sorted(documents, key=lambda each: each.id)
    return frozenset((a.id, b.id) for a, b in combinations(ranked, 2) if are_kin(a, b))


def are_kin(one: Document, other: Document) -> bool:
    """Whether two documents are forms of one: alike in text, or related and marked as versions.

    Two that bear different dates and no versions are a series ("the report of May, of June"): their values move with time.
    """
    if one.logical_name == other.logical_name:
        return False
    alike = _shared(one.minhash, other.minhash)
    if alike >= RELATED and _are_editions(one, other):
        return True
    return alike >= ALIKE and not (one.date and other.date and one.date != other.date)


def gives_later(one: Document, other: Document) -> bool:
    """Whether the second of two documents is marked as the later one."""
    names = [(each.logical_name, each.title, each.opening) for each in (one, other)]
    return later(*names) == 1


def is_singular(slot: str) -> bool:
    """Whether a label names one thing: "rollback_time" and "database" do, "supported_systems" and "author" do not."""
    last = slot.rpartition("_")[2]
    if not last or " " in slot or last in _SEVERAL:
        return False
    return not last.endswith("s") or last.endswith(("ss", "us", "is"))


def is_one_value(witness: Witness) -> bool:
    """Whether a value is one and no list of several."""
    row = witness.evidence
    return bool(row.value_kind) and (row.value_kind != ValueKind.TEXT or _LISTED.search(row.value_written) is None)


def _shared(one: Sequence[int], other: Sequence[int]) -> float:
    if not one or len(one) != len(other):
        return 0.0
    return sum(a == b for a, b in zip(one, other, strict=True)) / len(one)


def _are_editions(one: Document, other: Document) -> bool:
    """Whether name, title or first lines mark two documents as versions or states of one."""
    pairs = ((_stem(one), _stem(other)), (one.title, other.title), (one.opening, other.opening))
    return any(_is_edition(marker(a), marker(b)) for a, b in pairs if a and b)


def _is_edition(one: Marker, other: Marker) -> bool:
    return one.base == other.base and one != other and {one.kind, other.kind} <= _EDITIONS | {""}


def _stem(document: Document) -> str:
    return str(PurePosixPath(document.logical_name).with_suffix(""))
