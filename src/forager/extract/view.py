"""A readable view of a stretch of text that never loses its place.

Rules are written for plain running text. Documents carry inline markup, soft line breaks and typographic quotes.
A view drops the former, evens out the latter and remembers for every character where it stood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_MARKUP = re.compile(
    r"(?P<image>!?\[(?P<anchor>[^\]\[]{1,300})\]\([^()\s]{0,400}(?: \"[^\"\n]{0,120}\")?\))"
    r"|(?P<role>(?::[a-z][\w:+-]{1,40}:)?`[~!]?(?P<named>[^`<>]{1,200}?)\s*<[^`<>]{1,400}>`_{0,2}"
    r"|:[a-z][\w:+-]{1,40}:`[~!]?(?P<plain>[^`<>]{1,200})`)"
    r"|(?P<literal>(?<=[\w`)])::(?=\s|$))"
    r"|(?P<drop>\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}|(?<!\w)_{1,3}(?=[^\s_])|(?<=[^\s_])_{1,3}(?!\w)|"
    r"`{1,3}|~~|\u00ad|\u200b)"
    r"|(?P<space>\s+)"
)
_UNEVEN = re.compile(
    r"[*_`~\[\u00ad\u200b\u2018\u2019\u201c\u201d\u201e\u2212\t\n\r\f\v\u00a0\u2000-\u200a\u2028\u2029\u202f\u3000]|::|\s\s|^\s|\s$"
)
_EVEN = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2212": "-"})


@dataclass(frozen=True, slots=True)
class View:
    """Readable ``text``; ``at[i]`` is the offset in the document of its i-th character."""

    text: str
    at: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the document of the non-empty view range ``start``-``end`` (end exclusive)."""
        return self.at[start], self.at[end - 1] + 1


def view(text: str, start: int, end: int) -> View:
    """The view of ``text[start:end]``: one space for each run of white space, no inline markup, even quotes."""
    if not _UNEVEN.search(text, start, end):
        return View(text[start:end], range(start, end))
    pieces: list[str] = []
    at: list[int] = []
    position = start
    for match in _MARKUP.finditer(text, start, end):
        _keep(text, position, match.start(), pieces, at)
        if match["space"] is not None:
            if pieces:
                pieces.append(" ")
                at.append(match.start())
        elif match["literal"] is not None:
            _keep(text, match.start(), match.start() + 1, pieces, at)
        else:
            shown = next((name for name in ("anchor", "named", "plain") if match[name] is not None), None)
            if shown is not None:
                _keep(text, *match.span(shown), pieces, at)
        position = match.end()
    _keep(text, position, end, pieces, at)
    clean = "".join(pieces).translate(_EVEN)
    trimmed = len(clean.rstrip())
    return View(clean[:trimmed], tuple(at[:trimmed]))


def _keep(text: str, start: int, end: int, pieces: list[str], at: list[int]) -> None:
    """Copy ``text[start:end]`` as it stands."""
    if start < end:
        pieces.append(text[start:end])
        at.extend(range(start, end))


_MARKS = "*_`~"
_TARGET = re.compile(r"\s*<[^`<>]{1,400}>`(?=_|\W|$)")
"""The target of a reStructuredText link or role, behind the words it shows."""


def with_marks(text: str, start: int, end: int, low: int, high: int) -> tuple[int, int]:
    """The range with the markup that opens right before it or closes right behind it, within ``low``-``high``.

    A view drops markup, so a range found in it can begin behind an opening mark or end before a closing one.
    """
    first, last = start, end
    while first > low and text[first - 1] in _MARKS:
        first -= 1
    target = _TARGET.match(text, last, high)
    last = target.end() if target is not None else last
    while last < high and text[last] in _MARKS:
        last += 1
    if first > low and not text[first - 1].isspace() and text[first - 1] not in '("':
        first = start
    return first, last
