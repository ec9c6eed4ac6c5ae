"""The words and numbers of a text that can belong to a date, each with a class letter: what the date grammar reads.

Letters: ``d`` number under 1000, ``o`` ordinal, ``Y`` year, ``y`` year after an apostrophe, ``M`` month, ``V`` Roman
month, ``W`` weekday, ``w`` weekday in the plural, ``T`` time of day, ``Z`` zone, ``U`` unit of time, ``R`` today and
its like, ``q`` last/this/next, ``Q`` quarter, ``H`` half of a year, ``v`` fiscal, ``S`` season, ``x`` decade, ``e``
early/mid/late/end, ``p`` part of the day, ``K`` a m or p m after a number in words, ``j`` earlier or later, ``J`` to
date, ``O`` days or months from one to another in numbers with slashes, ``k`` calendar week, ``C`` week commencing,
``L`` end of year or month, ``E`` every, ``A`` daily and its like, ``P`` a point already read, ``N`` numbers with a
slash, ``X`` anything else; small words have the letters of ``_SMALL``, marks stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from forager.extract.values import date_words as words
from forager.extract.values.calendar import full_year, real_date
from forager.extract.values.date_point import DateContext, Point
from forager.extract.values.date_shapes import FEAST, LEX, LEX_WITH_FEASTS
from forager.model.date_order import day_first_in


class Atom(NamedTuple):
    """One piece: class letter, range in the text, the number or word it means, and the point once it is read."""

    cls: str
    start: int
    end: int
    number: int = 0
    word: str = ""
    point: Point | None = None
    parts: tuple[Atom, ...] = ()


_SMALL = {
    letter: names.split()
    for letter, names in {
        "t": "the our its their",
        "f": "of de",
        "a": "a an",
        "i": "in",
        "I": "within",
        "b": "between",
        "F": "from vom von",
        ">": "to through thru till bis",
        "u": "until",
        "&": "and",
        "|": "or",
        "@": "at",
        "n": "on",
        "E": "every each",
        "g": "ago",
        "l": "hence",
        "B": "before after since by during",
        "r": "rest",
        "k": "kw cw vecka",
        "c": "commencing starting",
        "L": "eoy eom eoq eow",
        "v": "fy fiscal financial",
        "A": "daily weekly monthly quarterly annually yearly fortnightly",
        "4": "for",
        "j": "earlier later",
        "*": "circa ca around about roughly approximately c",
    }.items()
}


def _lexicon() -> dict[str, tuple[str, int, str]]:
    """Word -> class, number, canonical word."""
    table: dict[str, tuple[str, int, str]] = {}
    for letter, names in _SMALL.items():
        table |= {name: (letter, 0, name) for name in names}
    table |= {word: ("U", 0, unit) for word, unit in words.UNITS.items() if len(word) > 1}
    for letter, numbers in (
        ("M", words.MONTHS),
        ("W", words.WEEKDAYS),
        ("q", words.SHIFTS),
        ("R", words.DAY_WORDS),
        ("d", words.CARDINALS | words.TENS),
        ("o", words.ORDINALS),
    ):
        table |= {word: (letter, number, word) for word, number in numbers.items()}
    table |= {word: ("w", words.WEEKDAYS.get(word[:-1], -1), word) for word in words.WEEKDAY_PLURALS}
    table["couple"] = ("d", 2, "couple")
    table |= {word: ("S", 0, code) for word, code in words.SEASONS.items()}
    table |= {word: ("p", 0, word) for word in words.DAY_PARTS}
    table |= {word: ("e", 0, edge) for word, edge in words.EDGES.items()}
    table |= {"noon": ("T", 0, "12:00"), "midday": ("T", 0, "12:00"), "midnight": ("T", 0, "00:00")}
    return table


LEXICON = _lexicon()
_ZONES = {name.upper(): offset for name, offset in words.ZONES.items()}
_CASED = frozenset({"mon", "sat", "sun", "mar", "may", "march", "mai", "fri", "wed", "mars"})
"""Words that are months or weekdays only with a capital."""


_OTHER = Atom("X", -1, -1)
_KNOWN = LEXICON.keys() | words.NUMBERED


def atoms_of(text: str, context: DateContext) -> list[Atom]:
    """The atoms of ``text`` in order; runs of other words are one atom without a range."""
    found: list[Atom] = []
    day_first = _day_first(text, context)
    lexer = LEX if FEAST.search(text) is None else LEX_WITH_FEASTS
    other = False
    for match in lexer.finditer(text):
        if match.lastgroup == "word" and (written := match[0]).lower() not in _KNOWN and not _is_marked(written):
            if not other:
                found.append(_OTHER)
            other = True
            continue
        atom = _atom(match, found, day_first)
        if atom.word == "couple" and found and found[-1].cls == "a":
            atom = atom._replace(start=found.pop().start)
        other = atom.cls == "X" and not atom.word
        found.append(atom)
    return found


def _is_marked(written: str) -> bool:
    """Whether a word is a zone, a Roman month or a possessive of what the lexicon knows."""
    return written in _ZONES or written in words.ROMAN_MONTHS or written[-2:-1] in "'\u2019"


def _day_first(text: str, context: DateContext) -> bool | None:
    own = day_first_in(text)
    return context.day_first if own is None else own


def _atom(match: re.Match[str], before: list[Atom], day_first: bool | None) -> Atom:
    shape = match.lastgroup or "mark"
    start, end = match.span()
    if shape == "word":
        return _word(match[0], start, end)
    if shape == "mark":
        return Atom("-" if match[0] in "-\u2013\u2014~" else match[0], start, end)
    if shape in _NAMEABLE and before and before[-1].word in words.NUMBERED:
        return Atom("X", start, end)
    if shape in _IN_PLACE:
        return _IN_PLACE[shape](match, before, day_first)
    cls, number, word, point = _READERS[shape](match)
    return Atom(cls, start, end, number, word, point)


_NAMEABLE = frozenset({"num", "spaced", "slashed", "span", "month"})
"""Shapes that are also versions, sections and the like."""


def _word(written: str, start: int, end: int) -> Atom:
    lower = written.lower()
    zone = _ZONES.get(written)
    if zone is not None:
        return Atom("Z", start, end, 0, zone)
    if written in words.ROMAN_MONTHS and len(written) < 5:
        return Atom("V", start, end, words.ROMAN_MONTHS[written])
    entry = LEXICON.get(lower.removesuffix("'s").removesuffix("\u2019s"))
    if entry is None or (lower in _CASED and written.islower() and lower not in {"may", "march", "mar"}):
        return Atom("X", start, end, 0, lower if lower in words.NUMBERED else "")
    if entry[0] == "M" and lower in {"dec", "sept"} and written.islower():
        return Atom("M", start, end, entry[1], "low")
    if entry[0] == "M" and written.islower() and lower in {"may", "march", "mar"}:
        return Atom("M", start, end, entry[1], "modal")
    return Atom(entry[0], start, end, entry[1], entry[2])


def _number(match: re.Match[str], before: list[Atom], _day_first: bool | None) -> Atom:
    """A plain number: a year, a small number, or nothing of the kind."""
    start, end = match.span()
    text, written = match.string, match[0]
    after = text[end : end + 1]
    if _is_clock(match, before):
        return Atom("T", start, end, 0, f"{written[:2]}:{written[2:]}" if "." not in written else _dotted(written))
    glued = start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_.,$€£#:")
    if glued and not (before and before[-1].cls == "M" and before[-1].end == start):
        return Atom("X", start, end)
    if not written.isdigit() or after in _NO_DATE_AFTER or (after.isalpha() and not _unit_after(text, end)):
        return Atom("X", start, end)
    if len(written) == len("2026") and "1000" <= written <= "2199" and not after.isalpha():
        named = bool(before) and before[-1].word in words.NUMBERED
        return Atom("Y", start, end, int(written), "numbered" if named else "")
    return Atom("d", start, end, int(written), written) if len(written) < len("2026") else Atom("X", start, end)


_NO_DATE_AFTER = frozenset("%°_")
_DOTTED, _MILITARY = re.compile(r"(?:[01]?\d|2[0-3])\.[0-5]\d"), re.compile(r"0[1-9][0-5]\d|0{2}[0-5]\d")

_MILITARY_HOURS = re.compile(r"(?<![\w.,:/-])0\d[0-5]\d\s?(?:hrs|hours|h)\b")


def _dotted(written: str) -> str:
    hour, _, minute = written.partition(".")
    return f"{int(hour):02d}:{minute}"


def _is_clock(match: re.Match[str], before: list[Atom]) -> bool:
    """Whether a number after "at" is a time with a full stop, or one of four digits after "at", "from" or "between" ("at 0730")."""
    last = before[-1].cls if before else ""
    if _MILITARY_HOURS.match(match.string, match.start()) is not None:
        return True
    if last == "@" and _DOTTED.fullmatch(match[0]) is not None:
        return match.string[match.end() : match.end() + 1] not in _NO_DATE_AFTER
    ranged = last in {"-", ">", "&"} and len(before) > 1 and before[-2].cls == "T"
    return bool(last) and (last in "@bF" or ranged) and _MILITARY.fullmatch(match[0]) is not None


_UNIT_AFTER = re.compile(r"(?:years?|months?|weeks?|days?|hours?|min|h|hrs?)\b", re.IGNORECASE)


def _unit_after(text: str, end: int) -> bool:
    return _UNIT_AFTER.match(text, end) is not None


def _slashed(match: re.Match[str], _before: list[Atom], day_first: bool | None) -> Atom:
    order = "" if day_first is None else str(day_first)
    return Atom("N", match.start(), match.end(), int(match["xa"]) * 100 + int(match["xb"]), order)


def _numeric(match: re.Match[str], _before: list[Atom], day_first: bool | None) -> Atom:
    start, end = match.span()
    first, second, year = int(match["na"]), int(match["nb"]), full_year(match["ny"])
    point = numeric_point(first, second, year, True if match["ns"] == "." else day_first)
    return Atom("X", start, end) if point is None else Atom("D", start, end, point=point)


def numeric_point(first: int, second: int, year: int, day_first: bool | None) -> Point | None:
    """The day two numbers and a year mean; both days, as ``[a,b]``, when the order is unknown; None when there is no such day."""
    day_month, month_day = real_date(year, second, first), real_date(year, first, second)
    if day_month and month_day and day_month != month_day:
        if day_first is None:
            low, high = sorted((day_month, month_day))
            return Point(f"[{low},{high}]", "ambiguous")
        return Point(day_month if day_first else month_day, "day")
    iso = day_month or month_day
    return Point(iso, "day") if iso else None


def _letter(match: re.Match[str], before: list[Atom], _day_first: bool | None) -> Atom:
    """``9p`` after a word that a time of day follows."""
    start, end = match.span()
    if not before or before[-1].cls not in "@F>u-b&RB":
        return Atom("X", start, end)
    return Atom("T", start, end, _half_of_day(match["ea"]), clock(match["eh"], None, None, match["ea"]))


def _half_day(match: re.Match[str], before: list[Atom], _day_first: bool | None) -> Atom:
    """``a m`` or ``p m`` beside a number in words; else words like others."""
    start, end = match.span()
    spoken = bool(before) and before[-1].cls in "dT" and before[-1].end == start - 1
    return Atom("K", start, end, _half_of_day(match[0][0])) if spoken else Atom("X", start, end)


def _span(match: re.Match[str], _before: list[Atom], day_first: bool | None) -> Atom:
    """``10/1-11/2/2017``: days from one to another, where the order of the numbers is known or only one makes days."""
    start, end = match.span()
    numbers = [int(match[name]) for name in ("ra", "rb", "rc", "rd")]
    order = day_first
    if order is None and max(numbers[0], numbers[2]) > 12 >= max(numbers[1], numbers[3]):
        order = True
    if order is None and max(numbers[1], numbers[3]) > 12 >= max(numbers[0], numbers[2]):
        order = False
    if order is None:
        return Atom("X", start, end)
    day, month = (0, 1) if order else (1, 0)
    packed = ((numbers[month] * 100 + numbers[day]) * 100 + numbers[2 + month]) * 100 + numbers[2 + day]
    return Atom("O", start, end, packed, str(full_year(match["ry"])) if match["ry"] else "")


def _offset(match: re.Match[str], before: list[Atom], _day_first: bool | None) -> Atom:
    start, end = match.span()
    if not before or before[-1].cls not in "TZ" or start - before[-1].end > 1:
        return Atom("-", start, end) if match[0][0] in "-\u2212" else Atom("X", start, end)
    digits = match[0].replace("\u2212", "-").replace(":", "")
    zone = "Z" if digits in {"Z", "z"} else f"{digits[:3]}:{digits[3:]}"
    return Atom("Z", start, end, 0, zone)


Read = tuple[str, int, str, Point | None]
_NONE: Read = ("X", 0, "", None)


def _day(year: str, month: str, day: str) -> Read:
    iso = real_date(int(year), int(month), int(day))
    return ("D", 0, "", Point(iso, "day")) if iso else _NONE


def _spaced(match: re.Match[str]) -> Read:
    parts = ("sy", "sm", "sd") if match["sy"] else ("ty", "tm", "td")
    return _day(*(match[part] for part in parts))


def _week(match: re.Match[str]) -> Read:
    week = int(match["ww"])
    return ("P", 0, "", Point(f"{match['wy']}-W{week:02d}", "week")) if 1 <= week <= 53 else _NONE


def _numbered_week(match: re.Match[str]) -> Read:
    week = int(match["kn"])
    return ("P", 0, "", Point(f"{match['kk']}-W{week:02d}", "week")) if 1 <= week <= 53 else _NONE


def _month(match: re.Match[str]) -> Read:
    year, month = match["my"] or match["ly"], match["mm"] or match["lm"] or match["lq"]
    return "m", 0, "", Point(f"{year}-{int(month):02d}", "month")


def clock(hour: str, minute: str | None, second: str | None, half: str | None) -> str:
    """``15:04`` or ``15:04:05``; empty when the hour does not fit its half of the day."""
    hours = int(hour)
    if half and hours <= 12:
        hours = hours % 12 + (12 if half.lower() == "p" else 0)
    return f"{hours:02d}:{minute or '00'}" + (f":{second}" if second else "")


def _time(match: re.Match[str]) -> Read:
    return "T", _half_of_day(match["ta"]), clock(match["th"], match["ti"], match["ts"], match["ta"]), None


def _half_of_day(letter: str | None) -> int:
    """0 when it is not written, 1 before noon, 2 after."""
    return 0 if letter is None else 1 if letter.lower() == "a" else 2


def _quarter(match: re.Match[str]) -> Read:
    quarter = match["qa"] or match["qb"]
    if match["qy"]:
        return "P", 0, "", Point(f"{full_year(match['qy'])}-Q{quarter}", "quarter")
    return "Q", int(quarter), "", None


def fiscal(first: str, last: str | None) -> str:
    """``FY2026`` or ``FY2026/27``; empty when the years do not follow."""
    year = full_year(first)
    if last is None:
        return f"FY{year}"
    return f"FY{year}/{(year + 1) % 100:02d}" if int(last) % 100 == (year + 1) % 100 else ""


def _fiscal(match: re.Match[str]) -> Read:
    normal = fiscal(match["fy"], match["fz"])
    return ("G", 0, normal, Point(normal, "year")) if normal else _NONE


def _year_words(match: re.Match[str]) -> Read:
    small = words.CARDINALS | words.TENS
    if match["va"]:
        year = 2000 + sum(small[match[part].lower()] for part in ("vt", "vo", "vs") if match[part])
    else:
        rest = sum(small[match[part].lower()] for part in ("vu", "vx", "vy") if match[part])
        year = 100 * small[match["vc"].lower()] + rest
    return "Y", year, "", None


def _spoken_year(match: re.Match[str]) -> Read:
    """Seventeen hundred thirty three."""
    small = words.CARDINALS | words.TENS
    rest = sum(small[match[part].lower()] for part in ("uu", "ux", "uy") if match[part])
    return "Y", 100 * small[match["uc"].lower()] + rest, "", None


def _tens_words(match: re.Match[str]) -> Read:
    """The nineteen seventies; the eighties, which are those of the last century."""
    tens = words.TENS[(match["zt"] or match["ze"]).lower()[:-3] + "y"]
    century = words.CARDINALS[match["zc"].lower()] if match["zc"] else 19
    return "x", 0, "", Point(f"{century}{tens // 10}X", "decade")


def _compound(match: re.Match[str], tens: str, ones: str, cls: str) -> Read:
    return cls, words.TENS[match[tens].lower()] + (words.ORDINALS | words.CARDINALS)[match[ones].lower()], "", None


_IN_PLACE: dict[str, Callable[[re.Match[str], list[Atom], bool | None], Atom]] = {
    "number": _number,
    "num": _numeric,
    "slashed": _slashed,
    "span": _span,
    "letter": _letter,
    "halfday": _half_day,
    "offset": _offset,
}
"""Shapes whose meaning hangs on what stands before them or on the document's order of numbers."""

