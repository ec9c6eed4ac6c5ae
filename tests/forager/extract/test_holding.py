"""How a statement is held: direct, inferred, hedged, reported, unasserted; and what a sentence is not allowed to become."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.extract.subject import subject_words
from forager.model.document import Zone
from forager.model.statement import Modality, Relation, Statement, Support


def _statements(text: str) -> list[Statement]:
    return list(read(document(text), "holding.md", "2026-02-10").statements)


def _relations(text: str) -> list[Relation]:
    return list(read(document(text), "holding.md", "2026-02-10").relations)


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("The launch date for Project Heron may be March 3, 2026.", "may"),
        ("The launch date for Project Heron is probably March 3, 2026.", "probably"),
        ("The launch date for Project Heron is expected to be March 3, 2026.", "expected"),
        ("We think the launch date for Project Heron is March 3, 2026.", "we think"),
        ("The budget of Project Heron is about $480,000.", "about"),
        ("The launch date for Project Heron is March 3, 2026 (TBC).", "tbc"),
        ("Unless the board objects, the launch date for Project Heron is March 3, 2026.", "unless"),
    ],
)
def test_a_hedge_makes_an_uncertain_inference(text: str, hedge: str) -> None:
    (statement,) = _statements(text)
    assert statement.support is Support.UNCERTAIN_INFERENCE
    assert hedge in statement.hedges


def test_the_month_of_may_hedges_nothing() -> None:
    (statement,) = _statements("The launch date for Project Heron is May 4, 2026.")
    assert (statement.support, statement.hedges) == (Support.DIRECT_FACT, ())


def test_a_hedge_stays_in_its_clause() -> None:
    (statement,) = _statements("The launch date for Project Heron is March 3, 2026, but the budget may change.")
    assert statement.support is Support.DIRECT_FACT


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Maria Lopez said that the budget of Project Heron is $5,000.", "Maria Lopez"),
        ("Maria Lopez told us the budget of Project Heron is $5,000.", "Maria Lopez"),
        ("According to the vendor, the budget of Project Heron is $5,000.", "the vendor"),
        ("The budget of Project Heron is $5,000, Maria Lopez said.", "Maria Lopez"),
        ("Rumour has it that the budget of Project Heron is $5,000.", ""),
        ("Reportedly, the budget of Project Heron is $5,000.", ""),
    ],
)
def test_reported_speech_is_an_unverified_claim(text: str, who: str) -> None:
    (statement,) = _statements(text)
    assert (statement.support, statement.reported_by, statement.attribute) == (Support.UNVERIFIED_CLAIM, who, "budget")
    assert "attribution" in {span.role for span in statement.spans}


def test_a_report_with_a_hedge_is_not_upgraded() -> None:
    (statement,) = _statements("Maria Lopez said that the budget of Project Heron may be $5,000.")
    assert statement.support is Support.UNVERIFIED_CLAIM


def test_to_report_a_thing_is_not_reported_speech() -> None:
    (statement,) = _statements("Maria Lopez reported the fault to Ann Lee on 3 March 2026.")
    assert (statement.support, statement.reported_by) == (Support.DIRECT_FACT, "")


@pytest.mark.parametrize(
    "text",
    [
        "There is a risk that the launch date for Project Heron is May 4, 2026.",
        "She asked whether the launch date for Project Heron is May 4, 2026.",
        "Is the launch date for Project Heron May 4, 2026?",
        "The launch date for Project Heron is May 4, 2026 or June 1, 2026.",
        "The launch date for Project Heron is 3 weeks late.",
    ],
)
def test_what_is_not_asserted_gives_no_value(text: str) -> None:
    assert [statement.attribute for statement in _statements(text) if statement.attribute] == []


def test_a_denial_is_negative() -> None:
    (statement,) = _statements("The launch date for Project Heron is not March 3, 2026.")
    assert (statement.attribute, statement.polarity) == ("launch_date", False)


def test_antonyms_share_a_predicate() -> None:
    on, off, never = _statements(
        "Remote access is enabled.\n\nRemote access is disabled.\n\nRemote access is not enabled."
    )
    assert [(item.predicate, item.polarity) for item in (on, off, never)] == [
        ("enabled", True),
        ("enabled", False),
        ("enabled", False),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The planned cost of Heron is $5.",
        "The target cost of Heron is $5.",
        "The estimated cost of Heron is $5.",
        "The actual cost of Heron is $5.",
    ],
)
def test_modality_is_read_from_the_words(text: str) -> None:
    word = text.split()[1]
    expected = {
        "planned": Modality.PLANNED,
        "target": Modality.TARGET,
        "estimated": Modality.ESTIMATE,
        "actual": Modality.ACTUAL,
    }
    (statement,) = _statements(text)
    assert statement.modality is expected[word]


def test_the_only_project_is_the_project() -> None:
    found = _statements("Project Heron is run by the delivery office.\n\nThe project will launch on April 10, 2026.")
    launch = next(item for item in found if item.attribute == "launch_date")
    assert (subject_words(launch.subject), launch.support) == ("heron", Support.SUPPORTED_INFERENCE)


def test_a_pronoun_without_an_antecedent_states_nothing() -> None:
    assert _statements("It will launch on April 10, 2026.") == []


@pytest.mark.parametrize(
    "zone",
    [
        Zone.QUOTATION,
        Zone.SIGNATURE,
        Zone.LEGAL,
        Zone.NAVIGATION,
        Zone.CONTENTS,
        Zone.CODE,
        Zone.CAPTION,
        Zone.HEADER,
        Zone.HEADING,
        Zone.TITLE,
    ],
)
def test_other_zones_state_nothing(zone: Zone) -> None:
    parsed = document("The launch date for Project Heron is March 3, 2026.")
    (block,) = parsed.blocks
    moved = type(block)(zone, block.start, block.end, block.location)
    rezoned = type(parsed)(parsed.parser, parsed.media_type, parsed.text, (moved,), language="en")
    assert read(rezoned, "zones.md", "").statements == ()


def test_one_sentence_gives_no_second_whole_statement() -> None:
    found = _statements("The launch date for Project Heron is March 3, 2026, as Northwind Ltd asked.")
    assert [item.attribute for item in found] == ["launch_date"]


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Ann Lee reports to Joe Brown.", ("manages", "Joe Brown", "Ann Lee")),
        ("The Orion platform depends on the Atlas service.", ("depends_on", "Orion platform", "Atlas service")),
        ("The Orion platform is owned by Northwind Ltd.", ("owns", "Northwind Ltd", "Orion platform")),
        ("Ann Lee works for Northwind Ltd.", ("works_for", "Ann Lee", "Northwind Ltd")),
    ],
)
def test_relations_have_a_direction(text: str, relation: tuple[str, str, str]) -> None:
    (found,) = _relations(text)
    assert (found.type, found.from_name, found.to_name) == relation


@pytest.mark.parametrize("text", ["Ann Lee may report to Joe Brown.", "Ann Lee does not report to Joe Brown."])
def test_doubtful_and_denied_relations_are_none(text: str) -> None:
    assert _relations(text) == []


def test_a_plan_of_the_past_is_planned_and_uncertain() -> None:
    (statement,) = _statements("Project Heron was supposed to launch on March 3, 2026.")
    assert (statement.modality, statement.support) == (Modality.PLANNED, Support.UNCERTAIN_INFERENCE)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("As of 1 March 2026, the headcount of the support team is 24.", "2026-03-01", ""),
        ("The monthly rent of the depot is EUR 900 until 31 December 2026.", "", "2026-12-31"),
        ("The monthly rent of the depot is EUR 900 through 31 December 2026.", "", "2027-01-01"),
        ("The monthly rent of the depot was EUR 900 between 3 May and 9 July 2026.", "2026-05-03", "2026-07-10"),
        ("The permit is valid from 3 May 2026 to 9 July 2026.", "2026-05-03", "2026-07-10"),
        ("The lease of the depot ends on 31 December 2026.", "", "2027-01-01"),
        ("The lease of the depot ends in June 2026.", "", "2026-06"),
        ("The lease of the depot ended on 31 December 2025.", "", ""),
        ("The permit is valid until 31 December 2026.", "", "2026-12-31"),
        ("The amendment takes effect on 3 May 2026.", "2026-05-03", ""),
        ("The lease of the depot may end on 31 December 2026.", "", ""),
    ],
)
def test_validity_is_read_beside_the_value(text: str, start: str, end: str) -> None:
    (statement,) = _statements(text)
    assert (statement.valid_from, statement.valid_to) == (start, end)


@pytest.mark.parametrize(
    ("text", "qualifiers"),
    [
        ("The request timeout of the search API in staging is 30 seconds.", (("environment", "staging"),)),
        ("The Q3 budget of Project Heron is $5,000.", (("quarter", "q3"),)),
        ("The 2025 revenue of Acme GmbH was EUR 4 million.", (("period", "2025"),)),
        (
            "The uptime of the search API in the EU was 99.95% in January 2026.",
            (("period", "2026-01"), ("region", "eu")),
        ),
        ("The price of the importer for version 2 is $5.", (("version", "2"),)),
        ("The price of the importer is $5 per month.", (("per", "month"),)),
    ],
)
def test_qualifiers_are_taken_out_of_subject_and_attribute(text: str, qualifiers: tuple[tuple[str, str], ...]) -> None:
    (statement,) = _statements(text)
    assert statement.qualifiers == qualifiers
    assert statement.value is not None
