"""Readings that lean on the document's own date: yesterday, last Friday, in three weeks, the end of the month."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from forager.extract.values import calendar
from forager.extract.values import date_words as words
from forager.extract.values.calendar import date_bounds, real_date
from forager.extract.values.date_point import Point
from forager.extract.values.date_readers import Match, Reader, unresolved
from forager.extract.values.date_readers import week_year as read_week


def _leaning(read: Callable[[Match, date], Point | None]) -> Reader:
    """A reader that needs the document's own date; without one the words are unresolved."""

    def reader(match: Match) -> Point | None:
        if match.origin is None:
            return unresolved()
        point = read(match, match.origin)
        return replace(point, anchored=True) if point else None

    return reader


def _day_point(day: date) -> Point:
    return Point(day.isoformat(), "day")


@_leaning
def day_word(match: Match, origin: date) -> Point | None:
    """Today and its like; now is the document's own time, if it has one."""
    clock = match.context.anchor[11:16]
    if match.word("R") == "now" and clock:
        return Point(f"{origin}T{clock}", "time")
    return _day_point(origin + timedelta(days=match.number("R")))


day_around = _leaning(lambda m, origin: _day_point(origin + timedelta(days=2 if m.word("B") == "after" else -2)))


def weekday_alone(match: Match) -> Point | None:
    """A weekday with no word beside it that makes it a day: one only beside a time or part of the day."""
    point = weekday_sure(match)
    return replace(point, weak=True) if point else None


@_leaning
def weekday_sure(match: Match, origin: date) -> Point | None:
    """On Friday: the one ahead or behind, as the sentence looks; both, when it looks neither way and so cannot say."""
    ahead, behind = (calendar.nearest_weekday(origin, match.number("W"), way) for way in (1, -1))
    if match.direction == 0 and ahead != behind:
        return Point(f"[{behind},{ahead}]", "ambiguous")
    return _day_point(ahead if match.direction >= 0 else behind)


@_leaning
def weekday_shifted(match: Match, origin: date) -> Point | None:
    """Last Friday is that of the week before, next Friday that of the week after; past Friday is the nearest behind."""
    if match.word("q") == "past":
        return _day_point(calendar.nearest_weekday(origin - timedelta(days=1), match.number("W"), -1))
    return _day_point(calendar.weekday_of_week(origin, match.number("W"), match.shift()))


day_shifted = _leaning(lambda m, origin: _day_point(origin + timedelta(days=m.shift())))
day_part = _leaning(lambda m, origin: _day_point(origin + timedelta(days=m.shift())))


@_leaning
def period_shifted(match: Match, origin: date) -> Point | None:
    """Last month, this quarter, next year."""
    return period(match.word("U"), origin, match.shift() or match.number("two"))


@_leaning
def after_next(match: Match, origin: date) -> Point | None:
    """The week after next."""
    return period(match.word("U"), origin, 2 if match.word("B") == "after" else -2)


def period(unit: str, origin: date, shift: int) -> Point | None:
    """The calendar stretch of ``unit`` that lies ``shift`` stretches after the one of ``origin``; None for other units."""
    read = _PERIODS.get(unit)
    return read(origin, shift) if read is not None else None


def _weekend(origin: date, shift: int) -> Point:
    saturday = calendar.weekday_of_week(origin, 5, shift)
    return Point(f"{saturday}/{saturday + timedelta(days=1)}", "interval")


def _month(origin: date, shift: int) -> Point:
    return Point(calendar.add_months(origin.replace(day=1), shift).isoformat()[:7], "month")


_PERIODS: dict[str, Callable[[date, int], Point]] = {
    "year": lambda origin, shift: Point(f"{origin.year + shift:04d}", "year"),
    "decade": lambda origin, shift: Point(f"{origin.year // 10 + shift:03d}X", "decade"),
    "quarter": lambda origin, shift: Point(calendar.quarter_of(origin, shift), "quarter"),
    "month": _month,
    "week": lambda origin, shift: Point(calendar.iso_week(origin + timedelta(weeks=shift)), "week"),
    "day": lambda origin, shift: _day_point(origin + timedelta(days=shift)),
    "weekend": _weekend,
}


def moved(origin: date, unit: str, amount: int) -> date | None:
    """The day ``amount`` units after ``origin``; None for units of the clock and outside the calendar."""
    try:
        if unit in words.DAY_SIZES:
            return origin + timedelta(days=amount * words.DAY_SIZES[unit])
        if unit in words.MONTH_SIZES:
            return calendar.add_months(origin, amount * words.MONTH_SIZES[unit])
    except (ValueError, OverflowError):
        return None
    return None


def _amount(match: Match, name: str = "d") -> int:
    """The number before a unit; "a" is one."""
    atom = match.part(name)
    return 1 if atom is None or atom.cls == "a" else atom.number


@_leaning
def ago(match: Match, origin: date) -> Point | None:
    """Three weeks ago, in three weeks: the day that lies so far from the document's own."""
    back = match.part("g") is not None or match.word("B") == "before"
    sign = -1 if back else 1
    base = origin + timedelta(days=match.number("R"))
    clocked = _clocked(match, base, sign)
    if clocked is not None:
        return clocked
    day: date | None = base
    for amount, unit in _amounts(match):
        day = moved(day, unit, sign * amount) if day is not None else None
    return _day_point(day) if day else None