_READERS: dict[str, Callable[[re.Match[str]], Read]] = {
    "iso": lambda m: _day(m["iy"], m["im"], m["id"]),
    "spaced": _spaced,
    "cjk": lambda m: _day(m["cy"], m["cm"], m["cd"]),
    "compact": lambda m: _day(m["py"], m["pm"], m["pd"]),
    "week": _week,
    "month": _month,
    "numbered": _numbered_week,
    "time": _time,
    "clock": lambda m: ("T", _half_of_day(m["ka"]), clock(m["kh"], m["ki"], None, m["ka"]), None),
    "glued": lambda m: ("T", _half_of_day(m["ga"]), clock(m["gh"], m["gi"], None, m["ga"]), None),
    "nth": lambda m: ("o", int(m["oo"]), "", None),
    "calunit": lambda m: ("U", 0, m["cu"].lower(), None),
    "feast": lambda m: ("h", 0, " ".join(m[0].lower().replace("\u2019", "'").split()), None),
    "decade": lambda m: ("x", 0, "", Point(f"{m['xd']}X", "decade")),
    "tens": lambda m: ("x", 0, "", Point(f"19{m['xt']}X", "decade")),
    "tenswords": _tens_words,
    "todate": lambda m: ("J", 0, "year" if m[0] == "YTD" else "", None),
    "present": lambda _: ("R", 0, "now", None),
    "workweek": lambda _: ("U", 0, "workweek", None),
    "calendaryear": lambda m: ("P", 0, "", Point(f"{full_year(m['by'])}", "year")),
    "spokenyear": _spoken_year,
    "short": lambda m: ("y", full_year(m["yy"]), "", None),
    "quarter": _quarter,
    "half": lambda m: ("H", int(m["hh"]), "", None),
    "fiscal": _fiscal,
    "commencing": lambda _: ("C", 0, "", None),
    "yearwords": _year_words,
    "ordinalwords": lambda m: _compound(m, "ot", "oz", "o"),
    "cardinalwords": lambda m: _compound(m, "ct", "cz", "d"),
}
