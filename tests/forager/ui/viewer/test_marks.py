"""Marked words: cut where evidence begins and ends, and nothing that turns text round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forager.model.document import Location
from forager.model.statement import LocatedSpan
from forager.ui.viewer.marks import EXCERPT, ROLES, Mark, Piece, excerpt_of, marks_of, pieces, said, touches

TEXT = "The launch date for Falcon is April 10, 2026."


def test_the_excerpt_is_cut_out_and_its_first_piece_is_known() -> None:
    shown = pieces(TEXT, 0, len(TEXT), [Mark(4, 15)])
    assert shown == (Piece("The "), Piece("launch date", marked=True, first=True), Piece(TEXT[15:]))


def test_a_role_inside_the_excerpt_is_marked_with_both() -> None:
    shown = pieces(TEXT, 0, 15, [Mark(0, 15), Mark(4, 10, "value")])
    assert [(each.text, each.marked, each.role, each.first) for each in shown] == [
        ("The ", True, "", True),
        ("launch", True, "value", False),
        (" date", True, "", False),
    ]


def test_a_role_outside_the_excerpt_stands_alone() -> None:
    assert pieces("Owner: Bob", 0, 5, [Mark(0, 5, "header")]) == (Piece("Owner", role="header"),)


def test_of_two_roles_the_value_is_shown() -> None:
    assert pieces("Bob", 0, 3, [Mark(0, 3, "subject"), Mark(0, 3, "value")])[0].role == "value"


def test_the_first_span_is_the_excerpt_and_unknown_roles_are_left_out() -> None:
    place = Location("text", "line 1")
    spans = [
        LocatedSpan("sentence", 0, 9, place),
        LocatedSpan("value", 2, 4, place),
        LocatedSpan("sentence", 0, 2, place),
    ]
    assert [(each.start, each.role) for each in marks_of(spans)] == [(0, EXCERPT), (2, "value")]
    assert excerpt_of(marks_of(spans)) == Mark(0, 9, EXCERPT, place)
    assert excerpt_of(()) is None


@pytest.mark.parametrize(
    ("sign", "name"), [("\u202e", "U+202E"), ("\u2066", "U+2066"), ("\x07", "U+0007"), ("\x9b", "U+009B")]
)
def test_a_character_that_turns_text_round_or_shows_nothing_is_named(sign: str, name: str) -> None:
    shown = pieces(f"a{sign}b", 0, 3, [Mark(1, 3)])
    assert shown == (Piece("a"), Piece(sign, marked=True, first=True, unseen=name), Piece("b", marked=True))


def test_line_ends_and_tabs_are_ordinary_characters() -> None:
    assert pieces("a\n\tb", 0, 4) == (Piece("a\n\tb"),)


def test_a_neighbour_is_not_touched() -> None:
    assert not touches([Mark(0, 4)], 4, 8)
    assert touches([Mark(0, 5)], 4, 8)
    assert not touches([Mark(0, 8, "value")], 0, 8)


@given(
    st.text("ab \n\u202e", max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), st.sampled_from((EXCERPT, *ROLES))), max_size=6),
)
def test_pieces_joined_are_the_text_and_marked_ones_the_marks(text: str, drawn: list[tuple[int, int, str]]) -> None:
    marks = [Mark(min(a, b), max(a, b), role) for a, b, role in drawn]
    shown = pieces(text, 0, len(text), marks)
    assert said(shown) == text
    at, found = 0, ""
    for each in shown:
        found += each.text if each.marked else ""
        at += len(each.text)
    inside = {n for mark in marks if mark.role == EXCERPT for n in range(mark.start, min(mark.end, len(text)))}
    assert found == "".join(text[n] for n in sorted(inside))
