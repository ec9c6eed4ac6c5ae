"""A PDF: its pages as pictures with boxes round the marked words, and the words of each page beside its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, ParamSpec, Protocol, TypeVar

from forager.errors import CannotOpen
from forager.model.document import Location
from forager.parse import pdf_view
from forager.parse.errors import ParseError
from forager.parse.pdf_view import Shown
from forager.ui.viewer.look import Look
from forager.ui.viewer.marks import EXCERPT, Mark
from forager.ui.viewer.nodes import Group, groups
from forager.ui.viewer.paper import nodes_of
from forager.ui.viewer.stored import Kept, segments
from forager.ui.viewer.window import Window

READING: Final = 2
"""Pages that are shown at once to somebody who reads on."""
P = ParamSpec("P")
T = TypeVar("T")


class Apart(Protocol):
    """Where a document is opened: gives what ``work`` gives, or raises CannotOpen."""

    def __call__(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it."""
        ...


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


def here(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Do it in this process."""
    return work(*args, **kwargs)


def pages(kept: Kept, look: Look, data: bytes, apart: Apart = here) -> Pages:
    """The pages that hold the excerpt, or those from the one asked for; without bytes that open, their words alone.

    ``apart`` opens the document where it may hurt nobody.
    """
    asked = _asked(kept, look)
    places = [mark for mark in look.marks if mark.location is not None]
    found = _opened(kept, data, asked, [mark.location for mark in places if mark.location is not None], apart)
    first, last, size = found.first, found.last, found.last - found.first + 1
    earlier = max(1, first - size) if first > 1 else 0
    shown = Window(first - 1, last, found.count, "page", earlier, last + 1 if last < found.count else 0)
    boxes = [box for mark, there in zip(places, found.marks, strict=True) for box in _boxes(mark, there)]
    marked = next((number for number, box in boxes if box.role == EXCERPT), 0)
    numbered = zip(range(first, last + 1), found.sizes, strict=True)
    made = (_page(kept, look, number, size, boxes, first=number == marked) for number, size in numbered)
    return Pages(tuple(made), shown)


def _opened(kept: Kept, data: bytes, asked: tuple[int, int], places: list[Location], apart: Apart) -> Shown:
    try:
        return apart(pdf_view.show, data, *asked, places)
    except (ParseError, CannotOpen):
        count = max((page_of(address) for _, address, *_ in kept.runs), default=0)
        first = min(max(1, asked[0]), max(1, count))
        last = min(max(first, asked[1]), count, first + pdf_view.MOST_PAGES - 1)
        return Shown(count, first, last, ((0, 0),) * max(0, last - first + 1), ((),) * len(places))


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


def _boxes(mark: Mark, there: tuple[pdf_view.Mark, ...]) -> Iterator[tuple[int, Box]]:
    for each in there:
        yield each.page, Box(each.left / 100, each.top / 100, each.width / 100, each.height / 100, mark.role)


def _page(
    kept: Kept, look: Look, number: int, size: tuple[int, int], boxes: list[tuple[int, Box]], *, first: bool
) -> Page:
    mine = tuple(box for page, box in boxes if page == number)
    return Page(number, size[0] / 100, size[1] / 100, mine, _words(kept, look, number), first)


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
