"""The short form of F5a: families made from real facts, through the engine. Recall has a floor; its target is for the long form."""

from __future__ import annotations

import pytest
from bench.disagreement.baselines import Naive
from bench.disagreement.families import SUPERSEDING, Kind
from bench.disagreement.score import Tally, run
from bench.disagreement.short import short_form


@pytest.fixture(scope="module")
def judged() -> tuple[Tally, Naive]:
    return run(short_form())


def test_what_is_flagged_is_true_and_what_is_true_is_flagged(judged: tuple[Tally, Naive]) -> None:
    tally, naive = judged
    found, every = tally.found
    assert tally.right >= 0.9 * tally.flags
    assert found >= 0.8 * every
    assert tally.right / tally.flags > naive.right / naive.flags


@pytest.mark.req("LAW-10")
def test_homonyms_and_supersessions_are_no_contradictions(judged: tuple[Tally, Naive]) -> None:
    tally, _ = judged
    assert tally.homonyms[0] == 0
    assert tally.supersession_flagged[0] == 0
    assert len(tally.of(*SUPERSEDING)) == 8


@pytest.mark.req("LAW-10")
def test_nothing_is_resolved_and_no_supersession_is_assumed(judged: tuple[Tally, Naive]) -> None:
    tally, _ = judged
    assert tally.resolved == 0
    assert tally.assumed[0] == 0
    assert {each.family.kind for each in tally.outcomes} == set(Kind) - {Kind.SEVERAL}
