"""The answer as its page shows it: each sentence with its verdict and the places it rests on, each disagreement with every side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from anthill.console.words import FINDINGS, SUPPORTS, TRUE_TO_SOURCE, Told, Word
from anthill.core.evidence.answer import Basis, Sentence, plain
from anthill.core.missions.report import Report
from anthill.sdk.evidence import EvidenceKind, EvidenceRow
from anthill.sdk.knowledge_window import KnowledgePages
from anthill.sdk.source_set import ConflictRecord, SourceRecord

SOUND: Final = TRUE_TO_SOURCE
WRONG: Final = Word("does not hold", "bad")
UNCHECKED: Final = Word("not checked", "plain")
OUTSIDE: Final = Word("not from the knowledge base", "plain")


@dataclass(frozen=True, slots=True)
class Place:
    """One excerpt behind a citation; ``href`` opens it in the original, empty when nothing can."""

    excerpt: str
    source: str
    location: str
    date: str
    support: Word
    disputed: bool
    verified: Word
    href: str


@dataclass(frozen=True, slots=True)
class Citation:
    """One cited statement, numbered through the whole answer."""

    number: int
    statement: str
    source: str
    more: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of the answer, what the checks say of it, and what is wrong with it.

    ``near`` says that it is shown as the nearest there is, and answers nothing.
    """

    number: int
    text: str
    cited: bool
    near: bool
    verdict: Word
    wrong: tuple[Told, ...]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a disagreement; ``marks`` are the numbers of the citations that show it."""

    statement: str
    value: str
    sources: tuple[str, ...]
    marks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An open disagreement the answer names; ``href`` is where a person may decide it."""

    about: str
    sides: tuple[Side, ...]
    suggestion: str
    href: str


@dataclass(frozen=True, slots=True)
class Checks:
    """What was checked: how many excerpts were hashed again and held, and every finding with where it is."""

    ran: bool
    hashed: int
    held: int
    findings: tuple[tuple[str, Told, str], ...]


def claims(report: Report, pages: KnowledgePages | None) -> tuple[Claim, ...]:
    """The sentences of the answer, in their order; none without an answer."""
    if report.answer is None:
        return ()
    numbers = marks(report)
    found = _Rows(report.evidence)
    held = {ref: tuple(each for each in report.cited if each.ref == ref) for ref in numbers}
    return tuple(
        _claim(
            number,
            sentence,
            [_citation(numbers[ref], held[ref], found, pages) for ref in dict.fromkeys(sentence.citations)],
            found,
        )
        for number, sentence in enumerate(report.answer.sentences, start=1)
    )


def marks(report: Report) -> Mapping[str, int]:
    """The number of each cited reference: first come, first numbered."""
    sentences = report.answer.sentences if report.answer else ()
    refs = dict.fromkeys(ref for each in sentences for ref in each.citations)
    return {ref: number for number, ref in enumerate(refs, start=1)}


def disagreements(report: Report, pages: KnowledgePages | None) -> tuple[Disagreement, ...]:
    """The open disagreements the answer names, as they stood when the mission read them."""
    numbers = marks(report)
    by_item: dict[str, tuple[int, ...]] = {}
    for each in report.cited:
        by_item[each.item_id] = tuple(dict.fromkeys((*by_item.get(each.item_id, ()), numbers[each.ref])))
    return tuple(_disagreement(each, by_item, pages) for each in report.conflicts)


def checks(report: Report) -> Checks:
    """What the verifier's rows say, all of them together."""
    found = _Rows(report.evidence)
    findings = tuple((row.value, FINDINGS.get(row.value) or Told(_words(row.value)), row.detail) for row in found.wrong)
    return Checks(found.ran, len(found.hashes), sum(found.hashes.values()), tuple(dict.fromkeys(findings)))


