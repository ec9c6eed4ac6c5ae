"""Stores for the documents' clock on their way: made one at a time by a thread of their own, awaited by whoever asks (ADR 0082).

A request never derives. It waits for a store no longer than a bound, and is then told how far the work is; the next request finds the
work going on, or done. However many ask for one day, it is derived once. What is not finished is never read: a store is known to readers
only once it is whole, by an entry in memory that no death survives.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

from forager.derive.run import Stopped
from forager.model.job import StageName
from forager.query.errors import BeingDerived
from formicaria.ground.errors import Error, Unavailable
from formicaria.ground.logs import get_logger

V = TypeVar("V")
Made_co = TypeVar("Made_co", covariant=True)
LOOK_SECONDS: Final = 0.2
"""How often somebody who waits without a bound is told how far the work is."""
MOST_WAITING: Final = 8
"""Stores that may wait for their turn; of more, the one asked for first is let go, and begun again when it is asked for again."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a store is: the stage, and how much of it is done."""

    stage: str = ""
    done: int = 0
    total: int = 0


class Maker(Protocol[Made_co]):
    """Makes a store, telling how far it is; ``stop`` says whether to give up."""

    def __call__(self, report: Callable[[StageName, int, int], None], stop: Callable[[], bool]) -> Made_co:
        """The store, whole. Raises Stopped when ``stop`` said so."""
        ...


@dataclass(slots=True)
class Making(Generic[V]):
    """A store on its way; ``done`` is set once it is there or has failed."""

    progress: Progress = field(default_factory=Progress)
    done: threading.Event = field(default_factory=threading.Event)
    made: V | None = None
    failure: BaseException | None = None
    told: bool = False
    """Whether somebody was told of its failure."""
    future: Future[None] | None = None


class Makings(Generic[V]):
    """The stores on their way, by what they will hold. Safe for several threads."""

    def __init__(self) -> None:
        """Begin with none; the thread starts when it is first needed."""
        self._lock = threading.Lock()
        self._going: dict[tuple[object, ...], Making[V]] = {}
        self._closing = threading.Event()
        self._pool = ThreadPoolExecutor(1, "past")

    def begun(self, key: tuple[object, ...], make: Maker[V]) -> Making[V]:
        """The making under a key, begun now unless it is going on. One that failed is told to somebody before it is begun again."""
        with self._lock:
            if self._closing.is_set():
                raise Unavailable("The service is ending.", remedy="Ask again when it runs.")
            found = self._going.get(key)
            if found is None or found.told:
                self._spare()
                found = self._going[key] = Making()
                found.future = self._pool.submit(self._make, key, found, make)
        return found

    def _spare(self) -> None:
        waiting = [(key, each) for key, each in self._going.items() if not each.done.is_set()]
        for key, each in waiting[: max(len(waiting) - MOST_WAITING, 0)]:
            if each.future is not None and each.future.cancel():
                each.failure = BeingDerived.at()
                each.done.set()
                del self._going[key]

    def _make(self, key: tuple[object, ...], making: Making[V], make: Maker[V]) -> None:
        def report(stage: StageName, done: int, total: int) -> None:
            making.progress = Progress(stage.value, done, total)

        try:
            making.made = make(report, self._closing.is_set)
        except BaseException as error:  # noqa: BLE001  # told to whoever waits, in their own thread
            making.failure = error
            if not isinstance(error, Error):
                get_logger("past").error("unexpected_fault", type=type(error).__name__)
        with self._lock:
            if making.failure is None:
                self._going.pop(key, None)
        making.done.set()

    def close(self) -> None:
        """Give up what is on its way, and wait until it has been taken away."""
        self._closing.set()
        self._pool.shutdown(wait=True, cancel_futures=True)


def awaited(making: Making[V], patience: float | None, watch: Callable[[Progress], None]) -> V:
    """What a making made, after at most ``patience`` seconds; None waits however long it takes and tells ``watch`` how far it is.

    Raises:
        BeingDerived: it is not there yet.
        Error: it cannot be made.
    """
    over = None if patience is None else time.monotonic() + patience
    while not making.done.wait(LOOK_SECONDS if over is None else max(over - time.monotonic(), 0)):
        if over is not None and time.monotonic() >= over:
            raise BeingDerived.at(making.progress.stage, making.progress.done, making.progress.total)
        watch(making.progress)
    making.told = making.failure is not None
    if isinstance(making.failure, Stopped):
        raise Unavailable("The service is ending.", remedy="Ask again when it runs.")
    if making.failure is not None:
        raise making.failure
    assert making.made is not None  # noqa: S101  # it is done and did not fail
    return making.made
