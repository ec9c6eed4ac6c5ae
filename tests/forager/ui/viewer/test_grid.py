"""Cells: true rows and columns, heads in view, merged cells, notes, and tables of any length."""

from __future__ import annotations

import pytest
from tests.forager.ui.viewer.files import PAGE, ROWS, workbook
from tests.forager.ui.viewer.support import kept, marked, opened, words

from forager.query.told import Taken
from forager.ui.viewer.grid import Grid, letters
from forager.ui.viewer.lines import Lines
from forager.ui.viewer.look import Look
from forager.ui.viewer.marks import said
from forager.ui.viewer.opening import view
from forager.ui.viewer.rows import LONGEST

BOOK = workbook()


def grid(shown: object) -> Grid:
    assert isinstance(shown, Grid)
    return shown


def row(shown: Grid, number: int) -> list[str]:
    return next([said(cell.pieces) for cell in line.cells] for line in shown.lines if line.number == number)


@pytest.mark.parametrize(("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_are_named_as_spreadsheets_do(column: int, name: str) -> None:
    assert letters(column) == name


def test_rows_of_a_file_have_their_numbers_and_the_head_stays() -> None:
    shown = grid(opened(ROWS, "rows.csv", '"EUR 200,000"'.strip('"')))
    assert row(shown, 201) == ["Part 200", "Smith, Bob", "EUR 200,000"]
    assert [line.number for line in shown.lines][:2] == [1, 186]
    assert shown.lines[0].pinned
    assert shown.held == 1
    assert [cell.marked for line in shown.lines if line.number == 201 for cell in line.cells] == [False, False, True]


def test_a_head_in_the_window_is_shown_once() -> None:
    shown = grid(opened(ROWS, "rows.csv", "Part 3,".strip(",")))
    assert [line.number for line in shown.lines] == list(range(1, 32))
    assert (shown.held, shown.lines[0].pinned) == (1, False)


def test_rows_that_are_not_kept_cell_by_cell_are_shown_too() -> None:
    text = "Part,Cost\n" + "".join(f"Part {n},EUR {n}\n" for n in range(3000))
    shown = grid(opened(text, "rows.csv", around=2500))
    assert row(shown, 2500) == ["Part 2498", "EUR 2498"]
    assert shown.rows.total == 3001


@pytest.mark.parametrize(("data", "name"), [(ROWS.encode(), "rows.csv"), (BOOK, "plan.xlsx")])
def test_a_row_beyond_the_end_shows_the_last_ones(data: bytes, name: str) -> None:
    shown = grid(opened(data, name, around=10**8))
    assert shown.lines[-1].number == shown.rows.total
    assert said(shown.lines[-1].cells[0].pieces) in {"Part 300", "Package 299"}


def test_a_file_too_long_to_count_its_rows_is_shown_by_lines() -> None:
    text = "Part,Cost\n" + f"Part 1,{'x' * 1000}\n" * (LONGEST // 1000)
    assert isinstance(opened(text, "rows.csv"), Lines)


def test_columns_have_a_window_of_their_own() -> None:
    text = ",".join(f"Head {n}" for n in range(60)) + "\n" + ",".join(f"cell {n}" for n in range(60)) + "\n"
    shown = grid(opened(text, "rows.csv", "cell 40"))
    assert (shown.letters[0], shown.letters[-1]) == ("AG", "AW")
    assert marked(shown) == "cell 40"
    assert shown.columns.earlier
    assert grid(opened(text, "rows.csv", "cell 40", column=1)).letters[0] == "A"


def test_a_sheet_has_its_rows_columns_and_heads() -> None:
    shown = grid(opened(BOOK, "plan.xlsx", "EUR 1159"))
    assert row(shown, 163) == ["Package 159", "Priya Nair", "EUR 1159", "open"]
    assert row(shown, 3) == ["Work package", "Owner", "Planned cost", "State"]
    assert [line.number for line in shown.lines if line.pinned] == [3]
    assert marked(shown) == "EUR 1159"


def test_every_sheet_has_a_tab_and_the_excerpt_chooses_one() -> None:
    shown = grid(opened(BOOK, "plan.xlsx", "Handover"))
    assert [(tab.name, tab.current) for tab in shown.tabs] == [("Budget", False), ("Milestones", True)]
    assert row(shown, 3) == ["Handover", "2026-06-10"]
    assert grid(opened(BOOK, "plan.xlsx", "Handover", sheet=1)).name == "Budget"


def test_a_merged_cell_covers_its_places() -> None:
    shown = grid(opened(BOOK, "plan.xlsx", sheet=1, around=1))
    first = shown.lines[0]
    assert [(said(cell.pieces), cell.columns) for cell in first.cells] == [("Budget of Project Falcon 2026", 4)]


def test_a_row_without_cells_is_there() -> None:
    assert row(grid(opened(BOOK, "plan.xlsx", sheet=1, around=1)), 2) == ["", "", "", ""]


def test_a_note_stands_beside_the_sheet_with_its_cell() -> None:
    shown = grid(opened(BOOK, "plan.xlsx", "Ask Anna Keller first."))
    assert [(each.label, said(each.pieces)) for each in shown.aside] == [("Note at B5", "Ask Anna Keller first.")]
    assert marked(shown) == "Ask Anna Keller first."


def test_a_merged_cell_of_a_page_stands_once() -> None:
    shown = grid(opened(PAGE, "page.html", table=1))
    assert [[(said(cell.pieces), cell.rows) for cell in line.cells] for line in shown.lines] == [
        [("Part", 1), ("Owner", 1), ("Cost", 1)],
        [("Screens", 2), ("Priya Nair", 1), ("EUR 1", 1)],
        [("Bob Smith", 1), ("EUR 2", 1)],
    ]


def test_statements_stand_in_the_cell_they_begin_in() -> None:
    text = "Part,Cost\nPump,EUR 5\nValve,EUR 6\n"
    at = text.index("Valve")
    shown = grid(view(kept(text, "rows.csv"), Look(tell=lambda *_: [Taken("ev_1", at, "Valve,EUR 6")], reading=True)))
    noted = [(line.number, number) for line in shown.lines for number, cell in enumerate(line.cells) if cell.told]
    assert noted == [(3, 0)]


def test_a_long_cell_is_cut_unless_it_is_marked() -> None:
    text = "Part,Note\nPump," + "w" * 5000 + "\n"
    shown = grid(opened(text, "rows.csv"))
    assert shown.lines[1].cells[1].cut == 4400
    assert len(words(opened(text, "rows.csv", "w" * 5000))) > 5000
