"""Markdown files."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.parse.support import assert_faithful, block_of, grid, pairs, read, words

from forager.model.document import ParsedDocument, Zone
from forager.parse.parser import Limits
from forager.parse.registry import by_name

PLAN = """---
title: "Project Heron: plan"
author: Anna Keller <a.keller@b.example>
date: 2026-01-12
status: draft # not yet signed
tags:
  - freight
  - planning
---

# Project Heron #

**Owner:** Bob Smith
Budget: EUR 480,000

## Schedule

The launch date is **March 3, 2026**. The two weeks
before are for tests.

- first item
  goes on
  - [x] nested done
    1. deepest: yes
- Reviewer: Priya

Setext heading
--------------

> Quoted words
> go on here.
>
> > twice quoted

| Name | Owner \\| deputy | Due |
|------|:---:|---|
| Alpha | Bob | |
| `a|b` | **Eve** | 2026-04-10 |

Table 2: Costs

| A | B |
|---|---|
| 1 | 2 |

```ini
[dispatch]
timeout = 30
```

    indented code

<div>kept</div>

Term
: its meaning

[^1]: The source of it all.

![a picture](x.png)

[Home](/) | [Docs](/docs)

[ref]: https://x.example

Best regards,
Anna
"""


@pytest.fixture(name="plan", scope="module")
def _plan() -> ParsedDocument:
    return assert_faithful(PLAN.encode(), "plan.md", spans=300)


def test_front_matter(plan: ParsedDocument) -> None:
    assert plan.title == "Project Heron: plan"
    assert plan.date is not None
    assert (plan.date.value, plan.date.origin) == ("2026-01-12", "front matter: date")
    assert plan.people == (("Anna Keller", "a.keller@b.example", "author"),)
    assert dict(plan.properties)["status"] == "draft"
    assert pairs(plan)[:4] == [
        ("title", "Project Heron: plan"),
        ("author", "Anna Keller <a.keller@b.example>"),
        ("date", "2026-01-12"),
        ("status", "draft"),
    ]
    assert words(plan, Zone.ITEM)[:2] == ["freight", "planning"]


def test_headings_without_marks_and_their_path(plan: ParsedDocument) -> None:
    assert words(plan, Zone.TITLE) == ["Project Heron"]
    assert words(plan, Zone.HEADING) == ["Schedule", "Setext heading"]
    block = block_of(plan, "before are for tests.")
    assert (
        plan.text[block.start : block.end]
        == "The launch date is **March 3, 2026**. The two weeks\nbefore are for tests."
    )
    assert block.headings == ("Project Heron", "Schedule")
    assert block.location.words == "Section: Project Heron > Schedule, lines 18-19"


def test_key_value_lines_without_emphasis(plan: ParsedDocument) -> None:
    found = pairs(plan)
    assert ("Owner", "Bob Smith") in found
    assert ("Budget", "EUR 480,000") in found
    assert ("Reviewer", "Priya") in found
    assert ("Term", "its meaning") in found


def test_list_items_without_marks(plan: ParsedDocument) -> None:
    assert words(plan, Zone.ITEM)[2:] == ["first item\n  goes on", "nested done"]
    assert [block_of(plan, t).level for t in ("first item", "nested done", "deepest: yes", "Reviewer")] == [1, 2, 3, 1]


def test_quotations(plan: ParsedDocument) -> None:
    assert words(plan, Zone.QUOTATION) == ["Quoted words\n> go on here.", "twice quoted"]
    assert block_of(plan, "twice quoted").level == 2


def test_tables(plan: ParsedDocument) -> None:
    assert grid(plan) == {
        (0, 0): "Name", (0, 1): "Owner \\| deputy", (0, 2): "Due",
        (1, 0): "Alpha", (1, 1): "Bob", (1, 2): "",
        (2, 0): "`a", (2, 1): "b`", (2, 2): "**Eve**", (2, 3): "2026-04-10",
    }  # fmt: skip
    assert [c.header for c in plan.tables[0].cells] == [True] * 3 + [False] * 7
    assert (
        plan.tables[0].cells[4].location.words
        == "Section: Project Heron > Setext heading, Table 1, row 2, column Owner \\| deputy"
    )
    assert plan.tables[0].caption == "Setext heading"
    assert plan.tables[1].caption == "Table 2: Costs"


def test_a_span_in_a_cell_is_named_by_its_cell(plan: ParsedDocument) -> None:
    at = plan.text.index("2026-04-10")
    assert by_name("markdown").locate(plan, at, at + 4).words.endswith("Table 1, row 3, column 4")
    row = plan.text.index("Alpha")
    assert by_name("markdown").locate(plan, row, row + 12).words.endswith("Table 1, row 2")


def test_what_is_no_statement(plan: ParsedDocument) -> None:
    assert words(plan, Zone.CODE) == ["[dispatch]\ntimeout = 30", "    indented code", "<div>kept</div>"]
    assert words(plan, Zone.CAPTION) == ["Table 2: Costs", "![a picture](x.png)"]
    assert words(plan, Zone.NAVIGATION) == ["[Home](/) | [Docs](/docs)"]
    assert words(plan, Zone.SIGNATURE) == ["Best regards,\nAnna"]
    assert words(plan, Zone.PARAGRAPH)[-1] == "The source of it all."
    assert [u.what for u in plan.unread] == [
        f"1 HTML block (the first at line {PLAN.splitlines().index('<div>kept</div>') + 1})"
    ]


def test_windows_line_ends_and_mark() -> None:
    plain = read(PLAN.encode(), "plan.md")
    other = assert_faithful(b"\xef\xbb\xbf" + PLAN.replace("\n", "\r\n").encode(), "plan.md")
    assert other.text == plain.text
    assert [(b.zone, b.start, b.end, b.label) for b in other.blocks] == [
        (b.zone, b.start, b.end, b.label) for b in plain.blocks
    ]


def test_contents_lists() -> None:
    document = read(
        b"# Manual\n\n"
        b"- [Start](#start)\n- [Stop](#stop)\n\n## Contents\n\n1. Start ..... 1\n\n## Start\n\n- turn the key\n",
        "m.md",
    )
    assert words(document, Zone.CONTENTS) == ["[Start](#start)", "[Stop](#stop)", "Start ..... 1"]
    assert words(document, Zone.ITEM) == ["turn the key"]


def test_a_quoted_reply_has_its_author_and_date() -> None:
    document = read(b"Fine.\n\nOn 3 March 2026, Bob Smith wrote:\n\n> We launch.\n", "m.md")
    block = block_of(document, "We launch.")
    assert (block.zone, block.author, block.date) == (Zone.QUOTATION, "Bob Smith", "2026-03-03")


def test_a_table_inside_a_quotation_and_a_list() -> None:
    document = assert_faithful(
        b"> | a | b |\n> |---|---|\n> | 1 | 2 |\n\n- | c | d |\n  |---|---|\n  | 3 | 4 |\n", "m.md"
    )
    assert [grid(document, n)[1, 1] for n in range(2)] == ["2", "4"]
    assert [grid(document, n)[0, 0] for n in range(2)] == ["a", "c"]


def test_rows_beyond_the_limit_are_listed() -> None:
    document = assert_faithful(b"| a | b |\n|---|---|\n" + b"| 1 | 2 |\n" * 20, "m.md", limits=Limits(max_table_rows=5))
    assert max(c.row for c in document.tables[0].cells) == 4
    assert [u.what for u in document.unread] == ["table rows 6-21"]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    document = read(b"---\n\nIt begins.\n\n---\n\nIt goes on.\n", "m.md")
    assert words(document, Zone.PARAGRAPH) == ["It begins.", "It goes on."]


def test_front_matter_of_other_shapes() -> None:
    document = assert_faithful(b'+++\ntitle = "T"\ndate = 2026-02-01\n+++\n\nText here.\n', "m.md")
    assert pairs(document) == [("title", "T"), ("date", "2026-02-01")]
    document = assert_faithful(b"---\nsummary: >\n  two lines\n  of it\nempty:\nlist:\n- x: 1\n---\nText.\n", "m.md")
    assert pairs(document)[0] == ("summary", "two lines\n  of it")
    assert words(document, Zone.PARAGRAPH) == ["Text."]


@pytest.mark.parametrize(
    "data",
    [
        b"x" * 1_000_000,
        b"[" * 20_000,
        b"> " * 20_000 + b"x",
        b"- " * 20_000 + b"x",
        b"*a " * 20_000,
        b"- item\n" * 5_000,
        b"line\n" * 50_000,
        b"|a" * 20_000 + b"\n" + b"|-" * 20_000 + b"\n",
        b"| a | b |\n|---|---|\n" + b"| 1 | 2 |\n" * 5_000,
        b"`" * 50_000,
        b"<" * 50_000,
        b"---\n" + b"a: b\n" * 10_000,
    ],
)
def test_no_long_input_takes_more_than_its_length(data: bytes) -> None:
    started = time.process_time()
    read(data, "big.md")
    assert time.process_time() - started < 10


def test_nesting_beyond_the_limit_is_listed() -> None:
    document = assert_faithful(b"> " * 200 + b"deep\n\nflat\n", "m.md")
    assert any("deeper" in u.why for u in document.unread)
    assert words(document, Zone.PARAGRAPH) == ["flat"]


LINES = st.sampled_from(
    ["", "# H", "## H2 ##", "para", "a: b", "- x", "  - y", "1. z", "> q", "> > r", "| a | b |", "|---|---|", "| 1 |", "```", "    code",
     "===", "---", "<b>", "[a](#b)", "![i](j)", ": def", "\t- tab", "é😀", "text\\", "[^1]: n", "+++", "**K:** v",
     ">| a | b |", ">|---|---|"]
)  # fmt: skip


@given(st.lists(LINES, min_size=1, max_size=25), st.sampled_from(["\n", "\r\n"]))
def test_any_arrangement_of_lines_is_read_and_reopens(lines: list[str], newline: str) -> None:
    assert_faithful((newline.join(lines) + newline + "end").encode(), "any.md", spans=12)
