"""The same live sources and decisions give one digest: whatever the order, workers, hash seed or database."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.falcon.support import BY, FALCON, Base, offered, open_base, shuffled
from tests.forager.postgres import postgres_database

CHILD = """
import sys
from pathlib import Path
from tests.falcon.support import FALCON, offered, open_base, shuffled
base = open_base(Path(sys.argv[1]), workers=int(sys.argv[2]))
base.ingest(shuffled(offered(FALCON), int(sys.argv[3])))
print(base.digest())
base.engine.close()
"""


def golden() -> str:
    return (Path(__file__).parent / "expected" / "digest.txt").read_text("utf-8").strip()


def child(script: str, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environ}
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.req("LAW-02")
def test_one_by_one_in_another_order_gives_the_same(tmp_path: Path) -> None:
    base = open_base(tmp_path)
    for file in shuffled(offered(FALCON), 7):
        base.ingest([file])
    assert base.digest() == golden()
    assert base.engine.check_rebuild(base.project_id).agrees
    base.engine.close()


@pytest.mark.req("LAW-02")
@pytest.mark.processes
@pytest.mark.parametrize(("workers", "seed"), [(2, "1"), (4, "2")])
def test_more_workers_and_another_hash_seed_give_the_same(tmp_path: Path, workers: int, seed: str) -> None:
    ended = child(CHILD, str(tmp_path), str(workers), seed, PYTHONHASHSEED=seed)
    assert ended.stdout.strip() == golden(), ended.stderr


@pytest.mark.req("LAW-02")
@pytest.mark.postgres
def test_postgresql_gives_the_same(tmp_path: Path) -> None:
    with postgres_database() as url:
        base = open_base(tmp_path, url=url)
        base.ingest(shuffled(offered(FALCON), 3))
        assert base.digest() == golden()
        base.engine.close()


@pytest.mark.req("LAW-02")
def test_adding_and_removing_other_sources_leaves_no_trace(tmp_path: Path) -> None:
    base = open_base(tmp_path)
    base.ingest(offered(FALCON.parent / "falcon-updates"))
    base.ingest(offered(FALCON))
    base.ingest(offered(FALCON.parent / "osprey"))
    extra = {file.name for file in offered(FALCON.parent / "osprey")} - {file.name for file in offered(FALCON)}
    for id_, name in base.names().items():
        if name in extra:
            base.engine.remove_source(base.project_id, id_, BY)
    base.ingest(offered(FALCON))
    assert base.digest() == golden()
    base.engine.close()


@pytest.fixture
def updated(tmp_path: Path) -> Callable[[], Base]:
    def make() -> Base:
        base = open_base(tmp_path)
        base.ingest(offered(FALCON))
        base.ingest(offered(FALCON.parent / "falcon-updates"))
        return base

    return make


def test_a_superseding_version_supersedes_and_does_not_disagree(updated: Callable[[], Base]) -> None:
    base = updated()
    before = [
        row for row in base.states("items") if "headcount" in str(row["slot"]) and row["subject_words"] == "falcon"
    ]
    assert {(row["value"], row["status"]) for row in before} == {("14 person", "superseded"), ("16 person", "active")}
    assert not [row for row in base.states("conflicts") if row["slot"] == "headcount"]
    base.engine.close()
