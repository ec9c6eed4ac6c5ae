"""Dates in a readable view: span rules of our own, precision kept, ambiguity flagged and never guessed (ISO 8601 normal forms)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from forager.extract.values.spans import Found
from forager.model.statement import Value, ValueKind

MONTHS: dict[str, int] = {
    name: index
    for index, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}

_M = (
    r"(?P<month{n}>(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december)\b|(?:jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\b\.?)"
)
_D = r"(?P<day{n}>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_Y = r"(?P<year{n}>(?:1[89]|20)\d\d)(?!\d)"
_W = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?,?\s)?"
_TIME = (
    r"(?:(?:,?\s(?:at\s)?|T)(?P<clock>[0-2]?\d:[0-5]\d)(?::[0-5]\d(?:\.\d{1,6})?)?(?:\s?(?:Z|UTC|GMT|"
    r"CET|CEST|[+-]\d\d:?\d\d)\b)?)?"
)
_DASH = r"\s?(?:-|\u2013|\u2014|to|until|through)\s?"

Parts = re.Match[str]
Reading = tuple[str, str]
"""Normal form and precision."""


def month_form(name: str) -> str:
    """The pattern of a month, its group suffixed with ``name``."""
    return _M.format(n=name)


def real_date(year: int, month: int, day: int) -> str:
    """ISO form of a day that exists, else empty."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def _month(match: Parts, name: str = "month") -> int:
    return MONTHS[match[name].lower().rstrip(".")]


def _full_year(written: str) -> int:
    """Four digits as they stand; two digits in 1970-2069."""
    year = int(written)
    if len(written) > 2:
        return year
    return 1900 + year if year >= 70 else 2000 + year


def _day(match: Parts, anchor: str) -> Reading | None:
    year = match["year"]
    iso = (
        real_date(_full_year(year), _month(match), int(match["day"]))
        if year
        else _near(anchor, _month(match), int(match["day"]))
    )
    return (iso, "day") if iso else None


def _near(anchor: str, month: int, day: int) -> str:
    """A day without a year in the anchor's year, if that lies within half a year of the anchor; else empty."""
    origin = _as_date(anchor)
    if origin is None:
        return ""
    iso = real_date(origin.year, month, day)
    return iso if iso and abs(date.fromisoformat(iso) - origin) <= timedelta(days=183) else ""


def _as_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _iso(match: Parts, _anchor: str) -> Reading | None:
    iso = real_date(int(match["year"]), int(match["mm"]), int(match["dd"]))
    clock = match["clock"]
    if not iso:
        return None
    return (f"{iso}T{clock.zfill(5)}", "exact") if clock else (iso, "day")


def _plain_iso(match: Parts, _anchor: str) -> Reading | None:
    iso = real_date(int(match["year"]), int(match["mm"]), int(match["dd"]))
    return (iso, "day") if iso else None


def _numeric(match: Parts, _anchor: str) -> Reading | None:
    first, second, year = int(match["a"]), int(match["b"]), _full_year(match["y"])
    day_first, month_first = real_date(year, second, first), real_date(year, first, second)
    if match["sep"] == ".":
        return (day_first, "day") if day_first else None
    if day_first and month_first and day_first != month_first:
        return match[0], "ambiguous"
    iso = day_first or month_first
    return (iso, "day") if iso else None


def _month_year(match: Parts, _anchor: str) -> Reading | None:
    return f"{_full_year(match['year']):04d}-{_month(match):02d}", "month"


def _iso_month(match: Parts, _anchor: str) -> Reading | None:
    month = int(match["mm"])
    return (f"{match['year']}-{month:02d}", "month") if 1 <= month <= 12 else None


def _quarter(match: Parts, _anchor: str) -> Reading | None:
    return f"{_full_year(match['year'])}-Q{match['q']}", "quarter"


def _quarter_words(match: Parts, _anchor: str) -> Reading | None:
    return f"{match['year']}-Q{_ORDINALS[match['ordinal'].lower()]}", "quarter"


def _half(match: Parts, _anchor: str) -> Reading | None:
    first = match["h"].lower() in {"1", "first"}
    year = _full_year(match["year"])
    return (f"{year}-01/{year}-06" if first else f"{year}-07/{year}-12"), "month"


def _week(match: Parts, _anchor: str) -> Reading | None:
    week = int(match["w"])
    return (f"{match['year']}-W{week:02d}", "week") if 1 <= week <= 53 else None


def _fiscal(match: Parts, _anchor: str) -> Reading | None:
    written = match["fy"]
    return f"FY{_full_year(written)}", "year"


def _year(match: Parts, _anchor: str) -> Reading | None:
    return match["year"], "year"


def _days_range(match: Parts, anchor: str) -> Reading | None:
    year = match["year"]
    ends = [
        real_date(_full_year(year), _month(match), int(match[part]))
        if year
        else _near(anchor, _month(match), int(match[part]))
        for part in ("day", "day2")
    ]
    return (f"{ends[0]}/{ends[1]}", "day") if all(ends) and ends[0] < ends[1] else None


