"""Persons named in one view of a document: by an address, a role, an organisation beside them, or a known given name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forager.extract.given_names import GIVEN_NAMES
from forager.extract.names import GENERIC, UP, WORD, Sight, without_lead
from forager.extract.organizations import form_key, legal_forms
from forager.extract.things import FORM, INSTITUTION
from forager.extract.words import CLOSED, JOB_WORDS, NOT_NAMES
from forager.model.statement import EntityClass

_PARTICLE = r"(?:van|von|de|der|den|da|di|del|della|la|le|bin|ibn|al|el|dos|du|ten|ter|zu)"
_SUFFIX = r"(?:,?\s(?:Jr|Sr|II|III)\b\.?)?"
PERSON = rf"(?:[{UP}]\.|{WORD})(?:(?:\s{_PARTICLE}\b){{0,2}}\s(?:[{UP}]\.|{WORD})){{1,4}}{_SUFFIX}"
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,24}){1,4}"
_ROLE = (
    r"(?:(?:[a-z][a-z-]+|[A-Z][a-z-]+|IT|HR|QA|of|and|for|the)\s){0,4}?(?:"
    + "|".join(
        sorted(set(JOB_WORDS) | {word.capitalize() for word in JOB_WORDS} | {"CEO", "CTO", "CFO", "COO", "CISO"})
    )
    + r")\b"
)

_BESIDE_EMAIL = re.compile(
    rf"(?P<name>{PERSON})(?P<between>(?:,|\sof|\sat)\s[^()<>\[\];:]{{2,60}}?)?\s?[(<\[]\s?(?:mailto:)?(?P<mail>{_EMAIL})\s?[)>\]]"
)
_LAST_FIRST = re.compile(rf"(?P<last>{WORD}),\s(?P<first>{WORD}(?:\s[{UP}]\.)?)\s?[(<]\s?(?P<mail>{_EMAIL})\s?[)>]")
_BESIDE_ROLE = re.compile(
    rf"(?P<name>{PERSON})(?:,\s|\s?\(|\s[-\u2013\u2014]\s|\sis\s(?:the\s|our\s|a\s|an\s)?|"
    rf"\sas\s(?:the\s)?)(?:the\s|our\s)?(?P<role>{_ROLE})"
)
_ROLE_BEFORE = re.compile(rf"\b(?P<role>{_ROLE}),?\s(?P<name>{PERSON})")
_TITLED = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Herr|Frau|Sir|Dame)\.?\s(?P<name>{WORD}(?:\s{WORD}){{0,2}})"
)
_OF_ORGANIZATION = re.compile(
    rf"(?P<name>{PERSON})(?:\sof\s|\sat\s|\sfrom\s|\s?\(|,\s)(?P<org>{WORD}(?:\s(?:{WORD}|&|of)){{0,4}})"
)
_GIVEN = re.compile(rf"(?<![\w'-])(?P<name>{PERSON})")


def persons(text: str) -> Iterator[Sight]:
    """Every person in the text; sights may overlap."""
    yield from _addressed(text)
    for pattern in (_BESIDE_ROLE, _ROLE_BEFORE, _TITLED):
        for match in pattern.finditer(text):
            yield from _person(match, cue="role")
    for match in _OF_ORGANIZATION.finditer(text):
        organization = _organization_beside(match["org"])
        if organization:
            yield from _person(match, organization, "organization", "organization")
    for match in _GIVEN.finditer(text):
        if _first_name(match["name"]):
            yield from _person(match)


def _addressed(text: str) -> Iterator[Sight]:
    """Names beside an e-mail address."""
    for inverted in _LAST_FIRST.finditer(text):
        yield Sight(
            EntityClass.PERSON,
            f"{inverted['first']} {inverted['last']}",
            inverted.start("last"),
            inverted.end("first"),
            inverted["mail"].lower(),
            "email",
            "identifier",
        )
    match = _BESIDE_EMAIL.search(text)
    while match is not None:
        nearer = any(_first_name(other["name"]) for other in _GIVEN.finditer(match["between"] or ""))
        if not nearer:
            yield from _person(match, match["mail"].lower(), "email", "identifier")
        match = _BESIDE_EMAIL.search(text, match.end("name") if nearer else match.end())


def _person(match: re.Match[str], context: str = "", kind: str = "", cue: str = "") -> Iterator[Sight]:
    """The person named by the match's capture, if it can be one; Sr and Jr are a context when nothing stronger stands there."""
    name, start = without_lead(match["name"], match.start("name"))
    if not is_person_name(name):
        return
    suffix = re.search(r",?\s(Jr|Sr)\.?$", name)
    if suffix is not None and not context:
        context, kind = suffix[1].casefold(), "suffix"
    yield Sight(EntityClass.PERSON, name, start, start + len(name), context, kind, cue)


def is_person_name(name: str) -> bool:
    """Whether capitalised words can be a person's full name: no title, no month, no generic noun, no organisation."""
    words = [word.strip(".,").casefold() for word in name.split()]
    if len(words) < 2 or any(char.isdigit() for char in name):
        return False
    bad = NOT_NAMES | JOB_WORDS | GENERIC | CLOSED.keys() - {"will", "may", "an", "so", "do"}
    if any(word in bad for word in words) or form_key(words[-1]) in legal_forms() - {"co", "as", "se", "ab"}:
        return False
    return INSTITUTION.fullmatch(name) is None and not (
        name.isupper() and len(name) > 4 and "." not in name and words[0] not in GIVEN_NAMES
    )


def _first_name(name: str) -> bool:
    return name.split(maxsplit=1)[0].casefold() in GIVEN_NAMES


def _organization_beside(written: str) -> str:
    """The organisation named beside a person, or empty when the words are a role or a place in a sentence."""
    words = written.split()
    if len(words) < 2 or any(word.casefold() in JOB_WORDS | NOT_NAMES for word in words):
        return ""
    if _first_name(written) and not re.search(FORM, written):
        return ""
    known = INSTITUTION.fullmatch(written) is not None or re.search(rf"\s{FORM}$", written) is not None
    return written if known else ""
