"""A node as the features see it: its name in parts and its context understood. Worked out once per node."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from forager.model.statement import EntityClass
from forager.resolve.contexts import Mail, mail
from forager.resolve.fold import plain
from forager.resolve.lexicon import words
from forager.resolve.names import context_key
from forager.resolve.nodes import Node
from forager.resolve.numerals import numbered, numerals, without_closing_zeros
from forager.resolve.person import PersonName, person_name

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
_BORN = re.compile(r"\b(?:née|né|nee|geb\.?|geborene|born)\s+(\w[\w'-]+)", re.IGNORECASE)
_OF_SHIPS = (("m", "v"), ("m", "t"), ("s", "s"), ("mv",), ("mt",), ("ss",))
"""What stands before a ship's name and is no part of it."""


@dataclass(frozen=True, slots=True)
class Profile:
    """``group`` holds the classes that may be one thing. ``words`` are the name's words in plain letters, numbers in digits where it is
    a thing's; ``numerals`` are those that count. ``birth`` is the family name before marriage where a written form tells it.

    At most one of ``mail``, ``number``, ``organization``, ``role`` and ``other`` is set: a node has one context.
    """

    node: Node
    group: str
    person: PersonName
    words: tuple[str, ...]
    numerals: tuple[str, ...]
    suffix: str
    birth: str = ""
    mail: Mail | None = None
    number: str = ""
    organization: str = ""
    role: str = ""
    other: str = ""

    @property
    def domain(self) -> str:
        """The label of the address that names an organisation, if any."""
        return self.mail.organization if self.mail else ""


@lru_cache(maxsize=16384)
def profile(node: Node) -> Profile:
    """The profile of a node."""
    is_person = node.entity_class == EntityClass.PERSON
    person = person_name(node.name_key) if is_person else PersonName()
    found = tuple(map(plain, person.words)) if is_person else _thing_words(node)
    kind, key = node.context_kind, context_key(node.context_kind, node.context)
    address = mail(key) if kind == "email" else None
    return Profile(
        node=node,
        group=_GROUPS.get(EntityClass(node.entity_class), "thing"),
        person=person,
        words=found,
        numerals=() if is_person else numerals(found),
        suffix=_suffix(person, kind, key),
        birth=_birth(node) if is_person else "",
        mail=address,
        number=key if kind == "number" else "",
        organization=key if kind == "organization" else "",
        role=key if kind == "role" else "",
        other=key if kind and not address and kind not in {"number", "organization", "role", "suffix"} else "",
    )


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
