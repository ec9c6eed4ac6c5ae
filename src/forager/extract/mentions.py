"""Names in a document: persons, organisations, projects, systems, products and places, with what promotes them.

A mention needs a cue of its kind: an address, a role or an organisation beside it, a legal form, the word "project", a
table head. Pronouns, job titles, months and the capital of a first word make none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from forager.extract.given_names import GIVEN_NAMES
from forager.extract.organizations import form_key, legal_forms
from forager.extract.view import View, view
from forager.extract.wordlist import word_set
from forager.extract.words import CLOSED, JOB_WORDS, NOT_NAMES
from forager.model.document import ParsedDocument, Zone
from forager.model.statement import EntityClass, Mention

_UP = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĖĘĚĜĞĠĢĤĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŖŘŚŜŞŠŢŤŪŮŰŲŴŶŸŹŻŽ"
_WORD = rf"[{_UP}][\w'-]{{0,30}}"
_PARTICLE = r"(?:van|von|de|der|den|da|di|del|della|la|le|bin|ibn|al|el|dos|du|ten|ter|zu)"
_SUFFIX = r"(?:,?\s(?:Jr|Sr|II|III)\b\.?)?"
_PERSON = rf"(?:{_WORD}|[{_UP}]\.)(?:\s(?:{_WORD}|[{_UP}]\.|{_PARTICLE})){{1,4}}{_SUFFIX}"
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,24}){1,4}"
_ROLE = (
    r"(?:(?:[a-z][a-z-]+|[A-Z][a-z-]+|IT|HR|QA|of|and|for|the)\s){0,4}?(?:"
    + "|".join(
        sorted(set(JOB_WORDS) | {word.capitalize() for word in JOB_WORDS} | {"CEO", "CTO", "CFO", "COO", "CISO"})
    )
    + r")\b"
)

_BESIDE_EMAIL = re.compile(
    rf"(?P<name>{_PERSON})\s?(?:,\s?(?:{_ROLE}),?\s|\s(?:of|"
    rf"at)\s[\w\s]{{2,40}}?\s)?[(<\[]\s?(?:mailto:)?(?P<mail>{_EMAIL})\s?[)>\]]"
)
_LAST_FIRST = re.compile(rf"(?P<last>{_WORD}),\s(?P<first>{_WORD}(?:\s[{_UP}]\.)?)\s?[(<]\s?(?P<mail>{_EMAIL})\s?[)>]")
_BESIDE_ROLE = re.compile(
    rf"(?P<name>{_PERSON})(?:,\s|\s?\(|\s[-\u2013\u2014]\s|\sis\s(?:the\s|our\s|a\s|an\s)?|"
    rf"\sas\s(?:the\s)?)(?:the\s|our\s)?(?P<role>{_ROLE})"
)
_ROLE_BEFORE = re.compile(rf"\b(?P<role>{_ROLE}),?\s(?P<name>{_PERSON})")
_TITLED = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Herr|Frau|Sir|Dame)\.?\s(?P<name>{_WORD}(?:\s{_WORD}){{0,2}})"
)
_OF_ORGANIZATION = re.compile(
    rf"(?P<name>{_PERSON})(?:\sof\s|\sat\s|\sfrom\s|\s?\(|,\s)(?P<org>{_WORD}(?:\s(?:{_WORD}|&|of)){{0,4}})"
)
_SPEAKER = re.compile(
    rf"(?P<name>{_PERSON})\s(?:said|says|told|reported|asked|wrote|claimed|explained|confirmed|noted|"
    rf"added|joined|resigned|agreed|suggested|signed|will)\b"
)
_AGENT = re.compile(rf"\b(?:by|to|with|from|told|asked|named|thank|contact)\s(?P<name>{_PERSON})")
_GIVEN = re.compile(rf"(?<![\w'-])(?P<name>{_PERSON})")

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
_FORM = "(?:" + "|".join(re.escape(form) for form in _FORM_WORDS.split("|")) + r")(?!\w)\.?"
_LEGAL = re.compile(rf"(?<![\w'-])(?P<name>{_WORD}(?:\s(?:{_WORD}|&|and|of)){{0,5}}?,?\s{_FORM}(?:\s{_FORM})?)")
_INSTITUTION = re.compile(
    rf"\b(?P<name>(?:{_WORD}\s){{1,4}}(?:University|Institute|Bank|Agency|Ministry|Council|Foundation|"
    rf"Association|Authority|Hospital|College|Systems|"
    r"Logistics|Freight|Airlines|Carriers|Partners|Solutions|Technologies|Consulting|Industries|"
    r"Insurance|Pharma|Energy|Electric|Software|Labs|Audit|Bros)"
    rf"|(?:University|Ministry|Bank|Institute|Department|City|Port) of "
    rf"(?:{_WORD})(?:\s{_WORD}){{0,2}})(?![\w'-]*\s(?:{_WORD}\s)?{_FORM})(?!\w)"
)
_PROJECT = re.compile(rf"\b[Pp](?:roject|ROJECT|rogramme|rogram)\s(?P<name>{_WORD}(?:\s(?:{_WORD}|\d{{1,4}})){{0,2}})")
_PROJECT_AFTER = re.compile(rf"\b(?:[Tt]he\s|[Oo]ur\s)?(?P<name>{_WORD}(?:\s{_WORD}){{0,2}})\s(?:project|programme)\b")
_SYSTEM = re.compile(
    rf"\b(?:[Tt]he\s)?(?P<name>{_WORD}(?:\s(?:{_WORD}|\d[\w.]*)){{0,2}}\s(?:system|service|platform|"
    rf"database|server|application|app|portal|module|API|tool|gateway|console|interface|cluster))\b"
)
_PLACED = re.compile(
    rf"\b(?:located in|based in|headquartered in|situated in|offices? in|(?:plant|depot|site|"
    rf"warehouse|factory|branch|data cent(?:re|er)) in)\s(?P<name>{_WORD}(?:\s{_WORD}){{0,2}})"
)

_GENERIC = word_set(
    "memo minutes plan plans update report requirements requirement review schedule budget status "
    "overview charter notes note summary agenda proposal "
    "brief kickoff kick-off steering integration staffing staff security design test tests scope "
    "timeline roadmap closure meeting committee team "
    "manager management office board room governance risk register risks issues decision decisions "
    "log phase draft final version documentation "
    "description goals background introduction contents annex appendix section chapter table figure "
    "page specification policy handbook manual"
)
_HEADS: tuple[tuple[EntityClass, frozenset[str]], ...] = (
    (
        EntityClass.PERSON,
        word_set(
            "name person owner author manager lead contact assignee responsible approver reviewer sponsor "
            "employee attendee speaker chair engineer"
        ),
    ),
    (
        EntityClass.ORGANIZATION,
        word_set(
            "organisation organization company vendor supplier customer client partner contractor "
            "manufacturer employer carrier"
        ),
    ),
    (
        EntityClass.SYSTEM,
        word_set("system service application component server host database module platform tool subsystem"),
    ),
    (EntityClass.PRODUCT, frozenset({"product", "model", "article"})),
    (EntityClass.PROJECT, frozenset({"project", "programme", "program", "initiative"})),
    (EntityClass.PLACE, frozenset({"location", "city", "country", "place", "venue", "town"})),
)
_LISTED = frozenset(
    {
        "attendees",
        "author",
        "owner",
        "chair",
        "manager",
        "project_manager",
        "sponsor",
        "contact",
        "approver",
        "reviewer",
        "responsible",
        "delivery_manager",
        "technical_lead",
        "architect",
        "ceo",
        "cto",
        "reports_to",
    }
)
_PERSON_ZONES = frozenset(
    {Zone.TITLE, Zone.HEADING, Zone.PARAGRAPH, Zone.ITEM, Zone.KEY_VALUE, Zone.HEADER, Zone.SIGNATURE, Zone.CAPTION}
)


@dataclass(frozen=True, slots=True)
class _Sight:
    """A name seen in one view, before it is placed in the document."""

    entity: EntityClass
    name: str
    start: int
    end: int
    context: str = ""
    kind: str = ""
    cue: str = ""


def find_mentions(document: ParsedDocument) -> tuple[Mention, ...]:
    """All mentions of a document in order of place, then class and name; at most one at each place."""
    views = [view(document.text, block.start, block.end) for block in document.blocks if block.zone in _PERSON_ZONES]
    table_views, headed = _cells(document)
    views.extend(table_views)
    placed = [*_stated_people(document), *headed]
    for item in views:
        placed.extend(_placed(item, sight) for sight in _sights(item.text))
    placed.extend(_repeats(views, placed))
    return _settle(placed)


def _placed(item: View, sight: _Sight) -> Mention:
    start, end = item.span(sight.start, sight.end)
    return Mention(sight.entity, sight.name, start, end, sight.context, sight.kind, sight.cue)


# One view ---------------------------------------------------------------------------------------------------------------


def _sights(text: str) -> Iterator[_Sight]:
    """Everything named in one view, with its cue; overlapping sights are settled later."""
    yield from _projects(text)
    yield from _organizations(text)
    yield from _systems(text)
    yield from _places(text)
    yield from _persons(text)


def _projects(text: str) -> Iterator[_Sight]:
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
                yield _Sight(EntityClass.PROJECT, name, start, end, cue="header")


def _until_generic(words: list[str]) -> list[str]:
    kept: list[str] = []
    for word in words:
        if word.casefold().strip(".,:") in _GENERIC:
            break
        kept.append(word)
    return kept


def _organizations(text: str) -> Iterator[_Sight]:
    for match in _LEGAL.finditer(text):
        name, start = _without_lead(match["name"], match.start("name"))
        if name and form_key(name) not in legal_forms():
            yield _Sight(EntityClass.ORGANIZATION, name, start, match.end("name"), cue="identifier")
    for match in _INSTITUTION.finditer(text):
        name, start = _without_lead(match["name"], match.start("name"))
        if len(name.split()) > 1:
            yield _Sight(EntityClass.ORGANIZATION, name, start, match.end("name"))


def _without_lead(name: str, start: int) -> tuple[str, int]:
    """Drop first words that are no part of a name ("The", "On", "Lead auditor, ")."""
    comma = name.rfind(", ")
    if comma > 0 and form_key(name[comma + 2 :]) not in legal_forms():
        name, start = name[comma + 2 :], start + comma + 2
    while name and (name.split()[0].casefold() in CLOSED or name.split()[0].casefold() in NOT_NAMES) and " " in name:
        cut = name.index(" ") + 1
        name, start = name[cut:], start + cut
    return name, start


def _systems(text: str) -> Iterator[_Sight]:
    for match in _SYSTEM.finditer(text):
        name, start = _without_lead(match["name"], match.start("name"))
        if len(name.split()) > 1:
            yield _Sight(EntityClass.SYSTEM, name, start, match.end("name"))


def _places(text: str) -> Iterator[_Sight]:
    for match in _PLACED.finditer(text):
        yield _Sight(EntityClass.PLACE, match["name"], match.start("name"), match.end("name"), cue="role")


def _persons(text: str) -> Iterator[_Sight]:
    for match in _LAST_FIRST.finditer(text):
        end = match.end("first")
        yield _Sight(
            EntityClass.PERSON,
            f"{match['first']} {match['last']}",
            match.start("last"),
            end,
            match["mail"].lower(),
            "email",
            "identifier",
        )
    for match in _BESIDE_EMAIL.finditer(text):
        yield from _person(match, match["mail"].lower(), "email", "identifier")
    for pattern in (_BESIDE_ROLE, _ROLE_BEFORE, _TITLED):
        for match in pattern.finditer(text):
            yield from _person(match, cue="role")
    for match in _OF_ORGANIZATION.finditer(text):
        organization = _organization_beside(match["org"])
        if organization:
            yield from _person(match, organization, "organization", "organization")
    for pattern in (_SPEAKER, _AGENT):
        for match in pattern.finditer(text):
            if _first_name(match["name"]):
                yield from _person(match)
    for match in _GIVEN.finditer(text):
        if _first_name(match["name"]):
            yield from _person(match)


def _person(match: re.Match[str], context: str = "", kind: str = "", cue: str = "") -> Iterator[_Sight]:
    """The person named by the match's capture, if it can be one; Sr and Jr are a context when nothing stronger stands there."""
    name, start = _without_lead(match["name"], match.start("name"))
    if not is_person_name(name):
        return
    suffix = re.search(r",?\s(Jr|Sr)\.?$", name)
    if suffix is not None and not context:
        context, kind = suffix[1].casefold(), "suffix"
    yield _Sight(EntityClass.PERSON, name, start, start + len(name), context, kind, cue)


