"""Plain text files."""

# ruff: noqa: RUF001, PLE2502 - odd characters are what is tested

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.parse.support import assert_faithful, block_of, pairs, read, words

from forager.model.document import Zone
from forager.parse.parser import Limits

REPORT = """SITE VISIT REPORT

Date: 12 March 2026
Author: Anna Keller
Site: the depot in Ghent, near the
  old harbour

Summary
-------

The pump is out of order. It was last
serviced in 2024.

1. Findings

- Pump P1: leaking
  - seal worn
    1. order a new one
- The roof is sound.

2. Next steps

We need:
* a plumber
* two days

Table 1: Costs

Best regards,
Anna

Anna Keller
a.keller@b.example

This report is provided for the sole use of the client named above.
"""


def test_a_report_in_blocks() -> None:
    document = assert_faithful(REPORT.encode(), "visit.txt")
    assert document.parser == "text"
    assert document.title == "SITE VISIT REPORT"
    assert document.date is not None
    assert (document.date.value, document.date.origin) == ("2026-03-12", 'the "date" line')
    assert words(document, Zone.HEADING) == ["Summary", "1. Findings", "2. Next steps"]
    assert pairs(document)[:3] == [
        ("Date", "12 March 2026"),
        ("Author", "Anna Keller"),
        ("Site", "the depot in Ghent, near the\n  old harbour"),
    ]
    assert ("Pump P1", "leaking") in pairs(document)
    assert words(document, Zone.ITEM) == ["seal worn", "order a new one", "The roof is sound.", "a plumber", "two days"]
    assert words(document, Zone.CAPTION) == ["Table 1: Costs"]
    assert words(document, Zone.SIGNATURE) == ["Best regards,\nAnna", "Anna Keller\na.keller@b.example"]
    assert len(words(document, Zone.LEGAL)) == 1


def test_paragraphs_keep_their_line_breaks_and_heading_path() -> None:
    document = read(REPORT.encode(), "visit.txt")
    block = block_of(document, "The pump is out of order. It was last\nserviced in 2024.")
    assert block.headings == ("SITE VISIT REPORT", "Summary")
    assert block.location.words == "Section: SITE VISIT REPORT > Summary, lines 11-12"


def test_list_depth() -> None:
    document = read(REPORT.encode(), "visit.txt")
    assert [block_of(document, t).level for t in ("Pump P1: leaking", "seal worn", "order a new one")] == [1, 2, 3]


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_and_marks_change_nothing_but_the_places(newline: str, charset: str) -> None:
    plain = read(REPORT.encode(), "visit.txt")
    other = assert_faithful(REPORT.replace("\n", newline).encode(charset), "visit.txt")
    assert other.text == plain.text
    assert [(b.zone, b.start, b.end, b.location.words) for b in other.blocks] == [
        (b.zone, b.start, b.end, b.location.words) for b in plain.blocks
    ]


def test_odd_characters() -> None:
    data = "Status 😀: done\r\nשלום עולם\r\n\r\na\0b ‮tixe‬ — 𝔘nicode\n".encode()
    document = assert_faithful(data + b"x" * 200, "odd.txt", spans=400)
    assert "a\ufffdb" in document.text


def test_an_ambiguous_date_is_not_guessed() -> None:
    document = read(b"Minutes of the meeting\n\nDate: 03/04/2026\n\nWe met.\n", "m.txt")
    assert document.date is None
    assert len(document.warnings) == 1


@pytest.mark.parametrize(
    ("body", "day", "order"),
    [
        ("Paid on 25/12/2025.", "2026-04-03", "day"),
        ("Paid on 12/25/2025.", "2026-03-04", "month"),
        (
            "La commission a approuvé le budget de la salle. Les travaux commencent au printemps. " * 4,
            "2026-04-03",
            "day",
        ),
    ],
)
def test_an_ambiguous_date_takes_the_order_that_its_document_shows(body: str, day: str, order: str) -> None:
    document = read(f"Minutes\n\nDate: 03/04/2026\n\n{body}\n".encode(), "m.txt")
    assert document.date is not None
    assert (document.date.value, document.warnings) == (day, ())
    assert document.date.origin.endswith(f"{order} first as this document writes dates")


