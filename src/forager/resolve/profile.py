"""A node as the features see it: its name in parts and its context understood. Worked out once per node."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from forager.model.fact import FactKind
from forager.model.statement import EntityClass
from forager.resolve.address import compact
from forager.resolve.contexts import Mail, mail
from forager.resolve.fold import plain
from forager.resolve.lexicon import words
from forager.resolve.names import context_key, tokens
from forager.resolve.nodes import Node
from forager.resolve.numerals import numbered, numerals, without_closing_zeros
from forager.resolve.person import PersonName, person_name
from forager.resolve.record import NO_RECORD, Record, record

_GROUPS = {
    EntityClass.PERSON: "person",
    EntityClass.ORGANIZATION: "organization",
    EntityClass.PROJECT: "project",
    EntityClass.PRODUCT: "thing",
    EntityClass.SYSTEM: "thing",
    EntityClass.OTHER: "thing",
    EntityClass.PLACE: "place",
    EntityClass.DOCUMENT: "document",
    EntityClass.EVENT: "event",
    EntityClass.ROLE: "role",
}
_CONTEXTS = frozenset({FactKind.EMAIL, FactKind.NUMBER, FactKind.ORGANIZATION, FactKind.ROLE, FactKind.PHONE})
"""Kinds of context that are read as facts, also where no record tells them."""
_IN_RECORDS = frozenset({FactKind.BIRTH, FactKind.STREET})
"""Kinds of context that only a record gives, which tells them as facts as well."""
_BORN = re.compile(r"\b(?:née|né|nee|geb\.?|geborene|born)\s+(\w[\w'-]+)", re.IGNORECASE)
_OF_SHIPS = (("m", "v"), ("m", "t"), ("s", "s"), ("mv",), ("mt",), ("ss",))
"""What stands before a ship's name and is no part of it."""


@dataclass(frozen=True, slots=True)
class Profile:
    """``group`` holds the classes that may be one thing. ``words`` are the name's words in plain letters, numbers in digits where it is
    a thing's; ``numerals`` are those that count. ``birth`` is the family name before marriage where a written form tells it.

    ``record`` is all that stands beside the name. ``mail`` is the address among it that stands nearest (the context, else the first),
    ``organizations`` are name keys, ``other`` is a context of another kind.
    """

    node: Node
    group: str
    person: PersonName
    words: tuple[str, ...]
    numerals: tuple[str, ...]
    suffix: str
    birth: str = ""
    mail: Mail | None = None
    record: Record = NO_RECORD
    organizations: tuple[str, ...] = ()
    other: str = ""

    @property
    def domain(self) -> str:
        """The label of the address that names an organisation, if any."""
        return self.mail.organization if self.mail else ""


@lru_cache(maxsize=16384)
def profile(node: Node) -> Profile:
    """The profile of a node."""
    is_person = node.entity_class == EntityClass.PERSON
    person = _told_name(node) or person_name(node.name_key) if is_person else PersonName()
    found = tuple(map(plain, person.words)) if is_person else _thing_words(node)
    kind, key = node.context_kind, context_key(node.context_kind, node.context)
    beside = _beside(node, kind, key)
    known = [address for each in beside.mails if (address := mail(each))]
    return Profile(
        node=node,
        group=_GROUPS.get(EntityClass(node.entity_class), "thing"),
        person=person,
        words=found,
        numerals=() if is_person else numerals(found),
        suffix=_suffix(person, kind, key),
        birth=_birth(node) if is_person else "",
        mail=(mail(key) if kind == "email" else None) or next(iter(known), None),
        record=beside,
        organizations=tuple(sorted({context_key("organization", each) for each in beside.organizations})),
        other=key if kind and not _is_told(kind, key) else "",
    )


def _told_name(node: Node) -> PersonName | None:
    """The parts of a person's name as the columns or labels of its records tell them, where all tell the same; else nothing."""
    told = record(node.facts)
    if len(told.givens) > 1 or len(told.families) > 1 or not (told.givens or told.families):
        return None
    forenames = tuple(part for text in told.givens for part in _parts(text))
    family = " ".join(_parts(" ".join(told.families)))
    if not family:
        return PersonName((), " ".join(forenames))
    return PersonName(forenames, family, person_name(node.name_key).suffix, told=bool(forenames))


def _parts(text: str) -> list[str]:
    return [part for word in tokens(text) for part in word.split("-") if part and part not in words().suffixes]


def _beside(node: Node, kind: str, key: str) -> Record:
    """The record of a node: its facts and its context, unless that is one of them."""
    found = record(node.facts)
    if not key or kind not in _CONTEXTS or (kind == "number" and compact(key) in {each for _, each in found.numbers}):
        return found
    return record((*node.facts, (kind, "", key)))


def _is_told(kind: str, key: str) -> bool:
    """Whether a context is read as a fact of its kind, or is a mark of generation."""
    return kind == "suffix" or kind in _IN_RECORDS or (kind in _CONTEXTS and (kind != "email" or mail(key) is not None))


def _suffix(person: PersonName, kind: str, key: str) -> str:
    known = words().suffixes.get(key, "") if kind == "suffix" else ""
    return person.suffix or known


def _thing_words(node: Node) -> tuple[str, ...]:
    found = [plain(word) for word in node.name_key.split()]
    if node.entity_class not in {EntityClass.ORGANIZATION, EntityClass.PROJECT}:
        lead = next((each for each in _OF_SHIPS if tuple(found[: len(each)]) == each and len(found) > len(each)), ())
        found = found[len(lead) :]
    return without_closing_zeros(numbered(found))


def _birth(node: Node) -> str:
    told = sorted(match[1] for form, _ in node.names for match in _BORN.finditer(form))
    return plain(told[0]) if told else ""
