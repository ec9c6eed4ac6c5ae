"""The name part of the score: the labelled pairs keep their floor, and every answer is the same both ways round."""

from __future__ import annotations

import pytest
from bench.measures.names import NamePair, ours, own_pairs

from forager.model.statement import EntityClass
from forager.resolve.matching import AGREE, match_names

PAIRS = own_pairs()


def test_the_labelled_pairs_keep_their_floor() -> None:
    found = ours(PAIRS)
    assert len(PAIRS) >= 150
    assert found.precision >= 0.88, found.words()
    assert found.f1 >= 0.82, found.words()


@pytest.mark.parametrize("pair", PAIRS[::7], ids=lambda pair: f"{pair.left} - {pair.right}")
def test_the_order_of_two_names_does_not_matter(pair: NamePair) -> None:
    assert match_names(pair.left, pair.right, pair.entity_class) == match_names(
        pair.right, pair.left, pair.entity_class
    )


def test_names_agree_with_their_reasons() -> None:
    found = match_names("Carmody, William", "Bill Carmody")
    assert found.agree
    assert [reason.feature for reason in found.reasons] == ["nickname"]


def test_a_contradiction_outweighs_any_likeness() -> None:
    found = match_names("Harbour Fund III", "Harbour Fund IV", EntityClass.ORGANIZATION)
    assert not found.agree
    assert found.thousandths < AGREE
