"""Heads of several rows, tables that look alike, long tables, columns that say nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.model.document import ParsedDocument
from forager.model.statement import Statement


def _headed(doc: ParsedDocument, rows: int) -> ParsedDocument:
    tables = tuple(replace(t, cells=tuple(replace(c, header=c.row < rows) for c in t.cells)) for t in doc.tables)
    return replace(doc, tables=tables)


def _statements(text: str, header_rows: int = 1) -> tuple[Statement, ...]:
    return read(_headed(document(text), header_rows), "small.md", "").statements


def _told(statement: Statement) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    assert statement.value is not None
    return statement.attribute, statement.value.written, statement.qualifiers


def test_two_header_rows_name_a_column_together() -> None:
    found = _statements("| System | 2025 | 2026 |\n| System | Budget | Budget |\n| Billing | EUR 10 | EUR 12 |", 2)
    assert [_told(s) for s in found] == [
        ("budget", "EUR 10", (("period", "2025"),)),
        ("budget", "EUR 12", (("period", "2026"),)),
    ]


def test_a_row_of_units_gives_the_numbers_their_unit() -> None:
    found = _statements("| System | Weight |\n|  | kg |\n| Billing | 10 |", 2)
    assert [(s.attribute, s.value.normal) for s in found if s.value] == [("weight", "10 kg")]


_TWINS = "## {}\n\n| System | Budget |\n| Billing | EUR 10 |\n\n## {}\n\n| System | Budget |\n| {} | EUR 12 |"


@pytest.mark.parametrize(
    ("captions", "marks"),
    [
        (("Plan A", "Plan B"), [(("table", "plan a"),), (("table", "plan b"),)]),
        (("2025", "2026"), [(("period", "2025"),), (("period", "2026"),)]),
        (("Costs", "Costs"), [(("table", "1"),), (("table", "2"),)]),
    ],
)
def test_the_same_row_in_two_like_tables_is_told_apart(
    captions: tuple[str, str], marks: list[tuple[tuple[str, str], ...]]
) -> None:
    assert [s.qualifiers for s in _statements(_TWINS.format(*captions, "Billing"))] == marks


def test_a_row_that_no_like_table_has_needs_no_mark() -> None:
    assert [s.qualifiers for s in _statements(_TWINS.format("Plan A", "Plan B", "Ledger"))] == [(), ()]


def test_a_long_table_states_its_totals_only() -> None:
    rows = "\n".join(f"| System {n} | EUR {n} |" for n in range(2_005))
    found = _statements(f"| System | Budget |\n{rows}\n| Total | EUR 900 |")
    assert [_told(s) for s in found] == [("budget", "EUR 900", (("row", "total"),))]


def test_codes_before_names_pages_and_bare_numbers_are_no_attributes() -> None:
    assert _statements("| Code | Country | Page | Number |\n| 81 | Germany | 4 | 7 |\n| 93 | Guyana | 5 | 8 |") == ()


def test_a_code_behind_a_name_is_an_attribute() -> None:
    found = _statements("| Project | Code |\n| Heron pilot | HP-1 |\n| Kestrel pilot | KP-2 |")
    assert [_told(s)[:2] for s in found] == [("code", "HP-1"), ("code", "KP-2")]


def test_a_single_letter_is_no_value() -> None:
    assert _statements("| Field | Mandatory |\n| Address | M |\n| Telephone | O |") == ()
