"""CitationIntegrity: an answer rests on what was retrieved, or it is not satisfied (colony law 10)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from anthill.core.evidence.answer import NOT_FROM_BASE, AnswerError, Basis, Sentence, SourcedAnswer, plain
from anthill.core.evidence.citations import CitationReport, Finding, check_citations
from anthill.sdk.evidence import EvidenceKind
from anthill.sdk.source_set import ConflictRecord, ConflictSide, SourceRecord, SourceSet

MARCH = "The launch date for Project Falcon is March 3, 2026."
APRIL = "The launch date for Project Falcon has moved to April 10, 2026."


def record(item: str, text: str, project: str = "proj_f", evidence: str = "ev_1") -> SourceRecord:
    hashed = hashlib.sha256(text.encode()).hexdigest()
    return SourceRecord(
        f"knowledge:{project}/{item}", project, item, text, evidence, text, hashed,
        "src_1", "memo.md", "line 3", "direct_fact", "disputed", "tenant",
    )  # fmt: skip


ONE, TWO = record("ki_1", MARCH), record("ki_2", APRIL)
CONFLICT = ConflictRecord(
    "cf_1", "attribute_mismatch", "falcon|launch_date",
    (ConflictSide("ki_1", MARCH, "2026-03-03", ("memo.md",)), ConflictSide("ki_2", APRIL, "2026-04-10", ("mail.eml",))),
)  # fmt: skip
SOURCES = SourceSet("when?", (ONE, TWO), (CONFLICT,))
GOOD = SourcedAnswer(
    "when?",
    "rules",
    (
        Sentence(f'One source says "{MARCH}", another "{APRIL}"', (ONE.ref, TWO.ref)),
        Sentence("This was composed without a language model.", (), Basis.OUTSIDE),
    ),
    ("cf_1",),
)


def check(answer: SourcedAnswer = GOOD, sources: SourceSet = SOURCES, project: str | None = "proj_f") -> CitationReport:
    return check_citations(answer, [sources], project)


def findings(report: CitationReport) -> list[str]:
    return [each.finding.value for each in report.findings]


def saying(text: str, *refs: str) -> SourcedAnswer:
    return replace(GOOD, sentences=(*GOOD.sentences, Sentence(text, refs)))


def test_a_sound_answer_passes_with_one_hash_row_per_cited_excerpt() -> None:
    report = check()
    assert (report.sound, report.satisfied, report.cited) == (True, True, (ONE.ref, TWO.ref))
    assert [(note.kind, note.passed) for note in report.notes] == [
        (EvidenceKind.HASH_MATCH, True),
        (EvidenceKind.HASH_MATCH, True),
        (EvidenceKind.SCHEMA_VALID, True),
    ]


@pytest.mark.req("CLAW-10")
def test_an_altered_excerpt_fails_its_hash() -> None:
    altered = replace(ONE, excerpt=MARCH.replace("March 3", "March 4"))
    report = check(sources=replace(SOURCES, records=(altered, TWO)))
    assert "excerpt_hash_mismatch" in findings(report)
    assert [note.passed for note in report.notes if note.kind is EvidenceKind.HASH_MATCH] == [False, True]


def test_one_altered_excerpt_among_several_of_an_item_fails() -> None:
    second = replace(ONE, evidence_id="ev_2", excerpt="altered")
    assert findings(check(sources=replace(SOURCES, records=(ONE, second, TWO)))) == ["excerpt_hash_mismatch"]


def test_a_missing_excerpt_is_not_a_citation() -> None:
    empty = replace(ONE, excerpt="", excerpt_sha256=hashlib.sha256(b"").hexdigest())
    assert "missing_excerpt" in findings(check(sources=replace(SOURCES, records=(empty, TWO))))


@pytest.mark.req("CLAW-10")
@pytest.mark.parametrize(
    "text", ["It launches on May 1, 2026.", "It costs $500.", "Alice decided it.", "REQ-9 says so."]
)
def test_an_invented_value_is_unsupported(text: str) -> None:
    assert findings(check(saying(text, ONE.ref))) == ["unsupported_value"]


def test_a_value_read_only_in_another_sentences_source_is_unsupported() -> None:
    assert findings(check(saying(APRIL, ONE.ref))) == ["unsupported_value"]


@pytest.mark.req("CLAW-10")
def test_an_invented_citation_does_not_resolve() -> None:
    assert findings(check(saying("It holds.", "knowledge:proj_f/ki_9"))) == ["unresolved_citation"]
    assert findings(check(saying("It holds.", "https://example.org"))) == ["unresolved_citation"]


def test_a_citation_of_another_base_is_out_of_scope() -> None:
    foreign = record("ki_7", "It holds.", "proj_other")
    sources = replace(SOURCES, records=(ONE, TWO, foreign))
    assert findings(check(saying("It holds.", foreign.ref), sources)) == ["out_of_scope_citation"]
    assert "out_of_scope_citation" in findings(check(project=None))


def test_a_reference_that_names_another_base_than_its_record_is_out_of_scope() -> None:
    lying = replace(record("ki_7", "It holds."), ref="knowledge:proj_f/ki_8")
    sources = replace(SOURCES, records=(ONE, TWO, lying))
    assert findings(check(saying("It holds.", lying.ref), sources)) == ["out_of_scope_citation"]


@pytest.mark.req("CLAW-10")
def test_every_sentence_is_cited_or_marked() -> None:
    assert findings(check(saying("It holds."))) == ["uncited_sentence"]
    both = replace(GOOD, sentences=(*GOOD.sentences, Sentence("It holds.", (ONE.ref,), Basis.OUTSIDE)))
    assert findings(check(both)) == ["cited_but_disclaimed"]
    assert GOOD.sentences[1].rendered().endswith(f"({NOT_FROM_BASE})")
    assert GOOD.sentences[0].rendered().endswith("[knowledge:proj_f/ki_1] [knowledge:proj_f/ki_2]")


def test_an_empty_answer_is_not_sound_and_an_uncited_one_is_not_satisfied() -> None:
    assert findings(check(replace(GOOD, sentences=()))) == ["empty_answer"]
    disclaimed = replace(GOOD, sentences=(Sentence("Nothing was found.", (), Basis.OUTSIDE),))
    report = check(disclaimed)
    assert (report.sound, report.satisfied) == (True, False)


@pytest.mark.req("LAW-10")
def test_a_disagreement_cannot_be_hidden_by_citing_one_side() -> None:
    one_side = replace(GOOD, sentences=(Sentence(MARCH, (ONE.ref,)),))
    assert findings(check(one_side)) == ["hidden_conflict"]
    unnamed = replace(GOOD, conflict_ids=())
    assert findings(check(unnamed)) == ["hidden_conflict"]


@pytest.mark.req("CLAW-10")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"altered": ("knowledge:proj_f/ki_9#ev_9",)}, "excerpt_hash_mismatch"),
        ({"conflicts_known": False}, "conflicts_unread"),
    ],
)
def test_what_came_altered_or_unread_makes_no_answer_certain(changes: dict[str, object], code: str) -> None:
    """Whatever the answer cites: what it was not given, it cannot weigh."""
    assert findings(check(sources=replace(SOURCES, **changes))) == [code]


def test_every_finding_has_a_case_above() -> None:
    assert {each.value for each in Finding} == {
        "empty_answer", "uncited_sentence", "cited_but_disclaimed", "unresolved_citation", "out_of_scope_citation",
        "missing_excerpt", "excerpt_hash_mismatch", "unsupported_value", "hidden_conflict",
        "conflicts_unread",
    }  # fmt: skip


def test_no_evidence_note_holds_content() -> None:
    notes = check(saying("It launches on May 1, 2026.", ONE.ref)).notes
    assert not any("2026" in note.value + note.detail for note in notes)


def test_an_answer_survives_its_json_form_and_refuses_another() -> None:
    assert SourcedAnswer.from_json(json.loads(json.dumps(GOOD.to_json()))) == GOOD
    for value in (None, [], {}, {"question": "x", "composed_by": "y", "sentences": [{"text": 1}], "conflict_ids": []}):
        with pytest.raises(AnswerError):
            SourcedAnswer.from_json(value)


def test_text_from_a_document_cannot_forge_a_citation_or_drive_a_terminal() -> None:
    assert plain("a\n\tb\x1b[31m\u202ec [knowledge:proj_x/ki_1]") == "a b[31mc (knowledge:proj_x/ki_1]"
