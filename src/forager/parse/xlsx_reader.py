"""A workbook's sheets as the person sees them: cells as words with their places, merges, declared tables, notes (ECMA-376)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from forager.model.document import Attachment, Unread
from forager.parse.decode import normalise
from forager.parse.docx_package import Package, Relation, attribute, child, local
from forager.parse.errors import Damaged
from forager.parse.office import embedded, main_part, related, whole
from forager.parse.xlsx_cells import Area, Cell, area_of, place_of, reference
from forager.parse.xlsx_styles import Book, open_book, rich_text

MAX_CELLS = 1_000_000
MAX_CHARACTERS = 60_000_000
"""Filled cells, and characters in them, that are read of one workbook; the account lists what lies beyond."""
SHOWN = 5
"""Cells named in one entry of the account."""

_DRAWN = {"chart": "chart", "image": "picture", "diagramData": "diagram", "chartEx": "chart"}
_WHY = {
    "picture": "no text is read from pictures",
    "chart": "charts are not read; their numbers stand in the cells they are drawn from",
    "diagram": "diagrams are not read",
}


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on a cell: the cell's name, the words, who wrote them and when (ISO date or empty)."""

    cell: str
    text: str
    author: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """A table that the workbook itself declares: its area and how many header rows it has."""

    area: Area
    header_rows: int


@dataclass(slots=True)
class Sheet:
    """One sheet: filled cells in row order, merged areas, declared tables, notes, texts in shapes."""

    name: str
    state: str = ""
    cells: list[Cell] = field(default_factory=list)
    merges: list[Area] = field(default_factory=list)
    declared: list[Declared] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    hidden_rows: int = 0
    hidden_columns: int = 0


@dataclass(slots=True)
class WorkbookReader:
    """Reads one package into sheets, in the workbook's order."""

    package: Package
    sheets: list[Sheet] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    _cells_left: int = MAX_CELLS
    _characters_left: int = MAX_CHARACTERS

    def read(self) -> None:
        """All sheets; then the account of what is no text.

        Raises:
            Damaged: a part is missing or malformed, or two sheets have one name.
            LyingType: the package holds another kind of office file.
            UnsupportedFormat: the archive is no office file.
        """
        main = main_part(self.package, "workbook")
        root, relations = self.package.xml(main), self.package.relations(main)
        book = open_book(self.package, root, relations)
        names: set[str] = set()
        for node in root.iter("{*}sheet"):
            name = normalise(attribute(node, "name"))
            if name in names:
                raise Damaged("Two sheets of the workbook have one name.", remedy="Rename one of them.")
            names.add(name)
            self._sheet(name, node, relations, book)
        for found in embedded(self.package):
            if isinstance(found, Attachment):
                self.attachments.append(found)
            else:
                self.unread.append(found)

    def _sheet(self, name: str, node: etree._Element, relations: dict[str, Relation], book: Book) -> None:
        relation = next(
            (relations[str(v)] for k, v in node.attrib.items() if local_name(k) == "id" and v in relations), None
        )
        if relation is None or relation.target not in self.package.names:
            self.unread.append(Unread(f'sheet "{name}"', "it is not in the file"))
            return
        if relation.kind != "worksheet":
            self.unread.append(Unread(f'sheet "{name}"', "it holds a chart or a dialogue and no cells"))
            return
        state = attribute(node, "state")
        sheet = Sheet(name, "" if state == "visible" else state)
        self.sheets.append(sheet)
        _Cells(self, sheet, book).read(relation.target)
        around = self.package.relations(relation.target)
        sheet.declared = [found for part in related(self.package, around, "table") for found in self._declared(part)]
        sheet.notes = self._notes(around)
        self._drawings(sheet, around)

    def _declared(self, part: str) -> Iterator[Declared]:
        root = self.package.xml(part)
        area = area_of(attribute(root, "ref"))
        if area is not None:
            rows = attribute(root, "headerRowCount")
            yield Declared(area, max(0, min(whole(rows, 1), 20)))

    # --- notes

    def _notes(self, around: dict[str, Relation]) -> list[Note]:
        """Conversations on a cell; the older kind of note only where no conversation has replaced it."""
        talks = [note for part in related(self.package, around, "threadedComment") for note in self._talks(part)]
        told = {note.cell for note in talks}
        old = [note for part in related(self.package, around, "comments") for note in self._remarks(part)]
        notes = [*talks, *(note for note in old if note.cell not in told)]
        return sorted(notes, key=lambda note: place_of(note.cell) or (0, 0))

    def _remarks(self, part: str) -> Iterator[Note]:
        root = self.package.xml(part)
        authors = [(node.text or "").strip() for node in root.iter("{*}author")]
        for node in root.iter("{*}comment"):
            text = child(node, "text")
            number = attribute(node, "authorId")
            place = whole(number, -1)
            author = authors[place] if 0 <= place < len(authors) else ""
            words = rich_text(text) if text is not None else ""
            if words.strip() and place_of(attribute(node, "ref")):
                yield Note(attribute(node, "ref"), normalise(words), author)

    def _talks(self, part: str) -> Iterator[Note]:
        people = {
            attribute(person, "id"): attribute(person, "displayName")
            for name in sorted(self.package.names) if name.startswith("xl/persons/") and name.endswith(".xml")
            for person in self.package.xml(name).iter("{*}person")
        }  # fmt: skip
        for node in self.package.xml(part).iter("{*}threadedComment"):
            text = child(node, "text")
            words = "" if text is None else "".join(map(str, text.itertext()))
            if words.strip() and place_of(attribute(node, "ref")):
                author = people.get(attribute(node, "personId"), "")
                yield Note(attribute(node, "ref"), normalise(words), author, attribute(node, "dT")[:10])

    # --- what is drawn on a sheet

    def _drawings(self, sheet: Sheet, around: dict[str, Relation]) -> None:
        met: Counter[str] = Counter()
        for part in related(self.package, around, "drawing"):
            for relation in self.package.relations(part).values():
                if relation.kind in _DRAWN:
                    met[_DRAWN[relation.kind]] += 1
            for shape in self.package.xml(part).iter("{*}txBody"):
                lines = ["".join(node.text or "" for node in line.iter("{*}t")) for line in shape.iter("{*}p")]
                sheet.shapes += [normalise(line) for line in lines if line.strip()]
        for what, count in sorted(met.items()):
            words = f"{count} {what}{'' if count == 1 else 's'}"
            self.unread.append(Unread(f'sheet "{sheet.name}": {words}', _WHY[what]))

    def take(self, characters: int) -> bool:
        """Whether one more cell of this length may be read."""
        self._cells_left -= 1
        self._characters_left -= characters
        return self._cells_left >= 0 and self._characters_left >= 0


