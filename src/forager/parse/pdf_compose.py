"""Parts to the normalised text, its offset map and its pieces; and from the map to a place in the file and back."""

# ruff: noqa: RUF001 - typographic signs are what these patterns look for

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter

from forager.model.document import Run, Zone
from forager.parse.errors import PlaceNotFound
from forager.parse.paragraphs import paragraph_pieces
from forager.parse.pdf_library import Geometry
from forager.parse.pdf_lines import BOLD, MADE, RAISED, Box, Line
from forager.parse.pdf_notes import Note
from forager.parse.pdf_paragraphs import NOTE, NUMBER, SIGN, Part, is_labelled
from forager.parse.pdf_tables import Grid
from forager.parse.pieces import HeadingPath, Piece, Span, line_spans, strip_span
from forager.parse.places import Pointer, run_at
from forager.parse.zones import excluded_zone, key_value

_HYPHENS = "-\u00ad\u2010"
_WORD = re.compile(r"(?<![\w@./])[^\W\d_]+(?:-[^\W\d_]+)*(?![\w@/]|\.\w)")
_FIRST_OF_TWO = frozenset(
    [
        "high",
        "low",
        "long",
        "short",
        "well",
        "self",
        "full",
        "half",
        "real",
        "open",
        "cross",
        "state",
        "two",
        "three",
        "four",
        "five",
        "six",
        "one",
        "first",
        "second",
        "third",
    ]
)
"""Words that mostly keep their hyphen."""
_NEVER_FIRST = frozenset(
    [
        "with",
        "for",
        "there",
        "here",
        "how",
        "what",
        "when",
        "where",
        "who",
        "any",
        "some",
        "every",
        "over",
        "under",
        "out",
        "up",
        "down",
        "in",
        "on",
        "through",
        "can",
        "not",
        "an",
        "is",
        "as",
    ]
)
"""Words in the vocabulary that are syllables of longer ones: with-out, under-stand."""
_LAST_WORD = re.compile(r"[^\W_]+(?=[-\u00ad\u2010]$)")
_FIRST_WORD = re.compile(r"[^\W_]+")
_NOTED = re.compile(r"(?:[^\W\d_]{3}|\d[\d.,]*\d\d|[.,;:!?)\]\"'”’])[ ]?$")
"""What a footnote's mark stands behind; after less it may be an exponent."""
_MADE = {"\n": "/", "\t": "|", " ": "_"}
_WRITTEN = {sign: char for char, sign in _MADE.items()}
_STEP = re.compile(
    r"(?P<made>[/|_]+)|\+|(?:(?P<page>\d{1,7})(?:[af](?P<note>\d{1,6}))?:)?(?P<first>\d{1,9})-(?P<last>\d{1,9})"
)
_ADDRESS = re.compile(r"page:(?P<page>\d+)(?P<aside>[af])?")
_ASIDES = {"a": "comment", "f": "form field"}
_START = attrgetter("start")


@dataclass(frozen=True, slots=True)
class TableSpan:
    """A table in the text: the span of the whole, and of each cell by row and column."""

    grid: Grid
    span: Span
    cells: tuple[tuple[int, int, int, int], ...]
    headings: tuple[str, ...]


