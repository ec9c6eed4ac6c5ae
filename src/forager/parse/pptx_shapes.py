"""The shapes of one slide in the order a person reads them: the title, then from top to bottom (ECMA-376 part 1, 19.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter

from lxml import etree

from forager.parse.docx_package import attribute, child, children, local
from forager.parse.errors import TooDeep
from forager.parse.office import whole

LINE = 360_000
"""Shapes whose tops lie within this height (EMU, one centimetre) stand side by side."""

_SHAPES = frozenset({"sp", "graphicFrame", "pic", "grpSp", "cxnSp", "contentPart"})


class Role(StrEnum):
    """What a shape is for on its slide."""

    TITLE = "title"
    SUBTITLE = "subtitle"
    BODY = "body"
    MARGIN = "margin"
    FREE = "free"


_ROLES = {
    "title": Role.TITLE, "ctrTitle": Role.TITLE, "subTitle": Role.SUBTITLE, "body": Role.BODY, "obj": Role.BODY,
    "dt": Role.MARGIN, "ftr": Role.MARGIN, "hdr": Role.MARGIN, "sldNum": Role.MARGIN,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape that is no group: its number on the slide (in file order, from 1), its element and its role."""

    number: int
    node: etree._Element
    role: Role


Places = Mapping[tuple[str, str], tuple[int, int]]
"""Type and index of a placeholder to the place (top, left) that the layout gives it."""


def shapes_of(tree: etree._Element, places: Places, max_depth: int) -> list[Shape]:
    """All shapes of a slide in reading order.

    Raises:
        TooDeep: groups in groups beyond the limit.
    """
    numbers = {node: number for number, node in enumerate(_walk(tree, max_depth), start=1)}
    return [Shape(numbers[node], node, role_of(node)) for node in _ordered(tree, places)]


def placeholder(node: etree._Element) -> tuple[str, str] | None:
    """Type and index of the placeholder that a shape fills; None when it fills none."""
    for part in node:
        mark = child(part, "nvPr", "ph") if local(part).startswith("nv") else None
        if mark is not None:
            return attribute(mark, "type") or "obj", attribute(mark, "idx")
    return None


def role_of(node: etree._Element) -> Role:
    """What a shape is for, by the placeholder that it fills."""
    found = placeholder(node)
    return Role.FREE if found is None else _ROLES.get(found[0], Role.FREE)


def placeholder_places(tree: etree._Element | None) -> dict[tuple[str, str], tuple[int, int]]:
    """Where a layout or master puts its placeholders."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for node in () if tree is None else children(tree, "sp", "pic", "graphicFrame"):
        key, place = placeholder(node), _own_place(node)
        if key is not None and place is not None:
            found.setdefault(key, place)
            found.setdefault((key[0], ""), place)
    return found


def _walk(tree: etree._Element, left: int) -> Iterator[etree._Element]:
    if left <= 0:
        raise TooDeep("Groups on a slide are nested too deeply.", remedy="Ungroup them and add the file again.")
    for node in _shapes_in(tree):
        if local(node) == "grpSp":
            yield from _walk(node, left - 1)
        else:
            yield node


def _shapes_in(tree: etree._Element) -> Iterator[etree._Element]:
    """Shapes right below an element; of two forms of one thing the first that holds a shape."""
    for node in tree:
        name = local(node) if isinstance(node.tag, str) else ""
        if name in _SHAPES:
            yield node
        elif name == "AlternateContent":
            forms = [list(_shapes_in(form)) for form in children(node, "Choice", "Fallback")]
            yield from next((form for form in forms if form), [])


def _ordered(tree: etree._Element, places: Places) -> Iterator[etree._Element]:
    placed = [(_key(number, node, places), node) for number, node in enumerate(_shapes_in(tree))]
    for _, node in sorted(placed, key=itemgetter(0)):
        if local(node) == "grpSp":
            yield from _ordered(node, places)
        else:
            yield node


def _key(number: int, node: etree._Element, places: Places) -> tuple[int, int, int, int]:
    """Titles first, margins last, between them by place; what has no place keeps its order after those that have."""
    role, filled = role_of(node), placeholder(node)
    place = _own_place(node)
    if place is None and filled is not None:
        place = places.get(filled) or places.get((filled[0], ""))
    rank = {Role.TITLE: 0, Role.SUBTITLE: 1, Role.MARGIN: 9}.get(role, 2 if place is not None else 3)
    top, left = place or (0, 0)
    return rank, top // LINE, left, number


def _own_place(node: etree._Element) -> tuple[int, int] | None:
    for path in (("spPr", "xfrm", "off"), ("xfrm", "off"), ("grpSpPr", "xfrm", "off")):
        found = child(node, *path)
        if found is not None:
            top, left = attribute(found, "y"), attribute(found, "x")
            return (whole(top, 0), whole(left, 0))
    return None
