"""The short form of F7: precision and recall on the labelled set do not fall below what was reached."""

import pytest
from bench.labelled import documents
from bench.measures.statements import engine, scores, tally
from bench.scoring import Score

FLOORS = {"AB": (0.97, 0.71), "C": (0.95, 0.27)}
"""Precision and recall of tiers, both halves together."""


@pytest.fixture(scope="module")
def outcome() -> tuple[Score, ...]:
    return scores(engine, documents())


@pytest.mark.parametrize("tiers", sorted(FLOORS))
def test_the_floor_holds(outcome: tuple[Score, ...], tiers: str) -> None:
    counted = tally(outcome, tiers)
    precision, recall = FLOORS[tiers]
    assert counted.precision >= precision, counted
    assert counted.recall >= recall, counted