@dataclass(slots=True)
class Composer:
    """Writes parts one after another; each ink becomes a run with the box of its line."""

    geometries: dict[int, Geometry]
    words: frozenset[str]
    notes: frozenset[tuple[int, str]] = frozenset()
    left_out: int = 0
    runs: list[Run] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    tables: list[TableSpan] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0
    _solid: bool = False
    _spans: list[tuple[Part, Span]] = field(default_factory=list)

    def text(self) -> str:
        """All that was written."""
        return "".join(self._parts)

    def write(self, parts: Iterable[Part]) -> None:
        """Write the text, then read the parts' zones off it."""
        previous: Part | None = None
        for part in parts:
            if previous is not None:
                close = previous.zone is part.zone and part.zone in {Zone.ITEM, Zone.CONTENTS, Zone.NAVIGATION}
                self._put("\n" if close else "\n\n", MADE, "")
            begin = self._length
            if part.grid is not None:
                self._grid(part.grid)
            else:
                self._lines(part.lines)
            self._spans.append((part, (begin, self._length)))
            previous = part
        self._read()

    def _put(self, words: str, index: int, address: str) -> None:
        last = self.runs[-1] if self.runs else Run(0)
        on = self._solid and last.address == address and last.origin + self._length - last.start == index
        self._solid = bool(address)
        if not on and (index != MADE or words.strip("\n\t")):
            self.runs.append(Run(self._length, address, max(index, 0)))
        self._parts.append(words)
        self._length += len(words)

    def note(self, note: Note) -> None:
        """Write a comment after what was written; it is said by its author, and what a form is filled in with is said by nobody."""
        if self._length:
            self._put("\n\n", MADE, "")
        begin = self._length
        left, bottom, right, top = note.box
        kind = "f" if note.filled else "a"
        self._put(note.words, 0, f"page:{note.page}{kind}{note.number}@{left},{bottom},{right},{top}")
        for start, end in _blank_parted(note.words):
            span = (begin + start, begin + end)
            if note.filled:
                self.pieces.append(Piece(Zone.TABLE, *span))
            else:
                self.pieces.append(Piece(Zone.QUOTATION, *span, (), 1, author=note.author, date=note.date))

    # --- lines

    def _lines(self, lines: Sequence[Line], between: str = "\n") -> None:
        for number, line in enumerate(lines):
            following = lines[number + 1] if number + 1 < len(lines) else None
            join = _join(line.text, following.text, self.words) if following else None
            self._line(line, drop=join == "drop")
            if following is not None and join is None:
                self._put(between, MADE, "")

    def _line(self, line: Line, *, drop: bool) -> None:
        address = self._address(line)
        inks = list(line.inks)
        if drop:
            words, index, look = inks[-1]
            inks[-1:] = [(words[:-1], index, look)] if len(words) > 1 else []
        for number, (words, index, look) in enumerate(inks):
            before = inks[number - 1][0] if number else ""
            if look & RAISED and (line.page, words.strip()) in self.notes and _NOTED.search(before):
                self.left_out += 1
                if words[-1:].isspace():
                    self._put(words[-1:], index + len(words) - 1, address)
                continue
            if look & RAISED and words[0].isdigit() and before[-1:].isdigit():
                self._put(" ", MADE, "")
            self._put(words, index, address if index != MADE else "")

    def _address(self, line: Line) -> str:
        left, bottom, right, top = self.geometries[line.page].box_from_view(line.box)
        return f"page:{line.page}@{left},{bottom},{right},{top}"

    # --- tables

    def _grid(self, grid: Grid) -> None:
        begin = self._length
        cells: list[tuple[int, int, int, int]] = []
        row = 0
        for number, cell in enumerate(grid.cells):
            if number:
                self._put("\n" if cell.row != row else "\t", MADE, "")
            row = cell.row
            at = self._length
            self._lines(cell.lines, " ")
            cells.append((cell.row, cell.column, at, self._length))
        if grid.sure:
            self.tables.append(TableSpan(grid, (begin, self._length), tuple(cells), ()))

    # --- zones

    def _read(self) -> None:
        text = self.text()
        headings = HeadingPath()
        tables = iter(self.tables)
        spanned: list[TableSpan] = []
        for part, (begin, stop) in self._spans:
            start, end = strip_span(text, begin, stop)
            if part.grid is not None and part.grid.sure:
                table = next(tables)
                spanned.append(TableSpan(table.grid, (start, end), table.cells, headings.path()))
            if start < end:
                self.pieces.extend(_pieces(text, start, end, part, headings))
        self.tables = spanned


def _blank_parted(words: str) -> Iterator[Span]:
    """The paragraphs of a comment."""
    return (found.span() for found in re.finditer(r"\S(?:.|\n(?!\s*\n))*(?<=\S)", words))


