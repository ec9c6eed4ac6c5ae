"""The Recognizers-Text specifications of English dates: cases with the values they ask for, and how a reading is held to them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from bench.dates.readings import Read, days_of, length

FILES = ("DateParser", "DatePeriodParser", "DateTimeModel", "DurationParser")
KINDS = frozenset({"date", "daterange", "datetime", "datetimerange", "time", "timerange", "duration"})
HOURS = frozenset({"datetimerange", "timerange"})
"""Kinds that have a value in ISO 8601. Ranges of hours have one where both ends are said ("from 4 to 5pm": their timex stands in
parentheses); a part of the day ("tomorrow morning") has a convention instead, and a recurrence has no value."""
_PARTS = {"date": ("time",), "time": ("date",)}
"""What may stand beside a kind in one reading: a day with its hour, asked for apart."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One value a case asks for: the span, the kind, and the values (start and end) of which one is right."""

    start: int
    end: int
    kind: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """One case: text, reference date, what is asked for; ``seen`` says to which half it belongs, ``ported`` whether the Python
    library is said to support it."""

    file: str
    text: str
    reference: str
    wanted: tuple[Wanted, ...]
    seen: bool
    ported: bool


def load(folder: Path) -> tuple[Case, ...]:
    """All cases that ask for something of a kind with a value."""
    cases: list[Case] = []
    for name in FILES:
        rows = json.loads((folder / f"{name}.json").read_text(encoding="utf-8-sig"))
        made = (_case(name, row) for row in rows)
        cases += [case for case in made if case.wanted]
    return tuple(cases)


def is_seen(text: str) -> bool:
    """Whether a case belongs to the half that was looked at while the rules were written."""
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


def _case(file: str, row: dict[str, object]) -> Case:
    text, context = str(row["Input"]), row.get("Context")
    reference = str(context.get("ReferenceDateTime", "")) if isinstance(context, dict) else ""
    results = row["Results"] if isinstance(row["Results"], list) else []
    wanted = [_wanted(text, result) for result in results]
    ported = "python" not in str(row.get("NotSupported", "")).lower()
    return Case(file, text, reference, tuple(each for each in wanted if each), is_seen(text), ported)


def _wanted(text: str, result: dict[str, object]) -> Wanted | None:
    kind = str(result.get("Type") or result.get("TypeName") or "").rpartition(".")[2]
    values = _values(result)
    if kind not in KINDS or not values or (kind in HOURS and not _is_said(result)):
        return None
    said = str(result["Text"])
    start = int(str(result.get("Start", text.lower().find(said.lower()))))
    return Wanted(max(start, 0), max(start, 0) + len(said), kind, values)


def _values(result: dict[str, object]) -> tuple[tuple[str, str], ...]:
    """Start and end of every reading (the end is empty for what has none); none when one is open, hedged ("early next week" has
    a ``Mod``, in either kind of file) or impossible, and none for a part of the day."""
    value, resolution = result.get("Value"), result.get("Resolution")
    if isinstance(value, dict):
        if "Mod" in value:
            return ()
        rows = [value.get("FutureResolution"), value.get("PastResolution")]
        made = [tuple(str(part) for part in row.values()) for row in rows if isinstance(row, dict) and row]
        pairs = [(parts[0], parts[1] if len(parts) > 1 else "") for parts in made]
    else:
        listed = resolution.get("values", []) if isinstance(resolution, dict) else []
        if any("Mod" in row or row.get("value") == "not resolved" or "ref_undef" in str(row) for row in listed):
            return ()
        pairs = [(str(row.get("value") or row.get("start", "")), str(row.get("end", ""))) for row in listed]
        if any((row.get("start") is None) != (row.get("end") is None) for row in listed):
            return ()
    bad = any(not first or "0001-01-01" in first + last for first, last in pairs)
    return () if bad else tuple(dict.fromkeys(pairs))


def _is_said(result: dict[str, object]) -> bool:
    """Whether both ends of a range of hours are said."""
    resolution = result.get("Resolution")
    rows = resolution.get("values", []) if isinstance(resolution, dict) else []
    return bool(rows) and all(str(row.get("timex", "")).startswith("(") for row in rows)


def is_met(wanted: Wanted, reads: tuple[Read, ...], beside: tuple[Wanted, ...] = ()) -> bool:
    """Whether a reading that touches the span has one of the values asked for.

    A reading that keeps two values open is right when the specification keeps the same two. A reading of a day with its hour
    also answers for the day, or the hour, alone where the case asks for both apart (``beside`` is all it asks for).
    """
    return any(
        _is_value(wanted, value) or (_touched_apart(wanted, read, beside) and _is_part(wanted, value))
        for read in reads
        if _touches(wanted, read)
        for value in read.values
    )


def _touches(wanted: Wanted, read: Read) -> bool:
    return read.start < wanted.end and wanted.start < read.end


def _touched_apart(wanted: Wanted, read: Read, beside: tuple[Wanted, ...]) -> bool:
    return any(other.kind in _PARTS.get(wanted.kind, ()) and _touches(other, read) for other in beside)


def _is_part(wanted: Wanted, value: str) -> bool:
    day, _, clock = value.replace(" ", "T").partition("T")
    return bool(day and clock) and _is_value(wanted, day if wanted.kind == "date" else f"T{clock}")


def _is_value(wanted: Wanted, value: str) -> bool:
    if value.startswith("["):
        both = value.strip("[]").split(",")
        return len(wanted.values) == len(both) and all(_is_value(wanted, each) for each in both)
    if wanted.kind == "duration":
        return value.startswith("P") and any(_same_length(first, value) for first, _ in wanted.values)
    if wanted.kind in HOURS:
        ends = tuple(_clock(end) for end in value.split("/"))
        return any(ends == (_clock(first), _clock(last)) for first, last in wanted.values)
    if wanted.kind in {"datetime", "time"}:
        return any(_clock(value) == _clock(first) for first, _ in wanted.values)
    if wanted.kind == "date":
        return any(value == first[:10] for first, _ in wanted.values)
    return any(_is_stretch(value, first, last) for first, last in wanted.values)


def _same_length(seconds: str, value: str) -> bool:
    try:
        return any(abs(float(each) - float(seconds)) < 1 for each in length(value))
    except (ValueError, ArithmeticError):
        return False


def _clock(value: str) -> str:
    """Day and time to the second, without a zone."""
    day, _, clock = value.replace(" ", "T").rpartition("T") if "T" in value or " " in value else ("", "", value)
    return f"{day}T{(clock + ':00')[:8] if clock.count(':') == 1 else clock[:8]}"


def _is_stretch(value: str, first: str, last: str) -> bool:
    """Whether a stretch starts on ``first`` and ends with ``last``, which the specifications write exclusive for a calendar
    unit and inclusive, or as the first day of the last unit, for "from a to b"."""
    days = days_of(value) if "T" not in value else None
    if days is None:
        return False
    start, after, last_part = (day.isoformat() for day in days)
    inclusive = days[1].fromordinal(days[1].toordinal() - 1).isoformat()
    return start == first[:10] and last[:10] in {after, inclusive, last_part}
