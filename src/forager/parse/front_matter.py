"""Front matter: the named values between "---" or "+++" lines at the top of a Markdown file, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from forager.model.document import Zone
from forager.parse.pieces import Piece, Span, line_spans, strip_span

MAX_LINES = 400
_ENTRY = re.compile(
    r"(?P<indent>[ \t]*)(?P<item>-[ \t]+)?(?P<label>[^\s:#\-][^:\n]{0,80}?|\"[^\"\n]{1,80}\")[ \t]*:(?:[ \t]+|$)"
)
_TOML = re.compile(r"(?P<indent>[ \t]*)(?P<item>(?!))?(?P<label>[A-Za-z0-9_.\"-]{1,80})[ \t]*=[ \t]*")
_ITEM = re.compile(r"[ \t]*-[ \t]+(?=\S)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Where the front matter ends, its blocks, and its top-level values as (name, value)."""

    end: int
    pieces: tuple[Piece, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


def front_matter(text: str) -> FrontMatter:
    """The front matter at the top of the text; ``end`` is 0 when there is none."""
    fence = text[:3]
    if fence not in {"---", "+++"} or text[3:4] != "\n":
        return FrontMatter(0)
    lines: list[Span] = []
    for start, end in line_spans(text, 4, len(text)):
        line = text[start:end].rstrip()
        if line == fence or (line == "..." and fence == "---"):
            return _read(text, lines, end, _ENTRY if fence == "---" else _TOML)
        lines.append((start, end))
        if len(lines) > MAX_LINES:
            break
    return FrontMatter(0)


def _read(text: str, lines: Sequence[Span], end: int, entry: re.Pattern[str]) -> FrontMatter:
    """A "---" block without a single named value is no front matter but a rule and a paragraph."""
    pieces: list[Piece] = []
    fields: list[tuple[str, str]] = []
    for span in lines:
        found = entry.match(text, *span)
        if text[span[0] : span[1]].lstrip().startswith("#"):
            continue
        if found:
            _named(text, span, found, pieces, fields)
        else:
            _unnamed(text, span, pieces)
    if not fields:
        return FrontMatter(0)
    return FrontMatter(end, tuple(piece for piece in pieces if piece.start < piece.end), tuple(fields))


def _named(text: str, span: Span, found: re.Match[str], pieces: list[Piece], fields: list[tuple[str, str]]) -> None:
    label, value = _unquoted(text, *found.span("label")), _unquoted(text, *_without_comment(text, found.end(), span[1]))
    top = not found["indent"] and not found["item"]
    if top:
        fields.append((text[slice(*label)], text[slice(*value)]))
    if text[slice(*value)] in {"|", ">", "|-", ">-", "|+", ">+"}:
        value = (value[1], value[1])
    start = strip_span(text, *span)[0] if not found["item"] else found.start("label")
    pieces.append(
        Piece(
            Zone.KEY_VALUE,
            start,
            max(value[1], label[1] + 1, _quote_end(text, value[1], span[1])),
            level=0 if top else 1,
            label=label,
            value=value,
        )
    )


def _unnamed(text: str, span: Span, pieces: list[Piece]) -> None:
    """A list item stands alone; an indented line goes on with the value above it."""
    start, end = strip_span(text, *span)
    if start == end:
        return
    mark = _ITEM.match(text, *span)
    if mark:
        pieces.append(Piece(Zone.ITEM, *_unquoted(text, mark.end(), span[1]), level=1))
    elif pieces and text[span[0]] in " \t":
        last = pieces.pop()
        value = (start if last.value is None or last.value[0] == last.value[1] else last.value[0], end)
        pieces.append(
            Piece(last.zone, last.start, end, level=last.level, label=last.label, value=value if last.label else None)
        )
    else:
        pieces.append(Piece(Zone.PARAGRAPH, start, end))


def _without_comment(text: str, start: int, end: int) -> Span:
    start, end = strip_span(text, start, end)
    if text[start:end].startswith(('"', "'", "[", "{")):
        return start, end
    comment = text.find(" #", start, end)
    return strip_span(text, start, comment if comment >= 0 else end)


def _unquoted(text: str, start: int, end: int) -> Span:
    start, end = strip_span(text, start, end)
    if end - start >= 2 and text[start] == text[end - 1] and text[start] in "\"'":
        return start + 1, end - 1
    return start, end


def _quote_end(text: str, value_end: int, line_end: int) -> int:
    return value_end + 1 if value_end < line_end and text[value_end] in "\"'" else value_end
