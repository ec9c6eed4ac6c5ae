"""Pairs judged by hand: what is joined by itself is right, and what is one is at least asked about."""

import tomllib
from pathlib import Path

from tests.forager.resolve.made import node, proposed, together

from forager.resolve.resolver import resolve

PAIRS = tomllib.loads(Path(__file__).with_name("pairs.toml").read_text(encoding="utf-8"))["pair"]


def _resolved(pair):
    entity_class = pair.get("class", "person")
    left = node(*pair["left"], entity_class=entity_class)
    right = node(*pair["right"], entity_class=pair.get("right_class", entity_class))
    also = [node(*side, entity_class=entity_class) for side in pair.get("also", [])]
    found = resolve([left, right, *also])
    return together(found, left, right), proposed(found, left, right)


def test_the_set_is_broad():
    assert sum(pair["same"] for pair in PAIRS) >= 40
    assert sum(not pair["same"] for pair in PAIRS) >= 40


def test_what_is_joined_without_a_person_is_right():
    joined = [pair for pair in PAIRS if _resolved(pair)[0]]
    assert len(joined) >= 40
    wrong = [pair for pair in joined if not pair["same"]]
    assert len(joined) - len(wrong) >= 0.99 * len(joined), wrong


def test_nearly_all_that_is_one_is_joined_and_the_rest_is_asked_about():
    same = [pair for pair in PAIRS if pair["same"]]
    results = [_resolved(pair) for pair in same]
    assert sum(joined for joined, _ in results) >= 0.85 * len(same)
    assert all(joined or asked for joined, asked in results)


def test_few_of_those_that_are_two_are_asked_about():
    asked = [pair for pair in PAIRS if not pair["same"] and _resolved(pair)[1]]
    assert len(asked) <= 0.4 * sum(not pair["same"] for pair in PAIRS)