def _pieces(text: str, start: int, end: int, part: Part, headings: HeadingPath) -> Iterator[Piece]:
    words = text[start:end]
    if part.zone in {Zone.TITLE, Zone.HEADING}:
        yield Piece(part.zone, start, end, headings.enter(part.level, words), part.level)
    elif part.zone is Zone.ITEM:
        mark = SIGN.match(text, start, end) or NUMBER.match(text, start, end)
        begin = mark.end() if mark and mark.end() < end else start
        yield from _paragraph(text, list(line_spans(text, begin, end)), Zone.ITEM, headings.path(), part.level)
    elif part.zone is Zone.PARAGRAPH and part.note:
        mark = NOTE.match(text, start, end)
        begin = mark.end() if mark and mark.end() < end else start
        yield from _paragraph(text, list(line_spans(text, begin, end)), Zone.PARAGRAPH, headings.path())
    elif part.zone is Zone.PARAGRAPH and is_labelled(part.lines[0]):
        begin = text.index("\t", start) + 1
        yield from _paragraph(text, list(line_spans(text, begin, end)), Zone.PARAGRAPH, headings.path())
    elif part.zone is Zone.PARAGRAPH and (head := _run_in(part)):
        at = strip_span(text, start, start + head)
        yield Piece(Zone.HEADING, *at, headings.enter(9, text[slice(*at)]), 9)
        yield from _paragraph(text, list(line_spans(text, start + head, end)), Zone.PARAGRAPH, headings.path())
    elif part.zone is Zone.PARAGRAPH:
        yield from _paragraph(text, list(line_spans(text, start, end)), Zone.PARAGRAPH, headings.path())
    else:
        yield Piece(part.zone, start, end, headings.path() if part.zone is not Zone.NAVIGATION else (), part.level)


def _paragraph(
    text: str, lines: Sequence[Span], zone: Zone, headings: tuple[str, ...], level: int = 0
) -> Iterator[Piece]:
    """One paragraph's pieces: where its first line is a field, lines that are none go on with the field above them."""
    if not lines or excluded_zone(text[lines[0][0] : lines[-1][1]]) or key_value(text, *lines[0]) is None:
        yield from paragraph_pieces(text, lines, zone, headings, level) if lines else ()
        return
    starts = [number for number, line in enumerate(lines) if key_value(text, *line)]
    for number, stop in pairwise([*starts, len(lines)]):
        start, end = strip_span(text, lines[number][0], lines[stop - 1][1])
        found = key_value(text, *lines[number])
        if found and start < end:
            label, (begin, _) = found
            yield Piece(Zone.KEY_VALUE, start, end, headings, level, label, (begin, end))


def _run_in(part: Part) -> int:
    """How many characters at the start of a paragraph are a heading in bold on the same line; 0 when there is none."""
    inks = part.lines[0].inks
    count = next((number for number, ink in enumerate(inks) if not ink[2] & BOLD and ink[0].strip()), len(inks))
    head, rest = "".join(words for words, _, _ in inks[:count]), "".join(words for words, _, _ in inks[count:])
    if not head[:1].isupper() or not 1 <= len(head.split()) <= 8 or head.rstrip()[-1] in ':,;-("':
        return 0
    apart = len(rest.split()) >= 2 and rest.lstrip()[:1].isupper() and (head[-1].isspace() or rest[:1].isspace())
    return len(head) if apart and not part.bold else 0


def note_marks(parts: Sequence[Part]) -> frozenset[tuple[int, str]]:
    """Page and mark of every footnote: what is set smaller, and numbered lines that close a page."""
    found = [(part.page, NOTE.match(part.text)) for part in (*(part for part in parts if part.note), *_closing(parts))]
    return frozenset((page, match["mark"]) for page, match in found if match)


