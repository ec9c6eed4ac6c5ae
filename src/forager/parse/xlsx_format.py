"""What a person sees of a stored number: the number formats of a workbook, without a locale (ECMA-376 part 1, 18.8.30).

Simple formats are followed: digits, grouping, percent, currency and other words around them, scaling by thousands. Dates
become ISO 8601 in the precision that the format shows. A negative number keeps its minus sign whatever the format does with
it. What is not simple (fractions, conditions, digits between letters) shows the plain number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from enum import StrEnum
from functools import lru_cache
from math import isfinite

from forager.parse.xlsx_dates import DateParts, date_parts, date_words

BUILTIN: dict[int, str] = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "#,##0", 6: "#,##0", 7: "#,##0.00", 8: "#,##0.00",
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm",
    37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00", 41: "#,##0", 42: "#,##0", 43: "#,##0.00", 44: "#,##0.00",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss", 48: "##0.0E+0", 49: "@",
    **dict.fromkeys([*range(27, 37), *range(50, 59)], "yyyy-mm-dd"),
}  # fmt: skip
"""Formats that a workbook refers to by number alone; money without a written currency keeps none, for it depends on the reader."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|\[(?P<bracket>[^\]]*)\]|(?P<pad>_.)|\*.|(?P<code>.)', re.DOTALL
)
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_BODY = re.compile(r"[0#?][0#?,]*(?:\.[0#?]*)?,*|\.[0#?]+")
_SIGNS = str.maketrans("", "", "()-\u2212+")
_WIDE = Context(prec=200)
LONGEST = 300
"""Characters of a format code that are looked at."""


class Kind(StrEnum):
    """How a section of a format shows a number."""

    GENERAL = "general"
    NUMBER = "number"
    DATE = "date"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Section:
    """One of the up to four parts of a format code: for positive numbers, negative ones, zero, text."""

    kind: Kind
    prefix: str = ""
    suffix: str = ""
    digits: int = 1
    least: int = 0
    most: int = 0
    grouped: bool = False
    shift: int = 0
    date: DateParts | None = None


def shown(value: float, code: str, *, from_1904: bool = False) -> str:
    """The words of a number under a format code.

    ``value`` is the stored number, for dates a serial day count (from 1904 when the workbook says so).
    """
    sections = _sections(code)
    section = sections[0]
    if section.kind is Kind.DATE and section.date is not None:
        return date_words(value, section.date, from_1904=from_1904) or plain(value)
    sign = "-" if value < 0 else ""
    if value < 0 and len(sections) > 1:
        section = _unsigned(sections[1])
    elif value == 0 and len(sections) > 2 and _is_wordy(sections[2]):
        return f"{sections[2].prefix}{sections[2].suffix}".strip() or "0"
    if section.kind is not Kind.NUMBER:
        return plain(value)
    return _number(abs(value), section, sign)


def plain(value: float) -> str:
    """A number as the general format shows it: whole numbers whole, others to ten digits."""
    if not isfinite(value):
        return ""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    words = f"{Decimal(format(value, '.10g')):f}"
    if len(words) > 24:
        return format(value, ".10g")
    return words.rstrip("0").rstrip(".") if "." in words else words


@lru_cache(maxsize=4096)
def _sections(code: str) -> tuple[Section, ...]:
    parts = _split(code[:LONGEST])
    if any(re.match(r"[<>=]", mark) for part in parts for mark in _brackets(part)):
        return (Section(Kind.GENERAL),)
    return tuple(_section(part) for part in parts[:4])


def _split(code: str) -> list[str]:
    """The sections, parted at semicolons that stand for themselves."""
    parts = [""]
    for found in _TOKEN.finditer(code):
        if found["code"] == ";":
            parts.append("")
        else:
            parts[-1] += found.group()
    return parts


def _brackets(part: str) -> list[str]:
    return [found["bracket"] for found in _TOKEN.finditer(part) if found["bracket"] is not None]


