"""Readings of dates, ours and the peers', brought to one comparable form."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from forager.extract.values.amounts import find_amounts
from forager.extract.values.calendar import date_bounds
from forager.extract.values.compare import duration_size
from forager.extract.values.dates import DateContext, read_dates
from forager.model.statement import ValueKind


@dataclass(frozen=True, slots=True)
class Read:
    """One reading: its span, kind (date, time, duration) and value in ISO 8601, with every other value it also allows."""

    start: int
    end: int
    kind: str
    values: tuple[str, ...]


def ours(text: str, document_date: str, day_first: bool | None) -> tuple[Read, ...]:
    """What the engine reads in ``text``; recurrences are left out, as they have no value."""
    spans = read_dates(text, DateContext(document_date, day_first))
    found = [Read(span.start, span.end, span.kind, (span.value,)) for span in spans if span.kind != "set"]
    taken = [(span.start, span.end) for span in spans]
    for amount in find_amounts(text):
        free = all(amount.end <= start or end <= amount.start for start, end in taken)
        if free and amount.value.kind is ValueKind.DURATION:
            found.append(Read(amount.start, amount.end, "duration", (amount.value.normal,)))
    return tuple(found)


def extent(value: str) -> str:
    """First and last day of a date, so that ``2026-03`` and ``2026-03-01/2026-03-31`` are one; other values as they are."""
    if "T" in value or value[:1] in {"[", "X", "P", ""}:
        return instant(value)
    calendar = re.sub(r"^FY(\d{4})(?:/\d\d)?(-Q\d)?$", r"\1\2", value)
    days = date_bounds(calendar)
    mark = "FY" if calendar != value else ""
    return value if days is None else f"{mark}{days[0]}/{days[1]}"


def instant(value: str) -> str:
    """A time without needless zeros: ``15:00:00`` is ``15:00``, ``+00:00`` is ``Z``."""
    return re.sub(r"T(\d\d:\d\d):00(?!\d)", r"T\1", value).replace("+00:00", "Z")


def length(value: str) -> tuple[Decimal, ...]:
    """Seconds of an ISO duration: a year has 365 days, a month 30 or a twelfth of a year."""
    size, unit = duration_size(value)
    if unit != "month":
        return (size,)
    years, months = divmod(size, 12)
    return (years * 365 + months * 30) * 86400, size * 365 * 86400 / 12


def days_of(value: str) -> tuple[date, date, date] | None:
    """First day, day after the last, and first day of the last part of a stretch of days."""
    whole = date_bounds(value)
    if whole is None:
        return None
    last = date_bounds(value.rpartition("/")[2])
    return whole[0], whole[1] + timedelta(days=1), last[0] if last else whole[0]