def is_person_name(name: str) -> bool:
    """Whether capitalised words can be a person's full name: no title, no month, no generic noun, no organisation."""
    words = [word.strip(".,").casefold() for word in name.split()]
    if len(words) < 2 or any(char.isdigit() for char in name):
        return False
    bad = NOT_NAMES | JOB_WORDS | _GENERIC | CLOSED.keys() - {"will", "may", "an", "so", "do"}
    if any(word in bad for word in words) or form_key(words[-1]) in legal_forms() - {"co", "as", "se", "ab"}:
        return False
    return _INSTITUTION.fullmatch(name) is None and not (
        name.isupper() and len(name) > 4 and "." not in name and words[0] not in GIVEN_NAMES
    )


def _first_name(name: str) -> bool:
    return name.split(maxsplit=1)[0].casefold() in GIVEN_NAMES


def _organization_beside(written: str) -> str:
    """The organisation named beside a person, or empty when the words are a role or a place in a sentence."""
    words = written.split()
    if len(words) < 2 or any(word.casefold() in JOB_WORDS | NOT_NAMES for word in words):
        return ""
    if _first_name(written) and not re.search(_FORM, written):
        return ""
    known = _INSTITUTION.fullmatch(written) is not None or re.search(rf"\s{_FORM}$", written) is not None
    return written if known else ""


