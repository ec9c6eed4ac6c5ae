"""Readers of matches that tell why something is so, or what it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from forager.extract.attributes import attribute_for
from forager.extract.binding import bind, from_above
from forager.extract.hits import Hit, Subject
from forager.extract.lexicon import verb_lemma
from forager.extract.making import make
from forager.extract.rules.reasons import REASON
from forager.model.statement import Span, Statement, Support, Value, ValueKind


def read_reason(hit: Hit) -> Iterator[Statement]:
    """The reason of what the main clause tells, as the value of the attribute ``reason`` of its subject."""
    subject = bind(hit) if hit.has("subject") else _told_before(hit)
    if subject is None or _is_linked_otherwise(hit) or _is_denied(hit) or hit.tokens("value")[-1].lower in _NO_REASONS:
        return
    yield make(
        hit,
        subject,
        [Span("value", *hit.span("value"))],
        attribute=REASON,
        value=_as_text(hit),
    )


def _told_before(hit: Hit) -> Subject:
    """What the sentence before is about, else what stands above."""
    if hit.antecedent is None:
        return from_above(hit.scope, hit.sentence)
    header = hit.antecedent.span or hit.antecedent.header
    return replace(hit.antecedent, span=None, header=header, support=Support.SUPPORTED_INFERENCE)


def read_aim(hit: Hit) -> Iterator[Statement]:
    """What something is for: its purpose, goal or mission, in the words of the sentence."""
    subject: Subject | None = bind(hit)
    of_itself = hit.first("subject").lower in {"this", "these"}
    if subject is not None and not of_itself and hit.tokens("value")[1].cls not in {"BEEN", "DET", "NAME"}:
        yield make(
            hit,
            subject,
            [Span("value", *hit.span("value"))],
            attribute=attribute_for(hit.text("label")),
            value=_as_text(hit),
        )


def read_chosen(hit: Hit) -> Iterator[Statement]:
    """The option that a record of a decision names as chosen, and why."""
    if hit.text("label").casefold().split()[-1] not in _OPTIONS:
        return
    above = from_above(hit.scope, hit.sentence)
    spans = [Span("value", *hit.span("value"))]
    yield make(hit, above, spans, attribute=attribute_for(hit.text("label")), value=_as_text(hit))
    if hit.has("why"):
        why = [Span("value", *hit.span("why"))]
        yield make(hit, above, why, attribute=REASON, value=_as_text(hit, "why"))


_OPTIONS = frozenset({"option", "alternative", "solution", "approach", "decision", "variant"})


def _as_text(hit: Hit, name: str = "value") -> Value:
    text = re.sub(r"\s+\W*$", "", hit.text(name))
    return Value(ValueKind.TEXT, " ".join(text.casefold().split()), text)


_NO_REASONS = frozenset({"same", "following", "question", "problem", "mystery", "thing", "one"})
"""What a reason is said to be when it is not said."""
_LINKS = {"due": "to", "owing": "to", "because": "of"}


def _is_linked_otherwise(hit: Hit) -> bool:
    """Whether the words only look like a reason: "due to start", "the fee is due to the landlord"."""
    if not hit.has("link"):
        return False
    cue = hit.first("cue").lower
    if hit.first("link").lower != _LINKS.get(cue):
        return True
    before = hit.sentence.tokens[hit.match.start("cue") - 1].cls if hit.match.start("cue") else ""
    value = hit.tokens("value")
    if value[-1].lower in _COUNTED:
        return True
    verb = value[0].cls in {"AMBIGUOUS", "EVENT"} and verb_lemma(value[0].lower) == value[0].lower
    return cue == "due" and before in {"BE", "BEEN"} and (verb or not _tells_matter(hit))


def _tells_matter(hit: Hit) -> bool:
    """Whether a subject of "is due to" is something that happens, and no sum that is owed."""
    return hit.tokens("subject")[-1].lower not in _OWED


_COUNTED = frozenset({"reason", "reasons", "factor", "factors", "causes", "effects", "things"})
"""Words that announce reasons and are none ("due to two reasons")."""
_OWED = frozenset({"fee", "fees", "rent", "sum", "amount", "balance", "payment", "invoice", "money", "interest", "tax"})


def _is_denied(hit: Hit) -> bool:
    """Whether "not" stands right before the reason ("not because ...")."""
    start = hit.match.start("cue")
    return start > 0 and hit.sentence.tokens[start - 1].cls in {"NOT", "OTHER"}
