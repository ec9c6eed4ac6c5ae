"""Letters without their marks, and other scripts in Latin letters: for comparing names, never for showing or keying them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from anyascii import anyascii

from forager.resolve.packaged import table

_KEPT_SCRIPTS = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA", "YI ")
_WITHOUT_VOWELS = ("ARABIC", "HEBREW", "SYRIAC", "KHMER", "LAO ", "THAI ")


@lru_cache(maxsize=65536)
def plain(text: str) -> str:
    """``text`` in folded case with marks removed ("jörg" -> "jorg") and letters of other scripts in Latin ones.

    Cyrillic and Greek go by our own tables, other alphabets and syllabaries by anyascii. Han, kana and Hangul stay: many signs
    share a sound.
    """
    composed = unicodedata.normalize("NFC", text.casefold()).translate(_latin())
    marked = unicodedata.normalize("NFKD", composed)
    bare = "".join(letter for letter in marked if not unicodedata.combining(letter)).translate(_latin())
    return bare if bare.isascii() else "".join(map(_romanised, bare))


@lru_cache(maxsize=65536)
def spellings(text: str) -> frozenset[str]:
    """The plain spellings of ``text``: without marks, and with umlauts written out ("jörg" -> "jorg", "joerg")."""
    composed = unicodedata.normalize("NFC", text.casefold())
    return frozenset({plain(composed), plain(composed.translate(_umlauts()))})


def same_letters(left: str, right: str) -> bool:
    """Whether two texts are spelled alike but for marks, umlauts written out, or alphabet."""
    return left == right or not spellings(left).isdisjoint(spellings(right))


@lru_cache(maxsize=4096)
def _romanised(letter: str) -> str:
    """A letter in Latin ones; a sign that stands for a word or is shared by many stays."""
    name = unicodedata.name(letter, "CJK")
    if letter.isascii() or not letter.isalpha() or name.startswith(_KEPT_SCRIPTS):
        return letter
    return "".join(each for each in anyascii(letter).casefold() if each.isalnum())


@lru_cache(maxsize=65536)
def leaves_vowels_out(text: str) -> bool:
    """Whether a text is in a script that writes few of its vowels: then only the consonants compare with another script."""
    return any(unicodedata.name(letter, "").startswith(_WITHOUT_VOWELS) for letter in text)


@lru_cache(maxsize=1)
def _latin() -> dict[int, str]:
    return _letters("latin") | _letters("cyrillic") | _letters("greek")


@lru_cache(maxsize=1)
def _umlauts() -> dict[int, str]:
    return _letters("umlauts")


def _letters(name: str) -> dict[int, str]:
    pairs = (pair.split("=") for pair in str(table("letters")[name]).split())
    return {ord(letter): latin for letter, latin in pairs}
