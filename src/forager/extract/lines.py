"""Tier A: lines that state something by their shape: several fields in one, a date alone, a label with a clause, forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from forager.extract.attributes import get
from forager.extract.contents import is_empty, is_told
from forager.extract.labels import is_field_name, is_label, read_label
from forager.extract.lexicon import Form, form_of, verb_lemma
from forager.extract.modality import find_hedges
from forager.extract.rule import Rule
from forager.extract.rules.structure import DATE_LINE, FIELDS_LINE, TOLD_LINE
from forager.extract.scope import Scope
from forager.extract.structure import is_said
from forager.extract.values.find import whole_value
from forager.extract.values.spans import Found
from forager.extract.view import View, view
from forager.extract.wordlist import word_set
from forager.extract.words import CLOSED
from forager.extract.worth import is_aside, is_code, is_content, is_placeholder
from forager.model.document import Block, ParsedDocument, Zone
from forager.model.statement import Span, Statement, Support, Value, ValueKind

FEWEST, FEWEST_LABELS = 4, 3
"""Key-value lines one below the other that make a form, and different labels among them."""


def forms_of(document: ParsedDocument) -> frozenset[int]:
    """Where the lines of forms begin: runs of key-value lines of one line each, under labels that differ.

    At the head of a document a label may come again and again ("Classifier: \u2026"); further down that is a list.
    """
    found: set[int] = set()
    head = document.blocks[0].start if document.blocks else 0
    for is_line, run in groupby(document.blocks, key=lambda block: _is_form_line(document.text, block)):
        lines = list(run)
        labels = {document.text[slice(*line.label)].casefold() for line in lines if line.label is not None}
        various = lines[0].start == head or len(labels) * 4 >= len(lines) * 3
        if is_line and various and len(lines) >= FEWEST and len(labels) >= FEWEST_LABELS:
            found.update(line.start for line in lines)
    return frozenset(found)


def _is_form_line(text: str, block: Block) -> bool:
    return (
        block.zone is Zone.KEY_VALUE and block.label is not None and "\n" not in text[block.start : block.end].strip()
    )


_BETWEEN = re.compile(r"\s+[\u00b7\u2022|\u2013\u2014]\s+")
_DOTS = ("\u00b7", "\u2022", "|")
"""Marks that only ever divide fields; a dash may also open a remark."""
_FIELD = re.compile(
    r"(?P<label>[A-Z][\w./ -]{1,40}?):\s+(?P<value>\S.*)|(?P<name>[A-Z][a-z]{2,10}\.?) (?P<number>v?\d+(?:\.\d+)*)"
)
_NUMBERED = frozenset({"version", "edition", "issue", "draft"})
"""Keys whose number may follow without a colon."""
LONGEST = 200
"""Characters of a line that can hold several fields."""


def fields_in_line(scope: Scope, block: Block) -> tuple[Statement, ...]:
    """The fields of a line that marks divide: labels with typed values ("Edition 2 \u2014 Date: 3 May 2026").

    Where dashes divide it there are two or more, for a dash may also open a remark.
    """
    if (
        block.zone not in {Zone.PARAGRAPH, Zone.KEY_VALUE}
        or block.end - block.start > LONGEST
        or is_aside(block.headings)
    ):
        return ()
    if _BETWEEN.search(scope.text, block.start, block.end) is None:
        return ()
    item = view(scope.text, block.start, block.end)
    parts = _parted(item.text)
    found = tuple(told for part in parts if (told := _field(scope, item, part)) is not None) if len(parts) > 1 else ()
    return found if len(found) > 1 or any(mark in item.text for mark in _DOTS) else ()


def _field(scope: Scope, item: View, part: tuple[int, int]) -> Statement | None:
    """What one part of a line states as a field."""
    match = _FIELD.fullmatch(item.text, *part)
    if match is None:
        return None
    name, place = ("label", "value") if match["label"] else ("name", "number")
    label = read_label(match[name])
    if not label.key or not is_label(match[name]) or (name == "name" and label.key not in _NUMBERED):
        return None
    kinds = row.kinds if (row := get(label.key)) is not None else ()
    found = whole_value(match[place], kinds, scope.anchor, label.unit, scope.day_first)
    if found is None or found.value.kind is ValueKind.BOOLEAN:
        return None
    return _told(scope, item, part, _moved(found, match.start(place)), FIELDS_LINE, label.key)


def _parted(text: str) -> list[tuple[int, int]]:
    """The stretches of a text between marks that divide fields."""
    cuts = [match.span() for match in _BETWEEN.finditer(text)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    return list(zip(starts, ends, strict=True))


def _moved(found: Found, by: int) -> tuple[Value, int, int]:
    return found.value, found.start + by, found.end + by


FIRST = 6
"""Blocks at the head of a document among which a date may stand alone."""
_DATED = re.compile(
    r"(?:(?P<act>released|published|issued|updated|adopted|approved|dated) (?:on )?)?(?P<date>[^:]{6,40}?)\.?",
    re.IGNORECASE,
)
_ACTS = {"released": "release_date", "approved": "approval_date"}


def date_line(scope: Scope, block: Block) -> Iterator[Statement]:
    """The date of a document that stands alone below its title, in one of its first blocks."""
    if block.zone not in {Zone.PARAGRAPH, Zone.HEADING} or not block.headings or block.end - block.start > LONGEST:
        return
    item = view(scope.text, block.start, block.end)
    match = _DATED.fullmatch(item.text)
    if match is None:
        return
    found = whole_value(match["date"], (ValueKind.DATE,), scope.anchor, "", scope.day_first)
    if found is not None and found.value.precision in {"day", "exact"}:
        key = _ACTS.get((match["act"] or "").casefold(), "date")
        yield _told(scope, item, (0, len(item.text)), _moved(found, match.start("date")), DATE_LINE, key)


def told_line(scope: Scope, block: Block, form: bool) -> Iterator[Statement]:
    """What a label says in a clause of its own ("Scope: all kilns of the yard"); in a form also what no other line would state."""
    if block.label is None or block.value is None or is_aside(block.headings):
        return
    if ":" not in scope.text[block.label[1] : block.value[0]] or scope.text.count("](", *block.value) > 1:
        return
    item = view(scope.text, block.start, block.end)
    label = read_label(view(scope.text, *block.label).text, scope.words)
    start = next((index for index, at in enumerate(item.at) if at >= block.value[0]), len(item.text))
    written = item.text[start:]
    end = start + (len(written) if form else _first_sentence(written))
    core = item.text[start:end].rstrip(". ;")
    named = label.key and not label.subject and is_label(label.words) and is_field_name(label.words)
    row = get(label.key)
    if row is not None and ValueKind.TEXT not in row.kinds and not _is_remark(core):
        return
    if not named or not _FULL.isdisjoint(label.words.casefold().split()) or not _is_clause(core, form):
        return
    value = Value(ValueKind.TEXT, " ".join(core.casefold().split()), core)
    yield _told(scope, item, (0, end), (value, start, start + len(core)), TOLD_LINE, label.key)


_FULL = word_set("the a an this that your our my to if when on at")
"""Words that no field's name has."""
_STOPPED = re.compile(r"[.!?](?=\s+[A-Z(\"'])")


