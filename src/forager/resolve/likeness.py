"""How the names of two profiles agree: one answer, worked out once per pair, which the name features read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from forager.model.statement import EntityClass
from forager.resolve.beside import NOTHING_BESIDE, Beside, beside
from forager.resolve.contexts import is_acronym, mail, says_something
from forager.resolve.fold import leaves_vowels_out, plain, same_letters
from forager.resolve.lexicon import words
from forager.resolve.person import (
    Likeness,
    PersonName,
    family_likeness,
    forename_likeness,
    forenames_likeness,
)
from forager.resolve.profile import Profile
from forager.resolve.slips import consonants, misspelled_words, similarity


class Agreement(Enum):
    """How two names agree. Each pair of names has exactly one."""

    EXACT = "exact"
    LETTERS = "letters"
    MIDDLE = "middle"
    NICKNAME = "nickname"
    SPELLING = "spelling"
    REORDERED = "reordered"
    CONTAINED = "contained"
    OPENS = "opens"
    BIRTH = "birth"
    ACRONYM = "acronym"
    INITIAL = "initial"
    HALF = "half"
    HALF_FAMILY = "half, the family name"
    ADDRESS = "address"
    FAMILY_ONLY = "family only"
    GIVEN_ONLY = "given only"
    MIDDLES_DIFFER = "middles differ"
    NONE = "none"


SAME_NAME = frozenset({Agreement.EXACT, Agreement.LETTERS})
"""The same name, however it is spelled."""
WHOLE_NAME = SAME_NAME | {Agreement.MIDDLE, Agreement.NICKNAME}
"""Two whole names that one bearer may have both of."""
_OF_ONE_BEARER = WHOLE_NAME | {Agreement.SPELLING, Agreement.REORDERED, Agreement.OPENS, Agreement.BIRTH}
_OTHER_NAMES = frozenset({Agreement.NONE, Agreement.FAMILY_ONLY, Agreement.GIVEN_ONLY})
_SPELLED = frozenset({Likeness.SAME, Likeness.SPELLING})
_ONE_GIVEN = _SPELLED | {Likeness.NICKNAME}
_OF_CONSONANTS = 0.75
"""How nearly names agree of which one is written without its vowels."""
_NAMED = frozenset({EntityClass.ORGANIZATION, EntityClass.PROJECT, EntityClass.PRODUCT})
"""Classes whose names are cut short in use; of others the longer name is another thing ("dispatch service", "dispatch service log")."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two profiles, how their names agree and how nearly (0 to 1), and how what stands beside them does."""

    left: Profile
    right: Profile
    how: Agreement
    nearness: float = 1.0
    beside: Beside = NOTHING_BESIDE

    @property
    def domain_and_organizations(self) -> tuple[str, tuple[str, ...]]:
        """The organisation's domain on one side and the organisations on the other; empty where there is none."""
        return self.left.domain or self.right.domain, self.left.organizations or self.right.organizations

    @property
    def whole(self) -> bool:
        """Whether given and family name agree, spelled out on both sides, but for a slip, a short form or their order."""
        return self.how in _OF_ONE_BEARER and self.left.person.full and self.right.person.full

    @property
    def same_mail(self) -> str:
        """The e-mail address that stands beside both and belongs to a person, or empty."""
        both = sorted({*self.left.record.mails} & {*self.right.record.mails})
        return next((each for each in both if (found := mail(each)) and not found.shared), "")


def pair(left: Profile, right: Profile) -> Pair:
    """Two profiles with the agreement of their names and of what stands beside them; no agreement of things of different kinds."""
    how, nearness = _names(left, right)
    if how in _OTHER_NAMES and _columns_swapped(left.person, right.person):
        how, nearness = Agreement.REORDERED, similarity("".join(sorted(left.words)), "".join(sorted(right.words)))
    return Pair(left, right, how, nearness, beside(left.record, right.record))


def _columns_swapped(one: PersonName, other: PersonName) -> bool:
    """Whether records tell each given name for the other's family name, but for slips."""
    crossed = ((one.given, other.family), (other.given, one.family))
    return (
        one.told
        and other.told
        and all(_SPELLED.issuperset({forename_likeness(*each)}) for each in crossed if all(each))
    )


def _names(left: Profile, right: Profile) -> tuple[Agreement, float]:
    if left.group != right.group:
        return Agreement.NONE, 1.0
    if _same_consonants(left, right):
        return Agreement.SPELLING, _OF_CONSONANTS
    return _persons(left, right) if left.group == "person" else _things(left, right)


def _same_consonants(left: Profile, right: Profile) -> bool:
    """Whether one name is in a script that leaves vowels out, and each word has the consonants of the other's."""
    scripts = {leaves_vowels_out(side.node.name_key) for side in (left, right)}
    one, other = ([consonants(word) for word in side.words] for side in (left, right))
    return len(scripts) == 2 and len(one) > 1 and one == other and all(one)