def _dates_range(match: Parts, _anchor: str) -> Reading | None:
    year = int(match["year2"])
    first = real_date(int(match["year"] or year), _month(match), int(match["day"]))
    last = real_date(year, _month(match, "month2"), int(match["day2"]))
    return (f"{first}/{last}", "day") if first and last and first < last else None


def _months_range(match: Parts, _anchor: str) -> Reading | None:
    year = int(match["year2"])
    first = f"{int(match['year'] or year):04d}-{_month(match):02d}"
    last = f"{year:04d}-{_month(match, 'month2'):02d}"
    return (f"{first}/{last}", "month") if first < last else None


def _iso_range(match: Parts, _anchor: str) -> Reading | None:
    first, last = match["first"], match["last"]
    valid = _as_date(first) and _as_date(last) and first < last
    return (f"{first}/{last}", "day") if valid else None


def _years_range(match: Parts, _anchor: str) -> Reading | None:
    first, last = match["year"], match["year2"]
    return (f"{first}/{last}", "year") if first < last else None


def _relative(match: Parts, anchor: str) -> Reading | None:
    origin = _as_date(anchor)
    if origin is None:
        return None
    shift = {"yesterday": -1, "today": 0, "tomorrow": 1}[match[0].lower()]
    return (origin + timedelta(days=shift)).isoformat(), "day"


