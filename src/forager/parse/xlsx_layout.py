"""A workbook in reading order: sheet by sheet, part by part, row by row; each cell is a unit with its address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from forager.parse.units import Unit
from forager.parse.xlsx_cells import Area, Cell, reference
from forager.parse.xlsx_reader import Note, Sheet, WorkbookReader
from forager.parse.xlsx_regions import Region, regions_of
from forager.parse.xlsx_shape import Reading, read_shape

WIDEST = 20
"""Tabs that stand for empty cells between two filled ones, at most."""
UNNAMED = re.compile(
    r"(?:sheet|tabelle|feuil|feuille|hoja|foglio|blad|ark|planilha|arkusz|taul|list|munka|лист|chart|table|page|seite"
    r"|pagina|página)[ _]?\d*",
    re.IGNORECASE,
)
"""Names that programs give to sheets."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sheet: its cells, the number of its first unit, how it is read, the merged areas in it by first cell."""

    region: Region
    first: int
    reading: Reading
    merges: dict[tuple[int, int], Area]


@dataclass(slots=True)
class Page:
    """A sheet laid out: numbers of the units of its name, its parts, its notes and the texts in its shapes."""

    sheet: Sheet
    name: int
    parts: list[Part] = field(default_factory=list)
    notes: list[tuple[int, Note]] = field(default_factory=list)
    shapes: list[int] = field(default_factory=list)

    @property
    def is_named(self) -> bool:
        """Whether a person gave the sheet its name."""
        return UNNAMED.fullmatch(self.sheet.name.strip()) is None


@dataclass(slots=True)
class Layout:
    """All units of a workbook and the pages they make."""

    units: list[Unit] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)


def lay_out(reader: WorkbookReader) -> Layout:
    """The units of all sheets that hold something, in reading order."""
    layout = Layout()
    for sheet in reader.sheets:
        if sheet.cells or sheet.notes or sheet.shapes:
            _page(layout, sheet)
    if layout.units:
        last = layout.units[-1]
        layout.units[-1] = Unit(last.address, last.text)
    return layout


def _page(layout: Layout, sheet: Sheet) -> None:
    page = Page(sheet, len(layout.units))
    layout.pages.append(page)
    layout.units.append(Unit(f"{sheet.name}!", sheet.name, "\n\n"))
    merges = {(merge.top, merge.left): merge for merge in reversed(sheet.merges)}
    for region in regions_of(sheet.cells, [(table.area, table.header_rows) for table in sheet.declared]):
        inside = {at: merges[at] for cell in region.cells if (at := (cell.row, cell.column)) in merges}
        page.parts.append(Part(region, len(layout.units), read_shape(region, list(inside.values())), inside))
        layout.units += _cells(sheet.name, region, inside)
    counts: dict[str, int] = {}
    for note in sheet.notes:
        counts[note.cell] = counts.get(note.cell, 0) + 1
        page.notes.append((len(layout.units), note))
        layout.units.append(Unit(f"{sheet.name}!{note.cell}#{counts[note.cell]}", note.text, "\n\n"))
    for number, words in enumerate(sheet.shapes, start=1):
        page.shapes.append(len(layout.units))
        layout.units.append(Unit(f"{sheet.name}!shape {number}", words, "\n\n"))


def _cells(name: str, region: Region, merges: dict[tuple[int, int], Area]) -> Iterator[Unit]:
    """Cells parted by tabs, one for each column, rows by line ends, the part by a blank line."""
    before: Cell | None = None
    for cell in region.cells:
        if before is not None:
            yield _unit(
                name,
                before,
                "\t" * min(WIDEST, cell.column - before.column) if cell.row == before.row else "\n",
                merges,
            )
        before = cell
    if before is not None:
        yield _unit(name, before, "\n\n", merges)


def _unit(name: str, cell: Cell, after: str, merges: dict[tuple[int, int], Area]) -> Unit:
    merge = merges.get((cell.row, cell.column))
    place = reference(cell.row, cell.column) if merge is None else merge.words
    return Unit(f"{name}!{place}", cell.text, after)
