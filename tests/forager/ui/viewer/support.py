"""Documents parsed and opened, without a store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from forager.model.document import ParsedDocument
from forager.parse import registry
from forager.parse.parser import ParseContext
from forager.pipeline.structure import structure
from forager.ui.viewer.look import Look
from forager.ui.viewer.marks import EXCERPT, Mark, Piece
from forager.ui.viewer.opening import View, view
from forager.ui.viewer.stored import Kept
from formicaria.ground.canonical import parse

FALCON = Path(__file__).resolve().parents[4] / "examples" / "falcon"


def parsed(data: bytes | str, name: str) -> ParsedDocument:
    raw = data.encode() if isinstance(data, str) else data
    return registry.parse(raw, ParseContext(name))


def kept_of(document: ParsedDocument) -> Kept:
    """A document as it comes back from the store."""
    found = parse(structure(document))
    assert isinstance(found, dict)
    return Kept.of(document.text, found)


def kept(data: bytes | str, name: str) -> Kept:
    return kept_of(parsed(data, name))


def mark(document: ParsedDocument, start: int, end: int, role: str = EXCERPT) -> Mark:
    """A mark with its place in the original."""
    return Mark(start, end, role, registry.by_name(document.parser).locate(document, start, end))


def mark_of(document: ParsedDocument, words: str, role: str = EXCERPT) -> Mark:
    start = document.text.index(words)
    return mark(document, start, start + len(words), role)


def opened(data: bytes | str, name: str, *words: str, **look: int) -> View:
    """A file opened at some words."""
    document = parsed(data, name)
    raw = data.encode() if isinstance(data, str) else data
    marks = tuple(mark_of(document, each) for each in words)
    return view(kept_of(document), Look(marks, **look), raw)


def pieces_in(shown: object) -> Iterator[Piece]:
    """Every piece of a view, in order."""
    if isinstance(shown, Piece):
        yield shown
    elif isinstance(shown, tuple):
        for each in shown:
            yield from pieces_in(each)
    elif is_dataclass(shown):
        for each in fields(shown):
            yield from pieces_in(getattr(shown, each.name))


def marked(shown: object) -> str:
    """The marked words of a view, joined."""
    return "".join(each.text for each in pieces_in(shown) if each.marked)


def words(shown: object) -> str:
    """All words of a view, joined."""
    return "".join(each.text for each in pieces_in(shown))
