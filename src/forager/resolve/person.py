"""The parts of a person's name, and how two given names stand to each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from forager.resolve.fold import plain, same_letters
from forager.resolve.lexicon import formal_names, known_family, known_forenames, related_forenames, words
from forager.resolve.slips import letters_for_digits, misspelled


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name in parts, in folded case: ``forenames`` are given and middle names or initials, ``family`` carries its particles.

    A name of one word has it as ``family`` and no forename: nothing tells which of the two it is. ``told`` says that a record tells the
    parts apart.
    """

    forenames: tuple[str, ...] = ()
    family: str = ""
    suffix: str = ""
    told: bool = False

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
    found = _family_last(found)
    if len(found) < 2:
        return PersonName((), " ".join(found), suffix)
    start = _family_start(found)
    forenames = tuple(part for word in found[:start] for part in word.split("-") if part)
    return PersonName(forenames, " ".join(found[start:]).replace("-", " "), suffix)


def _family_last(found: list[str]) -> list[str]:
    """A family name before initials, as in lists of literature ("belova a s"), put last; "anna b" stays."""
    cut = len(found) > 1 and len(found[0]) > 1 and all(len(word) == 1 for word in found[1:])
    return [*found[1:], found[0]] if cut and plain(found[0]) not in known_forenames() else found


def _family_start(found: Sequence[str]) -> int:
    particles = words().particles
    return next((at for at in range(1, len(found) - 1) if found[at] in particles), len(found) - 1)


_PARTICLES = {"el": "al", "ul": "al", "ibn": "bin", "ben": "bin"}
"""Particles that are one word in two spellings."""


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
    first, second = letters_for_digits(plain(left)), letters_for_digits(plain(right))
    if 1 in (len(first), len(second)):
        return Likeness.DIFFERENT if initials(first).isdisjoint(initials(second)) else Likeness.INITIAL
    if related_forenames(first, second):
        return Likeness.NICKNAME
    if first == second:
        return Likeness.SPELLING
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
    one, other = _in_one_spelling(left), _in_one_spelling(right)
    if one == other:
        return Likeness.SAME
    (_, first), (_, second) = one, other
    if known_family(first) and known_family(second):
        return Likeness.DIFFERENT
    return Likeness.SPELLING if first == second or misspelled(first, second) else Likeness.DIFFERENT


def _in_one_spelling(family: str) -> tuple[tuple[str, ...], str]:
    """The particles of a family name in one spelling (el, al), and the rest without spaces in plain letters."""
    found = [_PARTICLES.get(word, word) for word in plain(family).split()]
    start = next((at for at, word in enumerate(found) if word not in words().particles), len(found) - 1)
    return tuple(found[:start]), letters_for_digits("".join(found[start:]))


def _one_ending(left: str, right: str) -> bool:
    """Whether one is the other with vowels added: as often another name (Petr, Petra; Emil, Emilia) as a slip."""
    shorter, longer = sorted((left, right), key=len)
    added = longer[len(shorter) :]
    return longer.startswith(shorter) and 0 < len(added) < 3 and {*added} <= {*"aeoi"}


def forenames_likeness(left: Sequence[str], right: Sequence[str]) -> Likeness:
    """How two lists of given names stand to each other: the weakest agreement of the names both have.

    The first names must agree, and the further names of the shorter list stand in the longer one in order; else they differ.
    """
    if not left or not right:
        return Likeness.DIFFERENT
    if len(left) != len(right) and same_letters("".join(left), "".join(right)):
        return Likeness.SAME
    first = forename_likeness(left[0], right[0])
    shorter, longer = sorted((left[1:], right[1:]), key=len)
    found = [first, *_in_order(shorter, longer)]
    return max(found, key=tuple(Likeness).index)


def _in_order(shorter: Sequence[str], longer: Sequence[str]) -> Iterator[Likeness]:
    """How each name of the shorter list stands to the next of the longer that it may be."""
    rest = iter(longer)
    for name in shorter:
        likeness = next(
            (found for other in rest if (found := forename_likeness(name, other)) is not Likeness.DIFFERENT), None
        )
        # An initial in the middle agrees with what it begins and takes nothing from the first name.
        yield Likeness.SAME if likeness is Likeness.INITIAL else likeness or Likeness.DIFFERENT
