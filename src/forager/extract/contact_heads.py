"""What the heads of columns and the labels of lines say about a person: a part of the name, or a kind of fact beside it."""

from __future__ import annotations

import re
from functools import lru_cache

from forager.model.fact import FactKind

FULL = "full"
"""Of a head over whole names."""

_KINDS: dict[FactKind, str] = {
    FactKind.GIVEN: "given name|given names|first name|first names|forename|forenames|firstname|christian name|vorname",
    FactKind.FAMILY: "family name|surname|last name|lastname|nachname|familienname",
    FactKind.EMAIL: "email|e-mail|mail|email address|e-mail address|mail address",
    FactKind.PHONE: (
        "phone|telephone|tel|mobile|cell|cell phone|mobile phone|phone number|telephone number|mobile number|tel number|telefon"
    ),
    FactKind.BIRTH: "date of birth|dob|d.o.b|birth date|birthdate|birthday|born|born on|geburtsdatum",
    FactKind.HOUSE: "street number|house number|house",
    FactKind.STREET: "street|address|street address|address 1|address line 1|postal address|mailing address|street name|straße",
    FactKind.TOWN: "town|city|suburb|locality|city/town|town/city|ort",
    FactKind.POSTCODE: "postcode|post code|postal code|zip|zip code|zip/postcode|plz",
    FactKind.REGION: "state|province|region|county",
    FactKind.ORGANIZATION: "company|organisation|organization|employer|firm|affiliation|company name",
    FactKind.ROLE: "role|position|job title|job|function|occupation",
}
_SCHEMES: dict[str, str] = {
    "social": (
        "social security number|social security|ssn|soc sec number|soc sec|social insurance number|national insurance number|ni number|sin"
    ),
    "tax": "tax number|tax file number|tfn|tin|taxpayer number|personal tax number|steuernummer",
    "national": "national number|national identity number|identity number|identity card number|personal identity number",
    "passport": "passport|passport number",
    "licence": "driving licence number|driver licence number|driver license number|drivers license number",
    "patient": "patient number|nhs number|medical record number|mrn",
    "staff": "employee number|staff number|personnel number|payroll number|badge number",
    "student": "student number|matriculation number",
    "account": "customer number|client number|member number|membership number|account number|policy number",
}
_PERSON = (
    "employee|staff|person|patient|student|member|applicant|candidate|attendee|participant|contact|customer|client|home|work|"
    "business|private"
)
_NAMES = "name|full name|person|contact|contact person|employee|patient|attendee|participant|applicant"


@lru_cache(maxsize=1)
def _known() -> dict[str, tuple[str, str]]:
    kinds = {head: (kind.value, "") for kind, heads in _KINDS.items() for head in heads.split("|")}
    schemes = {head: (FactKind.NUMBER.value, scheme) for scheme, heads in _SCHEMES.items() for head in heads.split("|")}
    return kinds | schemes | dict.fromkeys(_NAMES.split("|"), (FULL, ""))


@lru_cache(maxsize=4096)
def said_by(head: str) -> tuple[str, str]:
    """What a head or label says: (kind, scheme of a number); ``FULL`` for whole names, two empty texts where it is about no person.

    "Employee e-mail" is "e-mail"; "ID", "No." and "#" are "number".
    """
    text = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", head).casefold()
    text = re.sub(r"#|\b(?:no|nr|num|id)\b\.?", " number", re.sub(r"[(\[].*?[)\]]|'s?\b", "", text))
    text = " ".join(text.split()).strip(" :.*")
    bare = re.sub(rf"^(?:{_PERSON})\s(?!number)", "", text)
    return _known().get(text) or _known().get(bare, ("", ""))
