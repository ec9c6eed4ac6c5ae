"""One paragraph's lines as blocks: key-value lines, definitions and captions come apart, prose stays whole."""

from __future__ import annotations

import re
from collections.abc import Sequence

from forager.model.document import Zone
from forager.parse.pieces import Piece, Span, strip_span
from forager.parse.zones import CONTENTS_LINE, excluded_zone, key_value

_DEFINITION = re.compile(r"[ \t]*:[ \t]+(?=\S)")
_FIELD = re.compile(r"[ \t]*:(?P<label>[^:\n]{1,60}):[ \t]+(?=\S)")
WRAPPED = 50
"""A line at least this long may go on in the next one even when that one is not indented."""


def paragraph_pieces(
    text: str, lines: Sequence[Span], zone: Zone, headings: tuple[str, ...], level: int = 0
) -> list[Piece]:
    """The blocks of consecutive lines that belong together."""
    start, end = strip_span(text, lines[0][0], lines[-1][1])
    if start == end:
        return []
    whole = text[start:end]
    other = excluded_zone(whole)
    if other is not None:
        return [Piece(other, start, end, headings, level)]
    for reader in (_contents, _field_list, _definitions, _key_values):
        pieces = reader(text, lines, headings, level)
        if pieces:
            return pieces
    return [Piece(zone, start, end, headings, level)]


def _contents(text: str, lines: Sequence[Span], headings: tuple[str, ...], level: int) -> list[Piece]:
    if not all(CONTENTS_LINE.fullmatch(text[a : min(b, a + 300)]) for a, b in lines):
        return []
    return [Piece(Zone.CONTENTS, *strip_span(text, a, b), headings, level) for a, b in lines]


def _field_list(text: str, lines: Sequence[Span], headings: tuple[str, ...], level: int) -> list[Piece]:
    """Lines like ":Author: Anna Keller"."""
    pieces = []
    for start, end in lines:
        found = _FIELD.match(text, start, end)
        if not found:
            return []
        label, value = strip_span(text, *found.span("label")), strip_span(text, found.end(), end)
        pieces.append(Piece(Zone.KEY_VALUE, *strip_span(text, start, end), headings, level, label, value))
    return pieces


def _definitions(text: str, lines: Sequence[Span], headings: tuple[str, ...], level: int) -> list[Piece]:
    """A term on its own line and below it ": what it means"."""
    if len(lines) < 2 or not _DEFINITION.match(text, *lines[1]):
        return []
    label = strip_span(text, *lines[0])
    pieces: list[Piece] = []
    for start, end in lines[1:]:
        mark = _DEFINITION.match(text, start, end)
        value = strip_span(text, mark.end() if mark else start, end)
        if mark or not pieces:
            begin = label[0] if not pieces else value[0]
            pieces.append(Piece(Zone.KEY_VALUE, begin, value[1], headings, level, label, value))
        else:
            pieces[-1] = _longer(pieces[-1], value[1])
    return pieces


def _key_values(text: str, lines: Sequence[Span], headings: tuple[str, ...], level: int) -> list[Piece]:
    """Lines of which the first is "Label: value"; a line that is none goes on with the value before it, or is prose."""
    if key_value(text, *lines[0]) is None:
        return []
    pieces: list[Piece] = []
    previous = lines[0]
    for start, end in lines:
        found, span = key_value(text, start, end), strip_span(text, start, end)
        if found:
            label, value = found
            pieces.append(Piece(Zone.KEY_VALUE, *span, headings, level, label, _without_break(text, value)))
        elif pieces[-1].zone is Zone.PARAGRAPH or _goes_on(text, previous, (start, end)):
            pieces[-1] = _longer(pieces[-1], span[1])
        else:
            pieces.append(Piece(Zone.PARAGRAPH, *span, headings, level))
        previous = (start, end)
    return pieces


def _goes_on(text: str, previous: Span, line: Span) -> bool:
    return text[line[0]] in " \t" or previous[1] - previous[0] >= WRAPPED


def _without_break(text: str, value: Span) -> Span:
    """A Markdown hard line break is no part of the value."""
    return strip_span(text, value[0], value[1] - 1) if value[1] - value[0] > 1 and text[value[1] - 1] == "\\" else value


def _longer(piece: Piece, end: int) -> Piece:
    value = (piece.value[0], end) if piece.value else None
    return Piece(piece.zone, piece.start, end, piece.headings, piece.level, piece.label, value)
