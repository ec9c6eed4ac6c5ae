"""When a common word in two documents is surely one thing: where a table lists it as a name, and nothing speaks of "the" one."""

from __future__ import annotations

import pytest
from tests.forager.derive.support import Claim, Corpus

from forager.extract.rules.structure import CELL, NAMED_CELL


def row(word: str, value: str, rule: str = NAMED_CELL.label) -> Claim:
    return Claim(word, "price", value, "money", "supported_inference", rule=rule, written=f"{word} | {value}")


def told(words: str, value: str, subject: str = "breeze") -> Claim:
    return Claim(subject, "price", value, "money", written=words)


@pytest.mark.parametrize(
    ("first", "second", "disagree"),
    [
        (row("breeze", "EUR 12"), row("breeze", "EUR 15"), True),
        (row("breeze", "EUR 12"), row("breeze", "EUR 15", CELL.label), True),
        (row("breeze", "EUR 12", CELL.label), row("breeze", "EUR 15", CELL.label), False),
        (row("breeze", "EUR 12"), told("Price of breeze: EUR 15", "EUR 15"), True),
        (row("breeze", "EUR 12"), told("The price of the breeze is EUR 15.", "EUR 15"), False),
        (told("Price of breeze: EUR 12", "EUR 12"), told("For breeze the price is EUR 15.", "EUR 15"), False),
        (
            told("Price: EUR 12", "EUR 12", "Kestrel Sonvelle"),
            told("Price: EUR 15", "EUR 15", "Kestrel Sonvelle"),
            True,
        ),
        (told("Price: EUR 12", "EUR 12", "Payment Terms"), told("Price: EUR 15", "EUR 15", "Payment Terms"), False),
    ],
)
def test_a_word_is_one_thing_by_how_it_is_named(corpus: Corpus, first: Claim, second: Claim, *, disagree: bool) -> None:
    corpus.add("north.csv", first)
    corpus.add("south.csv", second)
    corpus.derive()
    assert bool([each for each in corpus.conflicts() if each.kind != "duplicate_source"]) is disagree
