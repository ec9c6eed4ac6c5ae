"""MinHash of a text: 128 numbers that agree where two texts share shingles (design notes §6).

One hash to a shingle and one smallest hash to a bin, the empty bins lent from others by a fixed order of asking (Li, Owen and
Zhang 2012; Shrivastava 2017), so that the share of equal numbers estimates the Jaccard similarity without bias.
"""

from __future__ import annotations

import hashlib
from itertools import count

from forager.dispute.duplicates import shingles

BINS = 128
_KEPT_BITS = 53
"""JSON holds integers exactly only below 2**53."""


def minhash(text: str) -> tuple[int, ...]:
    """The MinHash of a text's word 5-shingles; empty for a text without words."""
    smallest: dict[int, int] = {}
    for shingle in shingles(text):
        hashed = _hash(shingle)
        place, value = hashed % BINS, hashed >> (64 - _KEPT_BITS)
        smallest[place] = min(value, smallest.get(place, value))
    return tuple(_lent(place, smallest) for place in range(BINS)) if smallest else ()


def _lent(place: int, smallest: dict[int, int]) -> int:
    """The bin's own number, or that of the first filled bin it asks."""
    if place in smallest:
        return smallest[place]
    asked = (_hash(f"{place} {attempt}") % BINS for attempt in count())
    return next(smallest[other] for other in asked if other in smallest)


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
