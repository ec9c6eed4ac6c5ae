"""Sentences as strings of token classes (design notes, section 10).

Values, qualifiers, names and catalogue attributes become single tokens; other words get a class from the closed lists or
from the verb lexicon; a few classes depend on the neighbours (whether "launches" is a verb, "approved" a state or an act).
"""

from __future__ import annotations

import re
from dataclasses import replace

from forager.extract.lexicon import Form, form_of
from forager.extract.pattern import LETTER
from forager.extract.qualifiers import Qualifier
from forager.extract.token import Token
from forager.extract.token_context import in_context
from forager.extract.token_names import with_attributes, with_names
from forager.extract.values.find import Found
from forager.extract.words import (
    CLOSED,
)
from forager.model.statement import Value, ValueKind

_LEX = re.compile(
    r"(?P<link>(?:https?://|www\.)[^\s<>\"]{1,400}|[\w.+-]{1,80}@[\w-]{1,80}(?:\.[\w-]{1,40}){1,6})"
    r"|(?P<clock>\d{1,2}:\d\d(?::\d\d)?(?!\d))"
    r"|(?P<not>n't\b)|(?P<apos>'s\b|(?<=s)'(?!\w))|(?P<short>'(?:re|ve|ll|m|d)\b)"
    r"|(?P<word>[^\W_](?:(?!n't\b)\w|[-/.&](?=\w)|'(?!s\b|re\b|ve\b|ll\b|t\b|m\b|d\b)(?=\w)){0,80})"
    r"|(?P<mark>[^\w\s])|(?P<rest>_)"
)
_MARKS = {
    ",": "COMMA",
    ":": "COLON",
    ";": "SEMI",
    "-": "DASH",
    "\u2013": "DASH",
    "\u2014": "DASH",
    "(": "OPEN",
    ")": "CLOSE",
    "[": "OPEN",
    "]": "CLOSE",
    '"': "QUOTE",
    "'": "QUOTE",
    ".": "STOP",
    "!": "STOP",
    "?": "QUESTION",
    "…": "STOP",
    "/": "SLASH",
    "&": "AND",
}
_KINDS = {
    ValueKind.DATE: "DATE",
    ValueKind.DURATION: "DURATION",
    ValueKind.MONEY: "MONEY",
    ValueKind.QUANTITY: "QUANTITY",
    ValueKind.PERCENTAGE: "PERCENT",
    ValueKind.VERSION: "VERSION",
}
_SHORT = {"'re": "BE", "'ve": "HAVE", "'ll": "MODAL", "'m": "BE", "'d": "MODAL"}


def tokenize(
    text: str, start: int, end: int, values: tuple[Found, ...], qualifiers: tuple[Qualifier, ...], names: frozenset[str]
) -> tuple[Token, ...]:
    """The tokens of ``text[start:end]``. ``values`` and ``qualifiers`` are ranges in ``text``; ``names`` are words known as names."""
    raw = _with_values(text, start, end, values, qualifiers)
    return in_context(with_attributes(with_names(raw, names)))


def classes(tokens: tuple[Token, ...]) -> str:
    """The class string: one letter a token."""
    return "".join(LETTER[token.cls] for token in tokens)


def _with_values(
    text: str, start: int, end: int, values: tuple[Found, ...], qualifiers: tuple[Qualifier, ...]
) -> list[Token]:
    """Lexed tokens with values and qualifiers as single tokens."""
    tokens: list[Token] = []
    position = start
    for piece in _pieces(start, end, values, qualifiers):
        tokens.extend(_lex(text, position, piece.start))
        tokens.append(replace(piece, text=text[piece.start : piece.end]))
        position = piece.end
    tokens.extend(_lex(text, position, end))
    return tokens


def _pieces(start: int, end: int, values: tuple[Found, ...], qualifiers: tuple[Qualifier, ...]) -> list[Token]:
    """Value and qualifier tokens in order; a qualifier wins over a value inside it."""
    pieces = [
        Token("QUAL", item.start, item.end, "", qualifier=item)
        for item in qualifiers
        if start <= item.start and item.end <= end
    ]
    taken = [(piece.start, piece.end) for piece in pieces]
    for found in values:
        inside = start <= found.start and found.end <= end
        if inside and not any(found.start < last and first < found.end for first, last in taken):
            pieces.append(Token(_value_class(found.value), found.start, found.end, "", value=found.value))
    return sorted(pieces, key=lambda token: token.start)


def _value_class(value: Value) -> str:
    plain = value.kind is ValueKind.QUANTITY and " " not in value.normal
    return "NUMBER" if plain else _KINDS[value.kind]


def _lex(text: str, start: int, end: int) -> list[Token]:
    return [_lexed(match) for match in _LEX.finditer(text, start, end)]


def _lexed(match: re.Match[str]) -> Token:
    kind, text = match.lastgroup or "rest", match[0]
    cls = {"link": "CODE", "clock": "CODE", "not": "NOT", "apos": "APOS", "rest": "OTHER"}.get(kind)
    if kind == "short":
        cls = _SHORT[text.lower()]
    elif kind == "mark":
        cls = _MARKS.get(text, "OTHER")
    return Token(cls or _word_class(text), match.start(), match.end(), text)


def _word_class(text: str) -> str:
    """The class of a word on its own."""
    lower = text.casefold()
    closed = CLOSED.get(lower)
    if closed is not None and not (text.isupper() and len(text) > 1 and closed in {"PRON", "IN", "POSS", "AS"}):
        return closed
    if any(char.isdigit() for char in text) or (len(text) > 2 and text[1:-1].count("/") and not text.isalpha()):
        return "CODE"
    return {Form.OTHER: "WORD", Form.AMBIGUOUS: "AMBIGUOUS", Form.FINITE: "VERB", Form.PAST: "PART", Form.ING: "ING"}[
        form_of(lower)
    ]
