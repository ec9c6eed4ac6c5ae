"""Job rows: one unfinished job to a project, stages that add up, cancel and retry, and a fence on every step."""

from __future__ import annotations

import pytest

from forager.errors import JobNotFound, JobNotInState, JobRunning
from forager.model.job import Job, RunState, StageName
from forager.model.source import Project
from forager.store import jobs, projects
from formicaria.ground import work
from formicaria.ground.database import Database
from formicaria.ground.errors import LostLease
from formicaria.ground.work import Unit

AT = "2026-01-01T00:00:00.000000Z"
LATER = "2026-01-02T00:00:00.000000Z"


@pytest.fixture
def project(database: Database) -> Project:
    """A project."""
    with database.write() as connection:
        return projects.create(connection, "Falcon", "", AT)


@pytest.fixture
def job(database: Database, project: Project) -> Job:
    """Its queued job."""
    with database.write() as connection:
        return jobs.create(connection, project.id, AT, force=False)


def claimed(database: Database) -> Unit:
    with database.write() as connection:
        held = work.claim(database, connection, [jobs.KIND], "me", 60)
        assert held is not None
        jobs.begin(connection, held.key, AT)
    return held


def now(database: Database, job: Job) -> Job:
    with database.read() as connection:
        return jobs.get(connection, job.id)


def test_a_new_job_has_the_eleven_stages_in_order(job: Job) -> None:
    assert [each.name for each in job.stages] == list(StageName)
    assert len(job.stages) == 11
    assert {each.status for each in job.stages} == {RunState.QUEUED}
    assert job.progress == 0
    assert job.current_stage == StageName.SOURCE_REGISTRATION


def test_a_second_job_is_refused_and_the_first_named(database: Database, project: Project, job: Job) -> None:
    with database.write() as connection, pytest.raises(JobRunning) as refused:
        jobs.create(connection, project.id, AT, force=False)
    assert refused.value.status == 409
    assert refused.value.details == {"job_id": job.id}


def test_a_foreign_job_is_not_found(database: Database, job: Job) -> None:
    with database.read() as connection:
        for id_, only in ((job.id, ["proj_other"]), ("job_none", [])):
            with pytest.raises(JobNotFound):
                jobs.get(connection, id_, only)


def test_progress_is_computed_from_the_rows(database: Database, job: Job) -> None:
    with database.write() as connection:
        jobs.set_stage(connection, job.id, StageName.SOURCE_REGISTRATION, RunState.COMPLETED, total=4)
        jobs.set_stage(connection, job.id, StageName.PARSING_EXTRACTION, RunState.RUNNING, total=4)
        jobs.count_stage(connection, job.id, StageName.PARSING_EXTRACTION, ["a: bad"], processed=1, failed=1)
        jobs.set_stage(connection, job.id, StageName.INDEXING, RunState.SKIPPED)
    found = now(database, job)
    assert found.progress == pytest.approx((1 + 0.5 + 1) / 11)
    assert found.current_stage == StageName.PARSING_EXTRACTION
    assert found.stages[1].warnings == ("a: bad",)


def test_warnings_are_capped_and_the_rest_counted(database: Database, job: Job) -> None:
    with database.write() as connection:
        for number in range(jobs.MOST_WARNINGS + 5):
            jobs.count_stage(connection, job.id, StageName.CHUNKING, [f"w{number}"])
        jobs.count_stage(connection, job.id, StageName.CHUNKING, ["x", "y"])
    warnings = now(database, job).stages[3].warnings
    assert len(warnings) == jobs.MOST_WARNINGS + 1
    assert warnings[-1] == "and 7 more"


def test_cancelling_a_waiting_job_ends_it_at_once(database: Database, job: Job) -> None:
    with database.write() as connection:
        jobs.request_cancel(connection, job, LATER)
    found = now(database, job)
    assert found.status is RunState.CANCELLED
    assert {each.status for each in found.stages} == {RunState.CANCELLED}
    with database.write() as connection:
        assert work.claim(database, connection, [jobs.KIND], "me", 60) is None
        with pytest.raises(JobNotInState):
            jobs.request_cancel(connection, found, LATER)


