"""The short form of F6b: person records through our nodes, blocks, score and clusters."""

import pytest
from bench.measures.person_records import PersonRecord, against, linked, person_record


def _row(id_, given, family, number="", birth="", street="", town=""):
    """A row as the peers' sets have it: house, second line, postcode and state left empty."""
    return (id_, given, family, "", street, "", town, "", "", birth, number)


RECORDS = tuple(
    person_record(_row(*row))
    for row in (
        ("a1", "katherine", "bremmer", "5120877", "19710405"),
        ("a2", "kate", "bremmer", "5120877"),
        ("b1", "oswald", "tenniel", "6033914", "19500302", "mill lane", "exton"),
        ("b2", "oswald", "teniel", "6033194", "19500302", "mill ln", "exton"),
        ("b3", "tenniel", "oswald", "", "19500302", "mill lane", "exton"),
        ("c1", "oswald", "tenniel", "7741250", "19811017", "mill lane", "exton"),
        ("d1", "imogen", "farraday", "6033914", "19930621"),
        ("e1", "", "", "5120877"),
        ("f1", "ruben", "castellane"),
        ("g1", "marta", "ilves", "8120044", "19680911", "quay street", "wharton"),
        ("g2", "marta", "oja", "8120044", "19680911", "hill top", "exton"),
        ("h1", "lena", "ilves", "", "19990101", "quay street", "wharton"),
        ("h2", "lisa", "ilves", "", "19990101", "quay street", "wharton"),
    )
)


def test_records_that_agree_in_what_tells_a_person_are_joined_and_nothing_else():
    assert linked(RECORDS).joined == {("a1", "a2"), ("b1", "b2"), ("b1", "b3"), ("b2", "b3"), ("g1", "g2")}


def test_what_is_joined_was_compared_and_is_counted_as_proposed():
    found = linked(RECORDS)
    assert found.joined <= found.compared
    assert found.joined <= found.proposed
    assert found.capped == 0


def test_a_record_without_a_name_is_no_node():
    assert PersonRecord("e1", "", "", (("number", "social", "5120877"),)).node() is None


@pytest.mark.parametrize(
    ("said", "counts"),
    [([], (0, 0, 2)), ([("a", "b")], (1, 0, 1)), ([("a", "b"), ("a", "c"), ("x", "y")], (2, 1, 0))],
)
def test_pairs_are_counted_against_the_truth(said, counts):
    found = against(said, [("a", "b"), ("a", "c")])
    assert (found.right, found.wrong, found.missed) == counts
