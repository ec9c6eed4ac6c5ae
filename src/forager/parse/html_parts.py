"""The parts of a page on their way into its text: what each is, where it stands, and what parts it from the next."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from lxml import etree

from forager.model.document import Unread, Zone
from forager.parse.decode import normalise
from forager.parse.units import Unit

_BLANKS = re.compile(r"[ \t\r\n\f\v\u00a0]+")
_WORDS = etree.XPath(
    ".//text()[not(parent::script or parent::style or parent::template or parent::noscript or parent::option)]"
)
_NO_WIDTH = re.compile("[\u00ad\u200b\u2060\ufeff]")


def words_in(node: etree._Element) -> str:
    """The characters in an element and all that is in it, but for programs, style rules and choices of forms."""
    found = _WORDS(node)
    return "".join(str(part) for part in found) if isinstance(found, list) else ""


class Role(StrEnum):
    """What a part is in the page's own terms."""

    TEXT = "text"
    HEADING = "heading"
    ITEM = "item"
    NAME = "name"
    MEANING = "meaning"
    CODE = "code"
    CAPTION = "caption"
    CELL = "cell"
    CONTACT = "contact"


@dataclass(frozen=True, slots=True)
class Part:
    """One stretch of words with its address in the tree.

    ``group`` numbers the list, definition list or table it belongs to (0 is none), ``row`` and ``column`` its cell. ``aside`` is the
    zone of what stands beside the page's text. ``linked``, ``coded`` and ``bold`` count its characters of that kind.
    """

    address: str
    text: str
    role: Role
    level: int = 0
    quotes: int = 0
    aside: Zone | None = None
    group: int = 0
    row: int = -1
    column: int = -1
    links: int = 0
    linked: int = 0
    coded: int = 0
    bold: int = 0

    @property
    def size(self) -> int:
        """Characters that are not blank."""
        return sum(1 for c in self.text if not c.isspace())

    @property
    def is_linked(self) -> bool:
        """Whether it is nothing but links."""
        return self.linked > 0 and self.linked * 10 >= self.size * 8


def units_of(parts: Sequence[Part]) -> tuple[Unit, ...]:
    """Parts with what stands between them: tabs part cells, semicolons the entries of a list in a cell, line ends rows and other
    entries, blank lines the rest.
    """
    made = [Unit(part.address, part.text, _between(part, after)) for part, after in pairwise(parts)]
    return (*made, Unit(parts[-1].address, parts[-1].text)) if parts else ()


def _between(part: Part, after: Part) -> str:
    if part.group != after.group or not part.group:
        return "\n\n"
    if part.role is not Role.CELL or after.role is not Role.CELL or part.row != after.row:
        return "\n"
    if part.column != after.column:
        return "\t"
    return "; " if _ENTRY in part.address and _ENTRY in after.address and part.text[-1:].isalnum() else "\n"


_ENTRY = "/li["
"""Step of the address of what stands in a list's entry."""


@dataclass(slots=True)
class Ink:
    """The words of one block as they are met; ``say`` keeps how many of them are links, code or bold."""

    pieces: list[str] = field(default_factory=list)
    links: int = 0
    linked: int = 0
    coded: int = 0
    bold: int = 0

    def say(self, words: str, *, kept: bool) -> int:
        """Add words, with runs of blanks as one unless they are kept; the answer is how many characters are not blank."""
        words = normalise(words) if kept else _NO_WIDTH.sub("", _BLANKS.sub(" ", normalise(words)))
        self.pieces.append(words)
        return sum(1 for c in words if not c.isspace())

    def line_is_blank(self) -> bool:
        """Whether nothing was said since the last line break."""
        for piece in reversed(self.pieces):
            last = piece.rpartition("\n")[2]
            if last.strip():
                return False
            if "\n" in piece:
                return True
        return True

    def text(self, *, kept: bool) -> str:
        """What was said, without blanks at its ends."""
        whole = "".join(self.pieces)
        if kept:
            return "\n".join(line.rstrip() for line in whole.split("\n")).strip("\n")
        return "\n".join(re.sub(" {2,}", " ", line).strip() for line in whole.split("\n")).strip()


@dataclass(slots=True)
class Account:
    """What of a page was met and not read."""

    hidden: int = 0
    hidden_characters: int = 0
    things: Counter[str] = field(default_factory=Counter)

    def hide(self, words: str) -> None:
        """Words that no reader sees."""
        size = len(_BLANKS.sub(" ", words).strip())
        if size:
            self.hidden += 1
            self.hidden_characters += size

    def entries(self) -> Iterator[Unread]:
        """The account in a fixed order."""
        if self.hidden:
            passages = "1 hidden passage" if self.hidden == 1 else f"{self.hidden} hidden passages"
            yield Unread(f"{passages} ({self.hidden_characters} characters)", "the page does not show them to a reader")
        for thing, why in _WHY.items():
            count = self.things[thing]
            if count:
                yield Unread(f"1 {thing}" if count == 1 else f"{count} {thing}s", why)


_WHY: dict[str, str] = {
    "picture": "only its description was read",
    "frame": "it shows another page",
    "embedded object": "it is no text",
    "form": "its fields are not text of the page",
}
