"""A process that takes files in, reads them and publishes, and may be killed on the way: ``run`` is its whole life.

It imports nothing but the engine and its corpus, starts from a clean server process, and says on standard output what was accepted.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from multiprocessing.context import ForkServerContext
from pathlib import Path

from tests.forager.engine.corpus import BY, FILES, offered

from forager.engine import Engine
from forager.errors import ProjectNotFound
from forager.settings import Settings
from formicaria.ground.crash import VARIABLE


def context() -> ForkServerContext:
    """Children begin in a process that has loaded the engine and nothing else."""
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload([__name__, "forager.pipeline.reading"])
    return found


def killed_at(point: str, settings: Settings, told: Path) -> int | None:
    """Live in a child process that dies at ``point``. Returns its exit code: -9 when it was killed."""
    child = context().Process(target=live, args=(point, settings, told))
    child.start()
    child.join(120)
    assert child.exitcode is not None, "the child hangs"
    return child.exitcode


def live(point: str, settings: Settings, told: Path) -> None:
    """Take in the corpus one file at a time, writing down each file that is accepted; then read and publish."""
    os.environ[VARIABLE] = point
    with Engine.open(settings) as engine:
        finish(engine, told)


def finish(engine: Engine, told: Path | None = None) -> str:
    """Do whatever of the whole is not done yet. Returns the project's id."""
    project_id = _project(engine)
    for name in FILES:
        engine.accept(project_id, offered(FILES, [name]), BY)
        if told:
            _write_down(told, name)
    if engine.unfinished_job(project_id) is None:
        engine.process(project_id, BY)
    engine.run_jobs()
    return project_id


def _project(engine: Engine) -> str:
    try:
        return engine.project("falcon").id
    except ProjectNotFound:
        return engine.create_project("Falcon", "", BY).id


def _write_down(told: Path, name: str) -> None:
    with told.open("a") as file:
        file.write(name + "\n")
        file.flush()
        os.fsync(file.fileno())


def written_down(told: Path) -> Sequence[str]:
    """The files that the dead process knew to be accepted."""
    return told.read_text().split() if told.exists() else []
