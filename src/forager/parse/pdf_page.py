"""One page as PDFium sees it: characters with their places, ruled lines, pictures; all in integers of 1/100 pt."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from forager.parse.pdf_ink import unseen
from forager.parse.pdf_library import Geometry, Page, Rectangle, geometry, hundredths, raw, rectangle, text_page
from forager.parse.pdf_notes import Noted, notes_of

MAX_GLYPHS = 150_000
"""Characters of one page that are read; no page made for people has so many."""
MAX_OBJECTS = 20_000
"""Objects of one page that are asked for ruled lines."""
_THIN = 300
_BOLD = re.compile(r"bold|black|heavy|demi|-medi$|(?:cm|sf|ec|lm)[a-z]{0,3}bx", re.IGNORECASE)
_EVEN = re.compile(r"tt|mono|courier|typewriter|consol", re.IGNORECASE)
_FORCED = 1 << 18
"""ForceBold among the font flags (ISO 32000-1, table 123)."""
_BLANKS = "\t\n\v\f\r"
_INVISIBLE = 3


@dataclass(frozen=True, slots=True)
class Style:
    """How a stretch of text is set: size in 1/100 pt as shown, weight, quarter turns of its direction, whether it is drawn at all."""

    size: int
    bold: bool = False
    turns: int = 0
    drawn: bool = True
    font: str = ""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character: where it stands in PDFium's index, and its box as shown (origin top left)."""

    index: int
    char: str
    left: int
    top: int
    right: int
    bottom: int
    base: int
    style: Style
    thing: int = 0
    """The number of the text object that draws it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line along an axis, as shown: horizontal at y ``at`` from x ``start`` to ``end``, or vertical with x and y exchanged."""

    horizontal: bool
    at: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one page holds. ``outside`` counts characters beyond the visible part, ``left_over`` those beyond the limit, ``unseen`` those
    that the page as drawn does not show (``pdf_ink``)."""

    number: int
    geometry: Geometry
    glyphs: tuple[Glyph, ...] = ()
    rules: tuple[Rule, ...] = ()
    pictures: int = 0
    outside: int = 0
    left_over: int = 0
    garbled: int = 0
    unseen: int = 0
    noted: Noted = field(default_factory=Noted)


def char_of(handle: ctypes.c_void_p, index: int) -> str:
    """The character at an index, normalised: line ends and tabs are blanks, NUL and lone surrogates U+FFFD."""
    functions = raw()
    code = functions.FPDFText_GetUnicode(handle, index)
    if 0xD800 <= code <= 0xDBFF:
        low = functions.FPDFText_GetUnicode(handle, index + 1)
        if 0xDC00 <= low <= 0xDFFF:
            return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))
    if code == 2 and functions.FPDFText_IsHyphen(handle, index) == 1:
        return "-"
    if code == 0 or 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
        return "\ufffd"
    return " " if chr(code) in _BLANKS else chr(code)


def read_sheet(page: Page, number: int) -> Sheet:
    """Everything of a page that reading needs.

    Raises:
        Damaged: the page's text cannot be read.
    """
    shown = geometry(page)
    with text_page(page) as handle:
        reader = _Glyphs(handle, shown)
        glyphs = tuple(reader.read())
        hidden = unseen(page, shown, glyphs)
        turn = _turn(glyphs)
        if turn:
            shown = replace(shown, turns=(shown.turns + turn) % 4)
            reader = _Glyphs(handle, shown)
            glyphs = tuple(reader.read())
    false = false_blanks(glyphs, reader.guessed)
    glyphs = tuple(glyph for glyph in glyphs if glyph.index not in hidden and glyph.index not in false)
    rules, pictures = _objects(page, shown)
    counts = (reader.outside, reader.left_over, reader.garbled, len(hidden))
    return Sheet(number, shown, glyphs, rules, pictures, *counts, notes_of(page, number))


def false_blanks(glyphs: tuple[Glyph, ...], guessed: AbstractSet[int]) -> frozenset[int]:
    """Guessed blanks inside a text that writes its blanks itself, where there is hardly a gap: "N ow" is "Now"."""
    spaced = {glyph.thing for glyph in glyphs if glyph.char == " " and glyph.index not in guessed}
    return frozenset(
        blank.index
        for before, blank, after in zip(glyphs, glyphs[1:], glyphs[2:], strict=False)
        if blank.index in guessed
        and before.thing == after.thing
        and before.thing in spaced
        and before.char.isalnum()
        and after.char.isalnum()
        and -after.style.size < (after.left - before.right) * 100 < 12 * after.style.size
    )


def _turn(glyphs: tuple[Glyph, ...]) -> int:
    """Quarter turns that set most of the page's text upright."""
    turns = Counter(glyph.style.turns for glyph in glyphs if not glyph.char.isspace())
    if not turns:
        return 0
    commonest = max(turns, key=lambda turn: (turns[turn], -turn))
    return (4 - commonest) % 4 if commonest > 0 and turns[commonest] * 10 > sum(turns.values()) * 9 else 0


