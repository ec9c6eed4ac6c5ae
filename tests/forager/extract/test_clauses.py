"""Clauses of contracts: what they state, about what, and what they replace."""

from __future__ import annotations

import pytest
from tests.forager.extract.small import document

from forager.extract.read import read
from forager.model.statement import Statement


def _read(text: str) -> tuple[Statement, ...]:
    return read(document(text), "contract.md", "2026-02-10").statements


def _slots(text: str) -> list[tuple[str, str]]:
    return sorted((each.attribute, each.value.normal) for each in _read(text) if each.value is not None)


def test_a_clause_is_about_its_document() -> None:
    (found,) = _read("This Agreement shall be governed by the laws of the State of Oregon.")
    assert found.about_document
    assert (found.attribute, found.value and found.value.normal) == ("governing_law", "state of oregon")


def test_a_clause_takes_the_place_of_the_bare_duty() -> None:
    found = _read("The Buyer shall pay each invoice within thirty (30) days of receipt.")
    assert [each.attribute for each in found] == ["payment_term"]


def test_law_and_courts_are_two_slots() -> None:
    text = (
        "This Lease is governed by the law of Wales. The courts of England shall have exclusive jurisdiction over it."
    )
    assert _slots(text) == [("governing_law", "wales"), ("jurisdiction", "england")]


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        ("Either party may terminate this Agreement upon sixty (60) days' prior written notice.", "termination"),
        ("The Supplier may increase the price with 60 days' prior written notice to the Buyer.", "increase"),
        (
            "The term runs on unless a party gives notice of non-renewal at least sixty (60) days before its end.",
            "renewal",
        ),
    ],
)
def test_a_notice_period_says_what_for(text: str, purpose: str) -> None:
    (found,) = [each for each in _read(text) if each.attribute == "notice_period"]
    assert found.qualifiers == (("purpose", purpose),)


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("twelve (12) months", "P1Y"),
        ("thirty-six months", "P3Y"),
        ("two years", "P2Y"),
        ("18 months", "P1Y6M"),
        ("ten (10) business days", "P10D"),
    ],
)
def test_a_span_in_words_and_digits_is_one_value(written: str, normal: str) -> None:
    assert _slots(f"This Agreement shall remain in force for a period of {written}.") == [("term", normal)]


def test_the_parties_of_a_preamble_are_told_apart_from_their_places() -> None:
    text = (
        "This Supply Agreement is made on 3 May 2025 between Larch Mills, Inc., "
        'an Oregon corporation with offices in Bend, Oregon ("Seller"), '
        'and Elm House Ltd, a company registered in Wales (the "Buyer").'
    )
    assert _slots(text) == [
        ("party", "elm house ltd"),
        ("party", "larch mills, inc."),
        ("signature_date", "2025-05-03"),
    ]
