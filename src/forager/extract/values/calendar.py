"""Arithmetic on calendar days and on the normal forms of dates; pure, no clock."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta

QUARTER_MONTHS = 3


def real_date(year: int, month: int, day: int) -> str:
    """ISO form of a day that exists, else empty."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def as_date(text: str) -> date | None:
    """The day that an ISO text begins with, or None."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def full_year(written: str) -> int:
    """Four digits as they stand; two digits in 1970-2069."""
    year = int(written)
    if len(written) > 2:
        return year
    return 1900 + year if year >= 70 else 2000 + year


def add_months(origin: date, months: int) -> date:
    """The same day ``months`` later, or the last of that month when it has no such day.

    Raises:
        ValueError: the year leaves the calendar.
    """
    year, month = divmod(origin.year * 12 + origin.month - 1 + months, 12)
    return date(year, month + 1, min(origin.day, monthrange(year, month + 1)[1]))


def month_end(year: int, month: int) -> date:
    """The last day of a month."""
    return date(year, month, monthrange(year, month)[1])


def nearest_year(origin: date, month: int, day: int, direction: int = 0) -> str:
    """The occurrence of a day of the year nearest to ``origin``: on or after it for 1, on or before it for -1; else empty."""
    found = [real_date(origin.year + shift, month, day) for shift in (-1, 0, 1)]
    days = [date.fromisoformat(iso) for iso in found if iso]
    fitting = [each for each in days if direction == 0 or (each - origin).days * direction >= 0]
    best = min(fitting, key=lambda each: (abs(each - origin), each), default=None)
    return best.isoformat() if best is not None else ""


def weekday_of_week(origin: date, weekday: int, weeks: int) -> date:
    """The weekday (0 is Monday) in the ISO week ``weeks`` after the one of ``origin``."""
    return origin - timedelta(days=origin.weekday()) + timedelta(days=weekday, weeks=weeks)


def nearest_weekday(origin: date, weekday: int, direction: int = 0) -> date:
    """The weekday nearest to ``origin``: on or after it for 1, on or before it for -1."""
    ahead = (weekday - origin.weekday()) % 7
    if direction > 0 or (direction == 0 and ahead <= 3):
        return origin + timedelta(days=ahead)
    return origin - timedelta(days=(7 - ahead) % 7)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> str:
    """The nth weekday of a month (-1 is the last), or empty when the month has none."""
    if nth < 0:
        last = month_end(year, month)
        return (last - timedelta(days=(last.weekday() - weekday) % 7)).isoformat()
    first = date(year, month, 1)
    day = 1 + (weekday - first.weekday()) % 7 + 7 * (nth - 1)
    return real_date(year, month, day)


def iso_week(day: date) -> str:
    """The ISO week a day lies in, such as 2026-W14."""
    year, week, _ = day.isocalendar()
    return f"{year:04d}-W{week:02d}"


def quarter_of(day: date, shift: int = 0) -> str:
    """The quarter a day lies in, ``shift`` quarters later."""
    year, quarter = divmod(day.year * 4 + (day.month - 1) // QUARTER_MONTHS + shift, 4)
    return f"{year:04d}-Q{quarter + 1}"


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (the anonymous algorithm of Nature, 1876)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    el = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * el) // 433
    month = (h + el - 7 * m + 90) // 25
    return date(year, month, (h + el - 7 * m + 33 * month + 19) % 32)


def date_bounds(normal: str) -> tuple[date, date] | None:
    """First and last day of a normal form; None for fiscal years, seasons, times and what is no date."""
    low, _, high = normal.partition("/") if not normal.startswith("FY") else (normal, "", "")
    try:
        first, last = _single(low), _single(high or low)
    except ValueError:
        return None
    return None if first is None or last is None else (first[0], last[1])


def _single(normal: str) -> tuple[date, date] | None:
    for shape, read in _FORMS:
        if shape.fullmatch(normal):
            return read(normal)
    return None


def _day(normal: str) -> tuple[date, date]:
    day = date.fromisoformat(normal[:10])
    return day, day


def _part_of_year(normal: str) -> tuple[date, date]:
    size = QUARTER_MONTHS if normal[5] == "Q" else 2 * QUARTER_MONTHS
    return _months(int(normal[:4]), (int(normal[6]) - 1) * size + 1, size)


def _week(normal: str) -> tuple[date, date]:
    monday = date.fromisocalendar(int(normal[:4]), int(normal[6:]), 1)
    return monday, monday + timedelta(days=6)


def _many_years(normal: str) -> tuple[date, date]:
    return date(max(1, int(normal.replace("X", "0"))), 1, 1), date(int(normal.replace("X", "9")), 12, 31)


def _months(year: int, month: int, count: int) -> tuple[date, date]:
    return date(year, month, 1), month_end(year, month + count - 1)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[str], tuple[date, date]]], ...] = (
    (re.compile(r"\d{4}-\d\d-\d\d(?:T.*)?"), _day),
    (re.compile(r"\d{4}-\d\d"), lambda normal: _months(int(normal[:4]), int(normal[5:]), 1)),
    (re.compile(r"\d{4}-Q[1-4]|\d{4}-H[12]"), _part_of_year),
    (re.compile(r"\d{4}-W\d\d"), _week),
    (re.compile(r"\d{4}"), lambda normal: _months(int(normal), 1, 12)),
    (re.compile(r"\d{3}X|\d\dXX"), _many_years),
)
