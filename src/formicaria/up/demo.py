"""The demonstration: both services on free ports, the Falcon files read, one mission run, and what came of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from formicaria.ground.errors import InvalidRequest
from formicaria.up.processes import Service, ServiceFailed, service_environment
from formicaria.up.wire import Api, Json

QUESTION = "Why was the launch date of Project Falcon changed, and what is it now?"
COLONY_PROJECT = "falcon"
POLL_SECONDS = 0.15
ENDED = frozenset({"completed", "failed", "cancelled"})
MISSION_RUNNING = frozenset({"created", "running", ""})

Show = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Running:
    """Both services, ready: the engine's project is read and the colony may read it."""

    engine: Service
    colony: Service
    engine_api: Api
    colony_api: Api
    project_id: str
    job: Json


@dataclass(frozen=True, slots=True)
class Findings:
    """What the demonstration shows."""

    report: Json
    conflicts: list[Json]
    verified: Json


@contextmanager
def running(corpus: Path, folder: Path, show: Show) -> Iterator[Running]:
    """Start both services in ``folder`` with ``corpus`` read; stops them whatever happens."""
    files = corpus_files(corpus)
    with ExitStack() as stack:
        engine = stack.enter_context(_started("FORAGER", "forager", folder / "forager"))
        engine_api = stack.enter_context(closing(Api(engine.await_address(), _key(folder / "forager"))))
        made = engine_api.post(
            "/api/projects", {"name": corpus.name.capitalize(), "purpose": "The demonstration files."}
        )
        project = str(made["id"])
        _configure_colony(folder / "anthill", engine.url, _mint(engine_api, project), project)
        # The colony starts while the documents are read.
        colony = stack.enter_context(_started("ANTHILL", "anthill", folder / "anthill"))
        job = read_files(engine_api, project, files, show)
        colony_api = stack.enter_context(closing(Api(colony.await_address(), _key(folder / "anthill"))))
        yield Running(engine, colony, engine_api, colony_api, project, job)


@contextmanager
def _started(name: str, module: str, data_dir: Path) -> Iterator[Service]:
    data_dir.mkdir(parents=True, exist_ok=True)
    arguments = ["serve", "--port", "0", "--data-dir", str(data_dir)]
    service = Service(name, module, arguments, data_dir / "service.log", service_environment())
    try:
        yield service
    finally:
        service.stop()


def corpus_files(corpus: Path) -> list[tuple[str, Path]]:
    """The files directly in a folder, by name. Raises InvalidRequest when the folder or its files are missing."""
    found = sorted(path for path in corpus.iterdir() if path.is_file()) if corpus.is_dir() else []
    if not found:
        raise InvalidRequest(
            f"There are no files in {corpus}.", remedy="Run this in the checkout, or name a folder with --corpus."
        )
    return [(path.name, path) for path in found if not path.name.startswith(".")]


def _key(data_dir: Path) -> str:
    return (data_dir / "operator.key").read_text("utf-8").strip()


def read_files(engine: Api, project: str, files: Sequence[tuple[str, Path]], show: Show) -> Json:
    """Upload and process files; shows each stage as its persisted row moves. Returns the finished job."""
    engine.upload(f"/api/projects/{project}/sources", files)
    job = engine.post(f"/api/projects/{project}/process", {})
    pause = Event()
    while job["status"] not in ENDED:
        pause.wait(POLL_SECONDS)
        job = engine.get(f"/api/jobs/{job['id']}")
        show(stage_line(job))
    if job["status"] != "completed":
        raise ServiceFailed("The files could not be read.", remedy=str(job.get("error") or ""))
    return job


def stage_line(job: Json) -> str:
    """One line of progress from a job's persisted rows."""
    rows = {stage["stage"]: stage for stage in job["stages"]}
    stage = rows.get(str(job["current_stage"]), {})
    done = f" {stage['processed']} of {stage['total']}" if stage.get("total") else ""
    return f"{float(job['progress']) * 100:3.0f} %  {str(job['current_stage']).replace('_', ' ')}{done}"


def _mint(engine: Api, project: str) -> str:
    made = engine.post("/api/settings/tokens", {"name": "demo colony", "scopes": ["read"], "projects": [project]})
    return str(made["token"])


def _configure_colony(data_dir: Path, endpoint: str, token: str, project: str) -> None:
    data_dir.mkdir(parents=True, exist_ok=True)
    settings = {
        "knowledge_enabled": True,
        "knowledge_forager_endpoint": endpoint,
        "knowledge_forager_token": token,
        "knowledge_project_map": {COLONY_PROJECT: project},
        "knowledge_default_project": project,
    }
    path = data_dir / "anthill.json"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(settings, file, indent=2)


def findings(both: Running, show: Show) -> Findings:
    """Run the mission to its end and gather what there is to show."""
    body = {"goal": QUESTION, "project_id": COLONY_PROJECT}
    mission = both.colony_api.post("/missions", body)["data"]
    pause = Event()
    while mission["status"] in MISSION_RUNNING:
        show(f"mission {mission['status']}")
        pause.wait(POLL_SECONDS)
        mission = both.colony_api.get(f"/missions/{mission['mission_id']}")["data"]
        both.colony.check()
    report = both.colony_api.get(f"/missions/{mission['mission_id']}/report")["data"]
    conflicts = both.engine_api.get(f"/api/projects/{both.project_id}/conflicts?status=open&page_size=50")["items"]
    verified = both.engine_api.get(f"/api/projects/{both.project_id}/verify")
    return Findings(report, conflicts, verified)