class _Rows:
    """The verifier's evidence rows by what they are about."""

    def __init__(self, rows: Iterable[EvidenceRow]) -> None:
        judged = [row for row in rows if row.kind in (EvidenceKind.HASH_MATCH, EvidenceKind.SCHEMA_VALID)]
        self.ran = bool(judged)
        self.hashes: dict[str, bool] = {}
        for row in judged:
            if row.kind is EvidenceKind.HASH_MATCH:
                # One failure stands, whatever a later row says.
                self.hashes[row.value] = row.passed and self.hashes.get(row.value, True)
        self.wrong = tuple(row for row in judged if row.kind is EvidenceKind.SCHEMA_VALID and not row.passed)

    def about(self, where: Iterable[str]) -> tuple[Told, ...]:
        """The findings at these places."""
        wanted = set(where)
        told = [FINDINGS.get(row.value) or Told(_words(row.value)) for row in self.wrong if row.detail in wanted]
        return tuple(dict.fromkeys(told))

    def excerpt(self, record: SourceRecord) -> Word:
        """Whether an excerpt is the one that was recorded."""
        passed = self.hashes.get(_place(record))
        return UNCHECKED if passed is None else SOUND if passed else WRONG


def _claim(number: int, sentence: Sentence, citations: Sequence[Citation], found: _Rows) -> Claim:
    refs = set(sentence.citations)
    places = [place for place in found.hashes if place.rpartition("#")[0] in refs]
    wrong = found.about([f"sentence {number}", *sorted(refs), *sorted(places)])
    cited, near = sentence.basis is not Basis.OUTSIDE, sentence.basis is Basis.NEAREST
    broken = bool(wrong) or not all(found.hashes[place] for place in places)
    judged = _verdict(cited, broken, found.ran)
    return Claim(number, plain(sentence.text), cited, near, judged, wrong, tuple(citations))


def _verdict(cited: bool, broken: bool, ran: bool) -> Word:
    if broken:
        return WRONG
    if not cited:
        return OUTSIDE
    return SOUND if ran else UNCHECKED


def _citation(number: int, records: Sequence[SourceRecord], found: _Rows, pages: KnowledgePages | None) -> Citation:
    # What cannot be read again is left out when the same statement stands somewhere it can.
    shown = [each for each in records if each.excerpt.strip()] or list(records)
    sources = list(dict.fromkeys(each.source_name for each in shown))
    return Citation(
        number=number,
        statement=plain(shown[0].statement) if shown else "",
        source=sources[0] if sources else "not retrieved",
        more=max(0, len(sources) - 1),
        places=tuple(_shown(each, found, pages) for each in dict.fromkeys(shown)),
    )


def _shown(record: SourceRecord, found: _Rows, pages: KnowledgePages | None) -> Place:
    return Place(
        excerpt=record.excerpt,
        source=record.source_name,
        location=record.location,
        date=record.effective_date,
        support=SUPPORTS.get(record.support, SUPPORTS["unknown"]),
        disputed=record.status == "disputed",
        verified=found.excerpt(record),
        href=pages.evidence(record.evidence_id) if pages and record.evidence_id else "",
    )


def _disagreement(
    record: ConflictRecord, by_item: Mapping[str, tuple[int, ...]], pages: KnowledgePages | None
) -> Disagreement:
    subject, _, attribute = record.attribute_key.rpartition("|")
    about = " of ".join(_words(each) for each in (attribute, subject) if each) or _words(record.kind)
    sides = tuple(
        Side(plain(each.statement), plain(each.value), each.source_names, by_item.get(each.item_id, ()))
        for each in record.sides
    )
    href = pages.conflict(record.conflict_id) if pages and record.conflict_id else ""
    return Disagreement(about, sides, _ended(plain(record.suggestion)), href)


def _place(record: SourceRecord) -> str:
    return f"{record.ref}#{record.evidence_id}"


def _ended(text: str) -> str:
    return text if not text or text[-1] in ".!?" else f"{text}."


def _words(code: str) -> str:
    return plain(code.replace("_", " "))
