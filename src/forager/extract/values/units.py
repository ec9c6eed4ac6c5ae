"""The unit table: dimension, base unit and exact factor, so that 1.5 km and 1500 m are one value."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure: ``base`` is the canonical unit of its dimension, ``factor`` converts to it (plus ``offset``)."""

    base: str
    factor: Decimal = Decimal(1)
    offset: Decimal = Decimal(0)


_TABLE: tuple[tuple[str, str, str], ...] = (
    # base, factor, names (case matters only for the names after ";")
    ("m", "1", "metre metres meter meters; m"),
    ("m", "1000", "kilometre kilometres kilometer kilometers; km"),
    ("m", "0.01", "centimetre centimetres centimeter centimeters; cm"),
    ("m", "0.001", "millimetre millimetres millimeter millimeters; mm"),
    ("m", "1609.344", "mile miles"),
    ("m", "0.9144", "yard yards"),
    ("m", "0.3048", "foot feet; ft"),
    ("m", "0.0254", "inch inches"),
    ("m2", "1", "sqm; m² m2"),
    ("m2", "10000", "hectare hectares; ha"),
    ("m2", "4046.8564224", "acre acres"),
    ("m2", "1000000", "; km² km2"),
    ("m2", "0.09290304", "sqft"),
    ("L", "1", "litre litres liter liters; L l"),
    ("L", "0.001", "millilitre millilitres milliliter milliliters; ml mL"),
    ("L", "1000", "; m³ m3"),
    ("L", "3.785411784", "gallon gallons"),
    ("kg", "1", "kilogram kilograms kilo kilos; kg"),
    ("kg", "0.001", "gram grams; g"),
    ("kg", "0.000001", "milligram milligrams; mg"),
    ("kg", "1000", "tonne tonnes; t"),
    ("kg", "0.45359237", "pound-mass lbs; lb"),
    ("kg/m3", "1", "; kg/m³ kg/m3 g/L g/l"),
    ("kg/m3", "1000", "; g/cm³ g/cm3 g/mL g/ml kg/L kg/l t/m³"),
    ("B", "1", "byte bytes"),
    ("B", "1000", "kilobyte kilobytes; kB KB"),
    ("B", "1000000", "megabyte megabytes; MB"),
    ("B", "1000000000", "gigabyte gigabytes; GB"),
    ("B", "1000000000000", "terabyte terabytes; TB"),
    ("B", "1000000000000000", "petabyte petabytes; PB"),
    ("B", "1024", "; KiB"),
    ("B", "1048576", "; MiB"),
    ("B", "1073741824", "; GiB"),
    ("B", "1099511627776", "; TiB"),
    ("bit/s", "1", "; bit/s bps"),
    ("bit/s", "1000", "; kbit/s kbps Kbps"),
    ("bit/s", "1000000", "; Mbit/s Mbps Mb/s"),
    ("bit/s", "1000000000", "; Gbit/s Gbps Gb/s"),
    ("bit/s", "8000000", "; MB/s"),
    ("bit/s", "8000000000", "; GB/s"),
    ("J", "1", "joule joules; J"),
    ("J", "1000", "kilojoule kilojoules; kJ"),
    ("J", "3600", "; Wh"),
    ("J", "3600000", "kilowatt-hour kilowatt-hours; kWh"),
    ("J", "3600000000", "megawatt-hour megawatt-hours; MWh"),
    ("J", "3600000000000", "; GWh"),
    ("W", "1", "watt watts; W"),
    ("W", "1000", "kilowatt kilowatts; kW"),
    ("W", "1000000", "megawatt megawatts; MW"),
    ("W", "1000000000", "gigawatt gigawatts; GW"),
    ("W", "745.69987158227", "horsepower; hp"),
    ("V", "1", "volt volts; V"),
    ("V", "1000", "kilovolt kilovolts; kV"),
    ("A", "1", "ampere amperes amp amps"),
    ("A", "0.001", "; mA"),
    ("Hz", "1", "hertz; Hz"),
    ("Hz", "1000", "; kHz"),
    ("Hz", "1000000", "megahertz; MHz"),
    ("Hz", "1000000000", "gigahertz; GHz"),
    ("Pa", "1", "pascal pascals; Pa"),
    ("Pa", "1000", "; kPa"),
    ("Pa", "100000", "; bar"),
    ("Pa", "6894.757293168", "; psi"),
    ("degC", "1", "celsius; °C"),
    ("m/s", "1", "; m/s"),
    ("m/s", "0.27777777777777777778", "; km/h kph"),
    ("m/s", "0.44704", "; mph"),
    ("request/s", "1", "; req/s rps"),
    ("transaction/s", "1", "; tps"),
    ("L/s", "0.016666666666666666667", "; l/min L/min"),
    ("pixel", "1", "pixel pixels; px"),
    ("fte", "1", "fte ftes"),
    ("core", "1", "core cores vcpu vcpus"),
    ("point", "1", "points"),
)

