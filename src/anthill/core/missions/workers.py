"""The threads that do the work: claim by lease, keep the lease alive, settle by fence, stop cleanly."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from anthill.core.evidence.outcome import StopReason
from anthill.core.missions.limits import WorkerLimits
from anthill.core.missions.scheduler import UNIT_KINDS, request_stop
from anthill.core.store import missions
from anthill.core.store.records import COLONY, Records
from formicaria.ground import work
from formicaria.ground.errors import Error, LostLease
from formicaria.ground.logs import get_logger
from formicaria.ground.work import Unit


class UnitRunner(Protocol):
    """Whatever runs one kind of unit to its end."""

    def run(self, unit: Unit) -> None:
        """Run and settle the unit."""
        ...

    def give_up(self, unit: Unit) -> None:
        """End a unit whose worker died too often, truthfully."""
        ...


class Workers:
    """Claims and runs units until told to stop. `step` does one unit in the caller's thread."""

    def __init__(
        self,
        records: Records,
        runners: Mapping[str, UnitRunner],
        limits: WorkerLimits,
        owner: str,
        longest_task: float,
    ) -> None:
        """Bind to one colony; `longest_task` is how long, in seconds, a lease is kept alive at most."""
        self._records = records
        self._runners = runners
        self._limits = limits
        self._owner = owner
        self._longest = longest_task
        self._stop = threading.Event()
        self._wake = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._anchored = time.monotonic()

    def start(self) -> None:
        """Start the threads."""
        for number in range(self._limits.workers):
            self._spawn(self._loop, f"worker-{number}")
        self._spawn(self._sweep_loop, "sweeper")

    def stop(self) -> None:
        """Let every thread finish the unit it holds, and wait for it."""
        self._stop.set()
        self.wake()
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def wake(self) -> None:
        """Tell idle workers that there may be something to do."""
        with self._wake:
            self._wake.notify_all()

    def step(self, group: str = "") -> bool:
        """Do one unit (of one mission, when named); returns whether there was one."""
        with self._records.database.write() as connection:
            unit = work.claim(
                self._records.database, connection, UNIT_KINDS, self._owner, self._limits.lease_seconds, group
            )
        if unit is None:
            return False
        self._run(unit)
        self.wake()
        return True

    def sweep(self) -> None:
        """Stop missions whose time is up, fail units whose workers died too often, and anchor the chains in time."""
        with self._records.write() as transaction:
            for mission_id in missions.overdue(transaction.connection, transaction.at):
                missions.lock(transaction.connection, mission_id)
                request_stop(transaction, mission_id, StopReason.TIMEOUT, COLONY)
        with self._records.read() as connection:
            dead = work.exhausted(self._records.database, connection, UNIT_KINDS)
        for unit in dead:
            self._runners[unit.kind].give_up(unit)
        if time.monotonic() - self._anchored > self._limits.anchor_seconds:
            self._records.anchor_all()
            self._anchored = time.monotonic()

    def _spawn(self, target: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=target, name=name, daemon=True)
        thread.start()
        self._threads.append(thread)

    def _run(self, unit: Unit) -> None:
        try:
            with self._kept_alive(unit):
                self._runners[unit.kind].run(unit)
        except LostLease:
            get_logger("workers").warning("lease_lost", kind=unit.kind, key=unit.key, fence=unit.fence)

    def _loop(self) -> None:
        while not self._stop.is_set():
            if not self._guarded(self.step):
                with self._wake:
                    self._wake.wait(self._limits.poll_seconds)

    def _sweep_loop(self) -> None:
        while not self._stop.wait(self._limits.sweep_seconds):
            self._guarded(self._swept)

    def _swept(self) -> bool:
        self.sweep()
        return True

    def _guarded(self, act: Callable[[], bool]) -> bool:
        # A busy or full database must not end the thread: the unit's lease runs out and it is claimed again.
        try:
            return act()
        except Error as error:
            get_logger("workers").error("worker_step_failed", code=error.code)
        except Exception as error:  # noqa: BLE001 - the last fence of a thread
            get_logger("workers").error("worker_defect", type=type(error).__name__)
        return False

    @contextmanager
    def _kept_alive(self, unit: Unit) -> Iterator[None]:
        done = threading.Event()
        thread = threading.Thread(target=self._renew, args=(unit, done), name=f"lease-{unit.key}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _renew(self, unit: Unit, done: threading.Event) -> None:
        until = time.monotonic() + self._longest
        while not done.wait(self._limits.lease_seconds / 3) and time.monotonic() < until:
            try:
                with self._records.database.write() as connection:
                    work.renew(self._records.database, connection, unit, self._limits.lease_seconds)
            except LostLease:
                return
            except Error as error:
                get_logger("workers").warning("lease_renewal_failed", code=error.code)
