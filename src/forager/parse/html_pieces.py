"""The parts of a page as blocks: each gets the zone that a reader would give it, and its headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from forager.model.document import Run, Zone
from forager.parse.ending import sign
from forager.parse.html_parts import Part, Role
from forager.parse.paragraphs import paragraph_pieces
from forager.parse.pieces import HeadingPath, Piece, Span, line_spans, strip_span
from forager.parse.prose import Prose
from forager.parse.zones import BULLET, is_label, is_legal, key_value

LONG_VALUE = 300
"""Characters; what a name means at greater length is prose under the name."""
_PLAIN = {Role.CAPTION: Zone.CAPTION, Role.CODE: Zone.CODE, Role.CONTACT: Zone.SIGNATURE}


@dataclass(slots=True)
class PieceMaker:
    """Goes through the parts once. ``paths`` holds, for every part, the heading path above it."""

    text: str
    runs: Sequence[Run]
    parts: Sequence[Part]
    paths: list[tuple[str, ...]] = field(default_factory=list)
    _headings: HeadingPath = field(default_factory=HeadingPath)
    _titled: bool = False
    _name: int | None = None
    _last: int = 0
    _size: int = 0
    _menus: frozenset[int] = frozenset()

    def make(self) -> list[Piece]:
        """The blocks in text order."""
        self._menus = _link_lists(self.parts)
        self._size = sum(part.size for part in self.parts if part.aside is None)
        made: list[Piece] = []
        number = 0
        while number < len(self.parts):
            part = self.parts[number]
            last = self._last_cell(number) if part.role is Role.CELL else number
            self.paths += [self._headings.path()] * (last - number + 1)
            made += self._table(number, last) if part.role is Role.CELL else self._piece(number)
            number = last + 1
        return sign(self.text, made)

    def _last_cell(self, number: int) -> int:
        group = self.parts[number].group
        while number + 1 < len(self.parts) and self.parts[number + 1].group == group:
            number += 1
        return number

    def _span(self, number: int) -> Span:
        start = self.runs[number].start
        return strip_span(self.text, start, start + len(self.parts[number].text))

    def _name_span(self, number: int) -> Span:
        """A name without the colon after it."""
        start, end = self._span(number)
        return start, start + len(self.text[start:end].rstrip(" :"))

    def _table(self, first: int, last: int) -> Iterator[Piece]:
        start, end = strip_span(self.text, self.runs[first].start, self.runs[last].start + len(self.parts[last].text))
        if start < end:
            zone = Zone.QUOTATION if self.parts[first].quotes else Zone.TABLE
            yield Piece(zone, start, end, self._headings.path())

    def _piece(self, number: int) -> list[Piece]:
        part, (start, end) = self.parts[number], self._span(number)
        if start == end or self._is_label_cell(number):
            return []
        zone = self._beside(number, start, end)
        if zone is not None:
            return [Piece(zone, start, end, self._headings.path(), part.quotes)]
        if part.role in {Role.NAME, Role.MEANING}:
            return self._field(number, start, end)
        if part.role is Role.HEADING or self._is_unmarked_heading(number):
            return [self._heading(part, start, end)]
        return self._labelled(number, start, end) or self._prose(part, start, end)

    def _beside(self, number: int, start: int, end: int) -> Zone | None:
        """The zone of words that are not the page's own: beside its text, ways to other places, quoted."""
        part = self.parts[number]
        if part.aside is not None or self._is_menu(number):
            return Zone.LEGAL if is_legal(self.text[start:end]) else part.aside or Zone.NAVIGATION
        return Zone.QUOTATION if part.quotes else None

    def _labelled(self, number: int, start: int, end: int) -> list[Piece]:
        """A value in the cell after its label."""
        if not number or not self._is_label_cell(number - 1):
            return []
        label = self._name_span(number - 1)
        return [Piece(Zone.KEY_VALUE, label[0], end, self._headings.path(), 0, label, (start, end))]

    def _prose(self, part: Part, start: int, end: int) -> list[Piece]:
        path = self._headings.path()
        if part.role is Role.CODE and self._is_a_text(part):
            return Prose(self.text, headings=self._headings).read(start, end)
        if part.role in _PLAIN:
            return [Piece(_PLAIN[part.role], start, end, path, part.level)]
        if part.coded >= part.size:
            return [Piece(Zone.CODE, start, end, path, part.level)]
        if part.role is Role.ITEM:
            return paragraph_pieces(self.text, list(line_spans(self.text, start, end)), Zone.ITEM, path, part.level)
        return self._written_list(start, end) or paragraph_pieces(
            self.text, list(line_spans(self.text, start, end)), Zone.PARAGRAPH, path, part.level
        )

    def _written_list(self, start: int, end: int) -> list[Piece]:
        """Lines that all begin with a bullet or a number are list entries, whatever their element."""
        made: list[Piece] = []
        for line, stop in line_spans(self.text, start, end):
            mark = BULLET.match(self.text, line, stop)
            if mark is None or mark["mark"].strip("().").isalpha():
                return []
            made += paragraph_pieces(self.text, [(mark.end(), stop)], Zone.ITEM, self._headings.path(), 1)
        return made

    def _is_a_text(self, part: Part) -> bool:
        """A page that is little more than one stretch of fixed-width words shows a file of text, not code."""
        return not part.coded and part.size * 2 > self._size

    # --- headings

    def _heading(self, part: Part, start: int, end: int) -> Piece:
        level = part.level if part.role is Role.HEADING else 9
        above = self._headings.enter(level, self.text[start:end])
        title = level == 1 and not self._titled
        self._titled = self._titled or title
        return Piece(Zone.TITLE if title else Zone.HEADING, start, end, above, level)

    def _is_unmarked_heading(self, number: int) -> bool:
        """A short bold line of its own above plain text is a heading to every reader."""
        part = self.parts[number]
        if part.role is not Role.TEXT or part.bold < part.size or part.size > 100 or number + 1 == len(self.parts):
            return False
        following, words = self.parts[number + 1], part.text
        if len(words.split()) > 12 or "\n" in words or words[-1] in ".,;:!?" or key_value(words, 0, len(words)):
            return False
        return (
            following.aside is None
            and following.role not in {Role.CELL, Role.HEADING}
            and following.bold < following.size
        )

    # --- names and what they mean

    def _field(self, number: int, start: int, end: int) -> list[Piece]:
        """A name with what follows it: each short value is a field of that name, a longer text stands under it."""
        part, path = self.parts[number], self._headings.path()
        if part.role is Role.NAME:
            self._name, self._last = number, self._last_value(number)
            return [] if self._last else [Piece(Zone.CAPTION, start, end, path)]
        if self._name is None or self.parts[self._name].group != part.group:
            return self._prose(part, start, end)
        label = self._name_span(self._name)
        if not self._last:
            under = (*path, " ".join(self.text[slice(*label)].split()))
            return [replace(piece, headings=under) for piece in self._prose(part, start, end)]
        if number > self._name + 1 and self._goes_on(number):
            return []
        first, last = label[0] if number == self._name + 1 else start, number
        while last < self._last and self._goes_on(last + 1):
            last += 1
        value = (start, self._span(last)[1])
        return [Piece(Zone.KEY_VALUE, first, value[1], path, 0, label, value)]

    def _goes_on(self, number: int) -> bool:
        """Whether a part belongs to the value before it: in the same entry, or in parentheses behind it."""
        part, before = self.parts[number], self.parts[number - 1]
        return part.text.startswith("(") or _entry_of(part.address) == _entry_of(before.address)

    def _last_value(self, name: int) -> int:
        """The last of the short values right after the name of a field; 0 when it is no such name."""
        last = name
        while last + 1 < len(self.parts) and self._is_value(last + 1, self.parts[name].group):
            last += 1
        size = sum(len(part.text) for part in self.parts[name + 1 : last + 1])
        return last if last > name and size <= LONG_VALUE and is_label(self.parts[name].text.rstrip(" :")) else 0

    def _is_value(self, number: int, group: int) -> bool:
        return self.parts[number].role is Role.MEANING and self.parts[number].group == group

    def _is_label_cell(self, number: int) -> bool:
        """Whether a part is "Owner:" in one cell of a row and its value the whole of the next cell."""
        part = self.parts[number]
        if part.role is not Role.TEXT or part.aside or not part.text.endswith(":") or number + 1 >= len(self.parts):
            return False
        value = self.parts[number + 1]
        return (
            value.role is Role.TEXT and is_label(part.text.rstrip(" :")) and _is_next_cell(part.address, value.address)
        )

    # --- ways to other places

    def _is_menu(self, number: int) -> bool:
        part = self.parts[number]
        if part.group in self._menus and part.role is Role.ITEM:
            return True
        short = part.links > 1 or len(part.text.split()) <= 4
        ends = part.text.rstrip().endswith((".", "?", "!"))
        return part.role is Role.TEXT and part.is_linked and short and not ends


def _entry_of(address: str) -> str:
    """The address of the meaning or list entry that holds a part; empty for none."""
    found = _ENTRY.match(address)
    return "" if found is None else found[0]


_ENTRY = re.compile(r".*/(?:dd|li)\[\d+\]")


def _is_next_cell(address: str, following: str) -> bool:
    """Whether two addresses are neighbouring cells of one row."""
    row, _, column = address.rpartition("/td[")
    next_row, _, next_column = following.rpartition("/td[")
    numbers = column.removesuffix("]"), next_column.removesuffix("]")
    return (
        bool(row) and row == next_row and all(n.isdecimal() for n in numbers) and int(numbers[1]) == int(numbers[0]) + 1
    )


def _link_lists(parts: Sequence[Part]) -> frozenset[int]:
    """Lists of three entries or more that are nearly all nothing but links."""
    entries = Counter(part.group for part in parts if part.role is Role.ITEM and part.group)
    linked = Counter(
        part.group for part in parts if part.role is Role.ITEM and part.is_linked and len(part.text.split()) <= 12
    )
    return frozenset(group for group, count in entries.items() if count > 2 and linked[group] * 5 >= count * 4)
