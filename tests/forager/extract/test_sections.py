"""Headings that are the subject of the fields below them, rows that name things, and names that keep their own capitals."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.extract.rules.structure import CELL, NAMED_CELL
from forager.extract.values.find import find_values
from forager.model.statement import Statement, ValueKind


def _statements(text: str) -> list[Statement]:
    return list(read(document(text), "sections.md", "2026-02-10").statements)


def _subjects(text: str) -> list[str]:
    return [statement.subject for statement in _statements(text)]


def test_sections_that_repeat_a_label_are_about_their_headings() -> None:
    text = "# Price list of Project Heron\n\n## Gravel\n\nPrice: EUR 40\n\n## Topsoil\n\nPrice: EUR 55"
    assert _subjects(text) == ["Gravel", "Topsoil"]


def test_one_section_of_fields_is_about_a_heading_that_is_no_word_for_fields() -> None:
    assert _subjects("# Data sheet 4\n\n## Gravel\n\nPrice: EUR 40") == ["Gravel"]
    assert _subjects("# Project Heron\n\n## Gravel\n\nPrice: EUR 40") == ["Project Heron"]


@pytest.mark.parametrize("heading", ["Payment terms", "Contact", "March 2026", "Why now?", "Running costs", "Staging"])
def test_a_heading_that_tells_the_kind_of_fields_or_when_is_no_subject(heading: str) -> None:
    assert _subjects(f"# Data sheet 4\n\n## {heading}\n\nBudget: EUR 40") == [""]


def test_prose_beside_the_fields_leaves_them_about_their_document() -> None:
    assert _subjects("# Data sheet 4\n\n## Gravel\n\nAll of it is washed twice.\n\nPrice: EUR 40")[-1] == ""


@pytest.mark.parametrize(
    ("line", "subject"),
    [
        ("Default of Valve close time: 30", "Valve close time"),
        ("Notice of Payment Terms: 30", ""),
    ],
)
def test_a_label_names_a_thing_by_the_capital_that_is_its_own(line: str, subject: str) -> None:
    assert _subjects(line) == [subject]


@pytest.mark.parametrize(
    ("heads", "rule"),
    [
        (("Product", "Price"), NAMED_CELL),
        (("Room", "Price"), CELL),
        (("Name", "Default", "Type"), CELL),
    ],
)
def test_rows_name_things_under_a_head_for_names_and_not_in_a_list_of_parts(
    heads: tuple[str, ...], rule: object
) -> None:
    row = ("breeze", "EUR 12", "text")[: len(heads)]
    found = _statements("\n".join(f"| {' | '.join(cells)} |" for cells in (heads, row)))
    assert found[0].rule == getattr(rule, "label", "")


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("zendrix has a weight of 2 kg.", "zendrix"),
        ("Zendrix has a licence of MIT.", "Zendrix"),
        ("Zendrix 1.5.11 has a release date of 22 October 2014.", "Zendrix 1.5.11"),
    ],
)
def test_a_name_opens_its_sentence_in_its_own_letters(text: str, subject: str) -> None:
    assert _subjects(text) == [subject]


@pytest.mark.parametrize("text", ["results has a weight of 2 kg.", "and the pump has a weight of 2 kg."])
def test_other_words_in_lower_case_open_the_rest_of_a_sentence(text: str) -> None:
    assert _subjects(text) == []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Zendrix 1.5.11 came out on 3 May 2026", [ValueKind.VERSION, ValueKind.DATE]),
        ("Zendrix 1.5.11 came out", [ValueKind.DATE]),
        ("On 1.5.11 and on 3 May 2026", [ValueKind.DATE, ValueKind.DATE]),
    ],
)
def test_a_pointed_number_behind_a_name_is_a_release_where_another_date_stands(
    text: str, kinds: list[ValueKind]
) -> None:
    assert [found.value.kind for found in find_values(text)] == kinds
