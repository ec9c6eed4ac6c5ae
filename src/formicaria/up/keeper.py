"""A service that is kept: watched from the moment it serves, started again when it ends by itself, given up when it ends too often.

One second before the first new start, doubling to thirty, at most five in ten minutes (reference, knowledge facts A15; ADR 67).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from formicaria.up.processes import Service, ServiceFailed, how, is_free

POINTLESS = frozenset({2, 11})
"""Exit codes after which a new start ends the same way: a refused configuration, a store that another process holds."""

Start = Callable[[int], Service]
Tell = Callable[[str], None]


class Standing(StrEnum):
    """Where a kept service stands."""

    STARTING = "starting"
    RUNNING = "running"
    BACKOFF = "backoff"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how soon a service is started again. Times in seconds."""

    first: float = 1.0
    longest: float = 30.0
    most: int = 5
    window: float = 600.0

    def pause(self, ends: int) -> float | None:
        """How long to wait after this many ends within the window; None when it stays down."""
        return min(self.first * 2 ** (ends - 1), self.longest) if ends <= self.most else None


class Kept:
    """One service and its watcher. ``address`` follows it when it comes back somewhere else."""

    def __init__(
        self,
        name: str,
        start: Start,
        port: int,
        tell: Tell,
        moved: Callable[[str], None],
        patience: Patience | None = None,
    ) -> None:
        """Start it on ``port`` (0: a free one). ``tell`` gets sentences; ``moved`` every address after the first."""
        self.name = name
        self.standing = Standing.STARTING
        self._start = start
        self._port = port
        self._tell = tell
        self._moved = moved
        self._patience = patience or Patience()
        self._ends: list[float] = []
        self._over = threading.Event()
        self._down = threading.Event()
        self._swap = threading.Lock()
        self._service = start(port)
        self._watcher = threading.Thread(target=self._watch, name=f"keeper of {name}", daemon=True)

    @property
    def address(self) -> str:
        """Where it last listened."""
        return self._service.url

    @property
    def pid(self) -> int:
        """The process id."""
        return self._service.pid

    def await_address(self) -> str:
        """Wait until it listens for the first time; it is kept from then on. Raises ServiceFailed."""
        try:
            address = self._service.await_address()
        except ServiceFailed:
            address = self._elsewhere()
        if self.standing is Standing.STARTING:
            self._port = int(address.rpartition(":")[2])
            self.standing = Standing.RUNNING
            self._watcher.start()
        return address

    def _elsewhere(self) -> str:
        """Start it on a free port when its own was taken since it was looked at; raises what is being handled otherwise."""
        if not self._port or is_free(self._port):
            raise  # noqa: PLE0704  # called while the failure is handled
        self._tell(f"Port {self._port} is in use; {self.name} takes a free one.")
        self._service.stop()
        self._service = self._start(0)
        return self._service.await_address()

    def check(self) -> None:
        """Raise ServiceFailed when it is down for good."""
        if self._down.is_set():
            raise ServiceFailed(f"{self.name} is down and is not started again.", remedy=self._service.last_words())

    def trim(self) -> None:
        """Keep its log below its size."""
        self._service.trim()

    def stop(self) -> None:
        """Stop watching, and stop the service in order."""
        with self._swap:
            self._over.set()
            self.standing = Standing.STOPPED
            self._service.stop()
        if self._watcher.is_alive():
            self._watcher.join()

    def _watch(self) -> None:
        while True:
            code = self._service.wait()
            while not self._back(code):
                if self._over.is_set() or self._down.is_set():
                    return

    def _back(self, code: int) -> bool:
        """Start it again after a pause; False when there is no point, no more patience, or it ended at once."""
        pause = self._pause(code)
        if pause is None or self._over.wait(pause):
            return False
        try:
            self._again()
        except ServiceFailed as failed:
            self._service.stop()
            if failed.ended in POINTLESS:
                self._give_up(failed.sentence)
            return False
        return True

    def _pause(self, code: int) -> float | None:
        if self._over.is_set():
            return None
        now = time.monotonic()
        self._ends = [*(each for each in self._ends if now - each < self._patience.window), now]
        pause = self._patience.pause(len(self._ends))
        if pause is None:
            self._give_up(f"It ended {len(self._ends)} times in {self._patience.window / 60:.0f} minutes.")
        else:
            self.standing = Standing.BACKOFF
            self._tell(f"{self.name} ended ({how(code)}). It is started again in {pause:.0f} s.")
        return pause

    def _again(self) -> None:
        with self._swap:
            if self._over.is_set():
                return
            self._service = self._start(self._port if is_free(self._port) else 0)
        address = self._service.await_address()
        port = int(address.rpartition(":")[2])
        self._moved(address)
        self._port, self.standing = port, Standing.RUNNING
        self._tell(f"{self.name} runs again at {address}.")

    def _give_up(self, why: str) -> None:
        self.standing = Standing.FAILED
        self._down.set()
        self._tell(f"{self.name} stays down. {why} {self._service.last_words()} The rest goes on without it.")
