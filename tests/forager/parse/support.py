"""What every parser owes, as one check: each span of the text reopens from the original bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from forager.model.document import Block, Location, ParsedDocument, Zone
from forager.parse.parser import Limits, ParseContext, Parser
from forager.parse.registry import by_name, parse


def read(data: bytes, name: str, limits: Limits | None = None) -> ParsedDocument:
    return parse(data, ParseContext(name, limits or Limits()))


def words(document: ParsedDocument, zone: Zone) -> list[str]:
    """The texts of all blocks of a zone."""
    return [document.text[b.start : b.end] for b in document.blocks if b.zone is zone]


def block_of(document: ParsedDocument, text: str) -> Block:
    """The first block that holds a text."""
    at = document.text.index(text)
    return next(b for b in document.blocks if b.start <= at and at + len(text) <= b.end)


def pairs(document: ParsedDocument) -> list[tuple[str, str]]:
    """Label and value of every key-value block."""
    return [
        (document.text[slice(*b.label)], document.text[slice(*b.value)])
        for b in document.blocks
        if b.zone is Zone.KEY_VALUE and b.label and b.value
    ]


def grid(document: ParsedDocument, index: int = 0) -> dict[tuple[int, int], str]:
    """A table's cells by row and column."""
    return {(c.row, c.column): document.text[c.start : c.end] for c in document.tables[index].cells}


def assert_faithful(data: bytes, name: str, *, spans: int = 60, limits: Limits | None = None) -> ParsedDocument:
    """Parse, and hold the document to its promises; answers the document."""
    document = read(data, name, limits)
    parser = by_name(document.parser)
    _check_order(document)
    for start, end, location in _stated(document):
        assert Location.from_json(location.to_json()) == location
        assert location.words
        assert parser.reopen(data, location) == document.text[start:end], location
    draw = random.Random(len(data))
    for start, end in _spans(document, draw, spans):
        assert_reopens(parser, data, document, start, end)
    return document


def assert_reopens(parser: Parser, data: bytes, document: ParsedDocument, start: int, end: int) -> None:
    location = parser.locate(document, start, end)
    assert parser.reopen(data, location) == document.text[start:end], (start, end, location)


def _check_order(document: ParsedDocument) -> None:
    size = len(document.text)
    assert [(b.start, b.end) for b in document.blocks] == sorted((b.start, b.end) for b in document.blocks)
    assert all(a.end <= b.start for a, b in pairwise(document.blocks))
    for block in document.blocks:
        assert 0 <= block.start < block.end <= size
        for part in (block.label, block.value):
            assert part is None or 0 <= part[0] <= part[1] <= size
        assert document.text[block.start : block.end].strip()
    for table in document.tables:
        assert [c.start for c in table.cells] == sorted(c.start for c in table.cells)
        assert all(table.start <= c.start <= c.end <= table.end for c in table.cells)
    assert "\r" not in document.text
    assert "\0" not in document.text


def _stated(document: ParsedDocument) -> Iterator[tuple[int, int, Location]]:
    """Every place the document itself states (a sample of very many)."""
    every = max(1, len(document.blocks) // 300)
    for block in document.blocks[::every]:
        yield block.start, block.end, block.location
    for table in document.tables:
        for cell in table.cells[:: max(1, len(table.cells) // 200)]:
            yield cell.start, cell.end, cell.location


def _spans(document: ParsedDocument, draw: random.Random, count: int) -> Iterator[tuple[int, int]]:
    """Random spans of the whole text and of single blocks."""
    size = len(document.text)
    for _ in range(count):
        start, end = sorted((draw.randint(0, size), draw.randint(0, size)))
        yield start, end
        if document.blocks:
            block = draw.choice(document.blocks)
            yield tuple(sorted((draw.randint(block.start, block.end), draw.randint(block.start, block.end))))  # type: ignore[misc]