@pytest.mark.parametrize(
    "body", ["Paid on 25/12/2025 and on 12/26/2025.", "Heron memo: gateway status, Ann Lee, room 4"]
)
def test_a_document_of_two_orders_or_of_a_few_words_decides_nothing(body: str) -> None:
    document = read(f"Memo\n\nDate: 03/04/2026\n\n{body}\n".encode(), "m.txt")
    assert document.date is None


def test_pasted_mail_in_a_text_file_is_quotation() -> None:
    data = b"Notes on the call\n\nBob agreed.\n\n-----Original Message-----\nFrom: Bob <b@x.example>\nDate: 3 March 2026\n\nNo way.\n"
    document = assert_faithful(data, "notes.txt")
    block = block_of(document, "No way.")
    assert (block.zone, block.author, block.date) == (Zone.QUOTATION, "Bob <b@x.example>", "2026-03-03")


def test_contents_are_no_statements() -> None:
    data = b"Manual of the pump\n\nContents\n\n1. Start\n2. Stop\n\n1. Start\n\nTurn the key. It clicks.\n"
    document = assert_faithful(data, "manual.txt")
    assert words(document, Zone.CONTENTS) == ["1. Start", "2. Stop"]
    assert words(document, Zone.PARAGRAPH) == ["Turn the key. It clicks."]


def test_a_definition_list_and_a_field_list() -> None:
    data = b"Terms of the plan\n\nTour\n: an ordered list of stops\n\n:Status: draft\n:Owner: Bob\n"
    assert pairs(assert_faithful(data, "t.txt")) == [
        ("Tour", "an ordered list of stops"),
        ("Status", "draft"),
        ("Owner", "Bob"),
    ]


def test_language() -> None:
    assert read(b"The meeting was moved to Friday because the room is not free on Thursday.", "a.txt").language == "en"
    assert read(b"Die Sitzung wurde auf Freitag verschoben, weil der Raum nicht frei ist.", "a.txt").language == "de"
    assert read(b"OK, Friday.", "a.txt").language == "und"


def test_blocks_are_capped_and_the_account_says_so() -> None:
    document = read(b"- a\n" * 50, "a.txt", Limits(max_blocks=10))
    assert len(document.blocks) == 10
    assert [u.what for u in document.unread] == ["everything after line 10"]


@pytest.mark.parametrize(
    "data",
    [
        b"x" * 1_000_000,
        b"word " * 200_000,
        b"> " * 300_000,
        b": " * 300_000,
        b"a: b\n" * 10_000,
        b"- item\n" * 10_000,
        b"line of text\n" * 50_000,
        b"a\n\n" * 10_000,
        b"a\r\n\n\r" * 5_000,
        b"." * 500_000 + b"1",
        b"On 1" + b" 1" * 100_000 + b":",
        b"-" * 500_000 + b"x",
        b"| " * 300_000,
    ],
)
def test_no_long_input_takes_more_than_its_length(data: bytes) -> None:
    started = time.process_time()
    read(data, "big.txt")
    assert time.process_time() - started < 8


LINES = st.sampled_from(
    ["", "Title", "a: b", "- item", "  - deep", "> quoted", ">> twice", "On 3 March 2026, Bob wrote:", "-- ", "Regards,", "=====", "-----",
     "1. One", "Contents", "Intro ...... 3", "-----Original Message-----", "From: A <a@b.example>", "Sent: 3 March 2026", ": def", ":x: y",
     "A long line of prose that goes on and on until it ends.", "\t", "é😀\0", "© 2026 X"]
)  # fmt: skip


@given(st.lists(LINES, max_size=30), st.sampled_from(["\n", "\r\n"]))
def test_any_arrangement_of_lines_is_read_and_reopens(lines: list[str], newline: str) -> None:
    assert_faithful(("Plain words " * 40 + newline + newline.join(lines)).encode(), "any.txt", spans=15)


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).filter(str.strip))
def test_any_text_is_read_and_reopens(text: str) -> None:
    assert_faithful(("t" + text).encode(), "any.txt", spans=10)
