"""Searchable passages of a document: by section, at most about 1,200 characters, along the borders of blocks and rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from forager.model.document import Block, Chunk, ParsedDocument, Zone
from forager.parse.pieces import Span, strip_span
from forager.parse.registry import by_name

LIMIT = 1_200
"""Characters; only what cannot be parted sensibly is longer."""

_HEADS = frozenset({Zone.TITLE, Zone.HEADING})
_VOICES = frozenset({Zone.HEADER, Zone.QUOTATION})
_BREAKS = (re.compile(r"\n[ \t]*\n"), re.compile(r"\n"), re.compile(r"[.!?][^\w\s]?\s"), re.compile(r"\s"))


def chunks(document: ParsedDocument) -> tuple[Chunk, ...]:
    """The passages in text order; every block lies in one, a block longer than the limit in several, a table in groups of rows."""
    parser = by_name(document.parser)
    made: list[Chunk] = []
    for group in _groups(document):
        headings = _headings(document, group)
        for start, end in _spans(document, group):
            made.append(Chunk(len(made), start, end, parser.locate(document, start, end), headings))
    for start, end in _tail(document):
        made.append(Chunk(len(made), start, end, parser.locate(document, start, end)))
    return tuple(made)


def _groups(document: ParsedDocument) -> Iterator[list[Block]]:
    """Blocks that are searched together: one section, one voice, within the limit."""
    group: list[Block] = []
    for block in document.blocks:
        if group and not _joins(group, block):
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _joins(group: Sequence[Block], block: Block) -> bool:
    if block.end - group[0].start > LIMIT:
        return False
    only_heads = all(other.zone in _HEADS for other in group)
    if block.zone in _HEADS:
        return only_heads
    return only_heads or (block.headings == group[-1].headings and _voice(block) is _voice(group[-1]))


def _voice(block: Block) -> Zone | None:
    return block.zone if block.zone in _VOICES else None


def _headings(document: ParsedDocument, group: Sequence[Block]) -> tuple[str, ...]:
    last = group[-1]
    if last.zone in _HEADS:
        return (*last.headings, " ".join(document.text[last.start : last.end].split()))
    return last.headings


def _spans(document: ParsedDocument, group: Sequence[Block]) -> Iterator[Span]:
    start, end = group[0].start, max(block.end for block in group)
    if end - start <= LIMIT:
        yield start, end
    else:
        yield from _pack(document.text, [start, *_borders(document, group[0]), end])


def _borders(document: ParsedDocument, block: Block) -> list[int]:
    """Where the rows of a table begin; other blocks have no borders inside."""
    if block.zone is not Zone.TABLE:
        return []
    found: set[int] = set()
    for table in document.tables:
        if table.start >= block.start and table.end <= block.end:
            firsts = {cell.row: cell.start for cell in reversed(table.cells)}
            found |= {document.text.rfind("\n", block.start, at) + 1 for at in firsts.values()}
            break
    return sorted(at for at in found if block.start < at < block.end)


def _pack(text: str, borders: Sequence[int]) -> Iterator[Span]:
    """As many stretches between borders as fit into each passage; a stretch that is too long is parted at blanks."""
    start = borders[0]
    for here, there in pairwise(borders):
        if there - start <= LIMIT:
            continue
        if here > start:
            yield from _trimmed(text, start, here)
            start = here
        while there - start > LIMIT:
            cut = _cut(text, start)
            yield from _trimmed(text, start, cut)
            start = cut
    yield from _trimmed(text, start, borders[-1])


def _cut(text: str, start: int) -> int:
    """The last good place to part a long stretch: a blank line, a line end, a sentence end, a blank; else the limit."""
    window = text[start : start + LIMIT]
    for pattern in _BREAKS:
        ends = [found.end() for found in pattern.finditer(window) if found.end() > LIMIT // 3]
        if ends:
            return start + ends[-1]
    return start + LIMIT


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    span = strip_span(text, start, end)
    if span[0] < span[1]:
        yield span


def _tail(document: ParsedDocument) -> Iterator[Span]:
    """Text after the last block: what lay beyond the limits is still searched."""
    end = max((block.end for block in document.blocks), default=0)
    rest = document.text[end : end + 10_000]
    if sum(1 for c in rest if c.isalnum()) > 20:
        yield from _pack(document.text, [end, len(document.text)])