def _amounts(match: Match) -> list[tuple[int, str]]:
    """Every number with its unit among the atoms of a match."""
    atoms = match.atoms[match.found.start() : match.found.end()]
    found: list[tuple[int, str]] = []
    for index, atom in enumerate(atoms):
        if atom.cls == "U" and not (index and atoms[index - 1].cls == "B"):
            number = next((each for each in reversed(atoms[:index]) if each.cls in "da"), None)
            found.append((number.number if number is not None and number.cls == "d" else 1, atom.word))
    return found


def _clocked(match: Match, base: date, sign: int) -> Point | None:
    """Hours and minutes from a document's own time, or only its day when it has none."""
    size = words.CLOCK_SIZES.get(match.word("U"))
    if size is None:
        return None
    span = timedelta(seconds=size * _amount(match) * sign)
    clock = re.match(r"T(\d\d):(\d\d)", match.context.anchor[10:])
    if clock is None:
        return _day_point(base) if abs(span) <= timedelta(hours=8) else None
    minutes = timedelta(hours=int(clock[1]), minutes=int(clock[2])) + span
    day, rest = divmod(minutes, timedelta(days=1))
    hours, left = divmod(int(rest.total_seconds()), 3600)
    return Point(f"{base + timedelta(days=day)}T{hours:02d}:{left // 60:02d}", "time")


@_leaning
def week_from_weekday(match: Match, origin: date) -> Point | None:
    """A week on Friday, a fortnight today: a day some days after a coming one."""
    base = (
        origin + timedelta(days=match.number("R"))
        if match.part("R") is not None
        else calendar.nearest_weekday(origin, match.number("W"), 1)
    )
    day = moved(base, match.word("U"), _amount(match))
    return _day_point(day) if day else None


@_leaning
def span_beside(match: Match, origin: date) -> Point | None:
    """The next two weeks, the past ten days: from or up to the document's own day."""
    unit, amount = match.word("U"), _amount(match)
    if match.shift() < 0:
        first = moved(origin, unit, -amount)
        return Point(f"{first}/{origin}", "interval") if first else None
    last = moved(origin, unit, amount)
    return Point(f"{origin + timedelta(days=1)}/{last}", "interval") if last else None


@_leaning
def month_shifted(match: Match, origin: date) -> Point | None:
    """Last November, next June; June next year."""
    month = match.number("M")
    if match.part("U") is not None:
        return Point(f"{origin.year + match.shift():04d}-{month:02d}", "month")
    if match.shift() == 0:
        return Point(f"{origin.year:04d}-{month:02d}", "month")
    later = month > origin.month
    year = origin.year + (0 if later else 1) if match.shift() > 0 else origin.year - (1 if month >= origin.month else 0)
    return Point(f"{year:04d}-{month:02d}", "month")


@_leaning
def day_of_shifted_month(match: Match, origin: date) -> Point | None:
    """The 20th of next month."""
    first = calendar.add_months(origin.replace(day=1), match.shift())
    iso = real_date(first.year, first.month, match.number("d"))
    return Point(iso, "day") if iso else None


@_leaning
def day_of_month(match: Match, origin: date) -> Point | None:
    """On the 15th: of the month nearest the document's own day; with a weekday, of the nearest month where both agree."""
    number, weekday = match.number("d"), match.part("W")
    days: list[date] = []
    for shift in range(-4, 5):
        first = calendar.add_months(origin.replace(day=1), shift)
        iso = real_date(first.year, first.month, number)
        if iso and (weekday is None or date.fromisoformat(iso).weekday() == weekday.number):
            days.append(date.fromisoformat(iso))
    fitting = [day for day in days if (day - origin).days * match.direction >= 0]
    best = min(fitting, key=lambda day: (abs(day - origin), day), default=None)
    return _day_point(best) if best else None


@_leaning
def rest_of(match: Match, origin: date) -> Point | None:
    """The rest of the month."""
    whole = period(match.word("U"), origin, 0)
    ends = date_bounds(whole.normal) if whole else None
    return Point(f"{origin}/{ends[1]}", "interval") if ends else None


@_leaning
def the_weekend(match: Match, origin: date) -> Point | None:
    """The weekend: the coming one of this week."""
    return period("weekend", origin, 0) if match.word("U") == "weekend" else None


def in_time(match: Match) -> Point | None:
    """In three weeks: a day to come; of a past or timeless sentence a length of time and no date."""
    return ago(match) if match.direction > 0 or (match.direction == 0 and match.part("g") is None) else None


def ordinal_stretch(match: Match) -> Point | None:
    """The first quarter of next year."""
    quarter = match.number("o")
    if match.word("U") == "week" and match.part("q") is not None:
        return read_week(match)
    if match.word("U") != "quarter" or not 1 <= quarter <= 4:
        return None
    if match.origin is None:
        return unresolved()
    return Point(f"{match.origin.year + match.shift():04d}-Q{quarter}", "quarter", anchored=True)


def edge_period(match: Match, unit: str = "") -> Point | None:
    """The week, month, quarter or year of the document's own date."""
    if match.origin is None:
        return unresolved()
    point = period(unit or match.word("U"), match.origin, 0)
    return replace(point, anchored=True) if point else None
