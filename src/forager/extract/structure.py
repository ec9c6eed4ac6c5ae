"""Tier A: key-value lines and properties, with the subject from their label, the heading above, or the document."""

from __future__ import annotations

import re

from forager.extract.antonyms import as_setting
from forager.extract.attributes import attribute_for, get
from forager.extract.catalogue import DOCUMENT_KEYS
from forager.extract.contents import Content, line_contents
from forager.extract.hits import Subject
from forager.extract.labels import Label, change_of, is_field_name, is_label, read_label
from forager.extract.making import weakest
from forager.extract.modality import find_hedges, modality_of
from forager.extract.qualifiers import as_pairs
from forager.extract.rules.structure import KEY_VALUE, PROPERTY
from forager.extract.scope import Scope
from forager.extract.values.find import find_values, whole_value
from forager.extract.view import View, view, with_marks
from forager.extract.wordlist import word_set
from forager.extract.worth import is_aside, is_code, is_placeholder
from forager.model.document import Block, Zone
from forager.model.statement import Span, Statement, Support, ValueKind

_LABEL = re.compile(
    r"(?P<label>[^\W_][^:\n|]{0,78}?)\s?(?P<mark>:\s|\s[-\u2013\u2014]\s|:$)\s*(?P<value>.*)$", re.DOTALL
)
_CODES = frozenset({"iban", "bic", "tax_id"})
"""Codes that often share a line: read by their own form (rules of clauses)."""
_SENTENCE_LABELS = word_set(
    "decision decisions risk action lesson lesson_learned lessons_learned issue problem task "
    "requirement question finding"
)
"""Labels that open a sentence of a genre rather than name an attribute."""
_EARLY = frozenset(
    {
        "version",
        "status",
        "owner",
        "contact",
        "responsible",
        "priority",
        "classification",
        "language",
        "location",
        "supplier",
        "customer",
        "organization",
    }
)
"""Attributes that speak about the document when they stand above its first section."""


def key_value(scope: Scope, block: Block) -> tuple[Statement, ...]:
    """The statements of a key-value line; none when the block is no such line (a remark, a sentence)."""
    item = view(scope.text, block.start, block.end)
    parts = _parts(scope, block, item)
    if parts is None:
        return ()
    label_text, start = parts
    label = read_label(label_text, scope.words)
    if not label.key or label.key in _SENTENCE_LABELS or not is_label(label_text) or _is_void(block, item, start):
        return ()
    if label.key in _CODES or (label.key == "title" and block.start > scope.first_heading):
        return ()
    contents = line_contents(scope, label, item, start)
    if get(label.key) is None and not _is_plain(block, label, contents):
        return ()
    return tuple(_line(scope, block, item, label, content) for content in contents)


def total_heading(scope: Scope, block: Block) -> tuple[Statement, ...]:
    """A line set like a heading that is a known label with an amount ("Total due: EUR 90")."""
    item = view(scope.text, block.start, block.end)
    match = _LABEL.match(item.text)
    if match is None or match["mark"].strip() != ":":
        return ()
    row = get(attribute_for(match["label"]))
    if row is None or ValueKind.MONEY not in row.kinds or whole_value(match["value"], (ValueKind.MONEY,)) is None:
        return ()
    return key_value(scope, block)


def _is_void(block: Block, item: View, start: int) -> bool:
    """Whether a line states nothing: in a list of literature, filler, program text, or a form's empty field before the next label."""
    value = item.text[start:]
    if _IDENTIFIER.fullmatch(value.strip()) or is_placeholder(value) or is_code(value):
        return True
    return is_aside(block.headings) or value.rstrip().endswith((":", "\uff1a"))


_IDENTIFIER = re.compile(r"[A-Za-z]+(?:_[A-Za-z\d]+)+")
"""A program's name for a kind of value."""


