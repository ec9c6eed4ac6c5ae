"""Time as fixed-width UTC text, from a clock that is always handed in."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Protocol

FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


class Clock(Protocol):
    """Whatever tells the time."""

    def now(self) -> str:
        """UTC now as ``YYYY-MM-DDTHH:MM:SS.ffffffZ``; texts sort as instants."""
        ...


def to_text(moment: datetime) -> str:
    """A moment (aware) as fixed-width UTC text."""
    return moment.astimezone(UTC).strftime(FORMAT)


def from_text(text: str) -> datetime:
    """The moment of a fixed-width UTC text."""
    return datetime.strptime(text, FORMAT).replace(tzinfo=UTC)


def later(text: str, seconds: float) -> str:
    """The text of ``seconds`` after ``text``."""
    return to_text(from_text(text) + timedelta(seconds=seconds))


class SystemClock:
    """The machine's clock."""

    def now(self) -> str:
        """UTC now."""
        return to_text(datetime.now(UTC))


class FixedClock:
    """A clock for tests: starts at ``start`` and moves ``step`` seconds at each reading."""

    def __init__(self, start: str = "2026-01-01T00:00:00.000000Z", step: float = 0.0) -> None:
        """Start at ``start`` (fixed-width UTC text)."""
        self._now = from_text(start)
        self._step = timedelta(seconds=step)
        self._lock = threading.Lock()

    def now(self) -> str:
        """The present moment, then one step on."""
        with self._lock:
            moment = self._now
            self._now += self._step
        return to_text(moment)

    def advance(self, seconds: float) -> None:
        """Move the clock."""
        with self._lock:
            self._now += timedelta(seconds=seconds)
