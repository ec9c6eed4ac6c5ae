"""Money, percentages, durations, quantities and plain numbers in a readable view."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Context, Decimal

from forager.extract.values.numbers import NUMBER, NUMBER_WORD, SCALES, is_unsure, number, plain
from forager.extract.values.spans import Found
from forager.extract.values.units import SYMBOL_UNITS, TIME_UNITS, WORD_UNITS, Unit, unit_of
from forager.model.statement import Value, ValueKind

_CODES = (
    "USD EUR GBP CHF JPY CNY INR AUD CAD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH ZAR BRL MXN ARS CLP COP PEN "
    "SGD HKD KRW TWD THB MYR IDR PHP VND ILS AED SAR QAR EGP NGN KES MAD ISK"
)
_SYMBOLS = {
    "US$": "USD",
    "CA$": "CAD",
    "C$": "CAD",
    "AU$": "AUD",
    "A$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "R$": "BRL",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₽": "RUB",
    "zł": "PLN",
}
_NAMES = {
    "dollar": "USD",
    "dollars": "USD",
    "euro": "EUR",
    "euros": "EUR",
    "pounds": "GBP",
    "pound": "GBP",
    "sterling": "GBP",
    "yen": "JPY",
    "francs": "CHF",
    "rupees": "INR",
}


_EXACT = Context(prec=80)
_STEP = Decimal("1e-12")


def _one_of(words: Iterable[str]) -> str:
    names = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(name) for name in names)


_CURRENCY = rf"(?:{_one_of(_SYMBOLS)}|(?:{_CODES.replace(' ', '|')})(?![A-Za-z]))"
_SCALE = r"(?:\s?(?P<scale{n}>thousand|millions?|mio|mn|billions?|bn|trillion|lakhs?|crores?|[kKmMbB])(?![A-Za-z]))?"
_FREE = r"(?P<free>(?<!from )(?<!From ))?"
_RANGE = r"(?:\s?[-\u2013\u2014]\s?|(?(free)\sto\s|(?!)))"
_MONEY_BEFORE = re.compile(
    rf"(?<![\w$€£]){_FREE}(?P<currency>{_CURRENCY})\s?(?P<low>{NUMBER}){_SCALE.format(n='')}"
    rf"(?:{_RANGE}(?:{_CURRENCY}\s?)?(?P<high>{NUMBER}){_SCALE.format(n='2')})?(?!\d)(?:\.[-\u2013\u2014])?"
)
_MONEY_AFTER = re.compile(
    rf"(?<![\w.,$€£]){_FREE}(?P<low>{NUMBER}){_SCALE.format(n='')}(?:{_RANGE}(?P<high>{NUMBER}){_SCALE.format(n='2')})?"
    rf"\s?(?P<currency>{_CURRENCY}|(?:{_one_of(_NAMES)})(?![A-Za-z]))(?![A-Za-z0-9])",
)
_MONEY_WORDS = re.compile(
    rf"\b(?P<low>{NUMBER_WORD})\s(?P<scale>thousand|million|billion)\s(?P<currency>{_one_of(_NAMES)})(?![A-Za-z])"
    r"(?P<scale2>)(?P<high>(?!))?",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    rf"(?<![\w.,]){_FREE}(?P<low>[-+]?{NUMBER})(?:(?:{_RANGE}|"
    rf"\s?%\s?[-\u2013\u2014]\s?)(?P<high>{NUMBER}))?\s?(?:%|percent\b|per cent\b|pct\b)(?! points?\b)"
)
_AMOUNT = rf"(?:{NUMBER}|(?i:{NUMBER_WORD}))"
_TIME = rf"(?:{_one_of(TIME_UNITS)})"
_DURATION = re.compile(
    rf"(?<![\w.,$€£-]){_FREE}(?P<low>{_AMOUNT})(?:{_RANGE}(?P<high>{_AMOUNT}))?(?:\s|"
    rf"-|(?<=\d))(?P<unit>{_TIME})(?![A-Za-z0-9/])",
    re.IGNORECASE,
)
_MORE = re.compile(
    rf"(?:\s|,\s|,?\sand\s)?(?P<more>{_AMOUNT})(?:\s|-)?(?P<unit>{_TIME})(?![A-Za-z0-9/])",
    re.IGNORECASE,
)
_ISO_DURATION = re.compile(
    r"(?<!\w)P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?(?!\w)"
)
_UNIT = rf"(?:(?:{_one_of(SYMBOL_UNITS)})|(?i:{_one_of(WORD_UNITS)}))"
_QUANTITY = re.compile(
    rf"(?<![\w.,$€£/-]){_FREE}(?P<low>-?{NUMBER}|(?i:{NUMBER_WORD}))(?P<scale>\s(?:thousand|million|billion))?"
    rf"(?:{_RANGE}(?P<high>{NUMBER}))?(?:\s|-)?(?P<unit>{_UNIT})(?![A-Za-z0-9/²³])"
)
_PLAIN = re.compile(
    rf"(?<![\w.,$€£#/:-])(?P<low>{NUMBER}|(?i:{NUMBER_WORD})\b)(?P<scale>\s(?:thousand|million|"
    rf"billion)\b|[kK]\b)?(?![\w%°/-]|[.,:]\d)"
)


_WORTH = re.compile(rf"\d|\b(?:{NUMBER_WORD})\b", re.IGNORECASE)
_SPOKEN_WORTH = re.compile(
    r"\b(?:half|couple|another|full|all|whole|entire|an?)\s(?:an?\s|of\s)?(?:sec|min|hour|day|night|week|month|quarter|year|fortnight)|"
    r"\sand\s(?:an?\s)?(?:half|quarter)|half-|full-|all-|[½¼¾]",
    re.IGNORECASE,
)


def find_amounts(text: str, decimal: str = "") -> Iterator[Found]:
    """Every reading as money, percentage, duration, quantity or number; readings may overlap (the caller decides).

    ``decimal`` is the mark the document writes before decimals, if it is known: it says what "1.200" is.
    """
    if _SPOKEN_WORTH.search(text):
        yield from (_spoken(match) for match in _SPOKEN.finditer(text))
    if not _WORTH.search(text):
        return
    for pattern in (_MONEY_BEFORE, _MONEY_AFTER, _MONEY_WORDS):
        yield from (_money(match, decimal) for match in pattern.finditer(text))
    yield from (_percentage(match, decimal) for match in _PERCENT.finditer(text))
    yield from _durations(text, decimal)
    for match in _ISO_DURATION.finditer(text):
        yield _iso_duration(match)
    for match in _QUANTITY.finditer(text):
        quantity = _quantity(match, decimal)
        if quantity is not None:
            yield quantity
    yield from (_plain_number(match, decimal) for match in _PLAIN.finditer(text))


def _scaled(written: str, scale: str | None, decimal: str) -> Decimal:
    """``written`` times its scale word."""
    power = SCALES[scale.strip().lower()] if scale else 0
    return _EXACT.multiply(number(written, decimal), Decimal(10) ** power)


def _found(match: re.Match[str], kind: ValueKind, normal: str, precision: str = "exact") -> Found:
    return Found(match.start(), match.end(), Value(kind, normal, match[0], precision))


def _interval(low: str, high: str | None) -> str:
    return low if high is None else f"{low}/{high}"


def _money(match: re.Match[str], decimal: str) -> Found:
    code = match["currency"]
    currency = _SYMBOLS.get(code) or _NAMES.get(code.lower()) or code
    scale = match["scale"] or match["scale2"]
    if (
        is_unsure(match["low"], decimal.strip(".")) and not scale
    ):  # no sum has three decimals, whatever else the text shows
        return _found(match, ValueKind.MONEY, match[0], "ambiguous")
    low = plain(_scaled(match["low"], scale, decimal))
    high = None if match["high"] is None else plain(_scaled(match["high"], match["scale2"], decimal))
    return _found(match, ValueKind.MONEY, f"{currency} {_interval(low, high)}", "rounded" if scale else "exact")


def _percentage(match: re.Match[str], decimal: str) -> Found:
    low, high = match["low"], match["high"]
    sign = "-" if low.startswith("-") else ""
    normal = _interval(
        sign + plain(number(low.lstrip("+-"), decimal)), None if high is None else plain(number(high, decimal))
    )
    return _found(match, ValueKind.PERCENTAGE, normal)


_FRACTIONS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": Decimal(1) / 3}
_SIGNS = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_SPOKEN = re.compile(
    rf"(?<![\w-])(?:half(?:\s|-|\san?\s)(?P<half>{_TIME})"
    rf"|(?P<low>{NUMBER_WORD}|\d{{1,3}}|an?)\s(?:(?P<unit>{_TIME})\sand\s(?:an?\s)?(?P<part>half|quarter)"
    rf"|and\s(?:an?\s)?(?P<part2>half|quarter)\s(?P<unit2>{_TIME}))"
    rf"|(?:an?\s)?couple\s(?:of\s)?(?P<pair>{_TIME})"
    rf"|(?:(?<=\bfor\s)|(?<=\bwithin\s)|(?<=\bthan\s)|(?<=\bleast\s)|(?<=\bmost\s)|(?<=\blasts\s)|(?<=\btakes\s)|(?<=\btook\s))"
    rf"(?:an?|another|(?:an?\s|the\s)?(?:all|full|whole|entire)[\s-]?)(?:\s?)(?P<one>{_TIME}|fortnight)"
    rf"|(?:(?P<whole>\d{{1,3}})\s?)?(?P<sign>[½¼¾])(?:\s|-)?(?P<unit3>{_TIME})"
    rf"|another\s(?P<more>{_TIME})|an?\s(?P<notice>{_TIME})['\u2019]s?(?=\snotice)"
    rf")(?![A-Za-z0-9/-])(?!\sago\b)",
    re.IGNORECASE,
)
"""Lengths of time in words: half an hour, two and a half years, a couple of days, for a week."""


def _spoken(match: re.Match[str]) -> Found:
    amount, unit = Decimal(1), match["one"] or match["more"] or match["notice"]
    if match["half"] or match["pair"]:
        amount, unit = (Decimal("0.5"), match["half"]) if match["half"] else (Decimal(2), match["pair"])
    elif match["sign"]:
        amount, unit = Decimal(match["whole"] or 0) + _SIGNS[match["sign"]], match["unit3"]
    elif match["low"]:
        whole = Decimal(1) if match["low"].lower() in {"a", "an"} else number(match["low"])
        amount = whole + _FRACTIONS[(match["part"] or match["part2"]).lower()]
        unit = match["unit"] or match["unit2"]
    kind, size = ("s", Decimal(14 * 86400)) if unit.lower() == "fortnight" else TIME_UNITS[unit.lower()]
    return _found(match, ValueKind.DURATION, iso_duration(kind, amount * size))


def _durations(text: str, decimal: str) -> Iterator[Found]:
    """Durations one after the other."""
    match = _DURATION.search(text)
    while match is not None:
        found = _duration(match, decimal)
        yield found
        match = _DURATION.search(text, found.end)


def _duration(match: re.Match[str], decimal: str) -> Found:
    """A length of time with the smaller units that follow it: 2 years, 1 month and 21 days."""
    kind, size = TIME_UNITS[match["unit"].lower()]
    low = number(match["low"], decimal) * size
    if match["high"] is not None:
        high = iso_duration(kind, number(match["high"], decimal) * size)
        return _found(match, ValueKind.DURATION, _interval(iso_duration(kind, low), high))
    sizes = {"month": Decimal(0), "s": Decimal(0)} | {kind: low}
    end = match.end()
    while (more := _MORE.match(match.string, end)) is not None:
        smaller, step = TIME_UNITS[more["unit"].lower()]
        if not (step < size if smaller == kind else kind == "month"):
            break
        kind, size, end = smaller, step, more.end()
        sizes[kind] += number(more["more"], decimal) * size
    return Found(match.start(), end, Value(ValueKind.DURATION, _both(sizes), match.string[match.start() : end]))


def _both(sizes: dict[str, Decimal]) -> str:
    """ISO 8601 duration of months and seconds."""
    if not sizes["month"]:
        return iso_duration("s", sizes["s"])
    months = iso_duration("month", sizes["month"])
    return months + iso_duration("s", sizes["s"])[1:] if sizes["s"] else months


def _iso_duration(match: re.Match[str]) -> Found:
    years, months, weeks, days, hours, minutes, seconds = (Decimal(group or 0) for group in match.groups())
    seconds += ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60
    parts = _both({"month": years * 12 + months, "s": seconds})
    return _found(match, ValueKind.DURATION, parts)


def iso_duration(kind: str, size: Decimal) -> str:
    """ISO 8601 duration of ``size`` months (kind "month") or seconds: the largest units that fit, days at most."""
    if kind == "month":
        years, months = divmod(size, 12)
        text = (f"{plain(years)}Y" if years else "") + (f"{plain(months)}M" if months else "")
        return f"P{text or '0M'}"
    days, rest = divmod(size, 86400)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    clock = "".join(f"{plain(part)}{letter}" for part, letter in ((hours, "H"), (minutes, "M"), (seconds, "S")) if part)
    date = f"{plain(days)}D" if days else ""
    return f"P{date}T{clock}" if clock else f"P{date or 'T0S'}"


def _quantity(match: re.Match[str], decimal: str) -> Found | None:
    unit = unit_of(match["unit"])
    if unit is None:
        return None
    sign = -1 if match["low"].startswith("-") else 1
    amounts = [_scaled(match["low"].lstrip("-"), match["scale"], decimal) * sign]
    if match["high"] is not None:
        amounts.append(_scaled(match["high"], match["scale"], decimal))
    normal = "/".join(_in_base(amount, unit) for amount in amounts)
    return _found(match, ValueKind.QUANTITY, f"{normal} {unit.base}", "rounded" if match["scale"] else "exact")


def _in_base(amount: Decimal, unit: Unit) -> str:
    """``amount`` of ``unit`` in the base unit, to twelve decimals."""
    base = _EXACT.add(_EXACT.multiply(amount, unit.factor), unit.offset)
    return plain(_EXACT.quantize(base, _STEP))


def _plain_number(match: re.Match[str], decimal: str) -> Found:
    value = _scaled(match["low"], match["scale"], decimal)
    if is_unsure(match["low"], decimal) and not match["scale"]:
        return _found(match, ValueKind.QUANTITY, match[0], "ambiguous")
    return _found(match, ValueKind.QUANTITY, plain(value), "rounded" if match["scale"] else "exact")
