"""Whether what an engine states is what the labels say: matches, and the counts over a set of documents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bench.labelled import Label, LabelledDocument
from forager.extract.attributes import attribute_for
from forager.extract.values.compare import relation
from forager.model.statement import Value, ValueKind


@dataclass(frozen=True, slots=True)
class Stated:
    """What an engine or a baseline states: its place, its tier and rule, its slot."""

    start: int
    end: int
    tier: str
    rule: str
    type: str = ""
    attribute: str = ""
    value: Value | None = None
    support: str = ""
    polarity: bool = True


@dataclass(slots=True)
class Tally:
    """Counts of a set: what was stated and right, what was wanted and found, and how much of a found value was right."""

    stated: int = 0
    right: int = 0
    wanted: int = 0
    found: int = 0
    values: int = 0
    values_right: int = 0
    typed: int = 0
    typed_right: int = 0
    tempted: int = 0

    @property
    def precision(self) -> float:
        """The share of what was stated that is right; 1 when nothing was stated."""
        return self.right / self.stated if self.stated else 1.0

    @property
    def recall(self) -> float:
        """The share of what was wanted that was found; 1 when nothing was wanted."""
        return self.found / self.wanted if self.wanted else 1.0

    def add(self, other: Tally) -> None:
        """Add the counts of another set."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class Score:
    """One document's outcome: each statement with its label or None, and the labels not found."""

    document: LabelledDocument
    pairs: tuple[tuple[Stated, Label | None], ...]
    missed: tuple[Label, ...]
    told: tuple[Stated, ...] = field(default=())
    tempted: tuple[Stated, ...] = field(default=())

    def tally(self, tiers: str) -> Tally:
        """Count statements and labels of the tiers given ("AB"); optional labels count for neither figure."""
        tally = Tally(tempted=sum(each.tier in tiers for each in self.tempted))
        for stated, label in self.pairs:
            if stated.tier in tiers and not (label is not None and label.optional):
                tally.stated += 1
                tally.right += label is not None or stated in self.told
            if label is not None and label.tier in tiers and not label.optional:
                tally.found += 1
                tally.typed += 1
                tally.typed_right += stated.type in label.types
                if label.value:
                    tally.values += 1
                    tally.values_right += same_value(stated.value, label)
        tally.wanted = tally.found + sum(label.tier in tiers for label in self.missed)
        return tally


def score(document: LabelledDocument, statements: Sequence[Stated]) -> Score:
    """Pair the statements inside the labelled passages with the labels, as many as can be: each label carries one statement."""
    inside = [each for each in statements if _inside(each, document.passages)]
    order = sorted(range(len(document.labels)), key=lambda place: (document.labels[place].optional, place))
    fits = [[place for place in order if fit(each, document.labels[place])] for each in inside]
    carried: dict[int, int] = {}
    for number in range(len(inside)):
        _assign(number, fits, carried, set())
    by_statement = {number: place for place, number in carried.items()}
    pairs = tuple(
        (each, document.labels[by_statement[number]] if number in by_statement else None)
        for number, each in enumerate(inside)
    )
    missed = tuple(label for place, label in enumerate(document.labels) if place not in carried and not label.optional)
    tempted = tuple(each for each, label in pairs if label is None and _meets_any(each, document.tempting))
    told = tuple(_told(pairs, missed))
    return Score(document, pairs, missed, told, tempted)


def _told(pairs: Iterable[tuple[Stated, Label | None]], missed: Sequence[Label]) -> Iterator[Stated]:
    """Yield statements of a whole sentence whose slot is labelled: worth stating and true, though the slot is not found."""
    slots = [label for label in missed if label.attributes]
    for stated, label in pairs:
        place = next(
            (each for each in slots if overlaps((stated.start, stated.end), (each.start, each.end))),
            None,
        )
        if label is None and not stated.attribute and place is not None:
            slots.remove(place)
            yield stated


def _assign(number: int, fits: list[list[int]], carried: dict[int, int], tried: set[int]) -> bool:
    """Find a label for a statement, moving others on where they have another one (Kuhn's matching)."""
    for place in fits[number]:
        if place in tried:
            continue
        tried.add(place)
        if place not in carried or _assign(carried[place], fits, carried, tried):
            carried[place] = number
            return True
    return False


def fit(stated: Stated, label: Label) -> bool:
    """Say whether a statement is what a label wants: the same words, and the same slot where either names one."""
    if not overlaps((stated.start, stated.end), (label.start, label.end)):
        return False
    if not label.attributes:
        return not stated.attribute or (bool(label.value) and same_value(stated.value, label))
    if not stated.attribute:
        return label.tier == "C"
    keys = {attribute_for(each) for each in label.attributes}
    return attribute_for(stated.attribute) in keys and (not label.value or same_value(stated.value, label))


def overlaps(first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Say whether two spans share more than half of the shorter one."""
    shared = min(first[1], second[1]) - max(first[0], second[0])
    return shared * 2 > min(first[1] - first[0], second[1] - second[0])


def same_value(value: Value | None, label: Label) -> bool:
    """Say whether a value is the label's: equal in normal form, the same amount, or the same words."""
    if value is None:
        return False
    if label.normal and value.normal.casefold() == label.normal.casefold():
        return True
    if label.value_kind and value.kind.value == label.value_kind and label.normal:
        wanted = Value(ValueKind(label.value_kind), label.normal, label.value)
        if relation(value, wanted) == "equal":
            return True
    return _folded(value.written) == _folded(label.value)


def _folded(text: str) -> str:
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(word for word in words if word not in {"the", "a", "an"})


def _inside(stated: Stated, passages: Iterable[tuple[int, int]]) -> bool:
    return any(start <= stated.start and stated.end <= end for start, end in passages)


def _meets_any(stated: Stated, places: Iterable[tuple[int, int]]) -> bool:
    return any(overlaps((stated.start, stated.end), place) for place in places)
