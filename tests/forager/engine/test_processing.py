"""From files to a published revision: every stage told in rows, nothing done twice, one bad file failing alone."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.forager.engine.corpus import BROKEN, BUDGET, BY, FILES, MEMO, STATUS, mail, offered, processed

from forager.accept.files import Offered
from forager.derive import Derivation
from forager.derive.publish import Published
from forager.engine import Engine
from forager.errors import InputRefused, JobRunning
from forager.model.job import Job, RunState, StageName
from forager.model.source import Project, ReadState, SourceState
from forager.pipeline import reading
from forager.store import evidence as evidence_rows
from forager.store import sources
from forager.store.tables import document, evidence, source
from forager.store.tables import project as project_table
from formicaria.ground import audit
from formicaria.ground.errors import DatabaseUnusable, Unavailable


def stage(job: Job, name: StageName) -> tuple[RunState, int, int, int, int]:
    found = next(each for each in job.stages if each.name is name)
    return found.status, found.total, found.processed, found.skipped, found.failed


def living(engine: Engine, project: Project) -> dict[str, sources.Source]:
    with engine.database.read() as connection:
        found = sources.listed(connection, project.id)
    return {each.logical_name: each for each in found if each.state is SourceState.LIVE}


def evidence_ids(engine: Engine, project: Project) -> set[str]:
    query = select(evidence.c.id).where(evidence.c.project_id == project.id)
    with engine.database.read() as connection:
        return set(connection.execute(query).scalars())


@pytest.mark.req("LAW-01")
def test_a_job_reads_everything_and_every_stage_says_so(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    job = processed(engine, project.id)
    assert job.status is RunState.COMPLETED
    assert job.progress == 1.0
    assert stage(job, StageName.SOURCE_REGISTRATION) == (RunState.COMPLETED, 3, 3, 0, 0)
    for name in (StageName.PARSING_EXTRACTION, StageName.SEMANTIC_EXTRACTION):
        assert stage(job, name) == (RunState.COMPLETED, 4, 4, 0, 0)
    assert {each.status for each in job.stages} == {RunState.COMPLETED}
    found = living(engine, project)
    assert sorted(found) == ["mail.eml", "mail.eml!/budget.csv", "memo.md", "status.md"]
    assert {each.read_state for each in found.values()} == {ReadState.READ}
    assert found["mail.eml!/budget.csv"].parent_id == found["mail.eml"].id
    assert engine.project(project.id).published_rev == job.revision == 1
    checked = engine.verify(project.id)
    assert checked.evidence == checked.verified == len(evidence_ids(engine, project)) > 3


def test_nothing_new_is_no_work(engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    monkeypatch.setattr(reading, "read", lambda *_: pytest.fail("a document was read again"))
    account = engine.accept(project.id, offered(FILES), BY)
    assert len(account.duplicates) == 3
    job = processed(engine, project.id)
    assert job.status is RunState.COMPLETED
    assert stage(job, StageName.SOURCE_REGISTRATION) == (RunState.COMPLETED, 4, 0, 4, 0)
    assert stage(job, StageName.PARSING_EXTRACTION)[0] is RunState.SKIPPED
    assert engine.project(project.id).published_rev == 1


def test_one_bad_file_fails_alone_with_a_reason(engine: Engine, project: Project) -> None:
    engine.accept(project.id, [*offered(FILES), Offered("picture.md", BROKEN), Offered("void.txt", b"")], BY)
    job = processed(engine, project.id)
    assert job.status is RunState.COMPLETED
    assert stage(job, StageName.PARSING_EXTRACTION) == (RunState.COMPLETED, 6, 4, 0, 2)
    assert stage(job, StageName.CHUNKING) == (RunState.COMPLETED, 6, 4, 2, 0)
    found = living(engine, project)
    assert found["picture.md"].read_state is ReadState.FAILED
    assert found["void.txt"].failure_code == "empty_file"
    warnings = job.stages[1].warnings
    assert any(each.startswith("picture.md: ") for each in warnings)
    assert found["memo.md"].read_state is ReadState.READ


def test_a_fault_in_reading_is_that_documents_own(
    engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = reading.extraction.read

    def faulty(parsed: object, name: str, date: str, *told: object) -> object:
        if name == "memo.md":
            raise RuntimeError("secret words of the document")
        return real(parsed, name, date, *told)

    engine.accept(project.id, offered(FILES), BY)
    with monkeypatch.context() as patch:
        patch.setattr(reading.extraction, "read", faulty)
        assert processed(engine, project.id).status is RunState.COMPLETED
    failed = living(engine, project)["memo.md"]
    assert failed.failure_code == "reading_failed"
    assert "RuntimeError" in failed.failure
    assert "secret" not in failed.failure
    job = processed(engine, project.id, failed=True)
    assert stage(job, StageName.PARSING_EXTRACTION) == (RunState.COMPLETED, 1, 1, 0, 0)
    assert living(engine, project)["memo.md"].read_state is ReadState.READ


@pytest.mark.req("LAW-09", "LAW-03")
def test_a_reading_the_database_cannot_hold_is_that_documents_failure(
    engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from forager.store import documents

    real = documents.replace

    def refusing(connection: object, found: sources.Source, *rest: object) -> None:
        real(connection, found, *rest)  # type: ignore[arg-type]
        if found.logical_name == "memo.md":
            raise UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")

    engine.accept(project.id, offered(FILES), BY)
    monkeypatch.setattr(documents, "replace", refusing)
    job = processed(engine, project.id)
    assert job.status is RunState.COMPLETED
    assert stage(job, StageName.PARSING_EXTRACTION) == (RunState.COMPLETED, 4, 3, 0, 1)
    failed = living(engine, project)["memo.md"]
    assert (failed.read_state, failed.failure_code) == (ReadState.FAILED, "reading_failed")
    with engine.database.read() as connection:
        assert documents.get(connection, failed.id) is None
    assert engine.verify(project.id).missing == 0


def test_evidence_not_found_again_in_the_original_is_left_out_and_counted(
    engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = reading.registry.by_name("markdown")
    real, lies = type(parser).reopen, [0]

    def reopen(self: object, data: bytes, location: object) -> str:
        lies[0] += 1
        return "other words" if lies[0] == 1 else real(self, data, location)

    engine.accept(project.id, offered(FILES, ["memo.md"]), BY)
    with monkeypatch.context() as patch:
        patch.setattr(type(parser), "reopen", reopen)
        job = processed(engine, project.id)
    kept = len(evidence_ids(engine, project))
    assert stage(job, StageName.PROVENANCE) == (RunState.COMPLETED, kept + 1, kept, 0, 1)
    assert "1 statements were not found again" in job.stages[7].warnings[0]
    assert engine.verify(project.id).missing == 0


def test_a_changed_file_supersedes_and_only_it_is_read(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    before = evidence_ids(engine, project)
    engine.accept(project.id, [Offered("status.md", STATUS.replace(b"April 10", b"April 17"))], BY)
    job = processed(engine, project.id)
    assert stage(job, StageName.SOURCE_REGISTRATION) == (RunState.COMPLETED, 4, 1, 3, 0)
    assert stage(job, StageName.PARSING_EXTRACTION) == (RunState.COMPLETED, 1, 1, 0, 0)
    assert engine.project(project.id).published_rev == 2
    assert before < evidence_ids(engine, project)


def test_old_bytes_live_again_without_being_read(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    engine.accept(project.id, [Offered("mail.eml", mail(BUDGET + b"mast,9,EUR\n"))], BY)
    processed(engine, project.id)
    engine.accept(project.id, [Offered("mail.eml", mail())], BY)
    job = processed(engine, project.id)
    assert stage(job, StageName.PARSING_EXTRACTION)[0] is RunState.SKIPPED
    found = living(engine, project)
    assert found["mail.eml!/budget.csv"].size == len(BUDGET)


def test_an_attachment_that_stays_is_not_read_again(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    engine.accept(project.id, [Offered("mail.eml", mail(body="The Falcon budget is EUR 61,000."))], BY)
    job = processed(engine, project.id)
    assert stage(job, StageName.PARSING_EXTRACTION) == (RunState.COMPLETED, 2, 1, 0, 0)
    found = living(engine, project)
    assert found["mail.eml!/budget.csv"].parent_id == found["mail.eml"].id


def test_reading_again_by_force_changes_nothing(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    with engine.database.read() as connection:
        before = connection.execute(select(document).order_by(document.c.source_id)).all()
    ids = evidence_ids(engine, project)
    job = processed(engine, project.id, force=True)
    assert stage(job, StageName.PARSING_EXTRACTION) == (RunState.COMPLETED, 4, 4, 0, 0)
    assert evidence_ids(engine, project) == ids
    with engine.database.read() as connection:
        assert connection.execute(select(document).order_by(document.c.source_id)).all() == before
    assert engine.project(project.id).published_rev == 1


def test_another_recipe_reads_again(engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    from forager.pipeline import runner

    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    monkeypatch.setattr(runner, "recipe", lambda: "another@2")
    job = processed(engine, project.id)
    assert stage(job, StageName.PARSING_EXTRACTION) == (RunState.COMPLETED, 4, 4, 0, 0)
    assert {each.recipe for each in living(engine, project).values()} == {"another@2"}


def test_removing_a_source_lets_go_of_what_it_said(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    engine.remove_source(project.id, living(engine, project)["mail.eml"].id, BY)
    processed(engine, project.id)
    with engine.database.read() as connection:
        query = select(source.c.logical_name).where(source.c.included.is_(True)).order_by(source.c.logical_name)
        assert connection.execute(query).scalars().all() == ["memo.md", "status.md"]
    assert engine.check_rebuild(project.id).agrees


def test_a_second_job_is_refused_while_one_waits(engine: Engine, project: Project) -> None:
    first = engine.process(project.id, BY)
    with pytest.raises(JobRunning) as refused:
        engine.process(project.id, BY)
    assert refused.value.details == {"job_id": first.id}


def _cancelling(engine: Engine, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Cancel the running job after so many documents."""
    real, read = reading.read, [0]

    def counted(data: bytes, asked: reading.Asked) -> object:
        read[0] += 1
        if read[0] == after:
            engine.cancel(engine.unfinished_job(asked.project_id).id, BY)  # type: ignore[union-attr]
        return real(data, asked)

    monkeypatch.setattr(reading, "read", counted)