def _closing(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts that begin with a number and after which nothing but their like and page furniture stands on their page."""
    page, closing = 0, True
    for part in reversed(parts):
        if part.page != page:
            page, closing = part.page, True
        numbered = part.grid is None and NOTE.match(part.text) is not None
        if closing and numbered:
            yield part
        closing = closing and (numbered or part.zone is Zone.NAVIGATION)


def vocabulary(parts: Iterable[Part]) -> frozenset[str]:
    """Words that stand whole on a line somewhere: they decide whether a hyphen at a line's end is part of the word."""
    counts: Counter[str] = Counter()
    for part in parts:
        lines = part.lines if part.grid is None else tuple(line for cell in part.grid.cells for line in cell.lines)
        for line in lines:
            words = _WORD.findall(line.text.casefold())
            if line.text[-1:] in _HYPHENS:
                words = words[:-1]
            counts.update(words[1:])
            counts.update(words[:1])
    return frozenset(counts)


def _join(line: str, following: str, words: frozenset[str]) -> str | None:
    """What becomes of the line end after a hyphen: "drop" the hyphen, "keep" it and nothing between, or None: no such end."""
    before, after = _LAST_WORD.search(line), _FIRST_WORD.match(following)
    if before is None or after is None:
        return None
    head, tail = before.group().casefold(), after.group().casefold()
    if line[-1] == "\u00ad":
        return "drop"
    figures = any(char.isdigit() for char in head + tail)
    hyphened = line[before.start() - 1 : before.start()] == "-" and head + tail not in words
    if figures or hyphened or len(head) == 1 or after.group()[0].isupper():
        return "keep"
    if head + tail in words:
        return "drop"
    both = len(head) > 2 and len(tail) > 2 and head in words and tail in words and head not in _NEVER_FIRST
    if f"{head}-{tail}" in words or head in _FIRST_OF_TWO or both:
        return "keep"
    return "drop"


# --- places


def steps(text: str, runs: Sequence[Run], start: int, end: int) -> Iterator[tuple[str, Run | None, int, int]]:
    """The span as steps: characters of the file (their run, first index, index after the last) or characters that were made."""
    at = start
    while at < end:
        number = max(0, bisect_right(runs, at, key=_START) - 1)
        run = runs[number]
        stop = min(end, runs[number + 1].start if number + 1 < len(runs) else len(text))
        words = text[at:stop]
        solid = words.rstrip("\n\t") if run.address else ""
        if solid:
            first = run.origin + at - run.start
            yield solid, run, first, first + len(solid)
        if len(solid) < len(words):
            yield words[len(solid) :], None, 0, 0
        at = stop


def written(text: str, runs: Sequence[Run], start: int, end: int) -> str:
    """The span as text for a pointer, such as "3:120-180/182-230": ranges of PDFium's index on page 3, a line end between."""
    out: list[str] = []
    page = ""
    solid = False
    for words, run, first, last in steps(text, runs, start, end):
        if run is None:
            out.append("".join(_MADE[char] for char in words))
            solid = False
            continue
        here = run.address[5:].partition("@")[0]
        out.append(("+" if solid else "") + (f"{here}:" if here != page else "") + f"{first}-{last}")
        page, solid = here, True
    return "".join(out)


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a written span: characters that were made, or those from ``first`` to ``last`` of a page or its annotation ``note``."""

    made: str = ""
    page: int = 0
    note: int = 0
    first: int = 0
    last: int = 0


def read_written(value: str) -> Iterator[Step]:
    """The steps of a written span; page and note are 0 where nothing of the file stands.

    Raises:
        PlaceNotFound: it is no written span.
    """
    at = page = note = 0
    while at < len(value):
        found = _STEP.match(value, at)
        if found is None or (found["first"] and not int(found["page"] or page)):
            raise PlaceNotFound("The pointer does not lead into a PDF.", remedy="Read the source again.")
        at = found.end()
        if found["made"]:
            yield Step("".join(_WRITTEN[sign] for sign in found["made"]))
        elif found["first"]:
            page, note = (int(found["page"]), int(found["note"] or 0)) if found["page"] else (page, note)
            yield Step("", page, note, int(found["first"]), int(found["last"]))


def page_of_run(run: Run) -> int:
    """The page a run stands on; 0 for made characters."""
    found = _ADDRESS.match(run.address)
    return int(found["page"]) if found else 0


def aside_of(run: Run) -> str:
    """What on its page a run stands in: "comment", "form field", or "" for the page itself."""
    found = _ADDRESS.match(run.address)
    return _ASIDES.get(found["aside"] or "", "") if found else ""


def box_of_run(run: Run) -> Box:
    """Left, bottom, right, top of the line a run stands on, in 1/100 pt of the page's own space."""
    left, bottom, right, top = (int(value) for value in run.address.partition("@")[2].split(","))
    return left, bottom, right, top


def pointer(text: str, runs: Sequence[Run], start: int, end: int) -> Pointer:
    """Pages, characters, and the box round the lines on the first page, of a span."""
    found = [(run, first, last) for _, run, first, last in steps(text, runs, start, end) if run is not None]
    if not found:
        near = page_of_run(next((r for r in (run_at(runs, start), *runs) if r.address), Run(0, "page:1@0,0,0,0")))
        return (("page", near), ("page_to", near), ("chars", written(text, runs, start, end)))
    page = page_of_run(found[0][0])
    boxes = [box_of_run(run) for run, _, _ in found if page_of_run(run) == page]
    return (
        ("page", page),
        ("page_to", page_of_run(found[-1][0])),
        ("chars", written(text, runs, start, end)),
        ("char_from", found[0][1]),
        ("char_to", found[-1][2]),
        ("box_left", min(box[0] for box in boxes)),
        ("box_bottom", min(box[1] for box in boxes)),
        ("box_right", max(box[2] for box in boxes)),
        ("box_top", max(box[3] for box in boxes)),
    )
