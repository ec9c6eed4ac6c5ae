"""A folder read into a base: sent in requests the engine takes, then processed; safe to do again after any interruption."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import TypeVar

from formicaria.ground.errors import Unavailable
from formicaria.up.folder import Found, Walked
from formicaria.up.keeper import Kept
from formicaria.up.processes import ServiceFailed
from formicaria.up.wire import Api, Json, Refused

T = TypeVar("T")
POLL_SECONDS = 0.15
ENDED = frozenset({"completed", "failed", "cancelled"})
PART_FILES = 100
PART_BYTES = 32 * 2**20
"""What goes in one request at most, so that progress is seen; the engine's own limits may be lower."""
ENVELOPE_BYTES = 4096
"""What a request holds beside one file's bytes and name."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the engine takes, in files and bytes."""

    files: int
    request: int
    file: int

    @property
    def largest(self) -> int:
        """The largest file that fits both limits."""
        return min(self.file, self.request - 2 * ENVELOPE_BYTES)


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of the files: names as the engine keeps them. Pairs are (name, why)."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    turned_down: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """Every name that the engine holds of this folder."""
        return frozenset((*self.new, *self.changed, *self.unchanged))


@dataclass(slots=True)
class _Tally:
    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    turned_down: list[tuple[str, str]] = field(default_factory=list)

    def add(self, answer: Json) -> None:
        for mine, theirs in ((self.new, "registered"), (self.changed, "replaced"), (self.unchanged, "duplicates")):
            mine.extend(str(row["original_name"]) for row in answer[theirs])
        self.turned_down.extend((str(row["name"]), str(row["reason"])) for row in answer["rejected"])


def limits(engine: Api) -> Limits:
    """What the engine says it takes."""
    found = engine.get("/api/capabilities")["limits"]
    return Limits(int(found["max_files"]), int(found["max_request_bytes"]), int(found["max_file_bytes"]))


def send(engine: Api, kept: Kept, base_id: str, walked: Walked, most: Limits, show: Callable[[int, int], None]) -> Sent:
    """Send every file that fits; ``show`` is told how many of how many are through. Raises ServiceFailed, Refused."""
    tally, through = _Tally(), 0
    for part in parts(walked.files, most, tally.turned_down):
        key = secrets.token_urlsafe(16)
        readable = _readable(part, tally.turned_down)
        if readable:
            offered = [(file.name, file.open) for file in readable]
            tally.add(patient(kept, lambda o=offered, k=key: engine.upload(_sources(base_id), o, k)))  # type: ignore[misc]  # bound now, not later
        through += len(part)
        show(through, len(walked.files))
    return Sent(tuple(tally.new), tuple(tally.changed), tuple(tally.unchanged), tuple(tally.turned_down))


def _sources(base_id: str) -> str:
    return f"/api/projects/{base_id}/sources"


def parts(files: Sequence[Found], most: Limits, turned_down: list[tuple[str, str]]) -> Iterator[list[Found]]:
    """The files in requests that the engine takes; what is too large or has no name in text is added to ``turned_down``."""
    part: list[Found] = []
    size = 0
    for file in files:
        if why := _unfit(file, most):
            turned_down.append(why)
            continue
        cost = file.size + len(file.name.encode()) + 512
        if part and (len(part) >= min(PART_FILES, most.files) or size + cost > min(PART_BYTES, most.request)):
            yield part
            part, size = [], ENVELOPE_BYTES
        part.append(file)
        size += cost
    if part:
        yield part


def _unfit(file: Found, most: Limits) -> tuple[str, str] | None:
    if any("\ud800" <= character <= "\udfff" for character in file.name):
        shown = file.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return shown, "Its name holds bytes that are not text. Rename the file."
    if file.size > most.largest:
        return file.name, f"It is larger than the engine takes ({most.largest // 2**20} MB). Split it."
    return None


def _readable(part: Sequence[Found], turned_down: list[tuple[str, str]]) -> list[Found]:
    """The files that can be opened now; the others are added to ``turned_down``."""
    found = []
    for file in part:
        try:
            file.open().close()
        except OSError as error:
            turned_down.append((file.name, f"It cannot be read ({error.strerror})."))
        else:
            found.append(file)
    return found


def begin(engine: Api, kept: Kept, base_id: str, show: Callable[[Json], None]) -> Json:
    """Begin to process what waits; the job. Raises ServiceFailed, Refused.

    A job that an earlier run left behind is awaited first: the engine has taken it up by itself.
    """
    key = secrets.token_urlsafe(16)
    while True:
        try:
            return patient(kept, lambda: engine.post(f"/api/projects/{base_id}/process", {}, key))
        except Refused as refused:
            if refused.answered != 409 or "job_id" not in refused.details:
                raise
            watched(engine, kept, str(refused.details["job_id"]), show)


def finish(engine: Api, kept: Kept, job: Json, show: Callable[[Json], None]) -> Json:
    """A job once it is completed. Raises ServiceFailed when it ends otherwise."""
    return _completed(watched(engine, kept, str(job["id"]), show))


def watched(engine: Api, kept: Kept, job_id: str, show: Callable[[Json], None]) -> Json:
    """A job once it is over; ``show`` is told of every look at it."""
    pause = Event()
    while True:
        job = patient(kept, lambda: engine.get(f"/api/jobs/{job_id}"))
        show(job)
        if job["status"] in ENDED:
            return job
        pause.wait(POLL_SECONDS)


def _completed(job: Json) -> Json:
    if job["status"] != "completed":
        told = job.get("error") or {}
        words = str(told.get("message") or "") if isinstance(told, dict) else ""
        raise ServiceFailed(f"The files could not be read: the job is {job['status']}.", remedy=words)
    return job


def patient(kept: Kept, ask: Callable[[], T]) -> T:
    """Ask again while the engine is being started again. Raises ServiceFailed once it stays down."""
    pause = Event()
    while True:
        try:
            return ask()
        except Unavailable:
            kept.check()
            pause.wait(POLL_SECONDS)
