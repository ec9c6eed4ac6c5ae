"""Open a document in another process, for somebody who waits: a hostile one costs that process, never the service."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from queue import Empty, LifoQueue
from typing import ParamSpec, TypeVar

from forager.errors import CannotOpen
from forager.pipeline.readers import begin_reading

P = ParamSpec("P")
T = TypeVar("T")
SECONDS = 30.0
"""The longest that somebody waits for a document to be opened."""
AT_ONCE = 2
WAITING = 16
"""Calls that may wait for a process; more are refused at once, or they would take every thread that serves pages."""


class Apart:
    """A few processes of their own, each started when it is first needed and replaced when it dies."""

    def __init__(self, seconds: float = SECONDS, waiting: int = WAITING) -> None:
        """Give each call so many seconds, and let so many wait."""
        self._seconds = seconds
        self._admitted = threading.BoundedSemaphore(AT_ONCE + waiting)
        # The last one used is used again: the others need never start.
        self._slots: LifoQueue[ProcessPoolExecutor | None] = LifoQueue()
        for _ in range(AT_ONCE):
            self._slots.put(None)

    def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What ``work`` gives; it, its arguments and its result must pickle. Its own errors are raised as they are.

        Raises:
            CannotOpen: it took too long, or its process died of it; or too many documents are being opened now.
        """
        if not self._admitted.acquire(blocking=False):
            raise CannotOpen("Too many documents are being opened at once.", remedy="Wait a moment and try again.")
        try:
            return self._run(work, args, kwargs)
        finally:
            self._admitted.release()

    def _run(self, work: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
        slot = self._slots.get()
        pool = slot or ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=begin_reading)
        kept: ProcessPoolExecutor | None = pool
        try:
            return pool.submit(_watched, self._seconds, work, args, kwargs).result()
        except BrokenProcessPool:
            kept = None
            pool.shutdown(wait=False)
            raise CannotOpen(
                "This document could not be opened safely: it takes too long, or ends whatever opens it.",
                remedy="Download the original and open it with care.",
            ) from None
        finally:
            self._slots.put(kept)

    def close(self) -> None:
        """Let the idle processes go; one that is at work ends with its document."""
        with suppress(Empty):
            while True:
                if (pool := self._slots.get_nowait()) is not None:
                    pool.shutdown(wait=True)


def _watched(seconds: float, work: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
    """A thread ends the process when the time is over: a signal's handler would wait for native code to return."""
    watch = threading.Timer(seconds, os._exit, (1,))
    watch.daemon = True
    watch.start()
    try:
        return work(*args, **kwargs)
    finally:
        watch.cancel()
