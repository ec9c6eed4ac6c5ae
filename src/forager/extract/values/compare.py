"""How two values stand to one another: equal, one more exact than the other, or different (design notes, section 6)."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Context, Decimal
from typing import Literal

from forager.extract.organizations import without_legal_form
from forager.extract.values.calendar import date_bounds
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
    if (wider_first and wider_second) or _same_but_for_conversion(first, second):
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
        return _comparable_dates(first, second)
    return first.kind not in _AMOUNTS or _unit(first) == _unit(second)


def _comparable_dates(first: Value, second: Value) -> bool:
    """Fiscal years meet only fiscal years; of two unresolved relative dates nobody can say whether they are one."""
    words = [value.precision == "unresolved" and not value.normal.startswith("X") for value in (first, second)]
    return not all(words) and first.normal.startswith("FY") == second.normal.startswith("FY")


# Dates ------------------------------------------------------------------------------------------------------------------


def _date_covers(wide: Value, narrow: Value) -> bool:
    readings = two_readings(wide.normal)
    if readings:
        return set(two_readings(narrow.normal) or (narrow.normal[:DAY],)) <= set(readings)
    if wide.precision == "unresolved":
        return _fits_unresolved(wide.normal, narrow)
    if wide.precision == "approximate" and _near(wide.normal, narrow.normal):
        return True
    outer, inner = date_bounds(wide.normal), date_bounds(narrow.normal)
    if outer is None or inner is None:
        return wide.normal == narrow.normal
    if "T" in wide.normal and outer == inner:
        return _moment(wide.normal) == _moment(narrow.normal)
    return outer[0] <= inner[0] and inner[1] <= outer[1]


DAY = len("2026-03-03")


def two_readings(normal: str) -> tuple[str, ...]:
    """Both days that ``[2026-03-04,2026-04-03]`` can be; none for any other form."""
    return tuple(normal[1:-1].split(",")) if normal.startswith("[") else ()


def _fits_unresolved(normal: str, narrow: Value) -> bool:
    """Whether a date can be one whose year, or all of it, only its reader would know."""
    if not normal.startswith("XXXX"):
        return narrow.precision != "unresolved"
    days = two_readings(narrow.normal) or (narrow.normal,)
    return narrow.precision != "unresolved" and all(day[4 : len(normal)] == normal[4:] for day in days)


def _near(wide: str, narrow: str) -> bool:
    """Whether a date lies in the month of an approximate day."""
    outer, inner = date_bounds(wide), date_bounds(narrow)
    return (
        outer is not None
        and inner is not None
        and len(wide) == DAY
        and inner[0].isoformat()[:7] == wide[:7] == (inner[1].isoformat()[:7])
    )


def _moment(normal: str) -> str:
    """A moment in UTC where it has an offset, to the second; else as it is written."""
    try:
        moment = datetime.fromisoformat(normal)
    except ValueError:
        return normal
    return (moment if moment.tzinfo is None else moment.astimezone(UTC)).isoformat()


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
        numbers = [duration_size(part)[0] if value.kind is ValueKind.DURATION else Decimal(part) for part in parts]
    except ArithmeticError:
        return None
    return min(numbers), max(numbers)


def _amount_text(value: Value) -> str:
    if value.kind is ValueKind.MONEY:
        return value.normal.partition(" ")[2]
    return value.normal.partition(" ")[0]


_DURATION = re.compile(
    r"P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?"
)


def duration_size(normal: str) -> tuple[Decimal, str]:
    """How long an ISO duration is, in months (of 30 days, where it has days too) or, when it has none, in seconds; and which of the two."""
    match = _DURATION.fullmatch(normal)
    years, months, weeks, days, hours, minutes, seconds = (
        (Decimal(group or 0) for group in match.groups()) if match else [Decimal(0)] * 7
    )
    in_months = years * 12 + months
    in_seconds = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds
    return (in_months + in_seconds / (30 * 86400), "month") if in_months else (in_seconds, "second")


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


def _same_but_for_conversion(first: Value, second: Value) -> bool:
    """Whether two quantities in units of two systems agree within the coarser rounding ("150 lbs" and "68 kg").

    Units of one system convert without a remainder ("2 km" is not 2,400 m), so there nothing is left to rounding.
    """
    scales, ends = (_scale(first), _scale(second)), (_ends(first), _ends(second))
    if first.kind is not ValueKind.QUANTITY or None in (*scales, *ends) or _is_decimal(*scales):
        return False
    step = max(_written_step(first), _written_step(second))
    return all(abs(one - other) <= step for one, other in zip(ends[0] or (), ends[1] or (), strict=True))


def _is_decimal(first: Decimal | None, second: Decimal | None) -> bool:
    """Whether one unit is a power of ten of the other."""
    ratio = Context(prec=5).divide(first or Decimal(1), second or Decimal(1)).normalize()
    return ratio.as_tuple().digits == (1,)


def _scale(value: Value) -> Decimal | None:
    """How many base units one written unit is, to six digits; None when the writing has no number."""
    written, ends = re.search(NUMBER, value.written), _ends(value)
    said = number(written[0]) if written else None
    if not said or ends is None:
        return None
    return Context(prec=6).divide(ends[0], said)


def _written_step(value: Value) -> Decimal:
    """Half of the last digit written, in the base unit."""
    written, scale = re.search(NUMBER, value.written), _scale(value)
    said = number(written[0]) if written else None
    return Decimal(0) if not said or scale is None else abs(scale) * _last_digit(said, zeros_count=True) / 2


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
