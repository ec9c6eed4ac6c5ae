"""Words that the picture of their page does not show: in the colour of the paper, covered, clipped, transparent, on a layer that is off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from forager.parse.pdf_library import Geometry, Page

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE: Final = 1.0
"""Pixels to the point: enough to see whether there is anything."""
MOST_PIXELS: Final = 4_000_000
"""Of the picture; a larger page is looked at from farther away."""
FAINT: Final = 12
"""The parts of two colours (of 255) that nobody tells apart."""


class Placed(Protocol):
    """A character with its box as shown, in 1/100 pt; ``thing`` numbers the object that draws it."""

    @property
    def index(self) -> int: ...  # noqa: D102
    @property
    def char(self) -> str: ...  # noqa: D102
    @property
    def left(self) -> int: ...  # noqa: D102
    @property
    def top(self) -> int: ...  # noqa: D102
    @property
    def right(self) -> int: ...  # noqa: D102
    @property
    def bottom(self) -> int: ...  # noqa: D102
    @property
    def thing(self) -> int: ...  # noqa: D102


G = TypeVar("G", bound=Placed)


def unseen(page: Page, shown: Geometry, glyphs: Sequence[Placed]) -> frozenset[int]:
    """The indices of the glyphs in words where the picture of the page shows one colour only.

    ``shown`` is the page as it is drawn, ``glyphs`` stand in its space. A layer of recognised words over a scanned picture is seen:
    the picture is. Words without a Latin letter or digit are always held to be seen: the font that draws them may not be at hand.
    """
    words = [word for word in _words(glyphs) if any(glyph.char.isascii() and glyph.char.isalnum() for glyph in word)]
    width, height = shown.size
    if not words or not shown.drawable:
        return frozenset()
    scale = min(SCALE, (MOST_PIXELS / (width / 100 * height / 100)) ** 0.5)
    picture = page.render(scale=scale).to_pil().convert("RGB")
    return frozenset(glyph.index for word in words if not _is_seen(picture, word, scale) for glyph in word)


def _words(glyphs: Sequence[G]) -> Iterator[list[G]]:
    """What stands between blanks, and is drawn by one object."""
    word: list[G] = []
    for glyph in glyphs:
        if word and (glyph.char.isspace() or glyph.thing != word[-1].thing):
            yield word
            word = []
        if not glyph.char.isspace():
            word.append(glyph)
    if word:
        yield word


def _is_seen(picture: Image, word: Sequence[Placed], scale: float) -> bool:
    box = (
        max(0, int(min(glyph.left for glyph in word) * scale / 100)),
        max(0, int(min(glyph.top for glyph in word) * scale / 100)),
        min(picture.width, int(max(glyph.right for glyph in word) * scale / 100) + 1),
        min(picture.height, int(max(glyph.bottom for glyph in word) * scale / 100) + 1),
    )
    if box[0] >= box[2] or box[1] >= box[3]:
        return False
    bands = cast("tuple[tuple[int, int], ...]", picture.crop(box).getextrema())
    return any(high - low > FAINT for low, high in bands)
