"""Places on a sheet: "B4", "B4:C9", and the numbers behind them; everything counts from zero."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PLACE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")


@dataclass(frozen=True, slots=True)
class Cell:
    """A filled cell: row, column, and the words a person sees in it."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells, both corners inside."""

    top: int
    left: int
    bottom: int
    right: int

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    @property
    def words(self) -> str:
        """ "B4" or "B4:C9"."""
        first, last = reference(self.top, self.left), reference(self.bottom, self.right)
        return first if first == last else f"{first}:{last}"


def reference(row: int, column: int) -> str:
    """The cell's name, "B4" for row 3 and column 1."""
    letters, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(65 + digit) + letters
    return f"{letters}{row + 1}"


def place_of(name: str) -> tuple[int, int] | None:
    """Row and column of a cell's name; None when it is none."""
    found = _PLACE.fullmatch(name)
    if found is None:
        return None
    column = 0
    for letter in found.group(1).upper():
        column = column * 26 + ord(letter) - 64
    row = int(found.group(2))
    return (row - 1, column - 1) if 1 <= row <= 1_048_576 and column <= 16_384 else None


def area_of(name: str) -> Area | None:
    """The rectangle of "B4:C9" or "B4"; None when it is none."""
    first, _, last = name.partition(":")
    start, end = place_of(first), place_of(last or first)
    if start is None or end is None:
        return None
    return Area(min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1]))
