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
    assert found.precision >= 0.95, found.words()
    assert found.f1 >= 0.95, found.words()


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


@pytest.mark.parametrize(
    ("left", "right", "agree"),
    [
        ("محمد بن راشد", "Mohammed bin Rashid", True),
        ("محمد بن راشد", "Mohammed bin Salman", False),
        ("דוד כהן", "David Cohen", True),
        ("Petrova A. N.", "Anna Nikolaevna Petrova", True),
        ("Anna P.", "Petrova Anna", False),
        ("Carlos Vega Luna", "Carlos Luna Vega", False),
        ("Li Wei", "Wei Li", True),
    ],
)
def test_scripts_initials_and_order(left: str, right: str, agree: bool) -> None:
    assert match_names(left, right).agree is agree
