"""Names, and what is none."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.people import persons
from forager.extract.read import read
from forager.model.statement import EntityClass, Mention


def _mentions(text: str) -> list[Mention]:
    return list(read(document(text), "names.md", "").mentions)


def _named(text: str, entity: EntityClass) -> set[str]:
    return {mention.name for mention in _mentions(text) if mention.entity_class is entity}


@pytest.mark.parametrize(
    ("text", "name", "context", "cue"),
    [
        ("Anna Keller (a.keller@x.example) called.", "Anna Keller", "a.keller@x.example", "identifier"),
        ("Write to Keller, Anna <a.keller@x.example> now.", "Anna Keller", "a.keller@x.example", "identifier"),
        (
            "Prepared by Anna Keller, Brightwater Audit Ltd (a.keller@x.example).",
            "Anna Keller",
            "a.keller@x.example",
            "identifier",
        ),
        ("We met Anna Keller of Brightwater Audit Ltd.", "Anna Keller", "Brightwater Audit Ltd", "organization"),
        ("Anna Keller, project manager, called.", "Anna Keller", "", "role"),
        ("We met R. Keller (r.keller@x.example).", "R. Keller", "r.keller@x.example", "identifier"),
        ("We met Robert Smith Jr. and left.", "Robert Smith Jr", "jr", ""),
        ("Ludwig van der Berg, engineer, called.", "Ludwig van der Berg", "", "role"),
    ],
)
def test_persons_with_what_stands_beside_them(text: str, name: str, context: str, cue: str) -> None:
    persons = [mention for mention in _mentions(text) if mention.entity_class is EntityClass.PERSON]
    assert [(mention.name, mention.context, mention.cue) for mention in persons] == [(name, context, cue)]


def test_one_address_belongs_to_the_name_beside_it() -> None:
    persons = {
        mention.name: mention.context for mention in _mentions("We met Bob Smith, Ann Lee (ann@x.example) and left.")
    }
    assert persons == {"Bob Smith": "", "Ann Lee": "ann@x.example"}


def test_the_one_context_of_a_document_is_shared_and_two_are_not() -> None:
    one = _mentions("Ann Lee (ann@x.example) called.\n\nAnn Lee left.")
    assert [mention.context for mention in one] == ["ann@x.example", "ann@x.example"]
    two = _mentions("Ann Lee (ann@x.example) met Ann Lee (lee@y.example).\n\nAnn Lee left.")
    assert [mention.context for mention in two] == ["ann@x.example", "lee@y.example", ""]


@pytest.mark.parametrize(
    "text",
    [
        "He said it to them.",
        "The Project Manager called.",
        "In March we met.",
        "Best Regards",
        "Monday Morning",
        "Launch Date",
        "Security Review",
    ],
)
def test_what_is_no_person(text: str) -> None:
    assert _named(text, EntityClass.PERSON) == set()


@pytest.mark.parametrize(
    ("text", "entity", "name"),
    [
        ("We pay Northwind Ltd for it.", EntityClass.ORGANIZATION, "Northwind Ltd"),
        ("We pay Acme GmbH.", EntityClass.ORGANIZATION, "Acme GmbH"),
        ("The University of Leeds called.", EntityClass.ORGANIZATION, "University of Leeds"),
        ("We run Project Heron.", EntityClass.PROJECT, "Project Heron"),
        ("We run the Heron project.", EntityClass.PROJECT, "Heron project"),
        ("# Project Heron kickoff memo", EntityClass.PROJECT, "Project Heron"),
        ("Project: Heron", EntityClass.PROJECT, "Heron"),
        ("They restarted the Orion platform.", EntityClass.SYSTEM, "Orion platform"),
        ("The firm is based in Leeds.", EntityClass.PLACE, "Leeds"),
        ("| Supplier | City |\n| Northwind | Leeds |", EntityClass.ORGANIZATION, "Northwind"),
    ],
)
def test_things_with_a_cue(text: str, entity: EntityClass, name: str) -> None:
    assert name in _named(text, entity)


def test_a_project_is_also_met_by_its_name_alone() -> None:
    assert _named("Project Heron starts.\n\nWe like Heron a lot.", EntityClass.PROJECT) == {"Project Heron", "Heron"}


def test_every_mention_stands_where_it_says() -> None:
    text = "**Anna\nKeller** (a.keller@x.example) runs the Heron project for Acme GmbH."
    for mention in _mentions(text):
        assert " ".join(text[mention.start : mention.end].replace("*", "").split()) == mention.name


@pytest.mark.parametrize("name", ["Martin K. Obuya", "J. Robert Amsel", "Robert J. K. Amsel"])
def test_an_initial_inside_a_name_does_not_end_it(name: str) -> None:
    assert {sight.name for sight in persons(f"The lead engineer {name} agreed.")} == {name}