def _relative_period(match: Parts, anchor: str) -> Reading | None:
    origin = _as_date(anchor)
    if origin is None:
        return None
    shift = {"last": -1, "this": 0, "next": 1}[match["which"].lower()]
    period = match["period"].lower()
    if period == "year":
        return f"{origin.year + shift:04d}", "year"
    if period == "quarter":
        year, quarter = divmod(origin.year * 4 + (origin.month - 1) // 3 + shift, 4)
        return f"{year:04d}-Q{quarter + 1}", "quarter"
    year, month = divmod(origin.year * 12 + origin.month - 1 + shift, 12)
    return f"{year:04d}-{month + 1:02d}", "month"


@dataclass(frozen=True, slots=True)
class DateRule:
    """A form of date: its pattern and the reading of a match (None when the day does not exist or stays unknown)."""

    name: str
    pattern: re.Pattern[str]
    read: Callable[[Parts, str], Reading | None]


def _rule(name: str, pattern: str, read: Callable[[Parts, str], Reading | None]) -> DateRule:
    return DateRule(name, re.compile(rf"(?<![\w./-])(?:{pattern})(?![\w/]|-\d|[.]\d)", re.IGNORECASE), read)


_MONTH, _DAY, _YEAR = _M.format(n=""), _D.format(n=""), _Y.format(n="")
_MONTH2, _DAY2, _YEAR2 = _M.format(n="2"), _D.format(n="2"), _Y.format(n="2")
_ISO = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"

DATE_RULES: tuple[DateRule, ...] = (
    _rule("iso interval", rf"(?P<first>{_ISO})(?:/|\s?\u2013\s?|\sto\s)(?P<last>{_ISO})", _iso_range),
    _rule("iso day", rf"{_YEAR}-(?P<mm>\d\d)-(?P<dd>\d\d){_TIME}", _iso),
    _rule("year first", rf"{_YEAR}[/.](?P<mm>\d\d?)[/.](?P<dd>\d\d?)(?P<clock>\b)", _plain_iso),
    _rule("month d-d year", rf"{_W}{_MONTH}\s{_DAY}{_DASH}{_DAY2}(?:,?\s{_YEAR})?", _days_range),
    _rule("d-d month year", rf"{_DAY}{_DASH}{_DAY2}\s{_MONTH}(?:,?\s{_YEAR})?", _days_range),
    _rule(
        "month d - month d year",
        rf"{_MONTH}\s{_DAY}(?:,?\s{_YEAR})?\s?[-\u2013\u2014]\s?{_MONTH2}\s{_DAY2},?\s{_YEAR2}",
        _dates_range,
    ),
    _rule(
        "d month - d month year",
        rf"{_DAY}\s{_MONTH}(?:,?\s{_YEAR})?\s?[-\u2013\u2014]\s?{_DAY2}\s{_MONTH2},?\s{_YEAR2}",
        _dates_range,
    ),
    _rule("month d year", rf"{_W}{_MONTH}\s{_DAY}(?:(?:,\s?|\s){_YEAR})?(?!,?\s?(?:{_MONTH2}))", _day),
    _rule(
        "d month year", rf"{_W}(?:the\s)?{_DAY}(?:\s|-)(?:of\s)?{_MONTH}(?:(?:,?\s|-)(?P<year>(?:1[89]|20)\d\d))?", _day
    ),
    _rule("d-mon-yy", rf"(?P<day>\d\d?)-{_MONTH}-(?P<year>\d\d)", _day),
    _rule("numeric", r"(?P<a>\d\d?)(?P<sep>[./-])(?P<b>\d\d?)(?P=sep)(?P<y>\d{4}|\d\d)", _numeric),
    _rule(
        "months interval", rf"{_MONTH}(?:\s{_YEAR})?\s?(?:[-\u2013\u2014]|to)\s?{_MONTH2},?\s{_YEAR2}", _months_range
    ),
    _rule(
        "month year",
        rf"(?<!\d )(?<!st )(?<!nd )(?<!rd )(?<!th )(?:(?:early|mid|late|(?:the\s)?(?:beginning|middle|end)\sof)[\s-])?"
        rf"{_MONTH},?\s(?:of\s)?{_YEAR}",
        _month_year,
    ),
    _rule("iso month", rf"{_YEAR}-(?P<mm>0[1-9]|1[0-2])", _iso_month),
    _rule("month/year", rf"(?P<mm>0[1-9]|1[0-2])/{_YEAR}", _iso_month),
    _rule("q year", rf"(?:the\s)?Q(?P<q>[1-4])(?:\s|/|-|\sof\s)?{_YEAR}", _quarter),
    _rule("year q", rf"{_YEAR}(?:\s|-|/)?Q(?P<q>[1-4])", _quarter),
    _rule(
        "ordinal quarter",
        rf"(?:the\s)?(?P<ordinal>first|second|third|fourth|[1-4](?:st|nd|rd|th))\squarter\s(?:of\s)?{_YEAR}",
        _quarter_words,
    ),
    _rule("half", rf"(?:H(?P<h>[12])\s?|(?:the\s)?){_YEAR}", lambda m, a: _half(m, a) if m["h"] else None),
    _rule("ordinal half", rf"(?:the\s)?(?P<h>first|second)\shalf\s(?:of\s)?{_YEAR}", _half),
    _rule("iso week", rf"{_YEAR}-W(?P<w>\d\d)", _week),
    _rule("week", rf"(?:calendar\s)?(?:week|cw|kw)\s(?P<w>\d\d?)(?:,|\sof|/)?\s?{_YEAR}", _week),
    _rule("fiscal year", r"(?:FY\s?'?|fiscal\syear\s|financial\syear\s)(?P<fy>\d{4}|\d\d)", _fiscal),
    _rule("years interval", rf"{_YEAR}\s?[-\u2013\u2014]\s?{_YEAR2}", _years_range),
    _rule("day word", r"yesterday|today|tomorrow", _relative),
    _rule("period word", r"(?P<which>last|this|next)\s(?P<period>month|quarter|year)", _relative_period),
)
"""Tried at every place; the longest reading wins, an earlier rule among equals."""

_LONE_YEAR = re.compile(
    rf"\b(?:(?:in|by|since|until|till|from|during|of|before|after|year|for|end\sof|early|late|mid)\s"
    rf"(?P<lone>{_Y.format(n='')})(?![\w/-]|[.,]\d)"
    rf"|(?:the|our|its|their)\s(?P<lone2>{_Y.format(n='2')})(?=\s[a-z]))",
    re.IGNORECASE,
)
_WORTH = re.compile(r"\d|yesterday|today|tomorrow|(?:last|this|next)\s(?:month|quarter|year)", re.IGNORECASE)
_NAMED_MONTH = re.compile(_M.format(n=""), re.IGNORECASE)
_MODAL_MONTH = frozenset({"may", "march", "mar", "sept", "dec"})


def find_dates(text: str, anchor: str = "") -> Iterator[Found]:
    """Every reading as a date; readings may overlap (the caller decides). ``anchor`` is the document's own ISO date, or empty."""
    if not _WORTH.search(text):
        return
    with_month = _NAMED_MONTH.search(text) is not None
    for rule in DATE_RULES:
        if "month" in rule.pattern.groupindex and not with_month:
            continue
        for match in rule.pattern.finditer(text):
            reading = None if _is_verb_may(match) else rule.read(match, anchor)
            if reading is not None and reading[0]:
                yield Found(match.start(), match.end(), Value(ValueKind.DATE, reading[0], match[0], reading[1]))
    for match in _LONE_YEAR.finditer(text):
        group = "lone" if match["lone"] else "lone2"
        yield Found(*match.span(group), Value(ValueKind.DATE, match[group], match[group], "year"))


def _is_verb_may(match: Parts) -> bool:
    """Whether a lower-case "may" or "march" is the verb and not the month ("may 3 people come")."""
    if "month" not in match.re.groupindex or not match["month"] or match["month"][0].isupper():
        return False
    return match["month"].lower() in _MODAL_MONTH and not (match["year"] if "year" in match.re.groupindex else None)


def whole_year(text: str) -> Value | None:
    """A cell that is nothing but a year."""
    match = re.fullmatch(_Y.format(n=""), text)
    return None if match is None else Value(ValueKind.DATE, text, text, "year")
