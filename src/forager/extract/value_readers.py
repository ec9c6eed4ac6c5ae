"""Readers of matches that give a value: of an attribute, of a change, of a holder."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forager.extract.attributes import attribute_for, get
from forager.extract.binding import bind
from forager.extract.hits import Hit
from forager.extract.making import is_fitting, is_negative, make, modality_in
from forager.extract.scope import Scope
from forager.extract.values.find import whole_value
from forager.extract.wordlist import word_set
from forager.extract.words import JOB_WORDS, STATES
from forager.model.statement import ItemType, Span, Statement, Value, ValueKind


def read_value(hit: Hit) -> Iterator[Statement]:
    """One attribute of one subject with a typed value."""
    attribute, token = hit.rule.attribute or hit.first("attribute").key, hit.first("value")
    subject = bind(hit)
    if (
        subject is None
        or not attribute
        or token.value is None
        or not is_fitting(attribute, token.value)
        or _lasts_until(hit, attribute)
        or _is_part(hit)
    ):
        return
    state = next((STATES[item.lower] for item in hit.whole if item.cls == "STATE" and item.lower in STATES), None)
    yield make(
        hit,
        subject,
        [Span("value", *hit.span("value"))],
        attribute=attribute,
        value=token.value,
        modality=modality_in(hit),
        polarity=not is_negative(hit, "value"),
        predicate=state[0] if state else "",
        change=_told_change(hit),
        type=_decided_type(hit),
    )


def _lasts_until(hit: Hit, attribute: str) -> bool:
    """Whether "until" before a date tells an end of something other than the attribute ("closed until March 9")."""
    until = hit.sentence.tokens[hit.match.start("value") - 1].cls == "UNTIL"
    return (
        until
        and hit.first("value").cls == "DATE"
        and attribute not in {"end_date", "valid_until", "due_date", "deadline"}
    )


def _is_part(hit: Hit) -> bool:
    """Whether a number is one end of a range, or says how many times as much ("between 2 and 3 times the speed")."""
    place, tokens = hit.match.start("value"), hit.sentence.tokens
    if hit.first("value").cls != "NUMBER":
        return False
    after = tokens[place + 1].lower if place + 1 < len(tokens) else ""
    return after == "times" or (place > 0 and tokens[place - 1].lower == "between")


_OLD = frozenset(
    {"original", "initial", "old", "previous", "former", "originally", "initially", "previously", "formerly"}
)


_NEW = frozenset({"new", "revised", "updated"})


def _told_change(hit: Hit) -> str:
    """ "from" beside words like "original", "to" beside "new"."""
    words = {token.lower for token in hit.whole if token.cls in {"AMOD", "ADV"}}
    if words & _OLD:
        return "from"
    return "to" if words & _NEW else ""


def _decided_type(hit: Hit) -> ItemType:
    deciding = any(token.cls == "DECIDE" for token in hit.sentence.tokens[: hit.match.start() + 1])
    return ItemType.DECISION if deciding else hit.rule.type


def read_change(hit: Hit) -> Iterator[Statement]:
    """A value that gave way to another: "from" and "to"."""
    attribute = hit.first("attribute").key if hit.has("attribute") else _open_label(hit)
    subject = bind(hit)
    if subject is None or not attribute or is_negative(hit, "to"):
        return
    for name in ("from", "to"):
        if hit.has(name) and not is_fitting(attribute, hit.first(name).value):
            return
    for name in ("from", "to"):
        if hit.has(name):
            yield make(
                hit,
                subject,
                [Span("value", *hit.span(name))],
                attribute=attribute,
                value=hit.first(name).value,
                modality=modality_in(hit),
                change=name,
                type=_decided_type(hit),
            )


def read_decided_value(hit: Hit) -> Iterator[Statement]:
    """A value that somebody approved."""
    attribute, value = hit.first("attribute").key, hit.first("value").value
    subject = bind(hit)
    if subject is not None and is_fitting(attribute, value):
        yield make(
            hit,
            subject,
            [Span("value", *hit.span("value"))],
            attribute=attribute,
            value=value,
            modality=modality_in(hit),
        )


def read_holder(hit: Hit) -> Iterator[Statement]:
    """Who or what holds an attribute: the value is a name or a code."""
    attribute = hit.rule.attribute or (hit.first("attribute").key if hit.has("attribute") else _open_label(hit))
    if (attribute in _HELD and not _is_holder(hit)) or (
        hit.rule.name.startswith("holder is") and not _has_holders(attribute)
    ):
        return
    subject, value = bind(hit), _named_value(hit, attribute)
    if subject is None or value is None or not attribute or subject.text.casefold() == value.written.casefold():
        return
    yield make(
        hit,
        subject,
        [Span("value", *hit.span("value"))],
        attribute=attribute,
        value=value,
        modality=modality_in(hit),
        polarity=not is_negative(hit, "value"),
    )


_HELD = frozenset({"responsible", "owner", "manager"})
"""Attributes whose words also tell causes and kinds ("the valve is responsible for the leak")."""
_GROUPS = word_set(
    "team department office board committee group division unit staff council desk contractor vendor trustee"
)


def _has_holders(attribute: str) -> bool:
    """Whether people or organisations hold an attribute; an open one may have any value."""
    row = get(attribute)
    return row is None or bool({ValueKind.PERSON, ValueKind.ORGANIZATION} & set(row.kinds))


def _is_holder(hit: Hit) -> bool:
    """Whether the value of a responsibility is somebody: a name, a job or a group of people."""
    tokens = hit.tokens("value")
    return any(token.cls == "NAME" for token in tokens) or tokens[-1].lower in JOB_WORDS | _GROUPS


_VAGUE = frozenset(
    {
        "number",
        "rest",
        "part",
        "end",
        "majority",
        "total",
        "result",
        "reason",
        "beginning",
        "middle",
        "top",
        "kind",
        "sort",
    }
)
"""Words before "of" that name no attribute."""


def _open_label(hit: Hit) -> str:
    """The key of a label that is not in the catalogue; a person holds only what ends in a word for a role."""
    holds = (
        hit.has("value") and hit.first("value").cls == "NAME" and hit.match.start("value") < hit.match.start("label")
    )
    if holds and hit.tokens("label")[-1].lower.split()[-1] not in JOB_WORDS:
        return ""
    return "" if hit.tokens("label")[-1].lower in _VAGUE else attribute_for(hit.text("label"))


def _named_value(hit: Hit, attribute: str) -> Value | None:
    token = hit.first("value")
    if token.value is not None and len(hit.tokens("value")) == 1:
        return _year(token.value) if attribute.rpartition("_")[2] == "year" else token.value
    text = without_determiner(hit.text("value"))
    row = get(attribute)
    if row is not None and not {ValueKind.PERSON, ValueKind.ORGANIZATION, ValueKind.TEXT} & set(row.kinds):
        return None
    return named(hit.scope, text, hit.span("value"), row.kinds if row else ())


def _year(value: Value) -> Value:
    """A number under a label that ends in "year" is a year, if it can be one."""
    found = whole_value(value.written, (ValueKind.DATE,)) if value.kind is ValueKind.QUANTITY else None
    return found.value if found is not None else value


def without_determiner(text: str) -> str:
    """A phrase without its article."""
    return re.sub(r"^(?:the|a|an|our|its|their)\s", "", text, flags=re.IGNORECASE)


def named(scope: Scope, text: str, span: tuple[int, int], kinds: tuple[ValueKind, ...] = ()) -> Value:
    """A name as a value: person or organisation when a mention there says so (and the attribute can have one), else text."""
    for mention in scope.mentions_in(*span):
        kind = {"person": ValueKind.PERSON, "organization": ValueKind.ORGANIZATION}.get(mention.entity_class.value)
        if kind is not None and mention.name.casefold() in text.casefold() and (not kinds or kind in kinds):
            return Value(kind, " ".join(mention.name.casefold().split()), text)
    return Value(ValueKind.TEXT, " ".join(text.casefold().split()), text)
