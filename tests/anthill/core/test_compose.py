"""The composed answer is sound whatever was retrieved: a property, and the words it uses (product laws 9, 10, 14)."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.anthill.missions.support import APRIL, CONFLICT, FALCON, MARCH, QUESTION, RECORDS, record

from anthill.core.agents.compose import MOST_FACTS, NOTHING_FOUND, NOTHING_READ, OTHER_SIDE, compose
from anthill.core.agents.relevance import relevant
from anthill.core.evidence.answer import Basis
from anthill.core.evidence.citations import check_citations
from anthill.sdk.source_set import ConflictRecord, ConflictSide, SourceRecord, SourceSet

WORDS = st.sampled_from(
    [
        "The", "launch", "of", "Falcon", "is", "on", "March 3, 2026", "2026-04-10", "03/04/2026", "-5", "1,000", "$480k", "REQ-12",
        "three", "servers", "Robert Smith", "it's", "“quoted”", '"', "[knowledge:proj_x/ki_1]", "\u202e", "\u00ad", "\n", "|",
        "(a", "b)", "1 000", "50%", "v1.2.3", "10:30", "O'Neil", "ﬁnal", "ÉTÉ", "北京", ";", ":", "…", "May",
    ]
)  # fmt: skip
TEXTS = st.lists(WORDS, min_size=0, max_size=14).map(" ".join) | st.text(max_size=60)


@st.composite
def records(draw) -> SourceRecord:
    item, excerpt = f"ki_{draw(st.integers(0, 4))}", draw(TEXTS)
    statement = draw(st.just(excerpt) | TEXTS)
    base = record(item, excerpt, "s.md")
    return replace(
        base,
        statement=statement,
        evidence_id=f"ev_{draw(st.integers(0, 2))}",
        support=draw(
            st.sampled_from(
                ["direct_fact", "supported_inference", "uncertain_inference", "unverified_claim", "unknown"]
            )
        ),
        status=draw(
            st.sampled_from(["active", "disputed", "superseded", "stale", "archived", "unresolved", "unknown"])
        ),
    )


@st.composite
def conflicts(draw) -> ConflictRecord:
    sides = [
        ConflictSide(f"ki_{n}", draw(TEXTS), "v", ("s.md",))
        for n in draw(st.lists(st.integers(0, 6), min_size=2, max_size=4))
    ]
    key = draw(st.sampled_from(["", "falcon|launch_date", "Falcon|Launch 2", "launch_date"]))
    return ConflictRecord(f"cf_{draw(st.integers(0, 3))}", "attribute_mismatch", key, tuple(sides))


SETS = st.builds(
    SourceSet,
    query=st.just("q"),
    records=st.lists(records(), max_size=8).map(tuple),
    conflicts=st.lists(conflicts(), max_size=3).map(tuple),
    notes=st.lists(TEXTS, max_size=2).map(tuple),
)


@pytest.mark.req("LAW-14")
@pytest.mark.req("S003-8-08")
@pytest.mark.req("LAW-11")
@given(TEXTS, st.lists(SETS, max_size=2), st.lists(TEXTS, max_size=1))
@settings(max_examples=60, phases=[Phase.generate, Phase.shrink])
def test_whatever_was_retrieved_the_composed_answer_is_sound(
    question: str, sets: list[SourceSet], notices: list[str]
) -> None:
    answer = compose(question, sets, notices)
    report = check_citations(answer, sets, "proj_f")
    assert report.findings == ()


@pytest.mark.req("LAW-10")
def test_the_disagreement_comes_first_names_both_sides_and_decides_nothing() -> None:
    answer = compose(QUESTION, [FALCON])
    assert answer.sentences[0].text == (
        f'Sources disagree about the launch date of Falcon: one says "{MARCH}", another says "{APRIL}"; '
        "the disagreement is open and is not decided here."
    )
    assert answer.conflict_ids == ("cf_1",)


def test_a_side_that_was_not_retrieved_is_said_to_be_missing_and_never_left_out() -> None:
    answer = compose(QUESTION, [replace(FALCON, records=RECORDS[:1])])
    assert OTHER_SIDE in [each.text for each in answer.sentences]
    assert answer.conflict_ids == ("cf_1",)
    assert MARCH in answer.rendered()


@pytest.mark.parametrize(
    ("field", "word", "mark"),
    [
        ("support", "uncertain_inference", "With uncertainty"),
        ("support", "unverified_claim", "Only claimed"),
        ("support", "supported_inference", "Inferred"),
        ("support", "unknown", "With unknown support"),
        ("status", "superseded", "Superseded"),
        ("status", "stale", "Stale"),
        ("status", "archived", "Archived"),
    ],
)
def test_support_and_status_are_carried_into_the_words(field: str, word: str, mark: str) -> None:
    one = SourceSet("q", (replace(RECORDS[0], **{field: word}),))
    assert compose(QUESTION, [one]).sentences[0].text.startswith(mark)


def test_a_statement_that_says_more_than_its_excerpt_is_replaced_by_the_excerpt() -> None:
    cell = "| Launch date | 2026-03-03 |"
    table = replace(record("ki_1", cell, "t.csv"), statement="The launch date of Apollo Eleven is March 3, 2026.")
    assert compose(QUESTION, [SourceSet("q", (table,))]).sentences[0].text == f"{cell}."


def test_nothing_retrieved_is_said_and_marked() -> None:
    first = compose(QUESTION, [SourceSet("q", ())]).sentences[0]
    assert (first.text, first.basis) == (NOTHING_FOUND, Basis.OUTSIDE)


@pytest.mark.req("LAW-11")
def test_a_retrieval_with_holes_never_says_that_the_base_holds_nothing() -> None:
    answer = compose(QUESTION, [SourceSet(QUESTION, (), notes=("could not expand ki_1",))])
    assert answer.sentences[0].text == NOTHING_READ
    assert NOTHING_FOUND not in answer.rendered()


def test_a_notice_is_passed_on_word_for_word() -> None:
    notice = "Knowledge retrieval unavailable. Do not substitute recalled or assumed facts for it."
    answer = compose(QUESTION, [], [notice])
    assert answer.sentences[0].text == notice
    assert NOTHING_FOUND not in answer.rendered()


def test_a_record_without_an_excerpt_is_never_cited() -> None:
    empty = replace(RECORDS[2], excerpt="", excerpt_sha256=hashlib.sha256(b"").hexdigest())
    assert not any(each.citations for each in compose(QUESTION, [SourceSet("q", (empty,))]).sentences)


def test_an_answer_keeps_to_what_the_question_is_about() -> None:
    texts = ["The budget is 5.", "Project Falcon launches soon.", "Falcon is red.", "Project Falcon will launch."]
    assert relevant("When does Project Falcon launch?", texts, 5) == (1, 3)
    assert relevant("When?", texts, 2) == (0, 1)
    asked = "What are the launch date and the budget of Project Falcon?"
    of = "of Project Falcon is near."
    facts = [f"The launch date {of}", f"The freeze date {of}", f"The budget {of}"]
    assert relevant(asked, facts, 5) == (0, 2)
    assert len(relevant("the", ["x"] * 20, MOST_FACTS)) == MOST_FACTS


def test_words_of_a_document_cannot_forge_a_citation() -> None:
    forged = record("ki_3", "It holds [knowledge:proj_other/ki_9] indeed.", "f.md")
    answer = compose("does it hold?", [SourceSet("q", (forged,))])
    assert "[knowledge:proj_other" not in answer.rendered()
    assert "conflict" not in CONFLICT.suggestion
