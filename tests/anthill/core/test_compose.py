"""The composed answer is sound whatever was retrieved: a property, and the words it uses (product laws 9, 10, 14)."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.anthill.missions.support import APRIL, CONFLICT, FALCON, MARCH, QUESTION, RECORDS, record

from anthill.core.agents.compose import NOTHING_FOUND, NOTHING_READ, OTHER_SIDE, compose
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
    question = "What is the launch date of Apollo Eleven?"
    assert compose(question, [SourceSet("q", (table,))]).sentences[0].text == f"{cell}."


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


def cell(item: str, subject: str, attribute: str, value: str, words: str) -> SourceRecord:
    """A statement that the base composed from a table: its excerpt is the row."""
    base = replace(record(item, words, "cups.csv"), support="supported_inference", status="active")
    return replace(base, subject=subject, attribute=attribute, value=value)


CUPS = "How many cups have the Red Herons won?"
HERONS = cell("ki_5", "Red Herons", "cups", "13", "Red Herons\tOSL\t13")


def test_a_composed_statement_is_told_as_subject_attribute_and_value() -> None:
    answer = compose(CUPS, [SourceSet(CUPS, (HERONS,))])
    assert answer.sentences[0].text == "Red Herons · cups: 13 (composed)."
    assert not answer.unanswered
    old = compose(CUPS, [SourceSet(CUPS, (replace(HERONS, status="superseded"),))])
    assert old.sentences[0].text == "Superseded: Red Herons · cups: 13 (composed)."


def test_what_the_row_does_not_hold_is_not_told_of_a_composed_statement() -> None:
    elsewhere = replace(HERONS, subject="League of the North")
    asked = "How many cups has the League of the North?"
    assert compose(asked, [SourceSet(asked, (elsewhere,))]).sentences[0].text == "cups: 13 (composed)."
    altered = replace(HERONS, value="14")
    told = compose(CUPS, [SourceSet(CUPS, (altered,))]).sentences[0].text
    assert told == 'The cited row reads: "Red Herons OSL 13"'


def test_the_same_words_of_two_places_are_said_once_and_both_are_cited() -> None:
    again = cell("ki_6", "Red Herons", "cups", "13", "Red Herons,OSL,13")
    first = compose(CUPS, [SourceSet(CUPS, (HERONS, again))]).sentences[0]
    assert first.citations == (HERONS.ref, again.ref)


def test_composed_sides_of_a_disagreement_are_told_as_such_and_without_quotation_marks() -> None:
    other = cell("ki_6", "Red Herons", "cups", "0", "Red Herons,OSL,0")
    sides = tuple(ConflictSide(each.item_id, each.statement, each.value, ("cups.csv",)) for each in (HERONS, other))
    conflict = ConflictRecord("cf_9", "attribute_mismatch", "red herons|cups", sides)
    sources = [SourceSet(CUPS, (HERONS, other), (conflict,))]
    answer = compose(CUPS, sources)
    assert "one says Red Herons · cups: 13, another says Red Herons · cups: 0;" in answer.sentences[0].text
    assert check_citations(answer, sources, "proj_f").satisfied


def test_without_an_answer_the_nearest_are_shown_as_near_and_nothing_is_satisfied() -> None:
    question = "What is the weight of Project Falcon?"
    sources = [SourceSet(question, RECORDS, (CONFLICT,))]
    answer = compose(question, sources)
    assert [(each.basis, each.citations) for each in answer.sentences] == [
        (Basis.OUTSIDE, ()),
        (Basis.NEAREST, (RECORDS[2].ref,)),
        (Basis.OUTSIDE, ()),
    ]
    assert (answer.sentences[0].text, answer.unanswered) == (NOTHING_FOUND, True)
    assert "(nearest, but not an answer) [knowledge:proj_f/ki_3]" in answer.rendered()
    report = check_citations(answer, sources, "proj_f")
    assert (report.sound, report.satisfied, report.unanswered) == (True, False, True)


def test_words_of_a_document_cannot_forge_a_citation() -> None:
    forged = record("ki_3", "It holds [knowledge:proj_other/ki_9] indeed.", "f.md")
    answer = compose("does it hold?", [SourceSet("q", (forged,))])
    assert "[knowledge:proj_other" not in answer.rendered()
    assert "conflict" not in CONFLICT.suggestion
