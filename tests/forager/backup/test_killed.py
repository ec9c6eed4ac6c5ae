"""kill -9 at every named point of a backup and of a restore: no half is ever taken for a whole, and the next try succeeds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.forager.api.corpus import BEGUN_AT, BUILDER, settings
from tests.forager.backup.conftest import Kept, digests
from tests.forager.engine.crash import context
from tests.forager.postgres import postgres_database

from forager.backup.restore import restore
from forager.backup.take import take
from forager.engine import Engine
from forager.settings import Settings
from forager.store import trail
from formicaria.ground.clock import FixedClock
from formicaria.ground.crash import VARIABLE
from formicaria.ground.database import open_database
from formicaria.ground.errors import Conflict, DatabaseUnusable


def backing_up(point: str, url: str, blobs: Path, file: Path) -> None:
    """The life of a process that takes a backup beside the engine."""
    from forager.store.blobs import Blobs

    os.environ[VARIABLE] = point
    take(open_database(url), Blobs(blobs), FixedClock(BEGUN_AT), file, BUILDER)


def putting_back(point: str, there: Settings, file: Path) -> None:
    """The life of a process that restores."""
    os.environ[VARIABLE] = point
    restore(there, file, FixedClock(BEGUN_AT), BUILDER)


def died(target: object, *arguments: object) -> bool:
    child = context().Process(target=target, args=arguments)  # type: ignore[arg-type]  # one of the two above
    child.start()
    child.join(120)
    return child.exitcode == -9


@pytest.mark.parametrize("point", ["backup.after_tables", "backup.before_record", "backup.after_record"])
def test_a_killed_backup_is_no_backup_and_the_next_one_is(engine: Engine, tmp_path: Path, point: str) -> None:
    file = tmp_path / "a"
    assert died(backing_up, point, engine.settings.store_url, engine.blobs.root, file)
    assert not file.exists()
    # In the log it may be named without being there; never the other way about.
    assert len(engine.backups()) == (1 if point == "backup.after_record" else 0)
    made = engine.backup(file, BUILDER)
    assert made.backup in engine.backups()
    assert sorted(each.name for each in tmp_path.glob("a*")) == ["a"]
    with engine.database.read() as connection:
        assert trail.check(connection) == ()


POINTS = ["restore.after_originals", "restore.before_commit", "restore.before_end"]


@pytest.mark.parametrize("point", POINTS)
def test_a_killed_restore_is_no_store_and_is_begun_again(one: Kept, tmp_path: Path, point: str) -> None:
    there = settings(tmp_path / "new")
    assert died(putting_back, point, there, one.taken.file)
    for exclusive in (True, False):
        with pytest.raises(DatabaseUnusable, match="did not end"):
            Engine.open(there, exclusive=exclusive)
    restore(there, one.taken.file, FixedClock(BEGUN_AT), BUILDER)
    with Engine.open(there, clock=FixedClock(BEGUN_AT)) as engine:
        assert digests(engine) == one.digests


@pytest.mark.postgres
@pytest.mark.parametrize("point", POINTS[1:])
def test_a_killed_restore_into_a_server_is_begun_again_until_it_was_committed(
    one: Kept, tmp_path: Path, point: str
) -> None:
    with postgres_database() as url:
        there = settings(tmp_path / "new", url)
        assert died(putting_back, point, there, one.taken.file)
        with pytest.raises(DatabaseUnusable, match="did not end"):
            Engine.open(there)
        if point == "restore.before_end":
            # Rows that are there are never taken for rubbish.
            with pytest.raises(Conflict, match="not empty"):
                restore(there, one.taken.file, FixedClock(BEGUN_AT), BUILDER)
            return
        restore(there, one.taken.file, FixedClock(BEGUN_AT), BUILDER)
        with Engine.open(there, clock=FixedClock(BEGUN_AT)) as engine:
            assert digests(engine) == one.digests
