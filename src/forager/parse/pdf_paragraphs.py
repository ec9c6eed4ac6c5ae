"""Lines of a column to paragraphs, list items and tables: by gap, indent, size, weight and what the words begin with."""


# ruff: noqa: RUF001 - typographic signs are what these patterns look for

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from forager.model.document import Zone
from forager.parse.pdf_lines import Flow, Line, lines_of, stretches
from forager.parse.pdf_page import Rule
from forager.parse.pdf_tables import Grid, aligned_grid, aligned_runs
from forager.parse.zones import CAPTION, CONTENTS_LINE, key_value

SIGN = re.compile(r"[ \t]*[-*+•‣◦▪●○–—·\u25a0-\u25ff\uf000-\uf0ff][ \t]+(?=\S)")
NUMBER = re.compile(r"[ \t]*(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|[A-Z]\)|\[\d{1,3}\])[ \t]+(?=\S)")
NOTE = re.compile(r"\(?(?P<mark>\d{1,3}|[*∗†‡§¶])[.)]?(?:[ \t]?(?=[^\W\d_]|[(\"“])|[ \t]+(?=\d))")
_FIELD = re.compile(r"(?P<label>[^\W\d_][^:：\t]{0,40})[:：](?!//)")
_PARTED = re.compile(r"[^\W_][-\u00ad\u2010]$")
_ENDS = re.compile(r"[.!?:;…][\"'”’»)\]]*\d{0,2}$")


@dataclass(frozen=True, slots=True)
class Part:
    """Lines that belong together, with the zone they surely have, or PARAGRAPH; ``flow`` counts the columns of the document."""

    zone: Zone
    lines: tuple[Line, ...]
    flow: int = 0
    level: int = 0
    grid: Grid | None = None
    left: int = 0
    right: int = 0
    note: bool = False
    field: bool = False
    """Whether it is one of several fields side by side."""

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.grid.page if self.grid else self.lines[0].page

    @property
    def text(self) -> str:
        """The words, lines parted by blanks."""
        return " ".join(line.text for line in self.lines)

    @property
    def size(self) -> int:
        """How large it is set, 1/100 pt."""
        return self.lines[0].style.size if self.lines else 0

    @property
    def bold(self) -> bool:
        """Whether all of it is set in bold."""
        return bool(self.lines) and all(is_bold(line) for line in self.lines)


def is_bold(line: Line) -> bool:
    """Whether every stretch of the line is bold."""
    return all(fragment.style.bold for fragment in line.fragments)


def parts_of(flow: Flow, grids: Sequence[Grid], rules: Sequence[Rule], number: int) -> Iterator[Part]:
    """The parts of a column from top to bottom; ``rules`` are the ruled lines of its page."""
    if flow.margin:
        yield from (Part(Zone.NAVIGATION, (line,), number) for line in flow.lines)
        return
    flat = [rule for rule in rules if rule.horizontal]
    start = 0
    for at, line in enumerate(flow.lines):
        if line.table >= 0:
            yield from _plain(flow, flow.lines[start:at], flat, number)
            yield Part(Zone.TABLE, (), number, grid=grids[line.table])
            start = at + 1
    yield from _plain(flow, flow.lines[start:], flat, number)


def _plain(flow: Flow, lines: Sequence[Line], rules: Sequence[Rule], number: int) -> Iterator[Part]:
    start = 0
    for at in _fields(lines):
        yield from _set(flow, lines[start:at], rules, number)
        for stretch in stretches(lines[at]):
            yield replace(_part(flow, lines_of(stretch, flow.page), number), field=True)
        start = at + 1
    yield from _set(flow, lines[start:], rules, number)


def _fields(lines: Sequence[Line]) -> list[int]:
    """The lines of a form with several fields side by side, each with a label of its own."""
    found = {at: [_FIELD.match(part) for part in line.text.split("\t")] for at, line in enumerate(lines) if line.gaps}
    labels = {at: [match["label"].strip().casefold() for match in row if match] for at, row in found.items()}
    seen = Counter(label for row in labels.values() for label in row)
    return [at for at, row in found.items() if all(row) and all(seen[label] == 1 for label in labels[at])]


def _set(flow: Flow, lines: Sequence[Line], rules: Sequence[Rule], number: int) -> Iterator[Part]:
    start = 0
    for begin, end in aligned_runs(lines, rules):
        run = lines[begin:end]
        if _is_form(run) or _is_contents(run):
            continue
        yield from _paragraphs(flow, lines[start:begin], number)
        yield Part(Zone.TABLE, (), number, grid=aligned_grid(run))
        start = end
    yield from _paragraphs(flow, lines[start:], number)


def _is_form(run: Sequence[Line]) -> bool:
    """Lines of "Label: value" with the values in line; two lines of fields."""
    fields = sum(1 for line in run if key_value(line.text, 0, len(line.text)) and line.gaps == 1)
    return fields * 10 >= len(run) * 8


def _is_contents(run: Sequence[Line]) -> bool:
    return sum(1 for line in run if CONTENTS_LINE.fullmatch(line.text)) * 10 >= len(run) * 6


def _paragraphs(flow: Flow, lines: Sequence[Line], number: int) -> Iterator[Part]:
    breaks = _Breaks(flow, lines)
    current: list[Line] = []
    for at, line in enumerate(lines):
        if current and breaks.between(current, at):
            yield _part(flow, current, number)
            current = []
        current.append(line)
    if current:
        yield _part(flow, current, number)


