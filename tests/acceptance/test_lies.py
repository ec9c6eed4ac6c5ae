"""A lie on the way, or in the answer, and nothing is called verified: the report names the lie's code (issue 2, "Holds when")."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.acceptance.conftest import World
from tests.acceptance.proxy import between
from tests.acceptance.services import APRIL, MARCH, QUESTION, configure, mission, serving

from anthill.core.agents.builder import Builder
from anthill.core.agents.context import AntContext
from anthill.core.agents.handlers import HANDLERS
from anthill.core.colony.colony import Colony, Parts
from anthill.core.colony.settings import SETTINGS, read_core
from anthill.core.missions.intake import MissionRequest
from anthill.core.store.schema import open_store
from anthill.host.config import FileSettings
from anthill.modules.knowledge.module import KnowledgeModule
from anthill.sdk.result import AntExecutionResult
from formicaria.ground.canonical import canonical_text
from formicaria.ground.clock import SystemClock
from formicaria.ground.database import sqlite_url

pytestmark = pytest.mark.processes
Payload = dict[str, Any]


def failed_checks(report: dict[str, Any]) -> set[str]:
    return {row["value"] for row in report["evidence"] if not row["passed"]}


def one_excerpt(change: Callable[[str], str]) -> Callable[[bytes], bytes]:
    """Change the excerpt of the memo's launch date wherever the engine tells it, and nothing else."""

    def changed(value: Any) -> Any:
        if isinstance(value, list):
            return [changed(each) for each in value]
        if not isinstance(value, dict):
            return value
        told = {name: changed(each) for name, each in value.items()}
        if told.get("excerpt") == MARCH and told.get("source_name", told.get("original_name")) in (
            None,
            "01-kickoff-memo.md",
        ):
            told["excerpt"] = change(MARCH)
        return told

    return lambda body: json.dumps(changed(json.loads(body))).encode()


@pytest.mark.req("CLAW-10")
def test_an_excerpt_altered_on_the_wire_is_found_and_the_same_mission_without_it_is_verified(
    world: World, tmp_path: Path
) -> None:
    with between(world.engine.url) as wire:
        folder = configure(tmp_path / "anthill", wire.url, world.token, world.projects)
        with serving("anthill", folder) as colony, colony.client() as http:
            assert mission(http, QUESTION, "falcon")["outcome"] == "completed_verified"
            for lie in (lambda text: text.replace("March 3", "March 13"), lambda text: text + " ", lambda _text: ""):
                wire.change = one_excerpt(lie)
                report = mission(http, QUESTION, "falcon")
                assert report["outcome"] == "completed_unverified"
                assert "excerpt_hash_mismatch" in failed_checks(report)
            wire.change = lambda body: body
            assert mission(http, QUESTION, "falcon")["outcome"] == "completed_verified"


class Inventing:
    """The real builder, whose honest answer is changed before it is handed over."""

    def __init__(self) -> None:
        self.lie: Callable[[Payload], Payload] = lambda payload: payload

    def execute(self, ctx: AntContext) -> AntExecutionResult:
        honest = Builder().execute(ctx)
        told = canonical_text(self.lie(json.loads(honest.artifacts[0].payload)))
        return replace(honest, artifacts=(replace(honest.artifacts[0], payload=told),))


@contextmanager
def colony_with(builder: Inventing, folder: Path) -> Iterator[Colony]:
    """A colony over the engine itself, but for its builder."""
    settings = FileSettings(folder / "anthill.json", {})
    module = KnowledgeModule(settings, environ={})
    settings.declare((*SETTINGS, *module.settings()))
    database = open_store(sqlite_url(folder / "anthill.db"))
    handlers = {**HANDLERS, "builder": builder}
    colony = Colony(Parts(database, SystemClock(), read_core(settings), (module,), handlers))
    try:
        yield colony
    finally:
        colony.stop()


def saying(change: Callable[[str], str]) -> Callable[[Payload], Payload]:
    def told(payload: Payload) -> Payload:
        first, *rest = payload["sentences"]
        return payload | {"sentences": [first | {"text": change(first["text"])}, *rest]}

    return told


def citing(change: Callable[[list[str]], list[str]]) -> Callable[[Payload], Payload]:
    def told(payload: Payload) -> Payload:
        first, *rest = payload["sentences"]
        return payload | {"sentences": [first | {"citations": change(first["citations"])}, *rest]}

    return told


def one_side(text: str) -> Callable[[Payload], Payload]:
    """Tell only one side, as if nobody disagreed."""

    def told(payload: Payload) -> Payload:
        refs = payload["sentences"][0]["citations"]
        side = {"text": text, "citations": refs, "basis": "knowledge"}
        return payload | {"sentences": [side], "conflict_ids": []}

    return told


LIES = {
    "a value": (saying(lambda text: text.replace("April 10", "April 11")), "unsupported_value"),
    "money": (saying(lambda text: f"{text} It costs EUR 9,000,000."), "unsupported_value"),
    "a name": (saying(lambda text: f"{text} Alice Jones said so."), "unsupported_value"),
    "a citation": (citing(lambda refs: [refs[0].rpartition("/")[0] + "/ki_" + "a" * 20]), "unresolved_citation"),
    "another base": (citing(lambda refs: ["knowledge:proj_" + "a" * 20 + "/" + refs[0].rpartition("/")[2]]), "unresolved_citation"),
    "no citation": (citing(lambda _refs: []), "uncited_sentence"),
    "one side": (one_side(APRIL), "hidden_conflict"),
}  # fmt: skip


@pytest.mark.req("CLAW-10")
def test_no_invention_in_the_answer_is_called_verified(world: World, tmp_path: Path) -> None:
    builder = Inventing()
    folder = configure(tmp_path / "anthill", world.engine.url, world.token, world.projects)
    found = {}
    with colony_with(builder, folder) as colony:
        for name, (lie, _) in {"nothing": (lambda payload: payload, ""), **LIES}.items():
            builder.lie = lie
            accepted = colony.submit(MissionRequest(QUESTION, project_id="falcon"))
            colony.run_until_closed(accepted.id)
            report = colony.report(accepted.id).to_json()
            found[name] = (report["outcome"], failed_checks(report))
        assert colony.audit_faults() == ()
    assert found.pop("nothing") == ("completed_verified", set())
    for name, (outcome, codes) in found.items():
        assert outcome != "completed_verified", name
        assert LIES[name][1] in codes, (name, outcome, codes)
