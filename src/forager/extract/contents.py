"""What the right side of a key-value line or a table cell says: typed values, names, short text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forager.extract.attributes import get
from forager.extract.given_names import GIVEN_NAMES
from forager.extract.labels import Label
from forager.extract.scope import Scope
from forager.extract.values.find import MARKS, Found, find_values, whole_value
from forager.extract.view import View
from forager.extract.wordlist import word_set
from forager.extract.words import CLOSED
from forager.model.statement import EntityClass, Value, ValueKind

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
        "not available",
        "not specified",
        "not known",
        "none known",
        "no data",
        "n.a.",
        "nil",
        "null",
        "to be decided",
        "to be determined",
        "unknown",
        "keine",
        "aucun",
        "aucune",
        "\u65e0",
        "\u7121",
    }
)
"""What stands where a value is missing."""
_FINITE = frozenset({"BE", "HAVE", "DO", "MODAL", "MUST", "SHOULD", "HEDGEMODAL"})
_TYPED = frozenset(
    {ValueKind.DATE, ValueKind.DURATION, ValueKind.MONEY, ValueKind.QUANTITY, ValueKind.PERCENTAGE, ValueKind.VERSION}
)
_WHO = frozenset({ValueKind.PERSON, ValueKind.ORGANIZATION})
_NAMED = {EntityClass.PERSON: ValueKind.PERSON, EntityClass.ORGANIZATION: ValueKind.ORGANIZATION}


@dataclass(frozen=True, slots=True)
class Content:
    """A value and its range in the view."""

    value: Value
    start: int
    end: int
    stopped: bool = False
    """Whether a full stop closes the text, as it closes a sentence."""


def line_contents(scope: Scope, label: Label, item: View, start: int) -> tuple[Content, ...]:
    """The values of ``item.text[start:]`` under a label; none when it says nothing or is a sentence of its own."""
    written = item.text[start:]
    if is_empty(written) or written.lstrip().startswith(("http://", "https://")):
        return ()
    kinds = _kinds(label)
    typed = tuple(kind for kind in kinds if kind in _TYPED)
    is_open = not kinds or bool(set(kinds) - _TYPED)
    found = _typed(scope, label, written, kinds, typed) or _rate(scope, written, kinds)
    if found is None and not is_open:
        near = (
            one
            for one in find_values(written, scope.anchor, scope.day_first, scope.decimal)
            if one.value.kind in typed and _is_uncut(written, one)
        )
        found = next(near, None)
    if found is not None:
        return (Content(found.value, start + found.start, start + found.end),)
    return _written_contents(scope, label, item, start) if is_open else ()


_PER = re.compile(
    r"(?P<sum>\S.{0,24}?) (?:per|an?) (?:hour|day|week|month|year|unit|user|seat|night|person|item|piece)(?: \([^()]*\))?[.;]?$"
)
"""A price for each of something, with a remark in brackets at most."""


def _rate(scope: Scope, text: str, kinds: tuple[ValueKind, ...]) -> Found | None:
    """The sum of a price for each of something."""
    match = _PER.fullmatch(text.strip()) if not kinds or ValueKind.MONEY in kinds else None
    if match is None or whole_value(match["sum"], (ValueKind.MONEY,), scope.anchor) is None:
        return None
    return next(
        (
            one
            for one in find_values(text, scope.anchor, scope.day_first, scope.decimal)
            if one.value.kind is ValueKind.MONEY
        ),
        None,
    )


def _is_uncut(text: str, found: Found) -> bool:
    """Whether a value near the start of a text is all of the value: no number without its unit, no half of a range or product."""
    bare = found.value.kind is ValueKind.QUANTITY and " " not in found.value.normal
    return found.start <= 30 and not bare and text[found.end :].lstrip()[:1] not in {"\u00b1", "\u00d7", "/", "^"}


def cell_contents(scope: Scope, label: Label, item: View) -> tuple[Content, ...]:
    """The values of a table cell under a column head."""
    if is_empty(item.text):
        return ()
    kinds = _kinds(label)
    typed = tuple(kind for kind in kinds if kind in _TYPED)
    found = _typed(scope, label, item.text, kinds, typed)
    if found is None and typed and ValueKind.MONEY not in typed:
        found = whole_value(item.text, (), scope.anchor, label.unit, scope.day_first, scope.decimal)
    if found is not None:
        return (Content(found.value, found.start, found.end),)
    if (kinds and not set(kinds) - _TYPED) or _DIRECTION.match(item.text):
        return ()
    if set(kinds) & _WHO or len(item.text.split()) <= LABELLIKE:
        return _written_contents(scope, label, item, 0) if len(item.text.split()) <= LONGEST_NAME else ()
    return _told_contents(item) if is_told(item.text) else ()


LABELLIKE, LONGEST_NAME, LONGEST_TOLD = 4, 12, 45
"""Words of a cell that names something, of one that names people, and of one that tells something in a clause or two."""
_TO_READER = word_set("i we you your our us my please")


def is_told(text: str) -> bool:
    """Whether a text tells something of its row in a clause or two, and speaks to nobody."""
    words = [word.strip(".,;:()\"'") for word in text.casefold().split()]
    return len(words) <= LONGEST_TOLD and not _TO_READER.intersection(words) and not text.rstrip().endswith((":", "?"))


def _told_contents(item: View) -> tuple[Content, ...]:
    """What a cell tells, in its own words."""
    core = item.text.rstrip(".; ")
    return (Content(_text(ValueKind.TEXT, core), 0, len(core), item.text.rstrip().endswith(".")),)


_DIRECTION = re.compile(r"(?:see|view|click|download|edit|read|show|open|more)\b", re.IGNORECASE)
"""Cells that tell where to look or click."""


def _typed(
    scope: Scope, label: Label, text: str, kinds: tuple[ValueKind, ...], typed: tuple[ValueKind, ...]
) -> Found | None:
    """The typed value that a text is under a label; a number that identifies something stays text, one under a "year" is a date."""
    year = whole_value(text, (ValueKind.DATE,)) if not kinds and label.words.casefold().endswith("year") else None
    if year is not None:
        return year
    if (kinds and not typed) or (not kinds and _IDENTIFIES.search(label.words)):
        return None
    return whole_value(text, typed, scope.anchor, label.unit, scope.day_first, scope.decimal)


_IDENTIFIES = re.compile(
    r"\b(?:phone|telephone|tel|fax|mobile|cell|zip|post ?code|postal code|code|ids?|identifier|identification|isbn|issn|doi|ean|upc|sku|"
    r"iban|bic|serial|account|passport|licen[cs]e plate|(?<=\w )(?:number|no\.?|nr\.?)$)(?:\b|\s|$)"
    r"|\u4ee3\u7801|\u7f16\u53f7|\u53f7\u7801|\u7535\u8bdd|\u756a\u53f7|\u96fb\u8a71|\u90ae\u7f16",
    re.IGNORECASE,
)
"""Labels under which digits are a name and no amount."""


def _kinds(label: Label) -> tuple[ValueKind, ...]:
    row = get(label.key)
    return row.kinds if row is not None else ()


def is_empty(written: str) -> bool:
    """Whether a text only says that a value is missing."""
    bare = written.strip()
    if bare.casefold() in MARKS:
        return False
    if _MISSING.fullmatch(bare.rstrip(".")):
        return True
    return (
        bare.casefold().strip("()") in _EMPTY
        or bare.endswith(("...", "\u2026"))
        or not re.search(r"[\w\u2191\u2193]", written)
    )


_MISSING = re.compile(
    r"no \w+(?: \w+)? (?:available|provided|found|given|reported|known|specified)|not (?:yet )?(?:provided|given|reported|stated|set)",
    re.IGNORECASE,
)


def _written_contents(scope: Scope, label: Label, item: View, start: int) -> tuple[Content, ...]:
    """Names where the attribute holds people or organisations, else short text."""
    written = item.text[start:]
    core = re.sub(r"\s*\((?:tbc|tbd|provisional|tentative)\)\s*$|[.;]\s*$", "", written, flags=re.IGNORECASE).rstrip()
    if not _is_short(core, known=get(label.key) is not None):
        return ()
    first = start + len(written) - len(written.lstrip())
    kinds = _kinds(label)
    if set(kinds) & _WHO:
        return _people(scope, label, item, first, first + len(core.lstrip()))
    kind = ValueKind.ENUM if ValueKind.ENUM in kinds else ValueKind.TEXT
    stopped = written.rstrip().endswith((".", "!"))
    return (Content(_text(kind, core.strip()), first, first + len(core.lstrip()), stopped),)


def _is_short(core: str, *, known: bool) -> bool:
    """Whether a text is a value and no sentence."""
    words = core.split()
    if not words or len(words) > (25 if known else 12) or len(core) > 240:
        return False
    return len(words) <= 4 or not any(CLOSED.get(word.casefold().strip(",.")) in _FINITE for word in words[1:])


def _text(kind: ValueKind, written: str) -> Value:
    return Value(kind, " ".join(written.casefold().split()), written)


def _is_complete(text: str, end: int) -> bool:
    """Whether a name ends where its mention ends: at the end of the line, a mark or a bracket."""
    after = text[end : end + 2]
    return (
        not after.strip() or after[0] in ",;/|)\n\t*_`" or after.lstrip()[:1] in "(<[,;/|&-\u2013" or after[:1] == "\n"
    )


_NAME_END = re.compile(r"\s?[(<;]|\s?,(?!\s?(?:Inc|Ltd|LLC|LLP|PLC|Corp|Co|GmbH|AG|S\.?A|Jr|Sr)\b)")


_PARTNERS = re.compile(r"[^,;()<]+(?:, [^,;()<]+)+ (?:and|&) [^,;()<]+")
"""The name of a firm that is its partners' names."""


