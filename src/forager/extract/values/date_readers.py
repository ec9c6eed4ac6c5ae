"""Readings of single points: days, months and longer stretches, written in full or without their year."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from forager.extract.values import calendar
from forager.extract.values import date_words as words
from forager.extract.values.calendar import real_date
from forager.extract.values.date_atoms import Atom, fiscal
from forager.extract.values.date_point import DateContext, Point, Setting

UNRESOLVED = "unresolved"
LAST_DAY = 31
"""A greater number after "of" is a year and no day ("April of 87")."""
NO_DAY = Point("", UNRESOLVED, weak=True)
"""What names a day that does not exist: nothing, and its parts are no date either."""


@dataclass(frozen=True, slots=True)
class Match:
    """A place where a rule fits: the atoms of its named parts, and what the sentence leans on."""

    found: re.Match[str]
    atoms: list[Atom]
    setting: Setting

    def part(self, name: str) -> Atom | None:
        """The first atom of a named part, or None when it is absent."""
        at = self.found.start(name) if name in self.found.re.groupindex else -1
        return self.atoms[at] if at >= 0 else None

    def number(self, name: str) -> int:
        """The number of a part; 0 when it is absent."""
        atom = self.part(name)
        return atom.number if atom is not None else 0

    def word(self, name: str) -> str:
        """The canonical word of a part; empty when it is absent."""
        atom = self.part(name)
        return atom.word if atom is not None else ""

    def shift(self) -> int:
        """-1 for last, 0 for this, 1 for next."""
        return self.number("q")

    def follows(self, classes: str) -> bool:
        """Whether an atom of one of these classes follows the match."""
        return self.found.string[self.found.end() : self.found.end() + 1] in set(classes)

    @property
    def before(self) -> str:
        """The words of the text before the match."""
        first = self.atoms[self.found.start()].start
        return self.setting.text[max(0, first - 20) : first]

    @property
    def context(self) -> DateContext:
        """What the document says of its dates."""
        return self.setting.context

    @property
    def direction(self) -> int:
        """Which way the sentence looks in time."""
        return self.setting.direction

    @property
    def origin(self) -> date | None:
        """The document's own day, or None."""
        return calendar.as_date(self.context.anchor)


Reader = Callable[[Match], Point | None]


def point_of(match: Match, name: str = "P") -> Point | None:
    """The point an earlier pass read."""
    atom = match.part(name)
    return atom.point if atom is not None else None


def unresolved(kind: str = "date") -> Point:
    """What is recognised but leans on a date the document does not have."""
    return Point("", UNRESOLVED, kind)


# Days -------------------------------------------------------------------------------------------------------------------


def month_day(match: Match) -> Point | None:
    """A day and a month, with a year (four digits, or two after them) or without."""
    month, number = match.number("M"), match.number("d")
    modal = match.word("M") == "modal" and not (match.found[0].startswith("W") and _is_ordinal(match))
    modal = modal or (match.word("M") == "low" and match.found.start("M") < match.found.start("d"))
    if match.part("U") is not None and (match.word("U") != "day" or not _is_ordinal(match)):
        return None
    year = _year(match)
    if year is None:
        return None
    if year:
        iso = real_date(year, month, number)
        return Point(iso, "day", month=month, day=number) if iso else NO_DAY
    return None if modal or _is_street(match) else day_of_year(match, month, number)


_STREET = re.compile(
    r"\s(?:Street|St\.|Road|Rd\.?|Avenue|Ave\.?|Close|Lane|Square|Place|Drive|Way|Crescent|Court|Gardens|Terrace|Boulevard|Bridge)\b"
)
_CALLE = re.compile(r"\b(?:[Rr]ue\s[Dd]u|Rua|Avenida|Av\.|Plaza|Calle|Via|Viale|Piazza|Stra\u00dfe\s[Dd]es)\s$")


