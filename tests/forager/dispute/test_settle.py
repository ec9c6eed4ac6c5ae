"""What a slot says: which values disagree, which only look as if they did, and what took the place of what."""

from __future__ import annotations

from itertools import permutations

import pytest
from tests.forager.dispute.support import Said, item_of, slot, witnesses

from forager.dispute.settle import Settled, settle
from forager.dispute.verdicts import Verdict

MARCH = Said("memo.md", "2026-03-03", date="2026-01-12")
APRIL = Said("mail.eml", "2026-04-10", date="2026-02-20")


def settled(*said: Said, **options: bool) -> Settled:
    return settle(slot(**options), witnesses(*said), lambda witness: witness.evidence.value)


def disputed(found: Settled) -> set[str]:
    return {side.shown.evidence.value for side in found.disputed}


@pytest.mark.req("LAW-10")
def test_two_sources_with_two_dates_disagree_and_the_newer_is_only_suggested() -> None:
    found = settled(MARCH, APRIL)
    assert disputed(found) == {"2026-03-03", "2026-04-10"}
    assert found.suggestion is not None
    assert found.suggestion.winner_id == item_of(APRIL)
    assert found.suggestion.reason == "mail.eml is newer by document date."
    assert not found.superseded


def test_moved_to_in_another_document_is_still_a_disagreement() -> None:
    found = settled(MARCH, Said("mail.eml", "2026-04-10", date="2026-02-20", change="to"))
    assert disputed(found) == {"2026-03-03", "2026-04-10"}


def test_a_change_told_inside_one_document_supersedes_and_does_not_disagree() -> None:
    old = Said("plan.md", "2026-03-01", change="from")
    new = Said("plan.md", "2026-05-01", change="to")
    found = settled(old, new)
    assert not found.disputed
    assert found.superseded == {item_of(old): item_of(new)}


def test_what_one_document_replaced_still_disagrees_when_another_asserts_it() -> None:
    told = (Said("plan.md", "2026-03-03", change="from"), Said("plan.md", "2026-05-01", change="to"))
    found = settled(*told, MARCH)
    assert disputed(found) == {"2026-03-03", "2026-05-01"}


def test_a_document_that_a_live_one_replaces_asserts_nothing() -> None:
    replaced = Said("old.md", "2026-03-03", replaced_by=APRIL.witness().source.id)
    found = settled(replaced, APRIL)
    assert not found.disputed
    assert found.superseded == {item_of(replaced): item_of(APRIL)}


def test_a_later_version_of_a_file_supersedes_its_older_value() -> None:
    old, new = Said("plan.md", "2026-03-03", live=False), Said("plan.md", "2026-05-01")
    found = settled(old, new)
    assert not found.disputed
    assert found.superseded == {item_of(old): item_of(new)}


def test_a_removed_source_is_not_superseded_by_anything() -> None:
    found = settled(Said("plan.md", "2026-03-03", live=False, removed=True), APRIL)
    assert not found.superseded
    assert not found.disputed


@pytest.mark.parametrize(
    ("left", "right", "verdict"),
    [
        pytest.param(Said("a", "PT90M", "duration"), Said("b", "PT1.5H", "duration"), Verdict.CORROBORATES, id="units"),
        pytest.param(Said("a", "2026", precision="year"), Said("b", "2026-03-03"), Verdict.REFINES, id="precision"),
        pytest.param(
            Said("a", "2026-03-03", valid_to="2026-02-01"), Said("b", "2026-04-10", valid_from="2026-02-01"),
            Verdict.OTHER_TIME, id="validity",
        ),
        pytest.param(Said("a", "5 kg", "quantity"), Said("b", "5 m", "quantity"), Verdict.UNIT_MISMATCH, id="dimensions"),
        pytest.param(
            Said("a", "2026-03-03"), Said("b", "2026-04-10", support="unverified_claim"), Verdict.ALSO_CLAIMED, id="reported"
        ),
        pytest.param(
            Said("a", "2026-03-03"), Said("b", "2026-04-10", support="uncertain_inference"), Verdict.ALSO_CLAIMED, id="hedged"
        ),
    ],
)  # fmt: skip
def test_the_first_fitting_verdict_is_taken_and_none_of_these_is_a_disagreement(
    left: Said, right: Said, verdict: Verdict
) -> None:
    found = settled(left, right)
    assert [row[2] for row in found.verdicts] == [verdict]
    assert not found.disputed


def test_several_values_of_an_attribute_that_may_have_several_do_not_disagree() -> None:
    found = settled(MARCH, APRIL, single=False)
    assert [row[2] for row in found.verdicts] == [Verdict.SEVERAL_VALUES]


def test_two_remarks_in_words_of_their_own_do_not_disagree() -> None:
    first = Said("a", "done in the first week of may, though the paint on two doors is still wet", "text")
    second = Said("b", "waiting for the paint of the doors", "text")
    assert [row[2] for row in settled(first, second).verdicts] == [Verdict.SEVERAL_VALUES]


def test_one_name_that_may_be_two_things_does_not_disagree_across_sources() -> None:
    assert [row[2] for row in settled(MARCH, APRIL, certain=False).verdicts] == [Verdict.DIFFERENT_ENTITY]


def test_one_document_contradicting_itself_about_an_uncertain_subject_disagrees() -> None:
    found = settled(Said("a.md", "2026-03-03"), Said("a.md", "2026-04-10"), certain=False)
    assert disputed(found) == {"2026-03-03", "2026-04-10"}


def test_a_proposition_and_its_negation_contradict() -> None:
    yes = Said("a", "", kind="", polarity=True)
    no = Said("b", "", kind="", polarity=False)
    found = settled(yes, no, single=False, proposition=True)
    assert len(found.disputed) == 2


def test_near_duplicates_are_one_voice() -> None:
    first = Said("a", "2026-03-03", cluster="src_a")
    copy = Said("b", "2026-03-03", cluster="src_a")
    (side,) = settled(first, copy).sides
    assert side.independent == 1


def test_an_authoritative_source_is_suggested_before_a_newer_one() -> None:
    found = settled(Said("policy.md", "2026-03-03", date="2025-01-01", authoritative=True), APRIL)
    assert found.suggestion is not None
    assert found.suggestion.reason == "policy.md is marked authoritative."


def test_without_dates_more_independent_sources_are_suggested_and_a_tie_is_not() -> None:
    two = settled(Said("a", "2026-03-03"), Said("b", "2026-03-03"), Said("c", "2026-04-10"))
    assert two.suggestion is not None
    assert two.suggestion.reason == "More independent sources say so (2)."
    assert settled(Said("a", "2026-03-03"), Said("c", "2026-04-10")).suggestion is None


def test_the_finding_does_not_depend_on_the_order_of_the_evidence() -> None:
    said = (MARCH, APRIL, Said("c", "2026-03-03", date="2026-02-01"), Said("plan.md", "2026-06-01", change="to"))
    rows = witnesses(*said)
    findings = {repr(settle(slot(), list(each), lambda w: w.evidence.value)) for each in permutations(rows)}
    assert len(findings) == 1
