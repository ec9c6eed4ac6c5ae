"""Comma, semicolon, tab and pipe separated text: its delimiter, and its fields as exact spans (RFC 4180, leniently)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

from forager.parse.pieces import Span, strip_span

SAMPLE_CHARACTERS = 64 * 1024
SAMPLE_ROWS = 200
DELIMITERS = ("\t", ";", "|", ",")
"""In the order in which they win when they divide equally well."""

_DECLARED = re.compile(r"sep=(.)[ \t]*(?:\n|$)", re.IGNORECASE)

Record = list[Span]


def records(text: str, delimiter: str) -> Iterator[Record]:
    """Every row as the spans of its fields; a quoted field's span is what stands between its quotes.

    A quote that is never closed, or closed before the field's end, is an ordinary character. A blank line is a row of one
    empty field, so that rows are counted as a spreadsheet counts them.
    """
    pattern, position, row = _field(delimiter), 0, []
    while position <= len(text):
        found = pattern.match(text, position)
        if found is None:
            return
        row.append(found.span("quoted") if found["quoted"] is not None else _bare(text, *found.span("bare")))
        position = found.end()
        if found["end"] != delimiter:
            yield row
            row = []
            if not found["end"] or position == len(text):
                return


@cache
def _field(delimiter: str) -> re.Pattern[str]:
    """One field and what ends it; no part of it can be tried twice."""
    d = re.escape(delimiter)
    blank = "[ ]*+" if delimiter == "\t" else "[ \t]*+"
    return re.compile(
        rf'(?:{blank}"(?P<quoted>(?:[^"]++|"")*+)"{blank}(?=[{d}\n]|\Z)|(?P<bare>[^{d}\n]*+))(?P<end>[{d}\n]|\Z)'
    )


def _bare(text: str, start: int, end: int) -> Span:
    inner = strip_span(text, start, end)
    return inner if inner[0] < inner[1] else (start, start)


def declared_delimiter(text: str) -> str | None:
    """The delimiter that a first line "sep=;" states, as spreadsheet programs write it."""
    found = _DECLARED.match(text)
    return found.group(1) if found and found.group(1) in DELIMITERS else None


def find_delimiter(text: str, *, tabs_first: bool = False) -> tuple[str, int, float]:
    """The delimiter, the number of columns it makes, and the share of rows that have as many.

    A text that nothing divides has one column, share 1.
    """
    best = (",", 1, 1.0)
    score: tuple[float, int] = (0.0, 1)
    for delimiter in DELIMITERS:
        columns, share = _division(text, delimiter)
        bonus = 0.3 if delimiter == "\t" and tabs_first else 0.0
        if columns > 1 and (share + bonus, columns) > score:
            best, score = (delimiter, columns, share), (share + bonus, columns)
    return best


def _division(text: str, delimiter: str) -> tuple[int, float]:
    whole = len(text) <= SAMPLE_CHARACTERS
    rows = [
        len(row)
        for row in islice(records(text[:SAMPLE_CHARACTERS], delimiter), SAMPLE_ROWS)
        if row[0][1] or len(row) > 1
    ]
    rows = rows if whole or len(rows) < 2 else rows[:-1]
    counts = Counter(rows)
    columns = max(counts, key=lambda width: (counts[width] if width > 1 else 0, width), default=1)
    return columns, counts[columns] / len(rows) if rows else 0.0
