"""How values read on a page."""

from __future__ import annotations

import pytest

from formicaria.ground.web import words


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KB"), (14_500, "14 KB"), (3_250_586, "3.1 MB"), (5 << 30, "5.0 GB")],
)
def test_bytes_read_as_a_person_says_them(value, shown):
    assert words.size(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2026-04-10", "10 Apr 2026"),
        ("2026-04-10T09:00:00Z", "10 Apr 2026"),
        ("2026-04", "Apr 2026"),
        ("2026", "2026"),
        ("2026-13", "2026-13"),
        ("2026-Q2", "2026-Q2"),
        ("", ""),
        ("soon", "soon"),
    ],
)
def test_a_date_is_shown_as_far_as_it_is_known(value, shown):
    assert words.date(value) == shown


def test_an_instant_is_an_element_that_programs_can_read():
    assert str(words.when("2026-04-10T14:03:00.000000Z")) == (
        '<time datetime="2026-04-10T14:03:00.000000Z">10 Apr 2026, 14:03 UTC</time>'
    )


def test_what_is_no_instant_is_shown_as_text():
    assert str(words.when("<b>later</b>")) == "&lt;b&gt;later&lt;/b&gt;"


def test_one_and_many_are_told_apart():
    assert [words.plural(count, "document") for count in (0, 1, 1200)] == [
        "0 documents",
        "1 document",
        "1,200 documents",
    ]


def test_keys_become_words_and_shares_become_per_cent():
    assert words.words("attribute_mismatch") == "attribute mismatch"
    assert words.share(0.876) == "88 %"
