"""A page in reading order: the words of every block, cell, list entry and caption, each with its address in the tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from lxml import etree

from forager.model.document import Zone
from forager.parse.html_aside import Asides
from forager.parse.html_grid import Grid, Kind, Place, grid_of, kind_of
from forager.parse.html_look import Look, StyleSheet, is_gone, look_of
from forager.parse.html_parts import Account, Ink, Part, Role, words_in

_BLOCK_TAGS = """
address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main marquee menu nav ol p plaintext pre search section
summary table tbody td tfoot th thead tr ul xmp
"""
_SILENT_TAGS = """
annotation area base head link map meta noscript param rp rt script source style template title track
"""
_FIELD_TAGS = "button datalist input keygen meter optgroup option output progress select textarea"
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_SILENT = frozenset(_SILENT_TAGS.split())
_FIELDS = frozenset(_FIELD_TAGS.split())
_PICTURES = frozenset({"svg", "img", "image"})
_THINGS: dict[str, str] = {
    **dict.fromkeys(("iframe", "frame", "portal"), "frame"),
    **dict.fromkeys(("object", "embed", "applet", "audio", "video", "canvas"), "embedded object"),
}
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_BOLD = frozenset({"b", "strong"})
_VERBATIM = frozenset({"pre", "listing", "xmp", "plaintext"})
_ROLES: dict[str, Role] = {
    **dict.fromkeys(("figcaption", "caption"), Role.CAPTION),
    **dict.fromkeys(_VERBATIM, Role.CODE),
    "li": Role.ITEM, "dt": Role.NAME, "dd": Role.MEANING, "address": Role.CONTACT,
}  # fmt: skip
_LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
_RAISED = str.maketrans("0123456789+-−–n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ⁿ")  # noqa: RUF001 - minus signs as pages write them
_EXPONENT = re.compile(r"[+\-−–]?\d{1,3}|n")  # noqa: RUF001
_MARK = re.compile(r"\[?\s*(?:\d{1,3}|[a-z*†‡]|(?:note|nb|n|fn)\s*\d{1,3})\s*\]?", re.IGNORECASE)
_SHOWN_AS_BLOCK = re.compile(r"(?:block|flex|grid|table(?:-row|-cell|-caption)?|list-item|flow-root)\b")


@dataclass(frozen=True, slots=True)
class _Here:
    """Where the walk stands: the block whose words are being collected, and what it lies in."""

    block: str
    look: Look
    role: Role = Role.TEXT
    level: int = 0
    quotes: int = 0
    lists: int = 0
    group: int = 0
    row: int = -1
    column: int = -1
    aside: Zone | None = None
    verbatim: bool = False
    link: bool = False
    code: bool = False
    bold: bool = False
    cell: bool = False


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell of a data table and its first and last part."""

    place: Place
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A data table: its grid, its cells as read, its caption."""

    grid: Grid
    cells: tuple[ReadCell, ...]
    caption: str = ""


@dataclass(slots=True)
class PageReader:
    """Walks the tree once; afterwards ``parts`` are the page's words in reading order and ``tables`` its data tables."""

    root: etree._Element
    max_cells: int
    max_rows: int
    parts: list[Part] = field(default_factory=list)
    tables: list[ReadTable] = field(default_factory=list)
    account: Account = field(default_factory=Account)
    _ink: Ink = field(default_factory=Ink)
    _later: list[Part] = field(default_factory=list)
    _seen: Counter[str] = field(default_factory=Counter)
    _forms: set[etree._Element | None] = field(default_factory=set)
    _gone: set[etree._Element] = field(default_factory=set)
    _groups: int = 0
    _sheet: StyleSheet = field(init=False)
    _asides: Asides = field(init=False)

    def __post_init__(self) -> None:
        """Look over the whole page before walking it."""
        self._sheet, self._asides = StyleSheet(self.root), Asides(self.root)

    def read(self) -> None:
        """Read the page."""
        here = _Here("", Look())
        self._element(self.root, str(self.root.tag), here)
        self._flush(here)

    # --- the walk

    def _element(self, node: etree._Element, path: str, here: _Here) -> None:
        tag = str(node.tag).lower()
        style = self._sheet.of(node, tag)
        if self._is_passed_over(node, tag, path, style, here) or self._is_gone(node, tag, style):
            return
        if tag == "br":
            self._break(here)
            return
        if tag == "sup" and self._raised(node, here):
            return
        block = tag in _BLOCKS or bool(_SHOWN_AS_BLOCK.match(style.get("display", "")))
        inner = self._inline(node, tag, style, here)
        if block:
            self._flush(here)
            inner = self._block(node, tag, path, style, inner)
        elif here.aside is None and self._asides.zone_of(node, tag) is not None:
            self._put_by(node, path, here)
            return
        if tag == "table" and self._table(node, path, inner):
            return
        self._inside(node, path, inner)
        if block:
            self._flush(inner)

    def _inside(self, node: etree._Element, path: str, here: _Here) -> None:
        self._say(node.text, here)
        counts: Counter[str] = Counter()
        for child in node:
            if isinstance(child.tag, str):
                counts[child.tag] += 1
                self._element(child, f"{path}/{child.tag}[{counts[child.tag]}]", here)
            self._say(child.tail, here)

    def _is_passed_over(self, node: etree._Element, tag: str, path: str, style: Mapping[str, str], here: _Here) -> bool:
        """Whether an element holds no words of the page; what a reader might miss is counted."""
        if tag in _SILENT or style.get("mso-list") == "ignore":
            return True
        if tag in _FIELDS:
            self._field(node, tag)
        elif tag in _PICTURES:
            self._picture(node, path, here)
        elif tag in _THINGS:
            self.account.things[_THINGS[tag]] += 1
        else:
            return False
        return True

    def _field(self, node: etree._Element, tag: str) -> None:
        """Fields of one form are one form."""
        form = next(node.iterancestors("form"), None)
        typed = tag in {"input", "select", "textarea"} and (node.get("type") or "").lower() != "hidden"
        if typed and form not in self._forms:
            self._forms.add(form)
            self.account.things["form"] += 1

    def _is_gone(self, node: etree._Element, tag: str, style: Mapping[str, str]) -> bool:
        if not is_gone(node, tag, style):
            return False
        self.account.hide(words_in(node))
        return True

    def _inline(self, node: etree._Element, tag: str, style: Mapping[str, str], here: _Here) -> _Here:
        """What an element changes for the words in it."""
        look = look_of(node, style, here.look)
        link = here.link or (tag == "a" and node.get("href") is not None)
        code, bold = here.code or tag in _CODE, here.bold or tag in _BOLD or _is_bold(style)
        if (look, link, code, bold) == (here.look, here.link, here.code, here.bold):
            return here
        self._ink.links += link and not here.link
        return replace(here, look=look, link=link, code=code, bold=bold)

    def _block(self, node: etree._Element, tag: str, path: str, style: Mapping[str, str], here: _Here) -> _Here:
        """Where the words of a block element belong."""
        aside = here.aside or self._asides.zone_of(node, tag)
        inner = replace(here, block=path, aside=aside, verbatim=here.verbatim or tag in _VERBATIM, link=here.link)
        if here.cell or here.row >= 0:
            return inner
        if tag in _LISTS:
            self._groups += not here.lists
            inner = replace(inner, lists=here.lists + 1, group=here.group if here.lists else self._groups)
        elif tag == "blockquote":
            inner = replace(inner, quotes=here.quotes + 1)
        level = _heading_level(node, tag)
        if level:
            return replace(inner, role=Role.HEADING, level=level)
        role = Role.ITEM if style.get("mso-list", "").startswith("l") else _ROLES.get(tag)
        return inner if role is None else replace(inner, role=role, level=here.lists)

    # --- words

    def _say(self, words: str | None, here: _Here) -> None:
        if not words:
            return
        if not here.look.shows:
            self.account.hide(words)
            return
        size = self._ink.say(words, kept=here.verbatim)
        self._ink.linked += size if here.link else 0
        self._ink.coded += size if here.code else 0
        self._ink.bold += size if here.bold else 0

    def _break(self, here: _Here) -> None:
        """A second line break in a row ends a paragraph."""
        if self._ink.line_is_blank() and not here.verbatim:
            self._flush(here)
        else:
            self._ink.pieces.append("\n")

    def _raised(self, node: etree._Element, here: _Here) -> bool:
        """Whether raised characters were dealt with: exponents are written as such, marks of notes are no words."""
        words = words_in(node).strip()
        if node.find(".//a[@href]") is not None and _MARK.fullmatch(words):
            return True
        if _EXPONENT.fullmatch(words):
            self._say(words.translate(_RAISED), here)
            return True
        return False

    def _picture(self, node: etree._Element, path: str, here: _Here) -> None:
        """A picture's description follows the block that it stands in, or is the word of its cell."""
        words = " ".join((node.get("alt") or "").split())
        drawn = (
            node.tag == "svg"
            or node.get("alt") == ""
            or node.get("width") in {"0", "1"}
            or node.get("height") in {"0", "1"}
        )
        self.account.things["picture"] += not drawn
        if words and here.look.shows:
            self._later.append(self._part(path, words, replace(here, role=Role.CAPTION)))

    def _put_by(self, node: etree._Element, path: str, here: _Here) -> None:
        """Words beside the text in the middle of a line follow the line."""
        words = " ".join(words_in(node).split())
        if words and here.look.shows and not here.cell:
            self._later.append(self._part(path, words, replace(here, role=Role.TEXT, aside=Zone.NAVIGATION)))

    def _part(self, address: str, text: str, here: _Here, ink: Ink | None = None) -> Part:
        ink = ink or Ink()
        role = Role.CELL if here.cell else here.role
        return Part(
            address, text, role, here.level, here.quotes, here.aside, here.group, here.row, here.column,
            ink.links, ink.linked, ink.coded, ink.bold,
        )  # fmt: skip

    def _flush(self, here: _Here) -> None:
        """The words collected so far are one part."""
        text = self._ink.text(kept=here.verbatim)
        if text.strip():
            self.parts.append(self._part(self._address(here.block), text, here, self._ink))
        if not here.cell:
            self.parts += self._later
            self._later = []
        self._ink = Ink(links=0)

    def _address(self, path: str) -> str:
        """The block's path; "#2" marks its second stretch of words."""
        self._seen[path] += 1
        return path if self._seen[path] == 1 else f"{path}#{self._seen[path]}"

    # --- tables

    def _table(self, node: etree._Element, path: str, here: _Here) -> bool:
        """Read a table that holds data; False when it only places things on the page."""
        grid = grid_of(node)
        kind = Kind.LAYOUT if here.cell or here.aside else kind_of(node, grid)
        if kind is Kind.LAYOUT:
            return False
        self._groups += 1
        paths = _paths(node, path)
        caption = self._caption(node, path, here)
        inside = replace(here, group=self._groups, lists=0, level=0, role=Role.CELL, cell=kind is Kind.DATA)
        counts = Counter(place.row for place in grid.places)
        single = {row for row, count in counts.items() if count == 1}
        cells: list[ReadCell] = []
        for place in grid.places:
            look = self._row_look(place.node, inside.look)
            if look is None:
                continue
            role = Role.CAPTION if place.row in single else Role.NAME if place.column == 0 else Role.MEANING
            at = replace(inside, row=place.row, column=place.column, look=look, role=role)
            cells.append(self._cell(place, paths[place.node], at))
        if kind is Kind.DATA:
            self._keep(grid, cells, caption)
        self._flush(here)
        return True

    def _row_look(self, cell: etree._Element, above: Look) -> Look | None:
        """The look that the rows and groups around a cell hand down to it; None when they or the cell are not shown."""
        around = list(cell.iterancestors("tr", "tbody", "thead", "tfoot"))[:2]
        for node in (*reversed(around), cell):
            tag = str(node.tag)
            style = self._sheet.of(node, tag)
            if node in self._gone or self._is_gone(node, tag, style):
                self._gone.add(node)
                return None
            above = look_of(node, style, above)
        return above

    def _cell(self, place: Place, path: str, here: _Here) -> ReadCell:
        first = len(self.parts)
        at = replace(here, block=path)
        tag = str(place.node.tag)
        self._inside(place.node, path, self._inline(place.node, tag, self._sheet.of(place.node, tag), at))
        self._flush(at)
        if here.cell:
            self._fill(first, path, at)
        return ReadCell(place, first, len(self.parts) - 1)

    def _fill(self, first: int, path: str, here: _Here) -> None:
        """A cell without words says what its picture shows, or nothing."""
        if len(self.parts) == first:
            words = next((part.text for part in self._later), "")
            self.parts.append(self._part(self._address(path), words, here))
        self._later = []

    def _caption(self, node: etree._Element, path: str, here: _Here) -> str:
        caption = next(node.iterchildren("caption"), None)
        if caption is None:
            return ""
        before = len(self.parts)
        self._element(caption, f"{path}/caption[1]", here)
        return " ".join(part.text for part in self.parts[before:])

    def _keep(self, grid: Grid, cells: list[ReadCell], caption: str) -> None:
        """A table is kept with as many cells as the limits allow."""
        kept = tuple(cell for cell in cells if cell.place.row < self.max_rows)[: self.max_cells]
        if kept:
            self.tables.append(ReadTable(grid, kept, " ".join(caption.split())))


def _heading_level(node: etree._Element, tag: str) -> int:
    """1 to 6 for a heading, by its tag or its role; 0 for anything else."""
    if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
        return int(tag[1])
    stated = node.get("aria-level") or "2"
    return int(stated) if node.get("role") == "heading" and stated in {"1", "2", "3", "4", "5", "6"} else 0


def _is_bold(style: Mapping[str, str]) -> bool:
    return style.get("font-weight", "") in {"bold", "bolder", "600", "700", "800", "900"}


def _paths(table: etree._Element, path: str) -> dict[etree._Element, str]:
    """The path of every cell of a table."""
    found: dict[etree._Element, str] = {}
    for child, child_path in _children(table, path):
        rows = [(child, child_path)] if child.tag == "tr" else _children(child, child_path)
        for row, row_path in rows:
            found.update(_children(row, row_path) if row.tag == "tr" else ())
    return found


def _children(node: etree._Element, path: str) -> Iterator[tuple[etree._Element, str]]:
    counts: Counter[str] = Counter()
    for child in node:
        if isinstance(child.tag, str):
            counts[child.tag] += 1
            yield child, f"{path}/{child.tag}[{counts[child.tag]}]"
