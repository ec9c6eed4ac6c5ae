"""Columns of units belong to the figures beside them."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.model.statement import Statement


def _statements(text: str) -> tuple[Statement, ...]:
    return read(document(text), "small.md", "").statements


def _values(text: str) -> list[tuple[str, str, str, str]]:
    return [(s.subject, s.attribute, s.value.written, s.value.normal) for s in _statements(text) if s.value]


def _table(*rows: str) -> str:
    head, *body = rows
    return "\n".join([f"| {head} |", "|" + " --- |" * (head.count("|") + 1), *(f"| {row} |" for row in body)])


@pytest.mark.parametrize("head", ["Unit", "Einheit", "\u5355\u4f4d", "UoM", "Measured in"])
def test_a_figure_has_the_unit_of_the_column_beside_it(head: str) -> None:
    text = _table(f"Pump | Result | {head}", "Alder | 12 | kg", "Birch | 900 | mm", "Cedar | 47 | %")
    assert _values(text) == [
        ("Alder", "result", "12 kg", "12 kg"),
        ("Birch", "result", "900 mm", "0.9 m"),
        ("Cedar", "result", "47%", "47"),
    ]


def test_a_unit_that_is_not_known_is_kept_as_written() -> None:
    text = _table(
        "Item | Result | Unit | Range", "Haemoglobin | 159 | g/L | [130-175]", "Cell volume | 88.6 | fL | [82-100]"
    )
    assert [value for value in _values(text) if value[1] == "result"] == [
        ("Haemoglobin", "result", "159 g/L", "159 kg/m3"),
        ("Cell volume", "result", "88.6 fL", "88.6 fL"),
    ]


def test_the_cell_of_the_unit_is_part_of_the_evidence() -> None:
    text = _table("Pump | Result | Unit", "Alder | 12 | kg", "Birch | 900 | mm")
    spans = [(span.role, document(text).text[span.start : span.end]) for span in _statements(text)[0].spans]
    assert ("header", "kg") in spans
    assert ("value", "12") in spans


def test_units_before_the_figures_hold_for_all_periods() -> None:
    text = _table("Indicator | Unit | 2024 | 2025", "Output | kg | 12 | 14", "Height | mm | 900 | 901")
    assert [value[2] for value in _values(text)] == ["12 kg", "14 kg", "900 mm", "901 mm"]


def test_only_the_nearest_figures_have_the_unit() -> None:
    text = _table("Part | Quantity | Unit | Demand", "Bolt | 12 | pcs | 3.5", "Cable | 40 | m | 7.25")
    assert {value[2] for value in _values(text)} == {"12 pcs", "3.5", "40 m", "7.25"}


@pytest.mark.parametrize(
    "rows",
    [
        ("Person | Age | Unit", "Ann Low | 34 | Sales", "Tom Hall | 41 | Purchasing"),
        ("Person | Grade | Class", "Ann Low | 34 | A", "Tom Hall | 41 | V"),
    ],
)
def test_a_column_of_other_words_is_no_unit(rows: tuple[str, ...]) -> None:
    assert {"34", "41"} <= {value[2] for value in _values(_table(*rows))}


def test_an_arrow_in_a_column_of_flags_is_a_value() -> None:
    text = _table("Item | Result | Flag", "Haemoglobin | 159 | \u2193", "Platelets | 149 | -")
    assert [value[:3] for value in _values(text) if value[1] == "flag"] == [("Haemoglobin", "flag", "\u2193")]
