"""Ranking is one pure function for all backends: it counts words by field and says why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.search.question import understand
from forager.search.rank import Facts, rank
from forager.search.snippet import LONGEST, snippet
from forager.search.words import fold, same, stem


def score(query: str, fields: dict[str, str], facts: Facts | None = None) -> float:
    return rank(understand(query), fields, 0.0, facts or Facts()).score


def test_more_of_the_words_is_better() -> None:
    both = score("launch date", {"statement": "the launch date is set"})
    assert (
        both > score("launch date", {"statement": "the date is set"}) > score("launch date", {"statement": "nothing"})
    )


def test_a_word_in_the_statement_counts_more_than_in_the_text() -> None:
    assert score("budget", {"statement": "budget"}) > score("budget", {"text": "budget"})


def test_the_word_itself_counts_more_than_a_related_one() -> None:
    assert score("changed", {"statement": "it changed"}) > score("changed", {"statement": "it moved"}) > 0


def test_a_phrase_must_stand_in_a_row() -> None:
    assert score('"launch date"', {"statement": "the launch date"}) > 0
    assert score('"launch date"', {"statement": "the date of launch"}) == 0


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("launched", "launch", True),
        ("dates", "date", True),
        ("decided", "decide", True),
        ("plan", "planet", False),
        ("cat", "car", False),
    ],
)
def test_forms_of_one_word_are_the_same(left: str, right: str, expected: bool) -> None:
    assert same(stem(left), stem(right)) is expected


def test_the_named_attribute_and_the_wanted_kind_add_to_the_score() -> None:
    fields = {"statement": "Falcon launches in March"}
    plain = score("when is the launch date of Falcon", fields)
    assert score("when is the launch date of Falcon", fields, Facts("launch_date", "date")) > plain


def test_why_names_words_fields_and_attribute() -> None:
    found = rank(understand("Falcon launch date"), {"statement": "launch date of Falcon"}, 0.0, Facts("launch_date"))
    assert found.why == "3 of 3 words found: falcon, launch, date in the statement; its attribute is launch date."
    assert found.fields == ("statement",)


def test_a_short_text_is_shown_whole_with_its_matches() -> None:
    found = snippet(understand("launch date"), "The Launch Date for Falcon")
    assert found.text == "The Launch Date for Falcon"
    assert [found.text[a:b] for a, b in found.highlights] == ["Launch", "Date"]


def test_a_long_text_is_shown_from_a_little_before_the_first_match() -> None:
    found = snippet(understand("needle"), "straw " * 100 + "needle " + "straw " * 100)
    assert "needle" in found.text
    assert found.text.startswith("…")
    assert found.text.endswith("…")
    assert len(found.text) <= LONGEST + 2


@given(st.text(max_size=400), st.text(min_size=1, max_size=60))
def test_highlights_are_ordered_ranges_inside_the_snippet(text: str, query: str) -> None:
    if not query.split():
        return
    found = snippet(understand(query), text)
    ends = [0, *(end for pair in found.highlights for end in pair), len(found.text)]
    assert ends == sorted(ends)
    assert all(start < end for start, end in found.highlights)


@given(st.text(max_size=80))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)
