"""Readings of points side by side: a time beside a day, an edge of a stretch, two ends of an interval."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from forager.extract.values import calendar
from forager.extract.values.calendar import date_bounds, real_date
from forager.extract.values.date_clock import AFTER_NOON, half_of_part, in_half
from forager.extract.values.date_leaning import edge_period, period
from forager.extract.values.date_point import Point
from forager.extract.values.date_readers import Match, point_of, unresolved

_DAY = re.compile(r"[\dX]{4}-\d\d-\d\d")


def plain(match: Match) -> Point | None:
    """A day with a part of it ("Monday morning") is the day."""
    point = point_of(match)
    if point is None or not _DAY.fullmatch(point.normal):
        return None
    return replace(point, weak=False, half=half_of_part(match.word("p")))


def _half(match: Match, point: Point | None = None) -> int:
    """The half of the day that the words around a time name: in the evening, tonight."""
    said = half_of_part(match.word("p2")) or half_of_part(match.word("p"))
    return said or (point.half if point is not None else 0)


def _clock(match: Match, half: int, name: str = "T") -> str:
    """A time, put in the half of the day that other words name where it does not name its own."""
    atom = match.part(name)
    if atom is None:
        return ""
    return atom.word if atom.number else in_half(atom.word, half)


def day_with_time(match: Match) -> Point | None:
    """A day and a time of day, its offset kept; one of two days stays one of two."""
    point = point_of(match)
    if point is None or point.kind != "date":
        return None
    if not point.normal and not point.month:
        return replace(point, weak=False)
    clock = f"T{_clock(match, _half(match, point))}{match.word('Z')}"
    if point.weekday >= 0 and point.precision == "ambiguous":
        if "@" not in match.found[0] or match.follows(">-u&,|/"):
            return None
        both = ",".join(day + clock for day in point.normal.strip("[]").split(","))
        return replace(point, normal=f"[{both}]", weak=False)
    if not _DAY.fullmatch(point.normal):
        return None
    precision = point.precision if point.normal.startswith("X") else "time"
    return replace(point, normal=point.normal + clock, precision=precision, weak=False)


def _two_times(match: Match, half: int) -> tuple[str, str]:
    """Both times with their zones; the first takes the half of the day the second has written, where that comes before it."""
    first, last = _clock(match, half), _clock(match, half, "T2")
    one, two = match.part("T"), match.part("T2")
    if two is not None and two.number == AFTER_NOON and one is not None and not one.number:
        later = in_half(first, AFTER_NOON)
        first = later if later < last else first
    zone = match.word("Z2") or match.word("Z")
    return first + (match.word("Z") or zone), last + zone


def day_with_hours(match: Match) -> Point | None:
    """A day from one time to another; one that is not later is of the next day. Hours of "Monday to Friday" are no day's."""
    point = point_of(match)
    if point is None:
        return None
    first, last = _two_times(match, _half(match, point))
    if point.weekday >= 0 and match.follows(">-u&,/"):
        return None
    said = "F" in match.found[0] or "b" in match.found[0]
    if point.precision == "ambiguous" and point.weekday >= 0 and said and first < last:
        both = ",".join(f"{day}T{first}/{day}T{last}" for day in point.normal.strip("[]").split(","))
        return replace(point, normal=f"[{both}]", weak=False)
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", point.normal):
        return None
    day = date.fromisoformat(point.normal)
    end = day if last > first else day + timedelta(days=1)
    return replace(point, normal=f"{day}T{first}/{end}T{last}", precision="interval", weak=False)


def hours(match: Match) -> Point | None:
    """From one time of day to another."""
    first, last = _two_times(match, _half(match))
    return Point(f"T{first}/T{last}", "interval", "time") if first else None


def time_alone(match: Match) -> Point | None:
    """A time of day; "seven in the evening" is after noon."""
    return Point(f"T{_clock(match, _half(match))}{match.word('Z')}", "time", "time")


def _is_verb(match: Match) -> bool:
    """Whether "start" or "end" is a verb: without "of" the first, with "in" either."""
    word = match.word("e")
    return (word == "first" and "f" not in match.found[0]) or (match.part("i") is not None and word in {"first", "end"})


def edge(match: Match) -> Point | None:
    """The end of March 2026 is about its last day, early 2026 is about 2026. "Start" without "of" is a verb."""
    point = point_of(match)
    if point is None or point.kind != "date" or _is_verb(match):
        return None
    if not point.normal and not point.weak:
        return point
    whole = date_bounds(point.normal)
    if whole is None or whole[0] == whole[1]:
        return None
    return _edge_of(match.word("e"), replace(point, weak=False), whole)


def _edge_of(word: str, point: Point, whole: tuple[date, date]) -> Point:
    if word == "end":
        return replace(point, normal=whole[1].isoformat(), precision="approximate")
    if word == "first":
        return replace(point, normal=whole[0].isoformat(), precision="approximate")
    return replace(point, precision="approximate")


def edge_of_this(match: Match) -> Point | None:
    """The end of the month, leaning on the document's own date."""
    point = edge_period(match)
    if point is None or not point.normal:
        return point
    whole = date_bounds(point.normal)
    return _edge_of(match.word("e"), point, whole) if whole else None


_LAST = {"eoy": "year", "eom": "month", "eoq": "quarter", "eow": "week"}


