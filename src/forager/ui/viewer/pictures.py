"""Pictures of pages that were drawn lately, kept in memory: the same page is asked for again and again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_BYTES: Final = 48 * 2**20
Key = tuple[str, str, int]
"""Project, SHA-256 of the file, page: nothing is shared between projects."""


class Pictures:
    """At most ``most`` bytes of pictures; the one that was not asked for the longest goes first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Begin empty."""
        self._most = most
        self._held = 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key, draw: Callable[[], bytes]) -> bytes:
        """The picture under ``key``, drawn when it is not kept. What ``draw`` raises is passed on and nothing is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        picture = draw()
        with self._lock:
            self._keep(key, picture)
        return picture

    def _keep(self, key: Key, picture: bytes) -> None:
        self._held += len(picture) - len(self._kept.pop(key, b""))
        self._kept[key] = picture
        while self._held > self._most:
            self._held -= len(self._kept.popitem(last=False)[1])
