"""The short form of F6b: person records through our nodes, blocks, score and clusters."""

import pytest
from bench.measures.person_records import PersonRecord, against, linked

RECORDS = (
    PersonRecord("a1", "katherine", "bremmer", "5120877"),
    PersonRecord("a2", "kate", "bremmer", "5120877"),
    PersonRecord("b1", "oswald", "tenniel", "6033914"),
    PersonRecord("b2", "oswald", "teniel", "6033914"),
    PersonRecord("c1", "oswald", "tenniel", "7741250"),
    PersonRecord("d1", "imogen", "farraday", "6033914"),
    PersonRecord("e1", "", "", "5120877"),
    PersonRecord("f1", "ruben", "castellane", ""),
)


def test_records_of_like_names_beside_one_number_are_joined_and_nothing_else():
    assert linked(RECORDS).joined == {("a1", "a2"), ("b1", "b2")}


def test_what_is_joined_was_compared_and_is_counted_as_proposed():
    found = linked(RECORDS)
    assert found.joined <= found.compared
    assert found.joined <= found.proposed
    assert found.capped == 0


def test_a_record_without_a_name_is_no_node():
    assert PersonRecord("e1", "", "", "5120877").node() is None


@pytest.mark.parametrize(
    ("said", "counts"),
    [([], (0, 0, 2)), ([("a", "b")], (1, 0, 1)), ([("a", "b"), ("a", "c"), ("x", "y")], (2, 1, 0))],
)
def test_pairs_are_counted_against_the_truth(said, counts):
    found = against(said, [("a", "b"), ("a", "c")])
    assert (found.right, found.wrong, found.missed) == counts
