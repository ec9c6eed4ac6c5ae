"""States that cannot both hold: each pair by its own examples, and what keeps two statements apart."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.forager.extract.small import document

from forager.extract.antonyms import ANTONYMS, Antonyms
from forager.extract.read import read
from forager.model.statement import Modality, Statement


def _slots(text: str) -> list[tuple[str, str, str, bool]]:
    return [_slot(each) for each in _read(text) if each.predicate]


def _slot(each: Statement) -> tuple[str, str, str, bool]:
    return (each.subject.casefold().removeprefix("the "), each.predicate, each.object, each.polarity)


@pytest.mark.parametrize("pair", ANTONYMS, ids=lambda pair: pair.predicate)
def test_the_two_sides_of_a_pair_are_one_proposition_and_its_denial(pair: Antonyms) -> None:
    (one,), (other,) = (_slots(text) for text in pair.examples)
    assert one[:3] == other[:3] == (one[0], pair.predicate, "")
    assert (one[3], other[3]) == (True, False)


@pytest.mark.parametrize("pair", ANTONYMS, ids=lambda pair: pair.predicate)
def test_the_words_of_a_pair_elsewhere_say_neither(pair: Antonyms) -> None:
    assert (pair.predicate, "") not in [slot[1:3] for slot in _slots(pair.counter)]


def test_a_word_stands_in_one_pair() -> None:
    assert set(Counter(word for pair in ANTONYMS for word in (*pair.holds, *pair.fails)).values()) == {1}


def test_what_is_not_refused_is_not_therefore_approved() -> None:
    assert _slots("The drainage plan is not rejected.") == [("drainage plan", "rejected", "", False)]


def test_what_is_not_closed_is_open() -> None:
    assert _slots("The sluice is not closed.") == _slots("The sluice is open.")


@pytest.mark.parametrize(
    "text",
    [
        "# Manual\n\n## Orion Gateway\n\nStatus: disabled",
        "# Manual\n\nStatus of the Orion Gateway: disabled",
        "# Manual\n\n| Feature | Status |\n| Orion Gateway | Disabled |\n| Echo | Enabled |",
    ],
)
def test_a_status_field_and_a_sentence_meet(text: str) -> None:
    assert ("orion gateway", "enabled", "", False) in _slots(text)
    assert _slots("Orion Gateway is enabled.") == [("orion gateway", "enabled", "", True)]


@pytest.mark.parametrize("line", ["Status: open", "Status: in review", "Planned status: disabled", "Mode: disabled"])
def test_another_status_stays_a_value(line: str) -> None:
    assert _slots(f"# Manual\n\n## Orion Gateway\n\n{line}") == []


def test_an_environment_keeps_two_states_apart() -> None:
    staging, production = _read("Night mode is enabled in staging.\n\nNight mode is disabled in production.")
    assert staging.qualifiers != production.qualifiers


@pytest.mark.parametrize(
    ("text", "modality"),
    [
        ("Night mode is disabled.", Modality.ACTUAL),
        ("Night mode will be enabled.", Modality.PLANNED),
        ("Night mode should be enabled.", Modality.TARGET),
    ],
)
def test_what_will_or_should_be_is_apart_from_what_is(text: str, modality: Modality) -> None:
    assert {each.modality for each in _read(text) if each.predicate == "enabled"} == {modality}


def _read(text: str) -> tuple[Statement, ...]:
    return tuple(read(document(text), "note.md", "").statements)
