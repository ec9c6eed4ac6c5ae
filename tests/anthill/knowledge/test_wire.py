"""The engine's words as the colony's: carried, never improved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.anthill.knowledge.support import APRIL, LAUNCH, MARCH, evidence, item

from anthill.modules.knowledge import wire
from anthill.modules.knowledge.rows import MalformedAnswer
from anthill.sdk.knowledge import KnowledgeConfidentiality, KnowledgeStatus, KnowledgeSupport

ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(), st.lists(st.text()), st.dictionaries(st.text(), st.text())
)


@pytest.mark.req("S000-5-02")
@pytest.mark.req("S000-7-11")
@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("direct_fact", KnowledgeSupport.DIRECT_FACT),
        ("supported_inference", KnowledgeSupport.SUPPORTED_INFERENCE),
        ("uncertain_inference", KnowledgeSupport.UNCERTAIN_INFERENCE),
        ("unverified_claim", KnowledgeSupport.UNVERIFIED_CLAIM),
    ],
)
def test_support_is_mapped_word_for_word(word: str, meaning: KnowledgeSupport) -> None:
    assert wire.support(word) is meaning


@pytest.mark.req("S000-7-11")
@given(ANYTHING.filter(lambda value: value not in wire.SUPPORT_WORDS if isinstance(value, str) else True))
def test_an_unrecognised_support_level_is_never_promoted(value: object) -> None:
    assert wire.support(value) is KnowledgeSupport.UNKNOWN


@pytest.mark.parametrize(
    "word", ["DIRECT_FACT", "DirectFact", " direct_fact", "direct fact", "verified", "", None, 1, True]
)
def test_a_support_word_that_is_nearly_right_is_unknown(word: object) -> None:
    assert wire.support(word) is KnowledgeSupport.UNKNOWN


@pytest.mark.req("S001-8-05")
@given(ANYTHING.filter(lambda value: value != "general"))
def test_an_unrecognised_confidentiality_band_fails_closed_to_tenant(value: object) -> None:
    assert wire.confidentiality(value) is KnowledgeConfidentiality.TENANT


def test_only_the_plain_word_is_general() -> None:
    assert wire.confidentiality("general") is KnowledgeConfidentiality.GENERAL


@pytest.mark.req("S000-7-14")
@pytest.mark.parametrize("word", ["active", "superseded", "disputed", "unresolved", "stale", "archived"])
def test_status_survives_as_the_word_it_was(word: str) -> None:
    assert wire.status(word).value.lower() == word


def test_an_unknown_status_is_unknown() -> None:
    assert wire.status("verified") is KnowledgeStatus.UNKNOWN


@pytest.mark.parametrize("value", [-0.1, 1.01, 90, "0.9", None, True])
def test_a_confidence_that_is_no_share_counts_as_none(value: object) -> None:
    fact = wire.fact(item("ki_1", "words", confidence=value), ())
    assert fact.confidence == 0.0


@pytest.mark.req("S000-7-03")
def test_what_a_statement_was_read_as_is_carried_as_written_or_is_empty() -> None:
    row = item("ki_1", "words", attribute="stanley_cups", attribute_value_written="13", attribute_value="13")
    assert (wire.fact(row, ()).attribute, wire.fact(row, ()).value_written) == ("stanley_cups", "13")
    bare = wire.fact(item("ki_1", "words"), ())
    assert (bare.attribute, bare.value_written) == ("", "")


def test_an_evidence_row_is_hashed_again() -> None:
    row = evidence("ev_1", "a.md", "line 1", "the words")
    assert wire.evidence(row, "ki_1").hash_matches
    assert not wire.evidence({**row, "excerpt": "the altered words"}, "ki_1").hash_matches
    assert not wire.evidence({**row, "excerpt": ""}, "ki_1").hash_matches
    assert wire.evidence({**row, "excerpt": "", "missing_excerpt": True}, "ki_1").hash_matches
    assert not wire.evidence({**row, "content_hash": ""}, "ki_1").hash_matches


def test_a_missing_excerpt_is_said_and_cannot_be_cited() -> None:
    row = wire.evidence(evidence("ev_1", "a.md", "line 1", "the words", missing_excerpt=True), "ki_1")
    assert (row.missing_excerpt, row.excerpt, row.is_citable) == (True, "", False)


@pytest.mark.parametrize("rows", [(), (evidence("ev_1", "a.md", "line 1", "x", content_hash="0" * 64),)])
@pytest.mark.req("S000-7-12")
def test_a_statement_without_evidence_that_holds_is_marked_whatever_its_status_says(rows: tuple) -> None:
    fact = wire.fact(item("ki_1", "words"), tuple(wire.evidence(row, "ki_1") for row in rows))
    assert fact.status is KnowledgeStatus.ACTIVE
    assert fact.evidence_ids == ()
    assert fact.is_unresolved


def test_aliases_leave_out_the_name_itself_and_repetitions() -> None:
    entity = wire.entity(MARCH["entities"][1])
    assert entity.aliases == ("Bob Smith",)


def test_a_suggestion_without_a_reason_still_names_its_winner() -> None:
    row = {**LAUNCH, "suggested_resolution": {"winner_id": "ki_april"}}
    assert wire.conflict(row, ()).suggested_resolution == "prefer ki_april"


@pytest.mark.parametrize("status", [None, "", 7])
def test_a_conflict_whose_status_is_no_decision_is_open(status: object) -> None:
    assert wire.conflict({**LAUNCH, "status": status}, ()).is_open


def test_sides_are_named_once_from_both_lists() -> None:
    row = {**LAUNCH, "item_ids": ["ki_april", "ki_third"]}
    assert wire.side_ids(row) == ("ki_march", "ki_april", "ki_third")


@pytest.mark.parametrize(
    "row",
    [
        {**APRIL, "id": None},
        {**APRIL, "id": "ki_1\nFACTS"},
        {**APRIL, "id": "../secret"},
        {**APRIL, "id": "x" * 300},
        {**APRIL, "statement": "  "},
        {**APRIL, "statement": 5},
    ],
)
def test_an_item_without_an_id_or_a_statement_is_malformed(row: dict) -> None:
    with pytest.raises(MalformedAnswer):
        wire.fact(row, ())
