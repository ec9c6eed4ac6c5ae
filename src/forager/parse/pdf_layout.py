"""All pages to parts in reading order: what repeats on page after page set aside, headings found, paragraphs joined across breaks."""

# ruff: noqa: RUF001 - typographic signs are what these patterns look for

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from forager.model.document import Zone
from forager.parse.pdf_lines import Fragment, Line, flows_of, fragments_of, lines_of
from forager.parse.pdf_page import Rule, Sheet, Style
from forager.parse.pdf_paragraphs import NOTE, NUMBER, SIGN, Part, ends_sentence, parts_of
from forager.parse.pdf_tables import Grid, ruled_grids
from forager.parse.zones import CONTENTS_TITLE, key_value

_MARGIN = 12
"""Per cent of a page's height, at the top and at the bottom, where headers and footers stand."""
_DRAWN = 66
"""Per cent of the running text's size; what is smaller belongs to a drawing."""
_OUTER = 22
"""Per cent where the very first and last line may still be one."""
_PAGE_NUMBER = re.compile(
    r"[\s\-–—|.\[\]()]*(?:(?:page|seite|p\.)\s*)?(?:#|[ivxl]{1,6})(?:\s*(?:of|/|von)\s*#)?[\s\-–—|.\[\]()]*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=[^\W\d_])|[A-Z](?:\.\d{1,2}){1,3}\s+(?=\S)|[IVX]{1,4}\.\s+(?=[A-Z])"
)
_COUNTED = re.compile(r"\(?(?P<number>\d{1,3})[.)]\s")
_DOTTED = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+[A-Z]")
_SOURCES = re.compile(
    r"(?:\W*\d*\W*)?(?:references|bibliography|works cited|literature cited|literature|literatur)\W*", re.IGNORECASE
)
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Draft:
    """A page's stretches before it is known what repeats."""

    number: int
    width: int
    height: int
    upright: tuple[Fragment, ...]
    sideways: tuple[Fragment, ...]
    rules: tuple[Rule, ...]


def draft(sheet: Sheet) -> Draft:
    """The stretches of a page."""
    fragments = fragments_of(sheet.glyphs, sheet.rules)
    width, height = sheet.geometry.size
    upright = tuple(f for f in fragments if f.style.turns == 0)
    sideways = tuple(f for f in fragments if f.style.turns != 0)
    return Draft(sheet.number, width, height, upright, sideways, sheet.rules)


def layout(drafts: Sequence[Draft]) -> list[Part]:
    """Every part of the document in reading order."""
    furniture = _furniture(drafts)
    parts: list[Part] = []
    flow = 0
    for page in drafts:
        aside = furniture.get(page.number, [])
        for made in _page_parts(page, aside, flow):
            parts.append(made)
            flow = max(flow, made.flow + 1)
    return _joined(_with_headings(_numbered_items(parts)))


def _page_parts(page: Draft, aside: Sequence[Line], flow: int) -> Iterator[Part]:
    taken = {id(fragment) for line in aside for fragment in line.fragments}
    rest = [f for f in page.upright if id(f) not in taken]
    middle = page.height // 2
    yield from _aside([line for line in aside if line.base < middle], flow)
    grids, rest = ruled_grids(rest, page.rules, page.number)
    rest += [_stand_in(grid, number) for number, grid in enumerate(grids)]
    for offset, column in enumerate(flows_of(rest, page.rules, page.number)):
        yield from parts_of(column, grids, page.rules, flow + offset)
    yield from _aside([line for line in aside if line.base >= middle], flow)
    for fragment in page.sideways:
        yield Part(Zone.NAVIGATION, tuple(lines_of([fragment], page.number)), flow)


def _aside(lines: Iterable[Line], flow: int) -> Iterator[Part]:
    for line in lines:
        yield Part(Zone.NAVIGATION, (line,), flow)


def _stand_in(grid: Grid, number: int) -> Fragment:
    """What stands for a table among the stretches of its page."""
    return Fragment((), grid.box, grid.box[1], Style(100), number)


# --- headers and footers


def _furniture(drafts: Sequence[Draft]) -> dict[int, list[Line]]:
    """Page to the lines at its top and bottom that repeat on other pages, or hold nothing but the page's number."""
    margins = {page.number: list(_margin_lines(page)) for page in drafts}
    seen = Counter(key for lines in margins.values() for key in {_key(line) for line in lines})
    needed = 2 if len(drafts) < 6 else 3
    return {
        number: [line for line in lines if _PAGE_NUMBER.fullmatch(_key(line)[1]) or seen[_key(line)] >= needed]
        for number, lines in margins.items()
    }


