"""People in records: a row of a table or a block of labelled lines that names one person, with all that stands beside the name.

The name's mention carries every fact of its record with its place; the strongest of them is its context, and so part of its address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from forager.extract.contact_heads import FULL, said_by
from forager.extract.people import is_person_name
from forager.extract.values.find import whole_value
from forager.extract.view import view
from forager.model.date_order import day_first_in, day_first_of
from forager.model.document import Block, ParsedDocument, Table, Zone
from forager.model.fact import Fact, FactKind
from forager.model.statement import EntityClass, Mention, ValueKind

_NAME = re.compile(r"[^\W\d_][^\d_@:;|<>()]{0,59}")
_WORDS_OF_A_NAME = 6
_NAMED = frozenset({FULL, FactKind.GIVEN, FactKind.FAMILY})
_SURELY_OF_PERSONS = frozenset({FactKind.BIRTH, FactKind.GIVEN, FactKind.FAMILY})
_TELLING = frozenset({FactKind.EMAIL, FactKind.NUMBER, FactKind.BIRTH, FactKind.STREET, FactKind.PHONE})
"""Facts that tell one bearer of a name from another; an organisation or a role beside a name alone makes no record."""
_STRONGEST = (FactKind.EMAIL, FactKind.NUMBER, FactKind.ORGANIZATION, FactKind.BIRTH, FactKind.STREET, FactKind.PHONE)
"""Which fact is the context of a name, the first of these that stands beside it (design notes §2)."""
_CUES = {FactKind.EMAIL: "identifier", FactKind.NUMBER: "identifier", FactKind.ORGANIZATION: "organization"}
_OF_AN_ADDRESS = (FactKind.HOUSE, FactKind.STREET, FactKind.POSTCODE, FactKind.TOWN)


@dataclass(frozen=True, slots=True)
class Field:
    """One labelled text of a record: what its label says, and where it stands. ``order`` is its place in the record."""

    order: int
    kind: str
    scheme: str
    text: str
    start: int
    end: int


def people_in_records(document: ParsedDocument) -> Iterator[Mention]:
    """The persons of all records of a document, each with its facts."""
    records = [*_rows(document), *_labelled(document)]
    if not records:
        return
    births = "\n".join(field.text for fields in records for field in fields if field.kind == FactKind.BIRTH)
    shown = day_first_in(births)
    day_first = day_first_of(document.text, document.language) if shown is None else shown
    for fields in records:
        yield from _person(fields, day_first)


# ---------------------------------------------------------------- records
def _rows(document: ParsedDocument) -> Iterator[list[Field]]:
    """The rows of the tables whose heads speak of persons."""
    for table in document.tables:
        heads = _heads(document.text, table)
        if not _of_persons(kind for kind, _ in heads.values()):
            continue
        cells = sorted((cell for cell in table.cells if not cell.header), key=lambda cell: (cell.row, cell.column))
        for _, row in groupby(cells, key=lambda cell: cell.row):
            told = (
                _field(document.text, cell.column, heads[cell.column], cell.start, cell.end)
                for cell in row
                if cell.column in heads
            )
            yield [field for field in told if field is not None]


def _heads(text: str, table: Table) -> dict[int, tuple[str, str]]:
    heads = {cell.column: said_by(view(text, cell.start, cell.end).text) for cell in table.cells if cell.header}
    return {column: said for column, said in heads.items() if said[0]}


def _of_persons(kinds: Iterable[str]) -> bool:
    """Whether a record of these is one of a person: one name, whole or in two parts, and a fact of that person alone beside it."""
    found = [*kinds]
    parts = FactKind.GIVEN in found and FactKind.FAMILY in found
    return not _TELLING.isdisjoint(found) and (found.count(FULL) == 1 or parts)


def _labelled(document: ParsedDocument) -> Iterator[list[Field]]:
    """Runs of labelled lines under one heading; a label of a name that comes again begins another record."""
    run: list[Field] = []
    headings: tuple[str, ...] = ()
    for block in document.blocks:
        field = _line(document.text, len(run), block)
        ends = (
            field is None
            or block.headings != headings
            or (field.kind in _NAMED and field.kind in {f.kind for f in run})
        )
        if ends:
            yield from _whole(run)
            run, headings = [], block.headings
        if field is not None:
            run.append(field)
    yield from _whole(run)


def _whole(run: list[Field]) -> Iterator[list[Field]]:
    if _of_persons(field.kind for field in run):
        yield run


def _line(text: str, order: int, block: Block) -> Field | None:
    if block.zone is not Zone.KEY_VALUE or block.label is None or block.value is None:
        return None
    return _field(text, order, said_by(view(text, *block.label).text), *block.value)


def _field(text: str, order: int, said: tuple[str, str], start: int, end: int) -> Field | None:
    item = view(text, start, end)
    return Field(order, *said, item.text, *item.span(0, len(item.text))) if item.text.strip() else None


# ---------------------------------------------------------------- the person of a record
def _person(fields: Sequence[Field], day_first: bool | None) -> Iterator[Mention]:
    named = _name(fields)
    facts = tuple(fact for field in fields for fact in _facts(field, day_first))
    beside = tuple(fact for fact in facts if fact.kind not in _NAMED)
    if named is not None and any(fact.kind in _TELLING for fact in beside):
        yield _with_context(replace(named, facts=facts))


def _name(fields: Sequence[Field]) -> Mention | None:
    """The person a record names: by one text, or by given and family name; where these do not stand side by side, at the family name."""
    by_kind = {field.kind: field for field in reversed(fields) if field.kind in _NAMED and _is_name(field.text)}
    whole, given, family = by_kind.get(FULL), by_kind.get(FactKind.GIVEN), by_kind.get(FactKind.FAMILY)
    if given is not None and family is not None:
        near = abs(given.order - family.order) == 1
        start, end = (
            (min(given.start, family.start), max(given.end, family.end)) if near else (family.start, family.end)
        )
        return Mention(EntityClass.PERSON, f"{given.text} {family.text}", start, end, cue="table")
    if whole is None or not _is_whole_name(fields, whole):
        return None
    return Mention(EntityClass.PERSON, _natural_order(whole.text), whole.start, whole.end, cue="table")


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None and len(text.split()) <= _WORDS_OF_A_NAME


def _is_whole_name(fields: Iterable[Field], whole: Field) -> bool:
    """Whether a text under "name" is a person's: it looks like one, or only persons have such a record and it has two words."""
    surely = any(field.kind in _SURELY_OF_PERSONS and field.text for field in fields)
    return is_person_name(whole.text.replace(",", "")) or (surely and len(whole.text.split()) > 1)


