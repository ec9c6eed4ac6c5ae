"""The thread of a server that runs jobs as they come, and at each hour records where the audit streams end."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable

from forager.pipeline.catching_up import catch_up
from forager.pipeline.runner import Runner
from forager.store.identity import record_heads
from formicaria.ground.errors import Error
from formicaria.ground.logs import get_logger

POLL_SECONDS = 1.0
"""How soon a job that another process queued is seen; one of this process is seen at once."""
HOUR = 3600.0
BEHIND_SECONDS = 30.0
"""How often an idle worker looks for decisions that are kept and not shown, because a disk was full or a process died."""


class Worker:
    """Runs jobs until it is told to stop."""

    def __init__(self, runner: Runner, every: float = HOUR) -> None:
        """Run jobs with ``runner``; ``every`` is the number of seconds between two records of the audit heads."""
        self._runner = runner
        self._every = every
        self._wanted = threading.Event()
        run: Callable[[], None] = self._run
        self._thread = threading.Thread(target=contextvars.copy_context().run, args=(run,), name="jobs", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self) -> None:
        """There is a new job."""
        self._wanted.set()

    def stop(self) -> None:
        """End at the next boundary; the job under way is given back and resumed at the next start."""
        self._runner.stopping.set()
        self._wanted.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        self._caught_up()
        waited = looked = 0.0
        while not self._runner.stopping.is_set():
            if self._ran():
                continue
            self._wanted.wait(POLL_SECONDS)
            self._wanted.clear()
            waited += POLL_SECONDS
            looked += POLL_SECONDS
            if looked >= BEHIND_SECONDS:
                looked = 0.0
                self._caught_up()
            if waited >= self._every:
                waited = 0.0
                self._record()

    def _caught_up(self) -> None:
        runner = self._runner
        try:
            catch_up(runner.database, runner.clock, runner.derive, runner.stopping.is_set, runner.owner)
        except Exception as error:  # noqa: BLE001  # this thread outlives whatever one project meets
            get_logger("jobs").error("unexpected_fault", type=type(error).__name__)

    def _ran(self) -> bool:
        try:
            return self._runner.run_next() is not None
        except Error as error:
            # The next look may find the disk free or the database back.
            get_logger("jobs").error("cannot_run", code=error.code)
            return False
        except Exception as error:  # noqa: BLE001  # this thread outlives whatever one job meets
            get_logger("jobs").error("unexpected_fault", type=type(error).__name__)
            return False

    def _record(self) -> None:
        try:
            with self._runner.database.write() as connection:
                record_heads(connection, self._runner.clock.now())
        except Error as error:
            get_logger("jobs").error("cannot_record_heads", code=error.code)
