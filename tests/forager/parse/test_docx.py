"""Word documents."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from contextlib import suppress

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.forager.parse.support import assert_faithful, block_of, grid, pairs, read, words

from forager.model.document import ParsedDocument, Zone
from forager.parse.errors import (
    ArchiveBomb,
    ArchiveEscape,
    Damaged,
    EmptyFile,
    Encrypted,
    LyingType,
    ParseError,
    PlaceNotFound,
    TooDeep,
    Truncated,
    UnsupportedFormat,
)
from forager.parse.parser import Limits
from forager.parse.registry import by_name

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def saved(document: Document) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def built(fill: Callable[[Document], None]) -> bytes:
    document = docx.Document()
    fill(document)
    return saved(document)


def add(document: Document, xml: str) -> None:
    """Put raw WordprocessingML before the section properties."""
    document.element.body.insert(-1, parse_xml(xml.replace(">", f" {W}>", 1)))


def rezipped(data: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def review(document: Document) -> None:
    document.core_properties.title = "Design review"
    document.core_properties.author = "Anna Keller"
    document.add_heading("Design review", 0)
    document.add_paragraph("Date: February 5, 2026")
    document.add_paragraph("Owner:\tBob Smith")
    document.add_heading("Architecture", 1)
    document.add_heading("Services", 2)
    document.add_paragraph("The service depends on the 😀 gateway.\nSecond line — שלום.")
    document.add_paragraph("First item", style="List Bullet")
    document.add_paragraph("Deeper item", style="List Bullet 2")
    document.add_paragraph("")
    document.add_paragraph("Quoted words.", style="Quote")
    table = document.add_table(rows=3, cols=3)
    for row, values in enumerate((("Interface", "Owner", "Time"), ("Gateway", "Marta", "2 s"), ("Map", "", "800 ms"))):
        for column, value in enumerate(values):
            table.cell(row, column).text = value
    document.add_paragraph("Table 1: Interfaces", style="Caption")
    bold = document.add_paragraph()
    bold.add_run("Open points").bold = True
    document.add_paragraph("We wait for the map.")
    document.add_paragraph("Best regards,")
    document.add_paragraph("Anna Keller")


@pytest.fixture(name="doc", scope="module")
def _doc() -> ParsedDocument:
    return assert_faithful(built(review), "review.docx", spans=300)


def test_blocks_in_reading_order(doc: ParsedDocument) -> None:
    assert doc.parser == "docx"
    assert doc.title == "Design review"
    assert words(doc, Zone.TITLE) == ["Design review"]
    assert words(doc, Zone.HEADING) == ["Architecture", "Services", "Open points"]
    assert pairs(doc) == [("Date", "February 5, 2026"), ("Owner", "Bob Smith")]
    assert words(doc, Zone.ITEM) == ["First item", "Deeper item"]
    assert [block_of(doc, t).level for t in ("First item", "Deeper item")] == [1, 2]
    assert words(doc, Zone.QUOTATION) == ["Quoted words."]
    assert words(doc, Zone.SIGNATURE) == ["Best regards,", "Anna Keller"]
    assert words(doc, Zone.PARAGRAPH) == [
        "The service depends on the 😀 gateway.\nSecond line — שלום.",
        "We wait for the map.",
    ]


def test_places(doc: ParsedDocument) -> None:
    block = block_of(doc, "The service depends")
    assert block.headings == ("Design review", "Architecture", "Services")
    assert block.location.words == "Section: Design review > Architecture > Services, paragraph 6"
    assert block.location.get("element") == 5
    cell = doc.tables[0].cells[4]
    assert cell.location.words == "Section: Design review > Architecture > Services, Table 1, row 2, column Owner"
    assert [cell.location.get(k) for k in ("table", "row", "column", "char_from", "char_to")] == [0, 1, 1, 0, 5]


def test_a_span_over_cells_and_paragraphs_reopens(doc: ParsedDocument) -> None:
    data, parser = built(review), by_name("docx")
    start, end = doc.text.index("Marta") + 2, doc.text.index("We wait") + 4
    location = parser.locate(doc, start, end)
    assert parser.reopen(data, location) == doc.text[start:end]
    assert location.get("address") != location.get("address_to")


def test_the_table(doc: ParsedDocument) -> None:
    assert [grid(doc)[2, c] for c in range(3)] == ["Map", "", "800 ms"]
    assert [c.header for c in doc.tables[0].cells] == [True] * 3 + [False] * 6
    assert doc.tables[0].caption == "Table 1: Interfaces"
    assert words(doc, Zone.TABLE) == ["Interface\tOwner\tTime\nGateway\tMarta\t2 s\nMap\t\t800 ms"]


def test_about_the_document(doc: ParsedDocument) -> None:
    assert doc.date is not None
    assert (doc.date.value, doc.date.origin) == ("2026-02-05", 'the "date" line')
    assert ("Anna Keller", "", "author") in doc.people
    assert doc.language == "en"


def test_the_file_property_is_the_weakest_date() -> None:
    document = read(built(lambda d: d.add_paragraph("Words alone.")), "a.docx")
    assert document.date is not None
    assert document.date.origin == "file property modified"


def merged(document: Document) -> None:
    table = document.add_table(rows=3, cols=3)
    table.cell(0, 0).merge(table.cell(0, 1)).text = "Wide"
    table.cell(1, 0).merge(table.cell(2, 0)).text = "Tall"
    table.cell(0, 2).text = "C"
    table.cell(1, 1).text = "b1"
    table.cell(2, 2).text = "c2"


def test_merged_cells_are_not_repeated() -> None:
    document = assert_faithful(built(merged), "a.docx")
    assert grid(document) == {
        (0, 0): "Wide",
        (0, 2): "C",
        (1, 0): "Tall",
        (1, 1): "b1",
        (1, 2): "",
        (2, 1): "",
        (2, 2): "c2",
    }


def test_a_form_has_no_header_row() -> None:
    def form(document: Document) -> None:
        table = document.add_table(rows=3, cols=2)
        for row, (name, value) in enumerate((("Owner", "Bob"), ("Status", "draft"), ("Due", "March 3, 2026"))):
            table.cell(row, 0).text, table.cell(row, 1).text = name, value

    assert not any(c.header for c in assert_faithful(built(form), "a.docx").tables[0].cells)


def test_a_declared_header_row() -> None:
    def declared(document: Document) -> None:
        table = document.add_table(rows=2, cols=2)
        for row in range(2):
            for column in range(2):
                table.cell(row, column).text = str(row * 2 + column)
        table.rows[0]._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {W}/>"))

    assert [c.header for c in read(built(declared), "a.docx").tables[0].cells] == [True, True, False, False]


def test_a_table_in_a_table() -> None:
    def nested(document: Document) -> None:
        outer = document.add_table(rows=1, cols=2)
        outer.cell(0, 0).text = "before"
        inner = outer.cell(0, 0).add_table(rows=1, cols=2)
        inner.cell(0, 0).text, inner.cell(0, 1).text = "x", "y"
        outer.cell(0, 1).text = "right"

    document = assert_faithful(built(nested), "a.docx", spans=200)
    assert grid(document, 0) == {(0, 0): "before\nx\ty", (0, 1): "right"}
    assert grid(document, 1) == {(0, 0): "x", (0, 1): "y"}
    at = document.text.index("y")
    assert by_name("docx").locate(document, at, at + 1).words == "Table 2, row 1, column 2"


def test_page_headers_footers_and_comments() -> None:
    def extras(document: Document) -> None:
        document.sections[0].header.paragraphs[0].text = "Meridian Freight"
        document.sections[0].footer.paragraphs[0].text = "© 2026 Meridian. All rights reserved."
        run = document.add_paragraph("The body says this.").runs[0]
        document.add_comment(run, text="Is this so?", author="Eve Adams", initials="EA")

    document = assert_faithful(built(extras), "a.docx", spans=100)
    assert words(document, Zone.NAVIGATION) == ["Meridian Freight"]
    assert words(document, Zone.LEGAL) == ["© 2026 Meridian. All rights reserved."]
    comment = block_of(document, "Is this so?")
    assert (comment.zone, comment.author, comment.location.words) == (Zone.QUOTATION, "Eve Adams", "comment 0")
    assert block_of(document, "Meridian Freight").location.words == "page header"
    assert ("Eve Adams", "", "commenter") in document.people


FOOTNOTES = f"""<?xml version="1.0"?><w:footnotes {W}><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>
<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>As measured in May.</w:t></w:r></w:p></w:footnote></w:footnotes>"""


def test_footnotes() -> None:
    def with_notes(parts: dict[str, bytes]) -> None:
        parts["word/footnotes.xml"] = FOOTNOTES.encode()
        rels = parts["word/_rels/document.xml.rels"]
        kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
        parts["word/_rels/document.xml.rels"] = rels.replace(
            b"</Relationships>",
            b'<Relationship Id="rIdF" Type="' + kind + b'" Target="footnotes.xml"/></Relationships>',
        )

    data = rezipped(built(lambda d: d.add_paragraph("The pump holds.")), with_notes)
    document = assert_faithful(data, "a.docx")
    note = block_of(document, "As measured in May.")
    assert (note.zone, note.location.words) == (Zone.PARAGRAPH, "footnote 2")


def test_tracked_changes_hidden_text_and_fields() -> None:
    def changed(document: Document) -> None:
        add(
            document,
            "<w:p><w:r><w:t>Kept </w:t></w:r><w:ins w:id='1' w:author='E'><w:r><w:t>added </w:t></w:r></w:ins>"
            "<w:del w:id='2' w:author='E'><w:r><w:delText>gone </w:delText></w:r></w:del>"
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret </w:t></w:r>"
            "<w:r><w:instrText>PAGE</w:instrText></w:r><w:hyperlink><w:r><w:t>linked</w:t></w:r></w:hyperlink>"
            "<w:r><w:tab/><w:noBreakHyphen/><w:br/><w:sym w:char='0041'/></w:r></w:p>",
        )
        add(
            document,
            "<w:sdt><w:sdtPr/><w:sdtContent><w:p><w:r><w:t>In a control.</w:t></w:r></w:p></w:sdtContent></w:sdt>",
        )
        add(
            document,
            "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>Click here</w:t></w:r></w:p></w:sdtContent></w:sdt>",
        )

    document = assert_faithful(built(changed), "a.docx", spans=100)
    assert document.text == "Kept added linked\t\u2011\nA\n\nIn a control."
    assert [u.what for u in document.unread] == [
        "1 hidden passage",
        "1 passage deleted with tracked changes",
        "1 unfilled field",
    ]
    assert "tracked changes" in document.warnings[0]


def test_text_boxes_are_read_once() -> None:
    mc = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    box = "<w:txbxContent><w:p><w:r><w:t>Boxed words.</w:t></w:r></w:p></w:txbxContent>"

    def boxed(document: Document) -> None:
        add(
            document,
            f"<w:p><w:r><w:t>Host.</w:t></w:r><w:r><mc:AlternateContent {mc}><mc:Choice>{box}</mc:Choice>"
            f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r></w:p>",
        )

    document = assert_faithful(built(boxed), "a.docx")
    assert document.text == "Host.\n\nBoxed words."
    assert block_of(document, "Boxed words.").location.words == "text box at paragraph 1"


def test_pictures_and_embedded_files() -> None:
    def embedded(parts: dict[str, bytes]) -> None:
        parts["word/embeddings/budget.xlsx"] = b"PK-not-really"
        parts["word/embeddings/oleObject1.bin"] = b"ole"
        parts["word/vbaProject.bin"] = b"macro"

    document = assert_faithful(rezipped(built(lambda d: d.add_paragraph("Words.")), embedded), "a.docx")
    assert [(a.path, a.data) for a in document.attachments] == [("budget.xlsx", b"PK-not-really")]
    assert [u.what for u in document.unread] == ["embedded object oleObject1.bin", "macros"]


PLAIN = built(lambda d: d.add_paragraph("Words."))


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (OLE + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500), Encrypted),
        (OLE + bytes(1000), LyingType),
        (PLAIN[: len(PLAIN) // 2], Truncated),
        (PLAIN[:12], Truncated),
        (PLAIN[:2000] + bytes(400) + PLAIN[2400:], Damaged),
        (PLAIN.replace(b"PK\x01\x02", b"PK\x01\x09"), Damaged),
        (rezipped(PLAIN, lambda p: p.pop("word/document.xml")), UnsupportedFormat),
        (rezipped(PLAIN, lambda p: p.update({"word/document.xml": b"<w:document"})), Damaged),
        (
            rezipped(PLAIN, lambda p: p.update({"word/document.xml": b"<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"})),
            Damaged,
        ),
        (rezipped(PLAIN, lambda p: p.update({"word/document.xml": b"<x:workbook xmlns:x='y'/>"})), LyingType),
        (rezipped(PLAIN, lambda p: p.update({"word/big.xml": b"0" * 30_000_000})), ArchiveBomb),
        (rezipped(PLAIN, lambda p: p.update({"../../etc/passwd": b"x"})), ArchiveEscape),
        (rezipped(PLAIN, lambda p: p.update({"/etc/passwd": b"x"})), ArchiveEscape),
        (built(lambda d: None), EmptyFile),
    ],
    # The bytes hold the time they were made: an id from them would differ between two processes.
    ids=lambda each: each.__name__ if isinstance(each, type) else "file",
)
def test_typed_failures(data: bytes, error: type[ParseError]) -> None:
    with pytest.raises(error) as caught:
        read(data, "a.docx")
    assert type(caught.value) is error
    assert caught.value.remedy


def test_an_encrypted_member() -> None:
    data = bytearray(PLAIN)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(mark, at + 4)
    with pytest.raises(Encrypted):
        read(bytes(data), "a.docx")


def test_too_many_members_and_too_large_a_whole() -> None:
    with pytest.raises(ArchiveBomb):
        read(PLAIN, "a.docx", Limits(max_parts=3))
    with pytest.raises(ArchiveBomb):
        read(PLAIN, "a.docx", Limits(max_unpacked=1000))


def test_tables_nested_without_end() -> None:
    xml = "<w:tbl><w:tr><w:tc>" * 30 + "<w:p><w:r><w:t>deep</w:t></w:r></w:p>" + "</w:tc></w:tr></w:tbl>" * 30
    with pytest.raises(TooDeep):
        read(built(lambda d: add(d, xml)), "a.docx", Limits(max_depth=20))


def test_a_foreign_pointer_is_a_typed_failure(doc: ParsedDocument) -> None:
    with pytest.raises(PlaceNotFound):
        by_name("docx").reopen(PLAIN, doc.tables[0].cells[3].location)
    with pytest.raises(PlaceNotFound):
        by_name("docx").reopen(PLAIN, doc.blocks[0].location)


def test_a_long_document_takes_no_longer_than_its_length() -> None:
    body = (
        "<w:p><w:r><w:t>Item: one</w:t></w:r></w:p>" * 5000
        + "<w:tbl>"
        + "<w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr>" * 3000
        + "</w:tbl>"
    )
    xml = f"<w:document {W}><w:body>{body}</w:body></w:document>".encode()
    document = read(rezipped(PLAIN, lambda p: p.update({"word/document.xml": xml})), "a.docx", Limits(max_ratio=10_000))
    assert len(document.blocks) == 5001
    assert max(c.row for c in document.tables[0].cells) == 1999
    assert [u.what for u in document.unread] == ["Table 1, rows 2001-3000"]


@given(st.integers(0, len(PLAIN) - 1), st.binary(min_size=1, max_size=40))
def test_no_damaged_document_crashes(at: int, noise: bytes) -> None:
    data = PLAIN[:at] + noise + PLAIN[at + len(noise) :]
    with suppress(ParseError):
        assert_faithful(data, "a.docx", spans=3)


STYLES = st.sampled_from(["Normal", "Heading 1", "Heading 3", "Title", "List Number", "Quote", "Caption"])
TEXTS = st.sampled_from(
    ["Words here.", "a: b", "", "x\ty\nz", "Regards,", "😀", "1. One", "Contents", "Table 1: Of things"]
)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.one_of(st.tuples(STYLES, TEXTS), st.lists(st.lists(TEXTS, min_size=2, max_size=2), min_size=1, max_size=3)),
        min_size=1,
        max_size=8,
    )
)
def test_any_arrangement_is_read_and_reopens(parts: list[tuple[str, str] | list[list[str]]]) -> None:
    document = docx.Document()
    document.add_paragraph("Start.")
    for part in parts:
        if isinstance(part, tuple):
            document.add_paragraph(part[1], style=part[0])
        else:
            table = document.add_table(rows=len(part), cols=2)
            for row, cells in enumerate(part):
                for column, value in enumerate(cells):
                    table.cell(row, column).text = value
    assert_faithful(saved(document), "a.docx", spans=10)
