"""What the rules know of the document around a sentence: its date, its names, its headings."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from forager.extract.lexicon import names_a_thing
from forager.extract.sections import subjects_of_sections
from forager.extract.subject import subject_words
from forager.extract.view import view
from forager.model.date_order import day_first_of
from forager.model.document import Block, ParsedDocument, Zone
from forager.model.number_order import decimal_mark_of
from forager.model.statement import EntityClass, Mention

_NAMED = frozenset({EntityClass.PROJECT, EntityClass.PRODUCT, EntityClass.SYSTEM, EntityClass.ORGANIZATION})


@dataclass(frozen=True, slots=True)
class Heading:
    """A subject that a heading or title names, and where it stands in the document."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scope:
    """Document-wide knowledge for the rules; ``words`` are the single words known as names, ``project`` the only project named;
    ``day_first`` is the order of its numeric dates and ``decimal`` its decimal mark, where it shows or says them."""

    text: str
    anchor: str
    words: frozenset[str]
    mentions: tuple[Mention, ...]
    starts: tuple[int, ...]
    headings: tuple[tuple[int, str, Heading | None], ...]
    title: Heading | None
    project: Heading | None
    first_heading: int
    language: str = "en"
    day_first: bool | None = None
    decimal: str = ""

    def subject_above(self, block: Block) -> Heading | None:
        """What the nearest heading above ``block`` names, else what the title names, else None."""
        named = {text: heading for start, text, heading in self.headings if start <= block.start}
        for text in reversed(block.headings):
            heading = named.get(_plain(text))
            if heading is not None:
                return heading
        return self.title

    def mentions_in(self, start: int, end: int) -> tuple[Mention, ...]:
        """The mentions inside a range of the text."""
        first = bisect_left(self.starts, start)
        last = bisect_left(self.starts, end)
        return tuple(mention for mention in self.mentions[first:last] if mention.end <= end)


def build_scope(document: ParsedDocument, mentions: tuple[Mention, ...], anchor: str) -> Scope:
    """The scope of a document from its mentions and headings."""
    headings = [
        (
            block.start,
            _plain(view(document.text, block.start, block.end).text),
            _named_in(document.text, mentions, block),
        )
        for block in document.blocks
        if block.zone in {Zone.TITLE, Zone.HEADING}
    ]
    titles = [
        named
        for (_, _, named), block in zip(headings, _heading_blocks(document), strict=True)
        if block.zone is Zone.TITLE or block.level <= 1
    ]
    title = next((named for named in titles if named is not None), None) or _from_title(document, mentions)
    facts = subjects_of_sections(document, titled=title is not None)
    headings = [
        (start, text, named or _headed(document.text, start, facts.get(start, ""))) for start, text, named in headings
    ]
    sections = [block.start for block in _heading_blocks(document) if block.zone is Zone.HEADING and block.level > 1]
    return Scope(
        document.text,
        anchor,
        _name_words(mentions),
        mentions,
        tuple(mention.start for mention in mentions),
        tuple(headings),
        title,
        _only_project(mentions),
        sections[0] if sections else len(document.text),
        document.language,
        day_first_of(document.text, document.language),
        decimal_mark_of(document.text, document.language),
    )


def _heading_blocks(document: ParsedDocument) -> list[Block]:
    return [block for block in document.blocks if block.zone in {Zone.TITLE, Zone.HEADING}]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*_`#]", "", text).split()).casefold()


def _named_in(text: str, mentions: tuple[Mention, ...], block: Block) -> Heading | None:
    """The first project, else product, system or organisation named in a heading; else a section's heading that is a name itself."""
    inside = [
        mention
        for mention in mentions
        if block.start <= mention.start and mention.end <= block.end and mention.entity_class in _NAMED
    ]
    inside.sort(key=lambda mention: (mention.entity_class is not EntityClass.PROJECT, mention.start))
    if inside:
        return Heading(inside[0].name, inside[0].start, inside[0].end)
    words = text[block.start : block.end].strip().strip("#*_= ")
    if block.zone is Zone.HEADING and block.level > 1 and names_a_thing(words):
        start = text.index(words, block.start)
        return Heading(words, start, start + len(words))
    return None


def _headed(text: str, start: int, words: str) -> Heading | None:
    """The heading of a section of fields as what they are about."""
    if not words:
        return None
    start = text.index(words, start)
    return Heading(words, start, start + len(words))


def _from_title(document: ParsedDocument, mentions: tuple[Mention, ...]) -> Heading | None:
    """A name in the title that stands in the text elsewhere (front matter)."""
    start = document.text.find(document.title) if document.title else -1
    if start < 0:
        return None
    for mention in sorted(mentions, key=lambda item: item.entity_class is not EntityClass.PROJECT):
        if mention.entity_class in _NAMED and mention.name in document.title:
            place = start + document.title.index(mention.name)
            return Heading(mention.name, place, place + len(mention.name))
    return None


def _name_words(mentions: tuple[Mention, ...]) -> frozenset[str]:
    words = {word.casefold() for mention in mentions for word in mention.name.split() if word[:1].isupper()}
    return frozenset(
        word for word in words if len(word) > 2 and word not in {"project", "the", "programme", "system", "service"}
    )


def _only_project(mentions: tuple[Mention, ...]) -> Heading | None:
    projects = [mention for mention in mentions if mention.entity_class is EntityClass.PROJECT]
    keys = {subject_words(mention.name) for mention in projects}
    return Heading(projects[0].name, projects[0].start, projects[0].end) if len(keys) == 1 else None
