"""Readings that lean on the document's own date: yesterday, last Friday, in three weeks, the end of the month."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from forager.extract.values import calendar
from forager.extract.values import date_words as words
from forager.extract.values.calendar import date_bounds, real_date
from forager.extract.values.date_clock import half_of_part
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
    clock = re.match(r"\d\d:\d\d(?::\d\d)?", match.context.anchor[11:])
    if match.word("R") == "now" and clock:
        return Point(f"{origin}T{clock[0]}", "time")
    half = half_of_part(match.word("p") or match.word("R"))
    return replace(_day_point(origin + timedelta(days=match.number("R"))), half=half)


@_leaning
def day_around(match: Match, origin: date) -> Point | None:
    """The day after tomorrow, the day before yesterday."""
    if match.word("U") != "day" or match.word("B") not in {"after", "before"}:
        return None
    return replace(
        _day_point(origin + timedelta(days=2 if match.word("B") == "after" else -2)), half=half_of_part(match.word("p"))
    )


def weekday_alone(match: Match) -> Point | None:
    """A weekday with no word beside it that makes it a day: one only beside a time or part of the day."""
    point = weekday_sure(match)
    return replace(point, weak=True) if point else None


@_leaning
def weekday_sure(match: Match, origin: date) -> Point | None:
    """On Friday: the one ahead or behind, as the sentence looks; both, when it looks neither way and so cannot say."""
    ahead, behind = (calendar.nearest_weekday(origin, match.number("W"), way) for way in (1, -1))
    weekday = match.number("W")
    if match.direction == 0 and ahead != behind:
        return Point(f"[{behind},{ahead}]", "ambiguous", weekday=weekday)
    return replace(_day_point(ahead if match.direction >= 0 else behind), weekday=weekday)


COMING = frozenset({"coming", "upcoming"})
"""Words for the nearest one ahead, where "next" can be that of the week after."""


@_leaning
def weekday_shifted(match: Match, origin: date) -> Point | None:
    """Last Friday is that of the week before, next Friday that of the week after; past Friday is the nearest behind."""
    if match.word("q") == "past":
        return _day_point(calendar.nearest_weekday(origin - timedelta(days=1), match.number("W"), -1))
    if match.part("this") is not None or match.word("q") in COMING:
        step = 1 if match.shift() > 0 else -1
        return _day_point(calendar.nearest_weekday(origin + timedelta(days=step), match.number("W"), step))
    return _day_point(calendar.weekday_of_week(origin, match.number("W"), match.shift()))


@_leaning
def day_part(match: Match, origin: date) -> Point | None:
    """This evening, last night."""
    return replace(_day_point(origin + timedelta(days=match.shift())), half=half_of_part(match.word("p")))


@_leaning
def period_shifted(match: Match, origin: date) -> Point | None:
    """Last month, this quarter, next year; the coming weekend is the nearest ahead."""
    if match.word("U") in words.CLOCK_SIZES and match.shift():
        return _clock_beside(match, origin, timedelta(seconds=words.CLOCK_SIZES[match.word("U")]))
    if match.word("U") == "weekend" and match.word("q") in COMING:
        return _weekend(origin + timedelta(days=1), 0)
    return period(match.word("U"), origin, match.shift() or match.number("two"))


@_leaning
def weekday_after_next(match: Match, origin: date) -> Point | None:
    """The Monday after next: that of the week after the next."""
    if match.word("B") != "after" or match.shift() <= 0:
        return None
    return _day_point(calendar.weekday_of_week(origin, match.number("W"), 2))


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


def _weekdays(monday: date) -> Point:
    return Point(f"{monday}/{monday + timedelta(days=4)}", "interval")


def _fortnight(origin: date, shift: int) -> Point | None:
    """The fourteen days before or after."""
    first = origin + timedelta(days=1 if shift > 0 else -14)
    return Point(f"{first}/{first + timedelta(days=13)}", "interval") if shift else None


def _month(origin: date, shift: int) -> Point:
    return Point(calendar.add_months(origin.replace(day=1), shift).isoformat()[:7], "month")


_PERIODS: dict[str, Callable[[date, int], Point | None]] = {
    "year": lambda origin, shift: Point(f"{origin.year + shift:04d}", "year"),
    "decade": lambda origin, shift: Point(f"{origin.year // 10 + shift:03d}X", "decade"),
    "quarter": lambda origin, shift: Point(calendar.quarter_of(origin, shift), "quarter"),
    "month": _month,
    "week": lambda origin, shift: Point(calendar.iso_week(origin + timedelta(weeks=shift)), "week"),
    "day": lambda origin, shift: _day_point(origin + timedelta(days=shift)),
    "weekend": _weekend,
    "fortnight": _fortnight,
    "workweek": lambda origin, shift: _weekdays(calendar.weekday_of_week(origin, 0, shift)),
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


YEAR = 12
"""Months from which on "so long ago" means no one day."""
Amounts = list[tuple[int, str]]
_HALVES = {"hour": (30, "minute"), "day": (12, "hour"), "year": (6, "month")}


def amounts_of(match: Match, upto: str = "") -> Amounts:
    """Every number with its unit among the atoms of a match, before its part ``upto`` if one is named; none when one is unclear.

    "Half an hour" is 30 minutes, "a year and a half" a year and 6 months.
    """
    last = (
        match.found.start(upto)
        if upto in match.found.re.groupindex and match.found.start(upto) >= 0
        else match.found.end()
    )
    found: Amounts = []
    number, half = 1, False
    for atom in match.atoms[match.found.start() : last]:
        if atom.cls in "da":
            number = 1 if atom.cls == "a" else atom.number
        elif atom.cls == "U" and atom.word == "half":
            half = not found
            part = [] if half else [_HALVES.get(found[-1][1])]
            found += [each for each in part if each]
            if part == [None]:
                return []
        elif atom.cls == "U":
            found.append(_HALVES.get(atom.word, (0, "")) if half else (number, atom.word))
            number, half = 1, False
    return [] if (0, "") in found else found


def moved_by(origin: date, amounts: Amounts, sign: int) -> date | None:
    """The day that lies all the amounts from ``origin``; None for units of the clock and outside the calendar."""
    day: date | None = origin if amounts else None
    for amount, unit in amounts:
        day = moved(day, unit, sign * amount) if day is not None else None
    return day


@_leaning
def ago(match: Match, origin: date) -> Point | None:
    """Three weeks ago, in three weeks: the day that lies so far from the document's own."""
    sign = -1 if match.part("g") is not None or match.word("B") == "before" else 1
    base = origin + timedelta(days=match.number("R"))
    amounts = amounts_of(match, upto="B")
    seconds = sum(amount * words.CLOCK_SIZES.get(unit, 0) for amount, unit in amounts)
    if seconds:
        days = moved_by(base, [each for each in amounts if each[1] not in words.CLOCK_SIZES] or [(0, "day")], sign)
        return _clocked(match, days, timedelta(seconds=seconds * sign)) if days else None
    day = moved_by(base, amounts, sign)
    long = any(words.MONTH_SIZES.get(unit, 0) >= YEAR for _, unit in amounts)
    return replace(_day_point(day), precision="approximate" if long else "day") if day else None


