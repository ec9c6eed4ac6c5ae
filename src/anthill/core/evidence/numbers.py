"""Numbers in a sentence: magnitude, and currency, percent or unit where one is written beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

_SCALES: Final = {"k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "bn": 9, "billion": 9}
_UNIT_WORDS: Final = (
    ("%", "% percent pct"),
    ("USD", "$ usd dollar dollars us$"),
    ("EUR", "€ eur euro euros"),
    ("GBP", "£ gbp pound pounds"),
    ("CHF", "chf franc francs"),
    ("JPY", "¥ jpy yen"),
    ("second", "s sec secs second seconds"),
    ("minute", "min mins minute minutes"),
    ("hour", "h hr hrs hour hours"),
    ("day", "day days"),
    ("week", "week weeks"),
    ("month", "month months"),
    ("year", "year years"),
    ("kb", "kb kilobyte kilobytes"),
    ("mb", "mb megabyte megabytes"),
    ("gb", "gb gigabyte gigabytes"),
    ("tb", "tb terabyte terabytes"),
    ("mm", "mm millimetre millimetres millimeter millimeters"),
    ("cm", "cm centimetre centimetres centimeter centimeters"),
    ("metre", "metre metres meter meters"),
    ("km", "km kilometre kilometres kilometer kilometers"),
    ("kg", "kg kilogram kilograms"),
)
_UNITS: Final[Mapping[str, str]] = {word: unit for unit, words in _UNIT_WORDS for word in words.split()}
_SMALL = """
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty
"""
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_WORDS: Final = {word: number for number, word in enumerate(_SMALL.split(), start=2)} | _TENS
"""*One* is left out: it counts nothing in *one source says*."""

_SPACE = "\u0020\u00a0\u202f"
_NUMBER: Final = re.compile(
    rf"(?<![\w.])(?P<sign>(?<=[\s(\"\u201c])[-\u2212]|^[-\u2212])?"
    rf"(?P<before>us\$|[$€£¥]|\b(?:usd|eur|gbp|chf|jpy)[{_SPACE}]?)?"
    rf"(?P<digits>\d{{1,3}}(?:[,'\u2019{_SPACE}]\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"(?:[{_SPACE}-]?(?P<after>%|[€£$]|[a-z]+))?(?![.,]?\d)",
    re.IGNORECASE,
)
_SEPARATORS: Final = re.compile(rf"[,'\u2019{_SPACE}]")
_AMBIGUOUS: Final = re.compile(r"\d{1,3}\.\d{3}")


@dataclass(frozen=True, slots=True)
class NumberValue:
    """A magnitude in its shortest decimal form, and its unit (empty where none is known)."""

    magnitude: str
    unit: str = ""

    def carried_by(self, other: NumberValue) -> bool:
        """Whether `other` says this number: the same magnitude, and the same unit if this one has any."""
        return self.magnitude == other.magnitude and self.unit in ("", other.unit)


def numbers_in(text: str) -> Iterator[tuple[int, int, NumberValue]]:
    """Yield start, end and value of each number written in digits."""
    for match in _NUMBER.finditer(text):
        after = (match["after"] or "").lower()
        scale = _SCALES.get(after, 0)
        unit = _UNITS.get((match["before"] or "").strip().lower(), "") or _UNITS.get(after, "")
        end = match.end() if scale or after in _UNITS else match.end("digits")
        yield match.start(), end, NumberValue(_magnitude(match, scale), unit)


def number_words_in(text: str) -> Iterator[tuple[int, int, NumberValue]]:
    """Yield numbers written as one word, so that *three servers* cannot become *five servers*."""
    for match in re.finditer(r"[^\W\d_]+", text):
        number = _WORDS.get(match[0].lower())
        if number is not None:
            yield match.start(), match.end(), NumberValue(str(number))


def _magnitude(match: re.Match[str], scale: int) -> str:
    digits = match["digits"]
    # 1.000 is a thousand to some writers and one to others: it equals only itself.
    if _AMBIGUOUS.fullmatch(digits):
        return (match["sign"] or "") + digits
    value = Decimal(_SEPARATORS.sub("", digits)).scaleb(scale)
    shortest = format(value.normalize(), "f")
    return f"-{shortest}" if match["sign"] else shortest
