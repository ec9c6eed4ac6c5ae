"""A statement stands by itself: whole, bound, and not pointing to what only the document shows."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.model.statement import Statement


def _statements(text: str) -> tuple[Statement, ...]:
    return read(document(text), "standing.md", "2026-02-10").statements


@pytest.mark.parametrize(
    "text",
    [
        "Brightwater Audit Ltd runs the old mill in Leeds.",
        "In 2019 Brightwater Audit Ltd moved to the old mill in Leeds.",
        "Although the lease ended in May 2024, Northwind Ltd still uses the depot.",
        "The depot stores 4,000 pallets and serves the shops of Northwind Ltd.",
        "This agreement of 3 March 2026 replaces no other contract.",
        "Each depot of Northwind Ltd holds a spare generator.",
        "Northwind Ltd owns two depots, and these depots are heated with gas.",
        "Both the mill and the depot were sold to Northwind Ltd in 2024.",
        "The depot in Leeds uses the same pumps as the mill of Northwind Ltd.",
    ],
)
def test_a_sentence_that_stands_alone_is_stated(text: str) -> None:
    assert [item.sentence for item in _statements(text)] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "In 2019 he moved to the old mill in Leeds.",
        "In May 2019, they sold the mill to Northwind Ltd.",
        "These figures were confirmed by Northwind Ltd in May 2024.",
        "This helps us to run the depot in Leeds.",
        "By that contract Northwind Ltd also took over the depot.",
        "For example, Northwind Ltd leases the depot in Leeds.",
        "A few months later, Northwind Ltd leased the depot in Leeds.",
        "The following year Northwind Ltd leased the depot in Leeds.",
        "Another depot of Northwind Ltd lies in Leeds.",
        "Figure 4 shows the depot of Northwind Ltd in Leeds.",
        "Northwind Ltd uses the depots shown below.",
        "If it fails, the pump must be stopped.",
        "Northwind Ltd must test the pumps listed below.",
        "We will discuss the depots of Northwind Ltd in Section 5.",
        "All of these depots belong to Northwind Ltd.",
        "Northwind Ltd was the largest among them in May 2024.",
        "Both depots were closed by Northwind Ltd in May 2024.",
        "First, Northwind Ltd sold the depot in Leeds.",
        "In Leeds, the same pumps and filters were bought by Northwind Ltd in 2024.",
        "Northwind Ltd gives the yields of 2024 in Table 3.",
        "Exceptions include (Brown et al., 2019) and (Lopez, 2020), which tell of Leeds.",
    ],
)
def test_a_sentence_that_leans_on_another_is_not(text: str) -> None:
    assert _statements(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Northwind Ltd, who are authorised to run the depot in Leeds.",
        "All depots of Northwind Ltd in Leeds (Northwind Ltd does not count the mill).",
        "List of all depots that Northwind Ltd has: (Does not include the mill in Leeds.)",
        "The main pump of Northwind Ltd, used by the mill in Leeds.",
        "(A4, B5): Northwind Ltd in Leeds is counted as 1.",
        "Northwind Ltd rents the depot in Leeds.1 The mill in York is its own.",
        'Northwind Ltd calls the depot in Leeds a "palace12" in all its letters.',
        "Running Northwind Ltd is relatively easy.",
        "of the depot in Leeds was signed by Northwind Ltd in May 2024.",
        "The depot in Leeds was built by O.H.",
        "The depot in Leeds (built by Northwind Ltd in May 2024.",
        "The depot has an area of , and Northwind Ltd leases it.",
        "Twenty pumps aged 10 to 21 years in the depot of Northwind Ltd.",
        "170 the depot of Northwind Ltd was lower in May 2024.",
        "Sites to have and to hold in Leeds.",
    ],
)
def test_half_a_sentence_is_not(text: str) -> None:
    assert _statements(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "You can reach Northwind Ltd in Leeds by bus.",
        "I met Northwind Ltd in Leeds on 3 March 2026.",
        "To open the gate, just call Northwind Ltd in Leeds.",
        "Adds the orders of Northwind Ltd to the list we keep.",
        "Make sure that the Orion gateway is enabled for Northwind Ltd.",
        "Let's move the depot of Northwind Ltd to Leeds.",
    ],
)
def test_what_is_spoken_to_the_reader_is_not(text: str) -> None:
    assert _statements(text) == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("RESULTS At 5 years 12 % of the pumps had failed.", "At 5 years 12 % of the pumps had failed."),
        ("CONCLUSIONS Heat pumps cut the costs of Northwind Ltd by 8 %.", "Heat pumps cut the costs of Northwind Ltd by 8 %."),
        ("[7] Northwind Ltd leases the depot in Leeds.", "Northwind Ltd leases the depot in Leeds."),
        ("Old Mill The Old Mill lies in the north of Leeds.", "Old Mill lies in the north of Leeds."),
        ("41 In May 2024 Northwind Ltd leased the depot.", "In May 2024 Northwind Ltd leased the depot."),
    ],
)  # fmt: skip
def test_a_head_or_mark_before_a_sentence_is_not_part_of_it(text: str, sentence: str) -> None:
    assert [item.sentence.removeprefix("The ") for item in _statements(text)] == [sentence]


def test_two_sentences_without_a_space_between_are_two() -> None:
    found = _statements("Northwind Ltd leases the old depot.The lease of Northwind Ltd ends on 3 May 2027.")
    assert len({item.sentence for item in found}) == 2


def test_a_fact_needs_a_name_in_its_subject_or_a_figure() -> None:
    assert _statements("Shelves are filled at night by friendly people.") == ()
    assert _statements("Orion is fairly slow.") == ()


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("The trustee must be familiar with the rules.", "be familiar"),
        ("The trustee must immediately advise the board.", "advise"),
        ("The trustee must be personally involved in the audit.", "involve"),
        ("The trustee must first check the seal.", "check"),
        ("Contractors must have been trained in first aid.", "train"),
    ],
)
def test_a_duty_names_what_must_be_done(text: str, predicate: str) -> None:
    (statement,) = _statements(text)
    assert statement.predicate == predicate


def test_may_not_be_needed_forbids_nothing() -> None:
    assert [item.predicate for item in _statements("A second pump of Northwind Ltd may not be needed.")] in ([], [""])


def test_a_study_decides_nothing_and_a_board_does() -> None:
    study, board = (
        _statements("Small studies have confirmed the use of Zinol in 2019."),
        _statements("The board has confirmed the use of Zinol in 2019."),
    )
    assert [item.type for item in study] != ["decision"]
    assert [item.type for item in board] == ["decision"]


@pytest.mark.parametrize(
    "text",
    [
        "The logic of Orion depends on two factors.",
        "Three rotten seals were responsible for the leak.",
        "The output of Orion depends on the compiler used to build it.",
        "Orion refers to two kinds of pumps in Leeds.",
    ],
)
def test_a_cause_a_count_or_a_cut_object_is_no_relation(text: str) -> None:
    assert all(
        item.attribute not in {"depends_on", "responsible"} and item.predicate != "mean" for item in _statements(text)
    )


def test_markup_that_opens_a_statement_closes_it() -> None:
    (statement,) = _statements("**Launch date:** `May 4, 2026`")
    assert statement.sentence == "**Launch date:** `May 4, 2026`"
