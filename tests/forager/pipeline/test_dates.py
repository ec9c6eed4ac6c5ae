"""A date in a file's name counts only when it is one date in ISO order."""

from __future__ import annotations

import pytest

from forager.model.document import DocumentDate
from forager.pipeline.dates import date_in_name


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
