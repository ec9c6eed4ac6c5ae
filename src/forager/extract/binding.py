"""Binding a subject: its own words, a pronoun in the paragraph, the heading above, or the document."""

from __future__ import annotations

import re
from dataclasses import replace

from forager.extract.hits import Hit, Subject
from forager.extract.scope import Heading, Scope
from forager.extract.sentences import Sentence
from forager.extract.token import Token
from forager.extract.words import FIRST_PERSON, PRONOUNS
from forager.model.statement import Support

_DEFINITE = re.compile(r"^(?:the|this|our|that)\s(?:project|programme|program)$", re.IGNORECASE)


_POINTING = frozenset({"these", "those", "such", "same"})
"""Words before a noun that mean things named earlier."""
_ARTICLES = frozenset({"the", "a", "an", "this", "that", "these", "those"})


def bind(hit: Hit, name: str = "subject") -> Subject | None:
    """The subject of a match: its own words, else what the pronoun, the paragraph, the heading or the document gives."""
    tokens = tuple(token for token in hit.tokens(name) if token.cls not in {"QUAL", "QUOTE", "HEDGE", "ADV"})
    if len(tokens) > 1 and tokens[0].lower in _POINTING:
        return _named_before(hit, tokens[1:])
    tokens = _without_lead(_without_period(_without_lead(_without_brackets(tokens))))
    words = " ".join(token.lower for token in tokens)
    if not tokens or words in FIRST_PERSON:
        return from_above(hit.scope, hit.sentence)
    if _DEFINITE.match(hit.text(name)) or words in {"project", "programme"}:
        return _project(hit.scope) or from_above(hit.scope, hit.sentence)
    if words in PRONOUNS or (tokens[0].lower in {"this", "these", "those"} and len(tokens) == 1):
        return _from_antecedent(hit, words)
    if tokens[0].lower in PRONOUNS and tokens[0].cls in {"PRON", "WH", "POSS"}:
        return None
    first, last = tokens[0], tokens[-1]
    if words_without_meaning(tokens) and hit.has("attribute"):
        last = hit.first("attribute")
    return Subject(hit.sentence.view.text[first.start : last.end], hit.sentence.span(first.start, last.end))


ROOT = 6
"""Letters by which a noun and its verb meet ("propose", "proposal")."""


def _named_before(hit: Hit, tokens: tuple[Token, ...]) -> Subject | None:
    """What "such" before a noun takes up, when the paragraph has named it: the noun itself or what makes it."""
    noun = tokens[-1].lower
    if hit.tokens("subject")[0].lower != "such" or len(tokens) > 2 or len(noun) < ROOT:
        return None
    before = hit.sentence.view.text[: hit.sentence.start].casefold()
    if re.search(rf"\b{re.escape(noun[:ROOT])}", before) is None:
        return None
    span = hit.sentence.span(tokens[0].start, tokens[-1].end)
    return Subject(hit.sentence.view.text[tokens[0].start : tokens[-1].end], span, support=Support.SUPPORTED_INFERENCE)


def words_without_meaning(tokens: tuple[Token, ...]) -> bool:
    """Whether a subject is only "next" or "first", so that its noun belongs to it ("the next meeting")."""
    return all(
        token.lower in {"next", "last", "first", "second", "third", "final", "following", "previous"}
        for token in tokens
    )


def _without_lead(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    while len(tokens) > 1 and (tokens[0].cls == "AMOD" or tokens[0].lower in _ARTICLES):
        tokens = tokens[1:]
    if tokens and tokens[0].cls == "POSS" and len(tokens) > 1 and tokens[0].lower in FIRST_PERSON:
        return tokens[1:]
    return tokens


def _without_brackets(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Drop what stands in parentheses at the end: an address, an abbreviation."""
    opens = [index for index, token in enumerate(tokens) if token.cls == "OPEN"]
    return tokens[: opens[0]] if opens and opens[0] > 0 and tokens[-1].cls == "CLOSE" else tokens


def _without_period(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Drop a preposition left hanging at either end where a qualifier stood."""
    while tokens and tokens[-1].cls in {"OF", "FOR", "IN", "AT", "ON", "AND", "COMMA"}:
        tokens = tokens[:-1]
    while tokens and tokens[0].cls in {"OF", "FOR", "IN", "AT", "ON", "AND", "COMMA"} and len(tokens) > 1:
        tokens = tokens[1:]
    return tokens


def _project(scope: Scope) -> Subject | None:
    named = scope.project or scope.title
    return None if named is None else _from_heading(named)


def _from_heading(heading: Heading) -> Subject:
    return Subject(heading.name, header=(heading.start, heading.end), support=Support.SUPPORTED_INFERENCE)


def from_above(scope: Scope, sentence: Sentence) -> Subject:
    """What the heading above names, else the document itself."""
    heading = scope.subject_above(sentence.block)
    return (
        _from_heading(heading)
        if heading is not None
        else Subject("", about_document=True, support=Support.SUPPORTED_INFERENCE)
    )


def _from_antecedent(hit: Hit, words: str) -> Subject | None:
    if words not in {"it", "its", "they", "their", "this"} or hit.antecedent is None or hit.antecedent.about_document:
        return None
    return replace(
        hit.antecedent,
        header=hit.antecedent.span or hit.antecedent.header,
        span=None,
        support=Support.SUPPORTED_INFERENCE,
    )
