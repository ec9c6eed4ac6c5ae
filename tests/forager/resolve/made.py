"""Nodes and mentions made for tests the way the pipeline makes them: keyed by name and context."""

from __future__ import annotations

from dataclasses import replace

from forager.model.evidence import MentionRow
from forager.model.fact import Fact, FactKind, facts_text
from forager.model.keys import entity_id
from forager.resolve.names import context_key, name_key
from forager.resolve.nodes import Node, nodes
from forager.resolve.resolver import Resolution
from formicaria.ground.ids import normal_text

PROJECT = "proj_test"


def mention(
    name, kind="", context="", *, entity_class="person", source="src_a", start=0, cue="table", facts=()
) -> MentionRow:
    """One mention row, its node id from the keys and, as in the pipeline, from a date of birth among the facts."""
    born = "".join(f" born {fact.value}" for fact in facts if fact.kind == "birth")
    key = name_key(name, entity_class)
    return MentionRow(
        project_id=PROJECT,
        source_id=source,
        node_id=entity_id(PROJECT, entity_class, key, (context_key(kind, context) if kind else "") + born),
        entity_class=entity_class,
        name=name,
        name_key=key,
        words=normal_text(name),
        context=context,
        context_kind=kind,
        cue=cue,
        start=start,
        end=start + len(name),
        facts=facts_text(facts),
    )


def node(name, kind="", context="", *, entity_class="person", source="src_a", cue="table", facts=()) -> Node:
    """One node of one mention."""
    return nodes([mention(name, kind, context, entity_class=entity_class, source=source, cue=cue, facts=facts)])[0]


def person(name, source="src_a", **told) -> Node:
    """A person's node from a record: ``birth="1970-03-02"``, ``social="52118877"`` (a number of that scheme), ``street=…`` and the like.

    Its id is made of all its facts, so that no two records of a test are one node.
    """
    kinds = {kind.value for kind in FactKind}
    facts = tuple(
        Fact(FactKind(kind), value) if kind in kinds else Fact(FactKind.NUMBER, value, kind)
        for kind, value in told.items()
    )
    mine = " ".join(f"{kind} {value}" for kind, value in told.items())
    made = node(name, source=source, facts=facts)
    return replace(made, id=entity_id(PROJECT, "person", made.name_key, f"{source} {mine}"))


def together(resolution: Resolution, *members: Node) -> bool:
    """Whether one entity holds all these nodes."""
    return any({each.id for each in members} <= set(entity.node_ids) for entity in resolution.entities)


def proposed(resolution: Resolution, left: Node, right: Node) -> bool:
    """Whether a candidate pairs the entities that hold these two nodes."""
    holders = {member: entity.id for entity in resolution.entities for member in entity.node_ids}
    asked = {frozenset((each.left_id, each.right_id)) for each in resolution.candidates}
    return frozenset((holders.get(left.id), holders.get(right.id))) in asked
