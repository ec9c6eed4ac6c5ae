"""Dates, times and recurrences of a text: where they stand, what they mean in ISO 8601, how exactly, and on what they lean.

Pure: no clock, no locale of the machine. An ambiguous day keeps both readings, a relative one without a document date stays
unresolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from forager.extract.values.calendar import date_bounds
from forager.extract.values.date_atoms import Atom, atoms_of
from forager.extract.values.date_clock import clocked
from forager.extract.values.date_grammar import BESIDE, JOINED, SINGLE, listed, reduced
from forager.extract.values.date_offsets import listed_days
from forager.extract.values.date_point import DateContext, DateSpan, Setting
from forager.extract.values.spans import Found
from forager.model.statement import Value, ValueKind

__all__ = [
    "DateContext",
    "DateSpan",
    "find_dates",
    "is_dated",
    "is_stretch",
    "leans_on_document",
    "read_dates",
    "whole_year",
]

_WORTH = re.compile(
    r"\d{4}|\d[./:-]\s?\d|\d0s\b|\d(?:st|nd|rd|th|er)\b|['\u2019]\d\d|\b(?:Q|H|FY|KW|CW|week\s|Week\s)\W?\d|\dQ|\d\s?[apAP]\.?\s?[mM]\b|"
    r"\d\s(?:years?|months?|weeks?|days?|hours?|minutes?|min|hrs?)\s(?:ago|from|hence|before|after|later|starting|\d)|"
    r"(?:in|next|past|last)\s\d|\b(?:[Jj]anuary|[Ff]ebruary|March|[Aa]pril|May|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|"
    r"[Nn]ovember|[Dd]ecember|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|"
    r"[Ss]un)days?)\b|\d\.?\s?-?(?i:jan|feb|m[a\u00e4]r|apr|ma[iy]|jun|jul|aug|sep|oct|okt|nov|de[cz]|de\s)|"
    r"(?i:\b(?:yesterday|today|tonight|tomorrow|tmrw?|ago|hence|noon|midnight|weekend|eo[ymqw]|annually|yearly|monthly|weekly|daily|"
    r"nineteen|two\sthousand|century|fortnight|o['\u2019]?clock|christmas|easter|halloween|thanksgiving|day\s(?:before|after)|"
    r"(?:last|this|next|past|previous|coming|current|following|upcoming|same|calendar|after)\s(?:the\s|week\s)?(?:day|week|month|"
    r"quarter|year|half|work|fortnight|next|night|morning|afternoon|evening|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|"
    r"nov|dec|spring|summer|autumn|fall|winter|decade|hour|minute|few|couple|one|two|three|four|five|six|seven|eight|nine|ten|twelve)|"
    r"(?:end|beginning|start|middle|rest|close)\s(?:of\s)?(?:(?:the|this|current)\s)?(?:day|week|month|quarter|year)|every\s|each\s|"
    r"in\s(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half)\s(?:a\s)?(?:day|week|month|year|hour|minute|fortnight|"
    r"couple)|half\s(?:past|of\s(?:the|this|next|last))|(?:one|two|three|four|five|six|seven|eight|nine|ten|an?|couple\sof)\s(?:day|week|month|year|fortnight)s?\s"
    r"(?:from|today|on|hence)|\bDay\b|\bEve\b|quarter\sof|(?:to|at)[\s-](?:the\s)?(?:date|present)|ytd\b|the\s(?:early\s|late\s|mid-)?(?:twen|thir|for|fif|six|"
    r"seven|eigh|nine)ties|(?:earlier|later)\s(?:this|in\sthe)|cy\s?\d|month\sof\s[a-z]|(?:juneteenth|mardi\sgras|pentecost)))"
)
"""What a text must have to hold a date, asked first because most have nothing of it."""


_HOUR_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_WORTH_HOURS = re.compile(
    rf" now\b|\b(?:from|between|[aA]t)\s(?:about\s|around\s)?(?:\d|{_HOUR_WORDS})|[aApP]\s?\.?\s?[mM]\b|\d[ap]\b|\d\d-\d\d|\d{4}\sh"
    r"|\bat\s(?:this\stime|the\smoment)"
    r"|\b\w+\sin\sthe\s(?:morning|afternoon|evening)|\b(?:quarter|half|minutes?|min)\s(?:past|to|after|before|till)\b"
)
"""What else a text may have that holds only times of day, which are no values of a document."""


def read_dates(text: str, context: DateContext | None = None) -> tuple[DateSpan, ...]:
    """The dates, times and recurrences of ``text`` in order, without overlap."""
    if _WORTH.search(text) is None and _WORTH_HOURS.search(text) is None:
        return ()
    return tuple(_spans(text, context or DateContext()))


def _spans(text: str, context: DateContext) -> Iterator[DateSpan]:
    for index, atom, atoms in _points(text, context):
        span = _span(text, atom, _bound(atoms, index))
        if span is not None:
            yield span


def _points(text: str, context: DateContext) -> Iterator[tuple[int, Atom, list[Atom]]]:
    """The atoms that are points after the last pass, with their place among the others."""
    atoms = atoms_of(text, context)
    setting = Setting(context, text)
    atoms = clocked(reduced(listed_days(atoms, setting), SINGLE, setting))
    for rules in (BESIDE, JOINED):
        atoms = reduced(atoms, rules, setting)
    atoms = listed(atoms)
    for index, atom in enumerate(atoms):
        if atom.cls == "P":
            yield index, atom, atoms


def _span(text: str, atom: Atom, bound: str) -> DateSpan | None:
    point = atom.point
    if point is None or point.weak:
        return None
    del text
    return DateSpan(atom.start, atom.end, point.kind, point.normal, point.precision, point.anchored, bound)


def _bound(atoms: list[Atom], index: int) -> str:
    """The word before a point that makes it an end: by, until, since, before, after."""
    before = atoms[index - 1] if index else None
    return before.word if before is not None and before.cls in "Bu" and before.word != "during" else ""


_YEAR = re.compile(r"(?:1[89]|20)\d\d")
ENDS = 2
"""Parts of an interval."""


def find_dates(text: str, anchor: str = "", day_first: bool | None = None) -> Iterator[Found]:
    """The dates of ``text`` as values. ``anchor`` is the document's own ISO date; ``day_first`` its order of numeric dates, if known.

    The ends of "from May 3 to May 9" are two values, so that rules can tell an interval from a change.
    """
    if _WORTH.search(text) is None:
        return
    for index, atom, atoms in _points(text, DateContext(anchor, day_first)):
        ends = atom.parts if len(atom.parts) == ENDS and index and atoms[index - 1].cls == "F" else (atom,)
        for part in ends:
            value = _value(text, part)
            if value is not None:
                yield Found(part.start, part.end, value)


def _value(text: str, atom: Atom) -> Value | None:
    """A date value; None for times of day, recurrences, "now" (a word of contrast), and what is no date on its own."""
    point = atom.point
    if point is None or point.weak or point.kind != "date":
        return None
    written = text[atom.start : atom.end]
    if written.casefold() == "now" or written.casefold().startswith("at "):
        return None
    normal = point.normal or " ".join(written.casefold().split())
    return Value(ValueKind.DATE, normal, written, "exact" if point.precision == "time" else point.precision)


_STRETCHES = frozenset({"month", "quarter", "half", "year", "week", "season", "decade", "century"})
_YEAR_SAID = re.compile(
    r"\d{4}|['\u2019]\d\d|\d[-./]\d\d?[-./]\d\d|\d[ -][A-Za-z]+\.?[ -]\d\d$|(?:FY|Q\d?|H\d)\W?\d\d|\dQ\d|\b(?:nineteen|twenty|thousand)\b"
)


def is_stretch(value: Value) -> bool:
    """Whether a date is longer than days: a month, a quarter, a year, or an interval of them."""
    whole_days = value.precision == "interval" and len(value.normal.partition("/")[0]) >= len("2026-03-03")
    return value.precision in _STRETCHES or (value.precision == "interval" and not whole_days)


def is_dated(value: Value) -> bool:
    """Whether a date has days that it begins and ends on: neither ambiguous nor unresolved nor a fiscal year."""
    return value.kind is ValueKind.DATE and date_bounds(value.normal) is not None


def leans_on_document(value: Value) -> bool:
    """Whether a date was read with the help of the document's own date: its words name no year."""
    return is_dated(value) and _YEAR_SAID.search(value.written) is None


def whole_year(text: str) -> Value | None:
    """A cell that is nothing but a year."""
    return Value(ValueKind.DATE, text, text, "year") if _YEAR.fullmatch(text) else None