def _part(flow: Flow, lines: Sequence[Line], number: int) -> Part:
    text = lines[0].text
    zone, level = Zone.PARAGRAPH, 0
    if CAPTION.match(text):
        zone = Zone.CAPTION
    elif _is_contents(lines):
        zone = Zone.CONTENTS
    elif SIGN.match(text) or NUMBER.match(text):
        zone, level = Zone.ITEM, 1 + min(4, max(0, lines[0].box[0] - flow.left) // 1_500)
    elif any(line.gaps for line in lines) and not key_value(text, 0, len(text)):
        labelled = is_labelled(lines[0]) and len(lines) > 1 and not any(line.gaps for line in lines[1:])
        zone = Zone.PARAGRAPH if labelled else Zone.TABLE
    return Part(zone, tuple(lines), number, level, left=flow.left, right=flow.right)


def is_labelled(line: Line) -> bool:
    """A term of up to three words, a gap, and what is said of it."""
    term, _, rest = line.text.partition("\t")
    return line.gaps == 1 and len(term.split()) <= 3 and len(rest.split()) >= 5


def ends_sentence(words: str) -> bool:
    """Whether the words end as a sentence does."""
    return _ENDS.search(words.rstrip()) is not None


@dataclass(frozen=True, slots=True)
class _Breaks:
    """Where one paragraph ends and the next begins."""

    flow: Flow
    lines: Sequence[Line]

    def between(self, current: Sequence[Line], at: int) -> bool:
        """Whether line ``at`` begins something new after the lines of ``current``."""
        last, line = current[-1], self.lines[at]
        if _parts_a_word(last, line):
            return False
        if self._looks_other(last, line) or CONTENTS_LINE.fullmatch(last.text) or CONTENTS_LINE.fullmatch(line.text):
            return True
        if self._begins_item(current, line):
            return True
        hangs = len(current) == 1 and is_labelled(last) and not line.gaps and not self._is_short(last)
        if (
            not hangs
            and line.gaps != last.gaps
            and (line.gaps or last.gaps)
            and not key_value(line.text, 0, len(line.text))
        ):
            return True
        return self._moves_in(current, at) or self._moves_out(current, line) or self._was_short(current, line)

    def _looks_other(self, last: Line, line: Line) -> bool:
        """Another size or weight, or a gap."""
        size = max(last.style.size, line.style.size)
        runs_on = line.text[:1].islower() and not self._is_short(last) and not ends_sentence(last.text)
        if abs(last.style.size - line.style.size) * 12 > size or (is_bold(last) != is_bold(line) and not runs_on):
            return True
        step = line.base - last.base
        return step * 10 > self._usual_step(size) * 13 or step * 10 > size * 24

    def _usual_step(self, size: int) -> int:
        """The commonest distance of lines of this size in the column."""
        steps = Counter(
            round((after.base - before.base) / 20) * 20
            for before, after in pairwise(self.flow.lines)
            if abs(after.style.size - size) * 12 <= size and 0 < after.base - before.base < 2 * size
        )
        return min(max(steps, key=lambda step: (steps[step], -step), default=size * 6 // 5), 2 * size)

    def _begins_item(self, current: Sequence[Line], line: Line) -> bool:
        if SIGN.match(line.text):
            return (
                line.text.lstrip()[0] not in "-–—+*"
                or line.box[0] <= current[0].box[0] + line.style.size
                or ends_sentence(current[-1].text)
            )
        if _next_note(current[0], line):
            return True
        if not NUMBER.match(line.text):
            return False
        listed = (
            NUMBER.match(current[0].text) is not None and abs(line.box[0] - current[0].box[0]) < line.style.size // 2
        )
        return listed or ends_sentence(current[-1].text) or self._is_short(current[-1])

    def _moves_in(self, current: Sequence[Line], at: int) -> bool:
        """A first line set in: the line after it stands at the margin again."""
        line, last = self.lines[at], current[-1]
        indent = line.box[0] - last.box[0]
        if not line.style.size * 6 // 10 <= indent <= line.style.size * 5 or _is_item(current[0]):
            return False
        following = self.lines[at + 1] if at + 1 < len(self.lines) else None
        if following is None:
            return ends_sentence(last.text)
        return following.box[0] <= last.box[0] + line.style.size // 3 or (ends_sentence(last.text) and len(current) > 1)

    def _moves_out(self, current: Sequence[Line], line: Line) -> bool:
        """Further left than the lines before: a hanging entry, or the text after a list."""
        out = current[-1].box[0] - line.box[0]
        if out <= line.style.size * 6 // 10:
            return False
        return len(current) > 1 or (_is_item(current[0]) and line.box[0] < current[0].box[0] - line.style.size // 2)

    def _was_short(self, current: Sequence[Line], line: Line) -> bool:
        """The last line ends well before the margin: a sentence ended there, or every line stands for itself."""
        last = current[-1]
        if not self._is_short(last):
            return False
        fields = key_value(last.text, 0, len(last.text)), key_value(line.text, 0, len(line.text))
        if all(fields):
            return False
        if ends_sentence(last.text):
            return True
        room = self.flow.right - last.box[2]
        first = line.text.lstrip()[:1]
        return room * 10 > (self.flow.right - self.flow.left) * 4 and not first.islower() and not _is_item(current[0])

    def _is_short(self, line: Line) -> bool:
        width = self.flow.right - self.flow.left
        return (self.flow.right - line.box[2]) * 100 > width * 18


def _is_item(line: Line) -> bool:
    return SIGN.match(line.text) is not None or NUMBER.match(line.text) is not None


def _parts_a_word(last: Line, line: Line) -> bool:
    """A hyphen at the end of one line and letters at the start of one set alike."""
    return _PARTED.search(last.text) is not None and line.text[:1].isalnum() and last.style.size == line.style.size


def _next_note(first: Line, line: Line) -> bool:
    here, there = NOTE.match(first.text), NOTE.match(line.text)
    if here is None or there is None:
        return False
    return there["mark"].isdigit() and here["mark"].isdigit() and int(there["mark"]) == int(here["mark"]) + 1
