"""The colony without FORAGER: it starts, serves and refuses truthfully, whenever the engine went away (law 15, law 11)."""

from __future__ import annotations

import json
import re
import socket
import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.acceptance.conftest import World
from tests.acceptance.proxy import between
from tests.acceptance.services import (
    APRIL,
    MARCH,
    QUESTION,
    Service,
    configure,
    corpus,
    mint,
    mission,
    ok,
    read,
    serving,
)

from anthill.host.config import FileSettings
from anthill.modules.knowledge.module import KnowledgeModule
from anthill.modules.knowledge.texts import DO_NOT_SUBSTITUTE
from anthill.sdk.scope import KnowledgeScope, KnowledgeScopeContext
from anthill.sdk.tool import ToolContext

pytestmark = [pytest.mark.processes, pytest.mark.req("LAW-15")]
ASKED = {"q": "launch", "name": "Smith", "project": "falcon"}


def nobody() -> str:
    """An address where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


def knowledge_answers(http: httpx2.Client) -> dict[str, httpx2.Response]:
    """The answer of every knowledge route of the description but the status."""
    found = {}
    for path, methods in ok(http.get("/openapi.json"))["paths"].items():
        if not path.startswith("/knowledge/") or path.endswith("/status"):
            continue
        for method in methods:
            told = path.replace("{knowledge_id}", "ki_" + "a" * 20)
            how: dict[str, Any] = (
                {"params": ASKED} if method == "get" else {"json": {"query": "launch", "project": "falcon"}}
            )
            found[f"{method} {path}"] = http.request(method, told, **how)
    return found


def refused_everywhere(http: httpx2.Client, codes: set[str]) -> None:
    answers = knowledge_answers(http)
    assert len(answers) >= 8
    for route, answer in answers.items():
        body = answer.json()
        assert answer.status_code in {502, 503, 504}, (route, answer.text)
        assert body["error"]["code"] in codes, route
        assert body["message"].endswith(DO_NOT_SUBSTITUTE), (route, body["message"])


def truthful(report: dict[str, Any]) -> None:
    """It ended, is not called verified, says that knowledge could not be had, and tells nothing instead."""
    assert report["status"] in {"complete", "failed"}
    assert report["outcome"] not in {"", "completed_verified"}
    if report["sources"]:
        # Everything was read but who disagrees: that is said, and nothing is called verified.
        assert "not complete" in report["answer"]["text"]
        assert "conflicts_unread" in {row["value"] for row in report["evidence"] if not row["passed"]}
        return
    text = json.dumps(report)
    assert MARCH not in text
    assert APRIL not in text
    if report["answer"]:
        assert DO_NOT_SUBSTITUTE in report["answer"]["text"]


def test_never_started_the_colony_starts_serves_and_refuses(tmp_path: Path) -> None:
    folder = configure(tmp_path / "anthill", nobody(), "fgr_x", {"falcon": "proj_" + "a" * 20})
    with serving("anthill", folder) as colony, colony.client() as http:
        for path in ("/health", "/status", "/roles", "/tools", "/missions", "/audit/verify"):
            assert http.get(path).status_code == 200
        status = ok(http.get("/knowledge/status"))["data"]
        assert (status["enabled"], status["reachable"]) == (True, False)
        refused_everywhere(http, {"knowledge_unavailable"})
        truthful(mission(http, QUESTION, "falcon"))
        assert ok(http.get("/audit/verify"))["data"]["sound"] is True


ARGUMENTS = {"query": "launch", "knowledge_id": "ki_" + "a" * 20, "name": "Smith"}


@pytest.mark.req("LAW-11")
def test_every_knowledge_tool_refuses_with_the_sentence(tmp_path: Path) -> None:
    folder = configure(tmp_path / "anthill", nobody(), "fgr_x", {"falcon": "proj_" + "a" * 20})
    module = KnowledgeModule(FileSettings(folder / "anthill.json", {}), environ={})
    module._source.declare(module.settings())
    scope = KnowledgeScope.for_mission("proj_" + "a" * 20, "mis_1", "falcon")
    tools = module.tools()
    assert len(tools) == 5
    with KnowledgeScopeContext.enter(scope):
        for tool in tools:
            args = {name: ARGUMENTS[name] for name in tool.spec.parameters["required"]}
            result = tool.run(ToolContext("researcher", "mis_1", "t1", scope, 1e12), args)
            assert not result.ok
            assert result.text.endswith(DO_NOT_SUBSTITUTE), tool.spec.name
    module.close()


def test_stopped_killed_in_mid_mission_and_back_again(world: World, tmp_path: Path) -> None:
    """One colony, whose engine is stopped, comes back on another port, dies at each kind of read, and comes back."""
    with serving("forager", tmp_path / "forager") as first, first.client() as operator:
        project = read(operator, "Falcon", corpus("falcon")[:2])
        token = mint(operator, project)
        with between(first.url) as wire:
            folder = configure(tmp_path / "anthill", wire.url, token, {"falcon": project})
            with serving("anthill", folder) as colony, colony.client() as http:
                assert mission(http, QUESTION, "falcon")["outcome"] == "completed_verified"
                kinds = list(dict.fromkeys(kind_of(each) for each in wire.paths))
                assert len(kinds) >= 3, kinds
                first.stop()
                refused_everywhere(http, {"knowledge_unavailable", "knowledge_upstream", "knowledge_timeout"})
                truthful(mission(http, QUESTION, "falcon"))
                for kind in kinds:
                    dies_in_mid_mission(http, wire, tmp_path / "forager", kind)
                with serving("forager", tmp_path / "forager") as back:
                    wire.target = back.url
                    assert mission(http, QUESTION, "falcon")["outcome"] == "completed_verified"
                assert ok(http.get("/audit/verify"))["data"]["sound"] is True


def kind_of(path: str) -> str:
    """A path without its ids and query."""
    return re.sub(r"/[a-z]+_\w+", "/*", path.partition("?")[0])


def dies_in_mid_mission(http: httpx2.Client, wire: Any, folder: Path, kind: str) -> None:
    """An engine that is killed at the first read of a kind while a mission runs."""
    engine = Service("forager", folder)
    wire.target = engine.url
    once = threading.Lock()

    def kill(path: str) -> None:
        with once:
            if engine.process.poll() is None and kind_of(path) == kind:
                engine.kill()

    wire.before, wire.paths = kill, []
    try:
        report = mission(http, QUESTION, "falcon")
        assert engine.process.poll() is not None, (f"no read of {kind} came", wire.paths, report)
    finally:
        wire.before = lambda _path: None
        if engine.process.poll() is None:
            engine.kill()
    truthful(report)
