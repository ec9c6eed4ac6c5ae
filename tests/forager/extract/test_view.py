"""Readable views keep the place of every character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.extract.view import view


@pytest.mark.parametrize(
    ("raw", "readable"),
    [
        ("The **launch\ndate** is `x`.", "The launch date is x."),
        ("see [the plan](http://plan.example/a) now", "see the plan now"),
        ("snake_case stays, _this_ not", "snake_case stays, this not"),
        ("2 * 3 = 6", "2 * 3 = 6"),
        ("it\u2019s  \u201cso\u201d", 'it\'s "so"'),
        ("soft\u00adhyphen", "softhyphen"),
    ],
)
def test_markup_and_breaks_are_evened_out(raw: str, readable: str) -> None:
    assert view(raw, 0, len(raw)).text == readable


@given(st.text(alphabet="ab *_`\n[]()\u2019\u00ad.", max_size=60))
def test_every_character_stands_where_the_view_says(raw: str) -> None:
    item = view(raw, 0, len(raw))
    assert len(item.at) == len(item.text)
    assert list(item.at) == sorted(set(item.at))
    assert all(char == raw[at] or char in " '\"-" for char, at in zip(item.text, item.at, strict=True))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See the `lease <https://example.org/lease>`_ first.", "See the lease first."),
        ("Raised by :func:`~pump.start` at noon.", "Raised by pump.start at noon."),
        ("Made by :user:`Ann Lee <annlee>` alone.", "Made by Ann Lee alone."),
        ("Run the pump::", "Run the pump:"),
    ],
)
def test_links_and_roles_of_restructuredtext_are_the_words_they_show(text: str, shown: str) -> None:
    assert view(text, 0, len(text)).text == shown
