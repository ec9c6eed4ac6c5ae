"""Numbers as people write them: separators, scales and number words; exact decimals, never floats."""

from __future__ import annotations

import re
from decimal import Decimal

from forager.model.numerals import CARDINALS, TENS

NUMBER = (
    r"(?:\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,9})?|\d{1,3}(?:['\u2019]\d{3}){1,6}(?:\.\d{1,9})?|\d{1,3}(?:\.\d{3}){1,6},\d{1,2}"
    r"|\d{1,3}(?:\.\d{3}){2,6}(?![\d.,]?\d)|\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,6}(?:[.,]\d{1,2})?(?!\d)|\d{1,15}[.,]\d{1,9}|\d{1,15})"
)
"""One written number; the longest reading first."""

WORDS: dict[str, int] = CARDINALS | TENS | {"hundred": 100, "dozen": 12}
_COMPOUND = "(?:" + "|".join(TENS) + r")[\s-](?:" + "|".join(list(CARDINALS)[1:10]) + r")\b"
_HUNDREDS = rf"(?:{'|'.join(list(CARDINALS)[1:])})\shundred(?:\s(?:and\s)?(?:{_COMPOUND}|(?:{'|'.join([*TENS, *list(CARDINALS)[1:]])})\b))?"
NUMBER_WORD = f"(?:{_HUNDREDS}|{_COMPOUND}|" + "|".join(sorted(WORDS, key=lambda word: (-len(word), word))) + ")"

SCALES: dict[str, int] = {
    "k": 3,
    "thousand": 3,
    "m": 6,
    "mn": 6,
    "mio": 6,
    "million": 6,
    "millions": 6,
    "b": 9,
    "bn": 9,
    "billion": 9,
    "billions": 9,
    "trillion": 12,
    "lakh": 5,
    "lakhs": 5,
    "crore": 7,
    "crores": 7,
}
"""Scale words and letters as powers of ten (letters are read only beside a currency)."""

_EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,}")
_GROUPED = re.compile(r"\d{1,3}(?:([,'\u2019 \u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
_ONE_MARK = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_UNSURE = re.compile(r"\d{1,3}\.\d{3}")


def is_unsure(written: str, decimal: str = "") -> bool:
    """Whether "1.200" could be one and a fifth or one thousand two hundred: where the document's decimal mark is unknown."""
    return not decimal and _UNSURE.fullmatch(written) is not None and not written.startswith("0")


def _spoken(written: str) -> int | None:
    """Twelve, forty-five, two hundred and six; None for digits."""
    total = 0
    for word in re.split(r"[\s-]", written.lower()):
        value = 0 if word == "and" else WORDS.get(word)
        if value is None:
            return None
        total = max(total, 1) * value if word in {"hundred", "dozen"} else total + value
    return total


def number(written: str, decimal: str = "") -> Decimal:
    """The value of a string that ``NUMBER`` or ``NUMBER_WORD`` matched; ``decimal`` is the document's decimal mark, if it is known."""
    if decimal == "," and _ONE_MARK.fullmatch(written):
        return Decimal(written.replace(".", "").replace(",", "."))
    spoken = _spoken(written)
    if spoken is not None:
        return Decimal(spoken)
    if _EUROPEAN.fullmatch(written):
        return Decimal(written.replace(".", "").replace(",", "."))
    grouped = _GROUPED.fullmatch(written)
    if grouped is not None:
        separator = grouped[1]
        return Decimal(written.replace(separator, "").replace(",", "."))
    return Decimal(written.replace(",", "."))


def plain(value: Decimal) -> str:
    """Shortest exact decimal text, without exponent or trailing zeros: the normal form of a number."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text
