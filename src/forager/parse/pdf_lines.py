"""Characters to stretches on one line, and stretches to the lines of a column in reading order.

A ``Fragment`` is what stands on one line without a wide gap; PDFium's own line ends are not used: geometry decides.
"""

# ruff: noqa: RUF001 - typographic signs are what these patterns look for

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from statistics import median

from forager.parse.pdf_page import Glyph, Rule, Style

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in 1/100 pt as shown."""

Ink = tuple[str, int, int]
"""Characters that stand one after another in PDFium's index, the index of the first, and how they look: RAISED, BOLD."""

PLAIN, RAISED, BOLD = 0, 1, 2

MADE = -1
"""The index of a character that stands nowhere in the file: a blank between stretches."""

_MARK = re.compile(
    r"[-*+•‣◦▪●○–—·§\u25a0-\u25ff\uf000-\uf0ff]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)]|\d+(?:\.\d+)*\.?|\[\d+\]"
)


@dataclass(frozen=True, slots=True)
class Fragment:
    """Consecutive characters on one line. ``table`` is the number of a table that stands here in the flow of the page, or -1."""

    inks: tuple[Ink, ...]
    box: Box
    base: int
    style: Style
    table: int = -1

    @property
    def text(self) -> str:
        """The characters."""
        return "".join(words for words, _, _ in self.inks)


@dataclass(frozen=True, slots=True)
class Line:
    """Fragments on one base line from left to right; a wide gap between two is a tab, a narrow one a blank."""

    fragments: tuple[Fragment, ...]
    page: int
    inks: tuple[Ink, ...]
    text: str
    box: Box
    base: int
    style: Style
    gaps: int = 0

    @property
    def table(self) -> int:
        """The number of the table that stands here, or -1."""
        return self.fragments[0].table


@dataclass(frozen=True, slots=True)
class Flow:
    """The lines of one column between two things that cross it, and how far the column reaches."""

    lines: tuple[Line, ...]
    left: int
    right: int
    page: int
    margin: bool = False
    """Whether it stands beside the text and is no part of it."""


def fragments_of(glyphs: Sequence[Glyph], rules: Sequence[Rule] = ()) -> list[Fragment]:
    """Stretches in PDFium's order, parted by ruled lines; characters drawn twice on the same spot count once."""
    walls = sorted((rule for rule in rules if not rule.horizontal), key=attrgetter("at"))
    made: list[Fragment] = []
    current: list[Glyph] = []
    blank: Glyph | None = None
    for glyph in glyphs:
        if glyph.char.isspace():
            blank = blank or glyph
            continue
        last = current[-1] if current else None
        if last is not None and _same_spot(current, glyph):
            continue
        if last is not None and not (_goes_on(last, glyph) and not _walled(last, glyph, walls)):
            made.append(_fragment(current))
            current, blank = [], None
        if current and blank is not None:
            current.append(blank)
        blank = None
        current.append(glyph)
    return [*made, _fragment(current)] if current else made


