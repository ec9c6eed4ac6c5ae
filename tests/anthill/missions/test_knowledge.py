"""A mission over the real knowledge module: from the tool through gate, provider and assembler to a cited answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.anthill.knowledge.support import CANARY, FALCON, OSPREY, TOKEN, Engine, refusal
from tests.anthill.missions.support import FunctionAnt, colony

from anthill.core.agents.context import AntContext
from anthill.core.colony.colony import Colony
from anthill.core.missions.intake import MissionRequest
from anthill.core.missions.report import Report
from anthill.core.store.records import EventFilter
from anthill.modules.knowledge.module import KnowledgeModule
from anthill.modules.knowledge.settings import CREDENTIAL_SETTING, SETTINGS
from anthill.modules.knowledge.texts import DO_NOT_SUBSTITUTE
from anthill.sdk.event import EventType
from anthill.sdk.evidence import EvidenceKind
from anthill.sdk.result import AntExecutionResult, succeeded
from anthill.sdk.setting import Value
from anthill.sdk.source_set import SOURCE_SET

QUESTION = MissionRequest("When is the launch date of Project Falcon?", project_id="falcon")


@dataclass
class Source:
    """Settings as the colony hands them out."""

    values: dict[str, Value] = field(
        default_factory=lambda: {
            "knowledge_enabled": True,
            CREDENTIAL_SETTING: TOKEN,
            "knowledge_cache_seconds": 0,
            "knowledge_project_map": {"falcon": FALCON, "osprey": OSPREY},
        }
    )

    def get(self, name: str) -> Value:
        """The value in force."""
        return self.values.get(name, {setting.name: setting.default for setting in SETTINGS}[name])


@dataclass
class World:
    """A colony, the engine behind its knowledge, and the settings between them."""

    here: Colony
    engine: Engine
    source: Source

    def run(self, request: MissionRequest = QUESTION) -> Report:
        accepted = self.here.submit(request)
        self.here.run_until_closed(accepted.id)
        return self.here.report(accepted.id)

    def events(self) -> list[EventType]:
        return [each.event_type for each in self.here.events(0, EventFilter(), 1000)]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    engine, source = Engine(), Source()
    with TestClient(engine.app(), raise_server_exceptions=False) as http:
        here = colony(tmp_path, module=KnowledgeModule(source, http))
        yield World(here, engine, source)
        here.stop()


@pytest.mark.req("S000-4.1-01", "S000-4.1-02", "S000-4.1-04", "S000-5.1-03", "S000-2.2-01")
def test_one_retrieval_passes_every_station_and_is_on_the_record(world: World) -> None:
    report = world.run()
    asked = [path.partition("?")[0] for path in world.engine.requests]
    assert asked[0] == f"/api/projects/{FALCON}/search"
    assert {"/api/knowledge/ki_march", "/api/knowledge/ki_april", f"/api/projects/{FALCON}/conflicts"} <= set(asked)
    kinds = world.events()
    assert kinds.index(EventType.TOOL_CALLED) < kinds.index(EventType.TOOL_COMPLETED)
    assert [row.kind for row in report.evidence].count(EvidenceKind.SOURCE_RETRIEVAL) == 1
    assert [each.schema for each in report.artifacts].count(SOURCE_SET) == 1
    assert report.answer is not None
    assert report.answer.sentences[0].citations == (f"knowledge:{FALCON}/ki_march", f"knowledge:{FALCON}/ki_april")
    assert report.mission.outcome == "completed_verified"


@pytest.mark.req("S000-8-13", "S001-6-01")
def test_a_role_whose_contract_lists_no_knowledge_tool_is_refused_before_anything_is_asked(world: World) -> None:
    results = []

    def reach(ctx: AntContext) -> AntExecutionResult:
        results.append(ctx.tool("knowledge_retrieve", {"query": "launch date"}))
        return succeeded("done")

    world.here._parts.handlers["researcher"] = FunctionAnt(lambda _ctx: succeeded("done"))
    world.here._parts.handlers["builder"] = FunctionAnt(reach)
    world.run()
    assert [result.ok for result in results] == [False]
    assert world.engine.requests == []
    assert EventType.TOOL_DENIED in world.events()


@pytest.mark.req("S000-6.1-03", "S001-3.1-02")
def test_a_scope_is_resolved_once_at_intake_and_a_changed_map_moves_no_mission(world: World) -> None:
    accepted = world.here.submit(QUESTION)
    world.source.values["knowledge_project_map"] = {"falcon": OSPREY}
    world.here.run_until_closed(accepted.id)
    lists = [path for path in world.engine.requests if path.startswith("/api/projects/")]
    assert lists
    assert all(path.startswith(f"/api/projects/{FALCON}/") for path in lists)
    assert CANARY not in str(world.here.report(accepted.id).to_json())


@pytest.mark.req("LAW-11", "LAW-15", "S000-8-01", "S000-8-02", "S000-8-06")
@pytest.mark.parametrize("status", [500, 503])
def test_a_mission_whose_engine_fails_ends_truthfully_and_states_nothing(world: World, status: int) -> None:
    world.engine.faults["*"] = lambda _request: refusal(status, "x", "y")
    report = world.run()
    assert (report.mission.status.value, report.mission.outcome) == ("complete", "completed_unverified")
    assert report.answer is not None
    assert DO_NOT_SUBSTITUTE in report.answer.rendered()
    assert all(not sentence.citations for sentence in report.answer.sentences)
    assert "March" not in report.answer.rendered()


@pytest.mark.req("S000-6.2-01")
def test_customers_knowledge_reaches_its_own_mission_and_stays_marked_as_theirs(world: World) -> None:
    report = world.run()
    assert report.answer is not None
    assert "March 3" in report.answer.rendered()
    assert {each.confidentiality.value for each in report.artifacts} == {"tenant"}