def last_day(match: Match) -> Point | None:
    """EOY 2026: the last day of it."""
    point = point_of(match)
    if point is None:
        point = edge_period(match, _LAST[match.word("L")])
    if point is None or not point.normal:
        return point
    whole = date_bounds(point.normal)
    return replace(point, normal=whole[1].isoformat(), precision="day", weak=False) if whole else None


def week_of(match: Match) -> Point | None:
    """The week of a day, or the weekend of its week."""
    point = point_of(match)
    if match.word("U") not in {"", "week", "weekend"}:
        return None
    if point is None or not _DAY.fullmatch(point.normal) or point.normal.startswith("X"):
        return point if point is not None and not point.normal else None
    day = date.fromisoformat(point.normal)
    if match.word("U") == "weekend":
        found = period("weekend", day, 0)
        return replace(found, anchored=point.anchored) if found else None
    return replace(point, normal=calendar.iso_week(day), precision="week", weak=False)


# Intervals --------------------------------------------------------------------------------------------------------------


def interval(match: Match) -> Point | None:
    """From one point to another; an end without a year takes it from the other."""
    first, last = point_of(match), point_of(match, "P2")
    if first is None or last is None:
        return None
    last = _weekday_after(first, last)
    if not _joins(match, first, last):
        return None
    first, last = _completed(first, last, match.direction)
    if not first.normal or not last.normal:
        return None if first.weak or last.weak else unresolved()
    if ("T" in first.normal) != ("T" in last.normal):
        first, last = (replace(point, normal=point.normal.partition("T")[0]) for point in (first, last))
    normal = f"{first.normal}/{last.normal}"
    if "X" in normal:
        return Point(normal, "unresolved")
    return Point(normal, "interval", anchored=first.anchored or last.anchored) if _in_order(normal) else None


def _joins(match: Match, first: Point, last: Point) -> bool:
    """Whether the words between join two ends: a change ("moved from May 3 to May 9") is no interval."""
    precisions = {first.precision, last.precision}
    if first.kind != last.kind or first.kind == "set" or precisions & {"interval", "ambiguous"}:
        return False
    sign = match.part("to")
    dash = sign is not None and sign.cls in "-/"
    if sign is not None and sign.cls == "/" and not (_DAY.match(first.normal) and _DAY.match(last.normal)):
        return False
    lead = match.word("lead")
    if not dash and match.setting.changes and lead != "between":
        return False
    return dash or bool(lead) or not (first.weak and last.weak) or bool(first.month and last.month)


def _weekday_after(first: Point, last: Point) -> Point:
    """A lone weekday after a day is the next such day: from next Monday to Friday."""
    if last.weekday < 0 or not last.weak or first.weak or not re.fullmatch(r"\d{4}-\d\d-\d\d", first.normal):
        return last
    day = calendar.nearest_weekday(date.fromisoformat(first.normal) + timedelta(days=1), last.weekday, 1)
    return replace(last, normal=day.isoformat(), precision="day", weak=False)


def _completed(first: Point, last: Point, direction: int) -> tuple[Point, Point]:
    """Both ends with a year, where one has it; what lies ahead may have begun. Else as they are."""
    if _yearless(first) and not _yearless(last):
        first = _with_year(first, last.normal, before=True)
    elif _yearless(last) and not _yearless(first):
        last = _with_year(last, first.normal, before=False)
    elif direction > 0 and first.anchored and last.anchored and _yearless(first) and _yearless(last):
        first = replace(_with_year(first, last.normal, before=True), anchored=True)
    elif first.anchored and last.anchored and _yearless(first) and last.normal < first.normal:
        last = replace(_with_year(last, first.normal, before=False), anchored=True)
    return first, last


def _yearless(point: Point) -> bool:
    return bool(point.month) and (point.anchored or not point.normal or point.normal.startswith("X"))


def _with_year(point: Point, beside: str, *, before: bool) -> Point:
    """A day or month without a year, put in the year of the other end or the one next to it."""
    year = int(beside[:4]) if beside[:4].isdigit() else 0
    if not year:
        return point
    made = _in_year(point, year)
    if made and (made > beside if before else made < beside[: len(made)]):
        made = _in_year(point, year - 1 if before else year + 1)
    return replace(point, normal=made, weak=False, anchored=False)


def _in_year(point: Point, year: int) -> str:
    return real_date(year, point.month, point.day) if point.day else f"{year:04d}-{point.month:02d}"


def _in_order(normal: str) -> bool:
    first, _, last = normal.partition("/")
    if first.startswith("T"):
        return True
    one, two = date_bounds(first), date_bounds(last)
    return one is not None and two is not None and one[0] <= two[1] and (one[0] < two[0] or first < last)


def interval_of_day(match: Match) -> Point | None:
    """``3 to Friday 6 March 2026``: the first day takes month and year from the second."""
    low, last = match.number("M"), point_of(match, "P2")
    if last is None or not re.fullmatch(r"\d{4}-\d\d-\d\d", last.normal) or match.setting.changes:
        return None
    first = real_date(int(last.normal[:4]), int(last.normal[5:7]), low)
    return (
        Point(f"{first}/{last.normal}", "interval", anchored=last.anchored) if first and first < last.normal else None
    )


def interval_of_quarter(match: Match) -> Point | None:
    """Q2 to Q3 2027: the first quarter takes its year from the second."""
    quarter, last = match.number("Q"), point_of(match, "P2")
    if last is None or last.precision != "quarter" or match.setting.changes or not last.normal:
        return None
    first = f"{last.normal[:4]}-Q{quarter}"
    return Point(f"{first}/{last.normal}", "interval", anchored=last.anchored) if first < last.normal else None
