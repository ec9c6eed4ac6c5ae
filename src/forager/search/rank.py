"""How well a record answers a question, in the same way for every backend, and why, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from forager.search.documents import WEIGHTS
from forager.search.question import Question, Term
from forager.search.words import Word, same, stem, words

RELATED_SHARE: Final = 0.6
"""What a related word is worth beside the word itself."""
STRONGEST: Final = max(WEIGHTS.values())
LABELS: Final = {
    "statement": "the statement",
    "subject": "the subject",
    "attribute": "the attribute",
    "value": "the value",
    "names": "a name",
    "source": "the source's name",
    "text": "the text",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What else is known of a record that is ranked. ``discount`` lowers history and hearsay."""

    attribute: str = ""
    value_kind: str = ""
    discount: float = 0.0


@dataclass(frozen=True, slots=True)
class Match:
    """How a record matched. ``score`` orders hits; ``fields`` are those in which a word was found, strongest first."""

    score: float
    fields: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class _Found:
    term: Term
    field: str
    share: float


@dataclass(frozen=True, slots=True)
class _Text:
    words: tuple[Word, ...]
    stems: frozenset[str]


def rank(question: Question, fields: Mapping[str, str], relevance: float, facts: Facts) -> Match:
    """Rank one record. ``relevance`` is the backend's own measure, 0 to 1 among its candidates."""
    parsed = {name: _text(text) for name, text in fields.items() if text}
    found = [hit for term in question.terms if (hit := _best(term, parsed)) is not None]
    counted = [hit for hit in found if not hit.term.implied]
    total = len(question.counted) or 1
    coverage = sum(hit.share for hit in counted) / total
    strength = sum(WEIGHTS[hit.field] * hit.share for hit in counted) / (STRONGEST * total)
    bonus = 0.25 * (facts.attribute in question.attributes) + 0.1 * (facts.value_kind in question.kinds)
    bonus += 0.05 * sum(hit.term.implied for hit in found)
    score = coverage + 0.5 * strength + 0.5 * relevance + bonus - facts.discount
    names = dict.fromkeys(sorted((hit.field for hit in found), key=lambda name: (-WEIGHTS[name], name)))
    return Match(round(score, 4), tuple(names), _why(question, found, facts))


def _text(text: str) -> _Text:
    found = words(text)
    return _Text(found, frozenset(word.stem for word in found))


def _best(term: Term, parsed: Mapping[str, _Text]) -> _Found | None:
    """The strongest field that holds the term; the word itself before its relations."""
    for each, share in ((term, 1.0), *((Term((word,)), RELATED_SHARE) for word in term.related)):
        holding = [name for name, text in parsed.items() if _holds(each, text)]
        if holding:
            return _Found(term, max(holding, key=lambda name: (WEIGHTS[name], name)), share)
    return None


def _holds(term: Term, text: _Text) -> bool:
    first = term.stems[0]
    if first not in text.stems and not any(_fits(term, first, each) for each in text.stems):
        return False
    return len(term.tokens) == 1 or bool(places(term, text.words))


def places(term: Term, found: Sequence[Word]) -> list[tuple[int, int]]:
    """Where a term stands in a text (characters)."""
    stems = term.stems
    size = len(stems)
    starts = range(len(found) - size + 1)
    return [
        (found[at].start, found[at + size - 1].end)
        for at in starts
        if all(_fits(term, stems[step], found[at + step].stem) for step in range(size))
    ]


def _fits(term: Term, wanted: str, stem_: str) -> bool:
    return stem_.startswith(stem(wanted)) if term.prefix else same(wanted, stem_)


def _why(question: Question, found: Sequence[_Found], facts: Facts) -> str:
    by_field: dict[str, list[str]] = {}
    for hit in found:
        if not hit.term.implied:
            said = hit.term.words if hit.share == 1 else f"a word near {hit.term.words}"
            by_field.setdefault(hit.field, []).append(said)
    ordered = sorted(by_field, key=lambda name: (-WEIGHTS[name], name))
    parts = [f"{', '.join(by_field[name])} in {LABELS[name]}" for name in ordered]
    if facts.attribute and facts.attribute in question.attributes:
        parts.append(f"its attribute is {facts.attribute.replace('_', ' ')}")
    if facts.value_kind in question.kinds:
        parts.append(f"it gives a {facts.value_kind}, as the question asks")
    number = sum(len(each) for each in by_field.values())
    head = f"{number} of {len(question.counted)} words found"
    return f"{head}: {'; '.join(parts)}." if parts else f"{head}; another form of a word matched."
