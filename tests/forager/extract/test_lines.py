"""Lines that state something by their shape: fields side by side, a date alone, a label with a clause, forms."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.layout import is_address
from forager.extract.lines import forms_of
from forager.extract.read import read
from forager.model.statement import Statement


def _read(text: str) -> tuple[Statement, ...]:
    return read(document(text), "yard.md", "2026-02-10").statements


def _slots(text: str) -> list[tuple[str, str]]:
    return [(each.attribute, each.value.normal) for each in _read(text) if each.value is not None]


def test_fields_that_a_dash_divides_are_stated_one_by_one() -> None:
    assert _slots("# Yard rules\n\nVersion 2.1 \u2014 Effective date: 3 May 2026") == [
        ("version", "2.1"),
        ("effective_date", "2026-05-03"),
    ]


def test_a_dash_may_open_a_remark_and_then_divides_no_fields() -> None:
    assert ("review_date", "2026-05-03") not in _slots("# Yard rules\n\nThe yard \u2014 Review date: 3 May 2026")


def test_a_dot_divides_fields_from_remarks() -> None:
    assert _slots("# Kiln test\n\nLast firing: 3 May 2026 \u00b7 12 plates") == [("last_firing", "2026-05-03")]


@pytest.mark.parametrize(
    ("line", "slots"),
    [
        ("*3 May 2026*", [("date", "2026-05-03")]),
        ("Released on 3 May 2026", [("release_date", "2026-05-03")]),
        ("May 2026", []),
    ],
)
def test_a_date_alone_below_the_title_dates_the_document(line: str, slots: list[tuple[str, str]]) -> None:
    assert [slot for slot in _slots(f"# Yard rules\n\n{line}") if "date" in slot[0]] == slots


def test_a_date_that_stands_alone_further_down_is_left() -> None:
    lines = "\n\n".join(["# Yard rules", *(f"The kiln {name} is red." for name in "ABCDEF"), "3 May 2026"])
    assert ("date", "2026-05-03") not in _slots(lines)


def test_what_prose_reads_from_a_label_with_a_clause_stands_alone() -> None:
    found = _read("# Yard rules\n\nFire: The crew must empty the ash box.")
    assert [each.attribute for each in found] == [""]


@pytest.mark.parametrize(
    "line",
    [
        "Fire: empty the ash box.",
        "Fire: see the annex of the rules.",
        "Fire: your own box and a lid.",
        "Open the lid: a spark may fly.",
    ],
)
def test_orders_pointers_and_words_to_the_reader_are_no_clause_of_a_label(line: str) -> None:
    assert [each for each in _read(f"# Yard rules\n\n{line}") if each.rule.startswith("label with")] == []


_FORM = "Name: kiln-core\nNeeds: clay\nNeeds: sand and a sieve of the finer kind\nNeeds: water\nSummary: Plates and tiles for the yard"


def test_the_lines_of_a_form_keep_a_label_that_comes_again() -> None:
    assert len(forms_of(document(_FORM))) == 5
    assert [value for key, value in _slots(_FORM) if key == "needs"] == [
        "clay",
        "sand and a sieve of the finer kind",
        "water",
    ]


def test_a_list_further_down_whose_labels_come_again_is_no_form() -> None:
    lines = "\n".join(f"{label}: it is {thing}" for label, thing in zip(["Pro", "Con"] * 3, "abcdef", strict=True))
    assert forms_of(document(f"# Kiln\n\nThe crew wrote it down.\n\n{lines}")) == frozenset()


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("Mill Lane 4, 9000 Ghent, Belgium", True),
        ("14 rue du Moulin, 75011 Paris", True),
        ("Mill Lane, Ghent", False),
        ("We moved 4 kilns, then 2 more, to Ghent", False),
        ("Tuesday 4 May 2026, Ghent", False),
    ],
)
def test_an_address_is_a_street_with_its_number_and_places(line: str, address: bool) -> None:
    assert is_address(line) is address
