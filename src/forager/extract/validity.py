"""From when and until when a statement holds, as its own words say (forager.md §7, design notes §4).

The interval is half open: ``valid_to`` of a day is the first on which the statement no longer holds, so "until 31 May" gives that day
and "through 31 May", or what ends on it, the day after. A vaguer end (a month, a year) may lie anywhere in its period and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

from forager.extract.hits import Hit
from forager.extract.token import Token
from forager.extract.values.calendar import date_bounds
from forager.extract.values.dates import is_dated
from forager.model.statement import Modality, Statement, Value

_SINCE = re.compile(
    r"\b(?:as of|since|effective(?: from| as of)?|with effect from|starting(?: on| from)?|from)\s$", re.IGNORECASE
)
_BETWEEN = re.compile(r"\bbetween\s$", re.IGNORECASE)
_TILL = re.compile(r"\b(?:until|till)\s$", re.IGNORECASE)
_THROUGH = re.compile(r"\b(?:through|up to and including)\s$", re.IGNORECASE)
_TO = re.compile(r"(?:\bto|\bthrough|[-\u2013])\s?$", re.IGNORECASE)
BEGINS, ENDS, UNTIL = "effective_date", "end_date", "valid_until"
"""Attributes whose value is the first day on which their subject is in force, the last, or the one until which it is."""
_OVER = re.compile(r"\b(?:ended|expired|finished|concluded|terminated|ran out)\b", re.IGNORECASE)
"""What ended stays true when it is over; what ends holds until then."""
CUE = 24
"""Characters before a date in which a word that makes it a bound may stand."""


def validity(hit: Hit, first: int, last: int) -> tuple[str, str]:
    """Begin and end that the sentence states, beside words that make them so; empty where it does not.

    ``first`` and ``last`` bound the clause of the match in the sentence's view.
    """
    begin = end = since = ""
    for token, value, before in _dates(hit, first, last):
        low, _, high = value.normal.partition("/")
        if high and _BETWEEN.search(before):
            return begin or low, end or day_after(high)
        if since and not end and _TO.search(before):
            end = day_after(value.normal)
        elif not begin and _SINCE.search(before):
            begin = value.normal
            since = begin if hit.sentence.view.text[: token.start].casefold().endswith("from ") else ""
        elif not end and (_TILL.search(before) or _THROUGH.search(before)):
            end = day_after(value.normal) if _THROUGH.search(before) else value.normal
    return begin, end


def _dates(hit: Hit, first: int, last: int) -> Iterator[tuple[Token, Value, str]]:
    """The dates near the match that are no captured value, each with the words before it."""
    captured = {hit.match.start(name) for name in ("value", "from", "to") if hit.has(name)}
    for index, token in enumerate(hit.sentence.tokens):
        dated = token.value is not None and token.cls == "DATE" and is_dated(token.value)
        near = first <= token.start < last or index < hit.match.start()
        if dated and token.value is not None and near and index not in captured:
            yield token, token.value, hit.sentence.view.text[max(hit.sentence.start, token.start - CUE) : token.start]


def day_after(normal: str) -> str:
    """The day after a day; a vaguer time as it is, as is the end of time."""
    bounds = date_bounds(normal)
    if bounds is None or bounds[0] != bounds[1] or bounds[1] == date.max:
        return normal
    return (bounds[1] + timedelta(days=1)).isoformat()


def bounded(statement: Statement) -> Statement:
    """A statement of when its subject ends, or takes effect, with that bound on its own validity; a doubtful one bounds nothing."""
    value = statement.value
    surely = statement.polarity and not statement.hedges and statement.change != "from"
    if (
        value is None
        or not surely
        or statement.modality not in {Modality.ACTUAL, Modality.PLANNED}
        or not is_dated(value)
    ):
        return statement
    low, _, high = value.normal.partition("/")
    if statement.attribute == ENDS and not statement.valid_to and not _OVER.search(statement.sentence):
        return replace(statement, valid_to=day_after(high or low))
    if statement.attribute == UNTIL and not statement.valid_to:
        return replace(statement, valid_to=high or low)
    if statement.attribute == BEGINS and not statement.valid_from:
        return replace(statement, valid_from=low)
    return statement
