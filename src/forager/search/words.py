"""Words as search compares them: folded, without diacritics, and reduced to a light stem."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s", "e")
_SHORTEST_STEM = 3
_LONG_STEM = 5
_LONGEST_REST = 3
_REMEMBERED = 200

_STOP = """
a an and are as at be been being but by can could did do does for from had has have he her his how i if in into is it its me my
no nor not of on or our shall she should so than that the their them then there these they this those to us was we were what
when where which who whom whose why will with would you your about according any please tell show give
"""
STOP_WORDS = frozenset(_STOP.split())


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text and where it stands there (characters)."""

    stem: str
    start: int
    end: int


def fold(text: str) -> str:
    """Case and diacritics removed, compatibility forms replaced; may be longer or shorter than the text."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def tokens(text: str) -> list[str]:
    """The folded words of a text, in order."""
    return _WORD.findall(fold(text))


def words(text: str) -> tuple[Word, ...]:
    """The words of a text as stems, with their places in the text itself."""
    # Names and attribute labels come again with every statement; long texts do not and would fill the memory.
    return _words_again(text) if len(text) <= _REMEMBERED else _words(text)


def _words(text: str) -> tuple[Word, ...]:
    return tuple(Word(stem(fold(found.group())), found.start(), found.end()) for found in _WORD.finditer(text))


@lru_cache(maxsize=4_096)
def _words_again(text: str) -> tuple[Word, ...]:
    return _words(text)


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A folded word without a common English ending."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM and not word.endswith("ss"):
            return word.removesuffix(ending)
    return word


@lru_cache(maxsize=100_000)
def same(left: str, right: str) -> bool:
    """Whether two stems are of one word: equal, or one a long beginning of the other."""
    if left == right:
        return True
    if abs(len(left) - len(right)) > _LONGEST_REST or min(len(left), len(right)) < _LONG_STEM:
        return False
    return left.startswith(right) or right.startswith(left)
