"""The answer's view: verdicts come from evidence rows and from nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.anthill.missions.support import QUESTION, colony

from anthill.console import answer
from anthill.console.answer import OUTSIDE, SOUND, UNCHECKED, WRONG
from anthill.core.evidence.answer import Basis
from anthill.core.evidence.citations import Finding
from anthill.core.missions.intake import MissionRequest
from anthill.core.missions.report import Report
from anthill.sdk.evidence import EvidenceKind, EvidenceRow


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    here = colony(Path(tmp_path_factory.mktemp("answer")))
    taken = here.submit(MissionRequest(QUESTION, "falcon", requested_by="test"))
    here.run_until_closed(taken.id)
    found = here.report(taken.id)
    here.stop()
    return found


def judged(kind: EvidenceKind, value: str, where: str, *, passed: bool) -> EvidenceRow:
    return EvidenceRow("ev", "mis", "t03", kind, deterministic=True, passed=passed, value=value, detail=where)


def verdicts(report: Report) -> list[str]:
    return [claim.verdict.text for claim in answer.claims(report, None)]


def test_a_checked_answer_is_verified_sentence_by_sentence(report: Report) -> None:
    assert verdicts(report) == [SOUND.text, OUTSIDE.text]


def test_what_is_near_is_kept_apart_and_checked_all_the_same(report: Report) -> None:
    assert report.answer is not None
    first, last = report.answer.sentences
    near = replace(first, basis=Basis.NEAREST)
    found = replace(report, answer=replace(report.answer, sentences=(first, near, last)))
    assert [(each.near, each.cited) for each in answer.claims(found, None)] == [
        (False, True),
        (True, True),
        (False, False),
    ]
    assert verdicts(found) == [SOUND.text, SOUND.text, OUTSIDE.text]


def test_an_answer_nobody_checked_is_not_called_verified(report: Report) -> None:
    unchecked = replace(report, evidence=())
    assert verdicts(unchecked) == [UNCHECKED.text, OUTSIDE.text]
    assert not answer.checks(unchecked).ran
    places = [
        place.verified for claim in answer.claims(unchecked, None) for each in claim.citations for place in each.places
    ]
    assert places == [UNCHECKED, UNCHECKED]


@pytest.mark.parametrize(
    ("where", "wrong"),
    [("sentence 1", [WRONG.text, OUTSIDE.text]), ("sentence 2", [SOUND.text, WRONG.text])],
)
def test_a_finding_stands_at_its_sentence(report: Report, where: str, wrong: list[str]) -> None:
    row = judged(EvidenceKind.SCHEMA_VALID, Finding.UNSUPPORTED_VALUE, where, passed=False)
    found = replace(report, evidence=(*report.evidence, row))
    assert verdicts(found) == wrong
    told = [each.sentence for claim in answer.claims(found, None) for each in claim.wrong]
    assert told == ["It holds a date, number or name that its cited excerpts do not."]
    assert [(code, place) for code, _, place in answer.checks(found).findings] == [("unsupported_value", where)]


def test_a_finding_about_a_reference_stands_at_every_sentence_that_cites_it(report: Report) -> None:
    ref = report.cited[0].ref
    row = judged(EvidenceKind.SCHEMA_VALID, Finding.OUT_OF_SCOPE_CITATION, ref, passed=False)
    assert verdicts(replace(report, evidence=(*report.evidence, row)))[0] == WRONG.text


def test_one_failed_hash_stands_whatever_a_later_row_says(report: Report) -> None:
    place = f"{report.cited[0].ref}#{report.cited[0].evidence_id}"
    rows = [judged(EvidenceKind.HASH_MATCH, place, "", passed=each) for each in (False, True)]
    found = replace(report, evidence=(*report.evidence, *rows))
    assert verdicts(found)[0] == WRONG.text
    assert (answer.checks(found).hashed, answer.checks(found).held) == (2, 1)
    first = answer.claims(found, None)[0].citations[0].places[0]
    assert first.verified == WRONG


def test_prose_and_soft_rows_make_nothing_verified(report: Report) -> None:
    soft = (judged(EvidenceKind.MODEL_REVIEW, "looks good", "sentence 1", passed=True),)
    assert verdicts(replace(report, evidence=soft))[0] == UNCHECKED.text


def test_citations_are_numbered_through_the_answer_by_first_use(report: Report) -> None:
    assert report.answer is not None
    first, last = report.answer.sentences[0], report.answer.sentences[-1]
    refs = first.citations
    again = replace(first, citations=(refs[1], refs[0], refs[1]))
    found = replace(report, answer=replace(report.answer, sentences=(first, again, last)))
    assert [[each.number for each in claim.citations] for claim in answer.claims(found, None)] == [[1, 2], [2, 1], []]


def test_a_citation_of_something_that_was_not_retrieved_says_so(report: Report) -> None:
    assert report.answer is not None
    sentence = replace(report.answer.sentences[0], citations=("knowledge:proj_f/ki_gone",))
    found = replace(report, answer=replace(report.answer, sentences=(sentence,)))
    (claim,) = answer.claims(found, None)
    assert (claim.citations[0].source, claim.citations[0].places) == ("not retrieved", ())


def test_sides_carry_the_numbers_of_their_citations(report: Report) -> None:
    (found,) = answer.disagreements(report, None)
    assert [side.marks for side in found.sides] == [(1,), (2,)]
    assert found.href == ""
