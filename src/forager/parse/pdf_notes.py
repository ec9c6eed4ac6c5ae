"""What people wrote onto the pages of a PDF: comments, and what they filled in.

Comments are annotations with words of their own (ISO 32000-1, 12.5.6); form fields are widgets (12.7).
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from forager.parse.errors import PlaceNotFound
from forager.parse.pdf_library import Page, hundredths, raw, rectangle

MAX_NOTES = 1_000
"""Annotations of one page that are looked at."""
MAX_WORDS = 50_000
"""Characters of one comment that are read."""
_COMMENTS = frozenset({1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
"""Text, free text, lines and shapes, highlight, underline, squiggly, strike-out, stamp, caret, ink (fpdf_annot.h)."""
_FIELD = 20
_HIDDEN = 2 | 32
"""Hidden, and shown nowhere (ISO 32000-1, table 165)."""
_DATE = re.compile(r"D:(\d{4})(\d{2})(\d{2})")
_CONTROL = re.compile(r"[\x01-\x09\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Note:
    """A comment: its page, its number among the page's annotations from 1, its words, who wrote it and when.

    The box is left, bottom, right, top in 1/100 pt of the page's space. ``filled`` says that the words stand in a field of a form.
    """

    page: int
    number: int
    words: str
    box: tuple[int, int, int, int]
    author: str = ""
    date: str = ""
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Noted:
    """The comments and filled fields of one page, and how many comments are not shown or not looked at."""

    notes: tuple[Note, ...] = ()
    hidden: int = 0
    left_over: int = 0


def notes_of(page: Page, number: int) -> Noted:
    """The comments of page ``number`` in the order of the file."""
    functions = raw()
    count = max(0, functions.FPDFPage_GetAnnotCount(page.raw))
    found: list[Note] = []
    hidden = 0
    for index in range(min(count, MAX_NOTES)):
        with annotation(page, index) as handle:
            note = _note(handle, number, index + 1) if handle else None
            if note is None:
                continue
            if functions.FPDFAnnot_GetFlags(handle) & _HIDDEN:
                hidden += 1
            else:
                found.append(note)
    return Noted(tuple(found), hidden, max(0, count - MAX_NOTES))


def note_words(page: Page, number: int) -> str:
    """The words of the page's annotation ``number``, from 1.

    Raises:
        PlaceNotFound: there is no such annotation.
    """
    with annotation(page, number - 1) as handle:
        if not handle:
            raise PlaceNotFound("The page has no such comment.", remedy="Read the source again.")
        return _words(handle)


def note_box(page: Page, number: int) -> tuple[int, int, int, int]:
    """Left, bottom, right, top of the page's annotation ``number``, from 1, in 1/100 pt of the page's space.

    Raises:
        PlaceNotFound: there is no such annotation.
    """
    with annotation(page, number - 1) as handle:
        if not handle:
            raise PlaceNotFound("The page has no such comment.", remedy="Read the source again.")
        return _box(handle)


@contextmanager
def annotation(page: Page, index: int) -> Iterator[ctypes.c_void_p]:
    """An annotation of the page by its index, from 0; a null handle when there is none."""
    functions = raw()
    handle: ctypes.c_void_p = functions.FPDFPage_GetAnnot(page.raw, index)
    try:
        yield handle
    finally:
        if handle:
            functions.FPDFPage_CloseAnnot(handle)


def _note(handle: ctypes.c_void_p, page: int, number: int) -> Note | None:
    kind = raw().FPDFAnnot_GetSubtype(handle)
    if kind not in _COMMENTS and not (kind == _FIELD and _string(handle, "FT") != "Btn"):
        return None
    words = _words(handle)
    if not words:
        return None
    found = _DATE.match(_string(handle, "M"))
    date = (
        f"{found[1]}-{found[2]}-{found[3]}" if found and "01" <= found[2] <= "12" and "01" <= found[3] <= "31" else ""
    )
    if kind == _FIELD:
        return Note(page, number, words, _box(handle), filled=True)
    return Note(page, number, words, _box(handle), " ".join(_string(handle, "T").split()), date)


def _words(handle: ctypes.c_void_p) -> str:
    """What the annotation says, line ends evened out; of a field of a form its value."""
    written = _string(handle, "V" if raw().FPDFAnnot_GetSubtype(handle) == _FIELD else "Contents")
    even = _CONTROL.sub(" ", written.replace("\r\n", "\n").replace("\r", "\n")).replace("\0", "\ufffd")
    return even.strip()[:MAX_WORDS].rstrip()


def _box(handle: ctypes.c_void_p) -> tuple[int, int, int, int]:
    box = rectangle()
    if not raw().FPDFAnnot_GetRect(handle, box):
        return (0, 0, 0, 0)
    across, up = (
        sorted((hundredths(box.left), hundredths(box.right))),
        sorted((hundredths(box.bottom), hundredths(box.top))),
    )
    return across[0], up[0], across[1], up[1]


def _string(handle: ctypes.c_void_p, key: str) -> str:
    name = key.encode()
    return wide_string(lambda buffer, size: int(raw().FPDFAnnot_GetStringValue(handle, name, buffer, size)))


def wide_string(read: Callable[[object, int], int]) -> str:
    """A string that PDFium writes as UTF-16 into a buffer, asked first for its size in bytes."""
    size = read(None, 0)
    if not 2 < size < 4_000_000:
        return ""
    buffer = ctypes.create_string_buffer(size)
    read(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", "replace")
