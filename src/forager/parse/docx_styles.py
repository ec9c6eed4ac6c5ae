"""What a paragraph's style makes of it: title, heading, list item, caption, contents, quotation, code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from forager.model.document import Zone
from forager.parse.docx_package import attribute, child, children, local

_HEADING = re.compile(r"(?:heading|überschrift|titre|título) ?([1-9])", re.IGNORECASE)
_BY_NAME: tuple[tuple[re.Pattern[str], Zone], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), zone)
    for pattern, zone in (
        (r"title", Zone.TITLE),
        (r"toc \d|toc heading|table of figures|table of contents", Zone.CONTENTS),
        (r"caption", Zone.CAPTION),
        (r"(?:intense )?quote|block text", Zone.QUOTATION),
        (r"(?:html preformatted|html code|plain text|macro text|source code|code)", Zone.CODE),
        (r"list.*", Zone.ITEM),
        (r"signature|closing|e-mail signature", Zone.SIGNATURE),
    )
)
MAX_CHAIN = 12


@dataclass(frozen=True, slots=True)
class Style:
    """The zone a style stands for, and its level (heading level; list depth)."""

    zone: Zone = Zone.PARAGRAPH
    level: int = 0


class Styles:
    """The styles of one document, by id."""

    def __init__(self, root: etree._Element | None) -> None:
        """Read the styles part; None when the document has none."""
        nodes = [] if root is None else list(children(root, "style"))
        self._nodes = {attribute(node, "styleId"): node for node in nodes}

    def of(self, paragraph: etree._Element) -> Style:
        """What a paragraph is by its own properties, its style, and the styles that one is based on."""
        properties = child(paragraph, "pPr")
        style_node = None if properties is None else child(properties, "pStyle")
        style_id = attribute(style_node, "val") if style_node is not None else ""
        named = self._named(style_id)
        if named.zone in {Zone.TITLE, Zone.HEADING, Zone.CONTENTS, Zone.CAPTION}:
            return named
        outline = _outline(properties) or self._outline(style_id)
        if outline:
            return Style(Zone.HEADING, outline)
        depth = _list_depth(properties)
        if depth is None and named.zone is not Zone.ITEM:
            depth = self._list_depth(style_id)
        if depth == 0:
            return Style() if named.zone is Zone.ITEM else named
        return Style(Zone.ITEM, depth) if depth else named

    def _chain(self, style_id: str) -> list[etree._Element]:
        chain: list[etree._Element] = []
        while style_id in self._nodes and len(chain) < MAX_CHAIN:
            chain.append(self._nodes[style_id])
            based = child(chain[-1], "basedOn")
            style_id = attribute(based, "val") if based is not None else ""
        return chain

    def _named(self, style_id: str) -> Style:
        for node in self._chain(style_id):
            name_node = child(node, "name")
            name = attribute(name_node, "val") if name_node is not None else ""
            heading = _HEADING.fullmatch(name)
            if heading:
                return Style(Zone.HEADING, int(heading.group(1)))
            for pattern, zone in _BY_NAME:
                if pattern.fullmatch(name):
                    digit = re.search(r"\d$", name)
                    return Style(zone, int(digit.group()) if digit and zone is Zone.ITEM else int(zone is Zone.ITEM))
        return Style()

    def _outline(self, style_id: str) -> int:
        return next((level for node in self._chain(style_id) if (level := _outline(child(node, "pPr")))), 0)

    def _list_depth(self, style_id: str) -> int | None:
        depths = (_list_depth(child(node, "pPr")) for node in self._chain(style_id))
        return next((depth for depth in depths if depth is not None), None)


def _outline(properties: etree._Element | None) -> int:
    """Heading level 1-9, or 0 for body text."""
    node = None if properties is None else child(properties, "outlineLvl")
    value = attribute(node, "val") if node is not None else ""
    return int(value) + 1 if value.isdigit() and int(value) < 9 else 0


def _list_depth(properties: etree._Element | None) -> int | None:
    """List depth from 1; 0 when numbering is switched off; None when nothing is said."""
    numbering = None if properties is None else child(properties, "numPr")
    if numbering is None:
        return None
    number, level = child(numbering, "numId"), child(numbering, "ilvl")
    if number is not None and attribute(number, "val") == "0":
        return 0
    value = attribute(level, "val") if level is not None else "0"
    return int(value) + 1 if value.isdigit() else 1


def all_bold(paragraph: etree._Element) -> bool:
    """Whether every run with words is bold: how people without styles write headings."""
    runs = [
        run for run in children(paragraph, "r") if any(local(node) == "t" and (node.text or "").strip() for node in run)
    ]
    return bool(runs) and all(_is_bold(run) for run in runs)


def _is_bold(run: etree._Element) -> bool:
    node = child(run, "rPr", "b")
    return node is not None and attribute(node, "val") not in {"0", "false", "off", "none"}
