"""Readings that count from a day or within a stretch beside them: two weeks after 3 May, the first ten days of June, lists of days."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from forager.extract.values import calendar
from forager.extract.values.calendar import as_date, date_bounds, real_date
from forager.extract.values.date_atoms import Atom
from forager.extract.values.date_leaning import amounts_of, moved_by, period
from forager.extract.values.date_point import Point, Setting
from forager.extract.values.date_readers import UNRESOLVED, Match, day_of_year, point_of, unresolved

_WHOLE_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_LIMIT = re.compile(
    r"\b(?:than|least|most|within|first|next|last|of|for|runs?|lasts?|force|valid|effect|leave|paid)\s$", re.IGNORECASE
)
"""Words before a length of time that make it a limit and no day."""
NEAR = frozenset({"day", "week", "fortnight"})
"""Units that lead from a day to another; months and years after a day are a term, and stay one."""
BACK = frozenset({"before"})
AROUND = frozenset({"before", "after", "from", "following"})


def _day_of(point: Point | None) -> date | None:
    if point is None or point.kind != "date" or not _WHOLE_DAY.fullmatch(point.normal):
        return None
    return as_date(point.normal)


def from_day(match: Match) -> Point | None:
    """Two weeks after 3 May, five days before New Year: the day that lies so far from another."""
    point, way = point_of(match), match.word("B")
    day = _day_of(point)
    if point is None or day is None or way not in AROUND or _LIMIT.search(match.before):
        return None
    amounts = amounts_of(match, upto="B")
    if any(unit not in NEAR for _, unit in amounts):
        return None
    found = moved_by(day, amounts, -1 if way in BACK else 1)
    return Point(found.isoformat(), "day", anchored=point.anchored) if found else None


def next_to_day(match: Match) -> Point | None:
    """The day after Christmas, the week before 3 May."""
    point, way, unit = point_of(match), match.word("B"), match.word("U")
    day = _day_of(point)
    if (
        point is None
        or day is None
        or way not in {"before", "after"}
        or unit not in {"day", "week", "weekend", "month"}
    ):
        return None
    found = period(unit, day, -1 if way == "before" else 1)
    return replace(found, anchored=point.anchored) if found else None


def weekday_next_to_day(match: Match) -> Point | None:
    """The Friday after 3 May."""
    weekday, point, way = point_of(match, "W"), point_of(match), match.word("B")
    day = _day_of(point)
    if weekday is None or weekday.weekday < 0 or point is None or day is None or way not in {"before", "after"}:
        return None
    step = 1 if way == "after" else -1
    found = calendar.nearest_weekday(day + timedelta(days=step), weekday.weekday, step)
    return Point(found.isoformat(), "day", anchored=point.anchored)


def lasting(match: Match) -> Point | None:
    """For three days from 5 May: so many days, the first with them."""
    point = point_of(match)
    day = _day_of(point)
    if point is None or day is None or _LIMIT.search(match.before):
        return None
    after = moved_by(day, amounts_of(match, upto="c"), 1)
    if after is None or after <= day:
        return None
    return Point(f"{day}/{after - timedelta(days=1)}", "interval", anchored=point.anchored)


def weekend_beside(match: Match) -> Point | None:
    """Labor Day weekend: the weekend of its week or beside it, with the day itself on a Monday or Friday."""
    point = point_of(match)
    day = _day_of(point)
    if point is None or day is None or match.word("U") != "weekend":
        return None
    saturday = calendar.nearest_weekday(day, 5, -1 if day.weekday() in {0, 6} else 1)
    first, last = min(day, saturday), saturday + timedelta(days=1)
    beside = day.weekday() in {0, 4}
    ends = (first if beside else saturday, max(day, last) if beside else last)
    return Point(f"{ends[0]}/{ends[1]}", "interval", anchored=point.anchored)


def week_from(match: Match) -> Point | None:
    """A week starting tomorrow: seven days."""
    point = point_of(match)
    day = _day_of(point)
    if point is None or day is None:
        return None
    return Point(f"{day}/{day + timedelta(days=6)}", "interval", anchored=point.anchored)


def until_day(match: Match) -> Point | None:
    """Within two weeks from today: from the day to the one that lies so far from it."""
    point = point_of(match)
    day = _day_of(point)
    last = moved_by(day, amounts_of(match), 1) if day is not None else None
    return Point(f"{day}/{last}", "interval", anchored=point.anchored) if point and last else None


# Parts of a stretch -----------------------------------------------------------------------------------------------------


def piece(match: Match) -> Point | None:
    """The first two weeks of 2027, the last day of May, the third month of next year."""
    point = point_of(match)
    if point is None or point.kind != "date":
        return None
    if not point.normal:
        return None if point.weak else point
    whole = date_bounds(point.normal)
    first = match.part("o")
    if whole is None or whole[0] == whole[1] or first is None or not _has_order(first):
        return None
    made = _piece(match, whole, first)
    return replace(made, anchored=point.anchored) if made else None


def piece_of_this(match: Match) -> Point | None:
    """The last day of the month, leaning on the document's own date."""
    if match.origin is None:
        return unresolved()
    point, first = period(match.word("V"), match.origin, 0), match.part("o")
    whole = date_bounds(point.normal) if point else None
    made = _piece(match, whole, first) if whole and first and _has_order(first) else None
    return replace(made, anchored=True) if made else None