# The document -----------------------------------------------------------------------------------------------------------


def _stated_people(document: ParsedDocument) -> Iterator[Mention]:
    """People the format itself names, at the first place where their name stands."""
    for name, address, _role in document.people:
        shown = _natural_order(name)
        start = document.text.find(name) if name else -1
        if start >= 0 and len(name.split()) > 1:
            context, kind, cue = (address.lower(), "email", "identifier") if address else ("", "", "role")
            yield Mention(EntityClass.PERSON, shown, start, start + len(name), context, kind, cue)


def _natural_order(name: str) -> str:
    """ "Smith, Robert" as "Robert Smith"."""
    last, comma, first = name.strip("\"' ").partition(", ")
    return f"{first} {last}" if comma and " " not in last.strip() else name.strip("\"' ")


def _cells(document: ParsedDocument) -> tuple[list[View], list[Mention]]:
    """Views of all cells, and mentions that a column head declares."""
    views: list[View] = []
    headed: list[Mention] = []
    for table in document.tables:
        heads = {cell.column: document.text[cell.start : cell.end] for cell in table.cells if cell.header}
        for cell in table.cells:
            if cell.start >= cell.end:
                continue
            item = view(document.text, cell.start, cell.end)
            views.append(item)
            entity = _class_of_head(heads.get(cell.column, ""))
            if not cell.header and entity is not None and item.text and _fits(entity, item.text):
                headed.append(Mention(entity, item.text, *item.span(0, len(item.text)), cue="table"))
    return views, headed


