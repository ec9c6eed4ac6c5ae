"""A process killed on the way through an export or an import leaves it made or not made, never half."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.forager.api.corpus import BUILDER, Built, settings
from tests.forager.engine.crash import context

from forager.engine import Engine
from forager.model.export import Format
from forager.store import exports
from formicaria.ground.crash import VARIABLE

KILLED = -9


def export(point: str, folder: Path, _package: Path) -> None:
    """Export in a process that dies at ``point``."""
    os.environ[VARIABLE] = point
    with Engine.open(settings(folder)) as engine:
        engine.export(engine.project("osprey").id, Format.ANTHILL, BUILDER)


def take_in(point: str, folder: Path, package: Path) -> None:
    """Import in a process that dies at ``point``."""
    os.environ[VARIABLE] = point
    with Engine.open(settings(folder)) as engine:
        engine.import_package(package, BUILDER)
        engine.run_jobs()


def killed(what: object, point: str, folder: Path, package: Path) -> None:
    child = context().Process(target=what, args=(point, folder, package))
    child.start()
    child.join(120)
    assert child.exitcode == KILLED


@pytest.fixture(scope="module")
def package(built_sqlite: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    shutil.copytree(built_sqlite.folder, folder / "copy")
    with Engine.open(settings(folder / "copy")) as engine:
        made = engine.export(engine.project("osprey").id, Format.ANTHILL, BUILDER)
        shutil.copy(engine.export_file(made), folder / "osprey.zip")
    return folder / "osprey.zip"


@pytest.mark.parametrize(
    "point", ["export.after_parts", "export.before_rename", "export.after_file", "export.before_commit"]
)
def test_an_export_that_died_was_not_made_and_is_made_again_the_same(
    built_sqlite: Built,
    package: Path,
    tmp_path: Path,
    point: str,
) -> None:
    shutil.copytree(built_sqlite.folder, tmp_path / "copy")
    killed(export, point, tmp_path / "copy", package)
    with Engine.open(settings(tmp_path / "copy")) as engine:
        base = engine.project("osprey")
        assert not list((tmp_path / "copy" / "exports").glob("*/incoming-*"))
        with engine.database.read() as connection:
            assert exports.count(connection, base.id) == 0
        made = engine.export(base.id, Format.ANTHILL, BUILDER)
        assert engine.export_file(made).read_bytes() == package.read_bytes()


@pytest.mark.parametrize("point", ["import.after_originals", "import.before_commit", "import.after_commit"])
def test_an_import_that_died_is_not_there_or_is_finished(package: Path, tmp_path: Path, point: str) -> None:
    killed(take_in, point, tmp_path / "empty", package)
    with Engine.open(settings(tmp_path / "empty")) as engine:
        if point != "import.after_commit":
            assert engine.projects() == ()
            engine.import_package(package, BUILDER)
        assert [job.status for job in engine.run_jobs()] == ["completed"]
        made = engine.export(engine.project("osprey").id, Format.ANTHILL, BUILDER)
        assert engine.export_file(made).read_bytes() == package.read_bytes()
