"""The packaged lists the resolver reads: nicknames, frequencies, titles, generic words. Data, loaded once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import cast

from forager.extract.given_names import GIVEN_NAMES
from forager.resolve.fold import plain
from forager.resolve.packaged import table

_Table = dict[str, str]


class Band(IntEnum):
    """How often a name is met, coarsely."""

    RARE = 0
    COMMON = 1
    VERY_COMMON = 2


@dataclass(frozen=True, slots=True)
class Words:
    """Closed lists in folded case; see ``data/words.toml`` for what each is for."""

    titles: frozenset[str]
    honorifics: frozenset[str]
    suffixes: dict[str, str]
    particles: frozenset[str]
    legal_forms: frozenset[tuple[str, ...]]
    leading_forms: frozenset[tuple[str, ...]]
    generic: frozenset[str]
    small: frozenset[str]
    places: frozenset[str]
    public_mail: frozenset[str]
    shared_mail: frozenset[str]
    domain_endings: frozenset[str]
    pronouns: frozenset[str]
    posts: frozenset[str]
    broad_roles: frozenset[str]


@lru_cache(maxsize=1)
def words() -> Words:
    """The closed lists."""
    data = table("words")
    organizations, mail = cast("_Table", data["organizations"]), cast("_Table", data["mail"])
    people, suffixes = cast("_Table", data["people"]), cast("_Table", data["suffixes"])
    return Words(
        titles=_set(cast("str", data["titles"])),
        honorifics=_set(cast("str", data["honorifics"])),
        suffixes={written: suffix for suffix, forms in suffixes.items() for written in forms.split()},
        particles=_set(cast("_Table", data["particles"])["family"]),
        legal_forms=_legal_forms(_phrases(organizations["forms"]), _set(organizations["kept"])),
        leading_forms=_phrases(organizations["leading"]),
        generic=_set(organizations["generic"]),
        small=_set(organizations["small"]),
        places=_set(organizations["places"]),
        public_mail=_set(mail["public"]),
        shared_mail=_set(mail["shared"]),
        domain_endings=_set(mail["endings"]),
        pronouns=_set(people["pronouns"]),
        posts=_set(people["posts"]),
        broad_roles=_set(people["broad_roles"]),
    )


def related_forenames(left: str, right: str) -> bool:
    """Whether one given name is a short form or spelling of the other, or both are short forms of one. Plain letters."""
    formal = formal_names()
    of_left, of_right = formal.get(left, frozenset()), formal.get(right, frozenset())
    return left in of_right or right in of_left or bool(of_left & of_right)


@lru_cache(maxsize=1)
def formal_names() -> dict[str, frozenset[str]]:
    """Short form -> the formal given names it may stand for, in plain letters."""
    found: dict[str, set[str]] = {}
    for formal, short_forms in cast("_Table", table("nicknames")).items():
        for short in short_forms.split():
            found.setdefault(plain(short), set()).add(plain(formal))
    return {short: frozenset(formal) for short, formal in found.items()}


@lru_cache(maxsize=1)
def known_forenames() -> frozenset[str]:
    """Every given name of the packaged lists, formal or short, in plain letters: such a name is no misspelling of another."""
    nicknames = cast("_Table", table("nicknames"))
    short = (each for forms in nicknames.values() for each in forms.split())
    listed = frozenset(map(plain, GIVEN_NAMES))
    return listed | frozenset(_bands("given")) | frozenset(map(plain, nicknames)) | frozenset(map(plain, short))


def family_band(family: str) -> Band:
    """How often a family name is met; of a compound the rarest part decides. Plain letters."""
    listed = _bands("family")
    return min((listed.get(part, Band.RARE) for part in family.split()), default=Band.RARE)


def forename_band(forename: str) -> Band:
    """How often a given name is met; a short form counts as common. Plain letters."""
    listed = _bands("given").get(forename, Band.RARE)
    return max(listed, Band.COMMON) if forename in formal_names() else listed


def known_family(family: str) -> bool:
    """Whether a family name stands in the packaged list: then it is no misspelling of another."""
    return family in _bands("family")


@lru_cache(maxsize=2)
def _bands(kind: str) -> dict[str, Band]:
    bands = cast("_Table", table("frequencies")[kind])
    common = dict.fromkeys(bands["common"].split(), Band.COMMON)
    return common | dict.fromkeys(bands["very_common"].split(), Band.VERY_COMMON)


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in text.split("|"))


def _legal_forms(own: frozenset[tuple[str, ...]], kept: frozenset[str]) -> frozenset[tuple[str, ...]]:
    from cleanco.clean import prepare_default_terms  # type: ignore[import-untyped]  # noqa: PLC0415  # ships no types; slow to import

    listed = (tuple(parts) for _, parts in prepare_default_terms())
    return own | frozenset(form for form in listed if not (len(form) == 1 and form[0] in kept))
