"""What a measurement is and what it gives."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One figure of ours, the peer's measured in the same run if there is one, and the target.

    `ours`, `peer` and `target` are in `unit`; the target is met by a figure no larger (`smaller_is_better`) or no smaller.
    `samples` are the single measurements that `ours` is the median of; `interval` is where the true figure lies with 95 % certainty.
    `notes` are lines printed under the table, such as further peers.
    """

    id: str
    question: str
    unit: str
    ours: float
    target: float
    smaller_is_better: bool = True
    peer: float | None = None
    samples: tuple[float, ...] = ()
    interval: tuple[float, float] | None = None
    notes: tuple[str, ...] = ()

    @property
    def met(self) -> bool:
        """Say whether the target is met."""
        return self.ours <= self.target if self.smaller_is_better else self.ours >= self.target

    def row(self) -> tuple[str, str, str, str, str, str]:
        """Return the cells of the table."""
        sign = "≤" if self.smaller_is_better else "≥"
        peer = "" if self.peer is None else f"{self.peer:.3g} {self.unit}"
        within = "" if self.interval is None else f" [{self.interval[0]:.3g}, {self.interval[1]:.3g}]"
        ours, target = f"{self.ours:.3g} {self.unit}{within}", f"{sign} {self.target:g} {self.unit}"
        return self.id, self.question, ours, peer, target, "yes" if self.met else "NO"

    def to_json(self) -> dict[str, object]:
        """Return the result as it is kept."""
        return {
            "id": self.id,
            "unit": self.unit,
            "ours": self.ours,
            "peer": self.peer,
            "target": self.target,
            "smaller_is_better": self.smaller_is_better,
            "met": self.met,
            "samples": list(self.samples),
            "notes": list(self.notes),
            "interval": None if self.interval is None else list(self.interval),
        }


@dataclass(frozen=True, slots=True)
class Measure:
    """A measurement by its id, such as F9, and the function that takes it; it gives one figure or several.

    The function raises Skipped when what it measures with is not at hand.
    """

    id: str
    run: Callable[[], Result | Sequence[Result]]

    def results(self) -> tuple[Result, ...]:
        """Take the measurement."""
        taken = self.run()
        return (taken,) if isinstance(taken, Result) else tuple(taken)


class Skipped(Exception):
    """A measurement could not be taken here; its text is one sentence that says what is missing."""


def median(samples: Sequence[float]) -> float:
    """Return the median; of an even number of samples the mean of the middle two."""
    return statistics.median(samples)
