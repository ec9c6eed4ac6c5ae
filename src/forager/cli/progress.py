"""Live progress of a job, read from its rows by a second pair of eyes while the first works."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from formicaria.ground.errors import Error

if TYPE_CHECKING:
    from forager.engine import Engine
    from forager.model.job import Job

LOOK_SECONDS = 0.1
LABELS: Mapping[str, str] = {
    "source_registration": "registering",
    "parsing_extraction": "reading",
    "normalization": "reading",
    "chunking": "reading",
    "semantic_extraction": "reading",
    "entity_resolution": "resolving names",
    "dedup_conflict": "comparing statements",
    "provenance": "checking places",
    "validation": "validating",
    "indexing": "indexing",
    "export_availability": "publishing",
}


@contextmanager
def watched(engine: Engine, job_id: str, tell: Callable[[str], None]) -> Iterator[None]:
    """Tell of the job's progress while the block runs."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(LOOK_SECONDS):
            try:
                tell(sentence(engine.job(job_id)))
            except Error:
                continue

    thread = threading.Thread(target=contextvars.copy_context().run, args=(watch,), name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        tell(sentence(engine.job(job_id)))


def sentence(job: Job) -> str:
    """Where a job stands, in few words."""
    if job.status.value in {"completed", "failed", "cancelled"}:
        return job.status.value
    stage = next((each for each in job.stages if each.name == job.current_stage), job.stages[-1])
    return words(stage.name, stage.processed + stage.skipped + stage.failed, stage.total, job.progress)


def words(stage: str, done: int, total: int, progress: float) -> str:
    """A stage, its count, and the whole in hundredths."""
    count = f" {done}/{total}" if total else ""
    return f"{LABELS.get(stage, stage)}{count} ({progress:.0%})"
