"""The one door to PDFium: opened with suspicion, one thread at a time, every handle closed where it was opened.

PDFium keeps global state and is not safe for threads; ``opened`` holds a lock for as long as a document is open.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Protocol

from forager.parse.errors import Damaged, EmptyFile, Encrypted, PlaceNotFound, Truncated

if TYPE_CHECKING:
    from PIL.Image import Image

_LOCK = threading.RLock()
_TAIL = 2048
_NO_PAGES = re.compile(rb"/Count\s+0\b")
_A_PAGE = re.compile(rb"/Type\s*/Page\b")
ABSURD = 1_000_000_000
"""1/100 pt, some kilometres: where what a file says is held."""
PASSWORD, SECURITY = 4, 5
"""FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY (fpdfview.h)."""


class Rectangle(Protocol):
    """A rectangle that PDFium fills in, in points of the page's own space."""

    left: float
    bottom: float
    right: float
    top: float


class Bitmap(Protocol):
    """A drawn page."""

    def to_pil(self) -> Image:
        """As a picture of Pillow's."""
        ...


class Page(Protocol):
    """An open page of an open document."""

    raw: ctypes.c_void_p

    def get_bbox(self) -> tuple[float, float, float, float]:
        """The visible part in the page's own space: left, bottom, right, top, in points."""
        ...

    def get_rotation(self) -> int:
        """Degrees clockwise."""
        ...

    def render(self, scale: float = 1) -> Bitmap:
        """Draw it, ``scale`` pixels to the point."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class Document(Protocol):
    """An open document."""

    raw: ctypes.c_void_p

    def __len__(self) -> int:
        """How many pages."""
        ...

    def __getitem__(self, index: int) -> Page:
        """A page by its index, from 0."""
        ...

    def count_attachments(self) -> int:
        """How many files it carries."""
        ...

    def get_metadata_dict(self, skip_empty: bool = False) -> dict[str, str]:
        """Title, author and the other entries of the information dictionary."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


@dataclass(frozen=True, slots=True)
class Geometry:
    """The visible part of a page in 1/100 pt of its own space, and how many quarter turns clockwise it is shown with.

    View space has its origin at the top left of the page as shown, y downwards.
    """

    left: int
    bottom: int
    right: int
    top: int
    turns: int = 0

    @property
    def drawable(self) -> bool:
        """Whether the page has a size that a picture can have: neither nothing nor beyond what ``hundredths`` holds."""
        return all(100 <= side < ABSURD for side in self.size)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as shown."""
        across, up = self.right - self.left, self.top - self.bottom
        return (up, across) if self.turns % 2 else (across, up)

    def to_view(self, x: int, y: int) -> tuple[int, int]:
        """A point of the page's own space as shown."""
        match self.turns % 4:
            case 0:
                return x - self.left, self.top - y
            case 1:
                return y - self.bottom, x - self.left
            case 2:
                return self.right - x, y - self.bottom
            case _:
                return self.top - y, self.right - x

    def box_to_view(self, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Left, bottom, right, top of the page's own space to left, top, right, bottom as shown."""
        (x, y), (u, v) = self.to_view(box[0], box[1]), self.to_view(box[2], box[3])
        return min(x, u), min(y, v), max(x, u), max(y, v)

    def box_from_view(self, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
        """Left, top, right, bottom as shown to left, bottom, right, top of the page's own space."""
        (x, y), (u, v) = self._from_view(box[0], box[1]), self._from_view(box[2], box[3])
        return min(x, u), min(y, v), max(x, u), max(y, v)

    def _from_view(self, x: int, y: int) -> tuple[int, int]:
        match self.turns % 4:
            case 0:
                return self.left + x, self.top - y
            case 1:
                return self.left + y, self.bottom + x
            case 2:
                return self.right - x, self.bottom + y
            case _:
                return self.right - y, self.top - x


@cache
def raw() -> ModuleType:
    """PDFium's own functions; loading them takes a while, so they are loaded with the first document."""
    import pypdfium2.raw as functions  # type: ignore[import-untyped]  # noqa: PLC0415 - loaded when first needed

    return functions  # type: ignore[no-any-return]


def rectangle() -> Rectangle:
    """A new rectangle for PDFium to fill in."""
    made: Rectangle = raw().FS_RECTF()
    return made


@contextmanager
def opened(data: bytes) -> Iterator[Document]:
    """The document in ``data``, for one thread at a time.

    Raises:
        Encrypted: it needs a password.
        Truncated: it breaks off.
        Damaged: it is no PDF that can be opened.
        EmptyFile: it has no pages.
    """
    import pypdfium2  # noqa: PLC0415 - loaded when first needed

    with _LOCK:
        try:
            document: Document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise _refusal(data, getattr(error, "err_code", None)) from error
        try:
            if not len(document):
                raise EmptyFile("The PDF has no pages.", remedy="Add it again if it should hold some.")
            yield document
        finally:
            document.close()


def _refusal(data: bytes, code: object) -> Encrypted | Damaged | EmptyFile:
    if code == PASSWORD:
        return Encrypted(
            "The PDF is protected by a password.", remedy="Remove the password in a PDF viewer and add it again."
        )
    if code == SECURITY:
        return Encrypted(
            "The PDF is protected in a way that is not supported.",
            remedy="Save it without protection and add it again.",
        )
    if b"%%EOF" not in data[-_TAIL:]:
        return Truncated("The PDF breaks off before its end.", remedy="Copy or download it again.")
    if _NO_PAGES.search(data) and not _A_PAGE.search(data):
        return EmptyFile("The PDF has no pages.", remedy="Add it again if it should hold some.")
    return Damaged("The PDF is damaged and cannot be opened.", remedy="Save it again in the program that made it.")


@contextmanager
def page_of(document: Document, number: int) -> Iterator[Page]:
    """Page ``number``, from 1.

    Raises:
        PlaceNotFound: there is no such page.
        Damaged: the page cannot be opened.
    """
    if not 1 <= number <= len(document):
        raise PlaceNotFound(f"The PDF has no page {number}.", remedy="Read the source again.")
    page = _page(document, number)
    try:
        yield page
    finally:
        page.close()


def _page(document: Document, number: int) -> Page:
    import pypdfium2  # noqa: PLC0415 - loaded when first needed

    try:
        return document[number - 1]
    except pypdfium2.PdfiumError as error:
        raise Damaged(
            f"Page {number} of the PDF is damaged.", remedy="Save the PDF again in the program that made it."
        ) from error


@contextmanager
def text_page(page: Page) -> Iterator[ctypes.c_void_p]:
    """PDFium's reading of the page's characters.

    Raises:
        Damaged: the page's text cannot be read.
    """
    handle = raw().FPDFText_LoadPage(page.raw)
    if not handle:
        raise Damaged("The text of a page cannot be read.", remedy="Save the PDF again in the program that made it.")
    try:
        yield handle
    finally:
        raw().FPDFText_ClosePage(handle)


def geometry(page: Page) -> Geometry:
    """The visible part of the page and its turn."""
    left, bottom, right, top = (hundredths(value) for value in page.get_bbox())
    return Geometry(left, bottom, right, top, page.get_rotation() // 90)


def hundredths(points: float) -> int:
    """Points to 1/100 pt; absurd numbers are held within what a page can be."""
    if -1e7 < points < 1e7:
        return round(points * 100)
    return ABSURD if points > 0 else -ABSURD if points < 0 else 0
