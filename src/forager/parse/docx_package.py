"""The ZIP package of a Word document, opened with suspicion: sizes, names, encryption, entities (ECMA-376 part 2)."""

from __future__ import annotations

import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from lxml import etree

from forager.parse.errors import (
    ArchiveBomb,
    ArchiveEscape,
    Damaged,
    Encrypted,
    FileTooLarge,
    LyingType,
    Truncated,
    UnsupportedFormat,
)
from forager.parse.parser import Limits

MAX_XML = 100 * 2**20
RATIO_FROM = 2**20
"""Small parts may be packed as tightly as they like."""

_DOCTYPE = re.compile(rb"<\s*!\s*(?:DOCTYPE|ENTITY)|<\x00!\x00", re.IGNORECASE)
_AGAIN = "Save the document again in its own program and add it anew."
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_END = b"PK\x05\x06"
_KINDS = {"workbook": "a spreadsheet", "presentation": "a presentation"}


@dataclass(frozen=True, slots=True)
class Relation:
    """A part that another part refers to: the last word of the relationship type, and the target."""

    kind: str
    target: str
    external: bool = False


class Package:
    """Parts of a package by name; nothing is unpacked to disk."""

    def __init__(self, data: bytes, limits: Limits) -> None:
        """Open and check the archive.

        Raises:
            Encrypted: it is protected by a password.
            Truncated: its end is missing.
            Damaged: it does not hold together.
            ArchiveBomb: it would unpack beyond the limits.
            ArchiveEscape: it names a part outside itself.
        """
        if data.startswith(_OLE):
            _refuse_ole(data)
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OverflowError) as error:
            if _END not in data[-65_557:]:
                raise Truncated(
                    "The file ends before its end: it was not copied whole.", remedy="Copy it again."
                ) from error
            raise Damaged("The file's table of contents is damaged.", remedy=_AGAIN) from error
        _check(self._zip.infolist(), limits)
        self.names = frozenset(self._zip.namelist())

    def read(self, name: str) -> bytes:
        """The bytes of a part.

        Raises:
            Damaged: the part is missing or its bytes are not what was packed.
        """
        try:
            return self._zip.read(name)
        except KeyError as error:
            raise Damaged("A part that the document needs is missing.", remedy=_AGAIN) from error
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            OSError,
            ValueError,
        ) as error:
            raise Damaged("A part of the document is damaged.", remedy=_AGAIN) from error

    def xml(self, name: str) -> etree._Element:
        """The root element of an XML part; no entity is resolved and nothing is fetched.

        Raises:
            Damaged: it is no well-formed XML, or brings entities of its own.
            FileTooLarge: it is larger than a text can sensibly be.
        """
        if name in self.names and self._zip.getinfo(name).file_size > MAX_XML:
            raise FileTooLarge("The text of the document is too long to be read.", remedy="Split the document.")
        data = self.read(name)
        if _DOCTYPE.search(data[:4096]):
            raise Damaged("A part of the document brings entities of its own.", remedy=_AGAIN)
        try:
            return etree.fromstring(data, _parser())
        except etree.XMLSyntaxError as error:
            raise Damaged("A part of the document is no well-formed XML.", remedy=_AGAIN) from error

    def elements(self, name: str, *tags: str) -> Iterator[etree._Element]:
        """Elements with one of the local names, one after the other and each forgotten after use: for very long parts.

        Raises:
            Damaged: it is no well-formed XML, or brings entities of its own.
            FileTooLarge: it is larger than can sensibly be read.
        """
        if name in self.names and self._zip.getinfo(name).file_size > MAX_XML:
            raise FileTooLarge("A part of the document is too long to be read.", remedy="Split the document.")
        data = self.read(name)
        if _DOCTYPE.search(data[:4096]):
            raise Damaged("A part of the document brings entities of its own.", remedy=_AGAIN)
        try:
            for _, node in etree.iterparse(
                BytesIO(data), tag=[f"{{*}}{tag}" for tag in tags], resolve_entities=False, no_network=True,
                load_dtd=False, remove_comments=True, remove_pis=True,
            ):  # fmt: skip
                yield node
                node.clear()
                while node.getprevious() is not None and (parent := node.getparent()) is not None:
                    del parent[0]
        except etree.XMLSyntaxError as error:
            raise Damaged("A part of the document is no well-formed XML.", remedy=_AGAIN) from error

    def relations(self, part: str) -> dict[str, Relation]:
        """Relationship id to related part, for one part ("" is the package)."""
        folder, base = posixpath.split(part)
        name = posixpath.join(folder, "_rels", f"{base}.rels")
        if name not in self.names:
            return {}
        found: dict[str, Relation] = {}
        for node in self.xml(name).iter("{*}Relationship"):
            target, external = node.get("Target") or "", node.get("TargetMode") == "External"
            path = target if external else _resolve(folder, target)
            found[node.get("Id") or ""] = Relation((node.get("Type") or "").rpartition("/")[2], path, external)
        return found

    def main_part(self) -> str:
        """The name of the document's main part.

        Raises:
            LyingType: the package holds another kind of office file.
            UnsupportedFormat: the archive is no office file.
        """
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and relation.target in self.names:
                kind = _local(self.xml(relation.target).tag)
                if kind != "document":
                    words = _KINDS.get(kind, "another kind of office file")
                    raise LyingType(f"The file is {words}, no Word document.", remedy="Give it its true name.")
                return relation.target
        raise UnsupportedFormat("The archive holds no Word document.", remedy="Unpack it and add the files in it.")


def _refuse_ole(data: bytes) -> None:
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise Encrypted(
            "The document is protected by a password.", remedy="Save it without a password and add it again."
        )
    raise LyingType("The file is an older Office file, no DOCX.", remedy="Save it as DOCX and add it again.")


def _check(members: list[zipfile.ZipInfo], limits: Limits) -> None:
    if len(members) > limits.max_parts or sum(member.file_size for member in members) > limits.max_unpacked:
        raise ArchiveBomb("The file would unpack to an absurd size.", remedy="Check where it comes from.")
    if len({member.filename for member in members}) < len(members):
        raise Damaged("The file holds two parts of one name.", remedy=_AGAIN)
    for member in members:
        if member.flag_bits & 1:
            raise Encrypted("The document is protected by a password.", remedy="Save it without one and add it again.")
        if member.file_size > RATIO_FROM and member.file_size > limits.max_ratio * max(1, member.compress_size):
            raise ArchiveBomb("A part of the file would unpack to an absurd size.", remedy="Check where it comes from.")
        if (
            member.filename.startswith("/")
            or ".." in member.filename.replace("\\", "/").split("/")
            or ":" in member.filename
        ):
            raise ArchiveEscape("The file names a part outside itself.", remedy="Check where it comes from.")


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )


def _resolve(folder: str, target: str) -> str:
    path = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(path)


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2]


def local(node: etree._Element) -> str:
    """An element's name without its namespace: the transitional and the strict form of the format differ only there."""
    return _local(node.tag)


def attribute(node: etree._Element, name: str) -> str:
    """An attribute by its local name; empty when absent."""
    return next((str(value) for key, value in node.attrib.items() if _local(key) == name), "")


def children(node: etree._Element, *names: str) -> Iterator[etree._Element]:
    """Direct children with one of the local names."""
    return (child for child in node if local(child) in names)


def child(node: etree._Element, *path: str) -> etree._Element | None:
    """The first descendant along a path of local names."""
    current: etree._Element | None = node
    for name in path:
        current = None if current is None else next(children(current, name), None)
    return current
