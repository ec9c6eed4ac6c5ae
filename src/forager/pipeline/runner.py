"""Run one job through its eleven stages; every write also proves that the job is still this worker's (design notes §9)."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from forager.derive.publish import Published
from forager.derive.run import Derivation, Stopped
from forager.errors import ReadingFailed
from forager.model.job import Job, RunState, StageName
from forager.model.source import Source
from forager.pipeline import lease
from forager.pipeline.commit import Committed, commit
from forager.pipeline.interview import Asker, Desk, Interview, recipe_of
from forager.pipeline.readers import Readers
from forager.pipeline.recipe import recipe
from forager.pipeline.validate import unsupported
from forager.store import jobs, sources
from forager.store.blobs import Blobs
from forager.store.readings import Asked, Failure, Success
from forager.store.sources import live, unread
from formicaria.ground import work
from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.errors import Conflict, Error, LostLease
from formicaria.ground.logs import get_logger
from formicaria.ground.work import Unit

READING = (StageName.PARSING_EXTRACTION, StageName.NORMALIZATION, StageName.CHUNKING, StageName.SEMANTIC_EXTRACTION)
DERIVED = (StageName.ENTITY_RESOLUTION, StageName.DEDUP_CONFLICT, StageName.INDEXING, StageName.EXPORT_AVAILABILITY)
PAGE = 1_000
"""Waiting sources looked up at once."""
RETRY_SECONDS = 0.5
"""Between two attempts to derive a project that someone else is deriving."""


class Derive(Protocol):
    """Brings a project's derived state up to its live evidence and decisions, and publishes it."""

    def __call__(self, task: Derivation) -> Published:
        """Raises Stopped when told to stop, Conflict while another derivation of the project runs."""
        ...


class _Interrupted(Exception):  # control flow inside this module, never an error
    """The job was asked to stop, or its process is ending."""


