"""A full disk or a kill -9 while a day of the past is worked out, or a decision is written: nothing is lost, nothing half made is read."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

import pytest
from tests.forager.api.corpus import settings as store_settings
from tests.forager.engine.crash import context
from tests.forager.query.test_until import WHOLE, first, listed, other, read, take_in, undated

from forager.engine import Engine
from forager.query import conflicts, decided
from forager.review import By, Reviewer
from forager.store.acts import Caller
from formicaria.ground import audit
from formicaria.ground.clock import FixedClock
from formicaria.ground.crash import VARIABLE
from formicaria.ground.errors import DatabaseUnusable

DAY = "2026-02-12"
SAID = {
    "The launch date of Project Heron is 1 May 2026.": "disputed",
    "The launch date of Project Heron is 9 September 2026.": "disputed",
}
ME = By(Caller("local", "anna"))


def opened(folder: Path) -> Engine:
    return Engine.open(store_settings(folder), clock=FixedClock())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store of three documents."""
    with opened(tmp_path / "data") as engine:
        take_in(engine, first, other, undated)
    return tmp_path / "data"


def left(folder: Path) -> list[Path]:
    """What lies in the folder of stores for days of the past."""
    home = folder / "until"
    return sorted(home.iterdir()) if home.exists() else []


def read_and_die(folder: Path, point: str) -> None:
    import os

    os.environ[VARIABLE] = point
    with opened(folder) as engine:
        read(engine, listed, DAY)


@pytest.mark.parametrize(
    "point", ["until.after_copy", "derive.after_batch:3", "publish.before_commit", "until.before_reading"]
)
def test_killed_while_a_day_is_worked_out_no_half_of_it_is_ever_read(folder: Path, point: str) -> None:
    child = context().Process(target=read_and_die, args=(folder, point))
    child.start()
    child.join(120)
    assert child.exitcode == -9
    assert len(left(folder)) == 1
    with opened(folder) as engine:
        assert left(folder) == []
        assert read(engine, listed, DAY) == SAID
        assert read(engine, listed)  # and the store itself is whole
        with engine.database.read() as connection:
            assert not audit.verify(connection)
            assert engine.project("falcon").published_rev == 1


@contextmanager
def no_more_than(size: int) -> Iterator[None]:
    """Files of this process cannot grow beyond so many bytes: a write that would is refused, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def full_while_read(folder: Path, told: Pipe) -> None:
    with opened(folder) as engine:
        before = read(engine, listed)
        for size in (0, 4_096, 300_000):
            with no_more_than(size), pytest.raises(DatabaseUnusable):
                read(engine, listed, DAY)
            assert left(folder) == []
        assert read(engine, listed) == before
        told.send(read(engine, listed, DAY))


def full_while_decided(folder: Path, told: Pipe) -> None:
    with opened(folder) as engine:
        project = engine.project("falcon")
        found = read(engine, lambda connection, at: conflicts.conflicts(connection, at, "open", "", (), WHOLE)).items[0]
        reviewer = Reviewer(engine.database, engine.clock, engine.derive)
        with no_more_than(0), pytest.raises(DatabaseUnusable):
            reviewer.decide_conflict(project, found.id, "both_hold", "", ME)
        assert read(engine, lambda connection, at: decided.listed(connection, at, WHOLE)).total == 0
        assert reviewer.decide_conflict(project, found.id, "both_hold", "", ME, seen=found.fingerprint).applied
        told.send(read(engine, lambda connection, at: conflicts.conflict(connection, at, found.id)).status)


def full_after_decided(folder: Path, told: Pipe) -> None:
    """The disk fills between the decision and the derivation that shows it."""
    with opened(folder) as engine:
        project = engine.project("falcon")
        found = read(engine, lambda connection, at: conflicts.conflicts(connection, at, "open", "", (), WHOLE)).items[0]

        def derive(task: object) -> object:
            with no_more_than(0):
                return engine.derive(task)  # type: ignore[arg-type]  # passed on

        reviewer = Reviewer(engine.database, engine.clock, derive)  # type: ignore[arg-type]  # the same, on a full disk
        made = reviewer.decide_conflict(project, found.id, "both_hold", "", ME)
        assert not made.applied
        assert read(engine, lambda connection, at: decided.listed(connection, at, WHOLE)).total == 1
    with opened(folder) as engine:
        engine.process(project.id, ME.caller)
        engine.run_jobs()
        told.send(read(engine, lambda connection, at: conflicts.conflict(connection, at, found.id)).status)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of a file's size to set")
@pytest.mark.parametrize(
    ("work", "expected"), [(full_while_read, SAID), (full_while_decided, "decided"), (full_after_decided, "decided")]
)
def test_on_a_full_disk_the_step_is_refused_in_words_and_everything_before_it_stands(
    folder: Path, work: object, expected: object
) -> None:
    here, there = context().Pipe()
    child = context().Process(target=work, args=(folder, there))  # type: ignore[arg-type]  # one of the three above
    child.start()
    there.close()
    child.join(120)
    assert child.exitcode == 0
    assert here.recv() == expected
