"""Searchable passages."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.parse.support import read

from forager.model.document import ParsedDocument, Zone
from forager.parse.chunk import LIMIT, chunks
from forager.parse.parser import Limits
from forager.parse.registry import by_name

PARAGRAPH = "The pump is out of order and waits for a new seal. " * 6


def texts(document: ParsedDocument) -> list[str]:
    return [document.text[c.start : c.end] for c in chunks(document)]


def test_a_heading_goes_with_its_section() -> None:
    document = read(
        b"# Plan\n\n## Launch\n\nWe launch in May.\n\n- first\n- second\n\n## Cost\n\nIt is high.\n", "a.md"
    )
    assert texts(document) == ["Plan\n\n## Launch\n\nWe launch in May.\n\n- first\n- second", "Cost\n\nIt is high."]
    assert [c.headings for c in chunks(document)] == [("Plan", "Launch"), ("Plan", "Cost")]
    assert [c.ordinal for c in chunks(document)] == [0, 1]


def test_blocks_are_whole_within_the_limit() -> None:
    document = read("\n\n".join(["# Plan", *[PARAGRAPH] * 12]).encode(), "a.md")
    spans = [(c.start, c.end) for c in chunks(document)]
    assert all(end - start <= LIMIT for start, end in spans)
    for block in document.blocks:
        assert sum(1 for start, end in spans if start <= block.start and block.end <= end) == 1


def test_a_long_block_is_parted_at_sentences() -> None:
    document = read(("Start. " + PARAGRAPH * 10).encode(), "a.txt")
    found = texts(document)
    assert len(found) > 2
    assert all(len(text) <= LIMIT and text.endswith(".") for text in found)


def test_a_line_without_blanks_is_parted_at_the_limit() -> None:
    assert [len(text) for text in texts(read(b"x" * 3000, "a.txt"))] == [1200, 1200, 600]


@pytest.mark.parametrize("name", ["a.csv", "a.md"])
def test_tables_are_parted_between_rows(name: str) -> None:
    rows = "".join(f"| name {n} | a value of some length | {n} |\n" for n in range(100))
    text = (
        f"| Name | Value | No |\n|---|---|---|\n{rows}"
        if name == "a.md"
        else "Name,Value,No\n" + rows.replace(" | ", ",").replace("| ", "").replace(" |", "")
    )
    found = texts(read(text.encode(), name))
    assert len(found) > 2
    assert all(len(text) <= LIMIT for text in found)
    assert all(text.startswith(("| name", "name", "| Name", "Name")) for text in found)


def test_rows_beyond_the_limit_are_still_searched() -> None:
    data = b"Name,Value\n" + b"".join(b"name %d,value\n" % n for n in range(2000))
    document = read(data, "a.csv", Limits(max_table_rows=50))
    assert sum(text.count("\n") + 1 for text in texts(document)) == 2001


def test_text_beyond_the_block_limit_is_still_searched() -> None:
    document = read(b"".join(b"- item number %d\n" % n for n in range(500)), "a.txt", Limits(max_blocks=10))
    assert "item number 499" in "".join(texts(document))


def test_voices_are_kept_apart() -> None:
    mail = b"Message-ID: <1@x.example>\nFrom: a@x.example\nSubject: plan\n\nWe launch.\n\n> We wait.\n"
    assert texts(read(mail, "a.eml")) == [
        "From: a@x.example\nSubject: plan\nMessage-ID: <1@x.example>",
        "We launch.",
        "We wait.",
    ]


def test_a_passage_reopens() -> None:
    data = ("# Plan\r\n\r\n" + PARAGRAPH * 9 + "\r\n").encode()
    document = read(data, "a.md")
    for chunk in chunks(document):
        assert by_name("markdown").reopen(data, chunk.location) == document.text[chunk.start : chunk.end]


@given(
    st.lists(
        st.sampled_from(
            ["# H", "## H2", PARAGRAPH, PARAGRAPH * 5, "- x", "> q", "| a | b |\n|---|---|\n| 1 | 2 |", "k: v"]
        ),
        max_size=20,
    )
)
def test_passages_cover_every_block_in_order_without_overlap(parts: list[str]) -> None:
    document = read(("\n\n".join(["Start.", *parts])).encode(), "a.md")
    made = chunks(document)
    assert made == chunks(document)
    assert all(a.end <= b.start for a, b in pairwise(made))
    covered = "".join(document.text[c.start : c.end] for c in made)
    for block in document.blocks:
        if block.end - block.start <= LIMIT or block.zone is not Zone.PARAGRAPH:
            assert document.text[block.start : block.end] in covered
