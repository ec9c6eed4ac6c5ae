"""Numbers in the names of things are read in one spelling, and version 4.0 is version 4."""

from __future__ import annotations

import pytest
from tests.forager.resolve.made import node

from forager.resolve.legal import legal_kinds
from forager.resolve.numerals import numbered, numerals, without_closing_zeros


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("fund iii", "fund 3"),
        ("fund xxiv", "fund 24"),
        ("brigade forty four", "brigade 44"),
        ("2nd street bakery", "2 street bakery"),
        ("second street bakery", "2 street bakery"),
        ("twentieth century", "20 century"),
        ("release v4 1", "release 4 1"),
        ("v guards", "v guards"),
        ("tx 400", "tx 400"),
        ("civil works", "civil works"),
    ],
)
def test_numbers_in_one_spelling(words: str, read: str) -> None:
    assert " ".join(numbered(words.split())) == read


def test_zeros_at_the_end_count_nothing_and_others_do() -> None:
    assert without_closing_zeros(("corvus", "4", "0", "0")) == ("corvus", "4")
    assert without_closing_zeros(("area", "0")) == ("area", "0")
    assert numerals(("corvus", "4", "beta2")) == ("4", "beta2")


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("Tern AG", {"shares"}),
        ("Tern Sp. z o.o.", {"limited"}),
        ("OOO Tern", {"limited"}),
        ("Tern Inc.", set()),
        ("Tern", set()),
    ],
)
def test_the_kind_of_a_legal_form(name: str, kinds: set[str]) -> None:
    assert legal_kinds(node(name, entity_class="organization")) == kinds
