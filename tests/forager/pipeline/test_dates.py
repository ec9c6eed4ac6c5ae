"""A date in a file's name counts only when it is one date in ISO order; it stands between what a document states and what opens it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from forager.model.document import DocumentDate
from forager.parse.parser import ParseContext
from forager.parse.registry import parse
from forager.pipeline.dates import date_in_name, own_date


@pytest.mark.parametrize(
    ("name", "value", "precision"),
    [
        ("minutes-2026-03-15.md", "2026-03-15", "day"),
        ("2026_03_15 minutes.md", "2026-03-15", "day"),
        ("scan20260315.txt", "2026-03-15", "day"),
        ("2026-03-report.md", "2026-03", "month"),
        ("old/2020-01-01/minutes-2026-03-15.md", "2026-03-15", "day"),
        ("mail-2025-01-01.eml!/budget-2026-02-03.csv", "2026-02-03", "day"),
        ("2026-03-15 copy of 2026-03-15.md", "2026-03-15", "day"),
    ],
)
def test_found(name: str, value: str, precision: str) -> None:
    assert date_in_name(name) == DocumentDate(value, precision, "file name")


@pytest.mark.parametrize(
    "name",
    [
        "01-kickoff-memo.md",
        "15.03.2026.md",
        "03-15-2026.md",
        "2026-02-30.md",
        "2026-13.md",
        "from 2026-01-01 to 2026-02-01.md",
        "2026.md",
        "120260315123.txt",
    ],
)
def test_not_found(name: str) -> None:
    assert date_in_name(name) is None


@pytest.mark.parametrize(
    ("name", "head", "value"),
    [
        ("pump-2026-02-02.md", "---\ndate: 2026-01-01\n---\n# Minutes of 3 March 2026", "2026-01-01"),
        ("pump-2026-02-02.md", "# Minutes of 3 March 2026", "2026-02-02"),
        ("pump.md", "# Minutes of 3 March 2026", "2026-03-03"),
        ("pump.md", "# The flood of 3 March 2026", ""),
    ],
)
def test_fields_stand_before_the_name_and_the_name_before_the_opening(name: str, head: str, value: str) -> None:
    document = parse(f"{head}\n\nThe pump was oiled.\n".encode(), ParseContext(name))
    assert own_date(document, name).value == value


def test_the_opening_stands_before_when_the_file_was_made() -> None:
    document = parse(b"# Minutes of 3 March 2026\n\nThe pump was oiled.\n", ParseContext("pump.md"))
    made = replace(document, date=DocumentDate("2026-05-05", "day", "file property created"))
    assert own_date(made, "pump.md").value == "2026-03-03"
    assert own_date(replace(made, blocks=()), "pump.md").value == "2026-05-05"
