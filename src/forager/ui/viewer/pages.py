"""A PDF: its pages as pictures with boxes round the marked words, and the words of each page beside its picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from forager.parse import pdf_view
from forager.parse.errors import ParseError
from forager.ui.viewer.look import Look
from forager.ui.viewer.marks import EXCERPT, Mark
from forager.ui.viewer.nodes import Group, groups
from forager.ui.viewer.paper import nodes_of
from forager.ui.viewer.stored import Kept, segments
from forager.ui.viewer.window import Window

READING: Final = 2
"""Pages that are shown at once to somebody who reads on."""
MOST: Final = 6
"""Pages of one excerpt that are shown."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page as shown: from the left, from the top, in points; ``role`` as of marks."""

    left: float
    top: float
    width: float
    height: float
    role: str

    @property
    def bottom(self) -> float:
        """From the top of the page to the lower edge."""
        return self.top + self.height

    @property
    def right(self) -> float:
        """From the left of the page to the right edge."""
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its number from 1, its size in points (0 when it cannot be drawn), its boxes, its words."""

    number: int
    width: float
    height: float
    boxes: tuple[Box, ...]
    groups: tuple[Group, ...]
    first: bool = False

    @property
    def drawn(self) -> bool:
        """Whether there is a picture of it."""
        return self.width > 0


@dataclass(frozen=True, slots=True)
class Pages:
    """A PDF, opened at some of its pages."""

    kind: ClassVar[str] = "pages"
    pages: tuple[Page, ...]
    window: Window


def pages(kept: Kept, look: Look, data: bytes) -> Pages:
    """The pages that hold the excerpt, or those from the one asked for; without bytes that open, their words alone."""
    total = _count(kept, data)
    first, last = _asked(kept, look)
    first = min(max(1, first), max(1, total))
    last = min(max(first, last), total, first + MOST - 1)
    size = last - first + 1
    earlier = max(1, first - size) if first > 1 else 0
    shown = Window(first - 1, last, total, "page", earlier, last + 1 if last < total else 0)
    boxes = [box for mark in look.marks for box in _boxes(mark, data)]
    marked = next((number for number, box in boxes if box.role == EXCERPT), 0)
    made = (_page(kept, look, data, number, boxes, first=number == marked) for number in range(first, last + 1))
    return Pages(tuple(made), shown)


def _count(kept: Kept, data: bytes) -> int:
    try:
        return pdf_view.page_count(data)
    except ParseError:
        return max((page_of(address) for _, address, *_ in kept.runs), default=0)


def _asked(kept: Kept, look: Look) -> tuple[int, int]:
    if look.around:
        return look.around, look.around + (READING - 1 if look.reading else 0)
    if look.excerpt is None:
        return 1, READING
    inside = range(kept.run_at(look.excerpt.start), kept.run_at(look.excerpt.end - 1) + 1)
    numbers = [number for run in inside if (number := page_of(kept.address(run)))]
    return min(numbers, default=1), max(numbers, default=1)


def page_of(address: str) -> int:
    """The page in a run's address ("page:3@…"); 0 for characters that stand on none."""
    number = address.removeprefix("page:").partition("@")[0]
    return int(number) if number.isdecimal() else 0


def _boxes(mark: Mark, data: bytes) -> Iterator[tuple[int, Box]]:
    if mark.location is None:
        return
    try:
        found = pdf_view.marks(data, mark.location)
    except ParseError:
        return
    for each in found:
        yield each.page, Box(each.left / 100, each.top / 100, each.width / 100, each.height / 100, mark.role)


def _page(kept: Kept, look: Look, data: bytes, number: int, boxes: list[tuple[int, Box]], *, first: bool) -> Page:
    try:
        width, height = pdf_view.page_size(data, number)
    except ParseError:
        width = height = 0
    mine = tuple(box for page, box in boxes if page == number)
    return Page(number, width / 100, height / 100, mine, _words(kept, look, number), first)


def _words(kept: Kept, look: Look, number: int) -> tuple[Group, ...]:
    """What was read from a page, in the order of reading."""
    every = [each for span in _stretches(kept, number) for each in segments(kept, *span)]
    return groups(nodes_of(kept, look, every))


def _stretches(kept: Kept, number: int) -> Iterator[tuple[int, int]]:
    """The stretches of the text that stand on a page; characters that stand on none go with those before them."""
    first = -1
    for run, (_, address, *_) in enumerate(kept.runs):
        page = page_of(address)
        if page == number and first < 0:
            first = run
        elif page not in {0, number} and first >= 0:
            yield kept.start(first), kept.start(run)
            first = -1
    if first >= 0:
        yield kept.start(first), len(kept.text)