def _same_spot(current: Sequence[Glyph], glyph: Glyph) -> bool:
    """Drawn a second time by another object: a shadow or bold print. The letters of a ligature share a spot and an object."""
    slack = max(30, glyph.style.size // 12)
    return any(
        other.char == glyph.char
        and other.thing != glyph.thing
        and abs(other.left - glyph.left) <= slack
        and abs(other.base - glyph.base) <= slack
        and other.right - other.left > slack
        for other in current[-3:]
    )


def _goes_on(last: Glyph, glyph: Glyph) -> bool:
    size = max(last.style.size, glyph.style.size)
    if last.style.turns != glyph.style.turns:
        return False
    if glyph.style.turns:
        return max(abs(glyph.left - last.left), abs(glyph.top - last.top)) <= 3 * size
    if abs(glyph.base - last.base) * 2 > size:
        return False
    ligature = glyph.left == last.left and glyph.thing == last.thing and glyph.right == last.right
    return ligature or -size // 3 <= glyph.left - last.right <= size * 6 // 5


def _walled(last: Glyph, glyph: Glyph, walls: Sequence[Rule]) -> bool:
    """Whether a vertical ruled line stands between two characters."""
    if not walls or glyph.left - last.right < 50:
        return False
    first = bisect_left(walls, last.right - 50, key=attrgetter("at"))
    between = walls[first : bisect_left(walls, glyph.left + 50, key=attrgetter("at"))]
    return any(wall.start <= glyph.base <= wall.end for wall in between)


def _fragment(glyphs: Sequence[Glyph]) -> Fragment:
    solid = [glyph for glyph in glyphs if not glyph.char.isspace()]
    style = _main_style(solid)
    main = [glyph for glyph in solid if glyph.style == style]
    base = round(median(glyph.base for glyph in main))
    inks: list[Ink] = []
    previous: Glyph | None = None
    for glyph in glyphs:
        blank = glyph.char.isspace() or previous is None or previous.char.isspace()
        if previous is not None and not blank and glyph.left - previous.right > glyph.style.size // 4:
            add_ink(inks, (" ", MADE, PLAIN))
        raised = RAISED * _is_raised(glyph.style.size, glyph.base, style.size, base)
        add_ink(inks, (glyph.char, glyph.index, raised | BOLD * glyph.style.bold))
        previous = glyph
    box = (
        min(g.left for g in solid), min(g.top for g in main), max(g.right for g in solid), max(g.bottom for g in main)
    )  # fmt: skip
    return Fragment(tuple(inks), box, base, style)


def _is_raised(size: int, base: int, main_size: int, main_base: int) -> bool:
    return size * 10 <= main_size * 8 and main_base - base >= main_size // 5


def add_ink(inks: list[Ink], ink: Ink) -> None:
    """Put characters at the end; what follows on in the file is one ink with what stands before."""
    words, index, look = ink
    last = inks[-1] if inks else ("", MADE, PLAIN)
    if index != MADE and last[1] != MADE and last[1] + len(last[0]) == index and last[2] == look:
        inks[-1] = (last[0] + words, last[1], look)
    else:
        inks.append(ink)


def _main_style(glyphs: Iterable[Glyph]) -> Style:
    counts = Counter(glyph.style for glyph in glyphs)
    return max(counts, key=lambda style: (counts[style], style.size, style.bold, style.font))


# --- lines


def lines_of(fragments: Sequence[Fragment], page: int) -> list[Line]:
    """Fragments of one column as lines from top to bottom."""
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda f: (f.base, f.box)):
        row = next((row for row in reversed(rows[-3:]) if _same_line(row, fragment)), None)
        if row is None:
            rows.append([fragment])
        else:
            row.append(fragment)
    return sorted((_line(row, page) for row in rows), key=lambda line: (line.base, line.box))


def _same_line(row: Sequence[Fragment], fragment: Fragment) -> bool:
    if any(_overlap(other.box, fragment.box) for other in row):
        return False
    main = max(row, key=lambda other: (other.style.size, len(other.text)))
    size = max(main.style.size, fragment.style.size)
    small = min(main.style.size, fragment.style.size)
    slack = size // 4 if small * 10 > size * 8 else size * 3 // 5
    return abs(main.base - fragment.base) <= slack


def _overlap(one: Box, other: Box) -> bool:
    """Whether two stretches lie over one another from left to right."""
    shared = min(one[2], other[2]) - max(one[0], other[0])
    return shared * 3 > min(one[2] - one[0], other[2] - other[0]) and shared > 100


