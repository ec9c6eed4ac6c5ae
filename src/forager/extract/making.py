"""From a match to a statement: what the sentence as a whole decides about it (support, hedges, report, validity, qualifiers)."""

from __future__ import annotations

from dataclasses import replace

from forager.extract.attributes import get
from forager.extract.hits import Hit, Subject
from forager.extract.modality import Hedge, modality_of
from forager.extract.qualifiers import MEASURES, Qualifier, as_pairs
from forager.extract.validity import validity
from forager.extract.values.dates import leans_on_document
from forager.model.statement import ItemType, Modality, Span, Statement, Support, Value, ValueKind

_WEAKER = list(Support)


def weakest(*supports: Support) -> Support:
    """The weakest of several supports (never upgraded)."""
    return max(supports, key=_WEAKER.index)


def make(hit: Hit, subject: Subject, spans: list[Span], **fields: object) -> Statement:
    """A statement of the hit's sentence with everything that the sentence as a whole decides: support, hedges, report."""
    sentence = hit.sentence
    start, end = sentence.excerpt(hit.scope.text)
    hedges = _hedges_of(hit)
    kind = fields.pop("type", hit.rule.type)
    supports = [hit.rule.support, subject.support]
    if hedges:
        supports.append(Support.UNCERTAIN_INFERENCE)
    if sentence.report is not None:
        supports.append(Support.UNVERIFIED_CLAIM)
        spans.append(Span("attribution", *sentence.span(sentence.report.start, sentence.report.end)))
    extra = [Span("subject", *subject.span)] if subject.span else []
    extra += [Span("header", *subject.header)] if subject.header else []
    extra += [Span("qualifier", *sentence.span(item.start, item.end)) for item in _qualifiers_of(hit)]
    if isinstance(value := fields.get("value"), Value) and leans_on_document(value):
        supports.append(Support.SUPPORTED_INFERENCE)
    begin, end_of_it = validity(hit, *_clause(hit))
    statement = Statement(
        type=kind if isinstance(kind, ItemType) else hit.rule.type,
        sentence=hit.scope.text[start:end].strip(),
        spans=(Span("sentence", start, end), *spans, *extra),
        rule=hit.rule.label,
        support=weakest(*supports),
        subject=subject.text,
        about_document=subject.about_document,
        qualifiers=_pairs(hit),
        valid_from=begin,
        valid_to=end_of_it,
        hedges=tuple(dict.fromkeys(hedge.word for hedge in hedges)),
        reported_by="" if sentence.report is None else sentence.report.who,
    )
    return replace(statement, **fields)  # type: ignore[arg-type]  # the readers below pass Statement's own fields


def _hedges_of(hit: Hit) -> tuple[Hedge, ...]:
    """Hedges in the clause of the match; a condition anywhere, unless the match is a requirement (which may have conditions)."""
    first, last = _clause(hit)
    is_requirement = hit.rule.kind == "requirement"
    return tuple(
        hedge
        for hedge in hit.sentence.hedges
        if (hedge.condition and not is_requirement)
        or (not hedge.condition and first <= hedge.start < last and not (is_requirement and hedge.word == "may"))
    )


def _clause(hit: Hit) -> tuple[int, int]:
    """View range of the clause around the match: from the last semicolon or comma with "but" to the next."""
    tokens, breaks = hit.sentence.tokens, []
    for index, token in enumerate(tokens):
        follows = tokens[index + 1].cls if index + 1 < len(tokens) else ""
        if token.cls == "SEMI" or (token.cls == "COMMA" and follows in {"BUT", "AND", "SUBORD"}):
            breaks.append(index)
    before = [index for index in breaks if index < hit.match.start()]
    after = [index for index in breaks if index >= hit.match.end()]
    start = tokens[before[-1]].end if before else hit.sentence.start
    return start, (tokens[after[0]].start if after else hit.sentence.end)


def _qualifiers_of(hit: Hit) -> list[Qualifier]:
    """Qualifiers inside the match and directly after it."""
    end = hit.match.end()
    while end < len(hit.sentence.tokens) and hit.sentence.tokens[end].cls == "QUAL":
        end += 1
    found = [token.qualifier for token in hit.sentence.tokens[hit.match.start() : end] if token.qualifier is not None]
    return [*found, *_periods(hit), *_measures(hit)]


def _measures(hit: Hit) -> list[Qualifier]:
    """ "Maximum", "average" or "annual" before an attribute: another measure than the plain one."""
    return [
        Qualifier(*MEASURES[token.lower], token.start, token.end)
        for token in hit.whole
        if token.cls == "AMOD" and token.lower in MEASURES
    ]


def _periods(hit: Hit) -> list[Qualifier]:
    """Dates that say for when a value holds ("availability in January was ...")."""
    values = {hit.match.start(name) for name in ("value", "from", "to") if hit.has(name)}
    held = [hit.first(name).value for name in ("value", "to") if hit.has(name)]
    if not held or any(value is not None and value.kind is ValueKind.DATE for value in held):
        return []
    return [
        Qualifier("period", token.value.normal.casefold(), token.start, token.end)
        for index, token in enumerate(hit.sentence.tokens[hit.match.start() : hit.match.end()], start=hit.match.start())
        if token.value is not None and token.cls == "DATE" and index not in values
    ]


def _pairs(hit: Hit) -> tuple[tuple[str, str], ...]:
    return as_pairs(_qualifiers_of(hit))


def is_negative(hit: Hit, before: str) -> bool:
    """Whether a negation stands between the start of the match and the capture ``before``."""
    end = hit.match.start(before) if hit.has(before) else hit.match.end()
    start = hit.match.end("subject") if hit.has("subject") and hit.match.end("subject") <= end else hit.match.start()
    return any(token.cls == "NOT" or token.lower == "cannot" for token in hit.sentence.tokens[start:end])


def _surroundings(hit: Hit) -> str:
    """The words of the match apart from its subject: where modality stands."""
    inside = set(range(hit.match.start("subject"), hit.match.end("subject"))) if hit.has("subject") else set()
    tokens = [
        token
        for index, token in enumerate(hit.sentence.tokens[hit.match.start() : hit.match.end()], start=hit.match.start())
        if index not in inside
    ]
    return " ".join(token.text for token in tokens)


def modality_in(hit: Hit) -> Modality:
    """The modality that the words of a match state."""
    return modality_of(_surroundings(hit))


def is_fitting(key: str, value: Value | None) -> bool:
    """Whether the attribute can have a value of this kind (unknown attributes can have any)."""
    row = get(key)
    return value is not None and (row is None or value.kind in row.kinds)
