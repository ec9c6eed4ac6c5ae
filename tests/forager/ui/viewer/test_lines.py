"""Files of text: true numbers, a window of lines, endless lines, and what states nothing by its name."""

from __future__ import annotations

from tests.forager.ui.viewer.files import NOTES
from tests.forager.ui.viewer.support import kept, mark_of, marked, opened, parsed

from forager.query.told import Taken
from forager.ui.viewer.lines import LEAD, LONGEST, RADIUS, Lines
from forager.ui.viewer.look import Look
from forager.ui.viewer.marks import said
from forager.ui.viewer.opening import view


def lines(shown: object) -> Lines:
    assert isinstance(shown, Lines)
    return shown


def test_lines_have_the_numbers_they_have_in_the_file() -> None:
    document = parsed(NOTES, "notes.md")
    mark = mark_of(document, "part 600 costs EUR 600")
    shown = lines(view(kept(NOTES, "notes.md"), Look((mark,))))
    here = [row for row in shown.rows if row.marked]
    assert mark.location is not None
    assert [row.number for row in here] == [mark.location.get("line_from")]
    assert said(here[0].pieces) == NOTES.split("\n")[here[0].number - 1]


def test_a_long_file_is_shown_round_the_excerpt() -> None:
    shown = lines(opened(NOTES, "notes.md", "part 600 costs EUR 600"))
    at = next(row.number for row in shown.rows if row.marked)
    assert [row.number for row in shown.rows] == list(range(at - RADIUS, at + RADIUS + 1))
    assert shown.window.earlier
    assert shown.window.later


def test_another_window_can_be_asked_for() -> None:
    shown = lines(opened(NOTES, "notes.md", "part 600 costs EUR 600", around=100))
    assert shown.rows[0].number == 100 - RADIUS
    assert not marked(shown)


def test_a_short_file_is_shown_whole_with_its_line_ends() -> None:
    shown = lines(opened("First line.\r\nOwner: Bob Smith\r\n\r\nLast line.", "a.txt", "Owner: Bob Smith"))
    assert [said(row.pieces) for row in shown.rows] == ["First line.", "Owner: Bob Smith", "", "Last line."]
    assert shown.window.whole


def test_words_over_several_lines_are_marked_in_each() -> None:
    words = "The launch date for Falcon\nis April 10,\n2026."
    shown = lines(opened(f"Before.\n\n{words}\n\nAfter.\n", "a.txt", words))
    assert [row.number for row in shown.rows if row.marked] == [3, 4, 5]
    assert marked(shown) == words.replace("\n", "")


def test_of_an_endless_line_the_part_round_the_excerpt_is_shown() -> None:
    text = "x" * 1_000_000 + " Owner: Bob Smith " + "y" * 1_000_000
    shown = lines(opened(text, "a.txt", "Owner: Bob Smith"))
    row = shown.rows[0]
    assert marked(shown) == "Owner: Bob Smith"
    assert len(said(row.pieces)) == LONGEST
    assert row.cut_before == 1_000_001 - LEAD
    assert row.cut_before + LONGEST + row.cut_after == len(text)


def test_an_endless_line_without_the_excerpt_is_cut_at_its_begin() -> None:
    shown = lines(opened("x" * 10_000 + "\nOwner: Bob Smith\n", "a.txt", "Owner: Bob Smith"))
    assert (len(said(shown.rows[0].pieces)), shown.rows[0].cut_after) == (LONGEST, 10_000 - LONGEST)


def test_what_states_nothing_is_named() -> None:
    text = "# Plan\n\nThe gate is green.\n\n> An old rule said red.\n"
    shown = lines(opened(text, "plan.md"))
    assert [row.zone for row in shown.rows] == ["", "", "", "", "quotation"]


def test_statements_stand_at_the_line_they_begin_in() -> None:
    text = "One.\nTwo says.\nThree.\n"
    asked: list[tuple[int, int]] = []

    def tell(start: int, end: int) -> list[Taken]:
        asked.append((start, end))
        return [Taken("ev_1", 5, "Two says.")]

    shown = lines(view(kept(text, "a.txt"), Look(tell=tell, reading=True)))
    assert [[each.id for each in row.told] for row in shown.rows] == [[], ["ev_1"], []]
    assert asked == [(0, len(text))]
