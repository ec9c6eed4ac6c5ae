"""A backup is one consistent state, taken while the store works, and is there whole or not at all."""

from __future__ import annotations

import errno
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.forager.api.corpus import BEGUN_AT, BUILDER, settings
from tests.forager.engine.corpus import FILES, offered

from forager.backup import take
from forager.backup.archive import Part, Reader, Writer
from forager.backup.restore import restore
from forager.engine import Engine
from forager.errors import BlobDamaged, BlobMissing
from forager.store import backups, sources, trail
from forager.store.tables import blob
from formicaria.ground import audit
from formicaria.ground.clock import FixedClock
from formicaria.ground.errors import Conflict, Unavailable


def first_original(engine: Engine) -> Path:
    with engine.database.read() as connection:
        row = connection.execute(blob.select().order_by(blob.c.sha256)).first()
    assert row is not None
    return engine.blobs.path(row.project_id, row.sha256)


def test_it_is_its_owners_alone_and_recorded_once_with_its_digest(any_engine: Engine, tmp_path: Path) -> None:
    made = any_engine.backup(tmp_path, BUILDER)
    assert made.file == tmp_path / "forager-2026-03-10T090000.forager-backup"
    assert made.file.stat().st_mode & 0o777 == 0o600
    assert any_engine.backups() == (made.backup,)
    with any_engine.database.read() as connection:
        (entry,) = [each for each in audit.entries_of(connection, "system") if each.action == "backup.taken"]
        assert audit.verify(connection) == ()
    assert (entry.target, entry.credential, entry.actor) == (made.backup.id, BUILDER.credential, BUILDER.actor)
    assert made.backup.digest in entry.facts
    with Reader(made.file) as archive:
        assert archive.manifest.digest == made.backup.digest


def test_two_backups_of_one_state_have_the_same_parts(any_engine: Engine, tmp_path: Path) -> None:
    parts = []
    for name in ("one", "two"):
        with (tmp_path / name).open("w+b") as file:
            parts.append(take.write(any_engine.database, any_engine.blobs, file, BEGUN_AT).parts)
    assert parts[0] == parts[1]


def test_no_key_and_no_setting_is_in_it(engine: Engine, tmp_path: Path) -> None:
    secret, _ = engine.mint_token("reader", ["read"], BUILDER)
    key = (tmp_path / "copy" / "operator.key").read_text().strip()
    data = engine.backup(tmp_path / "a", BUILDER).file.read_bytes()
    assert secret.encode() not in data
    assert key.encode() not in data
    assert str(tmp_path).encode() not in data


def test_one_taken_while_a_revision_is_published_holds_the_one_before(engine: Engine, tmp_path: Path) -> None:
    project = engine.project("falcon")
    file = tmp_path / "midst"

    def index(connection: Connection, project_id: str, rev: int) -> None:
        with file.open("w+b") as target:
            take.write(engine.database, engine.blobs, target, BEGUN_AT)
        engine.search.index(connection, project_id, rev)

    engine.index = index
    engine.accept(project.id, offered(FILES), BUILDER)
    engine.process(project.id, BUILDER)
    engine.run_jobs()
    assert engine.project("falcon").published_rev == project.published_rev + 1
    restore(settings(tmp_path / "new"), file, FixedClock(BEGUN_AT), BUILDER)
    with Engine.open(settings(tmp_path / "new"), clock=FixedClock(BEGUN_AT)) as again:
        assert again.project("falcon").published_rev == project.published_rev
        # The job that was under way is taken up where it stood.
        again.run_jobs()
        assert again.project("falcon").published_rev == project.published_rev + 1
        with again.database.read() as connection:
            assert trail.check(connection) == ()


def test_a_backup_replaces_nothing(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("mine")
    with pytest.raises(Conflict, match="file of that name"):
        engine.backup(tmp_path / "letter", BUILDER)
    assert (tmp_path / "letter").read_text() == "mine"


def test_a_lost_or_altered_original_is_told_and_leaves_nothing(engine: Engine, tmp_path: Path) -> None:
    original = first_original(engine)
    data = original.read_bytes()
    original.write_bytes(b"other")
    with pytest.raises(BlobDamaged, match="look whole"):
        engine.backup(tmp_path / "a", BUILDER)
    original.unlink()
    with pytest.raises(BlobMissing, match="look whole"):
        engine.backup(tmp_path / "a", BUILDER)
    assert list(tmp_path.glob("a*")) == []
    assert engine.backups() == ()
    original.write_bytes(data)
    engine.backup(tmp_path / "a", BUILDER)


def test_a_full_disk_is_told_and_leaves_nothing(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = Writer.add

    def add(self: Writer, name: str, pieces: Iterable[bytes]) -> Part:
        if name.startswith("blobs/"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return added(self, name, pieces)

    monkeypatch.setattr(Writer, "add", add)
    with pytest.raises(Unavailable, match="No space left"):
        engine.backup(tmp_path / "a", BUILDER)
    assert list(tmp_path.glob("a*")) == []
    assert engine.backups() == ()


def test_what_a_killed_writer_left_is_no_hindrance(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "a.partial").write_bytes(b"x" * 10_000_000)
    engine.backup(tmp_path / "a", BUILDER)
    with zipfile.ZipFile(tmp_path / "a") as archive:
        assert archive.testzip() is None
    assert sorted(each.name for each in tmp_path.glob("a*")) == ["a"]


def test_a_reader_beside_a_server_takes_one(engine: Engine, tmp_path: Path) -> None:
    with Engine.open(settings(tmp_path / "copy"), exclusive=False) as beside:
        made = beside.backup(tmp_path / "a", BUILDER)
    assert engine.backups() == (made.backup,)


def test_erasure_can_name_the_backups_that_still_hold_a_source(engine: Engine, tmp_path: Path) -> None:
    early = engine.backup(tmp_path / "early", BUILDER)
    assert isinstance(engine.clock, FixedClock)
    engine.clock.advance(60)
    project = engine.project("falcon").id
    engine.accept(project, offered(FILES, ["memo.md"]), BUILDER)
    engine.clock.advance(60)
    late = engine.backup(tmp_path / "late", BUILDER)
    with engine.database.read() as connection:
        ids = {each.logical_name: each.id for each in sources.listed(connection, project)}
        old = next(each.id for each in sources.listed(connection, project) if each.logical_name != "memo.md")
        assert backups.holding(connection, ids["memo.md"]) == (late.backup,)
        assert backups.holding(connection, old) == (early.backup, late.backup)
        assert backups.holding(connection, "src_unknown") == ()
