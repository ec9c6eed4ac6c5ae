"""Every format: the marked words of an opened document are the words of the evidence, wherever they stand."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.forager.ui.viewer.files import ALL
from tests.forager.ui.viewer.support import FALCON, kept_of, mark, marked, parsed

from forager.model.document import ParsedDocument
from forager.ui.viewer.look import Look
from forager.ui.viewer.opening import view

FILES: dict[str, bytes] = ALL | {
    path.name: path.read_bytes()
    for path in sorted(FALCON.iterdir())
    if path.is_file() and not path.name.startswith(".")
}
DOCUMENTS: dict[str, ParsedDocument] = {name: parsed(data, name) for name, data in FILES.items()}
KEPT = {name: kept_of(document) for name, document in DOCUMENTS.items()}


def letters(words: str) -> str:
    """Without what only parts cells, blocks and the lines of a quotation."""
    return re.sub(r"[\s>:,;\"|*\-]+", "", words)


@pytest.mark.parametrize("name", sorted(FILES))
@settings(max_examples=25, deadline=None)
@given(chosen=st.data())
def test_the_words_of_blocks_are_marked(name: str, chosen: st.DataObject) -> None:
    document = DOCUMENTS[name]
    block = chosen.draw(st.sampled_from(document.blocks))
    start = chosen.draw(st.integers(block.start, block.end - 1))
    end = chosen.draw(st.integers(start + 1, min(block.end, start + 300)))
    shown = view(KEPT[name], Look((mark(document, start, end),)), FILES[name])
    assert letters(marked(shown)) == letters(document.text[start:end])


@pytest.mark.parametrize("name", sorted(name for name, document in DOCUMENTS.items() if document.tables))
@settings(max_examples=25, deadline=None)
@given(chosen=st.data())
def test_the_words_of_cells_are_marked_exactly(name: str, chosen: st.DataObject) -> None:
    document = DOCUMENTS[name]
    cells = [cell for table in document.tables for cell in table.cells if cell.start < cell.end]
    cell = chosen.draw(st.sampled_from(cells))
    shown = view(KEPT[name], Look((mark(document, cell.start, cell.end),)), FILES[name])
    assert marked(shown) == document.text[cell.start : cell.end]


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_first_and_the_last_words_are_marked(name: str) -> None:
    document = DOCUMENTS[name]
    for block in (document.blocks[0], document.blocks[-1]):
        start, end = block.start, min(block.end, block.start + 40)
        shown = view(KEPT[name], Look((mark(document, start, end),)), FILES[name])
        assert letters(marked(shown)) == letters(document.text[start:end])


@pytest.mark.parametrize("name", sorted(FILES))
def test_any_place_that_is_asked_for_can_be_shown(name: str) -> None:
    for around in (1, 7, 10**8):
        for sheet in (0, 1, 10**8):
            for reading in (False, True):
                view(KEPT[name], Look((), around, around, sheet, 0, reading=reading), FILES[name])


@pytest.mark.parametrize("name", sorted(name for name, document in DOCUMENTS.items() if document.tables))
def test_a_table_can_be_opened_alone(name: str) -> None:
    assert view(KEPT[name], Look(table=1), FILES[name]).kind == "grid"
