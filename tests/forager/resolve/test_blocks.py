"""Blocks: nodes that may be one thing share a key; too large a block is left out and reported."""

import pytest
from hypothesis import given
from tests.forager.resolve.made import node
from tests.forager.resolve.strategies import some_node

from forager.resolve.blocks import BLOCK_CAP, block_keys, blocks, capped, hides_namesakes, pairs

ORG = {"entity_class": "organization"}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (node("Bob Smith"), node("Robert Smith")),
        (node("Bob Smith"), node("R. Smith")),
        (node("Robert Smith"), node("Smith, Robert")),
        (node("Jörg Müller"), node("Joerg Mueller")),
        (node("Marta Lindqvist"), node("Marta Lindquist")),
        (node("Kim Min Ho"), node("Min Ho Kim")),
        (node("Omar Faruq"), node("Omar Faruq Bello")),
        (node("Muhammad Qadiri"), node("Mohammed Gadiri")),
        (node("Clara Adler (née Jonas)"), node("Clara Jonas")),
        (node("Bank of Lier", **ORG), node("Lier Bank", **ORG)),
        (node("2nd Street Bakery", **ORG), node("Second Street Bakery", **ORG)),
        (node("Bob", "email", "r@a.example"), node("Robert Smith", "email", "R@a.example")),
        (node("r@a.example"), node("Robert Smith", "email", "r@a.example")),
        (node("Anna Keller", "number", "E-1"), node("Anna Brandt", "number", "E-1")),
        (node("IHA", **ORG), node("International Harbour Authority", **ORG)),
        (node("Goodwill", **ORG), node("Good Will", **ORG)),
        (node("Halden", **ORG), node("Halden Systems GmbH", **ORG)),
        (node("Siemens", **ORG), node("Simens", **ORG)),
    ],
)
def test_names_that_may_be_one_share_a_block(left, right):
    assert set(block_keys(left)) & set(block_keys(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (node("Mercury", entity_class="project"), node("Mercury", entity_class="system")),
        (node("Robert Bosch"), node("Robert Bosch", **ORG)),
        (node("Robert Smith"), node("Anna Smith")),
        (node("Smith"), node("Robert Smith")),
    ],
)
def test_other_kinds_and_plainly_other_names_share_none(left, right):
    assert not set(block_keys(left)) & set(block_keys(right))


def test_a_crowded_block_is_reported_and_not_compared_while_finer_blocks_are():
    crowd = [
        node(f"Ida Berg{letter}{other}", "number", f"E-{letter}{other}")
        for letter in "abcdefghijklmno"
        for other in "abcdefghijklmno"
    ]
    assert len(crowd) > BLOCK_CAP
    two = [node("Ida Marsh", "number", "E-9"), node("Ida Marsh", "number", "E-8")]
    found = blocks([*crowd, *two])
    assert "person:given:ida ber" in capped(found)
    met = {frozenset((left.id, right.id)) for left, right in pairs(found)}
    assert frozenset(each.id for each in two) in met
    only_there = next(
        each for each in crowd if set(block_keys(each)) & set(block_keys(crowd[0])) == {"person:given:ida ber"}
    )
    assert frozenset((crowd[0].id, only_there.id)) not in met
    assert not hides_namesakes("person:given:ida ber")
    assert hides_namesakes("person:name:ida marsh")


@given(some_node())
def test_keys_are_sorted_unique_and_name_their_kind(each):
    keys = block_keys(each)
    assert list(keys) == sorted(set(keys))
    assert all(len(key.split(":", 2)) == 3 for key in keys)