def _is_street(match: Match) -> bool:
    """Whether a day without a year names a street: 31 December Close, Avenida 9 de Julio."""
    end = match.atoms[match.found.end() - 1].end
    return _STREET.match(match.setting.text, end) is not None or _CALLE.search(match.before) is not None


def _is_ordinal(match: Match) -> bool:
    number = match.part("d")
    return number is not None and number.cls == "o"


def _year(match: Match) -> int | None:
    """The year written, 0 when there is none, None when two digits are no year."""
    short = match.part("s")
    if short is not None:
        named = match.found.string[match.found.start("s") - 1] != "f" or short.number > LAST_DAY
        return calendar.full_year(short.word) if len(short.word) == 2 and named else None
    return match.number("y")


def day_of_year(match: Match, month: int, number: int) -> Point | None:
    """A day without a year: the occurrence nearest the document's own date, else ``XXXX-mm-dd``."""
    if not real_date(2000, month, number):
        return NO_DAY
    iso = calendar.nearest_year(match.origin, month, number, match.direction) if match.origin else ""
    if iso:
        return Point(iso, "day", anchored=True, month=month, day=number)
    return Point(f"XXXX-{month:02d}-{number:02d}", UNRESOLVED, month=month, day=number)


def roman_day(match: Match) -> Point | None:
    """A day with its month in Roman numerals."""
    iso = real_date(match.number("y"), match.number("V"), match.number("d"))
    return Point(iso, "day") if iso else None


def written_day(match: Match) -> Point | None:
    """A day the lexer read whole."""
    return point_of(match, "D")


def slashed_day(match: Match) -> Point | None:
    """``4/22``: a day of the year, only where the order is known or only one order makes a day."""
    atom = match.part("N")
    if atom is None:
        return None
    first, second = divmod(atom.number, 100)
    if first > 12 and second > 12:
        return None
    order = {"True": True, "False": False}.get(atom.word)
    if order is None and match.part("lead") is None:
        return None
    if order is None and first <= 12 and second <= 12 and first != second:
        return None
    month_first = order is False if first <= 12 and second <= 12 else first <= 12
    return day_of_year(match, *((first, second) if month_first else (second, first)))


def feast(year: int, name: str) -> str:
    """The day of a feast in a year."""
    if name in words.FIXED_FEASTS:
        return real_date(year, *words.FIXED_FEASTS[name])
    if name in words.MOVING_FEASTS:
        return (calendar.easter(year) + timedelta(days=words.MOVING_FEASTS[name])).isoformat()
    month, weekday, nth = words.WEEKDAY_FEASTS[name]
    return calendar.nth_weekday(year, month, weekday, nth)


def feast_day(match: Match) -> Point | None:
    """A feast of a written year, or of the year nearest the document's own date."""
    name, year, origin = match.word("h"), match.number("y"), match.origin
    if year:
        return Point(feast(year, name), "day")
    if origin is None:
        return None
    days = [date.fromisoformat(feast(origin.year + shift, name)) for shift in (-1, 0, 1)]
    way = match.shift() or match.direction
    fitting = [day for day in days if (day - origin).days * way >= 0]
    return Point(min(fitting, key=lambda day: (abs(day - origin), day)).isoformat(), "day", anchored=True)


# Stretches --------------------------------------------------------------------------------------------------------------


def month_year(match: Match) -> Point | None:
    """A month of a year."""
    year = _year(match)
    return Point(f"{year:04d}-{match.number('M'):02d}", "month", month=match.number("M")) if year else None


def month_alone(match: Match) -> Point | None:
    """A month after a preposition, in the year nearest the document's own date."""
    month, origin = match.number("M"), match.origin
    if match.word("M") in {"modal", "low"}:
        return None
    if origin is None:
        return Point("", UNRESOLVED, weak=True, month=month)
    year = _year_of_month(origin, month, match.direction)
    return Point(f"{year:04d}-{month:02d}", "month", anchored=True, month=month)


