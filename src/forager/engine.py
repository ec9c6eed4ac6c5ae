"""The engine: the one object that holds store, originals and readers together and offers FORAGER's verbs."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from sqlalchemy import Connection

from forager import derive
from forager.accept import folder
from forager.accept.files import Account, Intake, Offered
from forager.accept.folder import Skipped
from forager.ask.choose import budget_for, model_for
from forager.ask.model import Model
from forager.backup.take import Taken, take
from forager.derive.publish import Indexer, Published, lags
from forager.derive.rebuild import Comparison, rebuild_check
from forager.derive.run import Derivation
from forager.export.make import Exporter
from forager.export.restore import Importer, Restored
from forager.model.export import Export, Format
from forager.model.job import TERMINAL, Job
from forager.model.source import Project, Source
from forager.pipeline.apart import Apart
from forager.pipeline.interview import Asker
from forager.pipeline.readers import Readers
from forager.pipeline.runner import Runner
from forager.pipeline.worker import Worker
from forager.query.past import Past
from forager.search.choose import backend_for
from forager.settings import Settings
from forager.store import acts, backups, exports, identity, jobs, opening, projects, sources, tokens
from forager.store.acts import Caller
from forager.store.backups import Backup
from forager.store.identity import Identity
from formicaria.ground.clock import Clock, SystemClock, later
from formicaria.ground.crash import crash_point
from formicaria.ground.credentials import Credential
from formicaria.ground.database import Database
from formicaria.ground.ids import random_id

if TYPE_CHECKING:
    from forager.verify import Verification

LOOK_SECONDS = 0.05
UNTIL = "until"
"""Folder of stores made for the documents' clock, beside the database."""
DAY = 86_400
"""Seconds."""
T = TypeVar("T")
Also = Callable[[Connection, T], None]
"""Something to be written in the very transaction of a verb: (connection, what the verb made)."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a folder: the account of its files, and what in it was not offered."""

    account: Account
    skipped: tuple[Skipped, ...]


