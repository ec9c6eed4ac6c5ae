"""The order of a document's numeric dates: shown, said by its language, or unknown."""

from __future__ import annotations

import pytest

from forager.model.date_order import SURE, day_first_in, day_first_of

LONG = "1/2/2027 " + "x" * SURE


@pytest.mark.parametrize(
    ("text", "first"),
    [("25/12/2026 and 01/02/2027", True), ("12/25/2026", False), ("01/02/2027", None), ("13/1/26 1/13/26", None)],
)
def test_a_document_shows_its_order(text: str, first: bool | None) -> None:
    assert day_first_in(text) is first


@pytest.mark.parametrize(
    ("language", "first"),
    [("en", None), ("en-GB", True), ("en_US", False), ("de", True), ("und", None), ("la", None)],
)
def test_a_language_decides_the_order_where_the_text_does_not(language: str, first: bool | None) -> None:
    assert day_first_of(LONG, language) is first


@pytest.mark.parametrize(("language", "first"), [("fr", None), ("fr-FR", True), ("en-US", False)])
def test_a_language_told_from_few_letters_decides_nothing_unless_its_region_is_stated(
    language: str, first: bool | None
) -> None:
    assert day_first_of("1/2/2027", language) is first


def test_what_the_text_shows_goes_before_its_language_and_two_orders_decide_nothing() -> None:
    assert day_first_of(f"12/25/2026 {LONG}", "de") is False
    assert day_first_of(f"12/25/2026 25/12/2026 {LONG}", "de") is None