def test_cancelling_a_running_job_asks_it_to_stop(database: Database, job: Job) -> None:
    held = claimed(database)
    with database.write() as connection:
        jobs.request_cancel(connection, now(database, job), LATER)
        assert jobs.cancel_requested(connection, job.id)
    assert now(database, job).status is RunState.RUNNING
    with database.write() as connection:
        jobs.end(connection, held, RunState.CANCELLED, LATER)
    assert now(database, job).status is RunState.CANCELLED


def test_a_failed_job_can_be_taken_up_again_and_keeps_its_finished_stages(
    database: Database, project: Project, job: Job
) -> None:
    held = claimed(database)
    with database.write() as connection:
        jobs.set_stage(connection, job.id, StageName.SOURCE_REGISTRATION, RunState.COMPLETED, total=1, processed=1)
        jobs.set_stage(connection, job.id, StageName.PARSING_EXTRACTION, RunState.RUNNING, total=1)
        jobs.end(connection, held, RunState.FAILED, LATER, code="x", words="It failed.")
    failed = now(database, job)
    assert [each.status for each in failed.stages[:3]] == [RunState.COMPLETED, RunState.FAILED, RunState.CANCELLED]
    assert (failed.error_code, failed.error) == ("x", "It failed.")
    with database.write() as connection:
        jobs.requeue(connection, failed)
    again = now(database, job)
    assert again.status is RunState.QUEUED
    assert [each.status for each in again.stages[:3]] == [RunState.COMPLETED, RunState.QUEUED, RunState.QUEUED]
    assert claimed(database).key == job.id


def test_only_a_failed_or_cancelled_job_is_tried_again_and_not_beside_another(
    database: Database, project: Project, job: Job
) -> None:
    with database.write() as connection, pytest.raises(JobNotInState):
        jobs.requeue(connection, job)
    with database.write() as connection:
        jobs.request_cancel(connection, job, AT)
        jobs.create(connection, project.id, LATER, force=False)
    with database.write() as connection, pytest.raises(JobRunning):
        jobs.requeue(connection, now(database, job))


def test_a_worker_whose_claim_was_taken_over_can_write_nothing(database: Database, job: Job) -> None:
    first = claimed(database)
    with database.write() as connection:
        work.release_all(connection)
    second = claimed(database)
    assert second.fence > first.fence
    for write in (
        lambda connection: jobs.progressed(connection, first),
        lambda connection: jobs.pause(connection, first),
        lambda connection: jobs.end(connection, first, RunState.COMPLETED, LATER),
    ):
        with pytest.raises(LostLease), database.write() as connection:
            write(connection)
    assert now(database, job).status is RunState.RUNNING


def test_progress_forgets_earlier_deaths(database: Database, job: Job) -> None:
    for _ in range(6):
        held = claimed(database)
        with database.write() as connection:
            jobs.progressed(connection, held)
            work.release_all(connection)
    assert held.attempts == 2


def test_without_progress_the_third_death_is_the_last(database: Database, job: Job) -> None:
    for _ in range(3):
        claimed(database)
        with database.write() as connection:
            work.release_all(connection)
    with database.write() as connection:
        assert work.claim(database, connection, [jobs.KIND], "me", 60) is None
        assert [each.key for each in work.exhausted(database, connection, [jobs.KIND])] == [job.id]


def test_a_paused_job_waits_for_the_next_worker(database: Database, job: Job) -> None:
    held = claimed(database)
    with database.write() as connection:
        jobs.pause(connection, held)
    assert now(database, job).status is RunState.QUEUED
    assert claimed(database).attempts == 1


def test_jobs_are_listed_newest_first(database: Database, project: Project, job: Job) -> None:
    with database.write() as connection:
        jobs.request_cancel(connection, job, AT)
        second = jobs.create(connection, project.id, LATER, force=True)
        assert [each.id for each in jobs.listed(connection, project.id)] == [second.id, job.id]
        assert jobs.unfinished(connection, project.id) == second
