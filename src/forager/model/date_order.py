"""In which order a document writes numeric dates: shown by those that can be read in one way only, else by its language."""

from __future__ import annotations

import re
from itertools import islice

_PROOF = re.compile(r"(?<![\w.,:/-])(\d\d?)([/-])(\d\d?)\2(?:\d{4}|\d\d)(?![\w/]|[-.,:]\d)")
_DAY_FIRST = frozenset({
    "bg", "ca", "cs", "cy", "da", "de", "el", "es", "fi", "fr", "gl", "hr", "id", "is", "it", "nb", "nl", "nn", "no", "pl", "pt", "ro",
    "ru", "sk", "sl", "sr", "tr", "uk", "vi", "en-au", "en-gb", "en-ie", "en-in", "en-nz", "en-za",
})  # fmt: skip
_MONTH_FIRST = frozenset({"en-us", "en-ph", "es-us", "es-pr"})
SURE = 200
"""So many letters tell a language surely; fewer are easily taken for another."""


def day_first_in(text: str) -> bool | None:
    """Whether unambiguous numeric dates of ``text`` write the day first (True), the month first (False), or none or both (None)."""
    shown = _shown(text)
    return shown.pop() if len(shown) == 1 else None


def _shown(text: str) -> set[bool]:
    return {int(match[1]) > 12 for match in _PROOF.finditer(text) if (int(match[1]) > 12) != (int(match[3]) > 12)}


def day_first_of(text: str, language: str) -> bool | None:
    """How a document orders numeric dates: as its own unambiguous ones do, else as its language and region do; None if unknown.

    English without a region says nothing, nor does a document that mixes both orders, nor a language told from a few words
    (``SURE``). Languages by the short date of Unicode CLDR: https://cldr.unicode.org/translation/date-time.
    """
    shown = _shown(text)
    if shown:
        return shown.pop() if len(shown) == 1 else None
    tag = language.casefold().replace("_", "-")
    if tag in _MONTH_FIRST:
        return False
    stated = "-" in tag
    known = tag in _DAY_FIRST or (stated and tag.partition("-")[0] in _DAY_FIRST)
    return True if known and (stated or is_long(text)) else None


def is_long(text: str) -> bool:
    """Whether a text has letters enough to tell its language surely."""
    return len(list(islice((char for char in text if char.isalpha()), SURE))) == SURE
