# ruff: noqa: INP001 - a script beside its output, not a package
"""Write ``falcon/08-design-review.docx``, byte for byte the same on every run.

A .docx is a zip archive; python-docx stamps it with the current time. Here the document's own times are
fixed and the archive is packed again: entries sorted, stored and not compressed, all dated 1980-01-01.

Usage: ``python examples/make_docx.py [TARGET]``
"""

from __future__ import annotations

import io
import sys
import zipfile
from datetime import datetime
from pathlib import Path

from docx import Document
from docx.document import Document as DocxDocument
from docx.enum.style import WD_STYLE_TYPE

TARGET = Path(__file__).parent / "falcon" / "08-design-review.docx"
EARLIEST = (1980, 1, 1, 0, 0, 0)
WRITTEN = datetime(2026, 2, 5, 16, 30)  # noqa: DTZ001 - a .docx core property is UTC without saying so

UNUSED_PARTS = ("/stylesWithEffects", "/thumbnail", "/customXml")
TABLE_STYLES = ("Normal Table", "Table Grid")

Paragraph = tuple[str, str]

PURPOSE = (
    "The reviewers went through the design of the dispatch service before the build of the carrier interface. "
    "Project Falcon's launch date is March 3, 2026. The review was therefore limited to parts that cannot be "
    "changed after that day."
)
SERVICES = (
    "The dispatch service depends on the warehouse gateway and on the map service. Jörg Brandt owns the "
    "message format. The dispatch service runs in two data centres, in Rotterdam and in Cologne."
)
RECOVERY = (
    "The recovery time objective for the dispatch service is 1.5 hours. The backup interval for the dispatch "
    "service is 15 minutes."
)

OPENING: tuple[Paragraph, ...] = (
    ("Title", "Project Falcon: design review"),
    ("Normal", "Date: February 5, 2026"),
    ("Normal", "Chair: Smith, Robert (rsmith@meridianfreight.example), Meridian Freight"),
    ("Normal", "Reviewers: Jörg Brandt (joerg.brandt@halden.example), Priya Nair (priya.nair@halden.example)"),
    ("Heading 1", "Purpose"),
    ("Normal", PURPOSE),
    ("Heading 1", "Architecture"),
    ("Heading 2", "Services"),
    ("Normal", SERVICES),
    ("Heading 2", "Recovery"),
    ("Normal", RECOVERY),
    ("Heading 2", "Interfaces"),
    ("Normal", "Table 1 lists the interfaces as they were agreed in the review."),
)

INTERFACES: tuple[tuple[str, ...], ...] = (
    ("Interface", "Protocol", "Owner", "Response time"),
    ("Warehouse gateway", "AMQP 1.0", "Marta Lindqvist", "2 seconds"),
    ("Map service", "HTTPS", "Jörg Brandt", "800 milliseconds"),
    ("Carrier interface", "HTTPS", "Priya Nair", "5 seconds"),
)

CLOSING: tuple[Paragraph, ...] = (
    ("Heading 1", "Decisions"),
    ("List Bullet", "The reviewers decided to store every carrier message before it is answered."),
    ("List Bullet", "The reviewers rejected the proposal for a second message format."),
    ("Heading 1", "Open points"),
    ("List Bullet", "Halden Systems must test the switch between the data centres before the acceptance test."),
    ("List Bullet", "How long can the map service be away before planning has to stop?"),
    ("Normal", "The next design review takes place on March 12, 2026."),
)


def build() -> bytes:
    """The design review as the bytes of a .docx file."""
    document = Document()
    _slim(document)
    _describe(document)
    _write(document, OPENING)
    _write_table(document, INTERFACES)
    _write(document, CLOSING)
    packed = io.BytesIO()
    document.save(packed)
    return _repack(packed.getvalue())


def _slim(document: DocxDocument) -> None:
    """Leave out what the template carries and this document does not use: it is nine tenths of the file."""
    for relations in (document.part.rels, document.part.package.rels):
        for key in [key for key, relation in relations.items() if relation.reltype.endswith(UNUSED_PARTS)]:
            relations.pop(key)
    for style in [style for style in document.styles if style.type == WD_STYLE_TYPE.TABLE]:
        if style.name not in TABLE_STYLES:
            style.delete()


def _describe(document: DocxDocument) -> None:
    properties = document.core_properties
    properties.title = "Project Falcon: design review"
    properties.author = properties.last_modified_by = "Jörg Brandt"
    properties.comments = ""
    properties.created = properties.modified = WRITTEN


def _write(document: DocxDocument, paragraphs: tuple[Paragraph, ...]) -> None:
    for style, text in paragraphs:
        document.add_paragraph(text, style=style)


def _write_table(document: DocxDocument, rows: tuple[tuple[str, ...], ...]) -> None:
    table = document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text


def _repack(archive: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(source.namelist(), key=lambda entry: (entry != "[Content_Types].xml", entry)):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.create_system = 0
            target.writestr(entry, source.read(name))
    return packed.getvalue()


def main() -> None:
    """Write the file where it belongs, or where the first argument says."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.write_bytes(build())


if __name__ == "__main__":
    main()