def _line(row: Sequence[Fragment], page: int) -> Line:
    ordered = sorted(row, key=lambda f: (f.box[0], f.base, f.inks))
    main = max(ordered, key=lambda f: (len(f.text), f.style.size))
    inks: list[Ink] = []
    gaps = 0
    for number, fragment in enumerate(ordered):
        gap = fragment.box[0] - ordered[number - 1].box[2] if number else 0
        if gap > main.style.size * 3 // 2 and not (number == 1 and _is_mark(ordered)):
            gaps += 1
            inks.append(("\t", MADE, PLAIN))
        elif gap > main.style.size // 6:
            inks.append((" ", MADE, PLAIN))
        raised = RAISED * _is_raised(fragment.style.size, fragment.base, main.style.size, main.base)
        for words, index, look in fragment.inks:
            add_ink(inks, (words, index, look | raised))
    box = (ordered[0].box[0], min(f.box[1] for f in ordered), max(f.box[2] for f in ordered), max(f.box[3] for f in ordered))  # fmt: skip
    return Line(
        tuple(ordered), page, tuple(inks), "".join(words for words, _, _ in inks), box, main.base, main.style, gaps
    )


def stretches(line: Line) -> list[list[Fragment]]:
    """What stands between the wide gaps of a line."""
    made: list[list[Fragment]] = [[line.fragments[0]]]
    for before, fragment in pairwise(line.fragments):
        if fragment.box[0] - before.box[2] > line.style.size * 3 // 2:
            made.append([])
        made[-1].append(fragment)
    return made


def _is_mark(ordered: Sequence[Fragment]) -> bool:
    """A list sign or a heading's number before its words."""
    words = ordered[0].text
    return _MARK.fullmatch(words) is not None and (len(ordered) == 2 or not words[-1].isalnum())


# --- columns


def flows_of(fragments: Sequence[Fragment], rules: Sequence[Rule], page: int) -> list[Flow]:
    """The columns of a page in reading order; what crosses a gutter parts the columns above from those below."""
    made: list[Flow] = []
    for part, margin in _columns(sorted(fragments, key=lambda f: (f.base, f.box)), rules, 0):
        lines = lines_of(part, page)
        made.append(Flow(tuple(lines), min(f.box[0] for f in part), max(f.box[2] for f in part), page, margin))
    return made


def _columns(fragments: list[Fragment], rules: Sequence[Rule], depth: int) -> Iterator[tuple[list[Fragment], bool]]:
    """The columns in reading order, each with whether it is a margin."""
    if depth < 4 and len(fragments) >= 6:
        for gutter in _gutters(fragments):
            found = _band(fragments, gutter, rules)
            if found is not None:
                yield from _parted(found, rules, depth + 1)
                return
    if fragments:
        yield fragments, False


def _parted(band: Band, rules: Sequence[Rule], depth: int) -> Iterator[tuple[list[Fragment], bool]]:
    before, left, right, after = band
    yield from _columns(before, rules, depth)
    if _is_margin(left, right):
        yield from _columns(right, rules, depth)
        yield left, True
    elif _is_margin(right, left):
        yield from _columns(left, rules, depth)
        yield right, True
    else:
        yield from _columns(left, rules, depth)
        yield from _columns(right, rules, depth)
    yield from _columns(after, rules, depth)


