"""A value and the one it gave way to, told in one sentence or in two, are a change; anything else behind a value is none."""

from __future__ import annotations

import pytest

from forager.extract.read import read
from forager.parse.parser import ParseContext
from forager.parse.registry import parse


def told(text: str) -> dict[str, str]:
    """What each value is in a change: "from", "to" or nothing."""
    document = parse(f"# Notes\n\n{text}\n".encode(), ParseContext("notes.md"))
    found = read(document, "notes.md", "").statements
    return {each.value.written: each.change for each in found if each.attribute and each.value is not None}


@pytest.mark.parametrize(
    "text",
    [
        "The budget of Project Heron was $90. It is now $120.",
        "The budget of Project Heron is $120 (previously $90).",
        "The budget of Project Heron was $90, but is now $120.",
        "The budget of Project Heron was changed from $90 to $120.",
    ],
)
def test_both_values_are_told_and_which_came_first(text: str) -> None:
    assert told(text) == {"$90": "from", "$120": "to"}


def test_a_value_in_words_changes_alike() -> None:
    assert told("The licence of Zendrix was MIT. It is now BSD-2-Clause.") == {"MIT": "from", "BSD-2-Clause": "to"}


@pytest.mark.parametrize(
    "text",
    [
        "The budget of Project Heron was $90. It is now a museum.",
        "The budget of Project Heron is $90. It is now $120.",
        "The budget of Project Heron was $90. Nobody knows more. It is now $120.",
        "The budget of Project Heron was $90. It is now 12 km.",
    ],
)
def test_what_is_no_value_of_its_kind_or_no_past_changes_nothing(text: str) -> None:
    assert told(text)["$90"] == ""
    assert "$120" not in told(text)


def test_common_words_take_the_place_of_no_value() -> None:
    assert told("The licence of Zendrix was MIT. It is now widely used.") == {"MIT": ""}


def test_a_number_under_a_year_is_a_year() -> None:
    document = parse(b"# Notes\n\nThe discovery year of Rhinol is 1987.\n", ParseContext("notes.md"))
    (found,) = [each for each in read(document, "notes.md", "").statements if each.attribute]
    assert found.value is not None
    assert (found.value.kind.value, found.value.normal) == ("date", "1987")
