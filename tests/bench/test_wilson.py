"""The interval of a share."""

import pytest
from bench.wilson import wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_published_intervals_are_met(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-4)


def test_nothing_tried_tells_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_more_successes_than_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="3 of 2"):
        wilson(3, 2)
