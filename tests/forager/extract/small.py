"""Small documents for tests: a few lines of text with the zones a parser would give them."""

from __future__ import annotations

import re

from forager.model.document import Block, Cell, Location, ParsedDocument, Table, Zone

_TEXT = Location("text", "text")
_KEY_VALUE = re.compile(r"^(?!https?:)([^:|.?!]{1,60}?)\s*:\s+(\S.*)$")


def document(text: str) -> ParsedDocument:
    """Parse "# " titles, "## " headings, "- " items, "Label: value", "> " quoted, "| a |" tables, "-- " signed, "@From: x", "=B3 cell"."""
    return _Builder(text).build()


class _Builder:
    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.headings: list[tuple[int, str]] = []
        self.zone: Zone | None = None
        self.title = ""

    def build(self) -> ParsedDocument:
        position = 0
        for part in re.split(r"(\n[ \t]*\n)", self.text):
            if part.strip():
                self._part(part, position)
            position += len(part)
        return ParsedDocument(
            "small@1", "text/plain", self.text, tuple(self.blocks), tuple(self.tables), self.title, language="en"
        )

    def _part(self, part: str, start: int) -> None:
        lines, offset = part.split("\n"), start
        paragraph: int | None = None
        table: list[tuple[str, int]] = []
        for line in lines:
            end = offset + len(line)
            if line.startswith("|"):
                table.append((line, offset))
            elif self._line(line, offset, end):
                self._close(paragraph, offset - 1)
                paragraph = None
            elif paragraph is None:
                paragraph = offset
            offset = end + 1
        self._close(paragraph, offset - 1)
        if table:
            self._table(table)

    def _close(self, start: int | None, end: int) -> None:
        if start is not None and end > start:
            text = self.text[start:end]
            zone = Zone.CONTENTS if re.search(r"\.{4,}\s*\d+", text) else Zone.PARAGRAPH
            if re.match(r"copyright\b", text, re.IGNORECASE):
                zone = Zone.LEGAL
            self._add(zone, start, end)

    def _add(self, zone: Zone, start: int, end: int, place: Location = _TEXT, **more: object) -> None:
        headings = tuple(text for _, text in self.headings)
        self.blocks.append(Block(zone, start, end, place, headings, **more))  # type: ignore[arg-type]

    def _line(self, line: str, start: int, end: int) -> bool:
        if line.startswith("```") or self.zone is Zone.CODE:
            self._add(Zone.CODE, start, end)
            self.zone = None if self.zone is Zone.CODE and line.startswith("```") else Zone.CODE
        elif line.rstrip() == "--" or self.zone is Zone.SIGNATURE:
            self.zone = Zone.SIGNATURE
            self._add(Zone.SIGNATURE, start, end)
        elif match := re.match(r"@([\w-]+): (.+)", line):
            label, value = (start + 1, start + match.end(1)), (start + match.start(2), end)
            self._add(Zone.HEADER, start + 1, end, label=label, value=value)
        elif match := re.match(r"=([A-Z]\d+) ", line):
            place = Location("sheet", "sheet", (("sheet", "Sheet 1"), ("cell", match[1])))
            self._add(Zone.PARAGRAPH, start + match.end(), end, place)
        elif match := re.match(r"(#+) ", line):
            self._heading(len(match[1]), line[match.end() :], start + match.end(), end)
        elif line.startswith("> "):
            self._add(Zone.QUOTATION, start + 2, end)
        elif match := re.match(r"(?:- |\d+\. )(?!.*\.{4})", line):
            self._add(Zone.ITEM, start + match.end(), end)
        elif match := _KEY_VALUE.match(line):
            if len(match[1].split()) > 6:
                return False
            label, value = (start, start + len(match[1])), (start + match.start(2), end)
            self._add(Zone.KEY_VALUE, start, end, label=label, value=value)
        else:
            return False
        return True

    def _heading(self, level: int, text: str, start: int, end: int) -> None:
        self.headings = [(depth, name) for depth, name in self.headings if depth < level]
        zone = Zone.TITLE if level == 1 and not self.title else Zone.HEADING
        self.title = self.title or text
        self._add(zone, start, end, level=level)
        self.headings.append((level, text))

    def _table(self, lines: list[tuple[str, int]]) -> None:
        cells: list[Cell] = []
        rows = [line for line in lines if not re.fullmatch(r"[|\s:-]+", line[0]) or not line[0].strip("| ")]
        for row, (line, start) in enumerate(rows):
            for column, match in enumerate(re.finditer(r"(?<=\|)([^|]*)(?=\|)", line)):
                inner = match[1]
                first = start + match.start(1) + len(inner) - len(inner.lstrip())
                cells.append(
                    Cell(row, column, first, first + len(inner.strip()), Location("cell", "cell"), header=row == 0)
                )
        begin, end = lines[0][1], lines[-1][1] + len(lines[-1][0])
        self._add(Zone.TABLE, begin, end)
        self.tables.append(Table(len(self.tables), begin, end, tuple(cells), tuple(text for _, text in self.headings)))
