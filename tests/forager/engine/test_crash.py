"""kill -9 at every named point: what was accepted is there, the next start finishes, and the knowledge is the same to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, update
from tests.forager.engine.crash import finish, killed_at, written_down

from forager.derive import content
from forager.engine import Engine
from forager.model.job import RunState
from forager.settings import Settings
from forager.store import sources
from forager.store.tables import job
from formicaria.ground import audit
from formicaria.ground.tables import unit

POINTS = (
    "accept.after_blob", "accept.before_commit:2", "accept.after_commit:3", "process.before_commit", "process.after_commit",
    "job.after_claim", "read.before_commit:2", "read.after_commit:3", "job.after_reading", "derive.after_begin",
    "derive.after_batch:3", "publish.before_feed", "publish.before_commit", "publish.after_commit", "job.after_derive",
    "job.before_end",
)  # fmt: skip
ON_POSTGRES = (
    "accept.before_commit:2",
    "read.before_commit:3",
    "derive.after_batch",
    "publish.before_commit",
    "job.before_end",
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of the knowledge when nothing happens."""
    with Engine.open(Settings(data_dir=tmp_path_factory.mktemp("whole"), workers=1)) as engine:
        return digest(engine, finish(engine))


def digest(engine: Engine, project_id: str) -> str:
    rev = engine.project(project_id).published_rev
    with engine.database.read() as connection:
        return content.digest(connection, project_id, rev)


def lease_runs_out(engine: Engine) -> None:
    """Time passes, as far as the claims of the dead are concerned."""
    with engine.database.write() as connection:
        connection.execute(update(unit).where(unit.c.state == "running").values(lease_until=""))


def finished(engine: Engine, told: Path, whole: str) -> None:
    """Everything the dead process knew accepted is there; the rest is done; nothing differs."""
    names = written_down(told)
    if names:
        with engine.database.read() as connection:
            kept = {each.logical_name: each for each in sources.listed(connection, engine.project("falcon").id)}
        for name in names:
            assert engine.blobs.get(kept[name].project_id, kept[name].sha256)
    project_id = finish(engine)
    assert digest(engine, project_id) == whole
    checked = engine.verify(project_id)
    assert checked.verified == checked.evidence > 0
    with engine.database.read() as connection:
        assert not audit.verify(connection)
        assert set(connection.execute(select(job.c.status)).scalars()) == {RunState.COMPLETED}
        seqs = [each.seq for each in sources.events(connection, project_id)]
    assert seqs == list(range(1, len(seqs) + 1))
    assert not list(engine.blobs.root.glob("*/incoming-*"))


@pytest.mark.parametrize("point", POINTS)
def test_killed_on_sqlite_nothing_is_lost_and_the_next_start_finishes(tmp_path: Path, point: str, whole: str) -> None:
    settings = Settings(data_dir=tmp_path / "data", workers=1)
    assert killed_at(point, settings, tmp_path / "told") == -9
    with Engine.open(settings) as engine:
        finished(engine, tmp_path / "told", whole)


@pytest.fixture
def shared(postgres_store: str, tmp_path: Path) -> Iterator[Settings]:
    """Settings of an empty PostgreSQL store."""
    from tests.forager.postgres import empty

    empty(postgres_store)
    yield Settings(data_dir=tmp_path / "data", database_url=postgres_store, workers=1)
    empty(postgres_store)


@pytest.mark.postgres
@pytest.mark.parametrize("point", ON_POSTGRES)
def test_killed_on_postgresql_another_process_finishes_when_the_lease_runs_out(
    shared: Settings, tmp_path: Path, point: str, whole: str
) -> None:
    assert killed_at(point, shared, tmp_path / "told") == -9
    with Engine.open(shared) as engine:
        lease_runs_out(engine)
        finished(engine, tmp_path / "told", whole)


def test_killed_again_and_again_it_still_finishes(tmp_path: Path, whole: str) -> None:
    settings = Settings(data_dir=tmp_path / "data", workers=1)
    for point in (
        "read.after_commit",
        "read.before_commit",
        "read.after_commit",
        "read.before_commit",
        "derive.after_batch:2",
    ):
        assert killed_at(point, settings, tmp_path / "told") == -9
    with Engine.open(settings) as engine:
        finished(engine, tmp_path / "told", whole)
