"""A page of a PDF to look at, and where a place stands on it: pictures as PNG, boxes line by line.

Boxes are in 1/100 pt: ``PageBox`` in the page's own space (origin bottom left, before its turn), ``Mark`` as the page is
shown (origin top left, after cropping and turning), the space of ``page_size`` and of ``page_picture``.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from forager.model.document import Location
from forager.parse.errors import Damaged, ParseError, PlaceNotFound
from forager.parse.pdf_compose import Step, read_written
from forager.parse.pdf_library import Page, geometry, hundredths, opened, page_of, raw, rectangle, text_page
from forager.parse.pdf_notes import note_box

MAX_PIXELS = 16_000_000
"""Of one picture; a larger page is drawn smaller."""
MAX_RANGES = 5_000
MOST_PAGES = 6
"""Shown at once."""


@dataclass(frozen=True, slots=True)
class PageBox:
    """A rectangle on a page in the page's own space."""

    page: int
    left: int
    bottom: int
    right: int
    top: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A rectangle on a page as shown."""

    page: int
    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Some pages of a document: how many it has, the first and the last that are shown, their sizes, and marks in the order asked.

    A page that cannot be opened has the size 0; marks of a place that is not there are none.
    """

    count: int
    first: int
    last: int
    sizes: tuple[tuple[int, int], ...]
    marks: tuple[tuple[Mark, ...], ...]


def show(data: bytes, first: int, last: int, locations: Sequence[Location]) -> Shown:
    """Pages ``first`` to ``last``, from 1, as far as there are such; at most ``MOST_PAGES`` of them.

    Raises:
        ParseError: the document cannot be opened.
    """
    count = page_count(data)
    begin = min(max(1, first), max(1, count))
    end = min(max(begin, last), count, begin + MOST_PAGES - 1)
    sizes = tuple(_size(data, page) for page in range(begin, end + 1))
    return Shown(count, begin, end, sizes, tuple(_found(data, each) for each in locations))


def _size(data: bytes, page: int) -> tuple[int, int]:
    try:
        return page_size(data, page)
    except ParseError:
        return (0, 0)


def _found(data: bytes, location: Location) -> tuple[Mark, ...]:
    try:
        return marks(data, location)
    except ParseError:
        return ()


def page_count(data: bytes) -> int:
    """How many pages the document has.

    Raises:
        ParseError: it cannot be opened.
    """
    with opened(data) as document:
        return len(document)


def page_size(data: bytes, page: int) -> tuple[int, int]:
    """Width and height of a page as shown, in 1/100 pt.

    Raises:
        ParseError: there is no such page, or the document cannot be opened.
    """
    with opened(data) as document, page_of(document, page) as here:
        return geometry(here).size


def page_picture(data: bytes, page: int, scale: float = 2.0) -> bytes:
    """A page as PNG, ``scale`` pixels to the point, but never more than ``MAX_PIXELS``.

    Raises:
        ParseError: there is no such page, it is empty space, or the document cannot be opened.
    """
    with opened(data) as document, page_of(document, page) as here:
        shown = geometry(here)
        width, height = shown.size
        if not shown.drawable:
            raise Damaged(
                f"Page {page} of the PDF has no size that can be drawn.",
                remedy="Save it again in the program that made it.",
            )
        most = (MAX_PIXELS / (width / 100 * height / 100)) ** 0.5
        picture = here.render(scale=min(max(scale, 0.05), most)).to_pil()
    out = io.BytesIO()
    picture.convert("RGB").save(out, "PNG")
    return out.getvalue()


def boxes(data: bytes, location: Location) -> tuple[PageBox, ...]:
    """The lines of a place, each with its box, in the order of the text; characters of one line that touch share one.

    Raises:
        PlaceNotFound: the pointer leads to no place in these bytes.
        ParseError: the document cannot be opened.
    """
    ranges = _ranges(location)
    made: list[PageBox] = []
    with opened(data) as document:
        for page in sorted({step.page for step in ranges}):
            with page_of(document, page) as here:
                on = [step for step in ranges if step.page == page]
                made.extend(_boxes_on(here, page, [(step.first, step.last) for step in on if not step.note]))
                notes = sorted({step.note for step in on if step.note})
                made.extend(PageBox(page, *note_box(here, note)) for note in notes)
    return tuple(made)


def marks(data: bytes, location: Location) -> tuple[Mark, ...]:
    """The lines of a place as the pages are shown: what to draw over ``page_picture``.

    Raises:
        PlaceNotFound: the pointer leads to no place in these bytes.
        ParseError: the document cannot be opened.
    """
    made: list[Mark] = []
    found = boxes(data, location)
    with opened(data) as document:
        for page in sorted({box.page for box in found}):
            with page_of(document, page) as here:
                made.extend(_marks_on(here, (box for box in found if box.page == page)))
    return tuple(made)


def _ranges(location: Location) -> list[Step]:
    written = location.get("chars")
    if not isinstance(written, str):
        raise PlaceNotFound("The pointer does not lead into a PDF.", remedy="Read the source again.")
    return [step for step in read_written(written) if step.page][:MAX_RANGES]


def _boxes_on(page: Page, number: int, ranges: Iterable[tuple[int, int]]) -> Iterator[PageBox]:
    pending: PageBox | None = None
    with text_page(page) as handle:
        functions, around = raw(), rectangle()
        count = functions.FPDFText_CountChars(handle)
        for first, last in ranges:
            if not first < last <= count:
                raise PlaceNotFound("The pointer leads outside its page.", remedy="Read the source again.")
            upwards = abs(math.sin(functions.FPDFText_GetCharAngle(handle, first))) > 0.7
            for index in range(first, last):
                if not functions.FPDFText_GetLooseCharBox(handle, index, around):
                    continue
                sides = (around.left, around.bottom, around.right, around.top)
                box = PageBox(number, *(hundredths(side) for side in sides))
                if box.left == box.right or box.bottom == box.top:
                    continue
                joined = _joined(pending, box, upwards=upwards) if pending else None
                if pending and joined is None:
                    yield pending
                pending = joined or box
    if pending:
        yield pending


def _joined(one: PageBox, other: PageBox, *, upwards: bool) -> PageBox | None:
    """Both as one when they stand on one line within a word's blank of one another."""
    across = (min(one.right, other.right) - max(one.left, other.left), one.right - one.left, other.right - other.left)
    up = (min(one.top, other.top) - max(one.bottom, other.bottom), one.top - one.bottom, other.top - other.bottom)
    shared, along = (across, up) if upwards else (up, across)
    if shared[0] * 2 <= min(shared[1:]) or along[0] < -2 * min(shared[1:]):
        return None
    return PageBox(
        one.page,
        min(one.left, other.left),
        min(one.bottom, other.bottom),
        max(one.right, other.right),
        max(one.top, other.top),
    )


def _marks_on(page: Page, found: Iterable[PageBox]) -> Iterator[Mark]:
    shown = geometry(page)
    for box in found:
        left, top, right, bottom = shown.box_to_view((box.left, box.bottom, box.right, box.top))
        yield Mark(box.page, left, top, right - left, bottom - top)
