"""What a workbook keeps once for all its cells: shared words, number formats, the start of its calendar."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lxml import etree

from forager.parse.docx_package import Package, Relation, attribute, child, children, local
from forager.parse.office import related, whole
from forager.parse.xlsx_format import BUILTIN, shown

_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2})?T?(\d{2}:\d{2}(?::\d{2})?)?(?:\.\d+)?Z?")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True, slots=True)
class Book:
    """``shared`` are the words cells refer to, ``formats`` the format code of each cell style."""

    shared: tuple[str, ...]
    formats: tuple[str, ...]
    from_1904: bool

    def words(self, kind: str, value: str, style: str) -> str:
        """What a person sees of a stored value of a kind: shared, written, yes or no, moment, number."""
        if kind == "s":
            place = whole(value, -1)
            return self.shared[place] if 0 <= place < len(self.shared) else ""
        if kind == "str":
            return unescaped(value)
        if kind == "b":
            return "TRUE" if value.strip() in {"1", "true"} else "FALSE"
        if kind == "d":
            return _moment(value.strip())
        return self._number(value.strip(), style)

    def _number(self, value: str, style: str) -> str:
        try:
            number = float(value)
        except ValueError:
            return ""
        place = max(0, whole(style, 0))
        code = self.formats[place] if place < len(self.formats) else "General"
        return shown(number, code, from_1904=self.from_1904)


def open_book(package: Package, workbook: etree._Element, relations: Mapping[str, Relation]) -> Book:
    """The common parts of a workbook.

    Raises:
        Damaged: a part is malformed.
    """
    shared: list[str] = []
    for part in related(package, dict(relations), "sharedStrings"):
        shared += [rich_text(node) for node in package.elements(part, "si")]
    formats: list[str] = []
    for part in related(package, dict(relations), "styles"):
        formats = _formats(package.xml(part))
    properties = child(workbook, "workbookPr")
    return Book(
        tuple(shared), tuple(formats), properties is not None and attribute(properties, "date1904") in {"1", "true"}
    )


def _formats(root: etree._Element) -> list[str]:
    own = {
        attribute(node, "numFmtId"): attribute(node, "formatCode")
        for group in children(root, "numFmts")
        for node in children(group, "numFmt")
    }
    found = []
    for group in children(root, "cellXfs"):
        for node in children(group, "xf"):
            number = attribute(node, "numFmtId")
            found.append(own.get(number) or BUILTIN.get(whole(number, 0), "General"))
    return found


def _moment(value: str) -> str:
    """A moment stored in ISO form, without a midnight that nobody meant."""
    found = _MOMENT.fullmatch(value)
    if found is None:
        return value
    date, time = found.group(1) or "", found.group(2) or ""
    return date if date and time in {"", "00:00", "00:00:00"} else f"{date} {time}".strip()


def rich_text(node: etree._Element) -> str:
    """The words of a rich text; readings above East Asian characters are no part of it."""
    parts: list[str] = []
    for item in node:
        name = local(item)
        if name == "t":
            parts.append(item.text or "")
        elif name == "r":
            parts += [text.text or "" for text in children(item, "t")]
    return unescaped("".join(parts))


def unescaped(words: str) -> str:
    """Characters that XML cannot hold are written ``_x000D_``."""
    return _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), words) if "_x" in words else words
