"""Names in a document: persons, organisations, projects, systems, products and places, with what promotes them.

A mention needs a cue of its kind: an address, a role or an organisation beside it, a legal form, the word "project", a
table head. Pronouns, job titles, months and the capital of a first word make none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from forager.extract.contacts import people_in_records
from forager.extract.names import Sight
from forager.extract.people import PERSON, is_person_name, persons
from forager.extract.things import things
from forager.extract.view import View, view
from forager.extract.wordlist import word_set
from forager.model.document import Block, ParsedDocument, Zone
from forager.model.statement import EntityClass, Mention

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


def find_mentions(document: ParsedDocument) -> tuple[Mention, ...]:
    """All mentions of a document in order of place, then class and name; at most one at each place."""
    views = [item for block in document.blocks if block.zone in _PERSON_ZONES for item in _views(document.text, block)]
    table_views, headed = _cells(document)
    views.extend(table_views)
    declared = [mention for block in document.blocks for mention in _declared(document.text, block)]
    placed = [*people_in_records(document), *_stated_people(document), *headed, *declared]
    for item in views:
        placed.extend(_placed(item, sight) for sight in (*things(item.text), *persons(item.text)))
    placed.extend(_repeats(views, placed))
    return _settle(placed)


def _views(text: str, block: Block) -> Iterator[View]:
    """The view of a block; a signature is read line by line."""
    if block.zone is not Zone.SIGNATURE:
        yield view(text, block.start, block.end)
        return
    start = block.start
    for line in text[block.start : block.end].splitlines(keepends=True):
        yield view(text, start, start + len(line))
        start += len(line)


def _declared(text: str, block: Block) -> Iterator[Mention]:
    """What a key-value line names by its label ("Project: Falcon")."""
    if block.zone is not Zone.KEY_VALUE or block.label is None or block.value is None:
        return
    entity = _class_of_head(view(text, *block.label).text)
    item = view(text, *block.value)
    if (
        entity in {EntityClass.PROJECT, EntityClass.SYSTEM, EntityClass.PRODUCT}
        and _fits(entity, item.text)
        and item.text[0].isupper()
    ):
        yield Mention(entity, item.text, *item.span(0, len(item.text)), cue="header")


def _placed(item: View, sight: Sight) -> Mention:
    start, end = item.span(sight.start, sight.end)
    return Mention(sight.entity, sight.name, start, end, sight.context, sight.kind, sight.cue)


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
    return entity is not EntityClass.PERSON or (is_person_name(text) and re.fullmatch(PERSON, text) is not None)


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


_STRENGTH = {"email": 7, "number": 6, "organization": 5, "birth": 4, "street": 3, "phone": 2, "suffix": 1, "": 0}
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
    """One mention a place: a person in a record, the strongest context, then cue, then class. Contexts stated once are shared then."""
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


def _strength(mention: Mention) -> tuple[bool, int, int, int, int, int, str]:
    return (
        not mention.facts,
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
        known = contexts.get(mention.name.casefold(), set()) if not mention.facts else set()
        if mention.entity_class is EntityClass.PERSON and mention.context_kind != "email" and len(known) == 1:
            context, kind = next(iter(known))
            yield replace(mention, context=context, context_kind=kind)
        else:
            yield mention
