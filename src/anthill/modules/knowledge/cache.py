"""What was retrieved a moment ago, remembered for its own scope only.

Every entry lies in its scope's partition and every read names a scope, so a query warmed under one scope can never
answer another (seed 001 section 3).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from anthill.modules.knowledge.settings import KnowledgeSettings
from anthill.sdk.knowledge import KnowledgeContext
from anthill.sdk.scope import KnowledgeScope

CAPACITY: Final = 512


class KnowledgeCache:
    """Retrieved contexts by scope and question, for as many seconds as the settings in force say."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Take a clock in seconds."""
        self._monotonic = monotonic
        self._entries: dict[tuple[str, str], tuple[float, KnowledgeContext]] = {}
        self._settings: KnowledgeSettings | None = None
        self._lock = threading.Lock()

    def get(self, scope: KnowledgeScope, question: str, settings: KnowledgeSettings) -> KnowledgeContext | None:
        """A remembered context of this very scope, or None. Changed settings forget everything."""
        if not scope.is_queryable or settings.cache_seconds <= 0:
            return None
        with self._lock:
            self._forget_unless(settings)
            held = self._entries.get((scope.cache_key, question))
        if held is None or held[0] <= self._monotonic() or held[1].metadata.scope != scope:
            return None
        return held[1]

    def put(self, question: str, context: KnowledgeContext, settings: KnowledgeSettings) -> None:
        """Remember a context in the partition of the scope it was made under."""
        scope = context.metadata.scope
        if not scope.is_queryable or settings.cache_seconds <= 0:
            return
        with self._lock:
            self._forget_unless(settings)
            if len(self._entries) >= CAPACITY:
                self._entries.clear()
            self._entries[scope.cache_key, question] = (self._monotonic() + settings.cache_seconds, context)

    def invalidate(self, scope: KnowledgeScope) -> None:
        """Forget one scope's partition."""
        with self._lock:
            for key in [key for key in self._entries if key[0] == scope.cache_key]:
                del self._entries[key]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def _forget_unless(self, settings: KnowledgeSettings) -> None:
        if settings != self._settings:
            self._entries.clear()
            self._settings = settings
