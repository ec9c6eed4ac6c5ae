"""The shape of a table decides who its cells speak of, and whether they say anything."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.model.statement import Statement


def _statements(text: str) -> tuple[Statement, ...]:
    return read(document(text), "grid.md", "2026-02-10").statements


def _told(text: str) -> set[tuple[str, str, str]]:
    return {(item.subject, item.attribute, item.value.normal if item.value else "") for item in _statements(text)}


@pytest.mark.parametrize(
    "text",
    [
        "| Header 1 | Header 2 |\n| Cell 1 | Cell 2 |",
        "| a | b | c |\n| j | k | l |",
        "| K0-C1 | K0-C2 |\n| K0-21-x | K0-22-x |\n| K0-31-x | K0-32-x |",
        "| Oslo | 3. - 6. september |\n| Bergen | 8. - 12. september |\n| Leeds | 1. - 2. september |",
        "| Part | Answer |\n| Overview | The goal is... |\n| Overview | Use it... |",
        "| Category 1 | Series 1 |\n| Category 2 | 4.3 |",
        "| Part | Holds |\n| Plain cell | Just text |\n| Formatted cell | Bold and italic text |",
        "| Field | Length |\n| Filler 1 | 20 |\n| Filler 2 | 30 |",
    ],
)
def test_a_table_of_filler_or_without_heads_states_nothing(text: str) -> None:
    assert _statements(text) == ()


def test_a_counter_is_neither_subject_nor_statement() -> None:
    assert _told("| Index | Customer | City |\n| 1 | Ann Lee | Leeds |\n| 2 | Joe Brown | York |") == {
        ("Ann Lee", "city", "leeds"),
        ("Joe Brown", "city", "york"),
    }


def test_an_empty_head_over_words_names_the_rows() -> None:
    assert ("Leaves", "calories", "50") in _told(
        "| | Food | Calories |\n| Leaves | Elm, ash | 50 |\n| Grain | Oats | 200 |"
    )


def test_behind_a_column_of_classes_the_column_of_names_is_the_subject() -> None:
    found = _told("| Genre | Title | Publisher |\n| Crime | Red Fox | Alder Press |\n| Travel | Blue Sea | Elm Books |")
    assert {subject for subject, _, _ in found} == {"Red Fox", "Blue Sea"}


def test_rows_that_share_a_head_never_share_a_slot() -> None:
    found = _statements("| System | Owner |\n| Orion | Ann Lee |\n| Orion | Joe Brown |\n| Zeta | Joe Brown |")
    assert len({item.qualifiers for item in found}) == 3


def test_months_and_years_are_periods_of_what_stands_above() -> None:
    found = _statements(
        "# Project Heron\n\n| Year | Month | Revenue |\n| 2025 | January | $5 |\n| 2025 | February | $7 |"
    )
    assert [(item.subject, item.attribute) for item in found] == [("Project Heron", "revenue")] * 2
    assert len({item.qualifiers for item in found}) == 2


def test_a_table_of_facts_with_a_column_for_each_thing_runs_across() -> None:
    found = _told("| Fact | Denmark | Norway |\n| Capital | Copenhagen | Oslo |\n| Currency | Krone | Krone |")
    assert ("Denmark", "capital", "copenhagen") in found
    assert all(subject in {"Denmark", "Norway"} for subject, _, _ in found)


def test_a_cell_that_tells_where_to_click_is_not_stated() -> None:
    assert _told("| Bird | Picture | Colour |\n| Teal | View photo | green |") == {("Teal", "colour", "green")}


def test_a_row_named_by_a_question_states_its_answer_alone() -> None:
    found = _told(
        "| Topic | Question | Answer |\n| Aim | Who may enter? | Staff |\n| Aim | When is it open? | Weekdays |"
    )
    assert found == {("Who may enter?", "answer", "staff"), ("When is it open?", "answer", "weekdays")}


def test_a_column_of_remarks_names_no_rows() -> None:
    found = _told("| Meaning | Part |\n| Must be zero (spare). | Low word |\n| Holds the page address. | High word |")
    assert {subject for subject, _, _ in found} == {"Low word", "High word"}


def test_a_remark_that_repeats_its_row_is_not_stated() -> None:
    assert _told("| Field | Length | Remarks |\n| Home city | 30 | HOME CITY |\n| Home street | 40 | First line |") == {
        ("Home city", "length", "30"),
        ("Home street", "length", "40"),
        ("Home street", "remarks", "first line"),
    }


def test_a_firm_named_for_its_partners_is_one_value() -> None:
    assert ("Ann Lee", "employer", "brown, lopez and stone") in _told(
        "| Name | Company |\n| Ann Lee | Brown, Lopez and Stone |\n| Joe Brown | Northwind Ltd |"
    )


@pytest.mark.parametrize("text", ["No photo available", "Not provided", "none"])
def test_a_cell_that_says_nothing_is_there_is_empty(text: str) -> None:
    assert _told(f"| Name | City |\n| Ann Lee | {text} |\n| Joe Brown | York |") == {("Joe Brown", "city", "york")}


def test_a_sparse_column_of_notes_names_no_rows() -> None:
    found = _told("| Code | Word | Note |\n| Y | Yes | |\n| N | No | |\n| E | Exempted | Only for staff |")
    assert "Only for staff" not in {subject for subject, _, _ in found}


def test_the_name_of_a_list_of_codes_is_no_attribute_of_its_entries() -> None:
    text = "# Slabs\n\n## Income\n\n| Code | Meaning | Income |\n| 01 | Low earners | Only for staff |\n| 02 | High earners | Deleted |"
    assert "income" not in {attribute for _, attribute, _ in _told(text)}


def test_rows_told_apart_in_parentheses_keep_them() -> None:
    found = _told("| Field | Length |\n| Nationality | 2 |\n| Nationality (other) | 30 |\n| Name (full) | 50 |")
    assert found == {("Nationality", "length", "2"), ("Nationality (other)", "length", "30"), ("Name", "length", "50")}


def test_an_attribute_under_a_heading_of_its_name_is_told() -> None:
    assert ("Pumps", "budget", "EUR 5000") in _told(
        "# Budget\n\n## Budget\n\n| Code | Item | Budget |\n| 01 | Pumps | EUR 5000 |\n| 02 | Pipes | EUR 700 |"
    )
