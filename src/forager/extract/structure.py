"""Tier A: what the layout of a document states: key-value lines, properties, tables."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forager.extract.attributes import attribute_for, get, label_words
from forager.extract.catalogue import DOCUMENT_KEYS
from forager.extract.grammar import Subject, named, weakest
from forager.extract.modality import find_hedges, modality_of
from forager.extract.qualifiers import Qualifier, as_pairs, split_label
from forager.extract.rules.structure import KEY_VALUE, PROPERTY
from forager.extract.scope import Scope
from forager.extract.values import find_values, whole_value
from forager.extract.view import View, view
from forager.extract.wordlist import word_set
from forager.extract.words import CLOSED, PRONOUNS
from forager.model.document import Block, Zone
from forager.model.statement import Span, Statement, Support, Value, ValueKind

_LABEL = re.compile(r"(?P<label>[^\W_][^:\n|]{0,78}?)\s?(?::\s|\s[-\u2013\u2014]\s|:$)\s*(?P<value>.*)$", re.DOTALL)
_JUNK = word_set(
    "note notes nb n.b example examples e.g i.e see tip tips warning caution important attention ps "
    "p.s to from cc bcc subject re fw fwd sent "
    "reply hint remark remarks question answer q a http https figure fig table todo caveat hi hello "
    "dear update reminder fyi btw where when "
    "what who why how also then but and with message-id in-reply-to reply-to return-path "
    "mime-version received content-type"
)
_SENTENCE_LABELS = word_set(
    "decision decisions risk action lesson lesson_learned lessons_learned issue problem task "
    "requirement question finding"
)
_EMPTY = frozenset(
    {
        "",
        "-",
        "\u2013",
        "\u2014",
        "n/a",
        "na",
        "none",
        "tbd",
        "tba",
        "?",
        "...",
        "…",
        "x",
        "not applicable",
        "to be decided",
        "to be determined",
        "unknown",
    }
)
_FINITE = frozenset({"BE", "HAVE", "DO", "MODAL", "MUST", "SHOULD", "HEDGEMODAL"})
_TYPED = frozenset(
    {ValueKind.DATE, ValueKind.DURATION, ValueKind.MONEY, ValueKind.QUANTITY, ValueKind.PERCENTAGE, ValueKind.VERSION}
)
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


@dataclass(frozen=True, slots=True)
class Label:
    """A written label taken apart: attribute key, subject named inside it, qualifiers, the words of modality, unit."""

    key: str
    subject: str
    qualifiers: tuple[Qualifier, ...]
    words: str
    unit: str = ""


def read_label(written: str) -> Label:
    """The parts of a label or column head: "Heron budget (EUR)", "Launch date for Heron", "Retention (staging)"."""
    unit = re.search(r"[(\[](?P<unit>[^()\[\]]{1,12})[)\]]\s*$", written)
    bare, qualifiers = split_label(written)
    bare = re.sub(r"[(\[][^()\[\]]*[)\]]", " ", bare).strip()
    key = attribute_for(bare)
    subject = ""
    if get(key) is None:
        key, subject = _with_subject(bare, key)
    return Label(key, subject, qualifiers, written, unit["unit"].strip() if unit and not qualifiers else "")


def _with_subject(bare: str, key: str) -> tuple[str, str]:
    """Split "Heron launch date" and "Launch date for Heron" into key and subject, when one part is in the catalogue."""
    parted = re.fullmatch(r"(?P<attribute>.+?)\s(?:of|for)\s(?:the\s)?(?P<subject>.+)", bare, re.IGNORECASE)
    if parted is not None and get(attribute_for(parted["attribute"])) is not None:
        return attribute_for(parted["attribute"]), parted["subject"]
    words = bare.split()
    for size in range(min(4, len(words) - 1), 0, -1):
        tail = attribute_for(" ".join(words[-size:]))
        named_before = words[-size - 1][0].isupper()
        if get(tail) is not None and named_before and (size > 1 or len(label_words(bare)) == 2):
            return tail, " ".join(words[:-size])
    return key, ""


def key_value(scope: Scope, block: Block) -> Statement | None:
    """The statement of a key-value line, or None when the block is none (its label is a remark, its value a sentence)."""
    item = view(scope.text, block.start, block.end)
    parts = _parts(scope, block, item)
    if parts is None:
        return None
    label_text, (start, end) = parts
    label = read_label(label_text)
    if not label.key or label.key in _SENTENCE_LABELS or not _is_label(label_text):
        return None
    written = item.text[start:end]
    value = _line_value(scope, label, written, item, start)
    if value is None:
        return None
    found, (first, last) = value
    return _line(scope, block, item, label, found, item.span(first, last))


def _parts(scope: Scope, block: Block, item: View) -> tuple[str, tuple[int, int]] | None:
    """Label text and the view range of the value."""
    if block.label is not None and block.value is not None:
        label = view(scope.text, *block.label).text
        start = next((index for index, at in enumerate(item.at) if at >= block.value[0]), len(item.text))
        return label, (start, len(item.text))
    match = _LABEL.match(item.text)
    if match is None or (match["value"] and item.text[match.end("label") :].lstrip()[:1] in "-\u2013\u2014"):
        return None
    return match["label"], match.span("value")


def _is_label(text: str) -> bool:
    words = [word.strip(".,()\"'") for word in text.casefold().split()]
    if not 1 <= len(words) <= 6 or words[0] in _JUNK | PRONOUNS or re.match(r"https?$|\d+[.):]?$", words[0]):
        return False
    return not any(CLOSED.get(word) in _FINITE or word in {"said", "says", "please"} for word in words)


def _line_value(
    scope: Scope, label: Label, written: str, item: View, start: int
) -> tuple[Value, tuple[int, int]] | None:
    """The value of a line and its view range; None when it says nothing or is a sentence of its own."""
    del item
    if written.strip().casefold().strip("()") in _EMPTY or written.lstrip().startswith(("http://", "https://")):
        return None
    row = get(label.key)
    kinds = tuple(kind for kind in row.kinds if kind in _TYPED) if row is not None else ()
    is_open = row is None or bool(set(row.kinds) - _TYPED)
    typed = whole_value(written, kinds, scope.anchor, label.unit) if kinds or row is None else None
    if typed is None and not is_open:
        typed = next(
            (found for found in find_values(written, scope.anchor) if found.value.kind in kinds and found.start <= 30),
            None,
        )
    if typed is not None:
        return typed.value, (start + typed.start, start + typed.end)
    return _text_value(scope, label, written, start) if is_open else None


def _text_value(scope: Scope, label: Label, written: str, start: int) -> tuple[Value, tuple[int, int]] | None:
    core = re.sub(r"\s*\((?:tbc|tbd|provisional|tentative)\)\s*$|[.;]\s*$", "", written, flags=re.IGNORECASE).rstrip()
    words = core.split()
    limit = 25 if get(label.key) is not None else 12
    if not words or len(words) > limit or len(core) > 240:
        return None
    if any(CLOSED.get(word.casefold().strip(",.")) in _FINITE for word in words[1:]) and len(words) > 4:
        return None
    first = start + len(written) - len(written.lstrip())
    row = get(label.key)
    value = Value(_text_kind(row.kinds if row else ()), " ".join(core.casefold().split()), core)
    if row is not None and {ValueKind.PERSON, ValueKind.ORGANIZATION} & set(row.kinds):
        name = re.split(r"\s?[(,<]", core)[0]
        value = _who(scope, name or core)
        core = name or core
    return value, (first, first + len(core))


def _text_kind(kinds: tuple[ValueKind, ...]) -> ValueKind:
    return ValueKind.ENUM if ValueKind.ENUM in kinds else ValueKind.TEXT


def _who(scope: Scope, name: str) -> Value:
    for mention in scope.mentions:
        if mention.name.casefold() == name.casefold() and mention.entity_class.value in {"person", "organization"}:
            return Value(ValueKind(mention.entity_class.value), " ".join(name.casefold().split()), name)
    return Value(ValueKind.TEXT, " ".join(name.casefold().split()), name)


def _line(scope: Scope, block: Block, item: View, label: Label, value: Value, place: tuple[int, int]) -> Statement:
    subject = _line_subject(scope, block, label)
    hedges = tuple(
        dict.fromkeys(hedge.word for hedge in find_hedges(item.text, 0, len(item.text), _date_spans(item.text)))
    )
    start, end = item.span(0, len(item.text))
    spans = [Span("sentence", start, end), Span("value", *place)]
    if subject.header:
        spans.append(Span("header", *subject.header))
    rule = PROPERTY if subject.about_document and (label.key in DOCUMENT_KEYS or _is_front(scope, block)) else KEY_VALUE
    return Statement(
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
        value=value,
        hedges=hedges,
        change=change_of(label.words),
    )


def _date_spans(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((found.start, found.end) for found in find_values(text) if found.value.kind is ValueKind.DATE)


def change_of(words: str) -> str:
    """ "from" for a label that names an old value, "to" for a new one."""
    if re.search(r"\b(?:original|initial|old|previous|former)\b", words, re.IGNORECASE):
        return "from"
    return "to" if re.search(r"\b(?:new|revised|updated)\b", words, re.IGNORECASE) else ""


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


def cell_value(scope: Scope, label: Label, item: View, span: tuple[int, int]) -> tuple[Value, tuple[int, int]] | None:
    """The value of a table cell under a head, with its view range."""
    if item.text.casefold() in _EMPTY:
        return None
    row = get(label.key)
    kinds = tuple(kind for kind in row.kinds if kind in _TYPED) if row is not None else ()
    typed = whole_value(item.text, kinds, scope.anchor, label.unit)
    if typed is None and kinds:
        typed = None if ValueKind.MONEY in kinds else whole_value(item.text, (), scope.anchor, label.unit)
    if typed is not None:
        return typed.value, (typed.start, typed.end)
    words = item.text.split()
    if len(words) > 12 or (row is not None and not set(row.kinds) - _TYPED):
        return None
    kinds = row.kinds if row is not None else ()
    if {ValueKind.PERSON, ValueKind.ORGANIZATION} & set(kinds):
        name = re.split(r"\s?[(,<]", item.text)[0] or item.text
        return named(scope, name, span, kinds), (0, len(name))
    return Value(_text_kind(kinds), " ".join(item.text.casefold().split()), item.text), (0, len(item.text))
