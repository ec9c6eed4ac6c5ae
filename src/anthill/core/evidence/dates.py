"""Dates in a sentence, as parts: enough to say that *April 10, 2026* and *2026-04-10* are one date.

This compares an answer with its excerpts; it reads no documents. A date that could be read two ways (03/04/2026)
is kept as written and equals only itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
MONTH_NUMBERS: Final = {name: number for number, name in enumerate(_MONTHS, start=1)} | {
    name[:3]: number for number, name in enumerate(_MONTHS, start=1)
}
_MONTH = r"(?P<month>" + "|".join([*_MONTHS, *(name[:3] for name in _MONTHS), "sept"]) + r")\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<![\w.-])(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?=T\d|(?![\w-]))",
        rf"(?<!\w){_MONTH}\s+{_DAY},?\s+{_YEAR}(?!\w)",
        rf"(?<!\w){_DAY}\.?\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}(?!\w)",
        rf"(?<!\w){_MONTH},?\s+{_YEAR}(?!\w)",
        rf"(?<!\w){_MONTH}\s+{_DAY}(?![\w:])(?![.,]\d)",
        rf"(?<!\w){_DAY}\.?\s+(?:of\s+)?{_MONTH}(?!\w)",
        r"(?<![\w.-])(?P<year>\d{4})-(?P<month>\d{2})(?![\w-])",
        r"(?<![\w./])(?P<first>\d{1,2})[./](?P<second>\d{1,2})[./](?P<year>\d{4})(?![\w/])",
    )
)


@dataclass(frozen=True, slots=True)
class DateValue:
    """A date as far as it was given; zero means not given. `literal` is set where it can be read two ways."""

    year: int = 0
    month: int = 0
    day: int = 0
    literal: str = ""

    def within(self, other: DateValue) -> bool:
        """Whether `other` says at least this: *April 2026* is within *April 10, 2026*."""
        if self.literal or other.literal:
            return self == other
        mine, theirs = (self.year, self.month, self.day), (other.year, other.month, other.day)
        return all(part in (0, given) for part, given in zip(mine, theirs, strict=True))


def dates_in(text: str) -> Iterator[tuple[int, int, DateValue]]:
    """Yield start, end and value of each date, longest forms first; the spans do not overlap."""
    taken: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            value = _value(match)
            if value is None or any(start < right and left < end for left, right in taken):
                continue
            taken.append((start, end))
            yield start, end, value


def _value(match: re.Match[str]) -> DateValue | None:
    parts = match.groupdict()
    if "first" in parts:
        return _slashed(match)
    month = parts["month"]
    number = int(month) if month.isdecimal() else MONTH_NUMBERS[month.lower()[:3]]
    return _checked(int(parts.get("year") or 0), number, int(parts.get("day") or 0))


def _slashed(match: re.Match[str]) -> DateValue | None:
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    readings = {(month, day) for month, day in ((first, second), (second, first)) if month <= 12 and day <= 31}
    if len(readings) != 1:
        return DateValue(literal=match[0]) if readings else None
    month, day = readings.pop()
    return _checked(year, month, day)


def _checked(year: int, month: int, day: int) -> DateValue | None:
    return DateValue(year, month, day) if 1 <= month <= 12 and day <= 31 else None
