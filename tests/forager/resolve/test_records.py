"""Records of people: what joins two, and what a household, an office, twins or parent and child share and does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.resolve.made import person, proposed, together

from forager.resolve.beside import Stand, births, numbers
from forager.resolve.blocks import block_keys
from forager.resolve.judgement import Judgement
from forager.resolve.resolver import resolve
from forager.resolve.score import Band, score

HOME = {"street": "12 Mill Lane", "town": "Exton", "postcode": "4410"}
AWAY = {"street": "3 Quay Street", "town": "Wharton", "postcode": "7720"}


def _one(*records):
    return together(resolve(records), *records)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (person("Ida Brook", birth="1970-03-02", **HOME), person("Ida Brook", "src_b", birth="1970-03-02", **AWAY)),
        (
            person("Ida Brook", social="52118877", birth="1970-03-02"),
            person("Ida Brook", social="52118787", birth="1970-03-02"),
        ),
        (person("Ida Brook", birth="1970-03-02", **HOME), person("Ida Brooke", birth="1970-02-03", **HOME)),
        (person("Ida Brook", social="52118877", birth="1970-03-02"), person("Ida Brook", social="52118877")),
        (
            person("Ida Brook", social="52118877", birth="1970-03-02"),
            person("Ida Farrow", social="52118877", birth="1970-03-02"),
        ),
        (person("Ida Brook", birth="1970-03-02", **HOME), person("Ida Farrow", birth="1970-03-02", **HOME)),
        (
            person("Ida Brook", given="Ida", family="Brook", birth="1970-03-02", **HOME),
            person("Brooc Ida", given="Brooc", family="Ida", birth="1970-03-02", **HOME),
        ),
        (
            person("Ida Brook", birth="1970-03-02", staff="40771", **HOME),
            person("Ida Brook", birth="1970-03-02", staff="18853", **HOME),
        ),
        (
            person("Ida Brook", social="52118877", birth="1970-03-02", **HOME),
            person("Ida Brook", social="52118877", birth="1900-01-01", **HOME),
        ),
        (
            person("Ida Brook", birth="1970-03-02", email="ida@one.example", phone="+44 20 5550 144"),
            person("Ida Brook", birth="1970-03-02", email="brook@two.example", phone="020 5550144"),
        ),
    ],
    ids=[
        "moved", "number with a slip", "slips in name and birth", "no birth", "new name", "new name at home", "columns swapped",
        "two staff numbers", "birth not filled in", "two employers",
    ],
)  # fmt: skip
def test_two_records_of_one_person_are_joined(left, right):
    assert score(left, right).band is Band.AUTOMATIC
    assert _one(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (
            person("Ida Brook", email="brooks@mail.example", birth="1970-03-02", **HOME),
            person("Tom Brook", email="brooks@mail.example", birth="1968-11-30", **HOME),
        ),
        (
            person("Ida Brook", email="brooks@mail.example", phone="020 5550144", **HOME),
            person("Tom Brook", email="brooks@mail.example", phone="020 5550144", **HOME),
        ),
        (person("Ida Brook", birth="1970-03-02", **HOME), person("Eva Brook", birth="1970-03-02", **HOME)),
        (
            person("Ida Brook", account="7712", birth="1970-03-02", **HOME),
            person("Eva Brook", account="7712", birth="1970-03-02", **HOME),
        ),
        (
            person("Ida Brook", social="52118877", birth="1970-03-02", **HOME),
            person("Eva Brook", social="52118878", birth="1970-03-02", **HOME),
        ),
        (person("I. Brook", birth="1970-03-02", **HOME), person("Ingrid Brook", birth="1970-03-02", **HOME)),
        (person("Adam Brook", birth="1950-03-02", **HOME), person("Adam Brook", birth="1981-10-17", **HOME)),
        (person("Adam Brook Sr", **HOME), person("Adam Brook Jr", **HOME)),
        (
            person("Adam Brook", social="52118877", birth="1950-03-02", **HOME),
            person("Adam Brook", social="90441203", birth="1981-10-17", **HOME),
        ),
        (person("Ida Brook", phone="020 5550100"), person("Tom Farrow", phone="020 5550100")),
        (
            person("Ida Brook", staff="40771", birth="1970-03-02", organization="Alder Ltd"),
            person("Tom Farrow", staff="40771", birth="1992-06-21", organization="Alder Ltd"),
        ),
        (person("John Smith", birth="1970-03-02", **HOME), person("John Smith", birth="1988-12-09", **AWAY)),
        (person("John Smith", social="52118877", **HOME), person("John Smith", social="90441203", **HOME)),
        (person("Ida Brook", postcode="4410", town="Exton", phone=""), person("Ida Brook", postcode="4410", town="Exton")),
        (person("Ida Brook", birth="1970-03-02"), person("Ida Brook", birth="1970-03-03")),
        (person("Ida Brook", birth="1970-03-02"), person("Ida Brook", phone="020 5550100")),
    ],
    ids=[
        "spouses", "spouses, no birth", "twins", "twins of one account", "twins numbered in a row", "twins of one initial",
        "father and son", "Sr and Jr", "father and son, numbered", "an office's telephone", "a staff number used again",
        "two John Smiths", "two John Smiths of one house", "a name and a town", "births a slip apart, no more", "no fact in common",
    ],
)  # fmt: skip
def test_two_people_are_not_joined(left, right):
    assert score(left, right).band is not Band.AUTOMATIC
    assert not _one(left, right)


def test_a_slip_in_each_of_two_records_does_not_part_them_from_the_third():
    whole = person("Ida Brook", social="52118877", birth="1970-03-02", **HOME)
    renamed = person("Ida Farrow", social="52118877", birth="1970-03-02", **HOME)
    unborn = person("Ida Brook", social="52118877", birth="1900-01-01", **HOME)
    assert score(renamed, unborn).cannot
    assert _one(whole, renamed, unborn)


def test_a_record_mixed_of_two_joins_one_of_them_and_never_both():
    father = person("Adam Brook", social="52118877", birth="1950-03-02", **HOME)
    son = person("Adam Brook", social="90441203", birth="1981-10-17", **HOME)
    mixed = person("Adam Brook", social="52118877", birth="1981-10-17", **HOME)
    found = resolve([father, son, mixed])
    assert not together(found, father, son)
    assert together(found, father, mixed)


def test_a_copy_of_a_mixed_record_does_not_bring_father_and_son_together():
    father = person("Adam Brook", social="52118877", birth="1950-03-02", **HOME)
    son = person("Adam Brook", social="90441203", birth="1981-10-17", **HOME)
    mixed = [
        person("Adam Brook", source, social="52118877", birth="1981-10-17", **HOME) for source in ("src_a", "src_b")
    ]
    assert not together(resolve([father, son, *mixed]), father, son)


def test_what_three_records_surely_tell_one_slip_in_a_fourth_does_not_undo():
    clean = [person("Ida Brook", source, social="52118877", birth="1970-03-02", **HOME) for source in ("a", "b", "c")]
    unborn = person("Ida Brook", social="52118877", birth="1900-01-01", **HOME)
    misnumbered = person("Ida Brook", social="90441203", birth="1970-03-02", **HOME)
    assert not score(unborn, misnumbered).for_good
    assert _one(*clean, unborn, misnumbered)
    assert not _one(*clean[:1], unborn, misnumbered)


def test_no_number_of_records_outweighs_a_mark_of_generation():
    left = [person("Adam Brook Sr", source, social="52118877", birth="1970-03-02") for source in ("a", "b", "c")]
    right = [person("Adam Brook", source, social="52118877", birth="1970-03-02") for source in ("a", "b", "c")]
    junior = person("Adam Brook Jr", social="52118877", birth="1970-03-02")
    assert not together(resolve([*left, *right, junior]), left[0], junior)


def test_a_no_parts_records_that_agree_in_everything():
    left = person("Ida Brook", birth="1970-03-02", **HOME)
    right = person("Ida Brook", "src_b", birth="1970-03-02", **HOME)
    found = resolve([left, right], [Judgement(left.id, right.id, same=False, seq=1)])
    assert not together(found, left, right)
    assert not proposed(found, left, right)


def test_a_person_is_asked_where_two_numbers_stand_against_a_name_and_a_home():
    left, right = person("Ida Brook", social="52118877", **HOME), person("Ida Brook", social="90441203", **HOME)
    assert proposed(resolve([left, right]), left, right)


def test_what_outweighs_a_contradiction_is_told():
    left = person("Ida Brook", social="52118877", birth="1970-03-02")
    right = person("Ida Farrow", social="52118877", birth="1970-03-02")
    words = {reason.feature: reason.words for reason in score(left, right).reasons}
    assert words["different_name"].endswith(", but the number and the date of birth are one")


@pytest.mark.parametrize(
    ("one", "other", "stand"),
    [
        ("19700302", "19700302", Stand.ONE),
        ("19700302", "19700203", Stand.NEAR),
        ("19700302", "19700312", Stand.NEAR),
        ("19700302", "19900302", Stand.UNCLEAR),
        ("19700302", "19710312", Stand.UNCLEAR),
        ("19700302", "19900312", Stand.TWO),
        ("19700302", "19851119", Stand.TWO),
    ],
)
def test_dates_of_birth_stand_to_each_other(one, other, stand):
    assert births(one, other) is stand


@pytest.mark.parametrize(
    ("one", "other", "stand"),
    [("52118877", "52118787", Stand.NEAR), ("52118877", "52128878", Stand.UNCLEAR), ("e1", "e2", Stand.TWO)],
)
def test_a_slip_makes_no_other_number_unless_it_is_short(one, other, stand):
    assert numbers(one, other) is stand


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (person("Ida Brook", birth="1970-03-02"), person("Irma Farrow", birth="1970-03-02")),
        (person("Ida Brook", street="12 Mill Rd"), person("Irma Farrow", street="Mill Road 12")),
        (person("Ida Brook", postcode="4410"), person("Tom Brook", postcode="4410")),
        (person("Ida Brook", phone="+44 20 5550 144"), person("Irma Farrow", phone="020 5550144")),
        (person("Ida Brook", tax="12-99-31"), person("Tom Farrow", tax="129931")),
    ],
)
def test_records_meet_under_each_fact(left, right):
    assert {*block_keys(left)} & {*block_keys(right)}


_FACTS = st.fixed_dictionaries(
    {},
    optional={
        "birth": st.sampled_from(["1970-03-02", "1970-02-03", "1981-10-17"]),
        "social": st.sampled_from(["52118877", "52118787", "90441203"]),
        "street": st.sampled_from(["12 Mill Lane", "Mill Ln 12", "3 Quay Street"]),
        "town": st.sampled_from(["Exton", "Wharton"]),
        "phone": st.sampled_from(["020 5550144", "020 5550145"]),
    },
)
_PEOPLE = st.builds(
    lambda name, source, told: person(name, source, **told),
    st.sampled_from(["Ida Brook", "Ida Brooke", "Eva Brook", "I. Brook", "Brook"]),
    st.sampled_from(["src_a", "src_b"]),
    _FACTS,
)


@given(st.lists(_PEOPLE, min_size=2, max_size=6, unique_by=lambda each: each.id), st.randoms())
def test_records_resolve_alike_in_any_order(records, random):
    shuffled = random.sample(records, len(records))
    assert resolve(records) == resolve(shuffled)


@given(_PEOPLE, _PEOPLE)
def test_a_score_is_the_same_from_both_sides(left, right):
    assert score(left, right) == score(right, left)
