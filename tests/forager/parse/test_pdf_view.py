"""Pages of a PDF to look at, and where a place stands on them."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from tests.forager.parse import pdf_files
from tests.forager.parse.support import read
from tests.support.pdf_writer import Page, Text, pdf

from forager.model.document import Location
from forager.parse.errors import Damaged, Encrypted, PlaceNotFound
from forager.parse.pdf_view import MAX_PIXELS, Mark, boxes, marks, page_count, page_picture, page_size
from forager.parse.registry import by_name


def place(data: bytes, words: str) -> Location:
    document = read(data, "a.pdf")
    start = document.text.index(words)
    return by_name("pdf").locate(document, start, start + len(words))


def dark(data: bytes, mark: Mark, *, outside: bool = False) -> bool:
    """Whether anything is printed inside a mark, or outside it."""
    picture = Image.open(io.BytesIO(page_picture(data, mark.page, 1.0))).convert("L")
    left, top = mark.left // 100, mark.top // 100
    right, bottom = (mark.left + mark.width) // 100 + 1, (mark.top + mark.height) // 100 + 1
    if outside:
        picture.paste(255, (left - 1, top - 1, right + 1, bottom + 1))
        return picture.getextrema()[0] < 128  # type: ignore[operator]  # one band: a pair of numbers
    return picture.crop((left, top, right, bottom)).getextrema()[0] < 128  # type: ignore[operator]  # as above


def test_a_place_over_two_lines_has_two_boxes() -> None:
    data = pdf_files.two_columns()
    found = boxes(data, place(data, "four thousand crates. Every\ncrate carries a"))
    assert [(box.page, box.left, box.right) for box in found] == [(1, 11075, 24526), (1, 6000, 12968)]
    assert found[1].bottom < found[1].top < found[0].top < found[1].top + 1_500


def test_a_place_over_two_pages_has_boxes_on_both() -> None:
    data = pdf_files.over_pages()
    assert [box.page for box in boxes(data, place(data, "the results\nwere sent"))] == [1, 2]


def test_a_word_parted_at_a_line_end_has_two_boxes() -> None:
    data = pdf_files.hyphens()
    assert len(boxes(data, place(data, "maintenance"))) == 2


@pytest.mark.parametrize("data", [pdf_files.turned(0), pdf_files.turned(90)])
def test_the_mark_covers_what_is_printed_also_on_a_turned_page(data: bytes) -> None:
    (mark,) = marks(data, place(data, "The pump was tested on 3 May 2026 and passed."))
    assert dark(data, mark)
    assert not dark(data, mark, outside=True)


def test_the_mark_of_a_cropped_page_counts_from_its_visible_corner() -> None:
    data = pdf_files.cropped()
    (mark,) = marks(data, place(data, "The visible valve is made of steel."))
    assert (mark.left, mark.page) == (5000, 1)
    assert dark(data, mark)
    assert not dark(data, mark, outside=True)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (pdf_files.turned(0), (59500, 84200)),
        (pdf_files.turned(90), (84200, 59500)),
        (pdf_files.cropped(), (40000, 60000)),
    ],
)
def test_the_size_of_a_page_and_of_its_picture(data: bytes, size: tuple[int, int]) -> None:
    assert page_size(data, 1) == size
    picture = Image.open(io.BytesIO(page_picture(data, 1, 1.0)))
    assert picture.size == (size[0] // 100, size[1] // 100)


def test_a_picture_of_a_huge_page_is_kept_small() -> None:
    data = pdf([Page((Text(72, 700, "A wall."),), width=14_000, height=14_000)])
    picture = Image.open(io.BytesIO(page_picture(data, 1, 9.0)))
    assert picture.size[0] * picture.size[1] <= MAX_PIXELS * 1.01


def test_the_same_page_gives_the_same_picture() -> None:
    assert page_picture(pdf_files.headings(), 1) == page_picture(pdf_files.headings(), 1)


def test_pages_are_counted() -> None:
    assert page_count(pdf_files.over_pages()) == 3


@pytest.mark.parametrize("page", [0, -1, 4])
def test_a_page_that_is_not_there(page: int) -> None:
    with pytest.raises(PlaceNotFound, match=f"no page {page}"):
        page_picture(pdf_files.over_pages(), page)


def test_a_comment_is_marked_where_its_sign_stands() -> None:
    data = pdf_files.commented()
    assert marks(data, place(data, "The tower is not")) == (Mark(1, 30_000, 13_200, 2_000, 2_000),)


def test_a_pointer_to_a_comment_that_is_not_there() -> None:
    with pytest.raises(PlaceNotFound):
        boxes(pdf_files.turned(0), Location("pdf", "page 1", (("chars", "1a1:0-4"),)))


def test_a_pointer_beyond_the_page() -> None:
    with pytest.raises(PlaceNotFound):
        boxes(pdf_files.turned(0), Location("pdf", "page 1", (("chars", "1:0-999"),)))


def test_a_locked_file_has_no_picture() -> None:
    with pytest.raises(Encrypted):
        page_picture(pdf_files.locked(), 1)


def test_a_page_of_absurd_size_is_read_and_not_drawn() -> None:
    data = pdf_files.absurd()
    assert read(data, "a.pdf").text == "The roof costs 500 EUR."
    with pytest.raises(Damaged, match="no size that can be drawn"):
        page_picture(data, 1)
