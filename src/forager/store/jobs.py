"""Jobs and their eleven stage rows; a job is also a leased unit of work, so that one worker at a time has it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, Row, insert, select, update

from forager.errors import JobNotFound, JobNotInState, JobRunning
from forager.model.job import TERMINAL, Job, RunState, Stage, StageName
from forager.store.tables import job, job_stage
from formicaria.ground import work
from formicaria.ground.canonical import canonical_text, parse
from formicaria.ground.errors import LostLease
from formicaria.ground.ids import random_id
from formicaria.ground.tables import unit
from formicaria.ground.work import Unit

KIND = "job"
OPEN = (RunState.QUEUED, RunState.RUNNING)
MOST_WARNINGS = 200
"""Warnings kept with a stage; the rest are counted in its last line."""
_ENDED = {RunState.COMPLETED: "done", RunState.FAILED: "failed", RunState.CANCELLED: "cancelled"}


def create(connection: Connection, project_id: str, at: str, *, force: bool) -> Job:
    """A queued job with its stages; the project must be locked. Raises JobRunning when it has one that is not finished."""
    if (other := unfinished(connection, project_id)) is not None:
        raise JobRunning(
            f"The job {other.id} of this project is not finished.",
            remedy="Wait for it, or cancel it.",
            details={"job_id": other.id},
        )
    id_ = random_id("job_")
    texts = dict.fromkeys(("error_code", "error", "started_at", "finished_at"), "")
    row = {"id": id_, "project_id": project_id, "status": RunState.QUEUED, "cancel_requested": False, "force": force}
    connection.execute(insert(job).values(**row, **texts, created_at=at, revision=0))
    counts = dict.fromkeys(("total", "processed", "skipped", "failed"), 0)
    stages = [
        {"job_id": id_, "ordinal": ordinal, "name": name, "status": RunState.QUEUED, "warnings": "[]", **counts}
        for ordinal, name in enumerate(StageName)
    ]
    connection.execute(insert(job_stage), stages)
    work.enqueue(connection, KIND, id_, group=project_id, at=at)
    return get(connection, id_)


def get(connection: Connection, job_id: str, only: Collection[str] = ()) -> Job:
    """The job with its stages; ``only`` are the projects the caller may see (none given: all). Raises JobNotFound."""
    row = connection.execute(select(job).where(job.c.id == job_id)).one_or_none()
    if row is None or (only and row.project_id not in only):
        raise JobNotFound("There is no such job.", remedy="List the project's jobs.")
    return _job(connection, row)


def several(connection: Connection, ids: Collection[str]) -> tuple[Job, ...]:
    """The jobs with these ids that there are, by id."""
    rows = connection.execute(select(job).where(job.c.id.in_(sorted(ids))).order_by(job.c.id))
    return tuple(_job(connection, row) for row in rows.all())


def listed(connection: Connection, project_id: str, limit: int = 50, offset: int = 0) -> tuple[Job, ...]:
    """A project's jobs, the newest first."""
    order = (job.c.created_at.desc(), job.c.id)
    rows = connection.execute(
        select(job).where(job.c.project_id == project_id).order_by(*order).limit(limit).offset(offset)
    )
    return tuple(_job(connection, row) for row in rows.all())


def unfinished(connection: Connection, project_id: str) -> Job | None:
    """The project's job that is queued or running."""
    mine = (job.c.project_id == project_id) & job.c.status.in_(OPEN)
    row = connection.execute(select(job).where(mine).order_by(job.c.created_at, job.c.id).limit(1)).one_or_none()
    return None if row is None else _job(connection, row)


def _job(connection: Connection, row: Row[tuple[object, ...]]) -> Job:
    rows = connection.execute(select(job_stage).where(job_stage.c.job_id == row.id).order_by(job_stage.c.ordinal))
    values = dict(row._mapping) | {"status": RunState(row.status), "stages": tuple(_stage(each) for each in rows)}
    return Job(**values)


def _stage(row: Row[tuple[object, ...]]) -> Stage:
    warnings = parse(row.warnings)
    kept = tuple(str(each) for each in warnings) if isinstance(warnings, list) else ()
    counts = (int(row.total), int(row.processed), int(row.skipped), int(row.failed))
    return Stage(StageName(row.name), RunState(row.status), *counts, kept)


def begin(connection: Connection, job_id: str, at: str) -> None:
    """The job runs; when it ran before it keeps its first start."""
    values = {"status": RunState.RUNNING, "error_code": "", "error": "", "finished_at": ""}
    connection.execute(update(job).where(job.c.id == job_id).values(**values))
    connection.execute(update(job).where(job.c.id == job_id, job.c.started_at == "").values(started_at=at))


def pause(connection: Connection, held: Unit) -> None:
    """The job waits for another worker; nothing of it is lost."""
    work.give_back(connection, held)
    connection.execute(update(job).where(job.c.id == held.key).values(status=RunState.QUEUED))


