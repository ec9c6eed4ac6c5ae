"""Near-duplicate documents: MinHash bands propose, exact Jaccard decides (Broder 1997; design notes §6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from formicaria.ground.ids import normal_text

THRESHOLD = 0.9
SHINGLE_WORDS = 5
BAND_ROWS = 8


@dataclass(frozen=True, slots=True)
class Reading:
    """What duplicate detection knows of one live source; ``opening`` is the version its first lines give."""

    source_id: str
    logical_name: str
    document_date: str
    text_sha256: str
    shingles: frozenset[str]
    title: str = ""
    opening: str = ""


_COPY = re.compile(
    r"^copy of\b|\bcopy(?:\s?\(?\d+\)?)?$|\(\d{1,2}\)$|\bduplicate$|\bbackup$|\bbak$|^kopie von\b|\bkopie$|\bcopie$"
)
"""What programs and people add to the name of a copy: it says nothing of an order."""


def is_copy(logical_name: str) -> bool:
    """Whether a file's name says that it is a copy ("Copy of plan.docx", "plan (1).docx", "plan - Copy.docx")."""
    return _COPY.search(normal_text(PurePosixPath(logical_name).stem)) is not None


def shingles(text: str) -> frozenset[str]:
    """The word 5-shingles of a text's normal form; a shorter text has none: "test" and "test" are no copies of each other."""
    words = normal_text(text).split()
    return frozenset(" ".join(words[at : at + SHINGLE_WORDS]) for at in range(len(words) - SHINGLE_WORDS + 1))


def bands(minhash: Sequence[int]) -> tuple[str, ...]:
    """Keys under which likely duplicates meet: ``BAND_ROWS`` consecutive values each."""
    starts = range(0, len(minhash) - BAND_ROWS + 1, BAND_ROWS)
    return tuple(f"{at}:" + ",".join(f"{value:x}" for value in minhash[at : at + BAND_ROWS]) for at in starts)


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """Share of shingles in common; two empty texts share nothing."""
    union = len(left | right)
    return len(left & right) / union if union else 0.0


def original(readings: Sequence[Reading]) -> Reading:
    """Of near-duplicates, the one the others are copies of: not named a copy, then smallest (date, name, hash)."""
    return min(readings, key=_age)


def _age(each: Reading) -> tuple[bool, str, str, str, str]:
    name = each.logical_name
    return is_copy(name), each.document_date or "9999", name, each.text_sha256, each.source_id


def clusters(readings: Sequence[Reading]) -> tuple[tuple[Reading, ...], ...]:
    """Groups of near-duplicates among readings that share a band, each with its original first. Single ones are left out."""
    parent = {each.source_id: each.source_id for each in readings}

    def root(id_: str) -> str:
        while parent[id_] != id_:
            id_ = parent[id_]
        return id_

    ranked = sorted(readings, key=lambda each: each.source_id)
    for at, left in enumerate(ranked):
        for right in ranked[at + 1 :]:
            if left.text_sha256 == right.text_sha256 or jaccard(left.shingles, right.shingles) >= THRESHOLD:
                low, high = sorted((root(left.source_id), root(right.source_id)))
                parent[high] = low
    groups: dict[str, list[Reading]] = {}
    for each in ranked:
        groups.setdefault(root(each.source_id), []).append(each)
    return tuple(_original_first(group) for group in groups.values() if len(group) > 1)


def _original_first(group: Sequence[Reading]) -> tuple[Reading, ...]:
    first = original(group)
    return (first, *(each for each in group if each.source_id != first.source_id))
