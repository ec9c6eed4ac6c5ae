"""A document's own date: the first of the places that may give one."""

from __future__ import annotations

import re
from datetime import date

from forager.model.document import DocumentDate, ParsedDocument
from forager.parse.opening import opening_date
from forager.store.names import MEMBER

_YEAR = r"(?<!\d)(?P<year>(?:19|20)\d\d)"
_DAY = re.compile(_YEAR + r"(?P<mark>[-_.]?)(?P<month>\d\d)(?P=mark)(?P<day>\d\d)(?!\d)")
_MONTH = re.compile(_YEAR + r"[-_.](?P<month>\d\d)(?![-_.]?\d)")


def own_date(document: ParsedDocument, logical_name: str) -> DocumentDate:
    """What fields, headers and "Date:" lines state, else its file name, its opening, or when the file was made; else empty."""
    stated = document.date
    if stated is not None and not stated.of_file:
        return stated
    return (
        date_in_name(logical_name) or opening_date(document.text, document.blocks) or stated or DocumentDate("", "", "")
    )


def date_in_name(logical_name: str) -> DocumentDate | None:
    """The one date that a file's own name states in ISO order (year first); None when there is none or more than one."""
    name = logical_name.rsplit(MEMBER, 1)[-1].rsplit("/", 1)[-1]
    days = {found for match in _DAY.finditer(name) if (found := _day(match))}
    if days:
        return DocumentDate(days.pop(), "day", "file name") if len(days) == 1 else None
    months = {f"{found['year']}-{found['month']}" for found in _MONTH.finditer(name) if 1 <= int(found["month"]) <= 12}
    return DocumentDate(months.pop(), "month", "file name") if len(months) == 1 else None


def _day(found: re.Match[str]) -> str:
    try:
        return date(int(found["year"]), int(found["month"]), int(found["day"])).isoformat()
    except ValueError:
        return ""
