"""Spreadsheets."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from collections.abc import Callable
from contextlib import suppress

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment
from openpyxl.workbook import Workbook
from openpyxl.worksheet.table import Table as SheetTable
from openpyxl.worksheet.worksheet import Worksheet
from tests.forager.parse.support import assert_faithful, block_of, grid, pairs, read, words

from forager.model.document import ParsedDocument, Zone
from forager.parse.errors import (
    ArchiveBomb,
    Damaged,
    EmptyFile,
    Encrypted,
    LyingType,
    ParseError,
    PlaceNotFound,
    Truncated,
)
from forager.parse.parser import Limits
from forager.parse.registry import by_name

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def sheet(fill: Callable[[Worksheet], None], title: str = "Budget") -> bytes:
    book = openpyxl.Workbook()
    assert isinstance(book.active, Worksheet)
    book.active.title = title
    fill(book.active)
    return saved(book)


def rows(*lines: tuple[object, ...], at: tuple[int, int] = (1, 1)) -> Callable[[Worksheet], None]:
    def fill(page: Worksheet) -> None:
        for number, line in enumerate(lines):
            for column, value in enumerate(line):
                if value is not None:
                    page.cell(at[0] + number, at[1] + column, value)  # type: ignore[arg-type]

    return fill


def rezipped(data: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def replaced(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    def change(parts: dict[str, bytes]) -> None:
        assert old in parts[part]
        parts[part] = parts[part].replace(old, new)

    return rezipped(data, change)


def budget(page: Worksheet) -> None:
    rows(("Cost tracking",), (), ("Package", "Owner", "Cost (EUR)", "Due", "Done"))(page)
    for number, (name, owner, cost, due, done) in enumerate(
        (
            ("Screens", "Priya Nair", 168000, dt.date(2026, 3, 12), 0.72),
            ("Interface", "", 92000.5, dt.date(2026, 4, 1), 0.4),
            ("Total", None, 260000.5, None, None),
        ),
        start=4,
    ):
        rows((name, owner or None, cost, due, done), at=(number, 1))(page)
        page.cell(number, 3).number_format = "#,##0"
        page.cell(number, 5).number_format = "0%"
    page["C5"].comment = Comment("Quote still open", "Marta Lindqvist")


BUDGET = sheet(budget)


@pytest.fixture(name="doc", scope="module")
def _doc() -> ParsedDocument:
    return assert_faithful(BUDGET, "budget.xlsx", spans=300)


def test_the_text_reads_as_rows(doc: ParsedDocument) -> None:
    assert doc.parser == "xlsx"
    assert doc.text == (
        "Budget\n\nCost tracking\n\nPackage\tOwner\tCost (EUR)\tDue\tDone\nScreens\tPriya Nair\t168,000\t2026-03-12\t72%\n"
        "Interface\t\t92,001\t2026-04-01\t40%\nTotal\t\t260,001\n\nQuote still open"
    )


def test_title_sheet_and_note_are_told_apart(doc: ParsedDocument) -> None:
    assert doc.title == "Cost tracking"
    assert words(doc, Zone.TITLE) == ["Cost tracking"]
    assert words(doc, Zone.HEADING) == ["Budget"]
    assert words(doc, Zone.QUOTATION) == ["Quote still open"]
    assert block_of(doc, "Quote").author == "Marta Lindqvist"
    assert ("Marta Lindqvist", "", "commenter") in doc.people


def test_the_table_has_its_header_and_stands_under_its_title(doc: ParsedDocument) -> None:
    assert [doc.text[c.start : c.end] for c in doc.tables[0].cells if c.header] == [
        "Package",
        "Owner",
        "Cost (EUR)",
        "Due",
        "Done",
    ]
    assert grid(doc)[1, 3] == "2026-03-12"
    assert block_of(doc, "Screens").headings == ("Budget", "Cost tracking")
    assert (doc.tables[0].headings, doc.tables[0].caption) == (("Budget", "Cost tracking"), "Cost tracking")


def test_places(doc: ParsedDocument) -> None:
    place = next(c.location for c in doc.tables[0].cells if doc.text[c.start : c.end] == "92,001")
    assert (place.kind, place.words) == ("sheet", "Sheet Budget, C5")
    assert [place.get(k) for k in ("sheet", "cell", "char_from", "char_to")] == ["Budget", "C5", 0, 6]
    table = block_of(doc, "Screens").location
    assert (table.words, table.get("cell"), table.get("cell_to")) == ("Sheet Budget, A3:E6", "A3", "E6")
    assert block_of(doc, "Quote").location.words == "Sheet Budget, note at C5"


def test_a_span_over_rows_is_the_rectangle_around_its_cells(doc: ParsedDocument) -> None:
    start = doc.text.index("168,000")
    place = by_name("xlsx").locate(doc, start, doc.text.index("Interface") + 9)
    assert place.words == "Sheet Budget, A4:E5"


def test_several_tables_in_a_sheet() -> None:
    def fill(page: Worksheet) -> None:
        rows(("Team", "Size"), ("Design", 4), ("Build", 9))(page)
        rows(("Site", "Power"), ("Hamburg", "40 kW"), ("Lyon", "22 kW"), ("Oslo", "9 kW"), at=(1, 4))(page)
        rows(("Supplier", "Status"), ("Acme", "signed"), ("Bolt", "open"), at=(7, 1))(page)

    doc = assert_faithful(sheet(fill), "t.xlsx")
    heads = [[doc.text[c.start : c.end] for c in table.cells if c.header] for table in doc.tables]
    assert heads == [["Team", "Size"], ["Site", "Power"], ["Supplier", "Status"]]
    assert words(doc, Zone.TABLE)[0] == "Team\tSize\nDesign\t4\nBuild\t9"


def test_blank_rows_between_groups_part_no_table() -> None:
    lines = (("Item", "Cost"), (), ("Desk", 400), ("Chair", 90), (), ("Lamp", 35), ("Total", 525))
    doc = assert_faithful(sheet(rows(*lines)), "t.xlsx")
    assert len(doc.tables) == 1
    assert [doc.text[c.start : c.end] for c in doc.tables[0].cells if c.header] == ["Item", "Cost"]


def test_a_merged_cell_stands_for_all_it_covers() -> None:
    def fill(page: Worksheet) -> None:
        rows(
            ("Region", "2025", None, "2026"),
            (None, "Plan", "Actual", "Plan", "Actual"),
            ("North", 10, 12, 14, 15),
            ("South", 7, 6, 8, 9),
        )(page)
        for area in ("A1:A2", "B1:C1", "D1:E1"):
            page.merge_cells(area)

    doc = assert_faithful(sheet(fill), "t.xlsx")
    headers = sorted((c.row, c.column, doc.text[c.start : c.end]) for c in doc.tables[0].cells if c.header)
    assert headers == [
        (0, 0, "Region"), (0, 1, "2025"), (0, 2, "2025"), (0, 3, "2026"), (0, 4, "2026"),
        (1, 0, "Region"), (1, 1, "Plan"), (1, 2, "Actual"), (1, 3, "Plan"), (1, 4, "Actual"),
    ]  # fmt: skip
    carried = next(c for c in doc.tables[0].cells if (c.row, c.column) == (0, 2))
    assert carried.location.words == "Sheet Budget, B1:C1"


def test_a_row_of_units_belongs_to_the_header() -> None:
    doc = assert_faithful(
        sheet(rows(("Part", "Mass", "Price"), (None, "kg", "EUR"), ("Bolt", 2, 4), ("Nut", 1, 3))), "t.xlsx"
    )
    assert {c.row for c in doc.tables[0].cells if c.header} == {0, 1}


def test_a_declared_table_names_its_header() -> None:
    def fill(page: Worksheet) -> None:
        rows(("Notes above",), ("A", "B"), ("x", "y"), ("z", "w"))(page)
        page.add_table(SheetTable(displayName="T", ref="A2:B4"))

    doc = assert_faithful(sheet(fill), "t.xlsx")
    assert [doc.text[c.start : c.end] for c in doc.tables[0].cells if c.header] == ["A", "B"]
    assert block_of(doc, "x").headings[-1] == "Notes above"


def test_labels_beside_values_are_fields() -> None:
    doc = assert_faithful(
        sheet(rows(("Project:", "Falcon"), ("Owner:", "Bob Smith"), ("Date:", dt.date(2026, 2, 5)))), "t.xlsx"
    )
    assert pairs(doc) == [("Project", "Falcon"), ("Owner", "Bob Smith"), ("Date", "2026-02-05")]
    assert doc.date is not None
    assert (doc.date.value, doc.date.origin) == ("2026-02-05", 'the "date" line')


@pytest.mark.parametrize(
    ("first", "zone"),
    [
        ("Project Falcon: costs", Zone.TITLE),
        ("Project: Falcon", Zone.KEY_VALUE),
        ("All costs are net.", Zone.PARAGRAPH),
    ],
)
def test_the_line_over_a_table(first: str, zone: Zone) -> None:
    doc = read(sheet(rows((first,), ("Item", "Cost"), ("Desk", 400), ("Lamp", 35))), "t.xlsx")
    assert words(doc, zone) == [first]


def test_yes_and_no_are_words() -> None:
    assert grid(read(sheet(rows(("Check", "Passed"), ("Load", True), ("Fire", False))), "t.xlsx"))[2, 1] == "FALSE"


def test_a_formula_without_a_result_and_an_error_are_in_the_account() -> None:
    data = sheet(rows(("Item", "Cost"), ("Desk", 400), ("Sum", "=B2*2")))
    data = replaced(
        data, "xl/worksheets/sheet1.xml", b"</row></sheetData>", b'<c r="C3" t="e"><v>#DIV/0!</v></c></row></sheetData>'
    )
    doc = assert_faithful(data, "t.xlsx")
    assert [u.what for u in doc.unread] == [
        'sheet "Budget": 1 formula (B3)',
        'sheet "Budget": 1 cell (C3) with an error',
    ]
    assert "DIV" not in doc.text


def test_a_formula_is_read_by_its_stored_result() -> None:
    data = sheet(rows(("Item", "Cost"), ("Desk", 400), ("Sum", "=B2*2")))
    data = replaced(data, "xl/worksheets/sheet1.xml", b"<f>B2*2</f><v></v>", b"<f>B2*2</f><v>800</v>")
    assert grid(read(data, "t.xlsx"))[2, 1] == "800"


def test_hidden_sheets_rows_and_columns_are_read_and_said() -> None:
    book = openpyxl.Workbook()
    for name, state in (("Shown", "visible"), ("Hid", "hidden"), ("Deep", "veryHidden")):
        page = book.create_sheet(name)
        rows(("Item", "Cost"), (name, 1), ("Sum", 2))(page)
        page.sheet_state = state
    book["Shown"].row_dimensions[2].hidden = True
    book["Shown"].column_dimensions["B"].hidden = True
    doc = assert_faithful(saved(book), "t.xlsx")
    assert len(doc.tables) == 3
    assert doc.warnings == (
        'Sheet "Shown": hidden rows were read too.',
        'Sheet "Shown": hidden columns were read too.',
        'Sheet "Hid" is hidden in the workbook; it was read.',
        'Sheet "Deep" is hidden in the workbook; it was read.',
    )


def test_dates_of_the_1904_calendar() -> None:
    data = sheet(rows(("Step", "Due"), ("Pilot", dt.date(2026, 3, 12)), ("Launch", dt.date(2026, 4, 1))))
    assert grid(read(data, "t.xlsx"))[1, 1] == "2026-03-12"
    moved = replaced(data, "xl/workbook.xml", b"<workbookPr/>", b'<workbookPr date1904="1"/>')
    assert grid(read(moved, "t.xlsx"))[1, 1] == "2030-03-13"


def test_a_long_table_is_read_at_both_ends() -> None:
    data = sheet(rows(("Item", "Cost"), *((f"Item {n}", n) for n in range(40)), ("Total", 780)))
    doc = assert_faithful(data, "t.xlsx", limits=Limits(max_table_rows=10))
    assert {c.row for c in doc.tables[0].cells} == {*range(10), *range(37, 42)}
    assert [(u.what, u.why) for u in doc.unread] == [
        ('sheet "Budget", rows 11-37', "kept as searchable text, not read cell by cell")
    ]
    assert "Item 20\t20" in doc.text


def test_words_of_a_cell_keep_their_lines_and_escaped_characters() -> None:
    data = sheet(rows(("Step", "Text"), ("One", "first line\nsecond line"), ("Two", "b")))
    data = replaced(data, "xl/worksheets/sheet1.xml", b"second line", b"_x0041_ line")
    assert grid(read(data, "t.xlsx"))[1, 1] == "first line\nA line"


def test_shared_words_are_read_without_the_readings_above_them() -> None:
    words = b"<sst><si><r><t>first </t></r><r><t>line</t></r><rPh><t>x</t></rPh></si></sst>"

    def change(parts: dict[str, bytes]) -> None:
        page, links = "xl/worksheets/sheet1.xml", "xl/_rels/workbook.xml.rels"
        parts[page] = parts[page].replace(b't="inlineStr"><is><t>Desk</t></is>', b't="s"><v>0</v>')
        parts["xl/sharedStrings.xml"] = words
        link = b'<Relationship Id="rS" Type="x/sharedStrings" Target="sharedStrings.xml"/>'
        parts[links] = parts[links].replace(b"</Relationships>", link + b"</Relationships>")

    data = rezipped(sheet(rows(("Item", "Cost"), ("Desk", 400))), change)
    assert grid(assert_faithful(data, "t.xlsx"))[1, 0] == "first line"


def test_cells_without_names_are_counted() -> None:
    import re

    data = sheet(rows(("Item", "Cost"), ("Desk", 400)))

    def change(parts: dict[str, bytes]) -> None:
        name = "xl/worksheets/sheet1.xml"
        parts[name] = re.sub(rb' r="\w+"', b"", parts[name])

    assert grid(assert_faithful(rezipped(data, change), "t.xlsx")) == {
        (0, 0): "Item",
        (0, 1): "Cost",
        (1, 0): "Desk",
        (1, 1): "400",
    }


@pytest.mark.parametrize("odd", [b"\xc2\xb2", b"-1", b"9" * 5000, b"", b"x"])
def test_odd_numbers_in_a_sheet_break_nothing(odd: bytes) -> None:
    data = sheet(rows(("Item", "Cost"), ("Desk", 400)))
    for old in (b'<row r="2"', b't="n"'):
        new = old.replace(b'"2"', b'"' + odd + b'"').replace(b't="n"', b's="' + odd + b'" t="n"')
        assert read(replaced(data, "xl/worksheets/sheet1.xml", old, new), "t.xlsx").parser == "xlsx"


def test_an_empty_workbook_is_said_to_be_empty() -> None:
    with pytest.raises(EmptyFile):
        read(sheet(lambda _: None), "t.xlsx")


def test_a_workbook_under_another_name_is_still_one() -> None:
    assert read(sheet(budget), "budget.dat").parser == "xlsx"


def _encrypted() -> bytes:
    return OLE + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")


def _bomb() -> bytes:
    return rezipped(sheet(budget), lambda parts: parts.update({"xl/big.xml": b"0" * 40_000_000}))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (_encrypted(), Encrypted),
        (OLE + b"\0" * 600, LyingType),
        (sheet(budget)[:-500], Truncated),
        (_bomb(), ArchiveBomb),
        (replaced(sheet(budget), "xl/workbook.xml", b"<workbookPr", b"<!bad"), Damaged),
        (
            replaced(
                sheet(budget), "xl/worksheets/sheet1.xml", b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "b">]><worksheet'
            ),
            Damaged,
        ),
        (replaced(sheet(budget), "xl/worksheets/sheet1.xml", b"</sheetData>", b""), Damaged),
        (rezipped(sheet(budget), lambda parts: parts.pop("xl/workbook.xml")), ParseError),
    ],
    ids=["encrypted", "ole", "truncated", "bomb", "malformed", "entities", "malformed sheet", "no workbook"],
)
def test_what_cannot_be_read_says_why(data: bytes, kind: type[ParseError]) -> None:
    with pytest.raises(kind):
        read(data, "t.xlsx")


LINK = b'<Relationship Id="rX" Type="x/externalLink" Target="file:///etc/passwd" TargetMode="External"/>'


def test_a_link_to_another_file_is_not_followed() -> None:
    data = replaced(BUDGET, "xl/_rels/workbook.xml.rels", b"</Relationships>", LINK + b"</Relationships>")
    assert read(data, "t.xlsx").text.startswith("Budget")


CELLS = st.dictionaries(
    st.tuples(st.integers(1, 12), st.integers(1, 8)),
    st.sampled_from(["a", "Total", "12", "x: y", "Two words", "3.5 kg"]),
    min_size=1,
)
MERGES = st.lists(st.tuples(st.integers(1, 12), st.integers(1, 8), st.integers(0, 4), st.integers(0, 4)), max_size=3)


@pytest.mark.parametrize(
    "pointer",
    [
        (),
        (("address", "Nowhere!A1"), ("char_from", 0), ("char_to", 1)),
        (("address", "Budget!A1"), ("char_from", 0), ("char_to", 999)),
    ],
)
def test_a_place_that_is_not_there(pointer: tuple[tuple[str, int | str], ...]) -> None:
    from forager.model.document import Location

    with pytest.raises(PlaceNotFound):
        by_name("xlsx").reopen(BUDGET, Location("sheet", "x", pointer))


@settings(max_examples=40, deadline=None)
@given(CELLS, MERGES)
def test_any_sheet_reopens_exactly(cells: dict[tuple[int, int], str], merges: list[tuple[int, int, int, int]]) -> None:
    def fill(page: Worksheet) -> None:
        for (row, column), value in cells.items():
            page.cell(row, column, value)
        for top, left, down, right in merges:
            page.merged_cells.add(f"{page.cell(top, left).coordinate}:{page.cell(top + down, left + right).coordinate}")

    assert_faithful(sheet(fill), "t.xlsx", spans=10)


@given(st.data())
def test_damage_is_a_typed_failure_or_a_reading(draw: st.DataObject) -> None:
    data = bytearray(BUDGET)
    for _ in range(draw.draw(st.integers(1, 8))):
        data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    with suppress(ParseError):
        read(bytes(data), "t.xlsx")
