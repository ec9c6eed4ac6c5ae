"""kill -9 of the serving processes at named points: nothing accepted is lost, nothing is done twice, the next start finishes.

``tests/falcon``, ``tests/forager/engine`` and ``tests/anthill/missions`` kill engine and runner by themselves; here the whole
service dies while a client speaks to it.
"""

from __future__ import annotations

import ast
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.acceptance.conftest import World
from tests.acceptance.services import (
    QUESTION,
    Service,
    closed,
    configure,
    corpus,
    ended,
    ok,
    serving,
    upload,
)

pytestmark = [pytest.mark.processes, pytest.mark.timeout(900)]
ROOT = Path(__file__).resolve().parents[2]
FILES = corpus("falcon")[:2]
ENGINE_POINTS = (
    "accept.after_blob:2", "accept.before_commit", "accept.after_commit", "process.before_commit", "process.after_commit",
    "job.after_reading", "publish.before_commit", "job.before_end",
)  # fmt: skip
COLONY_POINTS = (
    "intake.before_commit", "task.after_begin", "task.before_settle:2", "task.after_settle", "close.after_evaluation",
    "close.before_commit", "archive.before_commit",
)  # fmt: skip


def died_meanwhile(service: Service, act: Callable[[httpx2.Client], object]) -> None:
    """The service dies by SIGKILL at its point while the client acts; the client sees a broken connection, or is done."""
    try:
        with service.client() as http, contextlib.suppress(httpx2.TransportError):
            act(http)
        assert service.died(), service.log.read_text()
    finally:
        if service.process.poll() is None:
            service.process.kill()
            service.process.wait()


def whole(http: httpx2.Client) -> str:
    """Whatever of the client's work is not done yet; each step may be repeated. Returns the project."""
    found = http.post("/api/projects", json={"name": "Falcon", "purpose": ""}, headers={"idempotency-key": "make"})
    project = str(ok(found)["id"])
    upload(http, project, FILES, **{"idempotency-key": "give"})
    jobs = ok(http.get(f"/api/projects/{project}/jobs"))["items"]
    job = jobs[0] if jobs else ok(http.post(f"/api/projects/{project}/process", json={}))
    assert ended(http, job)["status"] == "completed"
    return project


def knowledge(http: httpx2.Client, project: str) -> tuple[list[Any], list[Any]]:
    """What the engine knows, without times and counters."""
    items = ok(http.get(f"/api/projects/{project}/knowledge", params={"page_size": 200}))["items"]
    conflicts = ok(http.get(f"/api/projects/{project}/conflicts", params={"page_size": 200}))["items"]
    timed = {"created_at", "updated_at", "recorded_at", "first_seen_at", "revision_id", "changed_at"}
    return [[{name: each[name] for name in each if name not in timed} for each in rows] for rows in (items, conflicts)]  # type: ignore[return-value]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Any], list[Any]]:
    """What is known when nothing dies."""
    with serving("forager", tmp_path_factory.mktemp("whole") / "forager") as engine, engine.client() as http:
        return knowledge(http, whole(http))


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """An engine's folder after its server died at each point in turn, under one client that never gave up."""
    for point in ENGINE_POINTS:
        died_meanwhile(Service("forager", tmp_path / "forager", point), whole)
    return tmp_path / "forager"


