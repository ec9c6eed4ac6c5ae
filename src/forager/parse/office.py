"""What all office packages share: their main part, what they say of themselves, the objects and files inside them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from forager.model.document import FILE_PROPERTY, Attachment, DocumentDate, Unread
from forager.parse.docx_package import Package, Relation, local
from forager.parse.errors import LyingType, UnsupportedFormat
from forager.parse.parser import Limits

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"

_FIRST = re.compile(rb"PK\x03\x04.{26}(word|xl|ppt)/", re.DOTALL)
_WHOLE = re.compile(r"\s*-?[0-9]{1,9}\s*")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}")
_KINDS = {"document": "a Word document", "workbook": "a spreadsheet", "presentation": "a presentation"}


def folder_of(head: bytes) -> bytes:
    """The folder of the first office part in an archive, "word", "xl" or "ppt"; empty when there is none near the top."""
    found = _FIRST.search(head) if head.startswith(ZIP) else None
    return found.group(1) if found else b""


def open_package(data: bytes, limits: Limits) -> Package:
    """The package, opened and checked.

    Raises:
        Encrypted: it is protected by a password.
        LyingType: it is an older office file under a newer name.
        ParseError: it is truncated, damaged or absurdly packed.
    """
    if data.startswith(OLE) and "EncryptedPackage".encode("utf-16-le") not in data:
        raise LyingType(
            "The file is of an older Office format.", remedy="Save it in the newer format and add it again."
        )
    return Package(data, limits)


def main_part(package: Package, root: str) -> str:
    """The name of the main part, whose root element must be ``root``.

    Raises:
        LyingType: the package holds another kind of office file.
        UnsupportedFormat: the archive is no office file.
    """
    for relation in package.relations("").values():
        if relation.kind == "officeDocument" and relation.target in package.names:
            kind = local(package.xml(relation.target))
            if kind != root:
                words = _KINDS.get(kind, "another kind of office file")
                raise LyingType(f"The file is {words}, not {_KINDS[root]}.", remedy="Give it its true name.")
            return relation.target
    raise UnsupportedFormat(f"The archive holds no {_KINDS[root][2:]}.", remedy="Unpack it and add the files in it.")


def related(package: Package, relations: Mapping[str, Relation], kind: str) -> list[str]:
    """The parts of one kind that a part refers to and that are there, in number order."""
    found = {r.target for r in relations.values() if r.kind == kind and not r.external and r.target in package.names}
    return sorted(found, key=in_number_order)


def properties_of(package: Package) -> tuple[tuple[str, str], ...]:
    """Core properties and the people's own ones, in file order."""
    found: list[tuple[str, str]] = []
    for relation in package.relations("").values():
        if relation.target not in package.names:
            continue
        if relation.kind == "core-properties":
            found += [(local(node), (node.text or "").strip()) for node in package.xml(relation.target)]
        elif relation.kind == "custom-properties":
            for node in package.xml(relation.target):
                found.append((node.get("name") or "", "".join(map(str, node.itertext())).strip()))
    return tuple((name, value) for name, value in found if name and value)


def property_date(properties: tuple[tuple[str, str], ...]) -> DocumentDate | None:
    """When the file was last changed or made: the weakest sign of the document's own date."""
    for name in ("modified", "created"):
        found = _TIME.match(dict(properties).get(name, ""))
        if found:
            return DocumentDate(found.group(), "day", f"{FILE_PROPERTY} {name}")
    return None


def authors(properties: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str, str], ...]:
    """Author and last editor, without address."""
    values = dict(properties)
    roles = (("creator", "author"), ("lastModifiedBy", "editor"))
    return tuple((values[name], "", role) for name, role in roles if name in values)


def embedded(package: Package, told: Collection[str] = ()) -> Iterator[Attachment | Unread]:
    """Files carried inside, as attachments, but for those in ``told``; objects of other programs and macros, as unread."""
    for name in sorted(package.names, key=in_number_order):
        base = name.rpartition("/")[2]
        if name in told:
            continue
        if "/embeddings/" in name and base and not base.endswith(".bin"):
            data = package.read(name)
            if data:
                yield Attachment(base, data)
        elif "/embeddings/" in name and base:
            yield Unread(f"embedded object {base}", "objects of other programs are not read")
        elif base == "vbaProject.bin":
            yield Unread("macros", "programs are not read")


def whole(words: str, otherwise: int) -> int:
    """A whole number as a package writes it, with at most nine digits; ``otherwise`` when it is none."""
    return int(words) if _WHOLE.fullmatch(words) else otherwise


def in_number_order(name: str) -> tuple[str, int, str]:
    """sheet2 before sheet10."""
    found = re.search(r"(\d+)\D*$", name)
    return (name[: found.start()], int(found.group(1)), name) if found else (name, 0, name)
