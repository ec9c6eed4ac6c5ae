"""What narrows a statement without being its subject or attribute: environment, region, phase, edition, rate."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forager.extract.wordlist import word_set


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A qualifier with its range in the view: ("environment", "staging")."""

    name: str
    value: str
    start: int
    end: int


_ENVIRONMENTS = {
    "production": "production",
    "prod": "production",
    "live": "production",
    "staging": "staging",
    "pre-production": "staging",
    "preprod": "staging",
    "test": "test",
    "testing": "test",
    "qa": "test",
    "uat": "test",
    "development": "development",
    "dev": "development",
    "sandbox": "sandbox",
}
_REGIONS = word_set(
    "EU UK US USA EMEA APAC LATAM DACH Benelux Europe Asia Africa America Germany France Spain Italy Poland "
    "Belgium Austria Switzerland Sweden Norway Denmark Finland Ireland Portugal Canada Mexico Brazil India "
    "China Japan Australia Netherlands"
)
_ENV = "|".join(sorted(_ENVIRONMENTS, key=lambda word: (-len(word), word)))
_REGION = "|".join(sorted(_REGIONS, key=lambda word: (-len(word), word)))
_PLACE_ENV = "production|prod|staging|pre-production|preprod|development|sandbox|qa|uat|dev"

_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "quarter",
        re.compile(
            r"\b(?:(?:in|for)\s)?(?P<v>Q[1-4])\b(?!\s?(?:of\s|/|-)?(?:19|20)\d\d)(?<!\d\d\d\d Q[1-4])(?<!\d\d\d\d-Q[1-4])"
        ),
    ),
    (
        "version",
        re.compile(
            r"\b(?:in|for|of|with|on)\s(?:version\s|v)(?P<v>\d{1,3}(?:\.\d{1,3}){0,3})\b(?!\.\d)", re.IGNORECASE
        ),
    ),
    ("version", re.compile(r"\(v(?:ersion\s)?(?P<v>\d{1,3}(?:\.\d{1,3}){0,3})\)", re.IGNORECASE)),
    (
        "environment",
        re.compile(
            rf"\b(?:in|on|for)\s(?:the\s)?(?P<v>{_ENV})\s(?:environment|system|cluster|stage|tier)\b", re.IGNORECASE
        ),
    ),
    (
        "environment",
        re.compile(rf"\b(?:in|on|for)\s(?P<v>{_PLACE_ENV})\b(?!\s(?:of|for)\b|-|\s[a-z]+(?:ing|ion)\b)", re.IGNORECASE),
    ),
    ("environment", re.compile(rf"\((?P<v>{_ENV})(?:\senvironment)?\)", re.IGNORECASE)),
    ("region", re.compile(rf"\b(?:in|for)\s(?:the\s)?(?P<v>{_REGION})(?:\sregion|\smarket)?\b(?![-\w])")),
    ("region", re.compile(rf"\((?P<v>{_REGION})\)")),
    (
        "phase",
        re.compile(
            r"\b(?:in|for|of|during)?\s?\bphase\s(?P<v>\d{1,2}|[IVX]{1,4}|one|two|three|four)\b(?:\sof\b)?",
            re.IGNORECASE,
        ),
    ),
    ("edition", re.compile(r"\b(?:in|for|of|with)\s(?:the\s)?(?P<v>[A-Z]\w+)\s(?:edition|plan|tier)\b")),
    (
        "per",
        re.compile(
            r"\b(?:per|each|a(?!\s\w+\sof\s))\s(?P<v>month|year|day|week|hour|quarter|user|seat|person|unit|employee|"
            r"licence|license)\b(?!\s(?:in|of)\sadvance)",
            re.IGNORECASE,
        ),
    ),
    ("per", re.compile(r"\b(?P<v>annually|monthly|yearly|quarterly)(?=[.,;]|$)", re.IGNORECASE)),
)
_SAME = {
    "annually": "year",
    "yearly": "year",
    "monthly": "month",
    "quarterly": "quarter",
    "license": "licence",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "i": "1",
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "v": "5",
}
MEASURES: dict[str, tuple[str, str]] = {
    "maximum": ("measure", "maximum"), "max": ("measure", "maximum"), "minimum": ("measure", "minimum"), "min": ("measure", "minimum"),
    "average": ("measure", "average"), "gross": ("measure", "gross"), "net": ("measure", "net"),
    "annual": ("per", "year"), "yearly": ("per", "year"), "monthly": ("per", "month"),
}  # fmt: skip
"""Words before an attribute that make it another measure."""
_MEASURE = re.compile(
    rf"^(?:(?:the|our|planned|actual|estimated|target|total|current|new)\s)*(?P<v>{'|'.join(MEASURES)})\.?\s(?=\w)",
    re.IGNORECASE,
)
_LEADING = re.compile(rf"^(?:(?:the|our|their)\s)?(?P<v>{_PLACE_ENV})\s", re.IGNORECASE)


_WORTH = re.compile(
    rf"\b(?:{_ENV}|phase|edition|plan|tier|per|a|each|annually|monthly|yearly|quarterly|Q[1-4]|version|v\d)\b|\b(?:in|for)\s(?:the\s)?(?:{_REGION})\b"
    rf"|\((?:{_REGION})\)",
    re.IGNORECASE,
)


def find_qualifiers(text: str) -> tuple[Qualifier, ...]:
    """The qualifiers of a text in order, without overlap."""
    if not _WORTH.search(text):
        return ()
    found: list[Qualifier] = []
    for name, pattern in _RULES:
        found.extend(
            Qualifier(name, _normal(name, match["v"]), match.start(), match.end()) for match in pattern.finditer(text)
        )
    found.sort(key=lambda item: (item.start, -item.end, item.name))
    kept: list[Qualifier] = []
    for item in found:
        start = item.start + (1 if text[item.start] == " " else 0)
        if not kept or start >= kept[-1].end:
            kept.append(Qualifier(item.name, item.value, start, item.end))
    return tuple(kept)


def _normal(name: str, written: str) -> str:
    folded = written.casefold()
    if name == "environment":
        return _ENVIRONMENTS[folded]
    return _SAME.get(folded, folded)


def split_label(label: str) -> tuple[str, tuple[Qualifier, ...]]:
    """A written label or column head without its qualifiers, and those: "Retention (staging)" -> "Retention"."""
    found = [item for item in find_qualifiers(label) if item.name != "per"]
    leading = _LEADING.match(label)
    if leading is not None and not any(item.start < leading.end() for item in found):
        found.insert(
            0, Qualifier("environment", _normal("environment", leading["v"]), leading.start("v"), leading.end("v"))
        )
    measure = _MEASURE.match(label)
    bare = label
    for item in reversed(found):
        bare = f"{bare[: item.start]} {bare[item.end :]}"
    if measure is not None:
        found.append(Qualifier(*MEASURES[measure["v"].lower()], *measure.span("v")))
    return " ".join(bare.split()), tuple(found)


def as_pairs(found: list[Qualifier]) -> tuple[tuple[str, str], ...]:
    """Sorted distinct (name, value) pairs."""
    return tuple(sorted({(item.name, item.value) for item in found}))
