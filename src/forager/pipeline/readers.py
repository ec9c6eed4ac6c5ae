"""Where documents are read: in this process, or in others that may die without taking the job with them."""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from forager.errors import BlobUnusable, ReadingTooSlow, WorkerDied
from forager.store.blobs import Blobs
from forager.store.readings import Asked, Failure, Success

DEATHS = 3
"""A document whose process dies this often has failed: once among others, then alone."""
GRACE_SECONDS = 60.0
"""Native code does not hear of the time's end; the process is ended when it has not returned by then."""
CPU_SECONDS = 240.0
"""The most computing that one document may ask for, however busy the machine; beyond it the process is ended."""
LOOK_SECONDS = 0.5
READ_SECONDS = 900.0
"""The longest that one document may be read by another process; far beyond what any needs, so that nothing depends on speed."""
MEMORY = 4 << 30
"""Bytes that a process which reads may hold: a few hundred bytes of PDF can ask for all there is."""
IN_FLIGHT = 2
"""Documents under way for each worker; it bounds memory, whatever the size of the corpus."""

Work = Callable[[Path, Asked], Success | Failure]
Result = tuple[Asked, Success | Failure]
Upcoming = Callable[[Sequence[str], int], Sequence[Asked]]
"""Gives the next documents: (ids under way, at most how many)."""


@dataclass(slots=True)
class Readers:
    """``workers`` processes that read blobs below ``root``; one worker reads in this process unless told to be careful."""

    root: Path
    workers: int
    work: Work = field(default_factory=lambda: read_blob)
    seconds: float = READ_SECONDS
    _pool: ProcessPoolExecutor | None = None

    def results(self, upcoming: Upcoming, *, careful: bool = False) -> Iterator[Result]:
        """Each document's reading as it is done; asks for more as long as there is room.

        ``careful`` keeps reading out of this process: for a job whose last worker died, perhaps of a document.
        """
        if self.workers == 1 and not careful:
            yield from self._inline(upcoming)
            return
        under_way: dict[Future[Success | Failure], Asked] = {}
        while True:
            self._fill(under_way, upcoming)
            if not under_way:
                return
            yield from self._done(under_way)

    def _inline(self, upcoming: Upcoming) -> Iterator[Result]:
        while found := upcoming((), 1):
            for asked in found:
                yield asked, self.work(self.root, asked)

    def _fill(self, under_way: dict[Future[Success | Failure], Asked], upcoming: Upcoming) -> None:
        room = self.workers * IN_FLIGHT - len(under_way)
        busy = [asked.source_id for asked in under_way.values()]
        for asked in upcoming(busy, room) if room > 0 else ():
            try:
                under_way[self._submit(asked)] = asked
            except BrokenProcessPool:
                if under_way:
                    # As these will show; whoever was not submitted still waits, and is given again.
                    return
                # The processes died idle, of no document.
                self.close()
                under_way[self._submit(asked)] = asked

    def _submit(self, asked: Asked) -> Future[Success | Failure]:
        return _submitted(self._open(), self.seconds, self.work, self.root, asked)

    def _done(self, under_way: dict[Future[Success | Failure], Asked]) -> Iterator[Result]:
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        finished = sorted(done, key=lambda future: under_way[future].source_id)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in finished):
            yield from self._after_death(under_way)
            return
        for future in finished:
            yield under_way.pop(future), future.result()

    def _after_death(self, under_way: dict[Future[Success | Failure], Asked]) -> Iterator[Result]:
        """A worker died and took its fellows' work with it: whoever was under way is read again, alone."""
        wait(under_way)
        self.close()
        for future, asked in sorted(under_way.items(), key=lambda pair: pair[1].source_id):
            died = isinstance(future.exception(), BrokenProcessPool)
            yield asked, self._alone(asked) if died else future.result()
        under_way.clear()

    def _alone(self, asked: Asked) -> Success | Failure:
        for _ in range(DEATHS - 1):
            began = time.monotonic()
            with _new_pool(1) as pool:
                try:
                    return _submitted(pool, self.seconds, self.work, self.root, asked).result()
                except BrokenProcessPool:
                    # Alone, a process that lived so long was ended for it: it would be again.
                    if time.monotonic() - began >= min(CPU_SECONDS, self.seconds):
                        return _too_slow()
        words = f"Reading it ended its process {DEATHS} times. Convert it to another format and give it again."
        return Failure(WorkerDied.code, words)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = _new_pool(self.workers)
        return self._pool

    def close(self, *, now: bool = False) -> None:
        """Let the processes go; ``now`` ends them in the middle of their documents, of which nothing was kept."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        if now:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001  # public only from Python 3.14
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def _new_pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=begin_reading)


def _submitted(
    pool: ProcessPoolExecutor, seconds: float, work: Work, root: Path, asked: Asked
) -> Future[Success | Failure]:
    """Submit; a process that starts for it inherits a mask by which Ctrl-C reaches only its parent."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_within, seconds, work, root, asked)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _TooSlow(BaseException):
    """Not an Exception: no parser's own net may catch it."""


def _within(seconds: float, work: Work, root: Path, asked: Asked) -> Success | Failure:
    """Read, but not for ever."""

    def over(_number: int, _frame: FrameType | None) -> None:
        raise _TooSlow

    signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    over_and_out = threading.Event()
    threading.Thread(target=_watch, args=(over_and_out, seconds + GRACE_SECONDS), daemon=True).start()
    try:
        return work(root, asked)
    except _TooSlow:
        return _too_slow()
    finally:
        over_and_out.set()
        signal.setitimer(signal.ITIMER_REAL, 0)


def _too_slow() -> Failure:
    words = "Reading it takes far longer than any document should. Split it, or convert it to another format."
    return Failure(ReadingTooSlow.code, words)


def _watch(done: threading.Event, seconds: float) -> None:
    """End this process when a document asks for too much: a signal's handler would wait for native code to return."""
    ends, spent = time.monotonic() + seconds, time.process_time() + CPU_SECONDS
    while not done.wait(LOOK_SECONDS):
        if time.monotonic() >= ends or time.process_time() >= spent:
            os._exit(1)


def begin_reading() -> None:
    """A worker ends when its parent does, and dies of its own hunger before anybody else has to."""
    _hold(MEMORY)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _hold(most: int) -> None:
    _, highest = resource.getrlimit(resource.RLIMIT_AS)
    wanted = most if highest == resource.RLIM_INFINITY else min(most, highest)
    # Not every system has this limit.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (wanted, highest))


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def read_blob(root: Path, asked: Asked) -> Success | Failure:
    """Read a source from its blob, and keep the bytes of what it carries; the bytes themselves do not travel."""
    from forager.pipeline.reading import read  # noqa: PLC0415  # the parsers' libraries, only where documents are read

    blobs = Blobs(root)
    try:
        outcome = read(blobs.get(asked.project_id, asked.sha256), asked)
        if isinstance(outcome, Failure):
            return outcome
        for content in outcome.contents:
            blobs.put(asked.project_id, content)
    except BlobUnusable as error:
        return Failure(error.code, error.sentence)
    return Success(outcome.document, ())