def _clocked(match: Match, base: date, span: timedelta) -> Point | None:
    """Hours and minutes from a document's own time, or only its day when it has none."""
    clock = re.match(r"T(\d\d):(\d\d)", match.context.anchor[10:])
    if clock is None:
        return _day_point(base) if abs(span) <= timedelta(hours=8) else None
    minutes = timedelta(hours=int(clock[1]), minutes=int(clock[2])) + span
    day, rest = divmod(minutes, timedelta(days=1))
    hours, left = divmod(int(rest.total_seconds()), 3600)
    return Point(f"{base + timedelta(days=day)}T{hours:02d}:{left // 60:02d}", "time")


def weekdays_away(match: Match) -> Point | None:
    """Two Sundays ago, three Fridays from now."""
    if match.part("W") is None or match.number("W") < 0:
        return None
    if match.origin is None:
        return unresolved()
    step = -1 if match.part("g") is not None else 1
    first = calendar.nearest_weekday(match.origin + timedelta(days=step), match.number("W"), step)
    return replace(_day_point(first + timedelta(weeks=step * (_amount(match) - 1))), anchored=True)


def later(match: Match) -> Point | None:
    """Two weeks later: from the document's own day where the text looks ahead; in a tale it counts from the tale's day."""
    return ago(match) if match.direction > 0 else None


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


