"""Windows: only a part of a long document is shown, and every part can be reached."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forager.ui.viewer.window import Window, window


def test_a_short_document_is_shown_whole() -> None:
    assert window(200, 150, 40, 200, "line") == Window(0, 200, 200, "line")


def test_an_empty_document_has_an_empty_window() -> None:
    assert window(0, 0, 40, 200, "line").whole


def test_the_middle_has_ways_to_both_sides() -> None:
    assert window(1000, 500, 40, 200, "line") == Window(460, 541, 1000, "line", earlier=420, later=582)


def test_a_place_beyond_the_end_shows_the_end() -> None:
    assert window(1000, 10_000_000, 40, 200, "line") == Window(919, 1000, 1000, "line", earlier=879)


@given(st.integers(0, 2000), st.integers(0, 3000), st.integers(1, 60), st.integers(0, 300))
def test_going_on_reaches_every_place(total: int, at: int, radius: int, whole: int) -> None:
    shown = window(total, at, radius, whole, "line")
    assert 0 <= shown.first <= shown.last <= total
    assert shown.last - shown.first <= max(whole, 2 * radius + 1)
    if shown.later:
        following = window(total, shown.later - 1, radius, whole, "line")
        assert shown.first < following.first <= shown.last < following.last
    else:
        assert shown.last == total
    if shown.earlier:
        before = window(total, shown.earlier - 1, radius, whole, "line")
        assert before.first < shown.first <= before.last
    else:
        assert shown.first == 0