def _is_plain(block: Block, label: Label, contents: tuple[Content, ...]) -> bool:
    """Whether a line with an unknown label is a field and no remark, title or program text: typed, or a few words without a stop."""
    limit = 8 if block.zone is Zone.KEY_VALUE else 5
    named = is_field_name(label.words)
    return all(
        content.value.kind is not ValueKind.TEXT
        or (named and _size(content.value.written) <= limit and not content.stopped and is_said(content.value.written))
        for content in contents
    )


def _size(text: str) -> int:
    """How many words a text has; two characters of a script without spaces count as one."""
    return len(text.split()) + sum("\u3040" <= char <= "\u9fff" for char in text) // 2


def is_said(text: str) -> bool:
    """Whether a text is a value of its own: no address, remark in parentheses, direction or second field."""
    return _UNSAID.search(text) is None


_UNSAID = re.compile(
    r"^[(<\[]|https?:|^[A-Za-z]+_\w+$|(?:^|\s)/[A-Za-z]\w*\s|\b[\w-]+\.(?:cpp|c|h|py|js|java|exe|dll|sh|xml|json)\b"
    r"|[:\uff1a](?:\s|$)|^(?:see|use|from|click|select|enter|choose|press|refer|listen|watch|play|visit|view|download|read|buy|order"
    r"|public file)\b|^(?:data|links?|here|details|official (?:web)?site|listen live)$",
    re.IGNORECASE,
)
"""Addresses, remarks, program names, second fields and directions in place of a value."""


def _parts(scope: Scope, block: Block, item: View) -> tuple[str, int] | None:
    """Label text and the view offset where the value begins."""
    if block.label is not None and block.value is not None:
        begin = block.value[0]
        start = next((index for index, at in enumerate(item.at) if at >= begin), len(item.text))
        return view(scope.text, *block.label).text, start
    match = _LABEL.match(item.text)
    if match is None or (match["mark"].strip() != ":" and get(attribute_for(match["label"])) is None):
        return None
    return match["label"], match.start("value")


def _line(scope: Scope, block: Block, item: View, label: Label, content: Content) -> Statement:
    subject = _line_subject(scope, block, label)
    hedges = tuple(
        dict.fromkeys(hedge.word for hedge in find_hedges(item.text, 0, len(item.text), _date_spans(item.text)))
    )
    start, end = with_marks(scope.text, *item.span(0, len(item.text)), block.start, block.end)
    spans = [Span("sentence", start, end), Span("value", *item.span(content.start, content.end))]
    if subject.header:
        spans.append(Span("header", *subject.header))
    if block.label is not None and not block.start <= block.label[0] < block.end:
        spans.append(Span("header", *block.label))
    rule = PROPERTY if subject.about_document and (label.key in DOCUMENT_KEYS or _is_front(scope, block)) else KEY_VALUE
    line = Statement(
        sentence=scope.text[start:end].strip(),
        spans=tuple(spans),
        rule=rule.label,
        type=rule.type,
        support=weakest(subject.support, Support.UNCERTAIN_INFERENCE) if hedges else subject.support,
        subject=subject.text,
        about_document=subject.about_document,
        attribute=label.key,
        qualifiers=as_pairs(list(label.qualifiers)),
        modality=modality_of(label.words),
        value=content.value,
        hedges=hedges,
        change=change_of(label.words),
    )
    return as_setting(line)


def _date_spans(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((found.start, found.end) for found in find_values(text) if found.value.kind is ValueKind.DATE)


def _line_subject(scope: Scope, block: Block, label: Label) -> Subject:
    if label.subject:
        return Subject(label.subject)
    about_document = (
        label.key in DOCUMENT_KEYS
        or _is_front(scope, block)
        or (label.key in _EARLY and block.start < scope.first_heading)
    )
    heading = None if about_document else scope.subject_above(block)
    if heading is None:
        return Subject("", about_document=True)
    return Subject(heading.name, header=(heading.start, heading.end), support=Support.SUPPORTED_INFERENCE)


def _is_front(scope: Scope, block: Block) -> bool:
    """Whether a line stands above everything that could head it (front matter)."""
    first = scope.headings[0][0] if scope.headings else 0
    return block.zone is Zone.KEY_VALUE and block.start < first