def _class_of_head(head: str) -> EntityClass | None:
    words = re.findall(r"\w+", head.casefold())
    for entity, heads in _HEADS:
        if words and (words[-1] in heads or words[0] in heads) and len(words) <= 3:
            return entity
    return None


def _fits(entity: EntityClass, text: str) -> bool:
    if len(text) > 60 or not re.search(r"[^\W\d_]", text):
        return False
    return entity is not EntityClass.PERSON or (is_person_name(text) and re.fullmatch(_PERSON, text) is not None)


def _repeats(views: list[View], known: Iterable[Mention]) -> list[Mention]:
    """Further places of the names seen: the same words anywhere, and a project by its name alone."""
    names = {mention.name: mention.entity_class for mention in known if mention.entity_class is not EntityClass.PLACE}
    for name, entity in list(names.items()):
        if entity is EntityClass.PROJECT:
            alone = (
                re.sub(r"^\w+\s|\s(?:project|programme)$", "", name)
                if re.match(r"(?i)pro(?:ject|gram)", name)
                else re.sub(r"\s(?:project|programme)$", "", name)
            )
            names.setdefault(alone, entity)
    if not names:
        return []
    pattern = re.compile(
        r"(?<![\w'-])(?:"
        + "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name))[:400])
        + r")(?![\w-])"
    )
    return [
        Mention(names[match[0]], match[0], *item.span(match.start(), match.end()))
        for item in views
        for match in pattern.finditer(item.text)
    ]


