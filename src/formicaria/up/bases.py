"""The engine's bases as the colony is given them, at the start and while both serve.

Each is offered once: one that somebody takes out of the colony's map by hand stays out. The colony reads its settings at every use, so
that nothing is started again for a new base and no mission is disturbed (ADR 67).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from formicaria.ground.errors import Error, Unavailable
from formicaria.up import colony
from formicaria.up.colony import Base
from formicaria.up.home import Home
from formicaria.up.wire import Api

LOOK_SECONDS = 2.0
"""How often the engine is asked whether there is another base."""
GRACE_SECONDS = 10.0
"""How long an earlier token still opens: a call that the colony has begun with it is over by then."""


class Bases:
    """Keeps the colony's map and token in line with the bases the engine has."""

    def __init__(self, at: Home, engine: Api, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Take the data folder, the engine as its operator, and a clock in seconds."""
        self._home = at
        self._engine = engine
        self._monotonic = monotonic
        # The engine's keeper writes the same file from its own thread.
        self._lock = threading.Lock()
        self._endpoint = ""
        self._count = 0
        self._next = 0.0
        self._minted = ""
        self._retire_at = 0.0
        self._told = ""

    def settle(self, endpoint: str, base: Base | None) -> list[str]:
        """Bring the colony's file in line before the colony starts; what was written, in sentences.

        Raises:
            ConfigurationRefused: a file is no JSON object, or cannot be written.
            Refused, Unavailable: the engine refuses or does not answer.
        """
        with self._lock:
            self._endpoint = endpoint
            sentences = self._settled(base)
        # Nothing asks with the earlier token yet.
        self._retire()
        return sentences

    def follow(self, endpoint: str) -> None:
        """The engine listens somewhere else now."""
        with self._lock:
            self._endpoint = endpoint
            colony.follow(self._home.colony_file, endpoint)

    def look(self) -> list[str]:
        """Map what is new, when it is time to look again; what was written, or once why it could not be, in sentences."""
        now = self._monotonic()
        if now < self._next:
            return []
        self._next = now + LOOK_SECONDS
        try:
            return self._looked(now)
        except Unavailable:
            return []  # the engine's keeper says so
        except Error as error:
            told, self._told = self._told, error.sentence
            return [error.sentence] if error.sentence != told else []

    def close(self) -> None:
        """Revoke what the colony does not use any more; called when it asks nothing more."""
        with suppress(Error):
            self._retire()

    def _looked(self, now: float) -> list[str]:
        if self._minted and now >= self._retire_at:
            self._retire()
        # A page behind the last base: the engine counts, and has no row to fill.
        found = self._engine.get("/api/projects", archived="true", page=self._count + 1, page_size=1)
        if int(found["total"]) == self._count or not colony.is_ours(self._home.colony_file):
            return []
        with self._lock:
            return self._settled(None)

    def _settled(self, base: Base | None) -> list[str]:
        rows = list(self._engine.every("/api/projects", archived="true"))
        settled = colony.settle(self._home, self._engine, self._endpoint, colony.living(rows), base)
        self._count = len(rows)
        if settled.minted:
            self._minted, self._retire_at = settled.minted, self._monotonic() + GRACE_SECONDS
        return list(settled.sentences)

    def _retire(self) -> None:
        if self._minted:
            colony.revoke_others(self._engine, self._minted)
            self._minted = ""
