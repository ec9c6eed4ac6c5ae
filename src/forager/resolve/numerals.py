"""Numbers in the names of things, in one spelling: "2nd", "second" and "II" are 2, "forty-four" is 44, "v4" is 4."""

from __future__ import annotations

import re
from collections.abc import Sequence

from forager.model.numerals import CARDINALS, ORDINAL_TENS, ORDINALS, TENS

_VALUES = CARDINALS | {"zeroth": 0} | ORDINALS | TENS | ORDINAL_TENS
_ROMAN = re.compile(r"(?=[ivx])(?:x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_WRITTEN = re.compile(r"v?(\d+)(?:st|nd|rd|th)?")


def numbered(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a thing's name in plain letters, numbers in digits. A Roman numeral counts as one after the first word."""
    found: list[str] = []
    for at, word in enumerate(words):
        value = _value(word, first=at == 0)
        tens = bool(found) and words[at - 1] in TENS
        if tens and word in _VALUES and 0 < _VALUES[word] < 10:
            found[-1] = str(int(found[-1]) + _VALUES[word])
        else:
            found.append(word if value is None else value)
    return tuple(found)


def numerals(words: Sequence[str]) -> tuple[str, ...]:
    """The words that hold a number, in order: two things that differ in one are two things (Fund III, Fund IV)."""
    return tuple(word for word in words if any(map(str.isdigit, word)))


def without_closing_zeros(words: Sequence[str]) -> tuple[str, ...]:
    """The words without zeros at the end that follow a number: version 4.0 is version 4."""
    kept = list(words)
    while len(kept) > 1 and kept[-1] == "0" and kept[-2].isdigit():
        kept.pop()
    return tuple(kept)


def _value(word: str, *, first: bool) -> str | None:
    if word in _VALUES:
        return str(_VALUES[word])
    written = _WRITTEN.fullmatch(word)
    if written:
        return written[1]
    return None if first or not _ROMAN.fullmatch(word) else str(_roman(word))


def _roman(word: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in word]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-one if one < after else one for one, after in pairs)
