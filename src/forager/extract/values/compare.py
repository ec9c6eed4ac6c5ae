"""How two values stand to one another: equal, one more exact than the other, or different (design notes, section 6)."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal

from forager.extract.organizations import without_legal_form
from forager.extract.values.numbers import NUMBER, SCALES, number
from forager.model.statement import Value, ValueKind

Verdict = Literal["equal", "refines", "refined_by", "incomparable_units", "different"]
"""``refines``: the first is more exact than the second and lies within it; ``refined_by``: the other way round."""

_AMOUNTS = frozenset({ValueKind.MONEY, ValueKind.QUANTITY, ValueKind.PERCENTAGE, ValueKind.DURATION})
_NAMES = frozenset({ValueKind.PERSON, ValueKind.ORGANIZATION, ValueKind.TEXT})
_NEGATION = frozenset({"not", "no", "never", "non", "without"})


def relation(first: Value, second: Value) -> Verdict:
    """The verdict on two values of one slot; swapping the arguments swaps ``refines`` and ``refined_by`` and nothing else."""
    if first.kind == second.kind and first.normal == second.normal:
        return "equal"
    if not _comparable(first, second):
        return "incomparable_units"
    wider_first, wider_second = covers(first, second), covers(second, first)
    if wider_first and wider_second:
        return "equal"
    if wider_second:
        return "refines"
    return "refined_by" if wider_first else "different"


def covers(wide: Value, narrow: Value) -> bool:
    """Whether everything ``narrow`` says is allowed by the less exact ``wide``."""
    if wide.kind is ValueKind.DATE:
        return _date_covers(wide, narrow)
    if wide.kind in _AMOUNTS:
        return _amount_covers(wide, narrow)
    if wide.kind is ValueKind.VERSION:
        return f"{narrow.normal}.".startswith(f"{wide.normal}.")
    if wide.kind in _NAMES:
        return _name_covers(wide.normal, narrow.normal)
    return wide.normal == narrow.normal


def _comparable(first: Value, second: Value) -> bool:
    if first.kind in _NAMES and second.kind in _NAMES:
        return True
    if first.kind != second.kind:
        return False
    if first.kind is ValueKind.DATE:
        return first.normal.startswith("FY") == second.normal.startswith("FY")
    return first.kind not in _AMOUNTS or _unit(first) == _unit(second)


# Dates ------------------------------------------------------------------------------------------------------------------


def _date_covers(wide: Value, narrow: Value) -> bool:
    readings = _two_readings(wide.written) if wide.precision == "ambiguous" else ()
    if readings:
        return narrow.normal in readings
    outer, inner = date_bounds(wide.normal), date_bounds(narrow.normal)
    if outer is None or inner is None:
        return wide.normal == narrow.normal
    if "T" in wide.normal and outer == inner:
        return wide.normal == narrow.normal
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _two_readings(written: str) -> tuple[str, ...]:
    """Both days that "03/04/2026" can be, sorted."""
    parts = re.findall(r"\d+", written)
    if len(parts) != 3:
        return ()
    year = parts[2] if len(parts[2]) == 4 else f"20{parts[2]}"
    return tuple(
        sorted({f"{year}-{int(parts[0]):02d}-{int(parts[1]):02d}", f"{year}-{int(parts[1]):02d}-{int(parts[0]):02d}"})
    )


def date_bounds(normal: str) -> tuple[date, date] | None:
    """First and last day that an ISO-like normal form covers; None for fiscal years and what is no date."""
    low, _, high = normal.partition("/")
    first, last = _single_bounds(low), _single_bounds(high or low)
    return None if first is None or last is None else (first[0], last[1])


def _single_bounds(normal: str) -> tuple[date, date] | None:
    try:
        return _bounds(normal)
    except ValueError:
        return None


def _bounds(normal: str) -> tuple[date, date] | None:
    if re.fullmatch(r"\d{4}-\d\d-\d\d(?:T.*)?", normal):
        day = date.fromisoformat(normal[:10])
        return day, day
    if re.fullmatch(r"\d{4}-\d\d", normal):
        return _months(int(normal[:4]), int(normal[5:]), 1)
    if re.fullmatch(r"\d{4}-Q[1-4]", normal):
        return _months(int(normal[:4]), int(normal[6]) * 3 - 2, 3)
    if re.fullmatch(r"\d{4}-W\d\d", normal):
        monday = date.fromisocalendar(int(normal[:4]), int(normal[6:]), 1)
        return monday, monday + timedelta(days=6)
    if re.fullmatch(r"\d{4}", normal):
        return _months(int(normal), 1, 12)
    return None


def _months(year: int, month: int, count: int) -> tuple[date, date]:
    last = month + count - 1
    return date(year, month, 1), date(year, last, monthrange(year, last)[1])


# Amounts ----------------------------------------------------------------------------------------------------------------


def _unit(value: Value) -> str:
    if value.precision == "ambiguous":
        return "?"
    if value.kind is ValueKind.MONEY:
        return value.normal.partition(" ")[0]
    if value.kind is ValueKind.QUANTITY:
        return value.normal.partition(" ")[2]
    if value.kind is ValueKind.DURATION:
        return "month" if re.search(r"^P[^T]*[YM]", value.normal) else "second"
    return ""


def _amount_covers(wide: Value, narrow: Value) -> bool:
    outer, inner = _bounds_of_amount(wide), _bounds_of_amount(narrow)
    if outer is None or inner is None:
        return False
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _bounds_of_amount(value: Value) -> tuple[Decimal, Decimal] | None:
    """Least and greatest amount the value allows, in its base unit: its own interval widened by its rounding."""
    ends = _ends(value)
    if ends is None:
        return None
    slack = _half_step(value) if value.precision in {"rounded", "approximate"} else Decimal(0)
    return ends[0] - slack, ends[1] + slack


def _ends(value: Value) -> tuple[Decimal, Decimal] | None:
    parts = _amount_text(value).split("/")
    try:
        numbers = [_duration_size(part) if value.kind is ValueKind.DURATION else Decimal(part) for part in parts]
    except ArithmeticError:
        return None
    return min(numbers), max(numbers)


def _amount_text(value: Value) -> str:
    if value.kind is ValueKind.MONEY:
        return value.normal.partition(" ")[2]
    return value.normal.partition(" ")[0]


_DURATION = re.compile(r"P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?")


def _duration_size(normal: str) -> Decimal:
    """Months, or seconds when there are none, of an ISO duration."""
    match = _DURATION.fullmatch(normal)
    years, months, days, hours, minutes, seconds = (
        (Decimal(group or 0) for group in match.groups()) if match else [Decimal(0)] * 6
    )
    return (years * 12 + months) or ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _half_step(value: Value) -> Decimal:
    """Half of the last digit that the writer meant, in the value's base unit."""
    written = re.search(rf"({NUMBER})\s?([A-Za-z]+)?", value.written)
    ends = _ends(value)
    if written is None or ends is None:
        return Decimal(0)
    said = number(written[1])
    if not said:
        return Decimal(0)
    scale = Decimal(10) ** SCALES.get((written[2] or "").lower(), 0) if value.precision == "rounded" else Decimal(1)
    step = _last_digit(said, zeros_count=value.precision == "rounded")
    return abs(ends[0] / said) * step / 2 if scale else Decimal(0)


def _last_digit(said: Decimal, *, zeros_count: bool) -> Decimal:
    """The weight of the last digit of ``said``: 1 for 485; for 480 it is 1 when closing zeros count, else 10."""
    exponent = said.as_tuple().exponent if zeros_count else said.normalize().as_tuple().exponent
    return Decimal(10) ** (exponent if isinstance(exponent, int) else 0)


# Names ------------------------------------------------------------------------------------------------------------------


def _name_covers(short: str, long: str) -> bool:
    """Whether ``short`` is a shorter way to write ``long``: fewer words in order, or initials ("R. Smith")."""
    few, many = _words(short), _words(long)
    if not few or not many or _NEGATION & (set(many) ^ set(few)):
        return False
    position = 0
    for word in many:
        if position < len(few) and _same_word(few[position], word):
            position += 1
    return position == len(few)


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", without_legal_form(name))


def _same_word(short: str, long: str) -> bool:
    return short == long or (len(short) == 1 and long.startswith(short))
