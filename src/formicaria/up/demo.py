"""The demonstration: both services in a folder that goes away, the Falcon files read, one mission run, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from formicaria.ground.errors import InvalidRequest
from formicaria.ground.output import Output
from formicaria.up import colony
from formicaria.up.account import Account
from formicaria.up.folder import Walked, walk
from formicaria.up.home import Home
from formicaria.up.keeper import Tell
from formicaria.up.processes import service_environment
from formicaria.up.running import Both, Ports, both
from formicaria.up.session import read_folder
from formicaria.up.wire import Json

QUESTION = "Why was the launch date of Project Falcon changed, and what is it now?"
POLL_SECONDS = 0.15
MISSION_RUNNING = frozenset({"created", "running", ""})


@dataclass(frozen=True, slots=True)
class Findings:
    """What the demonstration shows."""

    account: Account
    report: Json
    conflicts: list[Json]
    verified: Json


def files_of(corpus: Path) -> Walked:
    """The files directly in a folder. Raises InvalidRequest when the folder or its files are missing."""
    try:
        return walk(corpus, deep=False)
    except InvalidRequest as error:
        raise InvalidRequest(
            f"There are no files in {corpus}.",
            remedy='Run this in the checkout, name a folder with --corpus, or read your own with "formicaria up FOLDER".',
        ) from error


@contextmanager
def running(walked: Walked, folder: Path, tell: Tell) -> Iterator[Both]:
    """Start both services in ``folder``, on free ports; stops them whatever happens."""
    name = walked.root.name.capitalize()
    with both(Home(folder), Ports(), service_environment(), name, tell) as started:
        yield started


def findings(at: Both, walked: Walked, output: Output) -> Findings:
    """Read the files, run the mission to its end, and gather what there is to show."""
    base = at.base
    assert base is not None  # noqa: S101  # the demonstration always names one
    read = read_folder(at, base, walked, output, lambda: None)
    report = _mission(at, colony.mapped_as(at.home.colony_file, base), output)
    root = f"/api/projects/{base.id}"
    conflicts = list(at.engine_api.every(f"{root}/conflicts", status="open"))
    return Findings(read, report, conflicts, at.engine_api.get(f"{root}/verify"))


def _mission(at: Both, project: str, output: Output) -> Json:
    pause = Event()
    with closing(at.await_colony()) as ants, output.progress() as show:
        mission = ants.post("/missions", {"goal": QUESTION, "project_id": project})["data"]
        while mission["status"] in MISSION_RUNNING:
            show(f"mission {mission['status']}")
            pause.wait(POLL_SECONDS)
            mission = ants.get(f"/missions/{mission['mission_id']}")["data"]
        report: Json = ants.get(f"/missions/{mission['mission_id']}/report")["data"]
    return report
