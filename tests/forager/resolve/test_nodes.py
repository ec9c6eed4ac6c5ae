"""Nodes: mentions gathered by name and context, and which of them the evidence makes entities."""

import random

import pytest
from tests.forager.resolve.made import mention, node

from forager.resolve.nodes import nodes, promoted, promotion


def test_mentions_of_one_name_in_one_context_are_one_node():
    rows = [
        mention("Robert Smith", "organization", "Alder Ltd", source="src_b", start=9, cue="role"),
        mention("Smith, Robert", "organization", "Alder", source="src_a", start=4, cue="table"),
        mention("Robert Smith", "organization", "ALDER", source="src_a", start=40, cue=""),
    ]
    (found,) = nodes(rows)
    assert found.names == (("Robert Smith", 2), ("Smith, Robert", 1))
    assert found.mention_count == 3
    assert found.source_ids == ("src_a", "src_b")
    assert found.cues == ("role", "table")
    assert found.context_kind == "organization"


def test_another_context_or_class_is_another_node():
    rows = [
        mention("Mercury"),
        mention("Mercury", entity_class="project"),
        mention("Mercury", entity_class="system"),
        mention("Mercury", "organization", "Alder", entity_class="project"),
    ]
    assert len(nodes(rows)) == 4


def test_nodes_do_not_depend_on_the_order_of_mentions():
    rows = [
        mention(name, kind, context, source=source, start=start)
        for start, (name, kind, context, source) in enumerate(
            [
                ("Robert Smith", "", "", "src_a"),
                ("Smith, Robert", "", "", "src_b"),
                ("R. Smith", "email", "r@a.example", "src_a"),
                ("Robert Smith", "organization", "Alder", "src_c"),
                ("Robert Smith", "organization", "Alder GmbH", "src_b"),
            ]
        )
    ]
    shuffled = rows[:]
    random.Random(7).shuffle(shuffled)
    assert nodes(shuffled) == nodes(rows) == tuple(sorted(nodes(rows), key=lambda each: each.id))


PROMOTED = [
    (node("Robert Smith", "email", "r@alder.example", cue=""), "identifier"),
    (node("Robert Smith", "number", "E-1", cue=""), "identifier"),
    (node("Robert Smith", "organization", "Alder", cue=""), "role or organisation"),
    (node("Robert Smith", cue="role"), "role or organisation"),
    (node("Robert Smith", cue="header"), "header or a table"),
    (node("Robert Smith", cue="table"), "header or a table"),
    (node("Bob", "email", "r@alder.example", cue=""), "identifier"),
    (node("Halden Systems GmbH", entity_class="organization", cue="identifier"), "identifier"),
]


@pytest.mark.parametrize(("name", "why"), PROMOTED)
def test_evidence_that_makes_a_name_an_entity(name, why):
    assert promoted(name)
    assert why in promotion(name)


def test_two_sources_make_a_name_an_entity():
    (twice,) = nodes([mention("Robert Smith", cue="", source=source) for source in ("src_a", "src_b")])
    assert promoted(twice)
    (in_one,) = nodes([mention("Robert Smith", cue="", source="src_a", start=start) for start in (1, 9)])
    assert not promoted(in_one)


@pytest.mark.parametrize(
    "name",
    [
        node("Robert Smith", cue=""),
        node("He", cue="role"),
        node("She", "email", "r@alder.example"),
        node("Programme Manager", cue="table"),
        node("Project Manager", "organization", "Alder"),
        node("Smith", cue="table"),
        node("Bob", "organization", "Alder"),
        node("Robert", cue="role"),
        node("2026", entity_class="system"),
    ],
)
def test_a_pronoun_a_post_half_a_name_or_a_bare_mention_is_no_entity(name):
    assert not promoted(name)
