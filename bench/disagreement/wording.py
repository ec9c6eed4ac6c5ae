"""How the editor writes a value: as it is, changed, in another format, less exactly. Every choice is drawn from the seeded `Random`."""

import calendar
from dataclasses import replace
from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from random import Random

from bench.disagreement.facts import Fact

_MONTHS = tuple(calendar.month_name)[1:]
_CONVERTED: dict[str, tuple[str, Decimal]] = {
    "lbs": ("kg", Decimal("0.45359237")),
    "ft": ("m", Decimal("0.3048")),
    "hp": ("kW", Decimal("0.745699872")),
    "km²": ("ha", Decimal(100)),
    "g/cm³": ("kg/m³", Decimal(1000)),
    "seconds": ("ms", Decimal(1000)),
    "minutes": ("seconds", Decimal(60)),
    "hours": ("minutes", Decimal(60)),
    "day": ("hours", Decimal(24)),
}
"""A unit, another of its kind, and the factor."""


def written(fact: Fact, form: str = "prose") -> str:
    """The value as prose or a table writes it."""
    if fact.kind == "date":
        return fact.value if form == "table" or len(fact.value) == 4 else _day_first(fact.value)
    if fact.kind == "money":
        return f"${fact.value}" if form == "table" else f"USD {fact.value}"
    if fact.kind in {"quantity", "duration"}:
        return f"{_grouped(fact.value)} {fact.unit}".strip()
    return fact.value


def changed(fact: Fact, random: Random, others: tuple[str, ...]) -> Fact:
    """The fact with another value that no rounding explains; ``others`` are values that different subjects have."""
    if fact.kind == "date":
        return replace(fact, value=_moved(fact.value, random))
    if fact.kind == "boolean":
        return replace(fact, value="disabled" if fact.value == "enabled" else "enabled")
    if fact.kind == "version":
        head, _, rest = fact.value.partition(".")
        return replace(fact, value=f"{int(head) + 1}.{rest or '0'}")
    if fact.kind in {"person", "text"}:
        return replace(fact, value=random.choice([each for each in others if each != fact.value]))
    return replace(fact, value=_scaled(fact.value, random))


def other_form(fact: Fact) -> str:
    """The same value in another unit or format."""
    if fact.kind == "date":
        return f"in {fact.value}" if len(fact.value) == 4 else _month_first(fact.value)
    if fact.kind == "money":
        return f"${Decimal(fact.value):,.2f}"
    if fact.kind in {"boolean", "version"}:
        return {"enabled": "on", "disabled": "off"}.get(fact.value, f"v{fact.value}")
    if fact.kind == "person":
        first, _, last = fact.value.rpartition(" ")
        return f"{last}, {first}"
    if fact.unit in _CONVERTED:
        unit, factor = _CONVERTED[fact.unit]
        made = Decimal(fact.value) * factor
        exact = factor == factor.to_integral_value()
        return f"{_grouped(f'{made.normalize():f}' if exact else _digits(made, 5))} {unit}"
    return f"{fact.value} {fact.unit}".strip()


def coarser(fact: Fact) -> str:
    """The value told less exactly, or empty where that has no natural form."""
    if fact.kind == "date" and len(fact.value) > 4:
        year, month, _ = fact.value.split("-")
        return f"{_MONTHS[int(month) - 1]} {year}"
    if fact.kind == "person":
        first, _, last = fact.value.rpartition(" ")
        return f"{first[0]}. {last}"
    if fact.kind == "version" and fact.value.count(".") >= 2:
        return ".".join(fact.value.split(".")[:2])
    if fact.kind == "quantity" and Decimal(fact.value) >= 1_000_000:
        return f"{_digits(Decimal(fact.value) / 1_000_000, 2)} million {fact.unit}".strip()
    return ""


def _grouped(value: str) -> str:
    whole, dot, rest = value.partition(".")
    return f"{int(whole):,}{dot}{rest}" if len(whole) > 4 else value


def _digits(value: Decimal, count: int) -> str:
    """The value with so many significant digits, written out."""
    step = Decimal(1).scaleb(value.adjusted() - count + 1)
    return f"{value.quantize(step, ROUND_HALF_EVEN).normalize():f}"


def _scaled(value: str, random: Random) -> str:
    places = len(value.partition(".")[2])
    factor = Decimal(random.choice([62, 71, 83, 117, 129, 146, 158])) / 100
    made = (Decimal(value) * factor).quantize(Decimal(1).scaleb(-places))
    return f"{made + 1 if made == Decimal(value) else made:f}"


def _moved(value: str, random: Random) -> str:
    if len(value) == 4:
        return str(int(value) + random.choice([-9, -4, 3, 6, 11]))
    return (date.fromisoformat(value) + timedelta(days=random.choice([-97, -41, 12, 38, 66, 124]))).isoformat()


def _day_first(value: str) -> str:
    found = date.fromisoformat(value)
    return f"{found.day} {_MONTHS[found.month - 1]} {found.year}"


def _month_first(value: str) -> str:
    found = date.fromisoformat(value)
    return f"{_MONTHS[found.month - 1]} {found.day}, {found.year}"
