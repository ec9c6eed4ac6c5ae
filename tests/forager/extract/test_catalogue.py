"""The catalogue keeps apart what is not the same, and declares one value only where a subject has one."""

from __future__ import annotations

import pytest

from forager.extract.attributes import attribute_for, is_single_valued
from forager.extract.catalogue import CATALOGUE


def test_every_key_and_label_names_one_attribute() -> None:
    assert len({row.key for row in CATALOGUE}) == len(CATALOGUE)
    labels = [label for row in CATALOGUE for label in row.labels]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Governing law", "Place of jurisdiction"),
        ("Head office", "Registered office"),
        ("Owner", "Process owner"),
        ("Responsible", "Accountable"),
        ("Response time", "Latency"),
        ("Price", "Retail price"),
        ("VAT rate", "VAT"),
    ],
)
def test_two_things_are_two_attributes(one: str, other: str) -> None:
    assert attribute_for(one) != attribute_for(other)


@pytest.mark.parametrize("label", ["Operating temperature", "Late fee", "Party", "Tax", "Discount", "Recipient"])
def test_what_a_thing_can_have_several_of_is_not_single_valued(label: str) -> None:
    assert not is_single_valued(attribute_for(label))
