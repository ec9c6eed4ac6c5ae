"""A file of rows (CSV): every row with its number, also of files too long to be kept cell by cell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Final

from forager.parse.delimited import records
from forager.ui.viewer.grid import Grid, Place, Spot, grid, head_rows, spots_of
from forager.ui.viewer.lines import Lines, lines
from forager.ui.viewer.look import Look
from forager.ui.viewer.stored import Kept

LONGEST: Final = 4_000_000
"""Characters of a file whose rows are counted anew when it is opened; a longer one is shown by lines."""


def rows(kept: Kept, look: Look) -> Grid | Lines:
    """The rows round the excerpt, or round the row asked for."""
    if len(kept.text) > LONGEST:
        return lines(kept, look)
    delimiter = {"tab": "\t"}.get(kept.properties.get("delimiter", ","), kept.properties.get("delimiter", ","))
    known = spots_of(kept.tables[0]) if kept.tables else []
    heads = {spot.start for spot in known if spot.head}
    every = list(records(kept.text, delimiter))
    starts = [row[0][0] for row in every]
    at = min(look.centre(lambda place: bisect_right(starts, place) - 1), len(every) - 1)
    spots = list(_spots(every, at, heads))
    first = next((row for row, cells in enumerate(islice(every, 20)) if cells[0][0] in heads), None)
    if first is not None:
        spots += _row(first, every[first], heads)
    width = max(map(len, every), default=0)
    excerpt = look.excerpt
    column = bisect_right([span[0] for span in every[at]], excerpt.start) - 1 if excerpt and at < len(every) else 0
    place = Place(at, look.column - 1 if look.column else max(0, column))
    return grid(kept, look, spots, (len(every), width), place, heads=head_rows(spots))


_NEAR: Final = 130
"""Rows on each side that a window may reach to."""


def _spots(every: list[list[tuple[int, int]]], at: int, heads: set[int]) -> Iterator[Spot]:
    for row in range(max(0, at - _NEAR), min(len(every), at + _NEAR)):
        yield from _row(row, every[row], heads)


def _row(row: int, cells: list[tuple[int, int]], heads: set[int]) -> list[Spot]:
    return [Spot(row, column, *span, span[0] in heads) for column, span in enumerate(cells) if span[0] < span[1]]
