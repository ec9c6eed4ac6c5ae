"""Accepting: what is registered, replaced, a duplicate or rejected, and which version of a name lives."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, insert, select
from tests.forager.accept.conftest import BY

from forager.accept.files import Account, Intake, Offered
from forager.errors import BlobDamaged, BlobMissing, ProjectArchived, ProjectNotFound, SourceNotFound
from forager.model.source import Project, Source, SourceState
from forager.store import blobs, projects, sources
from forager.store.blobs import Blobs
from forager.store.schema import open_store
from forager.store.tables import blob, document, source
from formicaria.ground import audit
from formicaria.ground.canonical import canonical_text
from formicaria.ground.clock import FixedClock
from formicaria.ground.database import Database
from formicaria.ground.errors import Conflict, DatabaseUnusable, Unavailable


def take(intake: Intake, project: Project, **files: bytes) -> Account:
    """Accept files named after the keywords."""
    return intake.accept(project.id, [Offered(f"{name}.md", data) for name, data in files.items()], BY)


def states(intake: Intake, project: Project) -> dict[tuple[str, str], str]:
    """State of every source by name and id."""
    with intake.database.read() as connection:
        return {(row.logical_name, row.id): row.state.value for row in sources.listed(connection, project.id)}


def state_of(intake: Intake, found: Source) -> SourceState:
    with intake.database.read() as connection:
        now = sources.get(connection, found.id)
    assert now is not None
    return now.state


@pytest.mark.req("S001-4.2-06")
def test_new_bytes_are_registered_and_kept(intake: Intake, project: Project) -> None:
    account = take(intake, project, memo=b"one", plan=b"two")
    assert [each.logical_name for each in account.registered] == ["memo.md", "plan.md"]
    assert (account.replaced, account.duplicates, account.rejected) == ((), (), ())
    for each, data in zip(account.registered, (b"one", b"two"), strict=True):
        assert each.sha256 == hashlib.sha256(data).hexdigest()
        assert intake.blobs.get(project.id, each.sha256) == data
        assert not each.included


def test_the_same_bytes_under_the_same_name_are_no_work(intake: Intake, project: Project) -> None:
    take(intake, project, memo=b"one")
    account = take(intake, project, memo=b"one")
    assert [each.logical_name for each in account.duplicates] == ["memo.md"]
    assert not account.registered
    with intake.database.read() as connection:
        assert [each.kind for each in sources.events(connection, project.id)] == ["accepted"]
        assert audit.count(connection) == 1


def test_the_same_bytes_under_another_name_are_a_second_source(intake: Intake, project: Project) -> None:
    first, second = take(intake, project, memo=b"one", copy=b"one").registered
    assert first.id != second.id
    assert first.sha256 == second.sha256
    with intake.database.read() as connection:
        assert len(connection.execute(select(blob)).all()) == 1


def test_changed_bytes_supersede_the_version_before(intake: Intake, project: Project) -> None:
    (old,) = take(intake, project, memo=b"one").registered
    (new,) = take(intake, project, memo=b"two").replaced
    assert state_of(intake, old) is SourceState.SUPERSEDED
    assert state_of(intake, new) is SourceState.LIVE


def test_old_bytes_accepted_again_live_again(intake: Intake, project: Project) -> None:
    (old,) = take(intake, project, memo=b"one").registered
    (new,) = take(intake, project, memo=b"two").replaced
    (again,) = take(intake, project, memo=b"one").replaced
    assert again.id == old.id
    assert state_of(intake, new) is SourceState.SUPERSEDED
    assert state_of(intake, old) is SourceState.LIVE
    with intake.database.read() as connection:
        order = [each.id for each in sources.versions(connection, project.id, "memo.md")]
    assert order == [old.id, new.id]


def test_a_removed_source_comes_back_with_restore_or_with_its_bytes(intake: Intake, project: Project) -> None:
    (one,) = take(intake, project, memo=b"one").registered
    assert intake.remove(project.id, one.id, BY).state is SourceState.REMOVED
    assert intake.restore(project.id, one.id, BY).state is SourceState.LIVE
    intake.remove(project.id, one.id, BY)
    assert take(intake, project, memo=b"one").registered[0].id == one.id
    assert state_of(intake, one) is SourceState.LIVE


def test_removing_the_live_version_does_not_wake_an_older_one(intake: Intake, project: Project) -> None:
    (old,) = take(intake, project, memo=b"one").registered
    (new,) = take(intake, project, memo=b"two").replaced
    intake.remove(project.id, new.id, BY)
    assert state_of(intake, old) is SourceState.SUPERSEDED


def test_a_source_restored_beside_a_later_version_is_superseded(intake: Intake, project: Project) -> None:
    (old,) = take(intake, project, memo=b"one").registered
    intake.remove(project.id, old.id, BY)
    take(intake, project, memo=b"two")
    assert intake.restore(project.id, old.id, BY).state is SourceState.SUPERSEDED


def test_removing_twice_and_restoring_the_living_are_conflicts(intake: Intake, project: Project) -> None:
    (one,) = take(intake, project, memo=b"one").registered
    with pytest.raises(Conflict):
        intake.restore(project.id, one.id, BY)
    intake.remove(project.id, one.id, BY)
    with pytest.raises(Conflict):
        intake.remove(project.id, one.id, BY)


def test_a_foreign_source_is_not_found(intake: Intake, project: Project) -> None:
    with intake.database.write() as connection:
        other = projects.create(connection, "Osprey", "", "2026-01-01T00:00:00.000000Z")
    (one,) = take(intake, project, memo=b"one").registered
    with pytest.raises(SourceNotFound) as foreign:
        intake.remove(other.id, one.id, BY)
    with pytest.raises(SourceNotFound) as missing:
        intake.remove(other.id, "src_nowhere", BY)
    assert foreign.value.sentence == missing.value.sentence


def _carrying(connection: Connection, parent: Source, **members: bytes) -> None:
    """Record what a parent was found to carry, as its reading does."""
    listed = [
        {"name": f"{parent.logical_name}!/{name}", "sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
        for name, data in members.items()
    ]
    values = dict.fromkeys(("recipe", "text", "structure", "text_sha256", "shingles"), "")
    account = canonical_text({"members": listed})
    connection.execute(
        insert(document).values(source_id=parent.id, project_id=parent.project_id, account=account, **values)
    )


def test_members_live_while_the_version_that_carries_them_does(intake: Intake, project: Project) -> None:
    (first,) = take(intake, project, mail=b"one").registered
    with intake.database.write() as connection:
        _carrying(connection, first, same=b"s", gone=b"g")
    take(intake, project, mail=b"two")
    (first_again,) = take(intake, project, mail=b"one").replaced
    with intake.database.read() as connection:
        carried = {each.logical_name: each for each in sources.members(connection, first_again.id)}
    assert sorted(carried) == ["mail.md!/gone", "mail.md!/same"]
    assert {each.state for each in carried.values()} == {SourceState.LIVE}
    second = take(intake, project, mail=b"two").replaced[0]
    assert {state_of(intake, each) for each in carried.values()} == {SourceState.SUPERSEDED}
    with intake.database.write() as connection:
        _carrying(connection, second, same=b"s")
    take(intake, project, mail=b"one")
    take(intake, project, mail=b"two")
    assert state_of(intake, carried["mail.md!/same"]) is SourceState.LIVE
    assert state_of(intake, carried["mail.md!/gone"]) is SourceState.SUPERSEDED
    intake.remove(project.id, second.id, BY)
    assert state_of(intake, carried["mail.md!/same"]) is SourceState.REMOVED
    intake.restore(project.id, second.id, BY)
    assert state_of(intake, carried["mail.md!/same"]) is SourceState.LIVE


def test_a_member_is_not_removed_by_itself(intake: Intake, project: Project) -> None:
    (mail,) = take(intake, project, mail=b"one").registered
    with intake.database.write() as connection:
        _carrying(connection, mail, part=b"p")
    take(intake, project, mail=b"two")
    take(intake, project, mail=b"one")
    with intake.database.read() as connection:
        (part,) = sources.members(connection, mail.id)
    with pytest.raises(Conflict, match="part of another"):
        intake.remove(project.id, part.id, BY)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/etc/passwd", "absolute"),
        ("C:\\boot.ini", "absolute"),
        ("a/../../b.md", "leaves its folder"),
        ("..", "leaves its folder"),
        ("./", "empty or too long"),
        ("x" * 1001, "empty or too long"),
        ("a\0b.md", "not text"),
        ("a\udc80b.md", "not text"),
        ("a\nb.md", "not text"),
    ],
)
def test_a_name_that_cannot_be_kept_is_rejected_with_the_reason(
    intake: Intake, project: Project, name: str, words: str
) -> None:
    account = intake.accept(project.id, [Offered(name, b"x"), Offered("fine.md", b"y")], BY)
    assert [each.name for each in account.rejected] == [name]
    assert words in account.rejected[0].reason
    assert [each.logical_name for each in account.registered] == ["fine.md"]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("a\\b\\c.md", "a/b/c.md"),
        ("./a//b.md", "a/b.md"),
        ("e\u0301.md", "\u00e9.md"),
        ("urgent!/a.md", "urgent%21/a.md"),
    ],
)
def test_names_are_normalised(intake: Intake, project: Project, name: str, kept: str) -> None:
    account = intake.accept(project.id, [Offered(name, b"x")], BY)
    assert [each.logical_name for each in account.registered] == [kept]


class _Faulty(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        raise OSError(errno.EIO, "Input/output error")


def _denied() -> io.BufferedReader:
    raise PermissionError(errno.EACCES, "Permission denied")


def test_a_file_that_cannot_be_opened_or_read_is_rejected_and_the_rest_is_taken(
    intake: Intake, project: Project
) -> None:
    offered = [
        Offered("closed.md", _denied),
        Offered("broken.md", lambda: io.BufferedReader(_Faulty())),
        Offered("big.md", b"x" * 1001),
        Offered("fine.md", lambda: io.BytesIO(b"y")),
    ]
    account = intake.accept(project.id, offered, BY)
    reasons = {each.name: each.reason for each in account.rejected}
    assert "Permission denied" in reasons["closed.md"]
    assert "Input/output error" in reasons["broken.md"]
    assert "larger than 1000 bytes" in reasons["big.md"]
    assert [each.logical_name for each in account.registered] == ["fine.md"]


def _room_for(files: int) -> Callable[[int], None]:
    """A synchronisation that finds the disk full after this many files."""
    real, left = os.fsync, [files]

    def fsync(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            if not left[0]:
                raise OSError(errno.ENOSPC, "No space left on device")
            left[0] -= 1
        real(descriptor)

    return fsync


def test_a_full_disk_keeps_what_was_accepted_before(
    intake: Intake, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as small:
        small.setattr(blobs.os, "fsync", _room_for(2))
        with pytest.raises(Unavailable, match="No space left"):
            take(intake, project, a=b"1", b=b"2", c=b"3")
    with intake.database.read() as connection:
        kept = sources.listed(connection, project.id)
    assert sorted(each.logical_name for each in kept) == ["a.md", "b.md"]
    assert all(intake.blobs.get(project.id, each.sha256) for each in kept)
    assert not list(intake.blobs.root.glob("*/incoming-*"))
    assert [each.logical_name for each in take(intake, project, c=b"3").registered] == ["c.md"]


def test_a_full_database_loses_nothing_accepted(tmp_path: Path) -> None:
    database = open_store(f"sqlite:///{tmp_path}/small.db")
    intake = Intake(database, Blobs(tmp_path / "blobs"), FixedClock(step=1.0), 1000)
    with database.write() as connection:
        project = projects.create(connection, "Falcon", "", "2026-01-01T00:00:00.000000Z")
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    event.listen(
        database.engine, "checkout", lambda dbapi, _record, _proxy: dbapi.execute(f"PRAGMA max_page_count = {pages}")
    )

    def fill() -> None:
        for number in range(2000):
            intake.accept(project.id, [Offered(f"{number}.md", b"%d" % number)], BY)

    with pytest.raises(DatabaseUnusable, match="disk is full"):
        fill()
    with database.read() as connection:
        kept = connection.execute(select(source.c.logical_name, source.c.sha256)).all()
        assert not audit.verify(connection)
        assert audit.count(connection) == len(kept) > 1
    assert all(intake.blobs.get(project.id, row.sha256) for row in kept)
    database.close()


def test_a_lost_or_altered_original_is_never_handed_out(intake: Intake, project: Project) -> None:
    (one,) = take(intake, project, memo=b"one").registered
    path = intake.blobs.path(project.id, one.sha256)
    path.write_bytes(b"eno")
    with pytest.raises(BlobDamaged):
        intake.blobs.get(project.id, one.sha256)
    path.unlink()
    with pytest.raises(BlobMissing):
        intake.blobs.get(project.id, one.sha256)


def test_good_bytes_given_again_mend_an_altered_original(intake: Intake, project: Project) -> None:
    (one,) = take(intake, project, memo=b"one").registered
    intake.blobs.path(project.id, one.sha256).write_bytes(b"eno")
    take(intake, project, memo=b"one")
    assert intake.blobs.get(project.id, one.sha256) == b"one"


def test_projects_share_no_bytes(intake: Intake, project: Project) -> None:
    with intake.database.write() as connection:
        other = projects.create(connection, "Osprey", "", "2026-01-01T00:00:00.000000Z")
    (one,) = take(intake, project, memo=b"one").registered
    assert not intake.blobs.path(other.id, one.sha256).exists()
    (two,) = take(intake, other, memo=b"one").registered
    assert one.id != two.id


def test_every_act_is_audited_in_the_projects_own_stream(intake: Intake, project: Project) -> None:
    (one,) = take(intake, project, memo=b"one").registered
    take(intake, project, memo=b"two")
    intake.remove(project.id, one.id, BY)
    with intake.database.read() as connection:
        entries = audit.entries(connection, f"project:{project.id}")
        kinds = [(each.seq, each.kind) for each in sources.events(connection, project.id)]
        assert not audit.verify(connection)
    assert [each.action for each in entries] == ["source.accepted", "source.accepted", "source.removed"]
    assert {(each.credential, each.actor) for each in entries} == {("tok_test", "ana")}
    assert entries[0].payload_digest == one.sha256
    assert kinds == [(1, "accepted"), (2, "accepted"), (3, "removed")]


def test_a_hook_is_part_of_the_one_transaction(intake: Intake, project: Project) -> None:
    seen: list[int] = []

    def fail(_connection: Connection, account: Account) -> None:
        seen.append(len(account.registered))
        raise Conflict("no")

    def files() -> Iterator[Offered]:
        for number in range(70):
            yield Offered(f"{number}.md", b"%d" % number)

    with pytest.raises(Conflict):
        intake.accept(project.id, files(), BY, fail)
    assert seen == [70]
    assert states(intake, project) == {}


def test_an_archived_or_unknown_project_takes_nothing(intake: Intake, project: Project) -> None:
    with intake.database.write() as connection:
        projects.set_archived(connection, project.id, "2026-01-02T00:00:00.000000Z")
    with pytest.raises(ProjectArchived):
        take(intake, project, memo=b"one")
    with pytest.raises(ProjectNotFound):
        intake.accept("proj_none", [Offered("a.md", b"x")], BY)


def test_an_interrupted_writers_leavings_are_swept(intake: Intake, project: Project) -> None:
    take(intake, project, memo=b"one")
    left = intake.blobs.root / project.id / "incoming-0011"
    left.write_bytes(b"half")
    assert intake.blobs.sweep() == 1
    assert not left.exists()


def test_projects_are_found_by_id_slug_and_name(database: Database, project: Project) -> None:
    with database.write() as connection:
        second = projects.create(connection, "North Sea  Survey", "wind", "2026-01-01T00:00:00.000000Z")
        for ref in (second.id, "north-sea-survey", "North Sea Survey"):
            assert projects.find(connection, ref) == second
        assert [each.ordinal for each in projects.listed(connection)] == [1, 2]
        with pytest.raises(ProjectNotFound):
            projects.find(connection, "Falcon", only=[second.id])
