"""Finding a quotation in a text, character by character: evenness of type is forgiven, a word or a figure never.

What may differ is how text is set, not what it says: white space, soft hyphens and other signs without width, inline markup, quotation
marks, dashes, the ellipsis and ligatures. Letters and digits must be the same ones, in the same case; look-alikes of another script,
superscripts and digits of another width are other signs. A quotation begins and ends between words, so that "48" is not found in "480" or
"48.5" (forager.md section 10).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

_QUOTES = dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4", "'") | dict.fromkeys(
    "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'
)
_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st", "\u2026": "...",
}  # fmt: skip
_EVEN: dict[str, str] = {**_QUOTES, **_DASHES, **_LIGATURES}
_MARKUP = "*_`"
"""Signs that set text apart at the edge of a word; inside one they are part of it."""


@dataclass(frozen=True, slots=True)
class Evened:
    """Even ``text``; its i-th character stands at ``at[i]`` of the original."""

    text: str
    at: tuple[int, ...]


def evened(text: str, start: int = 0, end: int | None = None) -> Evened:
    """``text[start:end]`` with one space for each run of white space and without differences of type setting."""
    stop = len(text) if end is None else end
    pieces: list[str] = []
    at: list[int] = []
    for place in range(start, stop):
        for sign in _signs(text, place):
            if sign == " " and (not pieces or pieces[-1] == " "):
                continue
            pieces.append(sign)
            at.append(place)
    if pieces and pieces[-1] == " ":
        pieces.pop()
        at.pop()
    return Evened("".join(pieces), tuple(at))


def _signs(text: str, place: int) -> str:
    char = text[place]
    if char.isascii() and char.isalnum():
        return char
    if char.isspace():
        return " "
    if char in _EVEN:
        return _EVEN[char]
    if char in _MARKUP:
        inside = text[place - 1 : place].isalnum() and text[place + 1 : place + 2].isalnum()
        return char if inside else ""
    return "" if unicodedata.category(char) == "Cf" else char


def places(there: Evened, quote: str) -> list[tuple[int, int]]:
    """Where ``quote`` stands in an evened text, as offsets into the original, in order; empty when nowhere."""
    wanted = evened(quote).text
    if not any(char.isalnum() for char in wanted):
        return []
    found: list[tuple[int, int]] = []
    place = there.text.find(wanted)
    while place >= 0:
        last = place + len(wanted)
        if _is_between_words(there.text, place, last):
            found.append((there.at[place], there.at[last - 1] + 1))
        place = there.text.find(wanted, place + 1)
    return found


def _is_between_words(text: str, start: int, end: int) -> bool:
    return not _joins(text, start) and not _joins(text, end)


def _joins(text: str, place: int) -> bool:
    """Whether the signs around ``place`` belong to one word or one figure."""
    if not 0 < place < len(text):
        return False
    left, right = text[place - 1], text[place]
    if left.isalnum() and right.isalnum():
        return True
    before, after = text[place - 2 : place - 1], text[place + 1 : place + 2]
    opens = left.isdigit() and right in ".,:/" and after.isdigit()
    closes = right.isdigit() and left in ".,:/" and before.isdigit()
    return opens or closes or (left in "-+\u00b1" and right.isdigit() and not before.isalnum())
