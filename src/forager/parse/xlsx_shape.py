"""What a part of a sheet is: a form, a table with its title lines and header rows, or lines of text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from forager.parse.table_shape import LOOK_AHEAD, is_form, is_typed, shape_of
from forager.parse.xlsx_cells import Area
from forager.parse.xlsx_regions import Region, grid_of

DEEPEST = 3
"""Rows that a header can have."""

_UNIT = re.compile(
    r"[(\[].{1,12}[)\]]|%|[€$£]|k[€$£]|EUR|USD|GBP|CHF|JPY|k?g|t|mg|[kcm]?m[²³23]?|km/h|h|min|s|ms|[kM]?W|[kMG]?Wh|[kM]?V|A|Hz|l|ml"
    r"|°?C|K|bar|[kM]?Pa|N|pcs|units?|days?|hours?|weeks?|months?|years?|people|FTE|[kMGT]B"
)
_PERIOD = re.compile(r"(?:19|20)\d{2}(?:[-/]\d{2,4})?|Q[1-4](?: ?\d{4})?|(?:19|20)\d{2}-\d{2}", re.IGNORECASE)


class Look(StrEnum):
    """How a part of a sheet is to be read."""

    LINES = "lines"
    FORM = "form"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a part is read: ``captions`` and ``headers`` are row numbers on the sheet."""

    look: Look
    captions: tuple[int, ...] = ()
    headers: tuple[int, ...] = ()


def read_shape(region: Region, merges: Sequence[Area]) -> Reading:
    """The reading of a part, from its first rows and the merged areas that lie in it."""
    area = region.area
    if area.left == area.right or all(len(row) == 1 for row in region.rows()[:LOOK_AHEAD]):
        return Reading(Look.LINES)
    rows = grid_of(region, min(area.bottom, area.top + LOOK_AHEAD))
    inside = [merge for merge in merges if area.holds(merge.top, merge.left)]
    if region.header_rows >= 0:
        return Reading(Look.TABLE, (), tuple(range(area.top, area.top + region.header_rows)))
    captions = _captions(rows, inside, area)
    if _is_form_like(rows[len(captions) :]):
        return Reading(Look.FORM, _on_sheet(captions, area))
    first = len(captions)
    depth = _depth(rows, first, inside, area)
    for size in range(depth, 0, -1):
        named = _named(rows, first, size, inside, area)
        if shape_of([named, *rows[first + size :]]).header == 0:
            return Reading(Look.TABLE, _on_sheet(captions, area), tuple(area.top + first + n for n in range(size)))
    shape = shape_of(rows)
    if shape.header is None:
        return Reading(Look.TABLE, _on_sheet(captions, area))
    return Reading(Look.TABLE, _on_sheet(shape.captions, area), (area.top + shape.header,))


def _on_sheet(rows: Sequence[int], area: Area) -> tuple[int, ...]:
    return tuple(area.top + row for row in rows)


def _captions(rows: Sequence[Sequence[str]], merges: Sequence[Area], area: Area) -> tuple[int, ...]:
    """Rows on top with one filled cell, when what follows is wider."""
    found: list[int] = []
    for number, row in enumerate(rows[:-1]):
        filled = [column for column, words in enumerate(row) if words.strip()]
        if len(filled) > 1 or (filled and is_typed(row[filled[0]])):
            break
        if filled and filled[0] > 0 and not _is_wide(number, filled[0], merges, area):
            break
        found.append(number)
    return tuple(number for number in found if number < len(rows) - 1)


def _is_wide(row: int, column: int, merges: Sequence[Area], area: Area) -> bool:
    """Whether a cell is merged over most of the table's width."""
    width = area.right - area.left + 1
    return any(
        merge.top == area.top + row
        and merge.left == area.left + column
        and (merge.right - merge.left + 1) * 3 >= width * 2
        for merge in merges
    )


def _is_form_like(rows: Sequence[Sequence[str]]) -> bool:
    """At most two filled cells a row, names of fields left and their values right."""
    pairs = [[words for words in row if words.strip()] for row in rows]
    pairs = [pair for pair in pairs if pair]
    return len(pairs) > 1 and all(len(pair) == 2 for pair in pairs) and is_form(pairs)


# --- headers of several rows


def _depth(rows: Sequence[Sequence[str]], first: int, merges: Sequence[Area], area: Area) -> int:
    """How many rows the header may have: it goes on below merged cells, into gaps, and into a row of units."""
    depth = 1
    while depth < DEEPEST and first + depth < len(rows) - 1 and _goes_on(rows, first + depth - 1, merges, area):
        depth += 1
    return depth


def _goes_on(rows: Sequence[Sequence[str]], row: int, merges: Sequence[Area], area: Area) -> bool:
    here, below = rows[row], rows[row + 1]
    names = [words.strip() for words in below if words.strip()]
    if not names or any(is_typed(words) and not _PERIOD.fullmatch(words) for words in names):
        return False
    on_sheet = area.top + row
    width = area.right - area.left + 1
    if any(
        merge.top <= on_sheet <= merge.bottom and (merge.bottom > on_sheet or 1 < merge.right - merge.left + 1 < width)
        for merge in merges
    ):
        return True
    if all(_UNIT.fullmatch(words) for words in names) and all(words.strip() for words in here):
        return True
    gaps = [column for column, words in enumerate(here) if not words.strip()]
    return bool(gaps) and all(below[column].strip() for column in gaps) and len(names) > len(gaps)


def _named(rows: Sequence[Sequence[str]], first: int, size: int, merges: Sequence[Area], area: Area) -> list[str]:
    """The names of the columns, composed from the header's rows with merged cells carried to their columns."""
    columns: list[str] = []
    for column in range(area.right - area.left + 1):
        parts: list[str] = []
        for row in range(first, first + size):
            at = _source(area.top + row, area.left + column, merges)
            words = rows[at[0] - area.top][at[1] - area.left].strip() if at[0] - area.top < len(rows) else ""
            if words and words not in parts:
                parts.append(words)
        columns.append(" | ".join(parts))
    return columns


def _source(row: int, column: int, merges: Sequence[Area]) -> tuple[int, int]:
    """The cell whose words stand at a place: the first one of a merged area."""
    return next(((m.top, m.left) for m in merges if m.holds(row, column)), (row, column))