def _section(part: str) -> Section:
    if part.strip().casefold() in {"general", "@", ""}:
        return Section(Kind.GENERAL if part.strip() else Kind.WORDS)
    date = date_parts(_letters(part), [mark for mark in _brackets(part) if _ELAPSED.fullmatch(mark)])
    if date is not None:
        return Section(Kind.DATE, date=date)
    marked, literals = _marked(part)
    bodies = list(_BODY.finditer(marked))
    if not bodies:
        return Section(Kind.WORDS, "".join(literals.get(at, c) for at, c in enumerate(marked)))
    if len(bodies) > 1 or re.search(r"[Ee/@]", marked):
        return Section(Kind.GENERAL)
    return _numeric(marked, literals, bodies[0])


def _letters(part: str) -> str:
    """What of a section stands for itself, with a blank for each literal."""
    return "".join(found["code"] or " " for found in _TOKEN.finditer(part.replace("General", "")))


def _marked(part: str) -> tuple[str, dict[int, str]]:
    """The section with one mark for each literal, and what the marks stand for."""
    marked, literals = "", {}
    for found in _TOKEN.finditer(part):
        literal = found["quoted"] if found["quoted"] is not None else found["escaped"]
        if found["bracket"] is not None:
            literal = found["bracket"][1:].split("-")[0] if found["bracket"].startswith("$") else ""
        elif found["pad"]:
            literal = " "
        elif literal is None and found["code"] is None:
            literal = ""
        if literal is None:
            marked += found["code"]
        else:
            literals[len(marked)] = literal
            marked += "\x01"
    return marked, literals


def _numeric(marked: str, literals: dict[int, str], body: re.Match[str]) -> Section:
    def words(start: int, end: int) -> str:
        return "".join(literals.get(at, marked[at]) for at in range(start, end))

    whole, _, fraction = body.group().rstrip(",").partition(".")
    thousands = len(body.group()) - len(body.group().rstrip(",")) or len(whole) - len(whole.rstrip(","))
    prefix, suffix = words(0, body.start()).strip(), words(body.end(), len(marked)).rstrip()
    if re.fullmatch(r"[A-Z]{3}", prefix):
        prefix += " "
    return Section(
        Kind.NUMBER, prefix, " " + suffix.lstrip() if suffix[:1].isspace() else suffix,
        whole.count("0"), fraction.count("0"), len(fraction), "," in whole.rstrip(","),
        2 * marked.count("%") - 3 * thousands,
    )  # fmt: skip


def _is_wordy(section: Section) -> bool:
    """Whether zero is shown without a digit, mostly as a dash."""
    return section.kind is Kind.WORDS or (section.kind is Kind.NUMBER and not section.digits and not section.least)


def _unsigned(section: Section) -> Section:
    """A section for negative numbers without its own signs: brackets and minus become one minus in front."""
    if section.kind is not Kind.NUMBER:
        return section
    return Section(
        section.kind, section.prefix.translate(_SIGNS).lstrip(), section.suffix.translate(_SIGNS).rstrip(),
        section.digits, section.least, section.most, section.grouped, section.shift,
    )  # fmt: skip


def _number(value: float, section: Section, sign: str) -> str:
    exact = Decimal(repr(value)) if value < 1e100 else None
    if exact is None:
        return plain(value)
    rounded = exact.scaleb(section.shift).quantize(
        Decimal(1).scaleb(-section.most), rounding=ROUND_HALF_UP, context=_WIDE
    )
    whole, _, fraction = f"{rounded:f}".partition(".")
    while len(fraction) > section.least and fraction.endswith("0"):
        fraction = fraction[:-1]
    whole = whole.lstrip("0").rjust(section.digits, "0") or "0"
    if section.grouped:
        whole = f"{int(whole):,}".rjust(section.digits, "0")
    digits = f"{whole}.{fraction}" if fraction else whole
    zero = not digits.strip("0.,")
    return f"{'' if zero else sign}{section.prefix}{digits}{section.suffix}"
