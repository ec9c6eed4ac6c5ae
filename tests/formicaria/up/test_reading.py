"""How files are put into requests: within the engine's limits, whole, in order, and none of them silently lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formicaria.up.folder import Found
from formicaria.up.reading import ENVELOPE_BYTES, Limits, parts

MOST = Limits(files=3, request=100_000, file=80_000)


def files(*sizes: int) -> list[Found]:
    return [Found(f"{number:04}.txt", Path("x"), size) for number, size in enumerate(sizes)]


@given(st.lists(st.integers(0, 120_000), max_size=30))
def test_every_file_is_in_one_request_or_told_and_no_request_is_too_large(sizes: list[int]) -> None:
    turned_down: list[tuple[str, str]] = []
    found = list(parts(files(*sizes), MOST, turned_down))
    sent = [file.name for part in found for file in part]
    assert sorted([*sent, *(name for name, _ in turned_down)]) == [each.name for each in files(*sizes)]
    assert sent == sorted(sent)
    for part in found:
        assert 0 < len(part) <= MOST.files
        assert sum(file.size + len(file.name) for file in part) <= MOST.request
    assert {name for name, _ in turned_down} == {each.name for each in files(*sizes) if each.size > MOST.largest}


def test_a_file_goes_only_where_it_fits_beside_the_request_around_it() -> None:
    tight = Limits(files=9, request=100_000, file=100_000)
    assert tight.largest == 100_000 - 2 * ENVELOPE_BYTES
    turned_down: list[tuple[str, str]] = []
    assert list(parts(files(100_000), tight, turned_down)) == []
    assert "larger than the engine takes" in turned_down[0][1]


def test_a_name_that_is_not_text_is_told_in_text() -> None:
    turned_down: list[tuple[str, str]] = []
    assert list(parts([Found("caf\udce9.txt", Path("x"), 1)], MOST, turned_down)) == []
    assert turned_down == [("caf\ufffd.txt", "Its name holds bytes that are not text. Rename the file.")]


@pytest.mark.parametrize("most", [Limits(1, 100_000, 80_000), Limits(400, 100 * 2**20, 100 * 2**20)])
def test_the_engines_own_number_of_files_counts(most: Limits) -> None:
    found = list(parts(files(*[1] * 250), most, []))
    assert max(len(part) for part in found) == min(most.files, 100)