@dataclass(slots=True)
class _Glyphs:
    """Reads the characters of one page; what an object says of its characters is asked once an object."""

    handle: ctypes.c_void_p
    geometry: Geometry
    outside: int = 0
    left_over: int = 0
    garbled: int = 0
    guessed: set[int] = field(default_factory=set)
    """The indices of blanks that stand nowhere in the file: PDFium saw a gap."""
    _styles: dict[int, tuple[Style, int]] = field(default_factory=dict)
    _last: tuple[Style, int] = (Style(1000), 0)
    _rectangle: Rectangle = field(default_factory=rectangle)
    _x: ctypes.c_double = field(default_factory=ctypes.c_double)
    _y: ctypes.c_double = field(default_factory=ctypes.c_double)

    def read(self) -> Iterator[Glyph]:
        functions = raw()
        count = functions.FPDFText_CountChars(self.handle)
        self.left_over = max(0, count - MAX_GLYPHS)
        before = ""
        for index in range(min(count, MAX_GLYPHS)):
            code = functions.FPDFText_GetUnicode(self.handle, index)
            trailing = 0xDC00 <= code <= 0xDFFF and len(before.encode("utf-16-le", "replace")) == 4
            before = char_of(self.handle, index)
            if trailing or (code in {10, 13} and functions.FPDFText_IsGenerated(self.handle, index)):
                continue
            glyph = self._glyph(index, before)
            if glyph is not None:
                if before == " " and functions.FPDFText_IsGenerated(self.handle, index):
                    self.guessed.add(index)
                yield glyph

    def _glyph(self, index: int, char: str) -> Glyph | None:
        functions = raw()
        box, x, y = self._rectangle, self._x, self._y
        if not functions.FPDFText_GetLooseCharBox(self.handle, index, box):
            return None
        if not functions.FPDFText_GetCharOrigin(self.handle, index, x, y):
            return None
        style, thing = self._style(index)
        left, top, right, bottom = self.geometry.box_to_view(
            (hundredths(box.left), hundredths(box.bottom), hundredths(box.right), hundredths(box.top))
        )
        base = self.geometry.to_view(hundredths(x.value), hundredths(y.value))[1]
        if style.turns == 0:
            top, bottom = base - style.size * 4 // 5, base + style.size // 5
        width, height = self.geometry.size
        if (right < 0 or bottom < 0 or left > width or top > height) and not char.isspace():
            self.outside += 1
            return None
        self.garbled += char == "\ufffd" or 0xE000 <= ord(char) <= 0xF8FF
        return Glyph(index, char, left, top, right, bottom, base, style, thing)

    def _style(self, index: int) -> tuple[Style, int]:
        """How a character is set, and the number of its object; a blank that PDFium put in is like what stands before."""
        functions = raw()
        handle = functions.FPDFText_GetTextObject(self.handle, index)
        key = ctypes.addressof(handle.contents) if handle else 0
        if key and key not in self._styles:
            self._styles[key] = (self._new_style(handle, index), len(self._styles) + 1)
        self._last = self._styles[key] if key else self._last
        return self._last

    def _new_style(self, handle: ctypes.c_void_p, index: int) -> Style:
        functions = raw()
        matrix, size = functions.FS_MATRIX(), ctypes.c_float()
        functions.FPDFText_GetMatrix(self.handle, index, matrix)
        functions.FPDFTextObj_GetFontSize(handle, size)
        height = hundredths(abs(size.value) * math.hypot(matrix.c, matrix.d)) or 1000
        angle = round(math.degrees(math.atan2(matrix.b, matrix.a)))
        quarter = -1 if angle % 90 not in {0, 1, 2, 88, 89} else round(-angle / 90 + self.geometry.turns) % 4
        font = functions.FPDFTextObj_GetFont(handle)
        name = _font_name(font)
        heavy = functions.FPDFFont_GetWeight(font) >= 700 and _EVEN.search(name) is None
        forced = max(0, functions.FPDFFont_GetFlags(font)) & _FORCED
        bold = heavy or bool(forced) or _BOLD.search(name) is not None
        drawn = functions.FPDFTextObj_GetTextRenderMode(handle) != _INVISIBLE
        return Style(max(height, 100), bold, quarter, drawn, name)