def _margin_lines(page: Draft) -> Iterator[Line]:
    band, outer = page.height * _MARGIN // 100, page.height * _OUTER // 100
    near = [f for f in page.upright if f.base < outer or f.base > page.height - outer]
    lines = lines_of(near, page.number)
    head = [line for line in lines if line.base < page.height // 2]
    foot = [line for line in lines if line.base >= page.height // 2]
    yield from [line for at, line in enumerate(head[:4]) if line.base < band or at == 0]
    yield from [line for at, line in enumerate(reversed(foot[-4:])) if line.base > page.height - band or at == 0]


def _key(line: Line) -> tuple[int, str]:
    """Lines that repeat stand at one height and differ in nothing but numbers."""
    words = re.sub(r"\d+", "#", " ".join(line.text.split()).casefold())
    return line.base // 1_000, words


# --- lists


def _numbered_items(parts: Sequence[Part]) -> list[Part]:
    """A number and a stop open a list item only beside its neighbour's: "19. august" opens a sentence."""
    numbers = [_number(part) for part in parts]
    made: list[Part] = []
    for at, part in enumerate(parts):
        near = numbers[max(0, at - 4) : at + 5]
        mine = numbers[at]
        alone = mine is not None and mine != 1 and mine - 1 not in near and mine + 1 not in near
        made.append(replace(part, zone=Zone.PARAGRAPH, level=0) if alone else part)
    return made


def _number(part: Part) -> int | None:
    found = _COUNTED.match(part.text) if part.zone is Zone.ITEM else None
    return int(found["number"]) if found else None


# --- headings


def _with_headings(parts: Sequence[Part]) -> list[Part]:
    body = _body(parts)
    made: list[Part] = []
    for number, part in enumerate(parts):
        following = next((other for other in parts[number + 1 : number + 6] if other.zone is not Zone.NAVIGATION), None)
        if _is_heading(part, body, following):
            made.append(replace(part, zone=Zone.HEADING))
        elif part.lines and part.size * 100 < body.size * _DRAWN:
            made.append(replace(part, zone=Zone.CAPTION))
        else:
            made.append(replace(part, note=_is_footnote(part, body)))
    return _sources(_levels(made, body))


def _body(parts: Sequence[Part]) -> Style:
    """How most of the running text is set."""
    counts: Counter[tuple[int, bool]] = Counter()
    for part in parts:
        for line in part.lines:
            counts[line.style.size // 25 * 25, line.style.bold] += len(line.text)
    size, bold = max(counts, key=lambda key: (counts[key], key), default=(1000, False))
    return Style(size, bold)


def _is_heading(part: Part, body: Style, following: Part | None) -> bool:
    words = part.text
    if (
        part.field
        or part.zone not in {Zone.PARAGRAPH, Zone.ITEM}
        or len(part.lines) > 4
        or not 1 <= len(words.split()) <= 22
    ):
        return False
    letters = len(_LETTER.findall(words))
    if letters < 3 or letters * 2 < len(words.replace(" ", "")) or words.rstrip()[-1] in ".,;":
        return False
    if CONTENTS_TITLE.fullmatch(words.strip()):
        return True
    larger = part.size * 100 >= body.size * 113
    if SIGN.match(words) or (key_value(words, 0, len(words)) and not larger) or any(line.gaps for line in part.lines):
        return False
    bold = part.bold and not body.bold and part.size * 100 >= body.size * 92
    capitals = words.isupper() and len(words.split()) <= 12 and part.size * 100 >= body.size * 92
    dotted = _DOTTED.match(words) is not None and len(words.split()) <= 12 and part.size >= body.size - 50
    if not (larger or bold or ((capitals or dotted) and len(part.lines) == 1)):
        return False
    return following is not None and (larger or words[:1].isupper() or words[:1].isdigit() or not words[:1].isalpha())


def _is_footnote(part: Part, body: Style) -> bool:
    small = part.size * 100 < body.size * 93
    return small and part.zone in {Zone.PARAGRAPH, Zone.ITEM} and NOTE.match(part.text) is not None


def _levels(parts: Sequence[Part], body: Style) -> list[Part]:
    """The larger the higher; a numbered heading by its number; the largest on the first page is the title."""
    looks = sorted({_look(part, body) for part in parts if part.zone is Zone.HEADING}, reverse=True)
    title = _title(parts)
    made: list[Part] = []
    for number, part in enumerate(parts):
        if number == title:
            made.append(replace(part, zone=Zone.TITLE, level=1))
        elif part.zone is Zone.HEADING:
            above = looks.index(_look(part, body)) + (1 if title is None else 2)
            made.append(replace(part, level=min(9, min(6, above) + _depth(parts, part, body))))
        else:
            made.append(part)
    return made


def _depth(parts: Sequence[Part], part: Part, body: Style) -> int:
    """How many levels a number like "2.1" adds: none where the look tells it already."""
    found = _NUMBERED.match(part.text)
    dots = found["number"].count(".") if found and found["number"] else 0
    return dots if dots and _same_look_numbered(parts, part, body) else 0


def _look(part: Part, body: Style) -> tuple[int, bool]:
    return (max(part.size, body.size) // 50, part.bold)


def _same_look_numbered(parts: Sequence[Part], part: Part, body: Style) -> bool:
    """Whether headings without dots look the same: then only the number tells the level."""
    look = _look(part, body)
    return any(
        other.zone is Zone.HEADING and _look(other, body) == look and re.match(r"\d{1,2}\.?\s", other.text)
        for other in parts
    )


def _title(parts: Sequence[Part]) -> int | None:
    """The first of the largest headings of the first page, when nothing but small print stands above it."""
    first = next((part.page for part in parts), 1)
    heads = [n for n, part in enumerate(parts) if part.page == first and part.zone is Zone.HEADING]
    if not heads:
        return None
    largest = max(parts[n].size for n in heads)
    best = next(n for n in heads if parts[n].size * (100 if n > heads[0] else 120) >= largest * 100)
    above = sum(len(part.text) for part in parts[:best] if part.zone in {Zone.PARAGRAPH, Zone.ITEM})
    return best if above < 400 else None


def _sources(parts: Sequence[Part]) -> list[Part]:
    """What stands under "References" points to other documents and states nothing of this one."""
    made: list[Part] = []
    inside = 0
    for part in parts:
        if part.zone in {Zone.HEADING, Zone.TITLE}:
            if _SOURCES.fullmatch(part.text.strip()):
                inside = part.level or 1
            elif part.level <= inside:
                inside = 0
        away = inside and part.zone in {Zone.PARAGRAPH, Zone.ITEM}
        made.append(replace(part, zone=Zone.NAVIGATION) if away else part)
    return made


# --- paragraphs across columns and pages


def _joined(parts: Sequence[Part]) -> list[Part]:
    """A sentence that goes on in the next column or on the next page is one part; what stands between follows it."""
    made: list[Part] = []
    taken: set[int] = set()
    for number, part in enumerate(parts):
        if number in taken:
            continue
        whole, last = part, number
        while (at := _continuation(parts, last, whole, taken)) is not None:
            taken.add(at)
            whole, last = replace(whole, lines=(*whole.lines, *parts[at].lines)), at
        made.append(whole)
    return made


def _continuation(parts: Sequence[Part], number: int, part: Part, taken: set[int]) -> int | None:
    """The number of the part that goes on with this one."""
    if part.zone not in {Zone.PARAGRAPH, Zone.ITEM} or not part.lines or ends_sentence(part.text):
        return None
    between = 0
    for at in range(number + 1, min(len(parts), number + 12)):
        other = parts[at]
        if other.zone in {Zone.NAVIGATION, Zone.CAPTION, Zone.TABLE} or _is_note(other, part):
            between += 1
            continue
        if at in taken or other.zone is not Zone.PARAGRAPH or other.page > part.lines[-1].page + 1:
            return None
        elsewhere = other.page != part.lines[-1].page or other.flow != parts[number].flow or between
        return at if elsewhere and _follows(part, other) else None
    return None


def _is_note(other: Part, part: Part) -> bool:
    """A footnote: smaller, at the foot of the column where the part stands."""
    return (
        other.page == part.lines[-1].page
        and other.size * 100 < part.size * 93
        and other.zone in {Zone.PARAGRAPH, Zone.ITEM}
    )


def _follows(part: Part, other: Part) -> bool:
    last, first = part.lines[-1], other.lines[0]
    if abs(last.style.size - first.style.size) * 12 > last.style.size or NUMBER.match(other.text):
        return False
    words = other.text.lstrip()
    goes_on = words[:1].islower() or (words[:1] in "(\"“'‘" and words[1:2].islower())
    full = (part.right - last.box[2]) * 100 <= (part.right - part.left) * 18
    return goes_on or (
        full and not part.bold and not other.bold and len(part.lines) > 1 and key_value(words, 0, len(words)) is None
    )
