"""The labelled names of `bench/sets/mentions/`: who is named in running text, what the engine makes of it, and how the two agree."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from bench.matching import Tally
from forager.extract.mentions import find_mentions
from forager.model.document import ParsedDocument
from forager.model.statement import EntityClass
from forager.parse.parser import ParseContext
from forager.parse.registry import parse
from forager.parse.text import TextParser
from forager.pipeline.named import mention_rows
from forager.pipeline.states import Setting
from forager.resolve.nodes import nodes
from forager.resolve.resolver import resolve

SET = Path(__file__).resolve().parent / "sets" / "mentions"
KINDS = {"P": EntityClass.PERSON, "O": EntityClass.ORGANIZATION}


@dataclass(frozen=True, slots=True)
class Named:
    """A name at a place (offsets); ``bearer`` tells whose, ``optional`` that careful readers differ."""

    start: int
    end: int
    kind: EntityClass
    bearer: str
    optional: bool = False

    def meets(self, other: Named) -> bool:
        """Whether both are the same words but for a title, an article or a suffix: one holds the other, and at least two thirds."""
        inside = min(self.end, other.end) - max(self.start, other.start)
        shorter, longer = sorted((self.end - self.start, other.end - other.start))
        return inside == shorter and 3 * shorter >= 2 * longer


@dataclass(frozen=True, slots=True)
class NamedDocument:
    """A document, its half and its labelled names in order of place."""

    name: str
    half: str
    parsed: ParsedDocument
    labels: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was read against what stands: entities (promoted); names found; names of the other kind; pairs of places of one bearer."""

    entities: Tally
    found: Tally
    other_kind: int
    same: Tally


def documents(root: Path = SET) -> tuple[NamedDocument, ...]:
    """Every labelled document by name. Raises ValueError where a label does not stand in its document."""
    parts = re.split(r"(?m)^\[(.+)\]$", (root / "labels.txt").read_text("utf-8"))[1:]
    pairs = sorted(zip(parts[::2], parts[1::2], strict=True))
    return tuple(_document(root, name, lines.strip().splitlines()) for name, lines in pairs)


def half_of(name: str) -> str:
    """Return "seen" or "unseen": which half of the set a document belongs to."""
    return "seen" if hashlib.sha256(f"mentions/{name}".encode()).digest()[0] % 2 == 0 else "unseen"


def _document(root: Path, name: str, lines: Sequence[str]) -> NamedDocument:
    parsed = parse((root / "documents" / name).read_bytes(), ParseContext(name))
    forms: list[tuple[str, str, str]] = []
    for line in lines:
        code, _, written = line.partition(" ")
        forms += [(form, code, written) for form in written.split(" | ")]
    taken: list[Named] = []
    for form, code, written in sorted(forms, key=lambda each: (-len(each[0]), each[0])):
        places = [*_places(parsed.text, form)]
        if not places:
            raise ValueError(f"{name}: {form!r} does not stand in the text.")
        for start, end in places:
            if all(end <= other.start or other.end <= start for other in taken):
                taken.append(Named(start, end, KINDS[code[-1]], written, code.startswith("?")))
    return NamedDocument(name, half_of(name), parsed, tuple(sorted(taken, key=lambda each: each.start)))


def _places(text: str, form: str) -> Iterator[tuple[int, int]]:
    pattern = r"(?<![\w@./-])" + r"\s+".join(re.escape(word) for word in form.split()) + r"(?![\w@/])(?!\.\w)"
    for match in re.finditer(pattern, text):
        yield match.start(), match.end()


def agreement(every: Iterable[NamedDocument]) -> Agreement:
    """Compare the engine's reading of each document alone with its labels."""
    entities, found, same = Tally(0, 0, 0), Tally(0, 0, 0), Tally(0, 0, 0)
    other_kind = 0
    for document in every:
        read, promoted = engine_reading(document.parsed)
        entities = _sum(entities, _tally(promoted, document.labels))
        found = _sum(found, _tally(read, document.labels))
        other_kind += len(wrong_kind(promoted, document.labels))
        same = _sum(same, _pairs(promoted, document.labels))
    return Agreement(entities, found, other_kind, same)


def engine_reading(document: ParsedDocument) -> tuple[list[Named], list[Named]]:
    """The persons and organisations the engine reads in a document; first all, then those that are entities, by their entity."""
    rows = mention_rows(Setting("prj_bench", "src_bench", "", document, TextParser(), ()), find_mentions(document))
    entity = {node: state.id for state in resolve(nodes(rows)).entities for node in state.node_ids}
    named = [
        Named(row.start, row.end, EntityClass(row.entity_class), row.node_id)
        for row in rows
        if row.entity_class in {kind.value for kind in KINDS.values()}
    ]
    return named, [replace(each, bearer=entity[each.bearer]) for each in named if each.bearer in entity]


def wrong(read: Iterable[Named], labels: Sequence[Named]) -> list[Named]:
    """What was read and no label says, of its kind."""
    return [each for each in read if not any(each.kind is label.kind and each.meets(label) for label in labels)]


def wrong_kind(read: Iterable[Named], labels: Sequence[Named]) -> list[Named]:
    """What was read at a label's place, as the other kind."""
    return [each for each in wrong(read, labels) if any(each.meets(label) for label in labels)]


def missed(read: Sequence[Named], labels: Iterable[Named]) -> list[Named]:
    """What a label says and was not read."""
    sure = (label for label in labels if not label.optional)
    return [each for each in sure if not any(each.kind is other.kind and each.meets(other) for other in read)]


def _tally(read: Sequence[Named], labels: Sequence[Named]) -> Tally:
    sure = [label for label in labels if not label.optional]
    lost = len(missed(read, labels))
    return Tally(len(sure) - lost, len(wrong(read, labels)), lost)


def _pairs(read: Sequence[Named], labels: Sequence[Named]) -> Tally:
    """Pairs of places of one bearer, among the sure labels that were read."""
    met = [
        (label.bearer, next(each.bearer for each in read if each.kind is label.kind and each.meets(label)))
        for label in labels
        if not label.optional and any(each.kind is label.kind and each.meets(label) for each in read)
    ]
    said = [(one[0] == other[0], one[1] == other[1]) for one, other in combinations(met, 2)]
    return Tally(said.count((True, True)), said.count((False, True)), said.count((True, False)))


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(one.right + other.right, one.wrong + other.wrong, one.missed + other.missed)
