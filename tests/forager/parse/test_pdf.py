"""PDF documents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.parse import pdf_files
from tests.forager.parse.support import assert_faithful, assert_reopens, block_of, grid, pairs, read, words
from tests.support.pdf_writer import Page, Text, column, pdf, width_of, wrapped
from tests.support.pdf_writer import grid as grid_of

from forager.model.document import Location, ParsedDocument, Zone
from forager.parse.errors import Damaged, EmptyFile, Encrypted, LyingType, ParseError, PlaceNotFound, Truncated
from forager.parse.parser import Limits
from forager.parse.registry import by_name

READABLE = (
    pdf_files.two_columns(),
    pdf_files.two_columns(across=True),
    pdf_files.turned(0),
    pdf_files.turned(90),
    pdf_files.cropped(),
    pdf_files.hyphens(),
    pdf_files.over_pages(),
    pdf_files.ruled_table(),
    pdf_files.aligned_table(),
    pdf_files.headings(),
    pdf_files.contents(),
    pdf_files.partly_scanned(),
    pdf_files.hidden_layer(),
    pdf_files.sideways_stamp(),
    pdf_files.laboratory(),
    pdf_files.commented(),
)


def said(document: ParsedDocument, zone: Zone) -> list[str]:
    """The texts of a zone, white space evened out."""
    return [" ".join(text.split()) for text in words(document, zone)]


# --- comments, forms, files carried inside


def test_comments_are_quotations_with_their_author_and_date() -> None:
    document = read(pdf_files.commented(), "a.pdf")
    made = [
        (words(document, Zone.QUOTATION)[n], b.author, b.date, b.location.words)
        for n, b in enumerate(block for block in document.blocks if block.zone is Zone.QUOTATION)
    ]
    assert made == [
        ("The roof costs 700 EUR.", "Priya Nair", "2026-05-04", "page 1, comment"),
        ("The tower is not included.", "Priya Nair", "2026-05-04", "page 1, comment"),
        ("Naivé", "Priya Nair", "2026-05-04", "page 2, comment"),
    ]
    assert ("Priya Nair", "", "commenter") in document.people


def test_a_hidden_comment_and_filled_fields_are_accounted_for() -> None:
    document = read(pdf_files.commented(), "a.pdf")
    assert [each.what for each in document.unread] == ["page 1, 1 comment", "page 2, 1 filled form field"]
    assert said(document, Zone.TABLE) == ["Tom Hall"]
    assert block_of(document, "Tom Hall").location.words == "page 2, form field"


def test_the_place_of_a_comment_is_its_box() -> None:
    document = read(pdf_files.commented(), "a.pdf")
    place = block_of(document, "The tower is not included.").location
    assert place.get("chars") == "1a1:25-51"
    assert [place.get(side) for side in ("box_left", "box_bottom", "box_right", "box_top")] == [
        30_000, 69_000, 32_000, 71_000
    ]  # fmt: skip


def test_files_carried_inside_are_attachments() -> None:
    document = read(pdf_files.carrying(), "a.pdf")
    assert [(each.path, each.data) for each in document.attachments] == [
        ("prices.csv", b"part,price\npump,9\n"), ("notes.txt", b"The pump weighs 12 kg.")
    ]  # fmt: skip
    assert [(each.what, each.why) for each in document.unread] == [
        ("file lost.txt inside the PDF", "it is empty or damaged")
    ]


@pytest.mark.parametrize(
    ("limits", "kept"), [(Limits(max_unpacked=20), ["prices.csv"]), (Limits(max_parts=1), ["prices.csv"])]
)
def test_files_beyond_a_limit_are_named_and_not_taken(limits: Limits, kept: list[str]) -> None:
    document = read(pdf_files.carrying(), "a.pdf", limits)
    assert [each.path for each in document.attachments] == kept
    assert document.unread


# --- places


@pytest.mark.parametrize("data", READABLE)
def test_every_span_opens_again(data: bytes) -> None:
    assert_faithful(data, "a.pdf")


@given(ends=st.tuples(st.floats(0, 1), st.floats(0, 1)), which=st.sampled_from([2, 5, 6, 7, 9]))
def test_any_span_opens_again_also_over_pages(ends: tuple[float, float], which: int) -> None:
    data = READABLE[which]
    document = read(data, "a.pdf")
    start, end = sorted(round(part * len(document.text)) for part in ends)
    assert_reopens(by_name("pdf"), data, document, start, end)


def test_a_place_names_its_section_and_page() -> None:
    document = read(pdf_files.headings(), "a.pdf")
    location = block_of(document, "The small pump weighs").location
    assert location.kind == "pdf"
    assert location.words == "Section: Maintenance handbook > 1 Pumps > 1.1 Small pumps, page 1"


def test_the_box_is_round_the_lines_in_hundredths_of_a_point() -> None:
    document = read(pdf_files.turned(0), "a.pdf")
    place = document.blocks[0].location
    box = [place.get(f"box_{side}") for side in ("left", "bottom", "right", "top")]
    assert box == [7200, 69780, 31597, 70880]


def test_the_box_of_a_turned_page_is_in_the_pages_own_space() -> None:
    place = read(pdf_files.turned(90), "a.pdf").blocks[0].location
    box = [place.get(f"box_{side}") for side in ("left", "bottom", "right", "top")]
    assert box == [14120, 7200, 15220, 31597]


def test_the_pointer_holds_pdfiums_own_characters() -> None:
    document = read(pdf_files.over_pages(), "a.pdf")
    start = document.text.index("the results")
    location = by_name("pdf").locate(document, start, start + len("the results\nwere sent"))
    assert location.words == "pages 1-2"
    assert (location.get("page"), location.get("page_to")) == (1, 2)
    assert location.get("chars") == "1:401-412/2:25-34"


@pytest.mark.parametrize("chars", ["1:0-99999", "9:0-3", "1:5-2", "nonsense", "0:0-1", "1:0-4;DROP", "1a1:0-4"])
def test_a_pointer_that_leads_nowhere_is_refused(chars: str) -> None:
    with pytest.raises(PlaceNotFound):
        by_name("pdf").reopen(pdf_files.turned(0), Location("pdf", "page 1", (("chars", chars),)))


def test_a_pointer_of_another_format_is_refused() -> None:
    with pytest.raises(PlaceNotFound):
        by_name("pdf").reopen(pdf_files.turned(0), Location("text", "line 1", (("byte_from", 0), ("byte_to", 3))))


def test_a_wide_gap_opens_again_though_pdfium_has_a_blank_there() -> None:
    data = pdf([Page((Text(72, 700, "Left words"), Text(200, 700, "right words"), Text(330, 700, "more")))])
    document = assert_faithful(data, "a.pdf")
    assert document.text == "Left words\tright words\tmore"


# --- layout


@pytest.mark.parametrize("across", [False, True])
def test_columns_are_read_one_after_the_other(across: bool) -> None:
    document = read(pdf_files.two_columns(across=across), "a.pdf")
    assert said(document, Zone.PARAGRAPH) == [pdf_files.LEFT, pdf_files.RIGHT]
    assert document.title == "Depots of the company"


@pytest.mark.parametrize("turn", [0, 90])
def test_a_turned_page_is_read_upright(turn: int) -> None:
    document = read(pdf_files.turned(turn), "a.pdf")
    assert said(document, Zone.PARAGRAPH) == ["The pump was tested on 3 May 2026 and passed."]


def test_what_stands_outside_the_visible_part_is_listed_and_not_read() -> None:
    document = read(pdf_files.cropped(), "a.pdf")
    assert document.text == "The visible valve is made of steel."
    assert [(u.what, u.why) for u in document.unread] == [
        ("page 1, 28 characters", "they stand outside the visible part of the page")
    ]


def test_hyphens_at_line_ends_are_syllables_or_parts_of_words() -> None:
    text = read(pdf_files.hyphens(), "a.pdf").text
    assert "the maintenance of all" in text
    assert "long-term contract was" in text
    assert "well-known supplier for the X-Ray room" in text


def test_a_sentence_over_two_pages_is_one_block() -> None:
    block = block_of(document := read(pdf_files.over_pages(), "a.pdf"), "The audit of the depot")
    assert block.location.words == "pages 1-2"
    assert document.text[block.start : block.end] == (
        "The audit of the depot was finished by Priya Nair and the results\nwere sent to the board on 4 March 2026."
    )


def test_headers_footers_and_page_numbers_are_navigation() -> None:
    document = read(pdf_files.over_pages(), "a.pdf")
    assert said(document, Zone.NAVIGATION) == [
        "Depot report - internal", "Page 1 of 3", "Depot report - internal", "Page 2 of 3",
        "Depot report - internal", "Page 3 of 3",
    ]  # fmt: skip


@pytest.mark.parametrize(("data", "size"), [(pdf_files.ruled_table(), 9), (pdf_files.aligned_table(), 12)])
def test_a_table_has_cells_and_a_header(data: bytes, size: int) -> None:
    document = read(data, "a.pdf")
    cells = grid(document)
    assert len(cells) == size
    assert (cells[0, 0], cells[0, 1], cells[1, 1], cells[2, 0]) == ("Part", "Owner", "Priya Nair", "Valve")
    assert [cell.row for cell in document.tables[0].cells if cell.header] == [0, 0, 0]
    assert document.tables[0].cells[4].location.words == "page 1, Table 1, row 2, column Owner"


def test_narrow_columns_far_to_the_right_belong_to_their_table() -> None:
    document = read(pdf_files.laboratory(), "a.pdf")
    cells = grid(document)
    assert [tuple(cells.get((row, column), "") for column in range(6)) for row in range(8)] == pdf_files.LABORATORY
    assert said(document, Zone.NAVIGATION) == []


def test_fields_side_by_side_are_fields_of_their_own() -> None:
    assert said(read(pdf_files.laboratory(), "a.pdf"), Zone.KEY_VALUE) == [
        "Sample: A17", "Age: 50 years", "State: normal", "Ward: north", "Taken: 4 June", "Lab: east", "Verdict: good"
    ]  # fmt: skip


def test_fields_side_by_side_set_large_and_bold_are_no_headings() -> None:
    marks = [
        Text(72, 720, "Case: A-17", 14, "bold"),
        Text(300, 720, "Agency: Bureau of Health", 14, "bold"),
        *column(wrapped(pdf_files.LEFT, 440), 72, 690),
    ]
    document = read(pdf([Page(tuple(marks))]), "a.pdf")
    assert said(document, Zone.KEY_VALUE) == ["Case: A-17", "Agency: Bureau of Health"]


def test_cells_that_look_like_fields_under_one_label_are_no_fields() -> None:
    rows = [("Plan A", "Plan B"), ("cost: 5", "cost: 7"), ("term: short", "term: long")]
    marks = [Text(72 + 200 * at, 700 - 18 * n, words) for n, row in enumerate(rows) for at, words in enumerate(row)]
    assert said(read(pdf([Page(tuple(marks))]), "a.pdf"), Zone.KEY_VALUE) == []


def test_text_round_a_table_stays_whole() -> None:
    assert said(read(pdf_files.ruled_table(), "a.pdf"), Zone.PARAGRAPH) == [
        "The parts of the first stage are listed below with their owners.",
        "The budget of the second stage will be settled in June.",
    ]


def test_parts_side_by_side_that_are_no_sure_table_state_nothing() -> None:
    marks = [
        Text(72, 700, "Left words"),
        Text(300, 700, "right words"),
        Text(90, 680, "some more"),
        Text(330, 680, "here"),
    ]
    document = read(pdf([Page(tuple(marks))]), "a.pdf")
    assert [block.zone for block in document.blocks] == [Zone.TABLE]
    assert document.tables == ()
    assert [each.what for each in document.unread] == ["words in columns on page 1"]


def test_headings_lists_fields_captions_and_notes() -> None:
    document = read(pdf_files.headings(), "a.pdf")
    assert said(document, Zone.TITLE) == ["Maintenance handbook"]
    assert said(document, Zone.HEADING) == ["1 Pumps", "1.1 Small pumps", "2 Valves"]
    assert pairs(document) == [("Owner", "Priya Nair"), ("Status", "approved")]
    assert said(document, Zone.ITEM)[1].startswith("The seal must be replaced every year and the old seal must")
    assert said(document, Zone.CAPTION) == ["Figure 1: The small pump from above."]
    assert said(document, Zone.PARAGRAPH)[-1] == "A licence is valid for three years."
    assert block_of(document, "The small pump weighs").headings == (
        "Maintenance handbook",
        "1 Pumps",
        "1.1 Small pumps",
    )


def test_a_table_of_contents_is_contents() -> None:
    document = read(pdf_files.contents(), "a.pdf")
    assert len(words(document, Zone.CONTENTS)) == 3
    assert words(document, Zone.PARAGRAPH) == []


def test_a_stamp_up_the_margin_is_navigation() -> None:
    document = read(pdf_files.sideways_stamp(), "a.pdf")
    assert said(document, Zone.NAVIGATION) == ["Archive copy 2026-05-03"]
    assert said(document, Zone.PARAGRAPH) == [pdf_files.LEFT]


def test_the_mark_of_a_footnote_is_no_part_of_the_sentence() -> None:
    first, second = "The seal lasts two years. The pump was sold to the harbour", "and paid for in May. It weighs 12 m"
    marks = (
        Text(72, 700, first),
        Text(73 + width_of(first, 11), 704, "1", 7),
        Text(72, 686, second),
        Text(72 + width_of(second, 11), 690, "2", 7),
    )
    document = read(pdf([Page((*marks, Text(72, 90, "1 The contract is kept in Leeds.", 8)))]), "a.pdf")
    assert said(document, Zone.PARAGRAPH) == [
        "The seal lasts two years. The pump was sold to the harbour and paid for in May. It weighs 12 m2",
        "The contract is kept in Leeds.",
    ]
    assert document.warnings == ("Marks of footnotes in running text were left out; the footnotes were read.",)


@pytest.mark.parametrize(
    ("last", "sentence"),
    [
        ("1. The contract is kept in Leeds.", "The seal lasts two years."),
        ("The contract is kept in Leeds.", "The seal lasts two years. 1"),
    ],
)
def test_a_numbered_line_that_closes_the_page_is_a_footnote_however_large(last: str, sentence: str) -> None:
    words_ = "The seal lasts two years."
    marks = (Text(72, 700, words_), Text(73 + width_of(words_, 11), 704, "1", 7), Text(72, 90, last))
    assert said(read(pdf([Page(marks)]), "a.pdf"), Zone.PARAGRAPH)[0] == sentence


def test_a_raised_figure_is_no_digit_of_the_number_before_it() -> None:
    marks = (Text(72, 700, "The yard holds 4200"), Text(73 + width_of("The yard holds 4200", 11), 704, "7", 7))
    document = read(pdf([Page((*marks, Text(180, 700, "crates of the new kind.")))]), "a.pdf")
    assert document.text == "The yard holds 4200 7 crates of the new kind."


def test_a_heading_on_the_line_of_its_paragraph_is_parted_from_it() -> None:
    head = "Load test "
    marks = (
        Text(72, 700, head, 11, "bold"),
        Text(130, 700, "The pump ran for nine hours without a fault and was then"),
        Text(72, 686, "switched off by hand. Nobody was hurt."),
    )
    document = read(pdf([Page(marks)]), "a.pdf")
    assert said(document, Zone.HEADING) == ["Load test"]
    assert said(document, Zone.PARAGRAPH) == [
        "The pump ran for nine hours without a fault and was then switched off by hand. Nobody was hurt."
    ]


def test_columns_without_a_row_that_names_them_are_no_sure_table() -> None:
    rows = [("NID", "National identifier"), ("LRS", "Linear reference system"), ("UML", "Unified modelling language")]
    marks = [Text(72 + 130 * at, 700 - 18 * n, words) for n, row in enumerate(rows) for at, words in enumerate(row)]
    assert read(pdf([Page(tuple(marks))]), "a.pdf").tables == ()


def test_notes_in_the_margin_are_no_part_of_the_lines_beside_them() -> None:
    marks = (
        *column(wrapped(pdf_files.LEFT + " " + pdf_files.RIGHT, 330), 190, 700),
        Text(60, 700, "Depots"),
        Text(60, 658, "page 7"),
    )
    document = read(pdf([Page(marks)]), "a.pdf")
    assert said(document, Zone.PARAGRAPH) == [f"{pdf_files.LEFT} {pdf_files.RIGHT}"]
    assert said(document, Zone.NAVIGATION) == ["Depots", "page 7"]


def test_a_field_goes_on_in_its_second_line() -> None:
    marks = column(
        ["Responsible: the manager of the northern depot and her", "deputy in Leeds", "Status: open"], 72, 700
    )
    document = read(pdf([Page((*marks, Text(72, 600, wrapped(pdf_files.LEFT, 400)[0])))]), "a.pdf")
    assert pairs(document) == [
        ("Responsible", "the manager of the northern depot and her\ndeputy in Leeds"),
        ("Status", "open"),
    ]


def test_a_day_of_the_month_opens_no_list() -> None:
    line = "19. August was the day on which the depot in Leeds was opened by the mayor of the town."
    document = read(pdf([Page((*column(wrapped(line, 400), 72, 700),))]), "a.pdf")
    assert said(document, Zone.PARAGRAPH) == [line]


def test_a_number_parted_at_a_line_end_keeps_its_hyphen() -> None:
    document = read(
        pdf(
            [Page((*column(["The request was filed as 2023-", "0379 and granted under 4-", "level rules."], 72, 700),))]
        ),
        "a.pdf",
    )
    assert document.text == "The request was filed as 2023-0379 and granted under 4-level rules."


def test_words_far_smaller_than_the_text_belong_to_a_drawing() -> None:
    marks = (*column(wrapped(pdf_files.LEFT, 400), 72, 700), Text(100, 400, "Author: Tom Hall", 5))
    assert said(read(pdf([Page(marks)]), "a.pdf"), Zone.CAPTION) == ["Author: Tom Hall"]


def test_what_is_said_of_a_term_set_apart_is_one_paragraph() -> None:
    lines = wrapped("The seal between the two halves of the pump is made of rubber and lasts about two years.", 300)
    marks = (Text(72, 700, "Seal"), *column(lines, 130, 700))
    document = read(pdf([Page((*marks, *column(wrapped(pdf_files.LEFT, 358), 72, 600)))]), "a.pdf")
    assert said(document, Zone.PARAGRAPH)[0] == " ".join(lines)


def test_boxes_of_a_drawing_are_no_sure_table() -> None:
    marks = grid_of([("Intake", "Events"), ("Names", ""), ("", "Ground"), ("Records", "")], 72, 680, (120, 120))
    document = read(pdf([Page(tuple(marks))]), "a.pdf")
    assert document.tables == ()


# --- about the document


def test_properties_author_and_date() -> None:
    document = read(pdf_files.over_pages(), "a.pdf")
    assert dict(document.properties)["Title"] == "Depot report"
    assert document.title == "Depot report"
    assert document.people == (("Priya Nair", "", "author"),)
    assert document.date is not None
    assert (document.date.value, document.date.origin) == ("2026-03-10", "file property CreationDate")


def test_a_date_line_is_stronger_than_the_files_property() -> None:
    page = Page((*column(["Date: 2 April 2026", "", "The pump was moved to the northern depot."], 72, 700),))
    document = read(pdf([page], {"CreationDate": "D:20200101000000Z"}), "a.pdf")
    assert document.date is not None
    assert document.date.value == "2026-04-02"


# --- what is not read


def test_pages_that_are_pictures_are_listed() -> None:
    document = read(pdf_files.partly_scanned(), "a.pdf")
    assert [(u.what, u.why) for u in document.unread] == [("page 2", "a picture without text; OCR is not installed")]


def test_a_scan_is_accounted_for_page_by_page() -> None:
    document = read(pdf_files.scanned(3), "a.pdf")
    assert document.text == ""
    assert [u.what for u in document.unread] == ["page 1", "page 2", "page 3"]


@pytest.mark.parametrize("how", sorted(pdf_files.HIDDEN))
def test_words_that_the_page_does_not_show_are_left_out_and_told(how: str) -> None:
    document = assert_faithful(pdf_files.hidden(how), "a.pdf")
    assert document.text == "The roof costs 500 EUR."
    assert [(each.what, "hidden text" in each.why) for each in document.unread] == [("page 1, 20 characters", True)]


def test_white_words_on_a_dark_ground_are_read() -> None:
    document = read(pdf_files.white_on_black(), "a.pdf")
    assert (document.text, document.unread) == ("The roof costs 500 EUR.", ())


def test_a_hidden_layer_lowers_the_quality() -> None:
    document = read(pdf_files.hidden_layer(), "a.pdf")
    assert document.quality == 1
    assert len(document.warnings) == 1


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (pdf_files.locked(), Encrypted),
        (pdf_files.broken_off(), Truncated),
        (pdf_files.without_pages(), EmptyFile),
        (pdf([Page(())]), EmptyFile),
        (b"%PDF-1.7\n" + bytes(range(256)) * 20 + b"%%EOF", Damaged),
    ],
)
def test_a_file_that_cannot_be_read_says_why(data: bytes, error: type[ParseError]) -> None:
    with pytest.raises(error) as caught:
        read(data, "a.pdf")
    assert caught.value.remedy


def test_a_name_that_promises_a_pdf_is_held_to_it() -> None:
    with pytest.raises(LyingType):
        read(b"Only words.", "a.pdf")


def test_blocks_beyond_the_limit_are_listed() -> None:
    document = read(pdf_files.headings(), "a.pdf", Limits(max_blocks=3))
    assert len(document.blocks) == 3
    assert "more than 3 blocks" in document.unread[-1].why


@given(cut=st.integers(0, 4_000), flips=st.lists(st.tuples(st.integers(0, 4_000), st.integers(0, 255)), max_size=20))
def test_damage_never_breaks_the_reader(cut: int, flips: list[tuple[int, int]]) -> None:
    data = bytearray(pdf_files.ruled_table())
    for place, value in flips:
        data[place % len(data)] = value
    try:
        document = read(bytes(data[: len(data) - cut % len(data)]), "a.pdf")
    except ParseError:
        return
    assert document.text or document.unread


def test_the_same_bytes_give_the_same_document() -> None:
    assert read(pdf_files.over_pages(), "a.pdf") == read(bytes(bytearray(pdf_files.over_pages())), "b.pdf")