def _first_sentence(text: str) -> int:
    match = _STOPPED.search(text)
    return match.end() if match is not None else len(text)


def _is_remark(core: str) -> bool:
    """Whether what stands where an amount or a date is wanted is a remark of several words without a figure."""
    return len(core.split()) > 3 and not any(char.isdigit() for char in core)


def _is_clause(core: str, form: bool) -> bool:
    """Whether a label's text is a clause worth its line: neither code, filler, furniture nor words to the reader."""
    if is_empty(core) or is_placeholder(core) or not is_told(core) or not is_content(core) or not core[:1].isalnum():
        return False
    if is_code(core) or not is_said(core) or _orders(core.split()):
        return False
    return form or len(core.split()) > 2


def _orders(words: list[str]) -> bool:
    """Whether a clause tells its reader to do something ("keep the lid shut")."""
    first, second = words[0].casefold(), words[1].casefold() if len(words) > 1 else ""
    orders = verb_lemma(first) == first and form_of(first) in {Form.FINITE, Form.AMBIGUOUS}
    return orders and (form_of(first) is Form.FINITE or CLOSED.get(second) in {"DET", "POSS", "PRON"})


def _told(
    scope: Scope, item: View, part: tuple[int, int], value: tuple[Value, int, int], rule: Rule, key: str
) -> Statement:
    """A statement about the document, of a part of a line; ``value`` is with its place in the line."""
    start, end = item.span(*part)
    hedges = tuple(dict.fromkeys(hedge.word for hedge in find_hedges(item.text, *part, (value[1:],))))
    return Statement(
        type=rule.type,
        sentence=scope.text[start:end].strip(),
        spans=(Span("sentence", start, end), Span("value", *item.span(*value[1:]))),
        rule=rule.label,
        support=Support.UNCERTAIN_INFERENCE if hedges else rule.support,
        about_document=True,
        attribute=key,
        value=value[0],
        hedges=hedges,
    )
