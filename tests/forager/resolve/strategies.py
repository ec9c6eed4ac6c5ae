"""Nodes drawn from a small world of names and contexts, so that they meet often."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.forager.resolve.made import node

from forager.resolve.judgement import Judgement
from forager.resolve.nodes import Node

PEOPLE = st.sampled_from(
    ["Robert Smith", "Bob Smith", "R. Smith", "Smith, Robert J.", "Rachel Smith", "Robert Smith Jr", "Robert Smith Sr", "Bob",
     "Róbert Smith",      "Marta Lindqvist", "M. Lindqvist", "Marta Lindquist", "Mats Lindqvist", "Anna Keller", "Anne Keller"]
)  # fmt: skip
BESIDE = st.sampled_from(
    [
        ("", ""),
        ("", ""),
        ("email", "rsmith@alder.example"),
        ("email", "robert.smith@tern.example"),
        ("email", "robert.smith2@alder.example"),
        ("email", "info@alder.example"),
        ("email", "bob@gmail.com"),
        ("organization", "Alder"),
        ("organization", "Alder Logistics"),
        ("organization", "Tern Shipping"),
        ("number", "E-1"),
        ("number", "E-2"),
        ("suffix", "Jr"),
        ("role", "programme manager"),
    ]
)
THINGS = st.sampled_from(
    [
        "Halden",
        "Halden Systems GmbH",
        "HS",
        "Mercury",
        "Project Mercury",
        "Mercury 2",
        "Tern Shipping",
        "Tern Insurance",
    ]
)
CLASSES = st.sampled_from(["organization", "project", "system", "product"])
SOURCES = st.sampled_from(["src_a", "src_b", "src_c"])
CUES = st.sampled_from(["", "table", "role"])


@st.composite
def some_node(draw: st.DrawFn) -> Node:
    """A node of the small world."""
    kind, context = draw(BESIDE)
    if draw(st.integers(0, 3)):
        return node(draw(PEOPLE), kind, context, source=draw(SOURCES), cue=draw(CUES))
    return node(draw(THINGS), kind, context, entity_class=draw(CLASSES), source=draw(SOURCES), cue=draw(CUES))


def some_nodes(largest: int = 12) -> st.SearchStrategy[list[Node]]:
    """Different nodes of the small world."""
    return st.lists(some_node(), max_size=largest, unique_by=lambda each: each.id)


@st.composite
def judged_nodes(draw: st.DrawFn) -> tuple[list[Node], list[Judgement]]:
    """Nodes and judgements on pairs of them, each with its own seq."""
    found = draw(some_nodes())
    if len(found) < 2:
        return found, []
    at = st.integers(0, len(found) - 1)
    pairs = draw(st.lists(st.tuples(at, at, st.booleans()).filter(lambda pair: pair[0] != pair[1]), max_size=4))
    return found, [Judgement(found[one].id, found[two].id, same, seq) for seq, (one, two, same) in enumerate(pairs, 1)]
