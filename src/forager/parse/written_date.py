"""Dates as people write them in a "Date:" line, a front matter field or an attribution: read whole, never guessed."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum

MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar", "february feb februar", "march mar märz maerz", "april apr", "may mai", "june jun juni",
            "july jul juli", "august aug", "september sep sept", "october oct oktober", "november nov", "december dec dezember",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip

_MONTH = "|".join(sorted(MONTHS, key=lambda name: (-len(name), name)))
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (precision, re.compile(pattern, re.IGNORECASE))
    for precision, pattern in (
        ("day", r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?!\d)"),
        ("day", r"(?<!\d)(?P<y>\d{4})/(?P<m>\d{1,2})/(?P<d>\d{1,2})(?!\d)"),
        ("day", rf"\b(?P<name>{_MONTH})\b\.?\s+{_DAY}(?:,|\s)\s*(?P<y>\d{{4}})(?!\d)"),
        ("day", rf"(?<!\d){_DAY}\.?\s+(?:of\s+)?(?P<name>{_MONTH})\b\.?,?\s+(?P<y>\d{{4}})(?!\d)"),
        ("day", rf"(?<!\d){_DAY}-(?P<name>{_MONTH})-(?P<y>\d{{4}})(?!\d)"),
        ("day", r"(?<!\d)(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})(?!\d)"),
        ("slash", r"(?<!\d)(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y>\d{4})(?!\d)"),
        ("month", rf"\b(?P<name>{_MONTH})\b\.?,?\s+(?P<y>\d{{4}})(?!\d)"),
        ("month", r"^\s*(?P<y>\d{4})-(?P<m>\d{2})\s*$"),
        ("year", r"^\s*(?P<y>\d{4})\s*$"),
    )
)


class Reading(StrEnum):
    """How a written date was understood."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    AMBIGUOUS = "ambiguous"
    NONE = "none"


_INSIDE = re.compile(r"(?<![\d./-])\d{4}-(?:0[1-9]|1[0-2])(?![\d./-])")
"""A month among other words, which ``read_date`` takes only when it stands alone."""


def written_dates(words: str) -> tuple[tuple[int, int], ...]:
    """Where dates that name at least a month stand in a line, in order; of two readings of one place the fuller."""
    found: list[tuple[int, int]] = []
    for pattern in (*(shape for precision, shape in _SHAPES if precision != "year"), _INSIDE):
        for match in pattern.finditer(words):
            if all(match.end() <= start or end <= match.start() for start, end in found):
                found.append(match.span())
    return tuple(sorted(found))


def read_date(written: str, day_first: bool | None = None) -> tuple[str, Reading]:
    """ISO text and precision of the first date in a short text; empty text when there is none or it could be two.

    "03/04/2026" is ambiguous unless ``day_first`` tells the order; "13/04/2026" is not; "10.4.2026" has its day first, as
    everywhere it is written so.
    """
    for precision, pattern in _SHAPES:
        found = pattern.search(written[:300])
        if found:
            return _slashed(found, day_first) if precision == "slash" else _dated(found, precision)
    return "", Reading.NONE


def _dated(found: re.Match[str], precision: str) -> tuple[str, Reading]:
    parts = found.groupdict()
    month = MONTHS[parts["name"].lower()] if parts.get("name") else int(parts.get("m") or 1)
    return _checked(int(parts["y"]), month, int(parts.get("d") or 1), Reading(precision))


def _slashed(found: re.Match[str], day_first: bool | None) -> tuple[str, Reading]:
    a, b, year = int(found["a"]), int(found["b"]), int(found["y"])
    if a != b and a <= 12 and b <= 12 and day_first is None:
        return "", Reading.AMBIGUOUS
    month, day = (b, a) if a > 12 or (day_first and b <= 12) else (a, b)
    return _checked(year, month, day, Reading.DAY)


def _checked(year: int, month: int, day: int, precision: Reading) -> tuple[str, Reading]:
    """Only days that exist, in years in which documents are written."""
    try:
        whole = date(year, month, day).isoformat()
    except ValueError:
        return "", Reading.NONE
    if not 1800 <= year <= 2200:
        return "", Reading.NONE
    return whole[: {Reading.DAY: 10, Reading.MONTH: 7, Reading.YEAR: 4}[precision]], precision