def _persons(left: Profile, right: Profile) -> tuple[Agreement, float]:
    if "@" in left.node.name_key or "@" in right.node.name_key:
        return Agreement.ADDRESS, 1.0
    one, other = left.person, right.person
    cut_otherwise = one.words == other.words and one.family != other.family
    if cut_otherwise or (one.words != other.words and same_letters("".join(one.words), "".join(other.words))):
        return Agreement.LETTERS, 1.0
    return (_half(one, other), 1.0) if one.half or other.half else _whole_names(left, right)


def _whole_names(left: Profile, right: Profile) -> tuple[Agreement, float]:
    one, other = left.person, right.person
    family, given = family_likeness(one.family, other.family), forenames_likeness(one.forenames, other.forenames)
    if family is Likeness.SAME:
        return _same_family(one, other, given)
    if given in _ONE_GIVEN - {Likeness.SPELLING} and _by_birth(left, right):
        return Agreement.BIRTH, 1.0
    if family is Likeness.SPELLING and given in _ONE_GIVEN:
        return Agreement.SPELLING, similarity("".join(one.words), "".join(other.words))
    if _turned(left.words, right.words):
        return Agreement.REORDERED, 1.0
    return (_in_part(left, right, family, given) if one.full and other.full else Agreement.NONE), 1.0


def _in_part(left: Profile, right: Profile, family: Likeness, given: Likeness) -> Agreement:
    """How names spelled out agree whose family names are not one: one opens the other, or a part of them is one but for a slip."""
    if _opens(left.words, right.words):
        return Agreement.OPENS
    if family is Likeness.SPELLING:
        return Agreement.FAMILY_ONLY
    return Agreement.GIVEN_ONLY if given in _ONE_GIVEN else Agreement.NONE


def _by_birth(left: Profile, right: Profile) -> bool:
    """Whether the family name of one is told to be that of the other before marriage."""
    return plain(left.person.family) == right.birth or plain(right.person.family) == left.birth


def _turned(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether the words of one name are those of the other with the last ones first, or the first last: family name first."""
    return len(left) == len(right) and any(
        [*left[at:], *left[:at]] == [*right] for at in {1, len(left) - 1} if 0 < at < len(left)
    )


def _opens(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether a name of two words or more opens a longer one, as with a second family name or a chain of fathers' names."""
    shorter, longer = sorted((left, right), key=len)
    return 1 < len(shorter) < len(longer) and [*longer[: len(shorter)]] == [*shorter] and len(longer[len(shorter)]) > 1


def _same_family(one: PersonName, other: PersonName, given: Likeness) -> tuple[Agreement, float]:
    if given is Likeness.DIFFERENT:
        return _different_given(one, other), 1.0
    if given is Likeness.SPELLING:
        return Agreement.SPELLING, similarity(" ".join(one.forenames), " ".join(other.forenames))
    if given is Likeness.INITIAL or not (one.full and other.full):
        return Agreement.INITIAL, 1.0
    if given is Likeness.NICKNAME:
        return Agreement.NICKNAME, 1.0
    return (Agreement.EXACT if one.words == other.words else Agreement.MIDDLE), 1.0


def _different_given(one: PersonName, other: PersonName) -> Agreement:
    """Given names that differ: in the middle only, in the first, or one person going by a middle name."""
    if forename_likeness(one.given, other.given) is not Likeness.DIFFERENT:
        return Agreement.MIDDLES_DIFFER
    middles = {*one.forenames[1:]} & {other.given} | {*other.forenames[1:]} & {one.given}
    return Agreement.MIDDLE if any(len(name) > 1 for name in middles) else Agreement.FAMILY_ONLY


def _half(one: PersonName, other: PersonName) -> Agreement:
    """A name of one word beside a whole one: it may be the family name, the given name or a short form of it."""
    word, long = (one.family, other) if one.half else (other.family, one)
    given = long.family if long.half else long.given
    if len(given) > 1 and _one_given_name(word, given):
        return Agreement.HALF
    return Agreement.HALF_FAMILY if same_letters(word, long.family) else Agreement.NONE


def _one_given_name(word: str, given: str) -> bool:
    return forename_likeness(word, given) in {Likeness.SAME, Likeness.NICKNAME}


def _things(left: Profile, right: Profile) -> tuple[Agreement, float]:
    one, other = left.node.name_key, right.node.name_key
    if one == other:
        return Agreement.EXACT, 1.0
    if same_letters(one.replace(" ", ""), other.replace(" ", "")) or "".join(left.words) == "".join(right.words):
        return Agreement.LETTERS, 1.0
    if is_acronym(one, other) or is_acronym(other, one):
        return Agreement.ACRONYM, 1.0
    if _weighty(left) == _weighty(right):
        return Agreement.REORDERED, 1.0
    if {left.node.entity_class, right.node.entity_class} <= _NAMED and _contained(left.words, right.words):
        return Agreement.CONTAINED, 1.0
    return (Agreement.SPELLING if misspelled_words(left.words, right.words) else Agreement.NONE), similarity(one, other)


def _weighty(side: Profile) -> list[str]:
    """The words of a name that count, sorted: "bank of x" and "x bank" have the same."""
    small = words().small
    return sorted(word for word in side.words if word not in small)


def _contained(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    shorter, longer = sorted((left, right), key=lambda found: (len(found), found))
    return longer[: len(shorter)] == shorter and says_something(shorter)
