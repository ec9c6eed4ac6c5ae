"""A document's opening dates it when a title, a line of its own or a first heading does nothing else; a mentioned day never does."""

from __future__ import annotations

import pytest

from forager.parse.opening import opening_date, opening_version
from forager.parse.parser import ParseContext
from forager.parse.registry import parse

BODY = "The pump house is inspected twice a year by the harbour office, and every inspection is entered in the book.\n"


def opened(text: str, name: str = "pump.md") -> tuple[str, str, str] | None:
    document = parse(text.encode(), ParseContext(name))
    found = opening_date(document.text, document.blocks)
    return (found.value, found.precision, found.origin) if found is not None else None


@pytest.mark.parametrize(
    ("line", "value", "precision"),
    [
        ("Version 1, 12 March 2026", "2026-03-12", "day"),
        ("v2.3 (12 March 2026)", "2026-03-12", "day"),
        ("Draft 3 \u2013 4 May 2026", "2026-05-04", "day"),
        ("Rev. B, 2026-03-12", "2026-03-12", "day"),
        ("12 March 2026, final draft", "2026-03-12", "day"),
        ("Second edition, June 2025", "2025-06", "month"),
        ("Thursday, 12 March 2026", "2026-03-12", "day"),
        ("*12 March 2026*", "2026-03-12", "day"),
        ("Lisbon, 12 March 2026", "2026-03-12", "day"),
        ("Marta Quell, 12 March 2026", "2026-03-12", "day"),
        ("Harbour office · 12 March 2026 · internal", "2026-03-12", "day"),
        ("As of 12 March 2026", "2026-03-12", "day"),
        ("Last updated: 12 March 2026", "2026-03-12", "day"),
        ("Last updated on 12 March 2026.", "2026-03-12", "day"),
        ("This handbook was last revised in May 2026.", "2026-05", "month"),
        ("Stand: 12.03.2026", "2026-03-12", "day"),
        ("Stand: 3. Mai 2026", "2026-05-03", "day"),
        ("Published 12 March 2026", "2026-03-12", "day"),
        ("Version 1, 12 March 2026. The pump house belongs to the harbour office.", "2026-03-12", "day"),
    ],
)
def test_a_line_that_does_nothing_else_dates_its_document(line: str, value: str, precision: str) -> None:
    assert opened(f"# Pump house\n\n{line}\n\n{BODY}") == (value, precision, "the opening lines")


@pytest.mark.parametrize(
    ("title", "value"),
    [
        ("Minutes of 3 May 2026", "2026-05-03"),
        ("Minutes of the harbour board meeting, 3 May 2026", "2026-05-03"),
        ("Harbour board minutes \u2013 Sunday 3 May 2026", "2026-05-03"),
        ("2026-05-03 Harbour board meeting", "2026-05-03"),
        ("Inspection report, 3 May 2026", "2026-05-03"),
        ("Weekly status 2026-05-03", "2026-05-03"),
        ("Pump house manual, version 2, 3 May 2026", "2026-05-03"),
        ("Pump house (draft 2, May 2026)", "2026-05"),
        ("3 May 2026", "2026-05-03"),
    ],
)
def test_a_title_may_date_its_document(title: str, value: str) -> None:
    assert opened(f"# {title}\n\n{BODY}", "m.md") == (value, "month" if len(value) == 7 else "day", "the title")


@pytest.mark.parametrize("heading", ["12 March 2026", "Version 2, 12 March 2026", "Minutes of 12 March 2026"])
def test_a_dated_first_heading_dates_its_document(heading: str) -> None:
    assert opened(f"# Pump house\n\n## {heading}\n\n{BODY}") == ("2026-03-12", "day", "the first heading")


