"""The numbers behind a chart, as the table that a person could read off it (ECMA-376 part 1, 21.2)."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from forager.parse.decode import normalise
from forager.parse.docx_package import attribute, child, local
from forager.parse.office import whole
from forager.parse.xlsx_format import shown

MAX_POINTS = 300
MAX_SERIES = 40

Grid = dict[tuple[int, int], str]


def chart_grid(root: etree._Element) -> Grid:
    """Row and column to words: series name the columns, categories the rows; empty when the chart keeps no numbers."""
    grid: Grid = {}
    for column, series in enumerate(_series(root), start=1):
        name = _first(child(series, "tx"))
        values = _points(child(series, "val") if child(series, "val") is not None else child(series, "yVal"))
        names = _points(child(series, "cat") if child(series, "cat") is not None else child(series, "xVal"))
        if not values:
            continue
        grid[0, column] = name or f"Series {column}"
        for row, words in values.items():
            grid[row + 1, column] = words
            if row in names:
                grid.setdefault((row + 1, 0), names[row])
    return {place: words for place, words in sorted(grid.items()) if words.strip()}


def chart_title(root: etree._Element) -> str:
    """The words written above the chart; empty when there are none."""
    title = child(root, "chart", "title", "tx", "rich")
    if title is None:
        return ""
    return normalise(" ".join(node.text or "" for node in title.iter("{*}t"))).strip()


def _series(root: etree._Element) -> Iterator[etree._Element]:
    for number, node in enumerate(root.iter("{*}ser")):
        if number < MAX_SERIES:
            yield node


def _first(node: etree._Element | None) -> str:
    return next(iter(_points(node).values()), "") if node is not None else ""


def _points(node: etree._Element | None) -> dict[int, str]:
    """Point number to words, from the values that the chart keeps."""
    found: dict[int, str] = {}
    if node is None:
        return found
    for cache in node.iter("{*}numCache", "{*}strCache", "{*}numLit", "{*}strLit", "{*}lvl"):
        code = child(cache, "formatCode")
        for point in cache.iter("{*}pt"):
            place, value = whole(attribute(point, "idx"), -1), child(point, "v")
            if 0 <= place < MAX_POINTS and value is not None:
                words = _shown(value.text or "", code.text or "" if code is not None else "", local(cache))
                found.setdefault(place, words)
    literal = child(node, "v")
    if not found and literal is not None:
        found[0] = normalise(literal.text or "")
    return found


def _shown(value: str, code: str, cache: str) -> str:
    if not cache.startswith("num"):
        return normalise(value)
    try:
        return shown(float(value), code or "General")
    except ValueError:
        return normalise(value)
