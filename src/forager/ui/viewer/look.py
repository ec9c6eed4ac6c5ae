"""What is asked of a document that is opened: the marks, the place, and what was taken from where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from forager.query.told import Taken
from forager.ui.viewer.marks import Mark, excerpt_of

Told = Taken
"""A statement that was taken from a place."""

Tell = Callable[[int, int], Sequence[Told]]
"""The statements whose excerpt begins between two characters of the text, in order."""


def nothing(start: int, end: int) -> Sequence[Told]:  # noqa: ARG001  # the shape of Tell
    """No statement is shown."""
    return ()


@dataclass(frozen=True, slots=True)
class Look:
    """``around`` is a line, row, block or page from 1, ``column``, ``sheet`` and ``table`` count from 1 too; 0 leaves it to the excerpt.

    ``tell`` gives the statements to note beside the text; ``reading`` widens the window, for somebody who reads on.
    """

    marks: tuple[Mark, ...] = ()
    around: int = 0
    column: int = 0
    sheet: int = 0
    table: int = 0
    tell: Tell = nothing
    reading: bool = False

    @property
    def excerpt(self) -> Mark | None:
        """The mark of the excerpt; None when nothing is marked."""
        return excerpt_of(self.marks)

    def centre(self, place_of: Callable[[int], int]) -> int:
        """The place, from 0, round which to show: the one asked for, else the excerpt's, else the first."""
        if self.around:
            return self.around - 1
        return place_of(self.excerpt.start) if self.excerpt else 0


LEFT_OUT: Final = {
    "navigation": "page furniture", "signature": "signature", "legal": "legal notice", "quotation": "quotation",
    "contents": "table of contents",
}  # fmt: skip
"""Zones that state nothing, in words."""
