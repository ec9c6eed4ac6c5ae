"""How well a matcher tells pairs that are one thing from pairs that are two."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.wilson import wilson


@dataclass(frozen=True, slots=True)
class Tally:
    """Pairs said to be one and being one (`right`), said wrongly (`wrong`), and being one without being said (`missed`)."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """The share of what was said that is so; 1 when nothing was said."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """The share of what is so that was said."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        return 2 * self.right / (2 * self.right + self.wrong + self.missed) if self.right else 0.0

    def words(self) -> str:
        """The figures in one line, precision and recall with their 95 % intervals."""
        p, r = wilson(self.right, self.right + self.wrong), wilson(self.right, self.right + self.missed)
        return (
            f"F1 {self.f1:.3f}  P {self.precision:.3f} [{p[0]:.3f}, {p[1]:.3f}]  R {self.recall:.3f} [{r[0]:.3f}, {r[1]:.3f}]"
            f"  ({self.right} right, {self.wrong} wrong, {self.missed} missed)"
        )


def tally(said: Iterable[bool], truth: Iterable[bool]) -> Tally:
    """Count what was said of some pairs against what is so, in the same order."""
    pairs = list(zip(said, truth, strict=True))
    return Tally(
        right=sum(one and so for one, so in pairs),
        wrong=sum(one and not so for one, so in pairs),
        missed=sum(so and not one for one, so in pairs),
    )


def best_threshold(scores: Sequence[float], truth: Sequence[bool]) -> float:
    """The score from which on the F1 is highest; of several the highest score."""
    return max(set(scores), key=lambda at: (tally((score >= at for score in scores), truth).f1, at))
