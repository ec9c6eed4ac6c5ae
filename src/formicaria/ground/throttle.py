"""Limits on how often something may fail or be tried from one place."""

from __future__ import annotations

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from formicaria.ground.errors import TooManyAttempts


class Throttle:
    """At most ``limit`` hits in ``seconds`` for each key; per process."""

    def __init__(self, limit: int, seconds: int) -> None:
        """Begin with nothing counted."""
        self._item = RateLimitItemPerSecond(limit, seconds)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def check(self, key: str) -> None:
        """Raise TooManyAttempts when the key has used up its window; counts nothing."""
        if not self._limiter.test(self._item, key):
            raise TooManyAttempts("Too many attempts from this address.", remedy="Wait a minute and try again.")

    def hit(self, key: str) -> None:
        """Count one."""
        self._limiter.hit(self._item, key)
