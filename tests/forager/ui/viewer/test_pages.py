"""PDF: pages with boxes where the words stand, over page ends, turned, and without a picture when none can be drawn."""

from __future__ import annotations

import pytest
from tests.forager.parse.pdf_files import cropped, over_pages, ruled_table, turned
from tests.forager.ui.viewer.support import kept_of, mark_of, marked, opened, parsed, words

from forager.ui.viewer.look import Look
from forager.ui.viewer.opening import view
from forager.ui.viewer.pages import Pages
from forager.ui.viewer.paper import Paper
from forager.ui.viewer.pictures import Pictures

REPORT = over_pages()


def pages(shown: object) -> Pages:
    assert isinstance(shown, Pages)
    return shown


def spanning() -> str:
    document = parsed(REPORT, "depot.pdf")
    start = document.text.index("The audit of the depot")
    return document.text[start : document.text.index("4 March 2026.") + 13]


def test_words_over_a_page_end_have_boxes_on_both_pages() -> None:
    shown = pages(opened(REPORT, "depot.pdf", spanning()))
    assert [(page.number, len(page.boxes) > 0) for page in shown.pages] == [(1, True), (2, True)]
    assert [page.first for page in shown.pages] == [True, False]
    assert "".join(marked(shown).split()) == "".join(spanning().split())
    assert shown.window.later == 3


@pytest.mark.parametrize("data", [REPORT, ruled_table(), turned(0), turned(90), cropped()])
def test_boxes_lie_on_the_page(data: bytes) -> None:
    document = parsed(data, "a.pdf")
    block = document.blocks[-1]
    shown = pages(opened(data, "a.pdf", document.text[block.start : block.end]))
    for page in shown.pages:
        assert page.drawn
        for box in page.boxes:
            assert box.width > 0 < box.height
            assert -1 <= box.left < box.right <= page.width + 1
            assert -1 <= box.top < box.bottom <= page.height + 1


def test_another_page_can_be_asked_for_and_one_beyond_the_end_is_the_last() -> None:
    assert [page.number for page in pages(opened(REPORT, "depot.pdf", around=2)).pages] == [2]
    last = pages(opened(REPORT, "depot.pdf", around=10**8))
    assert [page.number for page in last.pages] == [3]
    assert (last.window.earlier, last.window.later) == (2, 0)


def test_each_page_has_its_own_words() -> None:
    shown = pages(opened(REPORT, "depot.pdf", around=2))
    assert "southern depot" in words(shown)
    assert "northern depot" not in words(shown)


def test_roles_have_boxes_of_their_own() -> None:
    document = parsed(ruled_table(), "a.pdf")
    look = Look(
        (mark_of(document, "EUR 800"), mark_of(document, "EUR 800", "value"), mark_of(document, "Budget", "header"))
    )
    shown = pages(view(kept_of(document), look, ruled_table()))
    assert sorted(box.role for box in shown.pages[0].boxes) == ["excerpt", "header", "value"]


def test_bytes_that_do_not_open_leave_the_words() -> None:
    document = parsed(REPORT, "depot.pdf")
    look = Look((mark_of(document, "four thousand crates"),))
    shown = pages(view(kept_of(document), look, b"no pdf"))
    assert [(page.drawn, page.boxes) for page in shown.pages] == [(False, ())]
    assert marked(shown) == "four thousand crates"
    assert isinstance(view(kept_of(document), look, None), Paper)


def test_a_picture_is_drawn_once_and_the_oldest_goes_first() -> None:
    drawn: list[int] = []

    def draw(number: int) -> bytes:
        drawn.append(number)
        return b"x" * 40

    kept = Pictures(100)
    for number in (1, 2, 1, 3, 1, 2):
        kept.get(("proj", "sha", number), lambda number=number: draw(number))
    assert drawn == [1, 2, 3, 2]


def test_projects_share_no_picture() -> None:
    kept = Pictures(100)
    assert kept.get(("proj_a", "sha", 1), lambda: b"a") == b"a"
    assert kept.get(("proj_b", "sha", 1), lambda: b"b") == b"b"


def test_a_picture_that_failed_is_tried_again() -> None:
    kept = Pictures(100)

    def fail() -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        kept.get(("p", "s", 1), fail)
    assert kept.get(("p", "s", 1), lambda: b"a") == b"a"
