"""MinHash values estimate how much two texts share, the same on every machine."""

from __future__ import annotations

import random

import pytest

from forager.dispute.duplicates import bands, jaccard, shingles
from forager.pipeline.shingles import BINS, minhash


def words(count: int, seed: int = 7) -> list[str]:
    source = random.Random(seed)
    return [f"w{source.randrange(10**6)}" for _ in range(count)]


def test_values_are_fixed_for_ever() -> None:
    found = minhash("one two three four five six seven eight nine ten")
    assert len(found) == BINS
    assert found[:3] == minhash("ONE  two three four\nfive six seven eight nine ten")[:3]
    assert (found[0], found[1], found[127]) == EXPECTED


EXPECTED = (7097527859020210, 8757385210430547, 7097527859020210)


def test_a_text_without_words_has_none() -> None:
    assert minhash(" \n ") == ()


def test_values_fit_exactly_into_json() -> None:
    assert all(0 <= value < 2**53 for value in minhash(" ".join(words(300))))


@pytest.mark.parametrize("count", [60, 200, 1000])
def test_near_duplicates_share_a_band(count: int) -> None:
    original = words(count)
    for seed in range(20):
        changed = list(original)
        changed[random.Random(seed).randrange(count)] = "changed"
        left, right = " ".join(original), " ".join(changed)
        if jaccard(shingles(left), shingles(right)) >= 0.9:
            assert set(bands(minhash(left))) & set(bands(minhash(right)))


def test_the_share_of_equal_values_estimates_the_similarity() -> None:
    errors = []
    for seed in range(40):
        left = words(400, seed)
        right = left[:300] + words(100, seed + 1000)
        share = sum(a == b for a, b in zip(minhash(" ".join(left)), minhash(" ".join(right)), strict=True)) / BINS
        errors.append(share - jaccard(shingles(" ".join(left)), shingles(" ".join(right))))
    assert abs(sum(errors) / len(errors)) < 0.03
