"""Letters without their marks, and other alphabets in Latin ones: for comparing names, never for showing or keying them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from forager.resolve.packaged import table


@lru_cache(maxsize=65536)
def plain(text: str) -> str:
    """``text`` in folded case with marks removed ("jörg" -> "jorg") and Cyrillic or Greek letters in Latin ones."""
    composed = unicodedata.normalize("NFC", text.casefold()).translate(_latin())
    marked = unicodedata.normalize("NFKD", composed)
    return "".join(letter for letter in marked if not unicodedata.combining(letter)).translate(_latin())


@lru_cache(maxsize=65536)
def spellings(text: str) -> frozenset[str]:
    """The plain spellings of ``text``: without marks, and with umlauts written out ("jörg" -> "jorg", "joerg")."""
    composed = unicodedata.normalize("NFC", text.casefold())
    return frozenset({plain(composed), plain(composed.translate(_umlauts()))})


def same_letters(left: str, right: str) -> bool:
    """Whether two texts are spelled alike but for marks, umlauts written out, or alphabet."""
    return left == right or not spellings(left).isdisjoint(spellings(right))


@lru_cache(maxsize=1)
def _latin() -> dict[int, str]:
    return _letters("latin") | _letters("cyrillic") | _letters("greek")


@lru_cache(maxsize=1)
def _umlauts() -> dict[int, str]:
    return _letters("umlauts")


def _letters(name: str) -> dict[int, str]:
    pairs = (pair.split("=") for pair in str(table("letters")[name]).split())
    return {ord(letter): latin for letter, latin in pairs}
