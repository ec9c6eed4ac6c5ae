"""Organisations, projects, systems and places named in one view of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forager.extract.names import GENERIC, UP, WORD, Sight, without_lead
from forager.extract.organizations import form_key, legal_forms
from forager.extract.words import CLOSED, NOT_NAMES
from forager.model.statement import EntityClass

_FORM_WORDS = "|".join(
    sorted(
        (
            "Inc",
            "Incorporated",
            "Corp",
            "Corporation",
            "Ltd",
            "Limited",
            "LLC",
            "LLP",
            "PLC",
            "plc",
            "GmbH",
            "AG",
            "KG",
            "KGaA",
            "SE",
            "SA",
            "S.A.",
            "SAS",
            "SARL",
            "S.r.l.",
            "Srl",
            "SpA",
            "S.p.A.",
            "BV",
            "B.V.",
            "NV",
            "N.V.",
            "Oy",
            "Oyj",
            "AB",
            "ASA",
            "ApS",
            "A/S",
            "Pty Ltd",
            "Pvt Ltd",
            "Pte Ltd",
            "Sp. z o.o.",
            "e.V.",
            "Co",
            "Company",
            "Co. KG",
            "& Co. KG",
            "Holding",
            "Holdings",
            "Group",
        ),
        key=lambda form: (-len(form), form),
    )
)
FORM = "(?:" + "|".join(re.escape(form) for form in _FORM_WORDS.split("|")) + r")(?!\w)"
_LEGAL = re.compile(rf"(?<![\w'-])(?P<name>{WORD}(?:\s(?:{WORD}|&|and|of)){{0,5}}?,?\s{FORM}(?:\s{FORM})?)")
_HEADED = (
    r"University|Institute|Bank|Agency|Ministry|Council|Foundation|Association|Authority|Hospital|College|Systems|"
    r"Logistics|Freight|Airlines|Carriers|Partners|Solutions|Technologies|Consulting|Industries|Insurance|Pharma|"
    r"Energy|Electric|Software|Labs|Audit|Bros"
)
INSTITUTION = re.compile(
    rf"\b(?P<name>(?:University|Ministry|Bank|Institute|Department|City|Port) of {WORD}(?:\s{WORD}){{0,2}}"
    rf"|(?:{WORD}\s){{1,4}}(?:{_HEADED})(?!\sof\s[{UP}]))(?![\w'-]*\s(?:{WORD}\s)?{FORM})(?!\w)"
)
_PROJECT = re.compile(rf"\b[Pp](?:roject|ROJECT|rogramme|rogram)\s(?P<name>{WORD}(?:\s(?:{WORD}|\d{{1,4}})){{0,2}})")
_PROJECT_AFTER = re.compile(rf"\b(?:[Tt]he\s|[Oo]ur\s)?(?P<name>{WORD}(?:\s{WORD}){{0,2}})\s(?:project|programme)\b")
_SYSTEM = re.compile(
    rf"\b(?:[Tt]he\s)?(?P<name>{WORD}(?:\s(?:{WORD}|\d[\w.]*)){{0,2}}\s(?:system|service|platform|"
    rf"database|server|application|app|portal|module|API|tool|gateway|console|interface|cluster))\b"
)
_PLACED = re.compile(
    rf"\b(?:located in|based in|headquartered in|situated in|offices? in|(?:plant|depot|site|"
    rf"warehouse|factory|branch|data cent(?:re|er)) in)\s(?P<name>{WORD}(?:\s{WORD}){{0,2}})"
)


def things(text: str) -> Iterator[Sight]:
    """Every project, organisation, system and cued place in the text; sights may overlap."""
    yield from _projects(text)
    yield from _organizations(text)
    yield from _systems(text)
    yield from _places(text)


def _projects(text: str) -> Iterator[Sight]:
    for pattern in (_PROJECT, _PROJECT_AFTER):
        for match in pattern.finditer(text):
            words = _until_generic(match["name"].split())
            if words and words[0].casefold() not in NOT_NAMES | CLOSED.keys():
                start = match.start() if pattern is _PROJECT else match.start("name")
                end = match.start("name") + len(" ".join(words)) if pattern is _PROJECT else match.end()
                if pattern is _PROJECT_AFTER and len(words) < len(match["name"].split()):
                    continue
                prefix = text[start : match.start("name")] if pattern is _PROJECT else ""
                name = f"{prefix}{' '.join(words)}" if pattern is _PROJECT else text[start:end]
                yield Sight(EntityClass.PROJECT, name, start, end, cue="header")


def _until_generic(words: list[str]) -> list[str]:
    kept: list[str] = []
    for word in words:
        if word.casefold().strip(".,:") in GENERIC:
            break
        kept.append(word)
    return kept


def _organizations(text: str) -> Iterator[Sight]:
    for match in _LEGAL.finditer(text):
        name, start = without_lead(match["name"], match.start("name"))
        if name and form_key(name) not in legal_forms():
            yield Sight(EntityClass.ORGANIZATION, name, start, match.end("name"), cue="identifier")
    for match in INSTITUTION.finditer(text):
        name, start = without_lead(match["name"], match.start("name"))
        if len(name.split()) > 1:
            yield Sight(EntityClass.ORGANIZATION, name, start, match.end("name"))


def _systems(text: str) -> Iterator[Sight]:
    for match in _SYSTEM.finditer(text):
        name, start = without_lead(match["name"], match.start("name"))
        if len(name.split()) > 1:
            yield Sight(EntityClass.SYSTEM, name, start, match.end("name"))


def _places(text: str) -> Iterator[Sight]:
    for match in _PLACED.finditer(text):
        yield Sight(EntityClass.PLACE, match["name"], match.start("name"), match.end("name"), cue="role")
