"""A presentation in reading order: slide by slide, the title first; lines, table cells, chart values and notes as units."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from lxml import etree

from forager.model.document import Attachment, Unread
from forager.parse.decode import normalise
from forager.parse.docx_package import Package, Relation, attribute, child, children, local
from forager.parse.office import embedded, main_part, related, whole
from forager.parse.parser import Limits
from forager.parse.pptx_chart import Grid, chart_grid, chart_title
from forager.parse.pptx_shapes import Role, Shape, placeholder_places, role_of, shapes_of
from forager.parse.pptx_text import Line, lines_of
from forager.parse.units import Unit

_WHY = {
    "picture": "no text is read from pictures",
    "diagram": "it holds no words of its own",
    "chart": "the chart keeps no numbers in the file",
    "sound or video": "recordings are not read",
    "embedded object": "it is shown as a picture; an embedded file is listed by its name",
    "handwriting": "handwriting is not read",
}


class Part(StrEnum):
    """What a unit is on its slide."""

    TITLE = "title"
    SUBTITLE = "subtitle"
    TEXT = "text"
    ITEM = "item"
    CELL = "cell"
    CAPTION = "caption"
    MARGIN = "margin"
    NOTES = "notes"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A unit with what it is: its slide (from 1), its depth in a list, and for a comment who wrote it and when."""

    unit: Unit
    part: Part
    slide: int
    depth: int = 0
    author: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class SlideTable:
    """A table: row, column and the numbers of the first and last unit of each cell; a merged cell stands at all it covers.

    ``headed`` when its first row is known to name the columns.
    """

    slide: int
    cells: tuple[tuple[int, int, int, int], ...]
    headed: bool = False


