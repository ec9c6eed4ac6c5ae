"""Signs inside an undated document of when it was written, at the earliest: weak reasons for a suggestion, never applied.

A document tells of no day, release or line before it came about. So of two forms of one document that bear no date, the one
that tells of the later day as past, of the higher version of one name, or that holds nearly everything the other holds and
more, was probably written after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from forager.extract.wordlist import word_set
from formicaria.ground.ids import normal_text

Order = tuple[int, ...]
LONGEST = 400_000
"""Characters of a text that are looked at."""
LINE_WORDS = 4
"""Words of a line that counts as one of a document's own."""
HELD, MORE = 0.9, 3
"""The share of another's lines that a longer form holds, and how many lines more."""

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAY = re.compile(
    r"(?<!\d)(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])(?!\d)"
    rf"|\b(?P<d2>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)? (?P<n2>{_MONTHS}),? (?P<y2>(?:19|20)\d\d)\b"
    rf"|\b(?P<n3>{_MONTHS}) (?P<d3>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?,? (?P<y3>(?:19|20)\d\d)\b"
)
_CLAIMED = re.compile(r"(?:©|\(c\)|\bcopyright\b)[^\n]{0,20}?(?:(?:19|20)\d\d\s?[-\u2013,]\s?)*(?P<y>(?:19|20)\d\d)\b")
"""The last year of a copyright line."""
_PAST = re.compile(
    r"\b(?:was|were|had|since|ago|released|published|updated|revised|changed|fixed|added|introduced|removed|deprecated|renamed|moved"
    r"|held|signed|approved|as of|last)\b|^\W*v?(?:ersion )?\d+(?:\.\d+)+\W"
)
"""Words, or a release at a line's beginning, beside which a day is past."""
_AHEAD = re.compile(
    r"\b(?:will|shall|until|till|expires?|planned|due|deadline|upcoming|by|before|from|next|would|expected)\b"
)
_VERSIONED = re.compile(
    r"\b(?P<name>[a-z][a-z0-9_-]{1,30})(?:\s(?:version|release))?\s?(?:[><=~^]=?\s?)?v?"
    r"(?P<all>\d{1,4}(?:\.\d{1,4}){1,3}\+?"
    r"(?:\s?(?:,|/|-|\u2013|and|or|to|through|, and)\s?v?\d{1,4}(?:\.\d{1,4}){1,3}\+?){0,12})(?![\w.]*\d)"
)
_NUMBER = re.compile(r"\d{1,4}(?:\.\d{1,4}){1,3}")
_NO_NAMES = word_set(
    "section chapter figure table page step about over under than least most and or to of in the is at by for with from"
)


@dataclass(frozen=True, slots=True)
class Signs:
    """``past`` is the last day (ISO) or year told as past, ``versions`` the highest version told of each name, ``lines`` the text's own."""

    past: str = ""
    versions: Mapping[str, Order] = field(default_factory=dict)
    lines: frozenset[str] = frozenset()


NO_SIGNS = Signs()


def signs_of(text: str) -> Signs:
    """The signs in a document's text."""
    rows = [normal_text(line) for line in text[:LONGEST].splitlines() if line.strip()]
    own = frozenset(row for row in rows if len(row.split()) >= LINE_WORDS)
    return Signs(max(_past(rows), default=""), _versions(rows), own)


def told_later(one: Signs, other: Signs) -> str:
    """Why a document was probably written after another, in words that follow its name; empty when no sign says so or two disagree."""
    found = [_by_day(one, other), _by_version(one, other), _by_lines(one, other)]
    against = [_by_day(other, one), _by_version(other, one), _by_lines(other, one)]
    return "" if any(against) else next(filter(None, found), "")


def _by_day(one: Signs, other: Signs) -> str:
    if not one.past or not other.past or one.past <= other.past or one.past.startswith(other.past):
        return ""
    return f"tells of {one.past} as past, the other of nothing after {other.past}"


def _by_version(one: Signs, other: Signs) -> str:
    shared = sorted(one.versions.keys() & other.versions.keys())
    higher = [name for name in shared if one.versions[name] > other.versions[name]]
    if not higher or any(one.versions[name] < other.versions[name] for name in shared):
        return ""
    high, low = (".".join(map(str, each.versions[higher[0]])) for each in (one, other))
    return f"tells of {higher[0]} {high}, the other of none after {low}"


def _by_lines(one: Signs, other: Signs) -> str:
    held = len(one.lines & other.lines)
    if held < MORE or held < HELD * len(other.lines) or len(one.lines) < len(other.lines) + MORE:
        return ""
    return "holds nearly everything that the other holds, and more"


def _past(rows: list[str]) -> Iterator[str]:
    for row in rows:
        claimed = _CLAIMED.search(row)
        if claimed is not None:
            yield claimed["y"]
        elif _PAST.search(row) and not _AHEAD.search(row):
            yield from map(_iso, _DAY.finditer(row))


def _iso(found: re.Match[str]) -> str:
    if found["y"]:
        return found[0]
    year, name, day = (
        (found["y2"], found["n2"], found["d2"]) if found["y2"] else (found["y3"], found["n3"], found["d3"])
    )
    return f"{year}-{_MONTHS.split('|').index(name) + 1:02d}-{int(day):02d}"


def _versions(rows: list[str]) -> dict[str, Order]:
    highest: dict[str, Order] = {}
    for row in rows:
        for found in _VERSIONED.finditer(row):
            if found["name"] in _NO_NAMES:
                continue
            told = max(tuple(map(int, each.split("."))) for each in _NUMBER.findall(found["all"]))
            highest[found["name"]] = max(told, highest.get(found["name"], ()))
    return highest