class Engine:
    """An open store and what can be done with it. Use ``Engine.open``; close it, or use it as a context manager."""

    def __init__(
        self, settings: Settings, opened: opening.Opened, clock: Clock, index: Indexer | None, model: Model | None
    ) -> None:
        """Hold an opened store; ``index`` brings the search index along with each revision (the database's own unless given).

        ``model`` is asked beside the rules when documents are read; None: nothing is.
        """
        self.settings = settings
        self.database = opened.database
        self.blobs = opened.blobs
        self.identity: Identity = opened.identity
        self.clock = clock
        self.search = backend_for(self.database)
        self.index = index or self.search.index
        self.model = model
        self.operator_key_made = opened.key_made
        self._lock = opened.lock
        self.apart = Apart()
        self.past = Past(self.database, settings.data_dir / UNTIL, settings.until_documents)
        if opened.lock:
            self.past.sweep()
            self._exporter().sweep()
        self._readers = Readers(self.blobs.root, settings.reading_workers)
        self._stopping = threading.Event()
        self._worker: Worker | None = None

    @classmethod
    def open(
        cls,
        settings: Settings,
        *,
        exclusive: bool = True,
        clock: Clock | None = None,
        index: Indexer | None = None,
        model: Model | None = None,
        label: str = "forager",
    ) -> Self:
        """Open the store that the settings name; without ``exclusive`` for reading only, beside a server that holds it.

        ``model`` takes the place of the one that the settings name.

        Raises:
            StoreHeld: another live process works on it.
            StoreAbsent: there is nothing to read.
            NewerDatabase, DatabaseUnusable, ConfigurationRefused: it cannot be opened.
        """
        told = clock or SystemClock()
        asked = model or model_for(settings)
        opened = opening.open_whole(settings, told, label) if exclusive else opening.open_reading(settings)
        return cls(settings, opened, told, index, asked)

    def close(self) -> None:
        """Stop the worker at its next boundary, record the audit heads, let go of the store."""
        self._stopping.set()
        if self._worker:
            self._worker.stop()
        self._readers.close()
        self.apart.close()
        self.past.close()
        try:
            if not isinstance(self.database, opening.ReadOnlyDatabase):
                with self.database.write() as connection:
                    identity.record_heads(connection, self.clock.now())
        finally:
            self.database.close()
            if self._lock:
                self._lock.release()

    def __enter__(self) -> Self:
        """The open engine."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close it."""
        self.close()

    # ---------------------------------------------------------------- projects
    def projects(self, only: Collection[str] = (), *, archived: bool = False) -> tuple[Project, ...]:
        """The projects in the order of making; ``only`` are the ids the caller may see (none given: all)."""
        with self.database.read() as connection:
            found = projects.listed(connection, archived=archived)
        return tuple(each for each in found if not only or each.id in only)

    def project(self, ref: str, only: Collection[str] = ()) -> Project:
        """The project with this id or name. Raises ProjectNotFound."""
        with self.database.read() as connection:
            return projects.find(connection, ref, tuple(only))

    def create_project(self, name: str, purpose: str, by: Caller, also: Also[Project] | None = None) -> Project:
        """A new, empty project. Raises InvalidRequest, NameTaken."""
        at = self.clock.now()
        with self.database.write() as connection:
            made = projects.create(connection, name, purpose, at)
            if also:
                also(connection, made)
            acts.record(connection, made.id, by, "project.created", made.id, at)
        return made

    def describe_project(self, project_id: str, name: str, purpose: str, by: Caller) -> Project:
        """Change what a project is called and for; its id and slug stay. Raises ProjectNotFound, InvalidRequest."""
        with self.database.write() as connection:
            projects.writable(connection, project_id)
            projects.describe(connection, project_id, name, purpose)
            acts.record(connection, project_id, by, "project.described", project_id, self.clock.now())
        return self.project(project_id)

    def archive_project(self, project_id: str, by: Caller, *, archived: bool = True) -> Project:
        """Archive a project, which then takes nothing new, or bring it back. Raises ProjectNotFound."""
        at = self.clock.now()
        with self.database.write() as connection:
            projects.lock(connection, projects.find(connection, project_id).id)
            projects.set_archived(connection, project_id, at if archived else "")
            action = "project.archived" if archived else "project.restored"
            acts.record(connection, project_id, by, action, project_id, at)
        return self.project(project_id)

    # ---------------------------------------------------------------- sources
    def accept(
        self, project_id: str, files: Iterable[Offered], by: Caller, also: Also[Account] | None = None
    ) -> Account:
        """Take files in; what is accepted is safe. See ``Intake.accept``."""
        return self._intake().accept(project_id, files, by, also)

    def accept_directory(
        self, project_id: str, path: str, by: Caller, *, recursive: bool = True, also: Also[Account] | None = None
    ) -> Imported:
        """Take in a folder of this machine, if the settings allow it. Raises InputRefused, InvalidRequest."""
        fence = folder.fence(self.settings.allowed_input_roots, anywhere=self.settings.allow_any_input_root)
        real = folder.resolve(path, fence)
        own = self.settings.data_dir.resolve()
        found = folder.look(real, fence, recursive=recursive, leave_out=own)
        return Imported(self.accept(project_id, found.offered, by, also), found.skipped)

    def remove_source(self, project_id: str, source_id: str, by: Caller) -> Source:
        """Take a source out of the living. Raises SourceNotFound, Conflict."""
        return self._intake().remove(project_id, source_id, by)

    def restore_source(self, project_id: str, source_id: str, by: Caller) -> Source:
        """Bring a removed source back. Raises SourceNotFound, Conflict."""
        return self._intake().restore(project_id, source_id, by)

    def _intake(self) -> Intake:
        return Intake(self.database, self.blobs, self.clock, self.settings.max_file_bytes)

    # ---------------------------------------------------------------- jobs
    def process(
        self, project_id: str, by: Caller, *, force: bool = False, failed: bool = False, also: Also[Job] | None = None
    ) -> Job:
        """Queue a job over what waits; ``force`` reads everything again, ``failed`` what could not be read.

        Raises:
            JobRunning: the project has a job that is not finished; the details name it.
            ProjectNotFound, ProjectArchived.
        """
        at = self.clock.now()
        with self.database.write() as connection:
            projects.writable(connection, project_id)
            made = jobs.create(connection, project_id, at, force=force)
            if force or failed:
                sources.forget_recipe(connection, project_id, failed_only=not force)
            if also:
                also(connection, made)
            acts.record(connection, project_id, by, "job.created", made.id, at, {"force": force, "failed": failed})
            crash_point("process.before_commit")
        crash_point("process.after_commit")
        self._wake()
        return made

    def job(self, job_id: str, only: Collection[str] = ()) -> Job:
        """A job with its stages. Raises JobNotFound."""
        with self.database.read() as connection:
            return jobs.get(connection, job_id, only)

    def jobs(self, project_id: str, limit: int = 50, offset: int = 0) -> tuple[Job, ...]:
        """A project's jobs, the newest first."""
        with self.database.read() as connection:
            return jobs.listed(connection, project_id, limit, offset)

    def unfinished_job(self, project_id: str) -> Job | None:
        """The project's job that is queued or running."""
        with self.database.read() as connection:
            return jobs.unfinished(connection, project_id)

    def cancel(self, job_id: str, by: Caller) -> Job:
        """Ask a job to stop at its next boundary; what is finished is kept. Raises JobNotFound, JobNotInState."""
        at = self.clock.now()
        with self.database.write() as connection:
            found = jobs.get(connection, job_id)
            jobs.request_cancel(connection, found, at)
            acts.record(connection, found.project_id, by, "job.cancelled", job_id, at)
        return self.job(job_id)

    def retry(self, job_id: str, by: Caller) -> Job:
        """Take up a failed or cancelled job where it stopped. Raises JobNotFound, JobNotInState, JobRunning."""
        at = self.clock.now()
        with self.database.write() as connection:
            found = jobs.get(connection, job_id)
            projects.writable(connection, found.project_id)
            jobs.requeue(connection, found)
            acts.record(connection, found.project_id, by, "job.retried", job_id, at)
        self._wake()
        return self.job(job_id)

    def run_job(self) -> Job | None:
        """Run the job that waits longest, here and now. None when none waits."""
        return self._runner().run_next()

    def run_jobs(self) -> tuple[Job, ...]:
        """Run every job that waits, here and now. Returns them as they ended."""
        ended: list[Job] = []
        while not self._stopping.is_set() and (job := self.run_job()) is not None:
            ended.append(job)
        return tuple(ended)

    def wait(self, job_id: str, seconds: float) -> Job:
        """The job once it is over, or as it stands after so many seconds."""
        over = time.monotonic() + seconds
        while (found := self.job(job_id)).status not in TERMINAL and time.monotonic() < over:
            self._stopping.wait(LOOK_SECONDS)
        return found

    def start_worker(self) -> None:
        """Run jobs in the background from now on."""
        self._worker = Worker(self._runner())
        self._worker.start()

    def _wake(self) -> None:
        if self._worker:
            self._worker.wake()

    def _runner(self) -> Runner:
        owner = f"{os.getpid()}-{random_id('')}"
        return Runner(
            self.database, self.blobs, self.clock, self._readers, self.derive, owner, self._stopping, self._asker()
        )

    def _asker(self) -> Asker | None:
        if self.model is None:
            return None
        own = self.settings
        return Asker(self.model, budget_for(own), own.model_attempts, own.model_output_tokens)

    # ---------------------------------------------------------------- exports
    def export(
        self, project_id: str, kind: Format, by: Caller, *, originals: bool = True, also: Also[Export] | None = None
    ) -> Export:
        """Make a file of what is published. See ``Exporter.make``."""
        return self._exporter().make(project_id, kind, by, originals=originals, also=also)

    def exported(self, export_id: str) -> Export:
        """An export. Raises ExportNotFound."""
        with self.database.read() as connection:
            return exports.get(connection, export_id)

    def export_file(self, found: Export) -> Path:
        """The file of an export, hashed again. Raises ExportGone when it is not what was recorded."""
        return self._exporter().whole(found)

    def import_package(self, path: Path, by: Caller, also: Also[Restored] | None = None) -> Restored:
        """Take a package in, with a job that derives it. See ``Importer.restore``."""
        made = Importer(self.database, self.blobs, self.clock, self._runner().recipe).restore(path, by, also)
        self._wake()
        return made

    def _exporter(self) -> Exporter:
        return Exporter(self.database, self.blobs, self.settings.data_dir / "exports", self.clock)

    # ---------------------------------------------------------------- tokens
    def mint_token(
        self, name: str, scopes: Sequence[str], by: Caller, *, limited_to: Sequence[str] = (), days: int = 0
    ) -> tuple[str, Credential]:
        """A new integration token and its secret, which is nowhere kept. Raises InvalidRequest, ProjectNotFound."""
        at = self.clock.now()
        end = later(at, days * DAY) if days else ""
        with self.database.write() as connection:
            return tokens.mint(
                connection, name=name, scopes=scopes, limited_to=limited_to, expires_at=end, by=by, at=at
            )

    def tokens(self) -> tuple[Credential, ...]:
        """Every integration token ever made, the oldest first."""
        with self.database.read() as connection:
            return tokens.listed(connection)

    def revoke_token(self, token_id: str, by: Caller) -> None:
        """End a token now. Raises NotFound."""
        with self.database.write() as connection:
            tokens.revoke(connection, token_id, by, self.clock.now())

    # ---------------------------------------------------------------- backups
    def backup(self, place: Path, by: Caller) -> Taken:
        """Write a backup to a new file, or into a folder; also beside a server that holds the store. See ``backup.take``."""
        # Entering it in the log is one short transaction that the database orders, whoever else writes.
        return take(Database(self.database.engine), self.blobs, self.clock, place, by)

    def backups(self) -> tuple[Backup, ...]:
        """Every backup in the log, the oldest first."""
        with self.database.read() as connection:
            return backups.listed(connection)

    # ---------------------------------------------------------------- knowledge
    def derive(self, task: Derivation) -> Published:
        """Bring a project up to its live evidence and decisions, search index included; again for decisions taken meanwhile."""
        whole = task if task.index else replace(task, index=self.index)
        made = derive.run(whole)
        while self._decided_meanwhile(task.project_id):
            following = derive.run(whole)
            made = following if following.changed else made
        return made

    def _decided_meanwhile(self, project_id: str) -> bool:
        with self.database.read() as connection:
            return lags(connection, project_id)

    def verify(self, project_id: str) -> Verification:
        """Open every piece of evidence again in the original bytes."""
        from forager.verify import verify  # noqa: PLC0415  # the parsers' libraries, only where originals are opened

        return verify(self.database, self.blobs, project_id)

    def check_rebuild(self, project_id: str) -> Comparison:
        """Compare the published state with a clean rebuild."""
        return rebuild_check(self.database, project_id)
