"""A value and the one it gave way to, where the second stands beside or behind the sentence that states the first.

"… is 6 (previously 9)." · "… was 9, but is now 6." · "… was 9. It is now 6." The first sentence tells of what the value is; here the other
one is found, read as a value of the same kind, and both are marked as a change told inside one document.
"""

from __future__ import annotations

import re
from dataclasses import replace

from forager.extract.scope import Scope
from forager.extract.sentences import Sentence
from forager.extract.values.find import whole_value
from forager.model.statement import Modality, Span, Statement, Value, ValueKind

LONGEST = 6
"""Words of a value that has no type."""
_BEFORE = re.compile(
    r"\s?\((?:previously|formerly|until then|up from|down from|was|it was|before:?|old:)\s(?P<value>[^()]+)\)\s?[.;]?$"
)
_AFTER = re.compile(r",?\s(?:but|and)\s(?:it\s)?(?:is|are)\snow\s(?P<value>[^,;()]+?)[.;]?$")
_NOW = re.compile(
    r"(?:now\s)?(?:it|this|that)\s(?:is\snow|now\sis|has\ssince\sbeen|is\stoday)\s(?P<value>[^,;()]+?)[.;]?$",
    re.IGNORECASE,
)
_WAS = re.compile(r"\b(?:was|were|had been|used to be)\b")

Told = tuple[Statement, ...]


def retold(scope: Scope, sentence: Sentence, found: Told, before: Told) -> tuple[Told, Told]:
    """What two sentences in a row state, the first's and then the second's, with every change that the second tells or completes."""
    alone = _only_value(found)
    if alone is not None:
        return before, _inside(scope, sentence, alone, found)
    earlier = _only_value(before)
    now = _NOW.match(sentence.text)
    if earlier is None or found or now is None or not _WAS.search(earlier.sentence):
        return before, found
    start = sentence.start + now.start("value")
    new = _beside(scope, sentence, earlier, start, start + len(now["value"]))
    if new is None:
        return before, found
    return _marked(before, earlier, "from"), (replace(new, change="to"),)


def _only_value(found: Told) -> Statement | None:
    """The one statement with a value that no change touches yet."""
    valued = [each for each in found if each.attribute and each.value is not None]
    if len(valued) != 1 or valued[0].change or not valued[0].polarity or valued[0].modality is not Modality.ACTUAL:
        return None
    return valued[0]


def _inside(scope: Scope, sentence: Sentence, stated: Statement, found: Told) -> Told:
    """The statements of a sentence, with the other value that stands behind the stated one."""
    behind = _end_of_value(sentence, stated)
    rest = sentence.view.text[behind : sentence.end] if behind else ""
    for pattern, own, other in ((_BEFORE, "to", "from"), (_AFTER, "from", "to")):
        match = pattern.match(rest)
        if match is None or (pattern is _AFTER and not _WAS.search(stated.sentence)):
            continue
        second = _beside(scope, sentence, stated, behind + match.start("value"), behind + match.end("value"))
        if second is not None:
            return (*_marked(found, stated, own), replace(second, change=other))
    return found


def _end_of_value(sentence: Sentence, stated: Statement) -> int:
    """Where in the view the value ends; 0 when it stands elsewhere."""
    end = next((span.end for span in stated.spans if span.role == "value"), 0)
    return next((at + 1 for at in range(sentence.start, sentence.end) if sentence.view.at[at] == end - 1), 0)


def _beside(scope: Scope, sentence: Sentence, stated: Statement, start: int, end: int) -> Statement | None:
    """The same statement with the value that stands at a range of the view; None when it is none of its kind, or the same."""
    value = _value(scope, sentence.view.text[start:end], stated.value)
    if value is None or stated.value is None or value.normal == stated.value.normal:
        return None
    whole = sentence.excerpt(scope.text)
    kept = [
        span for span in stated.spans if span.role not in {"sentence", "value"} and whole[0] <= span.start < whole[1]
    ]
    spans = (Span("sentence", *whole), Span("value", *sentence.span(start, end)), *kept)
    return replace(stated, sentence=scope.text[slice(*whole)].strip(), spans=spans, value=value)


def _value(scope: Scope, written: str, like: Value | None) -> Value | None:
    if like is None:
        return None
    if like.kind is ValueKind.TEXT:
        plain = " ".join(written.split())
        named = plain[:1].isupper() or plain[:1].isdigit()
        return Value(ValueKind.TEXT, plain.casefold(), plain) if named and len(plain.split()) <= LONGEST else None
    found = whole_value(written, (like.kind,), scope.anchor, day_first=scope.day_first)
    return found.value if found is not None else None


def _marked(found: Told, stated: Statement, change: str) -> Told:
    return tuple(replace(each, change=change) if each is stated else each for each in found)