_TURNED = re.compile(
    r"(?P<family>[^\W\d_][\w'\u2019-]+(?: [^\W\d_][\w'\u2019-]+)?), (?P<given>[^\W\d_][\w'\u2019-]+(?: [^\W\d_]\.?)?)"
)


def _turned(written: str) -> Value | None:
    """One person whose family name stands first ("Okafor, Ruth"); two given names beside a comma are two people."""
    match = _TURNED.fullmatch(written)
    if match is None or not (match["family"][0].isupper() and match["given"][0].isupper()):
        return None
    given, family = match["given"].split()[0].casefold(), match["family"].casefold()
    if given not in GIVEN_NAMES or family in GIVEN_NAMES:
        return None
    return Value(ValueKind.PERSON, f"{match['given']} {match['family']}".casefold(), written)


def _people(scope: Scope, label: Label, item: View, start: int, end: int) -> tuple[Content, ...]:
    """The people and organisations named in a range of the view; the range up to a comma when no name is known there."""
    named = [
        (mention, mention.start, mention.end)
        for mention in scope.mentions_in(*item.span(start, end))
        if _NAMED.get(mention.entity_class) in _kinds(label)
    ]
    row = get(label.key)
    whole = item.text[start:end]
    firm = ValueKind.PERSON not in _kinds(label) and _PARTNERS.fullmatch(whole) is not None
    turned = None if named or ValueKind.PERSON not in _kinds(label) else _turned(whole)
    if turned is not None:
        return (Content(turned, start, end),)
    if firm or not named or not _is_complete(scope.text, named[0][2]):
        name = whole if firm else _NAME_END.split(whole)[0] or whole
        return (Content(_text(ValueKind.TEXT, name), start, start + len(name)),)
    persons = [entry for entry in named if entry[0].entity_class is EntityClass.PERSON] or named[:1]
    if row is not None and row.single_valued:
        persons = persons[:1]
    return tuple(
        Content(
            Value(_NAMED[mention.entity_class], " ".join(mention.name.casefold().split()), mention.name),
            item.at.index(first),
            item.at.index(last - 1) + 1,
        )
        for mention, first, last in persons
    )
