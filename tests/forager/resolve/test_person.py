"""The parts of a person's name, and how given and family names stand to each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.resolve.fold import plain, same_letters, spellings
from forager.resolve.lexicon import Band, family_band, forename_band, formal_names, known_forenames, related_forenames
from forager.resolve.packaged import table
from forager.resolve.person import (
    Likeness,
    PersonName,
    family_likeness,
    forename_likeness,
    forenames_likeness,
    person_name,
)
from forager.resolve.slips import misspelled, misspelled_words


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("robert smith", PersonName(("robert",), "smith")),
        ("robert j smith", PersonName(("robert", "j"), "smith")),
        ("robert smith jr", PersonName(("robert",), "smith", "jr")),
        ("bart de wever", PersonName(("bart",), "de wever")),
        ("maria van der berg", PersonName(("maria",), "van der berg")),
        ("osama bin laden", PersonName(("osama",), "bin laden")),
        ("anna-lena vogel", PersonName(("anna", "lena"), "vogel")),
        ("clara bolte-richter", PersonName(("clara",), "bolte richter")),
        ("margarita-simonyan", PersonName(("margarita",), "simonyan")),
        ("smith", PersonName((), "smith")),
        ("smith jr", PersonName((), "smith", "jr")),
        ("thi le", PersonName(("thi",), "le")),
        ("rsmith@alder.example", PersonName()),
    ],
)
def test_the_parts_of_a_name(key, parts):
    assert person_name(key) == parts


@pytest.mark.parametrize(
    ("left", "right", "likeness"),
    [
        ("robert", "robert", Likeness.SAME),
        ("jörg", "joerg", Likeness.SAME),
        ("jörg", "jorg", Likeness.SAME),
        ("сергей", "sergey", Likeness.SAME),
        ("robert", "r", Likeness.INITIAL),
        ("bob", "r", Likeness.INITIAL),
        ("bob", "b", Likeness.INITIAL),
        ("robert", "a", Likeness.DIFFERENT),
        ("bob", "robert", Likeness.NICKNAME),
        ("bob", "rob", Likeness.NICKNAME),
        ("liz", "elizabeth", Likeness.NICKNAME),
        ("bill", "william", Likeness.NICKNAME),
        ("erik", "eric", Likeness.NICKNAME),
        ("alexander", "alexandra", Likeness.DIFFERENT),
        ("christine", "christopher", Likeness.DIFFERENT),
        ("anna", "anne", Likeness.DIFFERENT),
        ("petr", "petra", Likeness.DIFFERENT),
        ("friedrych", "friedrich", Likeness.SPELLING),
        ("serei", "sergei", Likeness.SPELLING),
        ("kim", "tim", Likeness.DIFFERENT),
        ("emil", "emilia", Likeness.DIFFERENT),
        ("1gor", "igor", Likeness.SPELLING),
        ("rosalind", "rosalynd", Likeness.SPELLING),
    ],
)
def test_how_two_given_names_stand_to_each_other(left, right, likeness):
    assert forename_likeness(left, right) is likeness
    assert forename_likeness(right, left) is likeness


@pytest.mark.parametrize(
    ("left", "right", "likeness"),
    [
        (("robert",), ("robert", "james"), Likeness.SAME),
        (("robert", "j"), ("robert", "james"), Likeness.SAME),
        (("robert", "j"), ("robert", "k"), Likeness.DIFFERENT),
        (("bob", "j"), ("robert", "james"), Likeness.NICKNAME),
        (("robert", "abbas"), ("robert", "ali", "abbas"), Likeness.SAME),
        (("r", "j"), ("robert", "james"), Likeness.INITIAL),
        ((), ("robert",), Likeness.DIFFERENT),
    ],
)
def test_further_given_names_agree_in_order(left, right, likeness):
    assert forenames_likeness(left, right) is likeness
    assert forenames_likeness(right, left) is likeness


@pytest.mark.parametrize(
    ("left", "right", "likeness"),
    [
        ("smith", "smith", Likeness.SAME),
        ("al harbi", "alharbi", Likeness.SAME),
        ("müller", "mueller", Likeness.SAME),
        ("lindqvist", "lindquist", Likeness.SPELLING),
        ("hansen", "jansen", Likeness.DIFFERENT),
        ("petersen", "peterson", Likeness.DIFFERENT),
        ("smith", "smyth", Likeness.SPELLING),
        ("may", "mae", Likeness.DIFFERENT),
        ("el hadi", "al hadi", Likeness.SAME),
        ("al hajri", "al marri", Likeness.DIFFERENT),
        ("đuric", "djuric", Likeness.SAME),
    ],
)
def test_how_two_family_names_stand_to_each_other(left, right, likeness):
    assert family_likeness(left, right) is likeness
    assert family_likeness(right, left) is likeness


@pytest.mark.parametrize(
    ("left", "right", "slip"),
    [
        ("keller", "keler", True),
        ("keller", "kelelr", True),
        ("lee", "les", False),
        ("petrochem", "petrokhem", True),
        ("division1", "division2", False),
        ("wallace", "tallace", False),
        ("anderson", "andersson", True),
        ("qadiri", "gadhiri", True),
        ("yousef", "yusuf", True),
        ("steffen", "stephen", True),
        ("markova", "markovic", False),
        ("karimi", "rahimi", False),
        ("alpha", "gamma", False),
    ],
)
def test_a_slip_of_the_pen(left, right, slip):
    assert misspelled(left, right) is slip


def test_names_of_many_words_slip_in_one_word_only():
    assert misspelled_words(("baltic", "wire", "works"), ("baltic", "wire", "wrks"))
    assert not misspelled_words(("baltic", "wire", "works"), ("baltik", "wire", "wrks"))
    assert not misspelled_words(("baltic", "wire"), ("baltic", "wire", "works"))


def test_a_nickname_is_never_listed_as_short_for_itself_and_the_table_is_broad():
    pairs = [(formal, short) for formal, shorts in table("nicknames").items() for short in shorts.split()]
    assert len(pairs) >= 150
    assert len(pairs) == len(set(pairs))
    assert all(formal != short for formal, short in pairs)


@given(st.sampled_from(sorted(known_forenames())), st.sampled_from(sorted(known_forenames())))
def test_being_forms_of_one_name_goes_both_ways(left, right):
    assert related_forenames(left, right) == related_forenames(right, left)


def test_short_forms_lead_to_formal_names():
    assert "robert" in formal_names()["bob"]
    assert {"elizabeth"} <= formal_names()["liz"]


@pytest.mark.parametrize(
    ("family", "band"),
    [
        ("smith", Band.VERY_COMMON),
        ("keller", Band.COMMON),
        ("lindqvist", Band.RARE),
        ("smith lindqvist", Band.RARE),
        ("", Band.RARE),
    ],
)
def test_how_often_a_family_name_is_met(family, band):
    assert family_band(family) is band


@pytest.mark.parametrize(
    ("forename", "band"), [("john", Band.VERY_COMMON), ("bob", Band.COMMON), ("tamsin", Band.RARE)]
)
def test_how_often_a_given_name_is_met(forename, band):
    assert forename_band(forename) is band


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Jörg", "jorg"),
        ("Łukasz", "lukasz"),
        ("Straße", "strasse"),
        ("Οδυσσεύς", "odysseys"),
        ("Барак", "barak"),
        ("გიორგი", "giorgi"),
        ("Արամ", "aram"),
        ("王", "王"),
    ],
)
def test_letters_without_marks(text, folded):
    assert plain(text) == folded


def test_an_umlaut_has_two_plain_spellings():
    assert spellings("Müller") == {"muller", "mueller"}
    assert same_letters("Müller", "Mueller")
    assert not same_letters("Muller", "Mueller")


@given(st.text(max_size=30))
def test_folding_twice_folds_no_further(text):
    assert plain(plain(text)) == plain(text)