def _year_of_month(origin: date, month: int, direction: int) -> int:
    ahead = (month - origin.month) % 12
    steps = ahead if direction > 0 or (direction == 0 and ahead <= 6) else ahead - 12 if ahead else 0
    return (origin.year * 12 + origin.month - 1 + steps) // 12


def month_named(match: Match) -> Point | None:
    """The month of September."""
    return month_alone(match) if match.word("U") == "month" and match.word("M") != "modal" else None


def weak_month(match: Match) -> Point | None:
    """A month beside the other end of an interval."""
    point = month_alone(match)
    return replace(point, weak=True) if point else None


def weak_year(match: Match) -> Point | None:
    """A number that is a year where something says so."""
    atom = match.part("y")
    return None if atom is None or atom.word == "numbered" else Point(f"{atom.number:04d}", "year", weak=True)


def sure_year(match: Match) -> Point | None:
    """A year that a word before it makes one."""
    point = weak_year(match)
    return replace(point, weak=False) if point else None


def about_year(match: Match) -> Point | None:
    """``c. 1790``."""
    point = weak_year(match)
    return replace(point, weak=False, precision="approximate") if point and point.normal < "2030" else None


def quarter_year(match: Match) -> Point | None:
    """A quarter of a year."""
    quarter = match.number("Q") or match.number("o")
    return Point(f"{match.number('y'):04d}-Q{quarter}", "quarter") if 1 <= quarter <= 4 else None


def quarter_alone(match: Match) -> Point | None:
    """A quarter without a year, of the document's own year (or the one before or after it, as written)."""
    quarter = match.number("Q") or match.number("o")
    if not 1 <= quarter <= 4:
        return None
    if match.origin is None:
        return unresolved()
    return Point(f"{match.origin.year + match.shift():04d}-Q{quarter}", "quarter", anchored=True)


def half_year(match: Match) -> Point | None:
    """A half of a year."""
    half = match.number("H") or match.number("o")
    return Point(f"{match.number('y'):04d}-H{half}", "half") if half in {1, 2} else None


def week_year(match: Match) -> Point | None:
    """A week of a year, or of the document's own."""
    week, year = match.number("d") or match.number("o"), match.number("y")
    if not 1 <= week <= 53:
        return None
    if year:
        return Point(f"{year:04d}-W{week:02d}", "week")
    if match.origin is None:
        return unresolved()
    return Point(f"{match.origin.year + match.shift():04d}-W{week:02d}", "week", anchored=True)


def week_of_month(match: Match) -> Point | None:
    """The first or last week of a month: the one with its first or last Thursday, as ISO counts weeks of a year."""
    if match.word("U") != "week":
        return None
    nth = -1 if match.part("q") is not None else match.number("o")
    month, year, anchored = _month_meant(match)
    if not year:
        return unresolved()
    iso = calendar.nth_weekday(year, month, 3, nth)
    return Point(calendar.iso_week(date.fromisoformat(iso)), "week", anchored=anchored) if iso else None


def weekday_of_month(match: Match) -> Point | None:
    """The second Monday of a month."""
    month, year, anchored = _month_meant(match)
    nth = match.number("o") or -1
    if not year:
        return unresolved()
    iso = calendar.nth_weekday(year, month, match.number("W"), nth)
    return Point(iso, "day", anchored=anchored) if iso else None


def _month_meant(match: Match) -> tuple[int, int, bool]:
    """Month and year of ``of May 2026``, ``of May`` or ``of next month``; year 0 when only the document could say."""
    month, year, origin = match.number("M"), match.number("y"), match.origin
    if month and year:
        return month, year, False
    if origin is None:
        return 0, 0, True
    if month:
        return month, _year_of_month(origin, month, match.direction), True
    shift = match.number("q2")
    moved = calendar.add_months(origin.replace(day=1), shift)
    return moved.month, moved.year, True