def test_an_engine_killed_at_every_step_finishes_and_knows_the_same_and_decides_once(
    killed: Path, undisturbed: tuple[list[Any], list[Any]]
) -> None:
    with serving("forager", killed) as engine, engine.client() as http:
        project = whole(http)
        assert knowledge(http, project) == undisturbed
        verified = ok(http.get(f"/api/projects/{project}/verify"))
        assert verified["verified"] == verified["evidence"] > 0
        names = [each["original_name"] for each in ok(http.get(f"/api/projects/{project}/sources"))["items"]]
        assert sorted(names) == sorted(set(names)), "a file was taken in twice"
        assert {name for name, _ in FILES} <= set(names)
        assert [each["status"] for each in ok(http.get(f"/api/projects/{project}/jobs"))["items"]] == ["completed"]
        (conflict,) = undisturbed[1]

    def taken(http: httpx2.Client) -> int:
        return len(ok(http.get(f"/api/projects/{project}/decisions"))["items"])

    def decide(http: httpx2.Client) -> None:
        assert taken(http) == 0
        body = {"action": "both_hold", "notes": "asked the team"}
        path = f"/api/conflicts/{conflict['id']}/resolve"
        ok(http.post(path, json=body, headers={"idempotency-key": "decide"}))

    died_meanwhile(Service("forager", killed, "decide.before_commit"), decide)
    died_meanwhile(Service("forager", killed, "decide.after_commit"), decide)
    # The next start applies what was decided, by itself; it dies at that too, and so the one after does.
    for point in ("derive.after_begin", "publish.after_commit"):
        died_meanwhile(Service("forager", killed, point), lambda _http: None)
    with serving("forager", killed) as engine, engine.client() as http:
        assert taken(http) == 1
        assert ok(http.get(f"/api/conflicts/{conflict['id']}"))["status"] == "decided"
        assert ok(http.get("/api/audit/verify"))["faults"] == []
    assert list((killed / "blobs").glob("*/incoming-*")) == []


@pytest.mark.req("CLAW-11")
def test_a_colony_killed_at_every_step_ends_its_mission_once(world: World, tmp_path: Path) -> None:
    folder = configure(tmp_path / "anthill", world.engine.url, world.token, world.projects)

    def ask(http: httpx2.Client) -> str:
        body = {"goal": QUESTION, "project_id": "falcon"}
        return str(ok(http.post("/missions", json=body, headers={"idempotency-key": "ask"}))["data"]["mission_id"])

    for point in COLONY_POINTS:
        died_meanwhile(Service("anthill", folder, point), lambda http: closed(http, ask(http)))
    with serving("anthill", folder) as colony, colony.client() as http:
        report = closed(http, ask(http))
        assert report["outcome"] == "completed_verified"
        listed = ok(http.get("/missions"))["data"]["missions"]
        assert [each["mission_id"] for each in listed] == [report["mission_id"]]
        events = archived(http, report["mission_id"])
        for once in ("mission_created", "mission_evaluated", "mission_completed", "archivist_ran"):
            assert events.count(once) == 1, (once, events)
        assert events.count("task_completed") == len(report["tasks"]) == 3
        rows = [each["evidence_id"] for each in report["evidence"]]
        assert len(rows) == len(set(rows))
        audit = ok(http.get("/audit/verify"))["data"]
        assert (audit["sound"], audit["faults"]) == (True, [])


def archived(http: httpx2.Client, mission_id: str) -> list[str]:
    """The kinds of a mission's events once its archivist ran."""
    pause = threading.Event()
    for _ in range(600):
        rows = ok(http.get(f"/missions/{mission_id}/events", params={"limit": 1000}))["data"]["events"]
        kinds = [str(each["event_type"]) for each in rows]
        if "archivist_ran" in kinds:
            return kinds
        pause.wait(0.1)
    raise AssertionError("the archivist never ran")


def declared() -> Iterator[str]:
    """Every named point of the source."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "crash_point":
                assert isinstance(node.args[0], ast.Constant), f"{path}: a point has a name that can be read"
                yield str(node.args[0].value)


def exercised() -> Iterator[str]:
    """Every text of the tests that could name a point (``name`` or ``name:N``)."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value.partition(":")[0]


def test_every_declared_point_is_exercised_and_every_point_killed_at_is_declared() -> None:
    points = list(declared())
    assert len(points) > 20
    assert len(points) == len(set(points)), "two places have one name"
    assert set(points) - set(exercised()) == set()
    named = {each.partition(":")[0] for each in (*ENGINE_POINTS, *COLONY_POINTS)}
    assert named <= set(points)
