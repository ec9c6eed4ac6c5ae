"""The event stream of a job: what stands, each change, its end; ended with the credential; many listeners and no thread held."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import update
from tests.forager.api.corpus import BUILDER, Api

from forager.api import streams
from forager.store.tables import job as job_table
from formicaria.ground.errors import DatabaseUnusable


class Stream:
    """One request to the application, driven without a server, so that a thousand fit in a test."""

    def __init__(self, api: Api, job_id: str, key: str = "", last: str = "") -> None:
        self.api = api
        self.sent: list[dict] = []
        self.done, self.grew = asyncio.Event(), asyncio.Event()
        headers = {"authorization": f"Bearer {key or api.key}", "host": "testserver"} | (
            {"last-event-id": last} if last else {}
        )
        self.scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": f"/api/jobs/{job_id}/events", "raw_path": b"", "query_string": b"", "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1), "server": ("testserver", 80),
        }  # fmt: skip
        self.task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        asked = False

        async def receive() -> dict:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await self.done.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict) -> None:
            self.sent.append(message)
            self.grew.set()

        await self.api.http.app(self.scope, receive, send)

    @property
    def status(self) -> int:
        return self.sent[0]["status"]

    @property
    def text(self) -> str:
        return b"".join(each.get("body", b"") for each in self.sent[1:]).decode()

    def events(self) -> list[dict[str, str]]:
        blocks = [each for each in self.text.split("\n\n") if each and not each.startswith(":")]
        return [dict(line.split(": ", 1) for line in each.splitlines()) for each in blocks]

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Wait until what was sent is as wanted."""
        async with asyncio.timeout(20):
            while not wanted():
                self.grew.clear()
                await self.grew.wait()


def played(play: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(play())  # type: ignore[arg-type]  # a coroutine function without arguments


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LOOK_SECONDS", 0.01)


@pytest.fixture
def job_id(api: Api) -> str:
    """A job that waits."""
    return api.engine.process(api.project("falcon"), BUILDER).id


def running(api: Api, job_id: str) -> None:
    with api.engine.database.write() as connection:
        connection.execute(update(job_table).where(job_table.c.id == job_id).values(status="running"))


def test_it_tells_what_stands_then_each_change_and_ends_with_the_job(api: Api, job_id: str) -> None:
    async def play() -> None:
        stream = Stream(api, job_id)
        await stream.until(lambda: len(stream.events()) == 1)
        await asyncio.to_thread(running, api, job_id)
        await stream.until(lambda: len(stream.events()) == 2)
        await asyncio.to_thread(api.engine.cancel, job_id, BUILDER)
        await asyncio.to_thread(api.engine.run_jobs)
        await asyncio.wait_for(stream.task, 20)
        headers = dict(stream.sent[0]["headers"])
        assert headers[b"content-type"] == b"text/event-stream; charset=utf-8"
        assert headers[b"cache-control"] == b"no-store"
        told = stream.events()
        assert [each["event"] for each in told[:2]] == ["progress", "progress"]
        assert told[-1]["event"] == "end"
        assert json.loads(told[-1]["data"]) == api.ok(f"/api/jobs/{job_id}")
        assert len({each["id"] for each in told}) == len(told)

    played(play)


def test_whoever_comes_back_is_told_nothing_twice(api: Api, job_id: str) -> None:
    async def play() -> None:
        first = Stream(api, job_id)
        await first.until(lambda: len(first.events()) == 1)
        first.done.set()
        await first.task
        again = Stream(api, job_id, last=first.events()[0]["id"])
        await again.until(lambda: bool(again.sent))
        await asyncio.to_thread(api.engine.cancel, job_id, BUILDER)
        await asyncio.wait_for(again.task, 20)
        assert "end" in [each["event"] for each in again.events()]
        assert first.events()[0]["id"] not in [each["id"] for each in again.events()]
        over = Stream(api, job_id, last=again.events()[-1]["id"])
        await asyncio.wait_for(over.task, 20)
        assert over.status == 204

    played(play)


def test_a_revoked_token_ends_its_stream(api: Api, job_id: str) -> None:
    secret, made = api.engine.mint_token("reader", ["read"], BUILDER)

    async def play() -> None:
        theirs, others = Stream(api, job_id, secret), Stream(api, job_id)
        await theirs.until(lambda: len(theirs.events()) == 1)
        await asyncio.to_thread(api.engine.revoke_token, made.id, BUILDER)
        await asyncio.wait_for(theirs.task, 20)
        assert not others.task.done()
        others.done.set()
        await others.task
        refused = Stream(api, job_id, secret)
        await refused.task
        assert refused.status == 401

    played(play)


def test_a_stream_that_has_nothing_to_tell_beats(api: Api, job_id: str) -> None:
    async def play() -> None:
        listening = api.http.app.state.streams.listen(job_id, "unknown", "", beat=0.0)
        assert await anext(listening) == streams.BEAT
        await listening.aclose()

    played(play)


def test_streams_end_with_the_service(api: Api, job_id: str) -> None:
    async def play() -> None:
        stream = Stream(api, job_id)
        await stream.until(lambda: len(stream.events()) == 1)
        api.http.app.state.streams.closing = lambda: True
        await asyncio.wait_for(stream.task, 20)

    played(play)


def test_nobody_waits_for_a_broadcaster_that_cannot_look(
    api: Api, job_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise DatabaseUnusable("The database is busy.")

    async def play() -> None:
        stream = Stream(api, job_id)
        await stream.until(lambda: len(stream.events()) == 1)
        monkeypatch.setattr(streams.jobs, "several", refuse)
        await asyncio.wait_for(stream.task, 20)

    played(play)


def test_two_hundred_listeners_hold_no_thread_and_more_than_the_limit_are_sent_away(
    api: Api, job_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LISTENERS", 200)

    async def play() -> None:
        listeners = [Stream(api, job_id) for _ in range(200)]
        for each in listeners:
            await each.until(lambda each=each: len(each.events()) == 1)
        threads = threading.active_count()
        late = Stream(api, job_id)
        await late.task
        assert late.status == 503
        # As many threads as the framework keeps for requests, however many listen.
        assert threads < 60
        for each in listeners:
            each.done.set()
        await asyncio.gather(*(each.task for each in listeners))
        api.http.app.state.streams.check_room()

    played(play)


def test_a_foreign_job_is_not_found(api: Api, job_id: str) -> None:
    key = api.token("read", projects=(api.project("osprey"),))
    assert api.get(f"/api/jobs/{job_id}/events", key).status_code == 404
    assert api.get("/api/jobs/job_unknown/events").status_code == 404
