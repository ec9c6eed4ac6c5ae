"""The parts of a person's name, and how two given names stand to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from forager.resolve.fold import plain, same_letters
from forager.resolve.lexicon import formal_names, known_family, known_forenames, related_forenames, words


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name in parts, in folded case: ``forenames`` are given and middle names or initials, ``family`` carries its particles.

    A name of one word has it as ``family`` and no forename: nothing tells which of the two it is.
    """

    forenames: tuple[str, ...] = ()
    family: str = ""
    suffix: str = ""

    @property
    def given(self) -> str:
        """The first given name or initial."""
        return self.forenames[0] if self.forenames else ""

    @property
    def full(self) -> bool:
        """Whether given and family name are both spelled out."""
        return len(self.given) > 1 and len(self.family) > 1

    @property
    def half(self) -> bool:
        """Whether only one word of the name is known."""
        return not (self.given and self.family)

    @property
    def words(self) -> tuple[str, ...]:
        """All words of the name but Sr/Jr."""
        return (*self.forenames, *self.family.split())


@lru_cache(maxsize=65536)
def person_name(key: str) -> PersonName:
    """The parts of a person's name key. An address has none."""
    if "@" in key:
        return PersonName()
    found = key.split()
    suffixes = frozenset(words().suffixes.values())
    suffix = found.pop() if len(found) > 1 and found[-1] in suffixes else ""
    if len(found) == 1:
        found = [part for part in found[0].split("-") if part] if "-" in found[0] else found
    if len(found) < 2:
        return PersonName((), " ".join(found), suffix)
    start = _family_start(found)
    forenames = tuple(part for word in found[:start] for part in word.split("-") if part)
    return PersonName(forenames, " ".join(found[start:]).replace("-", " "), suffix)


def _family_start(found: Sequence[str]) -> int:
    particles = words().particles
    return next((at for at in range(1, len(found) - 1) if found[at] in particles), len(found) - 1)


class Likeness(Enum):
    """How one name word stands to another."""

    SAME = "same"
    INITIAL = "initial"
    NICKNAME = "nickname"
    SPELLING = "spelling"
    DIFFERENT = "different"


@lru_cache(maxsize=65536)
def forename_likeness(left: str, right: str) -> Likeness:
    """How two given names stand to each other. A misspelling is only taken for one where one of the two is no known name."""
    if same_letters(left, right):
        return Likeness.SAME
    first, second = plain(left), plain(right)
    if 1 in (len(first), len(second)):
        return Likeness.DIFFERENT if initials(first).isdisjoint(initials(second)) else Likeness.INITIAL
    if related_forenames(first, second):
        return Likeness.NICKNAME
    if {first, second} <= known_forenames() or _one_ending(first, second):
        return Likeness.DIFFERENT
    return Likeness.SPELLING if misspelled(first, second) else Likeness.DIFFERENT


def initials(given: str) -> set[str]:
    """The letters a given name may be cut to: its own, and those of the names it is short for (Bob: b, r)."""
    return {name[:1] for name in (given, *formal_names().get(given, ()))}


@lru_cache(maxsize=65536)
def family_likeness(left: str, right: str) -> Likeness:
    """How two family names stand to each other. Two known names are different names, however close (Hansen, Jansen)."""
    if same_letters(left.replace(" ", ""), right.replace(" ", "")):
        return Likeness.SAME
    first, second = plain(left), plain(right)
    if known_family(first) and known_family(second):
        return Likeness.DIFFERENT
    return Likeness.SPELLING if misspelled(first, second) else Likeness.DIFFERENT


def misspelled(left: str, right: str) -> bool:
    """Whether one word is within a slip of the pen of the other: one slip in four letters or more, two in eight or more."""
    shorter = min(len(left), len(right))
    allowed = 2 if shorter >= 8 else 1 if shorter >= 4 else 0
    return left[:1] == right[:1] and DamerauLevenshtein.distance(left, right, score_cutoff=allowed) <= allowed


def similarity(left: str, right: str) -> float:
    """Jaro-Winkler similarity of two texts in plain letters, 0 to 1."""
    return JaroWinkler.normalized_similarity(plain(left), plain(right))


def _one_ending(left: str, right: str) -> bool:
    """Whether one is the other with a vowel added: as often another name (Petr, Petra) as a slip."""
    shorter, longer = sorted((left, right), key=len)
    return longer[:-1] == shorter and longer[-1:] in {"a", "e", "o", "i"}


def forenames_likeness(left: Sequence[str], right: Sequence[str]) -> Likeness:
    """How two lists of given names stand to each other: the weakest agreement of the names both have."""
    order = tuple(Likeness)
    found = [forename_likeness(one, other) for one, other in zip(left, right, strict=False)]
    if not found:
        return Likeness.DIFFERENT
    # An initial in the middle agrees with what it begins and takes nothing from the first name.
    weighed = [found[0], *(each for each in found[1:] if each is not Likeness.INITIAL)]
    return max(weighed, key=order.index)