def end(
    connection: Connection, held: Unit, status: RunState, at: str, *, revision: int = 0, code: str = "", words: str = ""
) -> None:
    """The job is over: its row, its open stages and its unit say so together."""
    values = {"status": status, "finished_at": at, "revision": revision, "error_code": code, "error": words}
    connection.execute(update(job).where(job.c.id == held.key).values(**values, cancel_requested=False))
    if status is not RunState.COMPLETED:
        running = (job_stage.c.job_id == held.key) & (job_stage.c.status == RunState.RUNNING)
        waiting = (job_stage.c.job_id == held.key) & (job_stage.c.status == RunState.QUEUED)
        connection.execute(update(job_stage).where(running).values(status=status))
        connection.execute(update(job_stage).where(waiting).values(status=RunState.CANCELLED))
    work.settle(connection, held, _ENDED[status])


def request_cancel(connection: Connection, found: Job, at: str) -> None:
    """Ask a job to stop at its next boundary; one that has not begun is over at once. Raises JobNotInState."""
    if found.status in TERMINAL:
        raise JobNotInState(f"The job is {found.status.value} already.")
    connection.execute(update(job).where(job.c.id == found.id).values(cancel_requested=True))
    queued = (unit.c.kind == KIND) & (unit.c.key == found.id) & (unit.c.state == "queued")
    if connection.execute(update(unit).where(queued).values(state="cancelled")).rowcount:
        ended = {"status": RunState.CANCELLED, "finished_at": at, "cancel_requested": False}
        connection.execute(update(job).where(job.c.id == found.id).values(**ended))
        waiting = (job_stage.c.job_id == found.id) & job_stage.c.status.in_(OPEN)
        connection.execute(update(job_stage).where(waiting).values(status=RunState.CANCELLED))


def cancel_requested(connection: Connection, job_id: str) -> bool:
    """Whether the job was asked to stop."""
    return bool(connection.execute(select(job.c.cancel_requested).where(job.c.id == job_id)).scalar_one())


def requeue(connection: Connection, found: Job) -> None:
    """Take up a failed or cancelled job where it stopped; the project must be locked. Raises JobNotInState, JobRunning."""
    if found.status not in {RunState.FAILED, RunState.CANCELLED}:
        raise JobNotInState(f"The job is {found.status.value}; only a failed or cancelled one can be tried again.")
    if (other := unfinished(connection, found.project_id)) is not None:
        raise JobRunning(f"The job {other.id} of this project is not finished.", details={"job_id": other.id})
    values = {"status": RunState.QUEUED, "error_code": "", "error": "", "finished_at": "", "cancel_requested": False}
    connection.execute(update(job).where(job.c.id == found.id).values(**values))
    again = (job_stage.c.job_id == found.id) & job_stage.c.status.in_((RunState.FAILED, RunState.CANCELLED))
    connection.execute(update(job_stage).where(again).values(status=RunState.QUEUED))
    work.requeue(connection, KIND, found.id)


def progressed(connection: Connection, held: Unit) -> None:
    """Something of the job is finished: deaths before this do not count against it any more.

    Raises:
        LostLease: another worker has the job; the caller's transaction must not commit.
    """
    mine = (unit.c.kind == held.kind) & (unit.c.key == held.key) & (unit.c.fence == held.fence)
    if connection.execute(update(unit).where(mine).values(attempts=1)).rowcount != 1:
        raise LostLease(f"The work on {held.key} was taken over by another worker; this result is discarded.")


def set_stage(connection: Connection, job_id: str, name: StageName, status: RunState, **counts: int) -> None:
    """Set a stage's status and, of its counts, those given."""
    mine = (job_stage.c.job_id == job_id) & (job_stage.c.name == name)
    connection.execute(update(job_stage).where(mine).values(status=status, **counts))


def count_stage(
    connection: Connection, job_id: str, name: StageName, warnings: Iterable[str] = (), **added: int
) -> None:
    """Add to a stage's counts and warnings."""
    mine = (job_stage.c.job_id == job_id) & (job_stage.c.name == name)
    values: dict[str, object] = {column: job_stage.c[column] + number for column, number in added.items() if number}
    fresh = list(warnings)
    if fresh:
        text = connection.execute(select(job_stage.c.warnings).where(mine)).scalar_one()
        values["warnings"] = canonical_text(_capped(parse(text), fresh))
    if values:
        connection.execute(update(job_stage).where(mine).values(**values))


def _capped(present: object, fresh: list[str]) -> list[str]:
    kept = [str(each) for each in present] if isinstance(present, list) else []
    more = 0
    if len(kept) > MOST_WARNINGS:
        more = int(kept.pop().split()[1])
    room = MOST_WARNINGS - len(kept)
    more += max(0, len(fresh) - room)
    kept += fresh[:room]
    return [*kept, f"and {more} more"] if more else kept
