"""CitationIntegrity: does the answer rest on what was retrieved? (colony law 10; reference §11)

Pure: an answer, the recorded source sets and the base they must come from, in; evidence notes, out. It judges
whether citations are true, never how well a source supports a claim.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from anthill.core.evidence.answer import Basis, Sentence, SourcedAnswer
from anthill.core.evidence.values import unsupported
from anthill.core.planning.requirements import CITATION_INTEGRITY
from anthill.sdk.evidence import EvidenceKind, EvidenceNote
from anthill.sdk.source_set import ConflictRecord, SourceRecord, SourceSet, knowledge_ref


class Finding(StrEnum):
    """What can be wrong with an answer."""

    EMPTY_ANSWER = "empty_answer"
    UNCITED_SENTENCE = "uncited_sentence"
    CITED_BUT_DISCLAIMED = "cited_but_disclaimed"
    UNRESOLVED_CITATION = "unresolved_citation"
    OUT_OF_SCOPE_CITATION = "out_of_scope_citation"
    MISSING_EXCERPT = "missing_excerpt"
    EXCERPT_HASH_MISMATCH = "excerpt_hash_mismatch"
    UNSUPPORTED_VALUE = "unsupported_value"
    HIDDEN_CONFLICT = "hidden_conflict"
    CONFLICTS_UNREAD = "conflicts_unread"


@dataclass(frozen=True, slots=True)
class Found:
    """One finding: the code and where it is (`sentence 2`, a reference, a conflict id); never content."""

    finding: Finding
    where: str


@dataclass(frozen=True, slots=True)
class CitationReport:
    """What the check saw. `cited` are the distinct references of cited sentences that resolve.

    `answers` says that one of them stands behind a sentence of the answer itself, and not only near it; `unanswered` is
    the answer's own word that it is none.
    """

    findings: tuple[Found, ...]
    notes: tuple[EvidenceNote, ...]
    cited: tuple[str, ...]
    answers: bool
    unanswered: bool = False

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    @property
    def satisfied(self) -> bool:
        """Whether the answer is a sound answer *from the base*: nothing wrong, and something cited that answers."""
        return self.sound and self.answers


def check_citations(answer: SourcedAnswer, sources: Sequence[SourceSet], project_ref: str | None) -> CitationReport:
    """Check every sentence of `answer` against what was retrieved from `project_ref` (None: no base was readable)."""
    book = _Book.of(sources)
    findings = [] if answer.sentences else [Found(Finding.EMPTY_ANSWER, "answer")]
    for number, sentence in enumerate(answer.sentences, start=1):
        findings += _sentence_findings(sentence, f"sentence {number}", book, project_ref)
    cited = _cited(answer, book, (Basis.KNOWLEDGE, Basis.NEAREST))
    answers = not answer.unanswered and bool(_cited(answer, book, (Basis.KNOWLEDGE,)))
    findings += _hash_findings(cited, book) + _conflict_findings(answer, cited, book) + _channel_findings(sources)
    return CitationReport(tuple(findings), _notes(findings, cited, book), cited, answers, answer.unanswered)


@dataclass(frozen=True, slots=True)
class _Book:
    records: dict[str, tuple[SourceRecord, ...]]
    conflicts: tuple[ConflictRecord, ...]

    @classmethod
    def of(cls, sources: Sequence[SourceSet]) -> _Book:
        records: dict[str, tuple[SourceRecord, ...]] = {}
        conflicts: dict[str, ConflictRecord] = {}
        for source in sources:
            conflicts |= {conflict.conflict_id: conflict for conflict in source.conflicts}
            for record in source.records:
                held = records.get(record.ref, ())
                records[record.ref] = held if record in held else (*held, record)
        return cls(records, tuple(conflicts[key] for key in sorted(conflicts)))


def _sentence_findings(sentence: Sentence, where: str, book: _Book, project_ref: str | None) -> list[Found]:
    if sentence.basis is Basis.OUTSIDE:
        return [Found(Finding.CITED_BUT_DISCLAIMED, where)] if sentence.citations else []
    if not sentence.citations:
        return [Found(Finding.UNCITED_SENTENCE, where)]
    found = [finding for ref in sentence.citations for finding in _reference_findings(ref, book, project_ref)]
    excerpts = [record.excerpt for ref in sentence.citations for record in book.records.get(ref, ())]
    return found + [Found(Finding.UNSUPPORTED_VALUE, where)] * bool(unsupported(sentence.text, excerpts))


def _reference_findings(ref: str, book: _Book, project_ref: str | None) -> list[Found]:
    records = book.records.get(ref)
    if not records:
        return [Found(Finding.UNRESOLVED_CITATION, ref)]
    if any(not _in_scope(record, project_ref) for record in records):
        return [Found(Finding.OUT_OF_SCOPE_CITATION, ref)]
    return []


def _in_scope(record: SourceRecord, project_ref: str | None) -> bool:
    named = knowledge_ref(record.project_ref, record.item_id)
    return project_ref is not None and record.project_ref == project_ref and record.ref == named


def _cited(answer: SourcedAnswer, book: _Book, bases: Sequence[Basis]) -> tuple[str, ...]:
    refs = [ref for each in answer.sentences if each.basis in bases for ref in each.citations]
    return tuple(dict.fromkeys(ref for ref in refs if ref in book.records))


def _hash_findings(cited: Sequence[str], book: _Book) -> list[Found]:
    return [
        Found(Finding.EXCERPT_HASH_MISMATCH if record.excerpt.strip() else Finding.MISSING_EXCERPT, _place(record))
        for record in _excerpts(cited, book)
        if not _hash_matches(record)
    ]


def _excerpts(cited: Sequence[str], book: _Book) -> list[SourceRecord]:
    """The records a citation rests on: those with an excerpt, or all of an item that has none."""
    found: list[SourceRecord] = []
    for ref in cited:
        records = book.records[ref]
        found.extend([record for record in records if record.excerpt.strip()] or records)
    return found


def _hash_matches(record: SourceRecord) -> bool:
    hashed = hashlib.sha256(record.excerpt.encode("utf-8", "surrogatepass")).hexdigest()
    return bool(record.excerpt.strip()) and hashed == record.excerpt_sha256.removeprefix("sha256:")


def _conflict_findings(answer: SourcedAnswer, cited: Sequence[str], book: _Book) -> list[Found]:
    items = {record.item_id for ref in cited for record in book.records[ref]}
    citable = {each.item_id for records in book.records.values() for each in records if each.excerpt.strip()}
    hidden = []
    for conflict in book.conflicts:
        sides = {side.item_id for side in conflict.sides}
        named = conflict.conflict_id in answer.conflict_ids and sides & citable <= items
        if sides & items and not named:
            hidden.append(Found(Finding.HIDDEN_CONFLICT, conflict.conflict_id))
    return hidden


def _channel_findings(sources: Sequence[SourceSet]) -> list[Found]:
    """What came altered or unread makes no answer from it certain, whatever the answer cites."""
    altered = sorted({place for source in sources for place in source.altered})
    unread = any(not source.conflicts_known for source in sources)
    return [Found(Finding.EXCERPT_HASH_MISMATCH, place) for place in altered] + [
        Found(Finding.CONFLICTS_UNREAD, "conflicts")
    ] * unread


def _notes(findings: Sequence[Found], cited: Sequence[str], book: _Book) -> tuple[EvidenceNote, ...]:
    hashes = [
        EvidenceNote(EvidenceKind.HASH_MATCH, _place(record), _hash_matches(record), "cited excerpt re-hashed")
        for record in _excerpts(cited, book)
    ]
    wrong = [EvidenceNote(EvidenceKind.SCHEMA_VALID, each.finding.value, False, each.where) for each in findings]
    detail = "every sentence is cited or marked, every citation resolves, every value was read"
    right = EvidenceNote(EvidenceKind.SCHEMA_VALID, CITATION_INTEGRITY, True, detail)
    return (*hashes, *(wrong or [right]))


def _place(record: SourceRecord) -> str:
    return f"{record.ref}#{record.evidence_id}"