@dataclass(frozen=True, slots=True)
class Runner:
    """What running needs. ``owner`` names this worker; ``stopping`` is set when its process ends.

    ``asker`` is the model beside the rules; None: there is none.
    """

    database: Database
    blobs: Blobs
    clock: Clock
    readers: Readers
    derive: Derive
    owner: str
    stopping: threading.Event
    asker: Asker | None = None

    @property
    def recipe(self) -> str:
        """By what documents are read."""
        return self.asker.recipe(recipe()) if self.asker else recipe()

    def run_next(self) -> Job | None:
        """Claim the next job that waits and run it. None when none waits."""
        self._give_up_on_the_dead()
        with self.database.write() as connection:
            held = work.claim(self.database, connection, [jobs.KIND], self.owner, lease.LEASE_SECONDS)
            if held is not None:
                jobs.begin(connection, held.key, self.clock.now())
        if held is None:
            return None
        crash_point("job.after_claim")
        with lease.kept(self.database, held):
            self._guarded(held)
        with self.database.read() as connection:
            return jobs.get(connection, held.key)

    def _give_up_on_the_dead(self) -> None:
        with self.database.read() as connection:
            dead = work.exhausted(self.database, connection, [jobs.KIND])
        for held in dead:
            words = "The process working on this job died three times without finishing anything. Try the job again."
            self._end(held, RunState.FAILED, code="worker_died", words=words)

    def _guarded(self, held: Unit) -> None:
        """Run the job to one of its ends; whatever happens is written down, but for what belongs to another worker now."""
        try:
            self._run(held)
        except LostLease:
            get_logger("job").warning("lease_lost", job=held.key)
        except (_Interrupted, Stopped):
            self._interrupted(held)
        except KeyboardInterrupt:
            self.readers.close(now=True)
            self._paused(held)
            raise
        except Error as error:
            self._end(held, RunState.FAILED, code=error.code, words=error.sentence)
        except Exception as error:
            get_logger("job").error("unexpected_fault", job=held.key, type=type(error).__name__)
            words = (
                f"The job met an unexpected fault ({type(error).__name__}). What was finished is kept; try it again."
            )
            self._end(held, RunState.FAILED, code="internal_error", words=words)
            if os.environ.get("FORMICARIA_TRACEBACK"):
                raise

    def _run(self, held: Unit) -> None:
        with self.database.read() as connection:
            job = jobs.get(connection, held.key)
        self._register(held, job)
        self._read_all(held, job)
        published = self._derive(held, job)
        faults = self._validate(held, job, published)
        if faults:
            words = f"{faults} statements of the new revision lack evidence; they are listed with the stage."
            self._end(held, RunState.FAILED, revision=published.rev, code="validation_failed", words=words)
        else:
            self._end(held, RunState.COMPLETED, revision=published.rev)

    def _interrupted(self, held: Unit) -> None:
        if self._cancelled(held):
            self._end(held, RunState.CANCELLED)
        else:
            self._paused(held)

    def _paused(self, held: Unit) -> None:
        with self.database.write() as connection:
            jobs.pause(connection, held)

    def _end(self, held: Unit, status: RunState, *, revision: int = 0, code: str = "", words: str = "") -> None:
        try:
            with self.database.write() as connection:
                jobs.end(connection, held, status, self.clock.now(), revision=revision, code=code, words=words)
                crash_point("job.before_end")
        except LostLease:
            get_logger("job").warning("lease_lost", job=held.key)

    # ---------------------------------------------------------------- reading
    def _register(self, held: Unit, job: Job) -> None:
        """Count what waits; a job taken up again adds to what it had counted."""
        counted = {stage.name: stage.processed + stage.skipped + stage.failed for stage in job.stages}
        with self.database.write() as connection:
            waiting = sources.count(connection, unread(job.project_id, self.recipe))
            if not counted[StageName.SOURCE_REGISTRATION]:
                total = sources.count(connection, live(job.project_id))
                counts = {"total": total, "processed": waiting, "skipped": total - waiting}
                jobs.set_stage(connection, job.id, StageName.SOURCE_REGISTRATION, RunState.COMPLETED, **counts)
            for name in READING:
                jobs.set_stage(connection, job.id, name, RunState.RUNNING, total=counted[name] + waiting)
            jobs.set_stage(connection, job.id, StageName.PROVENANCE, RunState.RUNNING)
            work.renew(self.database, connection, held, lease.LEASE_SECONDS)

    def _read_all(self, held: Unit, job: Job) -> None:
        waiting = _Waiting(self.database, job.project_id, self.recipe)
        interview = self._interview(held, job)

        def upcoming(busy: Sequence[str], most: int) -> Sequence[Asked]:
            if self._stop(held):
                return ()
            if interview is None:
                return waiting.next(busy, most)
            again = interview.again(most)
            taken = [*busy, *interview.busy, *(asked.source_id for asked in again)]
            return [*again, *waiting.next(taken, most - len(again))]

        for asked, outcome in self.readers.results(upcoming, careful=held.attempts > 1):
            kept = interview.after(asked, outcome) if interview else outcome
            if kept is not None:
                self._commit(held, asked, kept)
        if interview is not None:
            self._tell(held, interview)
        if self._stop(held):
            raise _Interrupted
        with self.database.write() as connection:
            for stage in jobs.get(connection, job.id).stages:
                if stage.name in {*READING, StageName.PROVENANCE}:
                    ended = RunState.COMPLETED if stage.total else RunState.SKIPPED
                    jobs.set_stage(connection, job.id, stage.name, ended)
            jobs.progressed(connection, held)
        crash_point("job.after_reading")

    def _interview(self, held: Unit, job: Job) -> Interview | None:
        if self.asker is None:
            return None
        desk = Desk(self.database, job.project_id, held, self.clock)
        return Interview(self.asker, desk, lambda: self._stop(held), self.stopping.wait)

    def _tell(self, held: Unit, interview: Interview) -> None:
        """Say what the model took, for the person who reads the job and for whoever counts."""
        spent, model = interview.spent, self.asker.model.name if self.asker else ""
        if spent.calls:
            tokens = spent.input_tokens + spent.output_tokens
            words = f"The model {model} was called {spent.calls} times for this job ({tokens} tokens)."
            with self.database.write() as connection:
                jobs.count_stage(connection, held.key, StageName.SEMANTIC_EXTRACTION, [words])
                jobs.progressed(connection, held)
            counts = {"calls": spent.calls, "input_tokens": spent.input_tokens, "output_tokens": spent.output_tokens}
            get_logger("model").info("model_asked", job=held.key, model=model, **counts)

    def _commit(self, held: Unit, asked: Asked, outcome: Success | Failure) -> None:
        """Write a reading; one that the database cannot hold is its document's failure, not the job's."""
        try:
            self._written(held, asked, outcome)
        except Error:
            raise
        except Exception as error:
            if isinstance(outcome, Failure):
                raise
            words = f"What was read from it cannot be kept ({type(error).__name__})."
            self._written(held, asked, Failure(ReadingFailed.code, words))

    def _written(self, held: Unit, asked: Asked, outcome: Success | Failure) -> None:
        with self.database.write() as connection:
            read_by = recipe_of(self.recipe, outcome)
            done = commit(connection, asked.source_id, outcome, read_by, self.clock.now())
            for name in READING:
                jobs.count_stage(connection, held.key, name, (), **_counts(name, done))
            notes = _warnings(done, outcome)
            jobs.count_stage(connection, held.key, StageName.PARSING_EXTRACTION, notes)
            jobs.count_stage(connection, held.key, StageName.SEMANTIC_EXTRACTION, _of_model(done, outcome))
            lost = [f"{done.name}: {done.lost} statements were not found again in the original and are left out"]
            checked = {"total": done.evidence + done.lost, "processed": done.evidence, "failed": done.lost}
            jobs.count_stage(connection, held.key, StageName.PROVENANCE, lost if done.lost else (), **checked)
            jobs.progressed(connection, held)
            crash_point("read.before_commit")
        crash_point("read.after_commit")

    # ---------------------------------------------------------------- deriving
    def _derive(self, held: Unit, job: Job) -> Published:
        def report(stage: StageName, done: int, total: int) -> None:
            status = RunState.COMPLETED if total and done >= total else RunState.RUNNING
            with self.database.write() as connection:
                jobs.set_stage(connection, job.id, stage, status, total=total, processed=done)
                jobs.progressed(connection, held)

        task = Derivation(
            self.database, job.project_id, self.clock, job.id, report, lambda: self._stop(held), owner=self.owner
        )
        published = self._derived(held, task)
        with self.database.write() as connection:
            for name in DERIVED:
                ended = RunState.COMPLETED if published.changed else RunState.SKIPPED
                jobs.set_stage(connection, job.id, name, ended)
            jobs.progressed(connection, held)
        crash_point("job.after_derive")
        return published

    def _derived(self, held: Unit, task: Derivation) -> Published:
        while True:
            try:
                return self.derive(task)
            except Stopped:
                raise
            except Conflict:
                # Someone's decision is being derived in this moment; ours follows it.
                self.stopping.wait(RETRY_SECONDS)
                if self._stop(held):
                    raise _Interrupted from None

    def _validate(self, held: Unit, job: Job, published: Published) -> int:
        """Check what the new revision says. Returns how many statements break the rule."""
        with self.database.write() as connection:
            seen, faults = unsupported(connection, job.project_id, published.rev) if published.changed else (0, ())
            status = RunState.FAILED if faults else RunState.COMPLETED if seen else RunState.SKIPPED
            counts = {"total": seen, "processed": seen - len(faults), "failed": len(faults)}
            jobs.set_stage(connection, job.id, StageName.VALIDATION, status, **counts)
            jobs.count_stage(connection, job.id, StageName.VALIDATION, [f"{each}: no evidence" for each in faults])
            jobs.progressed(connection, held)
        return len(faults)

    def _stop(self, held: Unit) -> bool:
        return self.stopping.is_set() or self._cancelled(held)

    def _cancelled(self, held: Unit) -> bool:
        with self.database.read() as connection:
            return jobs.cancel_requested(connection, held.key)


