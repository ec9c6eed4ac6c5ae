"""Tables of a page: which of them hold data, and where their cells stand once spans are laid out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from lxml import etree

MAX_COLUMNS = 1_000
LONG_CELL = 600
"""Characters; a table without headings whose cells are longer lays a page out."""
_BLOCKS = etree.XPath(
    "boolean(.//h1|.//h2|.//h3|.//h4|.//form|.//article|.//section|.//main|.//nav|.//p/following-sibling::p)"
)
_INNER = etree.XPath("boolean(.//table)")
_TEXT = etree.XPath("normalize-space(.)")


class Kind(Enum):
    """What a table is for: data under headings, one name and value per row, or placing things on the page."""

    DATA = "data"
    RECORD = "record"
    LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of the tree, where it begins in the grid, and how far it reaches."""

    node: etree._Element
    row: int
    column: int
    rows: int
    columns: int

    @property
    def is_head(self) -> bool:
        """Whether it is marked as a heading."""
        return self.node.tag == "th"


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of one table in reading order, and its size."""

    places: tuple[Place, ...]
    rows: int
    columns: int

    def header_rows(self) -> frozenset[int]:
        """The first rows that hold nothing but headings; a row that is one cell over the whole width is passed over."""
        rows: list[list[Place]] = [[] for _ in range(self.rows)]
        for place in self.places:
            rows[place.row].append(place)
        heads = 0
        while heads < self.rows and self._is_heading_row(rows[heads]):
            heads += 1
        heads = heads if heads < self.rows else 1
        found = [row for row in range(heads) if not self._is_whole_row(rows[row])]
        return frozenset(row for row in found if all(p.row + p.rows <= heads or _in_head(p.node) for p in rows[row]))

    def _is_heading_row(self, cells: list[Place]) -> bool:
        if not cells or self._is_whole_row(cells):
            return True
        return all(cell.is_head or _in_head(cell.node) for cell in cells) and (
            len(cells) > 1 or _in_head(cells[0].node)
        )

    def _is_whole_row(self, cells: list[Place]) -> bool:
        return len(cells) == 1 and cells[0].columns >= self.columns

    def spread(self, place: Place) -> Iterator[tuple[int, int]]:
        """Every row and column that a cell covers; one over the whole width stands in its first column only."""
        columns = 1 if place.columns >= self.columns else place.columns
        for row in range(place.row, place.row + place.rows):
            for column in range(place.column, place.column + columns):
                yield row, column


def _in_head(node: etree._Element) -> bool:
    row = node.getparent()
    above = row.getparent() if row is not None else None
    return above is not None and above.tag == "thead"


def rows_of(table: etree._Element) -> Iterator[etree._Element]:
    """The table's own rows in the order in which they are shown: head, body, foot."""
    for tags in (("thead",), ("tbody", "tr"), ("tfoot",)):
        for child in table:
            if child.tag in tags:
                yield from [child] if child.tag == "tr" else child.iterchildren("tr")


def grid_of(table: etree._Element) -> Grid:
    """The cells laid out: a cell that spans rows pushes the cells of the rows below it aside."""
    places: list[Place] = []
    rows = list(rows_of(table))
    until: dict[int, int] = {}
    for number, row in enumerate(rows):
        column = 0
        for node in row.iterchildren("td", "th"):
            while until.get(column, 0) > number:
                column += 1
            if column >= MAX_COLUMNS:
                break
            wide = min(_span(node, "colspan"), MAX_COLUMNS - column)
            tall = min(_span(node, "rowspan") or len(rows), len(rows) - number)
            places.append(Place(node, number, column, tall, wide or 1))
            for covered in range(column, column + (wide or 1)):
                until[covered] = number + tall
            column += wide or 1
    width = max((place.column + place.columns for place in places), default=0)
    return Grid(tuple(places), len(rows), width)


def _span(node: etree._Element, name: str) -> int:
    found = re.match(r"\s*(\d{1,5})", node.get(name) or "")
    return int(found[1]) if found else 1


def kind_of(table: etree._Element, grid: Grid) -> Kind:
    """Headings, a caption or cells of few words make data; a role or nesting or long cells make layout."""
    if (table.get("role") or "").lower() in {"presentation", "none"} or grid.columns < 2:
        return Kind.LAYOUT
    heads = [place for place in grid.places if place.is_head and _text(place.node)]
    if heads and _is_record(grid) and not _INNER(table):
        return Kind.RECORD
    if grid.header_rows() or next(table.iterchildren("caption"), None) is not None:
        return Kind.DATA
    if _INNER(table) or _BLOCKS(table) or not _has_rows(grid):
        return Kind.LAYOUT
    texts = [_text(place.node) for place in grid.places]
    return Kind.LAYOUT if any(len(text) > LONG_CELL for text in texts) else Kind.DATA


def _text(node: etree._Element) -> str:
    return str(_TEXT(node))


def _is_record(grid: Grid) -> bool:
    """Every row is a name and its one value or a single cell; most names, or the single cells between them, are marked as headings."""
    by_row: dict[int, list[Place]] = {}
    for place in grid.places:
        by_row.setdefault(place.row, []).append(place)
    pairs = [cells for cells in by_row.values() if len(cells) == 2]
    if not pairs or any(len(cells) > 2 for cells in by_row.values()) or any(cells[1].is_head for cells in pairs):
        return False
    parted = any(cells[0].is_head for cells in by_row.values() if len(cells) == 1)
    return parted or sum(1 for cells in pairs if cells[0].is_head) * 2 >= len(pairs)


def _has_rows(grid: Grid) -> bool:
    """At least two rows in which two cells say something."""
    counts: dict[int, int] = {}
    for place in grid.places:
        if _text(place.node):
            counts[place.row] = counts.get(place.row, 0) + 1
    return sum(1 for count in counts.values() if count > 1) > 1
