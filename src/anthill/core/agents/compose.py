"""An answer composed by rule from what was retrieved: every disagreement named, none decided, every sentence cited.

The words are the sources' own. Where a statement holds a value its excerpts do not, the excerpt itself is quoted
instead: nothing is said that cannot be re-read. What the base composed from cells is told as subject, attribute and
value, for a row of cells is no sentence. Only statements that answer the question are used; without any the answer is
that there is none, and the nearest are shown as what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from anthill.core.agents.relevance import Offer, choose
from anthill.core.evidence.answer import Basis, Sentence, SourcedAnswer, plain
from anthill.core.evidence.values import unsupported
from anthill.sdk.source_set import ConflictRecord, SourceRecord, SourceSet

COMPOSED_BY_RULE: Final = "rules"
_ENDS: Final = (".", "!", "?")
MOST_FACTS: Final = 5
MOST_NEAREST: Final = 3
EXCERPT_CHARACTERS: Final = 300
_MARKS: Final[Mapping[str, str]] = {
    "supported_inference": "Inferred from the sources",
    "uncertain_inference": "With uncertainty",
    "unverified_claim": "Only claimed, supported by nothing",
    "unknown": "With unknown support",
}
_STATES: Final[Mapping[str, str]] = {
    "superseded": "Superseded",
    "stale": "Stale, no newer version says it",
    "archived": "Archived, its source was removed",
}
NOTHING_FOUND: Final = "The knowledge base was searched, and nothing that was found there answers this question."
NOTHING_READ: Final = "Nothing that answers this question could be read from the knowledge base."
ROW_READS: Final = "The cited row reads"
WITHOUT_MODEL: Final = "This answer was composed by rule from what was retrieved, without a language model."
UNQUOTED_FACT: Final = "The cited source speaks to this question; read it in place."
UNQUOTED_CONFLICT: Final = "The cited sources disagree; the disagreement is open and is not decided here."
COMPOSED: Final = "(composed)"
"""Behind a line that the base composed from a heading, a column's name and a cell."""
OTHER_SIDE: Final = "An open disagreement concerns a statement here, and its other side could not be cited."


@dataclass(frozen=True, slots=True)
class _Item:
    """One statement with every record it was retrieved with."""

    ref: str
    item_id: str
    records: tuple[SourceRecord, ...]

    @property
    def excerpts(self) -> tuple[str, ...]:
        return tuple(record.excerpt for record in self.records)

    @property
    def said(self) -> str:
        """The statement, or the excerpt where the statement says more than its excerpts."""
        statement = plain(self.records[0].statement)
        return statement if not unsupported(statement, self.excerpts) else _shortened(self.records[0].excerpt)

    @property
    def composed(self) -> bool:
        """Whether the base made the statement of cells, and its words are no sentence."""
        first = self.records[0]
        inferred = first.support == "supported_inference" and bool(first.attribute and first.value)
        return inferred and plain(first.statement)[-1:] not in _ENDS

    @property
    def reading(self) -> str:
        """`Subject · attribute: value`, as far as the excerpts carry it; empty for a sentence, or when they do not."""
        first = self.records[0]
        told = f"{plain(first.attribute.replace('_', ' '))}: {plain(first.value)}"
        forms = (f"{plain(first.subject)} · {told}", told) if first.subject.strip() else (told,)
        carried = (each for each in forms if self.composed and not unsupported(each, self.excerpts))
        return next(carried, "")

    @property
    def offer(self) -> Offer:
        """The statement as the gate sees it."""
        first = self.records[0]
        return Offer(
            statement=plain(first.statement),
            excerpt=plain(first.excerpt),
            subject=first.subject,
            attribute=first.attribute,
            value=first.value,
            about=first.source_name,
            composed=self.composed,
        )


def compose(question: str, sources: Sequence[SourceSet], notices: Sequence[str] = ()) -> SourcedAnswer:
    """Compose the answer; `notices` are the reasons why something could not be retrieved."""
    items = _items(sources)
    found = choose(question, [item.offer for item in items], MOST_FACTS)
    chosen = [items[index] for index in found.answering]
    conflicts = _touching(chosen, sources)
    told = {side.item_id for conflict in conflicts for side in conflict.sides}
    known = {item.item_id: item for item in items}
    sentences = [
        *(_conflict_sentence(conflict, known) for conflict in conflicts),
        *_merged(
            _fact_sentence(item) for item in chosen if item.item_id not in told or not _tellable(item, conflicts, known)
        ),
        *(_outside(notice) for notice in notices),
        *([] if chosen or notices else [_outside(_empty(sources)), *_near(found.nearest, items, sources)]),
        *(_outside(f"The retrieval was not complete: {note}.") for source in sources for note in source.notes),
        _outside(WITHOUT_MODEL),
    ]
    named = tuple(each.conflict_id for each in conflicts)
    return SourcedAnswer(question, COMPOSED_BY_RULE, tuple(sentences), named, unanswered=not (chosen or notices))


def _empty(sources: Sequence[SourceSet]) -> str:
    # Only a whole retrieval can say what the base does not hold.
    return NOTHING_READ if any(source.notes for source in sources) else NOTHING_FOUND