@dataclass(slots=True)
class DeckReader:
    """Reads one package into units in reading order."""

    package: Package
    limits: Limits
    spoken: list[Spoken] = field(default_factory=list)
    tables: list[SlideTable] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    slides: int = 0
    _authors: dict[str, str] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)

    def read(self) -> None:
        """All slides with their notes and comments; then the account of what is no text.

        Raises:
            Damaged: a part is missing or malformed.
            LyingType: the package holds another kind of office file.
            UnsupportedFormat: the archive is no office file.
            TooDeep: groups nested beyond the limit.
        """
        main = main_part(self.package, "presentation")
        relations = self.package.relations(main)
        self._authors = self._people(relations)
        for node in self.package.xml(main).iter("{*}sldId"):
            self.slides += 1
            relation = next((relations[str(value)] for value in node.attrib.values() if str(value) in relations), None)
            if relation is None or relation.target not in self.package.names:
                self.unread.append(Unread(f"slide {self.slides}", "it is not in the file"))
            else:
                self._slide(relation.target)
        for found in embedded(self.package, self._told):
            if isinstance(found, Attachment):
                self.attachments.append(found)
            else:
                self.unread.append(found)

    def units(self) -> tuple[Unit, ...]:
        """All units in order; nothing follows the last one."""
        units = [spoken.unit for spoken in self.spoken]
        return (*units[:-1], Unit(units[-1].address, units[-1].text)) if units else ()

    # --- one slide

    def _slide(self, part: str) -> None:
        root, around = self.package.xml(part), self.package.relations(part)
        if attribute(root, "show") in {"0", "false"}:
            self.hidden.append(self.slides)
        tree = child(root, "cSld", "spTree")
        met: Counter[str] = Counter()
        if tree is not None:
            for shape in shapes_of(tree, self._places(around), self.limits.max_depth):
                self._shape(shape, around, met)
        for name in related(self.package, around, "notesSlide"):
            self._notes(name)
        for name in related(self.package, around, "comments"):
            self._comments(name)
        for what, count in sorted(met.items()):
            words = f"{count} {what}{'' if count == 1 or what == 'handwriting' else 's'}"
            self.unread.append(Unread(f"slide {self.slides}: {words}", _WHY[what]))

    def _places(self, around: dict[str, Relation]) -> dict[tuple[str, str], tuple[int, int]]:
        """Where the slide's layout puts placeholders, and where its master does."""
        places: dict[tuple[str, str], tuple[int, int]] = {}
        for layout in related(self.package, around, "slideLayout")[:1]:
            for master in related(self.package, self.package.relations(layout), "slideMaster")[:1]:
                places |= placeholder_places(child(self.package.xml(master), "cSld", "spTree"))
            places |= placeholder_places(child(self.package.xml(layout), "cSld", "spTree"))
        return places

    def _shape(self, shape: Shape, around: dict[str, Relation], met: Counter[str]) -> None:
        address = f"slide:{self.slides}/{'title' if shape.role is Role.TITLE else 'shape'}:{shape.number}"
        name = local(shape.node)
        if name == "sp":
            body = child(shape.node, "txBody")
            self._lines(lines_of(body, listed=shape.role is Role.BODY), address, shape.role)
        elif name == "pic":
            kinds = {local(node) for node in shape.node.iter()}
            met["sound or video" if kinds & {"audioFile", "videoFile", "wavAudioFile"} else "picture"] += 1
        elif name == "contentPart":
            met["handwriting"] += 1
        elif name == "graphicFrame":
            self._frame(shape.node, address, around, met)

    def _lines(self, lines: list[Line], address: str, role: Role) -> None:
        known = {Role.TITLE: Part.TITLE, Role.SUBTITLE: Part.SUBTITLE, Role.MARGIN: Part.MARGIN}
        for place, line in enumerate(lines):
            part = known.get(role, Part.ITEM if line.item else Part.TEXT)
            after = "\n\n" if place == len(lines) - 1 else "\n"
            self._say(f"{address}/p:{line.number}", line.text, after, part, line.depth)

    def _say(
        self, address: str, text: str, after: str, part: Part, depth: int = 0, author: str = "", date: str = ""
    ) -> None:
        self.spoken.append(Spoken(Unit(address, text, after), part, self.slides, depth, author, date))

    # --- tables, charts, other things in frames

    def _frame(self, node: etree._Element, address: str, around: dict[str, Relation], met: Counter[str]) -> None:
        data = child(node, "graphic", "graphicData")
        for inner in [] if data is None else list(data)[:1]:
            name = local(inner)
            if name == "tbl":
                self._table(inner, address)
            elif name == "chart":
                if not self._chart(inner, address, around):
                    met["chart"] += 1
            elif name == "relIds":
                if not self._diagram(inner, address, around):
                    met["diagram"] += 1
            elif name in {"oleObj", "AlternateContent"}:
                met["embedded object"] += 1

    def _table(self, table: etree._Element, address: str) -> None:
        cells: list[tuple[int, int, int, int]] = []
        for row, line in enumerate(children(table, "tr")):
            for column, node in enumerate(children(line, "tc")):
                if attribute(node, "hMerge") in {"1", "true"} or attribute(node, "vMerge") in {"1", "true"}:
                    continue
                first = len(self.spoken)
                self._cell(node, f"{address}/r:{row}/c:{column}")
                cells += [
                    (row + down, column + right, first, len(self.spoken) - 1)
                    for down in range(_span(node, "rowSpan"))
                    for right in range(_span(node, "gridSpan"))
                ]
                self._end_with("\t")
            self._end_with("\n")
        self._end_with("\n\n")
        if cells:
            self.tables.append(SlideTable(self.slides, tuple(cells)))

    def _cell(self, node: etree._Element, address: str) -> None:
        """At least one unit, empty if need be, so that every cell has a place."""
        lines = lines_of(child(node, "txBody"), listed=False)
        for line in lines:
            self._say(f"{address}/p:{line.number}", line.text, "\n", Part.CELL)
        if not lines:
            self._say(f"{address}/p:0", "", "", Part.CELL)

    def _end_with(self, after: str) -> None:
        if self.spoken:
            last = self.spoken[-1]
            unit = Unit(last.unit.address, last.unit.text, after)
            self.spoken[-1] = Spoken(unit, last.part, last.slide, last.depth, last.author, last.date)

    def _chart(self, node: etree._Element, address: str, around: dict[str, Relation]) -> bool:
        """The chart's title and its numbers as a table; whether there were any."""
        relation = next((around[str(value)] for value in node.attrib.values() if str(value) in around), None)
        if relation is None or relation.external or relation.target not in self.package.names:
            return False
        root = self.package.xml(relation.target)
        grid, title = chart_grid(root), chart_title(root)
        if title:
            self._say(f"{address}/chart", title, "\n\n", Part.CAPTION)
        if grid:
            self._grid(grid, address)
            self._told |= {data.target for data in self.package.relations(relation.target).values()}
        return bool(grid)

    def _grid(self, grid: Grid, address: str) -> None:
        cells: list[tuple[int, int, int, int]] = []
        before = 0
        for (row, column), words in grid.items():
            if row != before:
                self._end_with("\n")
            before = row
            cells.append((row, column, len(self.spoken), len(self.spoken)))
            self._say(f"{address}/r:{row}/c:{column}/p:0", words, "\t", Part.CELL)
        self._end_with("\n\n")
        self.tables.append(SlideTable(self.slides, tuple(cells), headed=True))

    def _diagram(self, node: etree._Element, address: str, around: dict[str, Relation]) -> bool:
        """The words in a diagram's shapes, in the order in which its outline holds them; whether there were any."""
        found = False
        for key in (str(value) for value in node.attrib.values()):
            relation = around.get(key)
            if relation is None or relation.kind != "diagramData" or relation.target not in self.package.names:
                continue
            for number, point in enumerate(self.package.xml(relation.target).iter("{*}pt")):
                lines = lines_of(child(point, "t"), listed=True)
                found = found or bool(lines)
                self._lines(lines, f"{address}/point:{number}", Role.FREE)
        return found

    # --- notes and comments

    def _notes(self, part: str) -> None:
        tree = child(self.package.xml(part), "cSld", "spTree")
        for shape in () if tree is None else shapes_of(tree, {}, self.limits.max_depth):
            if local(shape.node) == "sp" and role_of(shape.node) in {Role.BODY, Role.FREE}:
                for line in lines_of(child(shape.node, "txBody"), listed=False):
                    address = f"slide:{self.slides}/notes:{shape.number}/p:{line.number}"
                    self._say(address, line.text, "\n\n", Part.NOTES, line.depth)

    def _people(self, relations: dict[str, Relation]) -> dict[str, str]:
        parts = [name for kind in ("commentAuthors", "authors") for name in related(self.package, relations, kind)]
        return {
            attribute(node, "id"): normalise(attribute(node, "name"))
            for name in parts
            for node in self.package.xml(name).iter("{*}cmAuthor", "{*}author")
        }

    def _comments(self, part: str) -> None:
        stem = part.rpartition("/")[2].rpartition(".")[0]
        for number, node in enumerate(self.package.xml(part).iter("{*}cm", "{*}reply"), start=1):
            text, body = child(node, "text"), child(node, "txBody")
            words = [text.text or ""] if text is not None else [line.text for line in lines_of(body, listed=False)]
            said = normalise("\n".join(words))
            if said.strip():
                author = self._authors.get(attribute(node, "authorId"), "")
                date = (attribute(node, "dt") or attribute(node, "created"))[:10]
                address = f"slide:{self.slides}/comment:{stem}/p:{number}"
                self._say(address, said, "\n\n", Part.COMMENT, author=author, date=date)


def _span(node: etree._Element, name: str) -> int:
    value = attribute(node, name)
    return max(1, min(whole(value, 1), 200))
