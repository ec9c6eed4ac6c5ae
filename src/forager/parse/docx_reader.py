"""A Word document in reading order: paragraphs and cells as units with addresses, notes, comments, page headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from lxml import etree

from forager.model.document import Attachment, Unread
from forager.parse.docx_package import Package, Relation, attribute, child, children, local
from forager.parse.docx_styles import Style, Styles, all_bold
from forager.parse.docx_text import Tally, is_unfilled, paragraph_text, text_boxes
from forager.parse.errors import TooDeep
from forager.parse.parser import Limits
from forager.parse.units import Unit

_TRANSPARENT = frozenset({"sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo"})
_NOTES = (("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment"))


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with words: its unit, its style, whether it lies in a table, and for a comment who wrote it and when."""

    unit: Unit
    style: Style
    in_table: bool = False
    bold: bool = False
    author: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class WordCell:
    """A cell: zero-based row and grid column, and the numbers of its first and last paragraph."""

    row: int
    column: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class WordTable:
    """A table: its cells, how many rows it declares as header, and whether it lies in another one."""

    cells: tuple[WordCell, ...]
    header_rows: int
    nested: bool


@dataclass(slots=True)
class WordReader:
    """Reads one package into paragraphs and tables in reading order."""

    package: Package
    limits: Limits
    paragraphs: list[Paragraph] = field(default_factory=list)
    tables: list[WordTable] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    _styles: Styles = field(default_factory=lambda: Styles(None))
    _relations: dict[str, Relation] = field(default_factory=dict)

    def read(self) -> None:
        """Body, notes, comments, page headers and footers; then the account of what is no text.

        Raises:
            Damaged: a part is missing or malformed.
            TooDeep: tables nested beyond the limit.
        """
        main = self.package.main_part()
        self._relations = self.package.relations(main)
        styles = self._related("styles")
        self._styles = Styles(self.package.xml(styles[0]) if styles else None)
        body = child(self.package.xml(main), "body")
        if body is not None:
            self._container(body, "document", 0)
        for part, kind in _NOTES:
            for name in self._related(part):
                self._notes(self.package.xml(name), part, kind)
        for kind in ("header", "footer"):
            for name in self._related(kind):
                self._container(self.package.xml(name), _stem(name), 0)
        self._account()

    def units(self) -> tuple[Unit, ...]:
        """All units in order."""
        return tuple(paragraph.unit for paragraph in self.paragraphs)

    def _related(self, kind: str) -> list[str]:
        found = {r.target for r in self._relations.values() if r.kind == kind and r.target in self.package.names}
        return sorted(found, key=_in_number_order)

    # --- blocks

    def _container(self, container: etree._Element, address: str, depth: int, author: str = "", date: str = "") -> None:
        for number, block in enumerate(self._blocks(container)):
            place = f"{address}/{number}"
            if local(block) == "tbl":
                self._table(block, place, depth)
                self._end_with("\n\n")
            else:
                self._paragraph(block, place, "\n\n", author=author, date=date)
                self._boxes(block, place, depth)

    def _blocks(self, container: etree._Element) -> Iterator[etree._Element]:
        """Paragraphs and tables, through wrappers; a chunk of another format is handed on whole."""
        for block in container:
            name = local(block) if isinstance(block.tag, str) else ""
            if name in {"p", "tbl"}:
                yield block
            elif name == "sdt" and is_unfilled(block):
                self.tally.met("unfilled field")
            elif name in _TRANSPARENT:
                self.tally.inserted += name in {"ins", "moveTo"}
                yield from self._blocks(block)
            elif name in {"del", "moveFrom"}:
                self.tally.met("passage deleted with tracked changes")
            elif name == "altChunk":
                self._hand_on(self._relations.get(attribute(block, "id")))
            elif name == "AlternateContent":
                yield from (inner for choice in children(block, "Choice") for inner in self._blocks(choice))

    def _paragraph(
        self, block: etree._Element, place: str, after: str, *, in_table: bool = False, author: str = "", date: str = ""
    ) -> None:
        text = paragraph_text(block, self.tally)
        if text.strip():
            style = self._styles.of(block)
            unit = Unit(place, text, after)
            self.paragraphs.append(Paragraph(unit, style, in_table, all_bold(block), author, date))

    def _boxes(self, block: etree._Element, place: str, depth: int) -> None:
        for number, box in enumerate(text_boxes(block)):
            self._container(box, f"{place}/box{number}", self._deeper(depth))

    def _deeper(self, depth: int) -> int:
        if depth >= self.limits.max_depth:
            raise TooDeep(f"The document nests tables more than {self.limits.max_depth} deep.", remedy="Simplify it.")
        return depth + 1

    def _end_with(self, separator: str) -> None:
        """What follows the last unit is now known."""
        if self.paragraphs:
            last = self.paragraphs[-1]
            self.paragraphs[-1] = replace(last, unit=replace(last.unit, after=separator))

    # --- tables

    def _table(self, table: etree._Element, place: str, depth: int) -> None:
        index = len(self.tables)
        self.tables.append(WordTable((), 0, nested=depth > 0))
        cells: list[WordCell] = []
        header_rows = 0
        for number, row in enumerate(_rows(table)):
            header_rows += header_rows == number and child(row, "trPr", "tblHeader") is not None
            self._row(row, number, place, self._deeper(depth), cells)
            self._end_with("\n")
        self.tables[index] = WordTable(tuple(cells), header_rows, nested=depth > 0)

    def _row(self, row: etree._Element, number: int, place: str, depth: int, cells: list[WordCell]) -> None:
        before = child(row, "trPr", "gridBefore")
        column = _number(before) if before is not None else 0
        for cell in _cells(row):
            span, merge = child(cell, "tcPr", "gridSpan"), child(cell, "tcPr", "vMerge")
            if merge is None or attribute(merge, "val") == "restart":
                first = len(self.paragraphs)
                self._cell(cell, f"{place}/{number}/{column}", depth)
                cells.append(WordCell(number, column, first, len(self.paragraphs) - 1))
                self._end_with("\t")
            column += max(1, _number(span) if span is not None else 1)

    def _cell(self, cell: etree._Element, place: str, depth: int) -> None:
        """At least one unit, empty if need be, so that every cell has a place."""
        first = len(self.paragraphs)
        for number, block in enumerate(self._blocks(cell)):
            if local(block) == "tbl":
                self._table(block, f"{place}/{number}", depth)
                self._end_with("\n")
            else:
                self._paragraph(block, f"{place}/{number}", "\n", in_table=True)
                self._boxes_in_cell(block, f"{place}/{number}", depth)
        if len(self.paragraphs) == first:
            self.paragraphs.append(Paragraph(Unit(f"{place}/0", "", ""), Style(), in_table=True))

    def _boxes_in_cell(self, block: etree._Element, place: str, depth: int) -> None:
        first = len(self.paragraphs)
        self._boxes(block, place, depth)
        for number in range(first, len(self.paragraphs)):
            self.paragraphs[number] = replace(self.paragraphs[number], in_table=True)

    # --- notes and the account

    def _notes(self, root: etree._Element, part: str, kind: str) -> None:
        for note in children(root, kind):
            if attribute(note, "type") in {"separator", "continuationSeparator", "continuationNotice"}:
                continue
            author, date = attribute(note, "author"), attribute(note, "date")[:10]
            self._container(note, f"{part}/{attribute(note, 'id')}", 0, author, date)

    def _hand_on(self, relation: Relation | None) -> None:
        if relation is None or relation.external or relation.target not in self.package.names:
            self.unread.append(Unread("an inserted document", "it is not in the file"))
            return
        data = self.package.read(relation.target)
        if data:
            self.attachments.append(Attachment(relation.target.rpartition("/")[2], data))

    def _account(self) -> None:
        for name in sorted(self.package.names, key=_in_number_order):
            base = name.rpartition("/")[2]
            if "/embeddings/" in name and base and not base.endswith(".bin"):
                self.attachments.append(Attachment(base, self.package.read(name)))
            elif "/embeddings/" in name and base:
                self.unread.append(Unread(f"embedded object {base}", "objects of other programs are not read"))
            elif base == "vbaProject.bin":
                self.unread.append(Unread("macros", "programs are not read"))
        for what, count in sorted(self.tally.counts.items()):
            self.unread.append(Unread(f"{count} {what if count == 1 else _plural(what)}", _WHY[what]))


