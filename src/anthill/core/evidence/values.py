"""The values in a cited sentence, and whether its excerpts carry them (colony law 10, `unsupported_value`).

A value is a date, a number, an identifier (letters with digits) or a name (a run of words with a capital). The
rule fails closed: what looks like a value and is not found in the excerpts is unsupported. Scripts without
capitals have no names to this rule; their dates and numbers are checked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from anthill.core.evidence.dates import MONTH_NUMBERS, DateValue, dates_in
from anthill.core.evidence.numbers import NumberValue, number_words_in, numbers_in

_IDENTIFIER: Final = re.compile(r"(?<![\w.])(?:[^\W\d_]+[-_./]?\d[\w./-]*|\d+(?:[.:/-]\d+){2,}|\d+:\d+)(?!\w)")
_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019.&-][^\W_]+)*")
_WORD_OR_GAP: Final = re.compile(_WORD.pattern + "|\0+")
_POSSESSIVE: Final = re.compile(r"['\u2019]s$")
_BREAKS_BEFORE: Final = frozenset("\"'\u201c\u2018([:.!?\u2026\u2014")
_OPENING_WORDS: Final = """
a about according after all also although an and another any archived as at because before both but by despite during each either
every few for from he here however i if in inferred instead it its later many more most neither no none nor not now of on once one
only or other our over she since so some sources stale still such superseded that the their then there these they this those
though through to two under until we when where whether which while who why with within without yet you
"""
_OPENERS: Final = frozenset(_OPENING_WORDS.split())
"""Words whose capital, at the start of a sentence, is only a beginning. Any other capital is a name's."""


@dataclass(frozen=True, slots=True)
class Values:
    """Every value of one text. `names` are runs of folded words; `words` is the rest of the text as folded words,
    with a gap where another value stood."""

    dates: tuple[DateValue, ...]
    numbers: tuple[NumberValue, ...]
    identifiers: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]


@lru_cache(maxsize=4096)
def values_in(text: str) -> Values:
    """Find the values of a text; pure, and the same for a sentence and for an excerpt (which is asked for often)."""
    normal = unicodedata.normalize("NFKC", "".join(each for each in text if unicodedata.category(each) != "Cf"))
    dates = list(dates_in(normal))
    rest = _masked(normal, dates)
    identifiers = [(match.start(), match.end(), match[0].rstrip("./-")) for match in _IDENTIFIER.finditer(rest)]
    rest = _masked(rest, identifiers)
    digits = list(numbers_in(rest))
    rest = _masked(rest, digits)
    return Values(
        dates=tuple(value for _, _, value in dates),
        numbers=tuple(value for _, _, value in (*digits, *number_words_in(rest))),
        identifiers=tuple(value.casefold() for _, _, value in identifiers),
        names=_names(rest),
        words=_words(rest),
    )


def unsupported(sentence: str, excerpts: Iterable[str]) -> int:
    """Count the values of `sentence` that no excerpt carries. Zero means every value was read somewhere."""
    said = values_in(sentence)
    read = [values_in(excerpt) for excerpt in excerpts]
    missing = [
        *(value for value in said.dates if not any(_has_date(value, each) for each in read)),
        *(value for value in said.numbers if not any(_has_number(value, each) for each in read)),
        *(value for value in said.identifiers if not any(value in each.identifiers for each in read)),
        *(value for value in said.names if not any(_has_name(value, each) for each in read)),
    ]
    return len(missing)


def _has_date(value: DateValue, read: Values) -> bool:
    return any(value.within(other) for other in read.dates)


def _has_number(value: NumberValue, read: Values) -> bool:
    years = [NumberValue(str(date.year)) for date in read.dates if date.year]
    return any(value.carried_by(other) for other in (*read.numbers, *years))


def _has_name(name: tuple[str, ...], read: Values) -> bool:
    month = MONTH_NUMBERS.get(name[0]) if len(name) == 1 else None
    if month and any(date.month == month for date in read.dates):
        return True
    width = len(name)
    return any(read.words[start : start + width] == name for start in range(len(read.words) - width + 1))


def _masked(text: str, spans: Iterable[tuple[int, int, object]]) -> str:
    characters = list(text)
    for start, end, _ in spans:
        characters[start:end] = "\0" * (end - start)
    return "".join(characters)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_folded(match[0]) for match in _WORD_OR_GAP.finditer(text))


def _folded(word: str) -> str:
    return _POSSESSIVE.sub("", word).casefold()


def _names(text: str) -> tuple[tuple[str, ...], ...]:
    runs: list[tuple[str, ...]] = []
    run: list[str] = []
    end = -1
    for match in _WORD.finditer(text):
        capital = any(character.isupper() for character in match[0])
        if run and (not capital or text[end : match.start()] != " "):
            runs.append(tuple(run))
            run = []
        if capital and not (not run and _opens(text, match.start()) and _folded(match[0]) in _OPENERS):
            run.append(_folded(match[0]))
        end = match.end()
    return tuple(dict.fromkeys([*runs, *([tuple(run)] if run else [])]))


def _opens(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before or before[-1] in _BREAKS_BEFORE
