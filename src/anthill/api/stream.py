"""The event stream: one look at the store for all listeners, and each listener reads on from where it was."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from starlette.concurrency import run_in_threadpool

from anthill.core.colony.colony import Colony
from anthill.core.store.records import EventFilter, last_event
from anthill.sdk.event import Event
from anthill.sdk.values import Json
from formicaria.ground.errors import Error

POLL_SECONDS = 0.25
KEEPALIVE_SECONDS = 15.0
BATCH = 200


@dataclass(slots=True)
class Broadcaster:
    """Notices new events and wakes every listener; also sees events other processes wrote to the same store."""

    colony: Colony
    last: int = 0
    stopping: bool = False
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Watch while the application lives; at the end every stream ends."""
        self.changed, self.stopping = asyncio.Condition(), False
        watcher = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            await self.close()
            watcher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watcher

    async def close(self) -> None:
        """End every stream."""
        self.stopping = True
        await self._announce(self.last)

    async def wait(self, after: int, seconds: float) -> None:
        """Wait until there is an event above `after`, or the time is up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self.changed:
                await self.changed.wait_for(lambda: self.stopping or self.last > after)

    async def _watch(self) -> None:
        while not self.stopping:
            with contextlib.suppress(Error):
                await self._announce(await run_in_threadpool(self._newest))
            await asyncio.sleep(POLL_SECONDS)
        await self._announce(self.last)

    async def _announce(self, newest: int) -> None:
        async with self.changed:
            self.last = max(self.last, newest)
            self.changed.notify_all()

    def _newest(self) -> int:
        with self.colony.records.read() as connection:
            return last_event(connection)


async def lines(
    broadcaster: Broadcaster, after: int, wanted: EventFilter, still_admitted: Callable[[], bool]
) -> AsyncIterator[str]:
    """Yield server-sent events above `after`; ends when the service stops or the caller's credential does."""
    yield ": the colony's events\n\n"
    seen = after
    while not broadcaster.stopping and await run_in_threadpool(still_admitted):
        # Read before the batch: what comes after this look wakes the wait below, also if others' events hide it.
        newest = broadcaster.last
        batch = await run_in_threadpool(broadcaster.colony.events, seen, wanted, BATCH)
        for event in batch:
            seen = event.seq
            yield _line(event)
        if not batch:
            await broadcaster.wait(newest, KEEPALIVE_SECONDS)
            if broadcaster.last == newest:
                yield ": still here\n\n"


def event_json(event: Event) -> dict[str, Json]:
    """Return an event for the wire."""
    return {
        "seq": event.seq,
        "mission_id": event.mission_id,
        "task_id": event.task_id,
        "role": event.role,
        "event_type": event.event_type.value,
        "message": event.message,
        "facts": dict(event.facts),
        "created_at": event.created_at,
    }


def _line(event: Event) -> str:
    data = json.dumps(event_json(event), ensure_ascii=False, separators=(",", ":"))
    return f"id: {event.seq}\nevent: {event.event_type.value}\ndata: {data}\n\n"