def _natural_order(name: str) -> str:
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first else name


def _facts(field: Field, day_first: bool | None) -> Iterator[Fact]:
    """The facts of one field; a date of birth that may be two days gives both."""
    if field.kind in {"", FULL} or not field.text.strip():
        return
    kind = FactKind(field.kind)
    values = (
        _births(field.text, day_first) if kind is FactKind.BIRTH else [field.text] if _is_such(kind, field.text) else []
    )
    for value in values:
        yield Fact(kind, value, field.scheme, field.start, field.end)


_SUCH: dict[FactKind, str] = {
    FactKind.EMAIL: r"(?:mailto:)?[^\s@<>]+@[^\s@<>]+\.[a-z]{2,24}",
    FactKind.PHONE: r"\+?[\d\s().\-/]{6,24}(?:\s?(?:x|ext\.?)\s?\d{1,6})?",
    FactKind.NUMBER: r"(?=.*\d)[\w\s./-]{2,24}",
    FactKind.HOUSE: r"\d[\w\s/-]{0,9}",
    FactKind.POSTCODE: r"(?=.*\d)[\w\s-]{3,10}",
}


def _is_such(kind: FactKind, text: str) -> bool:
    """Whether a text can be what its label says; what nothing is said of needs a letter."""
    pattern = _SUCH.get(kind, r"(?=.*[^\W\d_]).{2,80}")
    return re.fullmatch(pattern, text.strip(), re.IGNORECASE | re.DOTALL) is not None


def _births(text: str, day_first: bool | None) -> list[str]:
    """The days a date of birth may be, as ISO dates; a year alone says too little."""
    if compact := re.fullmatch(r"((?:18|19|20)\d\d)(\d\d)(\d\d)", text.strip()):
        return ["-".join(compact.groups())]
    found = whole_value(text.strip(), (ValueKind.DATE,), day_first=day_first)
    return [] if found is None else re.findall(r"\d{4}-\d\d-\d\d", found.value.normal)


def _with_context(mention: Mention) -> Mention:
    """The mention with the strongest of its facts as its context; an address is told in one line."""
    by_kind: dict[FactKind, list[str]] = {}
    for fact in mention.facts:
        by_kind.setdefault(fact.kind, []).append(fact.value)
    kind = next(each for each in _STRONGEST if each in by_kind)
    parts = _OF_AN_ADDRESS if kind is FactKind.STREET else (kind,)
    context = " ".join(by_kind[each][0] for each in parts if each in by_kind)
    return replace(mention, context=context, context_kind=kind.value, cue=_CUES.get(kind, "table"))
