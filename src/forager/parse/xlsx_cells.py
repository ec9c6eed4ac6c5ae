"""Places on a sheet: "B4", "B4:C9", and the numbers behind them; everything counts from zero."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

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

    def covers(self, other: Area) -> bool:
        """Whether all of another rectangle lies in it."""
        return (
            self.top <= other.top
            and self.left <= other.left
            and other.bottom <= self.bottom
            and other.right <= self.right
        )

    def around(self, other: Area) -> Area:
        """The rectangle around both."""
        return Area(
            min(self.top, other.top), min(self.left, other.left), max(self.bottom, other.bottom), max(self.right, other.right)
        )  # fmt: skip

    @property
    def words(self) -> str:
        """ "B4" or "B4:C9"."""
        first, last = reference(self.top, self.left), reference(self.bottom, self.right)
        return first if first == last else f"{first}:{last}"


def reference(row: int, column: int) -> str:
    """The cell's name, "B4" for row 3 and column 1."""
    return f"{letters_of(column)}{row + 1}"


def place_of(name: str) -> tuple[int, int] | None:
    """Row and column of a cell's name; None when it is none."""
    found = _PLACE.fullmatch(name)
    if found is None:
        return None
    letters, digits = found.groups()
    column, row = _column(letters), int(digits)
    return (row - 1, column) if 1 <= row <= 1_048_576 and column < 16_384 else None


@lru_cache(maxsize=20_000)
def _column(letters: str) -> int:
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - 64
    return column - 1


@lru_cache(maxsize=20_000)
def letters_of(column: int) -> str:
    """The name of a column, "B" for 1."""
    letters, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(65 + digit) + letters
    return letters


def area_of(name: str) -> Area | None:
    """The rectangle of "B4:C9" or "B4"; None when it is none."""
    first, _, last = name.partition(":")
    start = place_of(first)
    end = place_of(last) if last else start
    if start is None or end is None:
        return None
    return Area(min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1]))