def _has_order(first: Atom) -> bool:
    """Whether the word before a unit says which one: second, or last."""
    return first.cls == "o" or first.word in {"last", "final"}


def _piece(match: Match, whole: tuple[date, date], first: Atom) -> Point | None:
    unit, count = match.word("U"), match.number("d") or 1
    nth = first.number if first.cls == "o" else -1
    if match.part("d") is not None and nth not in {1, -1}:
        return None
    if unit == "day":
        return _days(whole, nth, count)
    if unit in {"month", "quarter"}:
        return _months(whole, nth, count, 1 if unit == "month" else 3)
    return _weeks(whole, nth, count) if unit == "week" else None


def _days(whole: tuple[date, date], nth: int, count: int) -> Point | None:
    begin = whole[0] + timedelta(days=nth - 1) if nth > 0 else whole[1] - timedelta(days=count - 1)
    end = begin + timedelta(days=count - 1)
    if begin < whole[0] or end > whole[1]:
        return None
    return Point(f"{begin}/{end}", "interval") if count > 1 else Point(begin.isoformat(), "day")


def _months(whole: tuple[date, date], nth: int, count: int, size: int) -> Point | None:
    if whole[0].day != 1 or whole[1] != calendar.month_end(whole[1].year, whole[1].month):
        return None
    begin = calendar.add_months(whole[0], (nth - 1) * size)
    if nth < 0:
        begin = calendar.add_months(whole[1].replace(day=1), 1 - count * size)
    last = calendar.add_months(begin, count * size - 1)
    if begin < whole[0] or last > whole[1] or count * size > 12:
        return None
    low, high = begin.isoformat()[:7], last.isoformat()[:7]
    if size == 3 and count == 1:
        return Point(calendar.quarter_of(begin), "quarter") if begin.month % 3 == 1 else None
    return Point(low, "month") if low == high else Point(f"{low}/{high}", "interval")


def _weeks(whole: tuple[date, date], nth: int, count: int) -> Point | None:
    """Weeks as ISO counts those of a year: the first is the one with the first Thursday."""
    thursday = calendar.nearest_weekday(whole[0], 3, 1) if nth > 0 else calendar.nearest_weekday(whole[1], 3, -1)
    weeks = nth - 1 if nth > 0 else 1 - count
    begin = thursday + timedelta(days=-3, weeks=weeks)
    if not whole[0] <= begin + timedelta(days=3) <= whole[1]:
        return None
    if count == 1:
        return Point(calendar.iso_week(begin), "week")
    return Point(f"{begin}/{begin + timedelta(days=7 * count - 1)}", "interval")


def to_date(match: Match) -> Point | None:
    """The year to date: from the beginning of the stretch to the document's own day."""
    return _up_to_origin(match, match.word("U") or match.word("J"))


def so_far(match: Match) -> Point | None:
    """Earlier this month is before the document's own day, later this week after it."""
    if match.word("j") == "earlier":
        return _up_to_origin(match, match.word("U"), before=True)
    if match.origin is None:
        return unresolved()
    whole = _current(match, match.word("U"))
    first = match.origin + timedelta(days=1)
    return Point(f"{first}/{whole[1]}", "interval", anchored=True) if whole and first <= whole[1] else None


