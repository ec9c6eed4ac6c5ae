"""All values of a text, the longest reading at each place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from forager.extract.lexicon import is_known
from forager.extract.values.amounts import find_amounts
from forager.extract.values.dates import find_dates, whole_year
from forager.extract.values.spans import Found
from forager.model.statement import Value, ValueKind

__all__ = ["MARKS", "Found", "find_values", "whole_value"]

_VERSION = re.compile(
    r"(?<![\w./-])(?:v(?:ersion\s|er\.?\s|\.)?\s?(?P<cued>\d{1,4}(?:\.\d{1,5}){0,4}(?:[-+](?:alpha|"
    r"beta|rc|dev|snapshot|final)[.\d]*)?)"
    r"|(?P<bare>\d{1,4}(?:\.\d{1,5}){2,4}(?:[-+](?:alpha|beta|rc|dev|snapshot|final)[.\d]*)?))(?![\w/]|[.-]\d)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:\b(?:about|approximately|approx\.?|around|roughly|circa|ca\.|c\.|nearly|almost|close to|"
    r"just over|just under|an estimated)\s"
    r"|(?:~|≈|±)\s?)$",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:up to|over|more than|at least|at most|less than|fewer than|under|no more than|no less than)\s$",
    re.IGNORECASE,
)
_RANK = {kind: rank for rank, kind in enumerate(ValueKind)}


def find_values(text: str, anchor: str = "", day_first: bool | None = None, decimal: str = "") -> tuple[Found, ...]:
    """The typed values of ``text`` in order, without overlap: earliest first, then longest, then date before amount.

    ``anchor`` is the document's own ISO date; dates without a year lean on it. ``day_first`` says in which order the document
    writes numeric dates (None: unknown, they stay ambiguous), ``decimal`` which mark it writes before
    decimals (empty: unknown). A word like "about" before a value belongs to it and makes it
    approximate.
    """
    dates = _without_releases(text, tuple(find_dates(text, anchor, day_first)))
    found = [*dates, *find_amounts(text, decimal), *_versions(text)]
    found.sort(key=lambda item: (item.start, -item.end, _RANK[item.value.kind], item.value.normal))
    kept: list[Found] = []
    for item in _without_covered(found):
        if not kept or item.start >= kept[-1].end:
            kept.append(_with_approximation(text, item, kept[-1].end if kept else 0))
    return tuple(kept)


def _without_covered(found: list[Found]) -> list[Found]:
    """Drop readings that start inside a longer one and plain numbers that begin a longer one."""
    kept: list[Found] = []
    for item in found:
        if (
            kept
            and item.start < kept[-1].end
            and item.end > kept[-1].end
            and item.end - item.start > kept[-1].end - kept[-1].start
        ):
            kept.pop()
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


_POINTED = re.compile(r"[1-9]\d?\.[1-9]\d?\.\d\d")
"""A number with points that is a day in short writing, and a release as well."""
_NAME_BEFORE = re.compile(r"\b([A-Z][\w+-]*) $")


def _without_releases(text: str, dates: Sequence[Found]) -> Sequence[Found]:
    """Dates without what is rather the release of a thing: a pointed number right behind a name, where another date is told
    ("Zendrix 1.4.12 came out on 3 May 2026")."""
    named = [each for each in dates if _POINTED.fullmatch(text[each.start : each.end]) and _is_behind_name(text, each)]
    return [each for each in dates if each not in named] if named and len(named) < len(dates) else dates


def _is_behind_name(text: str, date: Found) -> bool:
    before = _NAME_BEFORE.search(text[max(0, date.start - 40) : date.start])
    return before is not None and not is_known(before[1].lower())


_GROUPED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3}){2,}")
"""A number with points between its thousands, which is no version."""


def _versions(text: str) -> list[Found]:
    found: list[Found] = []
    for match in _VERSION.finditer(text):
        normal = (match["cued"] or match["bare"]).lower()
        if match["cued"] is None and _GROUPED.fullmatch(normal):
            continue
        found.append(Found(match.start(), match.end(), Value(ValueKind.VERSION, normal, match[0])))
    return found


def _with_approximation(text: str, item: Found, floor: int) -> Found:
    before = text[max(floor, item.start - 20) : item.start]
    about = _ABOUT.search(before)
    bound = about or _BOUND.search(before)
    if bound is None or item.value.precision == "ambiguous":
        return item
    start = item.start - (len(before) - bound.start())
    precision = "approximate" if item.value.kind is not ValueKind.DATE else item.value.precision
    return Found(start, item.end, replace(item.value, written=text[start : item.end], precision=precision))


MARKS = {
    **dict.fromkeys(("\u2713", "\u2714", "\u2714\ufe0f", "\u2705", "\u2611", "\u2611\ufe0f"), "true"),
    **dict.fromkeys((":white_check_mark:", ":heavy_check_mark:", ":ballot_box_with_check:", ":check_mark:"), "true"),
    **dict.fromkeys(
        ("\u2717", "\u2718", "\u274c", "\u2716", "\u2716\ufe0f", ":x:", ":heavy_multiplication_x:"), "false"
    ),
}
"""Marks of a cell that say yes or no."""
_BOOLEANS = MARKS | {
    "yes": "true",
    "true": "true",
    "on": "true",
    "enabled": "true",
    "y": "true",
    "no": "false",
    "false": "false",
    "off": "false",
    "disabled": "false",
    "n": "false",
}
_TRAILING = re.compile(r"\s*(?:\([^()]{0,80}\)|[.;,])\s*$")
_LEADING = re.compile(
    r"^(?:tentatively|provisionally|currently|now|from|on|by|until|expected|planned|est\.?|estimated|max\.?|min\.?)\s+",
    re.IGNORECASE,
)


def whole_value(
    text: str,
    kinds: tuple[ValueKind, ...] = (),
    anchor: str = "",
    prefix: str = "",
    day_first: bool | None = None,
    decimal: str = "",
) -> Found | None:
    """The typed value that all of ``text`` is (a cell, the right side of a key-value line), or None.

    A closing remark in parentheses and a leading word like "tentatively" may stand beside it. ``kinds`` limits the
    kinds; empty allows all typed ones. ``prefix`` is a unit or currency from a column head ("EUR") put beside a bare number.
    """
    start, end = _core(text)
    core = text[start:end]
    if prefix and re.fullmatch(r"[-+]?[\d.,' ]{1,20}[kKmM]?", core):
        return _with_head_unit(core, start, end, kinds, prefix, decimal)
    year = whole_year(core) if ValueKind.DATE in kinds else None
    if year is not None:
        return Found(start, end, year)
    if core.lower() in _BOOLEANS and (not kinds or ValueKind.BOOLEAN in kinds):
        return Found(start, end, Value(ValueKind.BOOLEAN, _BOOLEANS[core.lower()], core))
    if ValueKind.VERSION in kinds and re.fullmatch(r"\d{1,4}(?:\.\d{1,5}){0,4}", core):
        return Found(start, end, Value(ValueKind.VERSION, core, core))
    for item in find_values(core, anchor, day_first, decimal):
        fits = not kinds or item.value.kind in kinds
        if fits and item.start == 0 and item.end == len(core):
            return Found(start, end, item.value)
    return None


def _core(text: str) -> tuple[int, int]:
    """The range of ``text`` without leading adverbs, a closing parenthesis or a full stop."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    for _ in range(3):
        trailing = _TRAILING.search(text, start, end)
        if trailing is None or trailing.start() <= start:
            break
        end = trailing.start()
    leading = _LEADING.match(text[start:end])
    return (start + leading.end() if leading else start), end


def _with_head_unit(
    core: str, start: int, end: int, kinds: tuple[ValueKind, ...], unit: str, decimal: str
) -> Found | None:
    """A bare number read with the unit of its column head."""
    glued = f"{core}{unit}" if unit == "%" else f"{core} {unit}"
    for item in find_values(glued, decimal=decimal):
        if item.start == 0 and item.end == len(glued) and (not kinds or item.value.kind in kinds):
            return Found(start, end, replace(item.value, written=core))
    return None