_STRENGTH = {"email": 4, "number": 3, "organization": 2, "suffix": 1, "": 0}
_CUES = {"identifier": 5, "role": 4, "organization": 3, "header": 2, "table": 1, "": 0}
_CLASS_RANK = {
    EntityClass.PROJECT: 0,
    EntityClass.ORGANIZATION: 1,
    EntityClass.SYSTEM: 2,
    EntityClass.PRODUCT: 3,
    EntityClass.PERSON: 4,
    EntityClass.PLACE: 5,
}


def _settle(placed: list[Mention]) -> tuple[Mention, ...]:
    """One mention a place: the strongest context, then cue, then class; then contexts that the document states once are shared."""
    placed.sort(key=_strength)
    kept: list[Mention] = []
    starts: list[int] = []
    ends: dict[int, int] = {}
    for mention in placed:
        index = bisect_right(starts, mention.start)
        before_ends = ends[starts[index - 1]] if index else 0
        after_starts = starts[index] if index < len(starts) else mention.end
        if before_ends <= mention.start and mention.end <= after_starts:
            kept.append(mention)
            starts.insert(index, mention.start)
            ends[mention.start] = mention.end
    kept.sort(key=lambda item: (item.start, item.end, item.entity_class.value, item.name))
    return tuple(_with_shared_context(kept))


def _strength(mention: Mention) -> tuple[int, int, int, int, int, str]:
    return (
        -_STRENGTH[mention.context_kind],
        -_CUES[mention.cue],
        _CLASS_RANK.get(mention.entity_class, 9),
        -(mention.end - mention.start),
        mention.start,
        mention.name,
    )


def _with_shared_context(mentions: list[Mention]) -> Iterator[Mention]:
    """A person's bare name takes the one context this document gives to that name; two contexts leave it bare."""
    contexts: dict[str, set[tuple[str, str]]] = {}
    for mention in mentions:
        if mention.entity_class is EntityClass.PERSON and mention.context_kind == "email":
            contexts.setdefault(mention.name.casefold(), set()).add((mention.context, mention.context_kind))
    for mention in mentions:
        known = contexts.get(mention.name.casefold(), set())
        if mention.entity_class is EntityClass.PERSON and mention.context_kind != "email" and len(known) == 1:
            context, kind = next(iter(known))
            yield replace(mention, context=context, context_kind=kind)
        else:
            yield mention
