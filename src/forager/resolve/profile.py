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
_ROMAN = re.compile(r"(?=[ivx])(?:x{0,3})(?:ix|iv|v?i{0,3})")


@dataclass(frozen=True, slots=True)
class Profile:
    """``group`` holds the classes that may be one thing. ``words`` are the name's words in plain letters, ``numerals`` those that count.

    At most one of ``mail``, ``number``, ``organization``, ``role`` and ``other`` is set: a node has one context.
    """

    node: Node
    group: str
    person: PersonName
    words: tuple[str, ...]
    numerals: tuple[str, ...]
    suffix: str
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
    found = tuple(plain(word) for word in (person.words if is_person else node.name_key.split()))
    kind, key = node.context_kind, context_key(node.context_kind, node.context)
    address = mail(key) if kind == "email" else None
    return Profile(
        node=node,
        group=_GROUPS.get(EntityClass(node.entity_class), "thing"),
        person=person,
        words=found,
        numerals=() if is_person else tuple(word for word in found if _counts(word)),
        suffix=_suffix(person, kind, key),
        mail=address,
        number=key if kind == "number" else "",
        organization=key if kind == "organization" else "",
        role=key if kind == "role" else "",
        other=key if kind and not address and kind not in {"number", "organization", "role", "suffix"} else "",
    )


def _suffix(person: PersonName, kind: str, key: str) -> str:
    known = words().suffixes.get(key, "") if kind == "suffix" else ""
    return person.suffix or known


def _counts(word: str) -> bool:
    """Whether a word of a name is a number: two things that differ in it are two things (Fund III, Fund IV)."""
    return any(letter.isdigit() for letter in word) or _ROMAN.fullmatch(word) is not None