_LASTS = re.compile(
    r"\b(?:will|would|shall|should|can|could|may|might|must|to|not|n['\u2019]t|do|does|did)\s$|n['\u2019]t\s$"
)
"""Words before "last" that make it a verb."""


@_leaning
def span_beside(match: Match, origin: date) -> Point | None:
    """The next two weeks, the past ten days: from or up to the document's own day."""
    unit, amount = match.word("U"), _amount(match)
    if match.word("q") == "last" and match.found[0].startswith("q") and _LASTS.search(match.before):
        return None
    if unit in words.CLOCK_SIZES:
        return _clock_beside(match, origin, timedelta(seconds=words.CLOCK_SIZES[unit] * amount))
    if unit == "quarter":
        return _quarters_beside(origin, match.shift(), amount)
    if match.shift() < 0:
        first = moved(origin, unit, -amount)
        return Point(f"{first}/{origin}", "interval") if first else None
    last = moved(origin, unit, amount)
    return Point(f"{origin + timedelta(days=1)}/{last}", "interval") if last else None


def _clock_beside(match: Match, origin: date, span: timedelta) -> Point | None:
    """The last 24 hours, where the document says its own time."""
    clock = match.context.anchor[11:16]
    other = _clocked(match, origin, span if match.shift() >= 0 else -span) if len(clock) == len("15:04") else None
    if other is None:
        return None
    ends = sorted((f"{origin}T{clock}", other.normal))
    return Point("/".join(ends), "interval")


def _quarters_beside(origin: date, shift: int, amount: int) -> Point | None:
    """The past two quarters are the whole ones before the document's own."""
    ends = (calendar.quarter_of(origin, -amount), calendar.quarter_of(origin, -1))
    if shift >= 0:
        ends = (calendar.quarter_of(origin, 1), calendar.quarter_of(origin, amount))
    return Point("/".join(ends), "interval") if amount > 1 else Point(ends[0], "quarter")


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


def day_of_weekday(match: Match) -> Point | None:
    """Friday 13: the nearest day that is both; none where no month near has it."""
    return day_of_month(match) if match.origin is not None else None


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
    long = any(words.MONTH_SIZES.get(unit, 0) >= YEAR for _, unit in amounts_of(match))
    return ago(match) if match.direction > 0 or (match.direction == 0 and not long) else None


def ordinal_stretch(match: Match) -> Point | None:
    """The first quarter of next year."""
    quarter = match.number("o")
    if match.word("V") != "year":
        return None
    if match.word("U") == "week" and match.part("q") is not None:
        return read_week(match)
    if match.word("U") not in {"quarter", "half"} or not 1 <= quarter <= (4 if match.word("U") == "quarter" else 2):
        return None
    if match.origin is None:
        return unresolved()
    if match.word("U") == "half":
        return Point(f"{match.origin.year + match.shift():04d}-H{quarter}", "half", anchored=True)
    return Point(f"{match.origin.year + match.shift():04d}-Q{quarter}", "quarter", anchored=True)


def edge_period(match: Match, unit: str = "") -> Point | None:
    """The week, month, quarter or year of the document's own date."""
    if match.origin is None:
        return unresolved()
    point = period(unit or match.word("U"), match.origin, 0)
    return replace(point, anchored=True) if point else None
