"""A kill beside a decision loses nothing: before the commit it was never made, after it the next start applies it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.forager.api.corpus import BUILDER, settings
from tests.forager.query.test_reads import launch
from tests.forager.review.test_review import again, log

from forager.engine import Engine
from forager.pipeline import worker
from forager.pipeline.catching_up import behind, catch_up
from forager.review import By, Reviewer
from forager.store.acts import Caller
from formicaria.ground.crash import VARIABLE

DECIDE = """
import sys
from dataclasses import replace
from pathlib import Path
from forager.engine import Engine
from forager.pipeline.catching_up import behind, catch_up
from forager.review import By, Reviewer
from forager.settings import Settings
from forager.store.acts import Caller

with Engine.open(replace(Settings.load(Path(sys.argv[1]), {}), workers=1)) as engine:
    Reviewer(engine.database, engine.clock, engine.derive).decide_conflict(
        engine.project("falcon"), sys.argv[2], "both_hold", "", By(Caller("test", "me"))
    )
"""


@pytest.mark.parametrize(
    ("point", "made"),
    [
        ("decide.before_commit", False),
        ("decide.after_commit", True),
        ("derive.after_batch", True),
        ("publish.before_commit", True),
    ],
)
def test_a_decision_is_made_or_not_made_and_never_lost(engine: Engine, tmp_path: Path, point: str, made: bool) -> None:
    found = launch(engine)
    folder = engine.settings.data_dir
    engine.close()
    child = subprocess.run(
        [sys.executable, "-c", DECIDE, str(folder), found.id],
        env={**os.environ, VARIABLE: point},
        check=False,
        timeout=120,
    )
    assert child.returncode == -signal.SIGKILL
    with Engine.open(settings(folder)) as reopened:
        assert len(log(reopened)) == int(made)
        assert again(reopened, found.id).status == "open"
        reopened.process(reopened.project("falcon").id, BUILDER)
        reopened.run_jobs()
        assert again(reopened, found.id).status == ("decided" if made else "open")


@pytest.mark.parametrize("point", ["decide.after_commit", "derive.after_batch", "publish.before_commit"])
def test_a_server_applies_by_itself_what_was_decided_before_it_started(
    engine: Engine, tmp_path: Path, point: str
) -> None:
    found = launch(engine)
    folder = engine.settings.data_dir
    engine.close()
    child = subprocess.run(
        [sys.executable, "-c", DECIDE, str(folder), found.id],
        env={**os.environ, VARIABLE: point},
        check=False,
        timeout=120,
    )
    assert child.returncode == -signal.SIGKILL
    with Engine.open(settings(folder)) as reopened:
        project = reopened.project("falcon").id
        with reopened.database.read() as connection:
            assert behind(reopened.database, connection) == (project,)
        catch_up(reopened.database, reopened.clock, reopened.derive, lambda: False, "test")
        assert again(reopened, found.id).status == "decided"
        with reopened.database.read() as connection:
            assert behind(reopened.database, connection) == ()


def test_an_idle_server_shows_by_itself_what_was_decided_and_could_not_be_shown(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, decided, looked = threading.Event(), threading.Event(), threading.Event()

    def look(*given: object) -> None:
        known = decided.is_set()
        catch_up(*given)  # type: ignore[arg-type]  # passed on
        begun.set()
        if known:
            looked.set()

    monkeypatch.setattr(worker, "catch_up", look)
    monkeypatch.setattr(worker, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(worker, "BEHIND_SECONDS", 0.02)
    engine.start_worker()
    assert begun.wait(60)
    found = launch(engine)
    unshown = Reviewer(engine.database, engine.clock, lambda _task: None)  # type: ignore[arg-type, return-value]  # shows nothing
    unshown.decide_conflict(engine.project("falcon"), found.id, "both_hold", "", By(Caller("local", "me")))
    decided.set()
    assert looked.wait(60)
    assert again(engine, found.id).status == "decided"
