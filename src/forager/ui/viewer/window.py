"""The part of a long document that is shown at once, and the ways to what comes before and after it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """Places ``first`` to ``last`` (exclusive, from 0) of ``total``; what is counted is ``unit`` ("line").

    ``earlier`` and ``later`` are the places, from 1, round which the windows before and after lie; 0 where there is nothing.
    """

    first: int
    last: int
    total: int
    unit: str = ""
    earlier: int = 0
    later: int = 0

    @property
    def whole(self) -> bool:
        """Whether everything is shown."""
        return self.first == 0 and self.last >= self.total


def window(total: int, at: int, radius: int, whole: int, unit: str) -> Window:
    """The window of ``radius`` places on both sides of ``at`` (from 0); everything when there are no more than ``whole``."""
    if total <= whole:
        return Window(0, total, total, unit)
    width = 2 * radius + 1
    first = max(0, min(at - radius, total - width))
    last = min(total, first + width)
    earlier = max(0, first - radius - 1) + 1 if first else 0
    later = min(total - 1, last + radius) + 1 if last < total else 0
    return Window(first, last, total, unit, earlier, later)