class _Waiting:
    """The sources of a project that wait to be read, in the order of their acceptance; looked up a page at a time."""

    def __init__(self, database: Database, project_id: str, recipe: str) -> None:
        """Look up nothing yet."""
        self._recipe = recipe
        self._database = database
        self._project_id = project_id
        self._page: deque[Source] = deque()

    def next(self, busy: Sequence[str], most: int) -> list[Asked]:
        """The next ones, at most so many; those under way are left out."""
        if not self._page:
            with self._database.read() as connection:
                self._page.extend(sources.to_read(connection, self._project_id, self._recipe, busy, PAGE))
        found = [self._page.popleft() for _ in range(min(most, len(self._page)))]
        return [Asked(each.project_id, each.id, each.logical_name, each.sha256) for each in found]


def _counts(name: StageName, done: Committed) -> dict[str, int]:
    """What one source adds to a reading stage: what cannot be parsed is passed over by the stages after."""
    failed = done.failure is not None
    if name is StageName.PARSING_EXTRACTION:
        return {"total": done.members, "processed": int(not failed), "failed": int(failed)}
    return {"total": done.members, "processed": int(not failed), "skipped": int(failed)}


def _warnings(done: Committed, outcome: Success | Failure) -> list[str]:
    if isinstance(outcome, Failure):
        return [f"{done.name}: {outcome.words}"]
    unread_parts = [f"{done.name}: {each.what} was not read ({each.why})" for each in outcome.document.unread]
    return unread_parts + [f"{done.name}: {each}" for each in outcome.document.warnings]


def _of_model(done: Committed, outcome: Success | Failure) -> list[str]:
    asking = outcome.document.asking if isinstance(outcome, Success) else None
    return [f"{done.name}: {words}" for words in asking.sentences()] if asking else []
