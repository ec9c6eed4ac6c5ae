"""How values read on a page: numbers, sizes, times and words, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from markupsafe import Markup, escape

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def number(value: int) -> str:
    """Thousands apart: "12,480"."""
    return f"{value:,}"


def size(value: int) -> str:
    """Bytes as a person reads them: "812 B", "14 KB", "3.1 MB"."""
    for unit, step in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if value >= step:
            shown = value / step
            return f"{shown:.1f} {unit}" if shown < 10 else f"{shown:.0f} {unit}"
    return f"{value} B"


def plural(value: int, one: str, many: str = "") -> str:
    """ "1 document", "3 documents"."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def words(value: str) -> str:
    """A key as words: ``attribute_mismatch`` becomes "attribute mismatch"."""
    return value.replace("_", " ")


def date(value: str) -> str:
    """A date, or as much of one as is known: "10 Apr 2026", "Apr 2026", "2026"; anything else as it is."""
    parts = value[:10].split("-")
    if not all(part.isdecimal() for part in parts) or not 1 <= len(parts) <= 3 or len(parts[0]) != 4:
        return value
    if len(parts) > 1 and not 1 <= int(parts[1]) <= 12:
        return value
    named = [str(int(parts[2]))] if len(parts) == 3 else []
    named += [_MONTHS[int(parts[1]) - 1]] if len(parts) > 1 else []
    return " ".join([*named, parts[0]])


def when(value: str, exactly: bool = False) -> Markup:
    """An instant (UTC) as a ``time`` element: "10 Apr 2026, 14:03 UTC"; ``exactly`` to the second, where several are of one minute."""
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return escape(value)
    shown = moment(value) if exactly else f"{date(found.date().isoformat())}, {found:%H:%M} UTC"
    return Markup('<time datetime="{}">{}</time>').format(value, shown)


def moment(value: str) -> str:
    """An instant to the second, where several of one minute are told apart: "10 Apr 2026, 14:03:27 UTC"."""
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return value
    return f"{date(found.date().isoformat())}, {found:%H:%M:%S} UTC"


def share(value: float) -> str:
    """A share of one as per cent: "87 %"."""
    return f"{value * 100:.0f} %"


FILTERS: Final[dict[str, Callable[..., object]]] = {
    "number": number, "size": size, "plural": plural, "words": words, "date": date, "when": when, "share": share,
    "moment": moment,
}  # fmt: skip
