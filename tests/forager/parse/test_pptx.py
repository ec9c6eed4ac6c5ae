"""Presentations."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.presentation import Presentation
from pptx.util import Cm
from tests.forager.parse.support import assert_faithful, block_of, grid, read, words

from forager.model.document import Location, ParsedDocument, Zone
from forager.parse.errors import (
    ArchiveBomb,
    Damaged,
    EmptyFile,
    Encrypted,
    LyingType,
    ParseError,
    PlaceNotFound,
    TooDeep,
    Truncated,
)
from forager.parse.parser import Limits
from forager.parse.registry import by_name

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a4944415478da63600000000200"
    "01e527defc0000000049454e44ae426082"
)
P = "http://schemas.openxmlformats.org/presentationml/2006/main"


def built(fill: Callable[[Presentation], None]) -> bytes:
    deck = pptx.Presentation()
    fill(deck)
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def slide(deck: Presentation, layout: int, *texts: str):  # type: ignore[no-untyped-def]
    """A slide of a layout with its placeholders filled in order."""
    made = deck.slides.add_slide(deck.slide_layouts[layout])
    for shape, text in zip(made.placeholders, texts, strict=False):
        shape.text_frame.text = text
    return made


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
        parts[part] = parts[part].replace(old, new, 1)

    return rezipped(data, change)


def steering(deck: Presentation) -> None:
    deck.core_properties.author = "Anna Keller"
    slide(deck, 0, "Steering review", "Date: 5 February 2026")
    bullets = slide(deck, 1, "Milestones", "The pilot starts on 3 March.")
    frame = bullets.placeholders[1].text_frame
    deeper = frame.add_paragraph()
    deeper.text, deeper.level = "Two depots take part", 1
    bullets.notes_slide.notes_text_frame.text = "Say that the depots agreed."
    table = slide(deck, 5, "Budget")
    cells = table.shapes.add_table(3, 2, Cm(1), Cm(5), Cm(10), Cm(4)).table
    for row, line in enumerate((("Package", "Cost"), ("Screens", "EUR 168,000"), ("Interface", ""))):
        for column, value in enumerate(line):
            cells.cell(row, column).text = value
    box = table.shapes.add_textbox(Cm(1), Cm(15), Cm(8), Cm(2))
    box.text_frame.text = "All figures are net of tax."


DECK = built(steering)


@pytest.fixture(name="doc", scope="module")
def _doc() -> ParsedDocument:
    return assert_faithful(DECK, "deck.pptx", spans=300)


def test_slides_in_order_with_titles_bullets_and_notes(doc: ParsedDocument) -> None:
    assert doc.parser == "pptx"
    assert doc.title == "Steering review"
    assert words(doc, Zone.TITLE) == ["Steering review"]
    assert words(doc, Zone.HEADING) == ["Milestones", "Budget"]
    assert words(doc, Zone.ITEM) == ["The pilot starts on 3 March.", "Two depots take part"]
    assert [block_of(doc, text).level for text in words(doc, Zone.ITEM)] == [1, 2]
    assert words(doc, Zone.PARAGRAPH) == ["Say that the depots agreed.", "All figures are net of tax."]
    assert block_of(doc, "The pilot").headings == ("Steering review", "Milestones")


def test_what_the_file_says_of_itself(doc: ParsedDocument) -> None:
    assert doc.date is not None
    assert (doc.date.value, doc.date.origin) == ("2026-02-05", 'the "date" line')
    assert ("Anna Keller", "", "author") in doc.people


def test_a_table_has_its_header(doc: ParsedDocument) -> None:
    assert grid(doc) == {
        (0, 0): "Package",
        (0, 1): "Cost",
        (1, 0): "Screens",
        (1, 1): "EUR 168,000",
        (2, 0): "Interface",
        (2, 1): "",
    }
    assert {c.row for c in doc.tables[0].cells if c.header} == {0}
    assert (doc.tables[0].caption, doc.tables[0].headings) == ("Budget", ("Steering review", "Budget"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Milestones", "Slide 2, title"),
        ("The pilot starts", "Slide 2, Milestones"),
        ("Say that", "Slide 2, notes"),
        ("EUR 168,000", "Slide 3, Budget table, row 2, column Cost"),
        ("Screens\tEUR", "Slide 3, Budget table, row 2"),
        ("Cost\nScreens", "Slide 3, Budget table, rows 1-2"),
        ("agreed.\n\nBudget", "Slides 2-3"),
    ],
)
def test_places(doc: ParsedDocument, text: str, place: str) -> None:
    start = doc.text.index(text)
    assert by_name("pptx").locate(doc, start, start + len(text)).words == place


def test_a_place_has_numbers(doc: ParsedDocument) -> None:
    cell = next(c for c in doc.tables[0].cells if (c.row, c.column) == (1, 1))
    assert [cell.location.get(k) for k in ("slide", "row", "column", "char_from", "char_to")] == [3, 1, 1, 0, 11]
    assert str(cell.location.get("address")).endswith("/r:1/c:1/p:0")


def test_the_title_comes_first_and_the_rest_from_top_to_bottom() -> None:
    def fill(deck: Presentation) -> None:
        page = deck.slides.add_slide(deck.slide_layouts[5])
        for text, left, top in (("low", 1, 12), ("right", 9, 5), ("left", 1, 5.2)):
            page.shapes.add_textbox(Cm(left), Cm(top), Cm(4), Cm(1)).text_frame.text = text
        page.shapes.title.text_frame.text = "Order"
        page.shapes._spTree.append(page.shapes.title._element)

    assert assert_faithful(built(fill), "t.pptx").text == "Order\n\nleft\n\nright\n\nlow"


def test_groups_are_walked_and_footers_set_aside() -> None:
    def fill(deck: Presentation) -> None:
        page = slide(deck, 5, "Parts")
        group = page.shapes.add_group_shape()
        group.shapes.add_textbox(Cm(1), Cm(5), Cm(4), Cm(1)).text_frame.text = "Inside the group"
        inner = group.shapes.add_group_shape()
        inner.shapes.add_textbox(Cm(1), Cm(8), Cm(4), Cm(1)).text_frame.text = "Deeper inside"
        foot = page.shapes.add_textbox(Cm(1), Cm(18), Cm(4), Cm(1))
        foot.text_frame.text = "Page 7"
        foot._element.nvSpPr.nvPr.insert(0, foot._element.makeelement(f"{{{P}}}ph", {"type": "sldNum", "idx": "12"}))

    data = built(fill)
    doc = assert_faithful(data, "t.pptx")
    assert words(doc, Zone.PARAGRAPH) == ["Inside the group", "Deeper inside"]
    assert words(doc, Zone.NAVIGATION) == ["Page 7"]
    with pytest.raises(TooDeep):
        read(data, "t.pptx", Limits(max_depth=2))


def test_a_chart_is_the_table_behind_it() -> None:
    def fill(deck: Presentation) -> None:
        page = slide(deck, 5, "Sales")
        data = CategoryChartData(number_format="0%")
        data.categories = ["North", "South"]
        data.add_series("Share", (0.4, 0.6))
        page.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Cm(1), Cm(5), Cm(9), Cm(6), data)

    doc = assert_faithful(built(fill), "t.pptx")
    assert grid(doc) == {(0, 1): "Share", (1, 0): "North", (1, 1): "40%", (2, 0): "South", (2, 1): "60%"}
    assert [c.header for c in doc.tables[0].cells] == [True, False, False, False, False]
    assert not doc.attachments


def test_a_merged_cell_stands_for_all_it_covers() -> None:
    def fill(deck: Presentation) -> None:
        cells = slide(deck, 5, "T").shapes.add_table(3, 2, Cm(1), Cm(5), Cm(10), Cm(4)).table
        for row, line in enumerate((("Site", "Load"), ("Lyon", "2 kW"), ("", "3 kW"))):
            for column, value in enumerate(line):
                cells.cell(row, column).text = value
        cells.cell(1, 0).merge(cells.cell(2, 0))

    assert grid(assert_faithful(built(fill), "t.pptx"))[2, 0] == "Lyon"


def test_a_line_broken_by_hand_is_one_text() -> None:
    def fill(deck: Presentation) -> None:
        frame = slide(deck, 5, "T").shapes.add_textbox(Cm(1), Cm(5), Cm(4), Cm(1)).text_frame
        frame.text = "The cost has dropped\nby a third since 2024.\nNew line"

    assert words(assert_faithful(built(fill), "t.pptx"), Zone.PARAGRAPH) == [
        "The cost has dropped\nby a third since 2024.",
        "New line",
    ]


def test_pictures_and_hidden_slides_are_in_the_account() -> None:
    def fill(deck: Presentation) -> None:
        page = slide(deck, 5, "Shown")
        page._element.set("show", "0")
        page.shapes.add_picture(io.BytesIO(PNG), Cm(1), Cm(5))

    doc = read(built(fill), "t.pptx")
    assert [(u.what, u.why) for u in doc.unread] == [("slide 1: 1 picture", "no text is read from pictures")]
    assert doc.warnings == ("Slide 1 is hidden in the presentation; it was read.",)


def test_a_deck_named_by_its_program_has_no_title() -> None:
    def fill(deck: Presentation) -> None:
        deck.core_properties.title = "PowerPoint Presentation"
        slide(deck, 6).shapes.add_textbox(Cm(1), Cm(5), Cm(4), Cm(1)).text_frame.text = "Words"

    assert read(built(fill), "t.pptx").title == ""


def test_an_empty_deck_is_said_to_be_empty() -> None:
    with pytest.raises(EmptyFile):
        read(built(lambda _: None), "t.pptx")


def test_a_deck_under_another_name_is_still_one() -> None:
    assert read(DECK, "deck.dat").parser == "pptx"


def _bomb() -> bytes:
    return rezipped(DECK, lambda parts: parts.update({"ppt/big.xml": b"0" * 40_000_000}))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (OLE + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"), Encrypted),
        (OLE + b"\0" * 600, LyingType),
        (DECK[:-500], Truncated),
        (_bomb(), ArchiveBomb),
        (replaced(DECK, "ppt/slides/slide1.xml", b"</p:sld>", b""), Damaged),
        (replaced(DECK, "ppt/slides/slide1.xml", b"<p:sld", b'<!DOCTYPE x [<!ENTITY a "b">]><p:sld'), Damaged),
        (rezipped(DECK, lambda parts: parts.pop("ppt/presentation.xml")), ParseError),
    ],
    ids=["encrypted", "ole", "truncated", "bomb", "malformed", "entities", "no deck"],
)
def test_what_cannot_be_read_says_why(data: bytes, kind: type[ParseError]) -> None:
    with pytest.raises(kind):
        read(data, "t.pptx")


def test_a_missing_slide_is_in_the_account() -> None:
    doc = read(rezipped(DECK, lambda parts: parts.pop("ppt/slides/slide2.xml")), "t.pptx")
    assert [u.what for u in doc.unread] == ["slide 2"]
    assert words(doc, Zone.HEADING) == ["Budget"]


def test_a_place_that_is_not_there() -> None:
    pointer = (("address", "slide:9/shape:1/p:0"), ("char_from", 0), ("char_to", 1))
    with pytest.raises(PlaceNotFound):
        by_name("pptx").reopen(DECK, Location("slide", "Slide 9", pointer))


@given(st.data())
def test_damage_is_a_typed_failure_or_a_reading(draw: st.DataObject) -> None:
    data = bytearray(DECK)
    for _ in range(draw.draw(st.integers(1, 8))):
        data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
    with suppress(ParseError):
        read(bytes(data), "t.pptx")
