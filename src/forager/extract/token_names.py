"""Runs of capitalised words become names; catalogue labels become attributes."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from forager.extract.attributes import labels_by_first_word
from forager.extract.lexicon import is_known
from forager.extract.token import Token
from forager.extract.words import (
    NOT_NAMES,
)


def with_names(tokens: list[Token], names: frozenset[str]) -> list[Token]:
    """Runs of capitalised words become one NAME token each."""
    merged: list[Token] = []
    index = 0
    while index < len(tokens):
        last = _name_end(tokens, index, names)
        if last == index:
            merged.append(tokens[index])
            index += 1
        else:
            merged.append(joined(tokens[index:last], "NAME"))
            index = last
    return merged


def joined(tokens: list[Token], cls: str) -> Token:
    """Several tokens as one, with its text."""
    text = tokens[0].text
    for before, after in pairwise(tokens):
        text += " " * (after.start - before.end) + after.text
    return Token(cls, tokens[0].start, tokens[-1].end, text)


def _name_end(tokens: list[Token], index: int, names: frozenset[str]) -> int:
    """The index after the name that starts at ``index``; ``index`` itself when none does."""
    if not _can_start(tokens, index, names):
        return index
    end = index + 1
    while end < len(tokens) and end - index < 8:
        if (_is_capital(tokens[end]) and tokens[end].start - tokens[end - 1].end <= 1) or _is_initial_stop(tokens, end):
            end += 1
        elif (
            tokens[end].cls in {"NUMBER", "CODE"}
            and tokens[end].text.isalnum()
            and tokens[end - 1].text != "."
            and not _is_sentence_word(tokens, index)
        ):
            return end + 1
        else:
            break
    return end


def _is_sentence_word(tokens: list[Token], index: int) -> bool:
    return index == 0 and is_known(tokens[0].lower)


def _is_initial_stop(tokens: list[Token], index: int) -> bool:
    """The full stop of an initial or title inside a name: "R. Smith", "Dr. Weber"."""
    before = tokens[index - 1].text
    short = len(before) == 1 or before in {
        "Dr",
        "Mr",
        "Mrs",
        "Ms",
        "Prof",
        "St",
        "Jr",
        "Sr",
        "Inc",
        "Ltd",
        "Co",
        "Corp",
    }
    return tokens[index].text == "." and short and index + 1 < len(tokens) and _is_capital(tokens[index + 1])


def _is_capital(token: Token) -> bool:
    if token.value is not None or token.qualifier is not None or not token.text[0].isupper():
        return False
    if token.cls in {
        "DET",
        "PRON",
        "POSS",
        "BE",
        "MODAL",
        "MUST",
        "HEDGEMODAL",
        "DO",
        "HAVE",
        "SUBORD",
        "WH",
        "THERE",
        "NOT",
        "CODE",
    }:
        return token.cls == "CODE" and "@" not in token.text and "/" not in token.text
    return (
        token.cls not in {"AND", "OR", "OF", "FOR", "IN", "ON", "TO", "BY", "AT", "THAT"}
        and token.lower not in NOT_NAMES
    )


def _can_start(tokens: list[Token], index: int, names: frozenset[str]) -> bool:
    token = tokens[index]
    if not _is_capital(token):
        return False
    at_start = (
        index == 0
        or tokens[index - 1].cls in {"STOP", "COLON", "QUOTE", "OPEN"}
        or tokens[index - 1].text in {"-", "•"}
    )
    if not at_start or token.lower in names or token.cls == "CODE" or (token.text.isupper() and len(token.text) > 1):
        return True
    if token.cls not in {"WORD", "AMBIGUOUS"}:
        return False
    follows = index + 1 < len(tokens) and _is_capital(tokens[index + 1]) and tokens[index + 1].start - token.end <= 1
    return follows or not is_known(token.lower)


def with_attributes(tokens: list[Token]) -> list[Token]:
    """Catalogue labels become one ATTR token each, the longest first."""
    merged: list[Token] = []
    index = 0
    while index < len(tokens):
        size, key = _label_at(tokens, index)
        if size:
            merged.append(replace(joined(tokens[index : index + size], "ATTR"), key=key))
        else:
            merged.append(tokens[index])
        index += size or 1
    return merged


def _label_at(tokens: list[Token], index: int) -> tuple[int, str]:
    """How many tokens from ``index`` are a catalogue label, and its key; (0, "") when none."""
    if _first_word(tokens[index]) not in labels_by_first_word():
        return 0, ""
    words: list[str] = []
    ends: dict[int, int] = {}
    for count, token in enumerate(tokens[index : index + 6], start=1):
        if token.value is not None or token.cls in {"QUAL", "APOS"} or not token.text[0].isalpha():
            break
        words.extend(part for part in re.split(r"[-/ ]", token.lower) if part)
        ends[len(words)] = count
    for label, key in labels_by_first_word().get(words[0] if words else "", ()):
        if len(label) in ends and tuple(words[: len(label)]) == label:
            return ends[len(label)], key
    return 0, ""


def _first_word(token: Token) -> str:
    return re.split(r"[-/ ]", token.lower, maxsplit=1)[0] if token.value is None else ""