def _up_to_origin(match: Match, unit: str, *, before: bool = False) -> Point | None:
    if match.origin is None:
        return unresolved()
    whole = _current(match, unit)
    last = match.origin - timedelta(days=1) if before else match.origin
    return Point(f"{whole[0]}/{last}", "interval", anchored=True) if whole and whole[0] <= last else None


def _current(match: Match, unit: str) -> tuple[date, date] | None:
    point = period(unit, match.origin, 0) if match.origin and unit != "day" else None
    return date_bounds(point.normal) if point else None


def since_to_date(match: Match) -> Point | None:
    """From March to date."""
    point = point_of(match)
    if point is None or match.origin is None or point.precision in {"ambiguous", UNRESOLVED}:
        return None
    whole = date_bounds(point.normal)
    if whole is None or whole[0] > match.origin:
        return None
    return Point(f"{point.normal}/{match.origin}", "interval", anchored=True)


def in_months(match: Match) -> Point | None:
    """``10/1-11/2/2017``: days from one to another in numbers; without a year those that lie nearest."""
    atom = match.part("O")
    if atom is None:
        return None
    rest, day2 = divmod(atom.number, 100)
    rest, month2 = divmod(rest, 100)
    month, day = divmod(rest, 100)
    if atom.word:
        year = int(atom.word)
        first = real_date(year if (month, day) <= (month2, day2) else year - 1, month, day)
        last = real_date(year, month2, day2)
        return Point(f"{first}/{last}", "interval") if first and last else None
    begin = day_of_year(match, month, day)
    if begin is None or not begin.anchored or begin.weak:
        return None
    year = int(begin.normal[:4])
    last = real_date(year if (month, day) <= (month2, day2) else year + 1, month2, day2)
    return Point(f"{begin.normal}/{last}", "interval", anchored=True) if last else None


# Lists ------------------------------------------------------------------------------------------------------------------

_JOIN = r"(?:,?&|,|\|)"
_LISTS = (
    re.compile(
        r"(?<!b)(?P<M>M)\.?t?(?P<d>[do])(?P<more>(?:,t?[do])*,?[&|]t?[do])(?P<y>,?f?Y)?(?![UXMW%:/$\d-]|,d|,?[&|]d)"
    ),
    re.compile(r"(?<!b)(?<!bt)t?(?P<d>[do])(?P<more>(?:,t?[do])*,?[&|]t?[do])f?(?P<M>M)\.?(?P<y>[,f]?Y)?(?![U%])"),
)


def listed_days(atoms: list[Atom], setting: Setting) -> list[Atom]:
    """The atoms where the days of one month in a list ("May 5, 6 and 9, 2027") are days each."""
    classes = "".join([atom.cls for atom in atoms])
    if "&" not in classes and "|" not in classes:
        return atoms
    for shape in _LISTS:
        found = shape.search(classes)
        made = _days_of_list(found, atoms, setting) if found is not None and found.start("d") >= 0 else None
        if made is not None and found is not None:
            return [*atoms[: found.start()], *made, *atoms[found.end() :]]
    return atoms


def _days_of_list(found: re.Match[str], atoms: list[Atom], setting: Setting) -> list[Atom] | None:
    """A point for each day, and between them the marks that stood there; None when one is no day, or they do not rise."""
    inside = atoms[found.start() : found.end()]
    days = [atom for atom in inside if atom.cls in "do"]
    month = atoms[found.start("M")]
    year = next((atom.number for atom in inside if atom.cls == "Y"), 0)
    numbers = [atom.number for atom in days]
    if month.word == "modal" or numbers != sorted(set(numbers)):
        return None
    match = Match(found, atoms, setting)
    made: list[Atom] = []
    for at, atom in enumerate(days):
        point = _day_in_list(match, month.number, atom.number, year)
        if point is None:
            return None
        start = inside[0].start if at == 0 else atom.start
        end = inside[-1].end if at == len(days) - 1 else atom.end
        made += [Atom("P", start, end, point=point), Atom("&", end, end)]
    return made[:-1]


def _day_in_list(match: Match, month: int, number: int, year: int) -> Point | None:
    if year:
        iso = real_date(year, month, number)
        return Point(iso, "day", month=month, day=number) if iso else None
    point = day_of_year(match, month, number)
    return None if point is None or point.weak else point