def _near(nearest: Sequence[int], items: Sequence[_Item], sources: Sequence[SourceSet]) -> list[Sentence]:
    # One side of a disagreement is not shown alone, and both are told only where they answer.
    disputed = {side.item_id for source in sources for conflict in source.conflicts for side in conflict.sides}
    told = _merged(_fact_sentence(items[index]) for index in nearest if items[index].item_id not in disputed)
    quoted = [each for each in told if each.text != UNQUOTED_FACT]
    return [replace(each, basis=Basis.NEAREST) for each in quoted[:MOST_NEAREST]]


def _merged(sentences: Iterable[Sentence]) -> list[Sentence]:
    """What several places say in the same words is said once, with each of them cited."""
    merged: dict[str, tuple[str, ...]] = {}
    for each in sentences:
        merged[each.text] = (*merged.get(each.text, ()), *each.citations)
    return [Sentence(text, tuple(dict.fromkeys(refs))) for text, refs in merged.items()]


def _items(sources: Sequence[SourceSet]) -> list[_Item]:
    grouped: dict[str, list[SourceRecord]] = {}
    for source in sources:
        for record in source.records:
            # A record without an excerpt cannot be re-read, so it cannot be cited.
            if record.excerpt.strip():
                grouped.setdefault(record.ref, []).append(record)
    return [_Item(ref, records[0].item_id, tuple(dict.fromkeys(records))) for ref, records in grouped.items()]


def _touching(chosen: Iterable[_Item], sources: Sequence[SourceSet]) -> list[ConflictRecord]:
    ids = {item.item_id for item in chosen}
    every = {conflict.conflict_id: conflict for source in sources for conflict in source.conflicts}
    found: dict[str, ConflictRecord] = {}
    # A side told for one disagreement may itself be a side of another: nothing that is cited hides one.
    while more := [
        conflict
        for key, conflict in sorted(every.items())
        if key not in found and ids & {side.item_id for side in conflict.sides}
    ]:
        found |= {conflict.conflict_id: conflict for conflict in more}
        ids |= {side.item_id for conflict in more for side in conflict.sides}
    return [found[key] for key in sorted(found)]


def _tellable(item: _Item, conflicts: Sequence[ConflictRecord], known: Mapping[str, _Item]) -> bool:
    return any(
        item.item_id in {side.item_id for side in conflict.sides} and len(_sides(conflict, known)) > 1
        for conflict in conflicts
    )


def _sides(conflict: ConflictRecord, known: Mapping[str, _Item]) -> list[_Item]:
    ids = dict.fromkeys(side.item_id for side in conflict.sides)
    return [known[item_id] for item_id in ids if item_id in known]


def _conflict_sentence(conflict: ConflictRecord, known: Mapping[str, _Item]) -> Sentence:
    sides = _sides(conflict, known)
    if len(sides) < 2:
        return _outside(OTHER_SIDE)
    told = ", ".join(f"{'another' if index else 'one'} says {_side_said(side)}" for index, side in enumerate(sides))
    excerpts = [excerpt for side in sides for excerpt in side.excerpts]
    subject = f" about {_subject(conflict, excerpts)}" if conflict.attribute_key else ""
    about = subject if not unsupported(subject, excerpts) else ""
    text = f"Sources disagree{about}: {told}; the disagreement is open and is not decided here."
    return Sentence(text if not unsupported(text, excerpts) else UNQUOTED_CONFLICT, tuple(side.ref for side in sides))


def _side_said(side: _Item) -> str:
    return side.reading or f'"{side.said}"'


def _subject(conflict: ConflictRecord, excerpts: Sequence[str]) -> str:
    subject, _, attribute = conflict.attribute_key.rpartition("|")
    words = plain(attribute.replace("_", " "))
    return f"the {words} of {_as_written(plain(subject.replace('_', ' ')), excerpts)}" if subject else f"the {words}"


def _as_written(name: str, excerpts: Sequence[str]) -> str:
    """A name as the sources spell it: keys are folded, readers are not."""
    pattern = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)
    return next((found[0] for each in excerpts if (found := pattern.search(plain(each)))), name)


def _fact_sentence(item: _Item) -> Sentence:
    first = item.records[0]
    state = _STATES.get(first.status)
    mark = state or (ROW_READS if item.composed else _MARKS.get(first.support))
    text = f'{mark}: "{item.said}"' if mark else _ended(item.said)
    if reading := item.reading:
        text = f"{state}: {reading} {COMPOSED}." if state else f"{reading} {COMPOSED}."
    return Sentence(text if not unsupported(text, item.excerpts) else UNQUOTED_FACT, (item.ref,))


def _ended(text: str) -> str:
    return text if text[-1:] in ".!?" else f"{text}."


def _shortened(excerpt: str) -> str:
    text = plain(excerpt)
    if len(text) <= EXCERPT_CHARACTERS:
        return text
    return text[:EXCERPT_CHARACTERS].rpartition(" ")[0] + " …"


def _outside(text: str) -> Sentence:
    return Sentence(plain(text), (), Basis.OUTSIDE)
