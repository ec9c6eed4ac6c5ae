"""Rows of a Markdown pipe table as cells with exact spans (GitHub Flavored Markdown, tables extension)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from forager.parse.pieces import Span, strip_span

_PREFIX = re.compile(r"(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")


def row_cells(text: str, start: int, end: int, *, first: bool) -> list[Span]:
    """The cells of one source line, blanks around them left out; the first row of a table may follow list markers."""
    start = _content_start(text, start, end, first=first)
    start, end = strip_span(text, start, end)
    pipes = list(_pipes(text, start, end))
    if pipes and pipes[0] == start:
        start, pipes = start + 1, pipes[1:]
    if pipes and pipes[-1] == end - 1:
        end, pipes = end - 1, pipes[:-1]
    edges = [start - 1, *pipes, end]
    return [_cell(text, a + 1, b) for a, b in pairwise(edges)]


def _content_start(text: str, start: int, end: int, *, first: bool) -> int:
    found = _PREFIX.match(text, start, end) if first else re.compile(r"(?:[ \t]*>)*[ \t]*").match(text, start, end)
    return found.end() if found else start


def _cell(text: str, start: int, end: int) -> Span:
    """A blank cell is the empty span at its first character, so that spans never cross a pipe."""
    inner = strip_span(text, start, end)
    return inner if inner[0] < inner[1] else (start, start)


def _pipes(text: str, start: int, end: int) -> Iterator[int]:
    """Pipes not escaped by an odd number of backslashes."""
    at = text.find("|", start, end)
    while at >= 0:
        slashes = 0
        while at - slashes > start and text[at - slashes - 1] == "\\":
            slashes += 1
        if slashes % 2 == 0:
            yield at
        at = text.find("|", at + 1, end)
