"""Reading clauses: where a rule over the words of a sentence finds a value, and what the clause is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from forager.extract.attributes import attribute_for, get
from forager.extract.making import weakest
from forager.extract.rule import Rule
from forager.extract.rules.clauses import CLAUSE_RULES, FIELDS
from forager.extract.scope import Scope
from forager.extract.sentences import Sentence
from forager.extract.values.find import whole_value
from forager.model.statement import ItemType, Span, Statement, Support, Value, ValueKind

_CUES = re.compile(
    r"agreement|lease\b|contract|deed\b|amendment|addendum|licen[cs]e|terms\b|statement of work|renew|notice|governed"
    r"|jurisdiction|courts?\b"
    r"|liability|\bpa(?:y|id)|\bnet \d|transfer|interest|fee\b|deposit|retainer|penalty|premium|royalty|surcharge|commission|service credit"
    r"|uptime|availability|occupancy|rate of|\brent\b|[\"“][A-Z]|initial (?:term|period)|IBAN|BIC|SWIFT|VAT|GST|tax (?:id|n)",
    re.IGNORECASE,
)
"""Words without which no clause is read: a sentence without them costs one look."""
_LIMITS = {"sum does not exceed": "_cap"}
"""What the key of a limit ends in, by its rule."""
_KINDS = {
    "DATE": (ValueKind.DATE,),
    "SPAN": (ValueKind.DURATION,),
    "SHARE": (ValueKind.PERCENTAGE,),
    "MONEY": (ValueKind.MONEY,),
    "MONEY|SHARE": (ValueKind.MONEY, ValueKind.PERCENTAGE),
}
_PURPOSES = (
    ("renewal", re.compile(r"\bnon-?renewal\b|\brenew", re.IGNORECASE)),
    ("termination", re.compile(r"\bterminat", re.IGNORECASE)),
    ("increase", re.compile(r"\b(?:increase|raise|adjust|revise)", re.IGNORECASE)),
    ("suspension", re.compile(r"\bsuspen", re.IGNORECASE)),
)
"""What a notice is for, first that fits: one contract has a period for each."""
_NUMBER_SAID = re.compile(r"(?:[a-z]+[ -])*[a-z]+ \((\d[\d.]*\s?%?)\)", re.IGNORECASE)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_ONES = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), start=1)
}
_SAID = re.compile(rf"\b({'|'.join(_TENS)})(?:-({'|'.join(_ONES)}))?(?=[ -])", re.IGNORECASE)


def clauses_in(scope: Scope, sentence: Sentence, found: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """What a sentence states with its clauses beside what was ``found``: a slot with its value stands for the sentence without one."""
    if not _CUES.search(sentence.view.text, sentence.start, sentence.end):
        return found
    typed = {each.attribute for each in found if each.value is not None and each.value.kind is not ValueKind.TEXT}
    made = tuple(each for each in _made(scope, sentence) if each.attribute not in typed)
    if not made:
        return found
    told = {each.attribute for each in made}
    return (*(each for each in found if each.attribute and each.attribute not in told), *made)


def _made(scope: Scope, sentence: Sentence) -> Iterator[Statement]:
    taken: set[tuple[int, int]] = set()
    for rule, pattern, field in _compiled():
        if sentence.block.zone not in rule.zones:
            continue
        for match in pattern.finditer(sentence.view.text, sentence.start, sentence.end):
            span = match.span("value")
            value = _value(scope, match["value"], field)
            key = rule.attribute or _key(match["attribute"]) + _LIMITS.get(rule.name, "")
            if (
                value is None
                or not key
                or not _fits(key, value)
                or any(span[0] < last and first < span[1] for first, last in taken)
            ):
                continue
            taken.add(span)
            yield _statement(scope, sentence, rule, key, value, match)


@lru_cache(maxsize=1)
def _compiled() -> tuple[tuple[Rule, re.Pattern[str], str], ...]:
    """Each rule with its pattern and the kind of its value."""
    return tuple(
        (rule, re.compile(_expand(rule.pattern), re.IGNORECASE), _field(rule.pattern)) for rule in CLAUSE_RULES
    )


def _key(written: str) -> str:
    """The attribute that the last words of a noun phrase name: of "delay penalty" the penalty."""
    words = written.split()
    keys = (attribute_for(" ".join(words[first:])) for first in range(len(words)))
    return next((key for key in keys if get(key) is not None), attribute_for(written))


def _field(pattern: str) -> str:
    return pattern.split("<value:", 1)[1].split(">", 1)[0]


def _expand(pattern: str) -> str:
    def group(match: re.Match[str]) -> str:
        return f"(?P<{match['name']}>{'|'.join(FIELDS[kind] for kind in match['kinds'].split('|'))})"

    return re.sub(r"<(?P<name>value|attribute):(?P<kinds>[A-Z|]+)>", group, pattern)


def _value(scope: Scope, written: str, field: str) -> Value | None:
    """The typed value of what a pattern took; the words themselves for names, places and sums in words."""
    if field not in _KINDS:
        bare = written.strip().strip(",")
        return Value(ValueKind.TEXT, " ".join(bare.casefold().split()), bare)
    found = whole_value(_in_digits(written), _KINDS[field], scope.anchor, "", scope.day_first, scope.decimal)
    if found is None or found.value.kind not in _KINDS[field]:
        return None
    return Value(found.value.kind, found.value.normal, written, found.value.precision)


def _in_digits(written: str) -> str:
    """ "thirty (30) business days" as "30 days", "thirty-six months" as "36 months"."""
    text = re.sub(r"\b[A-Z]{3} ?(?=[$€£])", "", written)
    text = _NUMBER_SAID.sub(lambda match: match[1], text)
    text = _SAID.sub(lambda match: str(_TENS[match[1].casefold()] + _ONES.get((match[2] or "").casefold(), 0)), text)
    return re.sub(r"\b(?:business|calendar|working|banking) ", "", text, flags=re.IGNORECASE)


def _fits(key: str, value: Value) -> bool:
    row = get(key)
    return (
        row is None or value.kind in row.kinds or (value.kind is ValueKind.TEXT and ValueKind.ORGANIZATION in row.kinds)
    )


def _statement(scope: Scope, sentence: Sentence, rule: Rule, key: str, value: Value, match: re.Match[str]) -> Statement:
    """A clause speaks about the document it stands in: the contract, the invoice."""
    start, end = sentence.excerpt(scope.text)
    supports = [rule.support] + ([Support.UNVERIFIED_CLAIM] if sentence.report is not None else [])
    binding = rule.type is ItemType.FACT and re.search(r"\b(?:shall|must)\b", sentence.text, re.IGNORECASE)
    spans = [Span("sentence", start, end), Span("value", *sentence.span(*match.span("value")))]
    return Statement(
        type=ItemType.REQUIREMENT if binding else rule.type,
        sentence=scope.text[start:end].strip(),
        spans=tuple(spans),
        rule=rule.label,
        support=weakest(*supports),
        about_document=True,
        attribute=key,
        qualifiers=_purpose(key, sentence.text),
        value=value,
        reported_by="" if sentence.report is None else sentence.report.who,
    )


def _purpose(key: str, text: str) -> tuple[tuple[str, str], ...]:
    if key != "notice_period":
        return ()
    return next(((("purpose", name),) for name, pattern in _PURPOSES if pattern.search(text)), ())