def _gutters(fragments: Sequence[Fragment]) -> list[int]:
    """Where many lines have a gap: the x that lies in most gaps first."""
    gaps: list[tuple[int, int]] = []
    for number, fragment in enumerate(fragments):
        right = [
            other.box[0]
            for other in fragments[max(0, number - 12) : number + 13]
            if other.box[0] >= fragment.box[2]
            and min(other.box[3], fragment.box[3]) - max(other.box[1], fragment.box[1]) > 100
        ]
        if right and min(right) - fragment.box[2] >= max(700, fragment.style.size * 7 // 10):
            gaps.append((fragment.box[2], min(right)))
    points: Counter[int] = Counter()
    for _, end in gaps:
        at = end - 300
        points[at] = sum(1 for left, right in gaps if left <= at <= right)
    ranked = sorted(points, key=lambda at: (-points[at], at))
    chosen: list[int] = []
    for at in ranked:
        if points[at] >= 2 and all(abs(at - other) > 1_000 for other in chosen):
            chosen.append(at)
    return chosen[:8]


Band = tuple[list[Fragment], list[Fragment], list[Fragment], list[Fragment]]


def _band(fragments: Sequence[Fragment], gutter: int, rules: Sequence[Rule]) -> Band | None:
    """The longest stretch that the gutter parts into two columns of running text: before, left, right, after."""
    crossing_rules = sorted(r.at for r in rules if r.horizontal and r.start < gutter - 2_000 and r.end > gutter + 2_000)
    best: tuple[int, int] | None = None
    start = 0
    stops = [n for n, f in enumerate(fragments) if f.box[0] < gutter - 100 and f.box[2] > gutter + 100]
    for stop in [*stops, len(fragments)]:
        for begin, end in _unruled(fragments, start, stop, crossing_rules):
            if (best is None or end - begin > best[1] - best[0]) and _is_columns(fragments[begin:end], gutter):
                best = begin, end
        start = stop + 1
    if best is None:
        return None
    begin, end = best
    inside = fragments[begin:end]
    left = [f for f in inside if f.box[2] <= gutter + 100]
    right = [f for f in inside if f.box[2] > gutter + 100]
    return list(fragments[:begin]), left, right, list(fragments[end:])


def _unruled(fragments: Sequence[Fragment], start: int, stop: int, rules: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The stretch parted where a ruled line crosses the gutter."""
    cuts = [
        n
        for n in range(start + 1, stop)
        if bisect_left(rules, fragments[n].base) > bisect_left(rules, fragments[n - 1].base)
    ]
    for begin, end in pairwise([start, *cuts, stop]):
        if begin < end:
            yield begin, end


def _is_columns(fragments: Sequence[Fragment], gutter: int) -> bool:
    left = [f for f in fragments if f.box[2] <= gutter + 100]
    right = [f for f in fragments if f.box[2] > gutter + 100]
    if _is_margin(left, right) or _is_margin(right, left):
        return True
    if len(left) < 3 or len(right) < 3:
        return False
    shared = min(left[-1].box[3], right[-1].box[3]) - max(left[0].box[1], right[0].box[1])
    return shared > 3 * fragments[0].style.size and _is_running(left) and _is_running(right)


def _is_margin(side: Sequence[Fragment], text: Sequence[Fragment]) -> bool:
    """A few short words beside running text: notes in the margin, the name of the journal; no column of a table."""
    if not side or len(text) < 6 or len(side) * 3 > len(text) or _is_tabular(lines_of(text, 0)):
        return False
    widest = max(f.box[2] for f in side) - min(f.box[0] for f in side)
    whole = max(f.box[2] for f in text) - min(f.box[0] for f in text)
    return widest * 3 < whole and all(len(f.text.split()) <= 5 for f in side) and _is_running(text)


def _is_running(side: Sequence[Fragment]) -> bool:
    """Whether most lines of a side are as wide as text that runs on, not as cells of a table."""
    lines = lines_of(side, 0)
    if _is_tabular(lines):
        return False
    width = max(line.box[2] for line in lines) - min(line.box[0] for line in lines)
    if len(lines) < 3 or width < 6_000:
        return False
    wide = sum(1 for line in lines if (line.box[2] - line.box[0]) * 10 >= width * 6 and len(line.text.split()) >= 3)
    return wide * 2 >= len(lines) and median(len(line.text.split()) for line in lines) >= 3


def _is_tabular(lines: Sequence[Line]) -> bool:
    """Whether most lines are rows: short parts side by side, with wide gaps between."""
    rows = [line for line in lines if line.gaps]
    sizes = [len(part.split()) for line in rows for part in line.text.split("\t")]
    return len(rows) * 2 > len(lines) and median(sizes) < 3
