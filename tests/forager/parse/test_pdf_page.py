"""Blanks that PDFium guesses from gaps."""

from __future__ import annotations

import pytest

from forager.parse.pdf_page import Glyph, Style, false_blanks

STYLE = Style(1_000)


def set_(words: str, gap: int, *, things: tuple[int, int] = (1, 1)) -> tuple[Glyph, ...]:
    """Characters in a row, each 500 wide; "~" stands for a guessed blank, with a gap of ``gap`` and the object's change there."""
    made: list[Glyph] = []
    left, thing = 0, things[0]
    for index, char in enumerate(words):
        width = 0 if char == "~" else 500
        left += gap if char == "~" else 0
        made.append(Glyph(index, char.replace("~", " "), left, 0, left + width, 1_000, 800, STYLE, thing))
        left, thing = left + width, things[1] if char == "~" else thing
    return tuple(made)


@pytest.mark.parametrize(
    ("words", "gap", "things", "false"),
    [
        ("N~ow here", 80, (1, 1), {1}),
        ("N~ow here", 200, (1, 1), set()),
        ("lord~of", 40, (1, 1), set()),
        ("N~ow here", 80, (1, 2), set()),
        ("a,~b c", 80, (1, 1), set()),
    ],
    ids=["inside a word", "a real gap", "a text that writes no blanks", "between two texts", "after a comma"],
)
def test_a_guessed_blank_is_false_where_there_is_hardly_a_gap(
    words: str, gap: int, things: tuple[int, int], false: set[int]
) -> None:
    assert false_blanks(set_(words, gap, things=things), {words.index("~")}) == false
