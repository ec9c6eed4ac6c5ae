"""What a person asks of Falcon comes first, with its reason."""

from __future__ import annotations

import pytest
from tests.forager.search.test_backends import search, statements

from forager.engine import Engine
from forager.query.items import Filters


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("why was the Falcon launch date changed?", "has moved to April 10, 2026"),
        ("launch date", "launch date for Project Falcon"),
        ("when does falcon launch", "launch date for Project Falcon"),
        ("go-live", "launch date for Project Falcon"),
        ("how much is the budget of Falcon?", "EUR 480,000"),
        ("who is the product owner of Falcon?", "Anna Keller"),
        ("door code", "amber-heron-4402"),
        ("amber*", "amber-heron-4402"),
        ('"order archive"', "340 GB"),
        ("what replaces TourPlan", "replaces TourPlan 9"),
    ],
)
def test_the_answer_comes_first(shared_engine: Engine, query: str, words: str) -> None:
    assert words in statements(search(shared_engine, query))[0]


def test_both_sides_of_a_disagreement_come_before_everything_else_and_say_so(shared_engine: Engine) -> None:
    found = search(shared_engine, "Falcon launch date").hits
    assert {hit.item.attribute_value for hit in found[:2]} == {"2026-03-03", "2026-04-10"}
    assert all(hit.item.contested and hit.item.evidence_count for hit in found[:2])


def test_a_name_finds_what_is_written_under_its_other_names(shared_engine: Engine) -> None:
    found = search(shared_engine, "Bob Smith", limit=50)
    assert found.entities[0].canonical_name == "Robert Smith"
    assert any("Robert Smith" in hit.item.statement and "Bob" not in hit.item.statement for hit in found.hits)


def test_diacritics_do_not_matter(shared_engine: Engine) -> None:
    assert "Jörg" in statements(search(shared_engine, "jorg"))[0]
    assert statements(search(shared_engine, "jorg")) == statements(search(shared_engine, "JÖRG"))


def test_the_same_question_gets_the_same_answer(shared_engine: Engine) -> None:
    first, second = (search(shared_engine, "carrier interface release", limit=100) for _ in range(2))
    assert first == second
    ranks = [(-hit.score, hit.item.id) for hit in first.hits]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("filters", "holds"),
    [
        (Filters(types=("decision",)), lambda item: item.type == "decision"),
        (Filters(statuses=("disputed",)), lambda item: item.status == "disputed"),
        (Filters(supports=("direct_fact",)), lambda item: item.support == "direct_fact"),
        (Filters(documents_from="2026-02-15"), lambda item: item.document_date >= "2026-02-15"),
        (Filters(attribute="launch_date"), lambda item: item.attribute == "launch_date"),
    ],
)
def test_filters_hold_for_every_hit(shared_engine: Engine, filters: Filters, holds: object) -> None:
    found = search(shared_engine, "Falcon launch date decided budget", filters=filters, limit=100).hits
    assert found
    assert all(holds(hit.item) for hit in found)


def test_history_is_left_out_unless_asked_for(shared_engine: Engine) -> None:
    plain = {hit.item.status for hit in search(shared_engine, "code freeze date", limit=100).hits}
    whole = {
        hit.item.status for hit in search(shared_engine, "code freeze date", limit=100, include_historical=True).hits
    }
    assert "superseded" in whole - plain


def test_passages_show_their_place_and_their_matches(shared_engine: Engine) -> None:
    found = search(shared_engine, "door code", include_chunks=True).passages[0]
    assert found.source_name == "01-kickoff-memo.md"
    assert found.location
    assert {found.snippet.text[a:b].casefold() for a, b in found.snippet.highlights} >= {"door", "code"}
