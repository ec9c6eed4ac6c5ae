"""Paragraphs of a shape: their words, their depth, and whether a bullet stands before them (ECMA-376 part 1, 21.1.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from forager.parse.decode import normalise
from forager.parse.docx_package import attribute, child, children, local
from forager.parse.office import whole


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph with words: its number in the shape, its words, its depth from 0, and whether it is marked as an item."""

    number: int
    text: str
    depth: int
    item: bool


def lines_of(body: etree._Element | None, *, listed: bool) -> list[Line]:
    """The paragraphs of a text body that say something; ``listed`` when they are items unless they say otherwise."""
    found = []
    for number, node in enumerate(() if body is None else children(body, "p")):
        text = normalise("".join(_words(node)))
        if text.strip():
            found.append(Line(number, text, _depth(node), _is_item(node, listed=listed)))
    return found


def _words(node: etree._Element) -> Iterator[str]:
    for part in node:
        name = local(part) if isinstance(part.tag, str) else ""
        if name in {"r", "fld"}:
            yield from (text.text or "" for text in children(part, "t"))
        elif name == "br":
            yield "\n"
        elif name in {"AlternateContent", "Choice", "Fallback"}:
            forms = list(children(part, "Choice", "Fallback"))
            yield from _words(forms[0] if forms else part)


def _depth(node: etree._Element) -> int:
    properties = child(node, "pPr")
    level = attribute(properties, "lvl") if properties is not None else ""
    return max(0, min(whole(level, 0), 8))


def _is_item(node: etree._Element, *, listed: bool) -> bool:
    properties = child(node, "pPr")
    marks = {local(part) for part in properties} if properties is not None else set()
    if "buNone" in marks:
        return False
    return listed or bool(marks & {"buChar", "buAutoNum", "buBlip"})