def season(match: Match) -> Point | None:
    """A season of a year; which months it has depends on the country, so it keeps its name."""
    year = match.number("y")
    if year:
        return Point(f"{year:04d}-{match.word('S')}", "season")
    if match.origin is None:
        return unresolved()
    return Point(f"{match.origin.year + match.shift():04d}-{match.word('S')}", "season", anchored=True)


def decade(match: Match) -> Point | None:
    """A decade; with "early" or "late" only about."""
    point = point_of(match, "x")
    return replace(point, precision="approximate") if point and match.part("e") else point


def century(match: Match) -> Point | None:
    """A century, as ISO 8601-2 writes it."""
    number = match.number("o")
    return Point(f"{number - 1:02d}XX", "century") if match.word("U") == "century" and 1 <= number <= 22 else None


def fiscal_year(match: Match) -> Point | None:
    """A fiscal year keeps its name: which months it has is the organisation's own."""
    first, last = match.part("y"), match.part("z")
    if first is None or (first.cls == "d" and len(first.word) != 2):
        return None
    second = None if last is None else str(last.number)
    normal = fiscal(f"{first.number:04d}" if first.cls in "Yy" else first.word, second)
    return Point(normal, "year") if normal else None


def fiscal_quarter(match: Match) -> Point | None:
    """A quarter of a fiscal year."""
    whole, year = point_of(match, "G"), match.number("y")
    quarter = match.number("Q") or match.number("o")
    if not 1 <= quarter <= 4 or match.word("U") not in {"", "quarter"} or not (whole or year):
        return None
    return Point(f"{whole.normal if whole else f'FY{year:04d}'}-Q{quarter}", "quarter")


def month_point(match: Match) -> Point | None:
    """A month the lexer read whole."""
    return point_of(match, "m")


def years(match: Match) -> Point | None:
    """``2025-30``: years from one to another; the second may have two digits."""
    first, last = match.number("y"), match.part("z")
    if last is None:
        return None
    short = last.cls == "d"
    if short and len(last.word) != 2:
        return None
    second = first // 100 * 100 + last.number if short else last.number
    if not first < second <= first + (60 if short else 400):
        return None
    return Point(f"{first}/{second}", "interval")


def days_of_month(match: Match) -> Point | None:
    """``3-5 March 2026``, ``March 3-5``: days of one month."""
    low, high, month, year = match.number("d"), match.number("d2"), match.number("M"), match.number("y")
    if not low < high:
        return None
    anchored = False
    if not month:
        month, year, anchored = _month_meant(match)
    elif not year:
        last = day_of_year(match, month, high)
        if last is None or not last.anchored:
            return last and Point(f"XXXX-{month:02d}-{low:02d}/XXXX-{month:02d}-{high:02d}", UNRESOLVED)
        year, anchored = int(last.normal[:4]), True
    if not year:
        return unresolved()
    first, second = real_date(year, month, low), real_date(year, month, high)
    return Point(f"{first}/{second}", "interval", anchored=anchored) if first and second else None


def fiscal_whole(match: Match) -> Point | None:
    """A fiscal year the lexer read whole."""
    return point_of(match, "G")


def ordinal_stretch(match: Match) -> Point | None:
    """The second quarter, first half or third week of a year."""
    reader = ORDINAL_STRETCHES.get(match.word("U"))
    return reader(match) if reader is not None else None


ORDINAL_STRETCHES: dict[str, Reader] = {"quarter": quarter_year, "half": half_year, "week": week_year}


def clock_date(match: Match) -> Point | None:
    """``Mar 3 15:04:05 2026 GMT``, as many programs write it."""
    day = month_day(match)
    return Point(f"{day.normal}T{match.word('T')}{match.word('Z')}", "time") if day and len(day.normal) == 10 else None


def recurrence(_match: Match) -> Point | None:
    """Every Monday, annually: a recurrence, which is no date."""
    return Point("", "set", "set")
