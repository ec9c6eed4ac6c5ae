"""Documents of paragraphs and slides: what is shown, in which order, and as what."""

from __future__ import annotations

from tests.forager.ui.viewer.files import PAGE, deck, letter
from tests.forager.ui.viewer.support import marked, opened, words

from forager.ui.viewer.marks import said
from forager.ui.viewer.nodes import LONGEST
from forager.ui.viewer.paper import RADIUS, Paper
from forager.ui.viewer.slides import Slides

LETTER = letter()
DECK = deck()


def paper(shown: object) -> Paper:
    assert isinstance(shown, Paper)
    return shown


def slides(shown: object) -> Slides:
    assert isinstance(shown, Slides)
    return shown


def test_only_the_blocks_round_the_excerpt_are_shown() -> None:
    shown = paper(opened(LETTER, "review.docx", "Paragraph 160 says that part 160 was approved."))
    assert shown.window.last - shown.window.first == 2 * RADIUS + 1
    assert marked(shown) == "Paragraph 160 says that part 160 was approved."
    assert shown.headings == ("Project Falcon: design review", "Chapter 101")


def test_headings_tables_and_lists_are_told_apart() -> None:
    shown = paper(opened(PAGE, "page.html"))
    kinds = [group.kind for group in shown.groups]
    assert [kind for kind in kinds if kind != "paragraph"] == ["title", "heading", "item", "table"]


def test_a_table_cell_is_marked_in_its_table() -> None:
    shown = paper(opened(LETTER, "review.docx", "Jörg Brandt"))
    table = next(node.grid for group in shown.groups for node in group.nodes if node.grid)
    assert [[said(cell.pieces) for cell in line.cells] for line in table.lines][1] == ["Map service", "Jörg Brandt"]
    assert table.lines[1].cells[1].marked
    assert marked(shown) == "Jörg Brandt"


def test_a_script_of_a_page_is_not_among_its_words() -> None:
    assert "alert" not in words(opened(PAGE, "page.html"))


def test_a_block_without_end_is_cut_and_says_how_much() -> None:
    shown = paper(opened("<p>" + "word " * 20_000 + "</p>", "page.html"))
    node = shown.groups[0].nodes[0]
    assert len(said(node.pieces)) == LONGEST
    assert node.cut > 0


def test_a_slide_is_a_card_with_its_notes_apart() -> None:
    shown = slides(opened(DECK, "status.pptx", "The committee moved the launch on February 17, 2026."))
    second = shown.slides[1]
    assert [slide.number for slide in shown.slides] == [1, 2, 3]
    assert [slide.marked for slide in shown.slides] == [False, True, False]
    assert "committee" not in words(second.groups)
    assert words(second.notes) == "The committee moved the launch on February 17, 2026."


def test_bullets_keep_their_depth() -> None:
    shown = slides(opened(DECK, "status.pptx"))
    nodes = [node for group in shown.slides[1].groups if group.kind == "item" for node in group.nodes]
    assert [node.level for node in nodes] == [1, 2]


def test_a_table_on_a_slide_is_a_table() -> None:
    shown = slides(opened(DECK, "status.pptx", "EUR 168,000"))
    assert shown.slides[2].marked
    assert marked(shown) == "EUR 168,000"
