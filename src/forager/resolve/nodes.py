"""Nodes: a name in a context, gathered from every place it was read; and which of them may become an entity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from forager.model.evidence import MentionRow
from forager.model.fact import facts_of
from forager.model.statement import EntityClass
from forager.resolve.lexicon import words
from forager.resolve.person import person_name

CONTEXT_KINDS = ("email", "number", "organization", "suffix", "role")
"""What may stand beside a name, strongest first; empty when nothing does."""
_IDENTIFIERS = frozenset({"email", "number"})


@dataclass(frozen=True, slots=True)
class Node:
    """A name in a context (design notes §2): ``id`` is its address for ever.

    ``names`` are the written forms with how often each stands, most frequent first. ``context`` is what stands beside the name and
    ``context_kind`` says what that is; both empty when nothing does. ``cues`` say what promotes it. ``facts`` are all that stands beside
    the name in its own records, as (kind, scheme, value), sorted, each once.
    """

    id: str
    project_id: str
    entity_class: str
    name_key: str
    names: tuple[tuple[str, int], ...]
    context: str = ""
    context_kind: str = ""
    cues: tuple[str, ...] = ()
    mention_count: int = 0
    source_ids: tuple[str, ...] = ()
    facts: tuple[tuple[str, str, str], ...] = ()

    @property
    def bare(self) -> bool:
        """Whether nothing stands beside the name; a mark of generation is part of the name."""
        return (not self.context or self.context_kind == "suffix") and not self.facts


def nodes(mentions: Iterable[MentionRow]) -> tuple[Node, ...]:
    """The nodes of these mentions, by id, whatever order the mentions come in."""
    ordered = sorted(mentions, key=lambda row: (row.node_id, row.source_id, row.start, row.end, row.name))
    return tuple(_node(list(rows)) for _, rows in groupby(ordered, key=lambda row: row.node_id))


def _node(rows: Sequence[MentionRow]) -> Node:
    first = min(rows, key=lambda row: (row.project_id, row.entity_class, row.name_key, row.context_kind))
    return Node(
        id=first.node_id,
        project_id=first.project_id,
        entity_class=first.entity_class,
        name_key=first.name_key,
        names=_counted(row.name for row in rows),
        context=_counted(row.context for row in rows)[0][0],
        context_kind=first.context_kind,
        cues=tuple(sorted({row.cue for row in rows if row.cue})),
        mention_count=len(rows),
        source_ids=tuple(sorted({row.source_id for row in rows})),
        facts=tuple(
            sorted({(fact.kind.value, fact.scheme, fact.value) for row in rows for fact in facts_of(row.facts)})
        ),
    )


def _counted(texts: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(texts).items(), key=lambda pair: (-pair[1], pair[0])))


def promoted(node: Node) -> bool:
    """Whether the evidence makes this name an entity, not only a mention (design notes §7).

    It needs an identifier, a role or organisation beside it, two sources, or a table or header of names. A pronoun or a post is
    never promoted; one word of a person's name only with an identifier.
    """
    return bool(promotion(node))


def promotion(node: Node) -> str:
    """What promotes the node, in words; empty when nothing does."""
    if not _nameable(node):
        return ""
    if node.context_kind in _IDENTIFIERS or "identifier" in node.cues:
        return "an identifier stands beside the name"
    if node.entity_class == EntityClass.PERSON and person_name(node.name_key).half:
        return ""
    if node.context_kind in {"organization", "role"} or {"organization", "role"} & set(node.cues):
        return "a role or organisation stands beside the name"
    if {"header", "table"} & set(node.cues):
        return "the name stands in a header or a table of names"
    return "the name stands in two sources" if len(node.source_ids) > 1 else ""


def _nameable(node: Node) -> bool:
    if not any(letter.isalpha() for letter in node.name_key):
        return False
    if node.entity_class != EntityClass.PERSON:
        return True
    lists = words()
    last = node.name_key.split()[-1]
    return node.name_key not in lists.pronouns and last not in lists.posts
