"""What stands beside a name: addresses, organisations, and whether the two point at one employer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from forager.resolve.fold import plain, same_letters
from forager.resolve.lexicon import formal_names, words
from forager.resolve.person import PersonName
from forager.resolve.slips import misspelled_words


@dataclass(frozen=True, slots=True)
class Mail:
    """An e-mail address. ``organization`` is the label of its domain that names one ("x" of a@mail.x.co.uk), empty if public.

    ``shared`` is true for an address of a post or a team, such as info@: it identifies nobody.
    """

    address: str
    local: str
    organization: str
    shared: bool


@lru_cache(maxsize=65536)
def mail(text: str) -> Mail | None:
    """The address in ``text`` (folded case), or None."""
    found = re.fullmatch(r"\s*(?:mailto:)?<?([^\s<>@]+)@([^\s<>@]+\.[^\s<>@.]+)>?\s*", text.casefold())
    if not found:
        return None
    local, domain = found.groups()
    label = organization_label(domain)
    shared = re.split(r"[._+\d]", local)[0] in words().shared_mail
    return Mail(f"{local}@{domain}", local, "" if label in words().public_mail else label, shared)


def organization_label(domain: str) -> str:
    """The label of a domain that names its owner: the last one before the endings ("x" of mail.x.co.uk)."""
    labels = domain.split(".")[:-1]
    while len(labels) > 1 and labels[-1] in words().domain_endings:
        labels.pop()
    return labels[-1] if labels else ""


@lru_cache(maxsize=65536)
def organizations_fit(left: str, right: str) -> bool:
    """Whether two organisation keys can be one: same letters, an acronym, or the opening words of the longer name."""
    if same_letters(left.replace(" ", ""), right.replace(" ", "")):
        return True
    if is_acronym(left, right) or is_acronym(right, left):
        return True
    shorter, longer = sorted((left.split(), right.split()), key=lambda found: (len(found), found))
    return longer[: len(shorter)] == shorter and says_something(shorter)


def organizations_differ(left: str, right: str) -> bool:
    """Whether two organisation keys are plainly two: neither fitting nor a slip of the pen apart."""
    slip = misspelled_words(plain(left).split(), plain(right).split())
    return not slip and not organizations_fit(left, right)


@lru_cache(maxsize=65536)
def domain_fits(label: str, organization: str) -> bool:
    """Whether a domain's label is an organisation's name: all of it, its opening words, or its acronym."""
    joined, found = plain(label).replace("-", ""), plain(organization).split()
    weighty = [word for word in found if word not in words().small]
    opens = (each[:count] for each in (found, weighty) for count in range(1, len(each) + 1))
    named = any("".join(part) == joined and (part in (found, weighty) or says_something(part)) for part in opens)
    return named or (len(joined) > 2 and joined in acronyms(found))


def says_something(found: Iterable[str]) -> bool:
    """Whether any of these words tells one organisation from another."""
    generic = words().generic
    return any(word not in generic and len(word) > 2 for word in found)


@lru_cache(maxsize=65536)
def is_acronym(short: str, long: str) -> bool:
    """Whether ``short`` (one word of two to six letters) is made of the initials of ``long``."""
    one = plain(short)
    return " " not in one and 2 <= len(one) <= 6 and one in acronyms(plain(long).split())


def acronyms(found: list[str]) -> frozenset[str]:
    """The initials of two or more words, with and without the small ones."""
    weighty = [word for word in found if word not in words().small]
    lists = [each for each in (found, weighty) if len(each) > 1]
    return frozenset("".join(word[0] for word in each) for each in lists)


@lru_cache(maxsize=65536)
def address_fits(local: str, name: PersonName) -> bool:
    """Whether the part before the @ is made of a person's names, in any of the usual ways, digits aside."""
    letters = re.sub(r"[^a-z]", "", plain(local))
    family = plain(name.family).replace(" ", "")
    if not family or not letters:
        return False
    givens = {plain(each) for each in name.forenames}
    givens |= {formal for each in givens for formal in formal_names().get(each, ())}
    usual = {family, *givens}
    for given in givens:
        usual |= {given + family, family + given, given[0] + family, family + given[0], given + family[0]}
    initials = "".join(plain(each)[:1] for each in name.forenames)
    return letters in usual | {initials + family, initials + family[0]}