@dataclass(slots=True)
class _Cells:
    """The cells of one sheet on their way."""

    reader: WorkbookReader
    sheet: Sheet
    book: Book
    row: int = -1
    beyond: int = -1
    uncached: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)

    def read(self, part: str) -> None:
        for node in self.reader.package.elements(part, "row", "mergeCell", "col"):
            name = local(node)
            if name == "row":
                self._row(node)
            elif name == "mergeCell":
                area = area_of(attribute(node, "ref"))
                self.sheet.merges += [area] if area else []
            elif node.get("hidden") in {"1", "true"}:
                self.sheet.hidden_columns += 1
        self.sheet.cells.sort(key=lambda cell: (cell.row, cell.column))
        self._account()

    def _row(self, node: etree._Element) -> None:
        number = node.get("r") or ""
        self.row = whole(number, self.row + 2) - 1
        if not 0 <= self.row < 1_048_576 or self.row in self.seen:
            return
        self.seen.add(self.row)
        column, filled, used = -1, False, set[int]()
        for cell in node:
            place = place_of(cell.get("r") or "")
            column = place[1] if place else column + 1
            if column in used or self.beyond >= 0:
                continue
            used.add(column)
            text = normalise(self._text(cell, column))
            if text.strip():
                filled = True
                if self.reader.take(len(text)):
                    self.sheet.cells.append(Cell(self.row, column, text))
                else:
                    self.beyond = self.row
        self.sheet.hidden_rows += filled and node.get("hidden") in {"1", "true"}

    def _text(self, cell: etree._Element, column: int) -> str:
        kind, value, formula = cell.get("t") or "n", "", False
        for part in cell:
            name = local(part)
            if name == "v":
                value = part.text or ""
            elif name == "is":
                return rich_text(part)
            formula = formula or name == "f"
        if not value:
            if formula and kind != "str":
                self.uncached.append(reference(self.row, column))
            return ""
        if kind == "e":
            self.errors.append(reference(self.row, column))
            return ""
        return self.book.words(kind, value, cell.get("s") or "")

    def _account(self) -> None:
        name, unread = f'sheet "{self.sheet.name}"', self.reader.unread
        if self.uncached:
            what = f"{name}: {_some(self.uncached, 'formula')}"
            unread.append(
                Unread(what, "the file holds no result for them: open it in a spreadsheet program and save it again")
            )
        if self.errors:
            unread.append(Unread(f"{name}: {_some(self.errors, 'cell')} with an error", "an error is no value"))
        if self.beyond >= 0:
            unread.append(
                Unread(
                    f"{name}: everything from row {self.beyond + 1} on", "the workbook is too large to be read whole"
                )
            )


def _some(cells: list[str], noun: str) -> str:
    plural = {"formula": "formulas"}.get(noun, f"{noun}s")
    more = f" and {len(cells) - SHOWN} more" if len(cells) > SHOWN else ""
    return f"{len(cells)} {noun if len(cells) == 1 else plural} ({', '.join(cells[:SHOWN])}{more})"


def local_name(key: object) -> str:
    """A name without its namespace."""
    return str(key).rpartition("}")[2]
