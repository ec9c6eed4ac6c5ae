"""How jobs go on, told to many listeners by one broadcaster: the one asynchronous part of the service.

While anybody listens, one task looks at the watched jobs at an interval, in one thread and one snapshot, and wakes whom it concerns.
A listener holds no thread and no connection of the database. Whether the credentials are still good is asked in the same snapshot.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from starlette.concurrency import run_in_threadpool

from forager.api.models.sources import Job
from forager.engine import Engine
from forager.model import job as model
from forager.store import jobs
from formicaria.ground import credentials
from formicaria.ground.canonical import sha256_hex
from formicaria.ground.errors import Error, Unavailable
from formicaria.ground.logs import get_logger

LISTENERS: Final = 500
"""More are asked to come again."""
LOOK_SECONDS: Final = 0.3
BEAT_SECONDS: Final = 15.0
"""A line that says nothing, so that whoever stands between does not take the stream for dead."""
BEAT: Final = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class Told:
    """A job as it stands: the event's id is a digest of what is told, so that it means the same after a restart."""

    id: str
    data: str
    ended: bool

    @classmethod
    def of(cls, job: Job) -> Told:
        """The event that tells of a job."""
        data = json.dumps(job.model_dump(mode="json"), ensure_ascii=True, separators=(",", ":"))
        return cls(sha256_hex(data.encode())[:20], data, job.status in model.TERMINAL)

    def to_bytes(self) -> bytes:
        """Its lines in an event stream."""
        return f"event: {'end' if self.ended else 'progress'}\nid: {self.id}\ndata: {self.data}\n\n".encode()


@dataclass(slots=True, eq=False)
class Listener:
    """One who listens to a job with a credential. ``told`` is the newest that there is to tell; older ones are passed over."""

    job_id: str
    credential_id: str
    told: Told | None = None
    refused: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, told: Told) -> None:
        """There is something new, unless it is what was told last."""
        if self.told is None or self.told.id != told.id:
            self.told = told
            self.news.set()

    def turn_away(self) -> None:
        """The credential is not good any more."""
        self.refused = True
        self.news.set()


class Streams:
    """The broadcaster of one service; ``shown`` makes what the wire tells of a job."""

    def __init__(self, engine: Engine, shown: Callable[[model.Job], Job]) -> None:
        """Begin with no listener."""
        self._engine = engine
        self._shown = shown
        self._listeners: set[Listener] = set()
        self._task: asyncio.Task[None] | None = None
        self.closing: Callable[[], bool] = lambda: False

    async def listen(
        self, job_id: str, credential_id: str, seen: str, beat: float = BEAT_SECONDS
    ) -> AsyncIterator[bytes]:
        """The events of a job until it ends, the credential does, or the service does. ``seen`` is the id of the last one that arrived."""
        listener = Listener(job_id, credential_id)
        self._listeners.add(listener)
        self._begin()
        try:
            while True:
                piece, ended = await self._next(listener, seen, beat)
                if piece:
                    yield piece
                if ended:
                    return
        finally:
            self._listeners.discard(listener)

    def check_room(self) -> None:
        """Raise Unavailable when there are too many listeners."""
        if len(self._listeners) >= LISTENERS:
            raise Unavailable(
                "Too many listen to jobs already.", remedy="Ask for the job itself.", details={"retry_after": 5}
            )

    async def _next(self, listener: Listener, seen: str, beat: float) -> tuple[bytes, bool]:
        try:
            await asyncio.wait_for(listener.news.wait(), beat)
        except TimeoutError:
            return BEAT, False
        listener.news.clear()
        told = listener.told
        if listener.refused or told is None:
            return b"", True
        return b"" if told.id == seen else told.to_bytes(), told.ended

    def _begin(self) -> None:
        if self._task is None or self._task.done() or self._task.get_loop() is not asyncio.get_running_loop():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._watch()
        except Error as error:
            get_logger("streams").error("cannot_look_at_jobs", code=error.code)
        finally:
            # Nobody is left waiting for one who does not look any more: they may come again.
            for each in tuple(self._listeners):
                each.turn_away()

    async def _watch(self) -> None:
        while self._listeners and not self.closing():
            listeners = tuple(self._listeners)
            told, good = await run_in_threadpool(
                self._look, {each.job_id for each in listeners}, {each.credential_id for each in listeners}
            )
            for each in listeners:
                if each.credential_id not in good or each.job_id not in told:
                    each.turn_away()
                else:
                    each.tell(told[each.job_id])
            await asyncio.sleep(LOOK_SECONDS)

    def _look(self, job_ids: set[str], credential_ids: set[str]) -> tuple[Mapping[str, Told], set[str]]:
        now = self._engine.clock.now()
        with self._engine.database.read() as connection:
            found = {each.id: Told.of(self._shown(each)) for each in jobs.several(connection, job_ids)}
            live = (credentials.get(connection, each) for each in credential_ids)
            return found, {each.id for each in live if each is not None and each.live(now)}
