"""What a job may spend is counted before each call."""

from __future__ import annotations

import pytest

from forager.ask.budget import Budget, tokens_in
from forager.model.proposal import Spent


@pytest.mark.parametrize(
    ("budget", "spent", "over"),
    [
        (Budget(), Spent(10**6, 10**9, 10**9), False),
        (Budget(calls=2), Spent(1, 0, 0), False),
        (Budget(calls=2), Spent(2, 0, 0), True),
        (Budget(tokens=100), Spent(9, 60, 39), False),
        (Budget(tokens=100), Spent(9, 60, 40), True),
        (Budget(cost=100, input_price=100, output_price=400), Spent(1, 999_999, 0), False),
        (Budget(cost=100, input_price=100, output_price=400), Spent(1, 1_000_000, 0), True),
        (Budget(cost=100, input_price=100, output_price=400), Spent(1, 0, 250_000), True),
        (Budget(calls=9, tokens=9, cost=1, input_price=1, output_price=1), Spent(1, 9, 0), True),
    ],
)
def test_the_first_cap_that_is_reached_ends_it(budget: Budget, spent: Spent, over: bool) -> None:
    assert budget.is_spent(spent) is over


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("abc", 1), ("abcd", 2)])
def test_an_estimate_rounds_up(text: str, tokens: int) -> None:
    assert tokens_in(text) == tokens