_PHRASES: tuple[tuple[str, str, str], ...] = (
    ("m2", "1", "square metre|square metres|square meter|square meters"),
    ("m2", "0.09290304", "square foot|square feet|sq ft|sq. ft."),
    ("m2", "1000000", "square kilometre|square kilometres|square kilometer|square kilometers"),
    ("L", "1000", "cubic metre|cubic metres|cubic meter|cubic meters"),
    ("degC", "1", "degrees Celsius|degree Celsius"),
    ("request/s", "1", "requests per second"),
    ("request/s", "0.016666666666666666667", "requests per minute"),
    ("transaction/s", "1", "transactions per second"),
    ("fte", "1", "full-time equivalents|full-time equivalent"),
    ("percentage point", "1", "percentage points|percentage point"),
    ("business day", "1", "business days|business day|working days|working day"),
)

_COUNTED: tuple[tuple[str, str], ...] = (
    ("person", "people person persons"),
    ("employee", "employee employees"),
    ("user", "user users"),
    ("seat", "seat seats"),
    ("engineer", "engineer engineers"),
    ("developer", "developer developers"),
    ("customer", "customer customers"),
    ("client", "client clients"),
    ("member", "member members"),
    ("student", "student students"),
    ("vehicle", "vehicle vehicles"),
    ("server", "server servers"),
    ("node", "node nodes"),
    ("site", "site sites"),
    ("document", "document documents"),
    ("record", "record records"),
    ("row", "row rows"),
    ("page", "page pages"),
    ("file", "file files"),
    ("order", "order orders"),
    ("request", "request requests"),
    ("ticket", "ticket tickets"),
    ("defect", "defect defects"),
    ("unit", "units"),
    ("licence", "licence licences license licenses"),
    ("device", "device devices"),
    ("bed", "bed beds"),
    ("item", "item items"),
    ("copy", "copies"),
    ("share", "shares"),
    ("story point", "story-points"),
    ("tester", "tester testers"),
    ("planner", "planner planners"),
    ("character", "characters"),
    ("word", "words"),
)
"""Things that are counted; only their inflection is evened out, never their meaning."""


def _build() -> tuple[dict[str, Unit], dict[str, Unit]]:
    words: dict[str, Unit] = {}
    symbols: dict[str, Unit] = {}
    for base, factor, names in _TABLE:
        lower, _, exact = names.partition(";")
        unit = Unit(base, Decimal(factor))
        words.update(dict.fromkeys(lower.split(), unit))
        symbols.update(dict.fromkeys(exact.split(), unit))
    for base, factor, names in _PHRASES:
        words.update(dict.fromkeys((name.lower() for name in names.split("|")), Unit(base, Decimal(factor))))
    for base, names in _COUNTED:
        words.update(dict.fromkeys(names.split(), Unit(base)))
    fahrenheit = Unit("degC", Decimal(5) / Decimal(9), Decimal(-160) / Decimal(9))
    symbols["°F"] = fahrenheit
    words["degrees fahrenheit"] = fahrenheit
    return words, symbols


WORD_UNITS, SYMBOL_UNITS = _build()
COUNTED: frozenset[str] = frozenset(base for base, _ in _COUNTED)
"""Bases that count things rather than measure them."""


def unit_of(written: str) -> Unit | None:
    """The unit with this name (case matters for symbols only), or None."""
    return SYMBOL_UNITS.get(written) or WORD_UNITS.get(written.lower())


TIME_UNITS: dict[str, tuple[str, Decimal]] = {}
"""Time unit name -> ("s", seconds) or ("month", months)."""

for _names, _kind, _size in (
    ("ms msec millisecond milliseconds", "s", "0.001"),
    ("s sec secs second seconds", "s", "1"),
    ("min mins minute minutes", "s", "60"),
    ("h hr hrs hour hours", "s", "3600"),
    ("d day days night nights", "s", "86400"),
    ("wk wks week weeks", "s", "604800"),
    ("month months mo", "month", "1"),
    ("quarter quarters", "month", "3"),
    ("year years yr yrs", "month", "12"),
):
    for _name in _names.split():
        TIME_UNITS[_name] = (_kind, Decimal(_size))
