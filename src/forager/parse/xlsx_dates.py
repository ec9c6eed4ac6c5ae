"""Serial day counts of a workbook as ISO 8601 dates and times, in the precision that a number format shows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

_HALVES = re.compile(r"AM/PM|A/P", re.IGNORECASE)
_RUNS = re.compile(r"y+|m+|d+|h+|s+", re.IGNORECASE)
_LAST = 2_958_466
"""The day after 9999-12-31."""


@dataclass(frozen=True, slots=True)
class DateParts:
    """What of a moment a format shows. ``elapsed`` counts hours, minutes or seconds beyond the day ("h", "m", "s")."""

    year: bool = False
    month: bool = False
    day: bool = False
    hour: bool = False
    minute: bool = False
    second: bool = False
    elapsed: str = ""


def date_parts(letters: str, elapsed: Sequence[str]) -> DateParts | None:
    """What a section of a format shows of a moment; None when it shows a number.

    ``letters`` is the section without its literals, ``elapsed`` its bracketed parts such as "h" in ``[h]:mm``.
    """
    kinds = [run[0].casefold() for run in _RUNS.findall(_HALVES.sub(" ", letters))]
    if not (kinds or elapsed) or re.search(r"[0#?]", re.sub(r"\.0+", "", letters)):
        return None
    minutes = {n for n, kind in enumerate(kinds) if kind == "m" and _is_minute(kinds, n, elapsed=bool(elapsed))}
    return DateParts(
        year="y" in kinds,
        month=any(kind == "m" and n not in minutes for n, kind in enumerate(kinds)),
        day="d" in kinds,
        hour="h" in kinds,
        minute=bool(minutes),
        second="s" in kinds,
        elapsed=elapsed[0][0].casefold() if elapsed else "",
    )


def _is_minute(kinds: Sequence[str], place: int, *, elapsed: bool) -> bool:
    """An "m" after hours or before seconds counts minutes, else months."""
    before = place > 0 and kinds[place - 1] == "h"
    after = place + 1 < len(kinds) and kinds[place + 1] == "s"
    return before or after or elapsed


def date_words(serial: float, parts: DateParts, *, from_1904: bool) -> str:
    """The ISO form of a serial day count; empty when it is no moment that a calendar has."""
    if not 0 <= serial < _LAST:
        return ""
    if parts.elapsed:
        return _elapsed(round(serial * 86_400), parts)
    moment = _moment(serial, from_1904=from_1904)
    date, time = _date(moment, parts), _time(moment, parts)
    if date and serial < 1 and not from_1904:
        return ""
    return f"{date} {time}".strip()


def _moment(serial: float, *, from_1904: bool) -> datetime:
    """Day 60 of the 1900 system is a day that never was: what stands before it is one day off."""
    start = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)  # noqa: DTZ001 - a workbook knows no zone
    if not from_1904 and serial < 60:
        start += timedelta(days=1)
    return start + timedelta(seconds=round(serial * 86_400))


def _date(moment: datetime, parts: DateParts) -> str:
    if parts.day:
        return moment.strftime("%Y-%m-%d")
    if parts.month:
        return moment.strftime("%Y-%m")
    return moment.strftime("%Y") if parts.year else ""


def _time(moment: datetime, parts: DateParts) -> str:
    if parts.hour:
        return moment.strftime("%H:%M:%S" if parts.second else "%H:%M")
    return moment.strftime("%M:%S") if parts.minute or parts.second else ""


def _elapsed(seconds: int, parts: DateParts) -> str:
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    if parts.elapsed == "h":
        tail = f":{rest:02}" if parts.second else ""
        return f"{hours}:{minutes:02}{tail}" if parts.minute else str(hours)
    if parts.elapsed == "m":
        return f"{seconds // 60}:{rest:02}" if parts.second else str(seconds // 60)
    return str(seconds)
