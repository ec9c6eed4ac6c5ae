"""The short form of F7c: the slots of labelled contracts and invoices, each group at its target."""

import pytest
from bench.labelled import documents
from bench.measures.contracts import GROUPS, Group, count
from bench.measures.statements import engine, scores
from bench.scoring import Score


@pytest.fixture(scope="module")
def outcome() -> tuple[Score, ...]:
    return scores(engine, [each for each in documents() if each.genre in {"contracts", "invoices"}])


@pytest.mark.parametrize("group", GROUPS, ids=lambda each: f"{each.genre} {each.name}")
def test_a_group_of_slots_meets_its_target(outcome: tuple[Score, ...], group: Group) -> None:
    assert count(group, outcome).f1 >= group.target, count(group, outcome)
