"""The rules that tell what a line is for: each with what it takes and what it must leave alone."""

# ruff: noqa: RUF001 - odd characters are what is tested

from __future__ import annotations

import pytest

from forager.model.document import Zone
from forager.parse.quoted import attribution, is_forward_marker
from forager.parse.written_date import Reading, read_date
from forager.parse.zones import excluded_zone, is_contact_block, is_legal, is_navigation, is_sign_off, key_value


@pytest.mark.parametrize(
    ("line", "label", "value"),
    [
        ("Owner: Priya Nair", "Owner", "Priya Nair"),
        ("Launch date:\tMarch 3, 2026", "Launch date", "March 3, 2026"),
        ("**Owner:** Bob", "Owner", "Bob"),
        ("**Owner**: Bob", "Owner", "Bob"),
        ("  Budget (EUR): 480,000 ", "Budget (EUR)", "480,000"),
        ("Time: 10:30", "Time", "10:30"),
        ("Link: https://x.example/a", "Link", "https://x.example/a"),
        ("負責人：王小明", "負責人", "王小明"),
        ("Größe: 12 m²", "Größe", "12 m²"),
        ("מחיר: 100", "מחיר", "100"),
    ],
)
def test_a_key_value_line(line: str, label: str, value: str) -> None:
    found = key_value(line, 0, len(line))
    assert found is not None
    assert (line[slice(*found[0])], line[slice(*found[1])]) == (label, value)


@pytest.mark.parametrize(
    "line",
    [
        "The plan has three parts: a, b and c",
        "She said: we launch in May",
        "We agreed on this: no Friday releases",
        "at 10:30 we meet",
        "https://x.example/a",
        "Note: the server will be down",
        "Dear all: hello",
        "Owner:",
        "Owner: ",
        "one two three four five six seven: value",
        "Costs, risks: both high",
        "no colon here",
        ": value",
        "12: 30",
    ],
)
def test_no_key_value_line(line: str) -> None:
    assert key_value(line, 0, len(line)) is None


@pytest.mark.parametrize(
    "text",
    [
        "This e-mail and any attachment are confidential and intended solely for the\naddressee.",
        "If you are not the intended recipient, please delete this message.",
        "© 2026 Meridian Freight. All rights reserved.",
        "Copyright (c) 2026 Halden",
        "To unsubscribe from this list, click here.",
        "This report is provided for the sole use of the client named above.",
    ],
)
def test_legal(text: str) -> None:
    assert is_legal(text)
    assert excluded_zone(text) is Zone.LEGAL


@pytest.mark.parametrize(
    "text",
    [
        "The budget is confidential until the board has met.",
        "The contract is intended to run for two years.",
        "The supplier must not pass on personal data without written consent.",
        "All rights of way are reserved by the city council.",
    ],
)
def test_not_legal(text: str) -> None:
    assert not is_legal(text)


@pytest.mark.parametrize(
    "text", ["[Home](/) | [Docs](/docs)", "Home > Products > Pumps > P12", "Back to top", "Page 3 of 12"]
)
def test_navigation(text: str) -> None:
    assert is_navigation(text)


@pytest.mark.parametrize(
    "text", ["See [the plan](plan.md) for dates.", "a > b", "The value is 3 | 4", "Home is where we work."]
)
def test_not_navigation(text: str) -> None:
    assert not is_navigation(text)


@pytest.mark.parametrize(
    "line", ["Best regards,", "Thanks!", "Kind regards", "Sincerely yours,", "Mit freundlichen Grüßen", "Cheers"]
)
def test_sign_off(line: str) -> None:
    assert is_sign_off(line)


@pytest.mark.parametrize(
    "line", ["Thanks to Bob the plan holds.", "Best practice", "Yours is the second room", "Regards the budget"]
)
def test_no_sign_off(line: str) -> None:
    assert not is_sign_off(line)


def test_caption_and_contact_block() -> None:
    assert excluded_zone("Table 3: Milestones") is Zone.CAPTION
    assert excluded_zone("Table 3 shows that the plan holds.") is None
    assert is_contact_block("Anna Keller\nLead auditor\na.keller@b.example")
    assert not is_contact_block("Write to a.keller@b.example.\nShe answers.")


@pytest.mark.parametrize(
    ("line", "author", "date"),
    [
        (
            "On Mon, 16 Feb 2026 at 09:12, Priya Nair <p.nair@h.example> wrote:",
            "Priya Nair <p.nair@h.example>",
            "2026-02-16",
        ),
        (
            "On Tue, Mar 3, 2026 at 10:12 AM Bob Smith <bob2@x.example> wrote:",
            "Bob Smith <bob2@x.example>",
            "2026-03-03",
        ),
        ("On 3 March 2026 10:12, Bob Smith wrote:", "Bob Smith", "2026-03-03"),
        ("On Mar 3, 2026, at 10:12 AM, Bob <b@x.example>\nwrote:", "Bob <b@x.example>", "2026-03-03"),
        ("> On 2026-03-03 10:12 +0100, bob@x.example wrote:", "bob@x.example", "2026-03-03"),
        ("Am 03.03.2026 um 10:12 schrieb Bob Smith:", "Bob Smith", "2026-03-03"),
        ("Le 3 mars 2026 à 10:12, Bob <b@x.example> a écrit :", "Bob <b@x.example>", ""),
        ("Bob Smith <b@x.example> wrote on March 3, 2026:", "Bob Smith <b@x.example>", "2026-03-03"),
    ],
)
def test_attribution(line: str, author: str, date: str) -> None:
    assert attribution(line) == (author, date)


@pytest.mark.parametrize(
    "line", ["On Monday we wrote the plan.", "On March 3, 2026 the board met:", "What this means for you:", ""]
)
def test_no_attribution(line: str) -> None:
    assert attribution(line) is None


def test_forward_markers() -> None:
    assert is_forward_marker("-----Original Message-----")
    assert is_forward_marker("---------- Forwarded message ---------")
    assert is_forward_marker("Begin forwarded message:")
    assert not is_forward_marker("____________________________")
    assert not is_forward_marker("----- Risks -----")


@pytest.mark.parametrize(
    ("written", "iso", "reading"),
    [
        ("2026-03-03", "2026-03-03", Reading.DAY),
        ("March 3, 2026", "2026-03-03", Reading.DAY),
        ("Tuesday, 3rd of March 2026, 10:00", "2026-03-03", Reading.DAY),
        ("3 Mar 2026", "2026-03-03", Reading.DAY),
        ("10.4.2026", "2026-04-10", Reading.DAY),
        ("13/04/2026", "2026-04-13", Reading.DAY),
        ("04/13/2026", "2026-04-13", Reading.DAY),
        ("04/04/2026", "2026-04-04", Reading.DAY),
        ("2026/4/3", "2026-04-03", Reading.DAY),
        ("March 2026", "2026-03", Reading.MONTH),
        ("2026-03", "2026-03", Reading.MONTH),
        ("2026", "2026", Reading.YEAR),
        ("03/04/2026", "", Reading.AMBIGUOUS),
        ("31 February 2026", "", Reading.NONE),
        ("next Tuesday", "", Reading.NONE),
        ("version 2026.1", "", Reading.NONE),
    ],
)
def test_written_dates(written: str, iso: str, reading: Reading) -> None:
    assert read_date(written) == (iso, reading)