def _font_name(font: ctypes.c_void_p) -> str:
    buffer = ctypes.create_string_buffer(200)
    raw().FPDFFont_GetBaseFontName(font, buffer, 200)
    return buffer.value.decode("utf-8", "replace").split("+", 1)[-1]


# --- ruled lines and pictures


def _objects(page: Page, shown: Geometry) -> tuple[tuple[Rule, ...], int]:
    functions = raw()
    rules: set[Rule] = set()
    pictures = 0
    for number in range(min(functions.FPDFPage_CountObjects(page.raw), MAX_OBJECTS)):
        thing = functions.FPDFPage_GetObject(page.raw, number)
        kind = functions.FPDFPageObj_GetType(thing)
        if kind in {functions.FPDF_PAGEOBJ_IMAGE, functions.FPDF_PAGEOBJ_FORM}:
            pictures += 1
        elif kind == functions.FPDF_PAGEOBJ_PATH:
            rules.update(_rules(thing, shown))
    return tuple(sorted(rules, key=lambda rule: (rule.horizontal, rule.at, rule.start, rule.end))), pictures


def _rules(path: ctypes.c_void_p, shown: Geometry) -> Iterator[Rule]:
    functions = raw()
    count = functions.FPDFPath_CountSegments(path)
    matrix = functions.FS_MATRIX()
    if not 2 <= count <= 2_000 or not functions.FPDFPageObj_GetMatrix(path, matrix):
        return
    begin = here = (0, 0)
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(count):
        segment = functions.FPDFPath_GetPathSegment(path, number)
        functions.FPDFPathSegment_GetPoint(segment, x, y)
        across = matrix.a * x.value + matrix.c * y.value + matrix.e
        up = matrix.b * x.value + matrix.d * y.value + matrix.f
        there = shown.to_view(hundredths(across), hundredths(up))
        kind = functions.FPDFPathSegment_GetType(segment)
        if kind == functions.FPDF_SEGMENT_MOVETO:
            begin = there
        elif kind == functions.FPDF_SEGMENT_LINETO:
            yield from _rule(here, there)
        here = there
        if functions.FPDFPathSegment_GetClose(segment):
            yield from _rule(there, begin)


def _rule(here: tuple[int, int], there: tuple[int, int]) -> Iterator[Rule]:
    (x, y), (u, v) = here, there
    if abs(y - v) <= _THIN // 3 and abs(x - u) > 2 * _THIN:
        yield Rule(True, (y + v) // 2, min(x, u), max(x, u))
    elif abs(x - u) <= _THIN // 3 and abs(y - v) > 2 * _THIN:
        yield Rule(False, (x + u) // 2, min(y, v), max(y, v))