_WHY = {
    "picture": "no text is read from pictures",
    "chart": "charts are not read",
    "diagram": "diagrams are not read",
    "embedded object": "it is shown as a picture; an embedded file is listed by its name",
    "unfilled field": "it shows only its prompt",
    "hidden passage": "it is hidden from the reader of the document",
    "passage deleted with tracked changes": "the deletion stands; its words are no part of the text",
}


def _plural(what: str) -> str:
    return what.replace("passage", "passages", 1) if what.startswith("passage") else f"{what}s"


def _rows(table: etree._Element) -> Iterator[etree._Element]:
    for node in table:
        if local(node) == "tr":
            yield node
        elif local(node) in _TRANSPARENT:
            yield from _rows(node)


def _cells(row: etree._Element) -> Iterator[etree._Element]:
    for node in row:
        if local(node) == "tc":
            yield node
        elif local(node) in _TRANSPARENT:
            yield from _cells(node)


def _number(node: etree._Element) -> int:
    value = attribute(node, "val")
    return min(int(value), 1_000) if value.isdigit() else 0


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]


def _in_number_order(name: str) -> tuple[str, int, str]:
    """header2 before header10."""
    found = re.search(r"(\d+)\D*$", name)
    return (name[: found.start()], int(found.group(1)), name) if found else (name, 0, name)
