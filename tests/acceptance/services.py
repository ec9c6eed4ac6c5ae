"""Real service processes on free loopback ports: started, asked over HTTP, killed by process id, stopped in order."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

SECONDS = 120
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
QUESTION = "When does Project Falcon launch?"
MARCH = "The launch date for Project Falcon is March 3, 2026."
APRIL = "The launch date for Project Falcon has moved to April 10, 2026."
Json = dict[str, Any]


class Service:
    """``python -m module serve`` on a data folder, as a person would start it. Its words are in ``log``."""

    def __init__(self, module: str, data_dir: Path, crash_at: str = "", **environment: str) -> None:
        self.data_dir = data_dir
        self.log = data_dir.parent / f"{data_dir.name}.log"
        data_dir.parent.mkdir(parents=True, exist_ok=True)
        told = {"FORAGER_WORKERS": "1", **environment} | ({"FORMICARIA_CRASH_AT": crash_at} if crash_at else {})
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, "serve", "--port", "0", "--data-dir", str(data_dir)],
                env={**os.environ, **told}, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        self.process.stdout.close()
        found = re.fullmatch(r"listening on (http://127\.0\.0\.1:\d+)\n", first)
        if found is None:
            self.process.kill()
            self.process.wait()
        assert found is not None, self.log.read_text()
        self.url = found[1]

    @property
    def key(self) -> str:
        """The operator's key."""
        return (self.data_dir / "operator.key").read_text().strip()

    def client(self, key: str | None = None) -> httpx2.Client:
        """Speak to it as the operator, or with another key."""
        headers = {"authorization": f"Bearer {self.key if key is None else key}"}
        return httpx2.Client(base_url=self.url, headers=headers, trust_env=False, timeout=SECONDS)

    def kill(self) -> None:
        """SIGKILL, by process id."""
        os.kill(self.process.pid, signal.SIGKILL)
        assert self.process.wait(SECONDS) == -signal.SIGKILL

    def died(self) -> bool:
        """Whether it ends by SIGKILL; waits for its end."""
        return self.process.wait(SECONDS) == -signal.SIGKILL

    def stop(self) -> None:
        """SIGTERM; it ends in order and has said nothing of a defect."""
        if self.process.poll() is None:
            self.process.terminate()
            assert self.process.wait(SECONDS) == 0, self.log.read_text()
        assert "Traceback" not in self.log.read_text()


@contextmanager
def serving(module: str, data_dir: Path, crash_at: str = "", **environment: str) -> Iterator[Service]:
    """A service that is stopped at the end, and killed if it does not obey."""
    service = Service(module, data_dir, crash_at, **environment)
    try:
        yield service
        service.stop()
    finally:
        if service.process.poll() is None:
            service.process.kill()
            service.process.wait()


def ok(answer: httpx2.Response) -> Json:
    """The body of an answer that must be a success."""
    assert answer.is_success, (answer.status_code, answer.text)
    body: Json = answer.json()
    return body


def corpus(name: str) -> list[tuple[str, bytes]]:
    """One customer's files."""
    found = sorted(each for each in (EXAMPLES / name).iterdir() if each.is_file() and not each.name.startswith("."))
    return [(each.name, each.read_bytes()) for each in found]


def upload(http: httpx2.Client, project: str, files: list[tuple[str, bytes]], **headers: str) -> Json:
    """Hand in files."""
    parts = [("files", file) for file in files]
    return ok(http.post(f"/api/projects/{project}/sources", files=parts, headers=headers))


def ended(http: httpx2.Client, job: Json) -> Json:
    """A job once it is over."""
    pause = threading.Event()
    while job["status"] in ("queued", "running"):
        pause.wait(0.1)
        job = ok(http.get(f"/api/jobs/{job['id']}"))
    return job


def read(http: httpx2.Client, name: str, files: list[tuple[str, bytes]]) -> str:
    """A new project that has read these files; its id."""
    project = str(ok(http.post("/api/projects", json={"name": name, "purpose": ""}))["id"])
    upload(http, project, files)
    job = ended(http, ok(http.post(f"/api/projects/{project}/process", json={})))
    assert job["status"] == "completed", job
    return project


def mint(http: httpx2.Client, *projects: str, scopes: tuple[str, ...] = ("read",)) -> str:
    """An integration token limited to these projects."""
    body = {"name": "a colony", "scopes": list(scopes), "projects": list(projects)}
    return str(ok(http.post("/api/settings/tokens", json=body))["token"])


def configure(data_dir: Path, endpoint: str, token: str, projects: Mapping[str, str], **more: object) -> Path:
    """Write the colony's settings; its folder."""
    data_dir.mkdir(parents=True, exist_ok=True)
    settings = {
        "knowledge_enabled": True, "knowledge_forager_endpoint": endpoint, "knowledge_forager_token": token,
        "knowledge_project_map": dict(projects), "knowledge_cache_seconds": 0, **more,
    }  # fmt: skip
    (data_dir / "anthill.json").write_text(json.dumps(settings))
    return data_dir


def mission(http: httpx2.Client, goal: str, project: str, **headers: str) -> Json:
    """Run a mission to its end; its report."""
    found = ok(http.post("/missions", json={"goal": goal, "project_id": project}, headers=headers))["data"]
    return closed(http, str(found["mission_id"]))


def closed(http: httpx2.Client, mission_id: str) -> Json:
    """The report of a mission once it is closed."""
    pause = threading.Event()
    while ok(http.get(f"/missions/{mission_id}"))["data"]["status"] in ("created", "running"):
        pause.wait(0.1)
    report: Json = ok(http.get(f"/missions/{mission_id}/report"))["data"]
    return report
