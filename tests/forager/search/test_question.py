"""A query is taken apart into words, phrases and beginnings; a question says what kind of answer it wants."""

from __future__ import annotations

import pytest

from forager.search.question import LONGEST, MOST_TERMS, Term, understand
from formicaria.ground.errors import InvalidRequest


def words(text: str) -> list[tuple[str, ...]]:
    return [term.tokens for term in understand(text).counted]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("launch date", [("launch",), ("date",)]),
        ("why was the Falcon launch date changed?", [("falcon",), ("launch",), ("date",), ("changed",)]),
        ('"data migration" plan', [("data", "migration"), ("plan",)]),
        ("Jörg Müller", [("jorg",), ("muller",)]),
        ("go-live", [("go",), ("live",)]),
        ("who", [("who",)]),
        ("budget budget", [("budget",)]),
    ],
)
def test_words_are_what_is_looked_for(text: str, expected: list[tuple[str, ...]]) -> None:
    assert words(text) == expected


def test_a_star_looks_for_a_beginning() -> None:
    assert understand("amb*").terms == (Term(("amb",), prefix=True),)


def test_a_stop_word_inside_a_phrase_stays() -> None:
    assert words('"out of scope"') == [("out", "of", "scope")]


@pytest.mark.parametrize(
    ("text", "attribute"),
    [("Falcon go live date", "launch_date"), ("what is the budget?", "budget"), ("tell me a joke", "")],
)
def test_attributes_are_known_by_every_label(text: str, attribute: str) -> None:
    found = understand(text).attributes
    assert (attribute in found) if attribute else (found == ())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("when does Falcon launch?", "date"),
        ("who owns it?", "person"),
        ("how much does it cost", "money"),
        ("whenever", ""),
    ],
)
def test_a_question_wants_a_kind_of_value(text: str, kind: str) -> None:
    found = understand(text).kinds
    assert (kind in found) if kind else (found == frozenset())


def test_why_looks_for_reasons_without_counting_as_a_word() -> None:
    question = understand("why was it postponed?")
    implied = [term for term in question.terms if term.implied]
    assert [term.tokens for term in implied] == [("why",)]
    assert "because" in implied[0].related
    assert [term.tokens for term in question.counted] == [("postponed",)]


@pytest.mark.parametrize("text", ["", "   ", "x" * (LONGEST + 1)])
def test_a_query_without_words_or_without_end_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest):
        understand(text)


def test_a_query_of_signs_alone_looks_for_nothing() -> None:
    assert understand("?!…").terms == ()


def test_terms_are_bounded() -> None:
    assert len(understand(" ".join(f"w{n}" for n in range(80))).terms) == MOST_TERMS