@pytest.mark.parametrize(
    "line",
    [
        "The gate was closed on 12 March 2026.",
        "On 12 March 2026 the board met.",
        "12 March 2026 was a bad day for the harbour.",
        "12 March 2026. Rain all day, and no ship came in.",
        "As of 12 March 2026 the pump runs on diesel.",
        "Valid until 12 March 2026",
        "Effective 12 March 2026",
        "Due: 12 March 2026",
        "Launch: 12 March 2026",
        "From 12 March 2026 to 14 March 2026",
        "12 March 2026 \u2013 14 March 2026",
        "Next meeting on 12 March 2026",
        "Version 2 replaces the version of 12 March 2026.",
        "The plan of 12 March 2026 is void.",
        "© Harbour office, 12 March 2026, all rights reserved",
    ],
)
def test_a_day_that_is_only_mentioned_dates_nothing(line: str) -> None:
    assert opened(f"# Pump house\n\n{line}\n\n{BODY}") is None


@pytest.mark.parametrize(
    "title",
    [
        "The flood of 12 March 2026",
        "Report on the flood of 12 March 2026",
        "Opening of the lock on 12 March 2026",
        "Harbour fair, 12 March 2026",
        "The last minutes of 12 March 2026",
        "Plan for 12 March 2026",
        "Budget 2026",
        "Deadline 12 March 2026",
    ],
)
def test_a_title_about_a_day_does_not_date_its_document(title: str) -> None:
    assert opened(f"# {title}\n\n{BODY}") is None


def test_dated_parts_date_no_document() -> None:
    assert opened(f"# Log\n\n## 12 March 2026\n\n{BODY}\n## 19 March 2026\n\n{BODY}") is None
    assert opened(f"# Releases\n\n## 1.2 (2026-03-12)\n\n{BODY}\n## 1.1 (2026-01-12)\n\n{BODY}") is None


def test_a_date_below_the_opening_is_not_the_documents() -> None:
    assert opened(f"# Pump house\n\n{BODY * 6}\n\nVersion 2, 12 March 2026\n") is None
    assert opened(f"# A\n\n{BODY}\n## B\n\n{BODY}\n## C\n\nVersion 2, 12 March 2026\n") is None


def test_its_own_day_stands_before_the_last_change() -> None:
    assert opened(f"# Minutes of 3 May 2026\n\nLast updated on 9 May 2026\n\n{BODY}") == (
        "2026-05-03",
        "day",
        "the title",
    )


def test_two_days_are_none_and_a_month_is_filled_by_its_day() -> None:
    assert opened(f"# Minutes of 3 May 2026\n\n9 May 2026\n\n{BODY}") is None
    assert opened(f"# Inspection report, May 2026\n\n9 May 2026\n\n{BODY}") == (
        "2026-05-09",
        "day",
        "the opening lines",
    )


def test_an_ambiguous_day_is_not_guessed() -> None:
    assert opened(f"# Pump house\n\nVersion 1, 03/04/2026\n\n{BODY}") is None
    assert opened(f"# Pump house\n\nVersion 1, 03/04/2026\n\n{BODY}Paid on 25/12/2025.\n") == (
        "2026-04-03", "day", "the opening lines, day first as this document writes dates",
    )  # fmt: skip


def test_plain_text_opens_alike() -> None:
    assert opened(f"Pump house\n\nVersion 1, 12 March 2026\n\n{BODY}", "pump.txt") == (
        "2026-03-12",
        "day",
        "the opening lines",
    )


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("Version 2", "version 2"),
        ("v1.3", "v1.3"),
        ("**Draft 3**", "draft 3"),
        ("Rev. B, 12 March 2026", "rev. b"),
        ("12 March 2026, version 4", "version 4"),
        ("Version: 1.2", "version: 1.2"),
        ("Version 1, 12 March 2026. The pump house belongs to the harbour office.", "version 1"),
        ("Version 2 of the pump is better.", ""),
        ("The draft is long.", ""),
        ("Version 1\n\nVersion 2", ""),
    ],
)
def test_the_version_that_the_first_lines_give(line: str, version: str) -> None:
    assert opening_version(f"# Pump house\n\n{line}\n\n{BODY}") == version