def test_cancel_keeps_what_is_finished_and_retry_does_the_rest(
    engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.accept(project.id, offered(FILES), BY)
    with monkeypatch.context() as patch:
        _cancelling(engine, patch, after=2)
        job = processed(engine, project.id)
    assert job.status is RunState.CANCELLED
    assert stage(job, StageName.PARSING_EXTRACTION)[:3] == (RunState.CANCELLED, 3, 2)
    assert engine.project(project.id).published_rev == 0
    read = [each for each in living(engine, project).values() if each.read_state is ReadState.READ]
    assert len(read) == 2
    engine.retry(job.id, BY)
    engine.run_jobs()
    done = engine.job(job.id)
    assert done.status is RunState.COMPLETED
    assert stage(done, StageName.PARSING_EXTRACTION) == (RunState.COMPLETED, 4, 4, 0, 0)
    assert engine.verify(project.id).missing == 0


def test_cancel_during_derivation_publishes_nothing(
    engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.accept(project.id, offered(FILES), BY)
    real = engine.derive

    def cancelled(task: Derivation) -> Published:
        engine.cancel(task.job_id, BY)
        return real(task)

    monkeypatch.setattr(engine, "derive", cancelled)
    job = processed(engine, project.id)
    assert job.status is RunState.CANCELLED
    assert engine.project(project.id).published_rev == 0
    monkeypatch.setattr(engine, "derive", real)
    assert processed(engine, project.id).status is RunState.COMPLETED
    assert engine.check_rebuild(project.id).agrees


def test_a_failed_job_says_why_and_can_be_tried_again(
    engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.accept(project.id, offered(FILES), BY)
    real = engine.derive
    monkeypatch.setattr(engine, "derive", lambda _task: (_ for _ in ()).throw(DatabaseUnusable("The disk is full.")))
    job = processed(engine, project.id)
    assert (job.status, job.error_code, job.error) == (RunState.FAILED, "database_unusable", "The disk is full.")
    monkeypatch.setattr(engine, "derive", real)
    engine.retry(job.id, BY)
    engine.run_jobs()
    assert engine.job(job.id).status is RunState.COMPLETED


def test_an_unexpected_fault_ends_the_job_without_telling_secrets(
    engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.accept(project.id, offered(FILES), BY)
    monkeypatch.setattr(engine, "derive", lambda _task: {}["words of a document"])
    job = processed(engine, project.id)
    assert (job.status, job.error_code) == (RunState.FAILED, "internal_error")
    assert "KeyError" in job.error
    assert "words" not in job.error


def test_a_disk_that_fills_while_reading_loses_nothing(
    engine: Engine, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.accept(project.id, offered(FILES), BY)
    real = type(engine.blobs).put

    def full(self: object, project_id: str, content: bytes, limit: int | None = None) -> object:
        raise Unavailable("The file could not be kept (No space left on device).") from OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(type(engine.blobs), "put", full)
        job = processed(engine, project.id)
    assert job.status is RunState.FAILED
    assert "No space left" in job.error
    assert type(engine.blobs).put is real
    engine.retry(job.id, BY)
    engine.run_jobs()
    assert engine.job(job.id).status is RunState.COMPLETED
    assert len(living(engine, project)) == 4
    assert engine.verify(project.id).missing == 0


def test_a_job_paused_by_the_end_of_its_process_is_finished_by_the_next(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    job = engine.process(project.id, BY)
    engine._stopping.set()
    engine.run_job()
    assert engine.job(job.id).status is RunState.QUEUED
    engine._stopping.clear()
    engine.run_jobs()
    assert engine.job(job.id).status is RunState.COMPLETED


def test_the_background_worker_runs_what_comes(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    engine.start_worker()
    job = engine.process(project.id, BY)
    engine.wait(job.id, seconds=120)
    assert engine.job(job.id).status is RunState.COMPLETED


def test_a_folder_of_the_server_is_taken_in_only_when_allowed(engine: Engine, project: Project, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "memo.md").write_bytes(MEMO)
    with pytest.raises(InputRefused):
        engine.accept_directory(project.id, str(tmp_path / "in"), BY)
    from dataclasses import replace

    engine.settings = replace(engine.settings, allowed_input_roots=(str(tmp_path / "in"),))
    done = engine.accept_directory(project.id, str(tmp_path / "in"), BY)
    assert [each.logical_name for each in done.account.registered] == ["memo.md"]


@pytest.mark.req("LAW-03")
def test_a_lost_original_is_missing_and_never_hidden(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    memo = living(engine, project)["memo.md"]
    engine.blobs.path(project.id, memo.sha256).write_bytes(MEMO.replace(b"March 3", b"March 4"))
    found = engine.verify(project.id)
    with engine.database.read() as connection:
        said = len(evidence_rows.of_source(connection, memo.id))
    assert found.missing == said > 0
    assert {each.source_name for each in found.lost} == {"memo.md"}
    assert all(each.place and "altered" in each.why for each in found.lost)


@pytest.mark.req("LAW-03")
def test_an_altered_excerpt_is_missing(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    with engine.database.write() as connection:
        one = connection.execute(select(evidence.c.id).order_by(evidence.c.id).limit(1)).scalar_one()
        connection.execute(evidence.update().where(evidence.c.id == one).values(excerpt="something else"))
    found = engine.verify(project.id)
    assert [each.evidence_id for each in found.lost] == [one]
    assert found.to_json()["missing"] == 1


@pytest.mark.req("S000-5-04")
def test_the_whole_history_is_in_an_unbroken_audit(engine: Engine, project: Project) -> None:
    engine.accept(project.id, offered(FILES), BY)
    processed(engine, project.id)
    with engine.database.read() as connection:
        actions = [each.action for each in audit.entries(connection, f"project:{project.id}")]
        assert not audit.verify(connection)
        assert connection.execute(select(project_table.c.derived_seq)).scalar_one() == 0
    assert actions == [
        "project.created",
        "source.accepted",
        "source.accepted",
        "source.accepted",
        "job.created",
        "source.member_accepted",
        "revision.published",
    ]
