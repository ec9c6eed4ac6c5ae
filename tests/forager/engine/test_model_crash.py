"""kill -9 beside a call to a model: what was answered is not asked again, what was spent is never told too low, and the job finishes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.forager.engine.corpus import BY, offered
from tests.forager.engine.crash import context

from forager.ask.model import Reply
from forager.derive import content
from forager.engine import Engine
from forager.model.job import RunState
from forager.settings import Settings
from forager.store.tables import job, model_answer
from formicaria.ground.clock import FixedClock
from formicaria.ground.crash import VARIABLE

FILES = {
    "reef.md": b"# Reef\n\nCormorants dry their wings on the old beacon at noon.\n\nThe ferry to the reef carries no bicycles in winter.\n",
    "dune.md": b"# Dune\n\nMarram grass holds the dune behind the lighthouse together.\n",
}
SPENT = (50, 7)


class Witness:
    """A model that writes down, for good, every passage it is asked about before it answers; it finds the passage's own sentence."""

    name, provider = "witness@1", "script"

    def __init__(self, told: Path) -> None:
        self._told = told

    def ask(self, passage: str) -> Reply:
        with self._told.open("a") as file:
            file.write(passage.split(maxsplit=1)[0] + "\n")
            file.flush()
            os.fsync(file.fileno())
        quote = passage.strip().splitlines()[-1]
        return Reply(f'{{"statements": [{{"quote": "{quote}", "type": "fact"}}]}}', *SPENT)


def live(point: str, settings: Settings, told: Path) -> None:
    """Take the files in, read them with the model beside the rules, publish."""
    if point:
        os.environ[VARIABLE] = point
    with Engine.open(
        settings, clock=FixedClock("2026-03-01T08:00:00.000000Z", step=0.001), model=Witness(told)
    ) as engine:
        known = [each.id for each in engine.projects()]
        project_id = known[0] if known else engine.create_project("Coast", "", BY).id
        if not known:
            engine.accept(project_id, offered(FILES), BY)
            engine.process(project_id, BY)
        engine.run_jobs()


def killed_at(point: str, settings: Settings, told: Path) -> int | None:
    child = context().Process(target=live, args=(point, settings, told))
    child.start()
    child.join(120)
    return child.exitcode


def outcome(settings: Settings) -> tuple[str, set[str], list[int]]:
    """The digest of the knowledge, how the jobs stand, the calls counted for each passage."""
    with Engine.open(settings, exclusive=False) as engine, engine.database.read() as connection:
        found = engine.projects()[0]
        calls = list(connection.execute(select(model_answer.c.calls).order_by(model_answer.c.key)).scalars())
        states = set(connection.execute(select(job.c.status)).scalars())
        return content.digest(connection, found.id, found.published_rev), states, calls


def asked(told: Path) -> Sequence[str]:
    return told.read_text().split() if told.exists() else []


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, int]:
    """The digest of the knowledge when nothing happens, and how many passages are asked about."""
    folder = tmp_path_factory.mktemp("whole")
    settings = Settings(data_dir=folder / "data", workers=1)
    live("", settings, folder / "told")
    return outcome(settings)[0], len(asked(folder / "told"))


@pytest.mark.parametrize(
    ("point", "asked_before", "asked_again"),
    [("model.after_claim:2", 1, 0), ("model.after_call:2", 2, 1), ("model.after_answer:2", 2, 0)],
)
def test_killed_beside_a_call_nothing_answered_is_asked_again_and_nothing_spent_is_forgotten(
    tmp_path: Path, whole: tuple[str, int], point: str, asked_before: int, asked_again: int
) -> None:
    digest, passages = whole
    settings, told = Settings(data_dir=tmp_path / "data", workers=1), tmp_path / "told"
    assert killed_at(point, settings, told) == -9
    assert len(asked(told)) == asked_before
    live("", settings, told)
    after, states, calls = outcome(settings)
    assert (after, states) == (digest, {RunState.COMPLETED})
    assert len(asked(told)) == passages + asked_again
    # A call that was about to be made counts as made: the cost is never told too low.
    assert sum(calls) == passages + (0 if point.startswith("model.after_answer") else 1)
