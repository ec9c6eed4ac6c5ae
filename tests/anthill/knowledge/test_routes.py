"""`/knowledge/*`: permissions, one project per caller, the engine's failures as a gateway's, no base in a request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.testclient import TestClient
from tests.anthill.knowledge.support import CANARY, FALCON, MARCH, OSPREY, TOKEN, Engine, refusal

from anthill.modules.knowledge import errors
from anthill.modules.knowledge.module import KnowledgeModule
from anthill.modules.knowledge.settings import CREDENTIAL_SETTING, SETTINGS
from anthill.modules.knowledge.texts import DO_NOT_SUBSTITUTE, NOT_FOUND
from anthill.sdk.errors import AnthillError
from anthill.sdk.permission import Caller, Permission
from anthill.sdk.setting import Value
from formicaria.ground import http
from formicaria.ground.errors import Error, Forbidden

READER = Caller("u1", "ann", frozenset({Permission.READ_KNOWLEDGE}))
MANAGER = Caller("u2", "max", frozenset({Permission.READ_KNOWLEDGE, Permission.MANAGE_KNOWLEDGE}))
OUTSIDER = Caller("u3", "eve", frozenset({Permission.RUN_MISSION}))
LIMITED = Caller("u4", "bot", MANAGER.permissions, project_id="falcon", token_id="tok_1")

PATHS = (
    "/knowledge/search?q=launch",
    "/knowledge/items/ki_march",
    "/knowledge/items/ki_march/evidence",
    "/knowledge/entities?name=Robert",
    "/knowledge/conflicts",
    "/knowledge/sources",
)


@dataclass
class Source:
    """Settings as the colony hands them out."""

    values: dict[str, Value] = field(default_factory=dict)

    def get(self, name: str) -> Value:
        """The value in force."""
        return self.values.get(name, {setting.name: setting.default for setting in SETTINGS}[name])


@dataclass
class Seams:
    """The API's seams with a caller that a test chooses."""

    caller: Caller = MANAGER

    def require(self, permission: Permission) -> Callable[..., Caller]:
        def allowed(request: Request) -> Caller:
            if not self.caller.may(permission):
                raise Forbidden("This is not allowed.")
            return self.caller

        return allowed

    def record(self, caller: Caller, act: str, details: Mapping[str, str]) -> None:
        raise AssertionError("reading records no act")


@dataclass
class Colony:
    """A colony's edge over one engine."""

    engine: Engine
    source: Source
    seams: Seams
    client: TestClient

    def get(self, path: str, caller: Caller = MANAGER):
        """Ask as a caller."""
        self.seams.caller = caller
        return self.client.get(path)

    def post(self, path: str, body: object, caller: Caller = MANAGER):
        """Send as a caller."""
        self.seams.caller = caller
        return self.client.post(path, json=body)


def shape(error: Error, request_id: str) -> dict[str, object]:
    return {"success": False, "message": error.sentence, "data": {"code": error.code, **error.details}}


@pytest.fixture
def colony() -> Iterator[Colony]:
    engine = Engine(
        entities=[MARCH["entities"][1]], sources=[{"id": "src_1", "project_id": FALCON, "original_name": "01.md"}]
    )
    source = Source(
        {
            "knowledge_enabled": True,
            CREDENTIAL_SETTING: TOKEN,
            "knowledge_cache_seconds": 0,
            "knowledge_project_map": {"falcon": FALCON, "osprey": OSPREY},
        }
    )
    upstream = TestClient(engine.app(), raise_server_exceptions=False)
    module = KnowledgeModule(source, upstream, environ={"ANTHILL_KNOWLEDGE_ENABLED": "true"})
    app, seams = FastAPI(docs_url=None, redoc_url=None), Seams()
    for router in module.routers(seams):
        app.include_router(router)
    http.install(app, shape, 1_000_000)
    yield Colony(engine, source, seams, TestClient(app, raise_server_exceptions=False))
    module.close()
    upstream.close()


def of(path: str, project: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}project={project}"


@pytest.mark.req("S000-6-03")
@pytest.mark.req("S001-2-02")
@pytest.mark.parametrize("path", [*PATHS, "/knowledge/status", "/knowledge/projects"])
def test_every_route_asks_for_its_permission(colony: Colony, path: str) -> None:
    assert colony.get(path, OUTSIDER).status_code == 403
    assert colony.engine.requests == []


@pytest.mark.req("S000-6-03", "S001-2-02")
def test_a_retrieval_asks_for_its_permission(colony: Colony) -> None:
    assert colony.post("/knowledge/retrieve", {"query": "q", "project": "falcon"}, OUTSIDER).status_code == 403


def test_listing_bases_takes_the_permission_to_manage(colony: Colony) -> None:
    assert colony.get("/knowledge/projects", READER).status_code == 403
    answer = colony.get("/knowledge/projects").json()
    assert [each["project_ref"] for each in answer["data"]["projects"]] == [FALCON, OSPREY]


@pytest.mark.parametrize("path", PATHS)
def test_a_read_of_a_mapped_project_answers_in_the_envelope(colony: Colony, path: str) -> None:
    answer = colony.get(of(path, "falcon"), READER)
    assert answer.status_code == 200
    assert set(answer.json()) == {"success", "message", "data"}
    assert answer.json()["success"] is True


@pytest.mark.req("S001-3.2-02")
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("project", ["", "nobody", FALCON, OSPREY, "global", "workspace:w1"])
def test_a_project_that_is_not_mapped_is_refused_and_reaches_no_base(colony: Colony, path: str, project: str) -> None:
    answer = colony.get(of(path, project))
    assert (answer.status_code, answer.json()["data"]["code"]) == (404, "knowledge_scope_unresolved")
    assert answer.json()["message"].endswith(DO_NOT_SUBSTITUTE)
    assert colony.engine.requests == []


def test_no_project_reads_the_default_base_when_the_operator_set_one(colony: Colony) -> None:
    colony.source.values["knowledge_default_project"] = FALCON
    assert colony.get("/knowledge/items/ki_march").status_code == 200


@pytest.mark.req("S001-1-01")
@pytest.mark.parametrize("leaf", ["", "/evidence"])
def test_a_foreign_id_answers_like_a_missing_one(colony: Colony, leaf: str) -> None:
    foreign = colony.get(f"/knowledge/items/ki_secret{leaf}?project=falcon")
    missing = colony.get(f"/knowledge/items/ki_nowhere{leaf}?project=falcon")
    assert (foreign.status_code, foreign.content) == (missing.status_code, missing.content)
    assert (missing.status_code, missing.json()["message"]) == (404, NOT_FOUND)
    assert missing.json()["data"]["code"] == "not_found"


@pytest.mark.req("S000-12-04")
@pytest.mark.parametrize("path", PATHS)
def test_a_credential_limited_to_one_project_reads_no_other(colony: Colony, path: str) -> None:
    assert colony.get(path, LIMITED).status_code == 200
    assert colony.get(of(path, "falcon"), LIMITED).status_code == 200
    asked = len(colony.engine.requests)
    assert colony.get(of(path, "osprey"), LIMITED).status_code == 404
    assert len(colony.engine.requests) == asked


def test_a_limited_credential_lists_no_bases_and_sees_no_other_binding(colony: Colony) -> None:
    assert colony.get("/knowledge/projects", LIMITED).status_code == 403
    status = colony.get("/knowledge/status", LIMITED).json()["data"]
    assert status["project_map"] == {"falcon": FALCON}
    assert status["default_project"] == ""


@pytest.mark.req("S001-9-01")
@pytest.mark.parametrize(
    ("upstream", "status", "code"),
    [
        (401, 502, "knowledge_unauthorized"),
        (403, 502, "knowledge_unauthorized"),
        (500, 502, "knowledge_upstream"),
        (409, 502, "knowledge_upstream"),
        (503, 503, "knowledge_unavailable"),
        (504, 504, "knowledge_timeout"),
        (302, 502, "knowledge_malformed"),
        (400, 400, "bad_request"),
    ],
)
@pytest.mark.parametrize("path", PATHS)
def test_what_the_engine_failed_to_answer_is_a_gateways_error(
    colony: Colony, path: str, upstream: int, status: int, code: str
) -> None:
    colony.engine.faults["*"] = lambda r: refusal(upstream, "x", "y")
    answer = colony.get(of(path, "falcon"))
    assert (answer.status_code, answer.json()["data"]["code"]) == (status, code)
    assert answer.json()["message"].endswith(DO_NOT_SUBSTITUTE) is (status != 400)


@pytest.mark.req("LAW-15")
@pytest.mark.parametrize("path", PATHS)
def test_with_knowledge_off_every_read_refuses_and_status_answers(colony: Colony, path: str) -> None:
    colony.source.values["knowledge_enabled"] = False
    answer = colony.get(of(path, "falcon"))
    assert (answer.status_code, answer.json()["data"]["code"]) == (503, "knowledge_disabled")
    status = colony.get("/knowledge/status").json()["data"]
    assert (status["enabled"], status["usable"], status["reason"]) == (False, False, "knowledge_enabled is off")
    assert colony.engine.requests == []


@pytest.mark.req("S001-2-06")
@pytest.mark.req("S000-6-11")
def test_no_answer_holds_the_token(colony: Colony) -> None:
    status = colony.get("/knowledge/status")
    assert status.json()["data"]["token_set"] is True
    assert status.json()["data"]["authenticated"] is True
    assert status.json()["data"]["gate_env_pinned"] is True
    everything = [status, *(colony.get(of(path, "falcon")) for path in PATHS)]
    assert all(TOKEN not in answer.text for answer in everything)


def test_an_endpoint_that_holds_a_password_is_not_repeated(colony: Colony) -> None:
    colony.source.values["knowledge_forager_endpoint"] = "http://user:hunter2@127.0.0.1:8790"
    answers = [colony.get("/knowledge/status"), colony.get("/knowledge/sources?project=falcon")]
    assert all("hunter2" not in answer.text for answer in answers)
    assert answers[1].status_code == 503


def test_a_retrieval_gives_the_record_and_the_exact_text(colony: Colony) -> None:
    data = colony.post("/knowledge/retrieve", {"query": "launch date", "project": "falcon", "top_k": 4}).json()["data"]
    assert [fact["knowledge_id"] for fact in data["facts"]] == ["ki_march", "ki_april", "ki_lesson", "ki_budget"]
    assert data["open_conflicts"] == 1
    assert [side["value"] for side in data["conflicts"][0]["sides"]] == ["2026-03-03", "2026-04-10"]
    assert data["facts"][0]["contested"] is True
    assert data["facts"][0]["support"] == "DirectFact"
    assert data["conflicts"][0]["open"] is True
    assert data["rendered"].startswith("KNOWLEDGE CONTEXT\n")
    assert data["evidence"][0]["hash_matches"] is True


@pytest.mark.req("S001-3.2-01", "LAW-10")
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"query": ""},
        {"query": "q", "top_k": 0},
        {"query": "q", "top_k": 51},
        {"query": "q", "project_ref": OSPREY},
        {"query": "q", "scope": "global"},
        {"query": "q", "include_conflicts": False},
    ],
)
def test_a_retrieval_takes_nothing_that_names_a_base_or_hides_a_conflict(colony: Colony, body: dict) -> None:
    answer = colony.post("/knowledge/retrieve", {"project": "falcon", **body})
    assert answer.status_code == 400
    assert colony.engine.requests == []


@pytest.mark.parametrize("query", ["", "?q=", "?q=x&limit=0", "?q=x&limit=51"])
def test_a_search_is_bounded(colony: Colony, query: str) -> None:
    assert colony.get(f"/knowledge/search{query}").status_code == 400


@pytest.mark.req("S001-3.2-01", "S000-12-04", "LAW-12")
def test_the_project_in_a_request_never_becomes_a_base(colony: Colony) -> None:
    for path in PATHS:
        answer = colony.get(of(path, "falcon") + f"&project_ref={OSPREY}&scope=global&tenant=osprey")
        assert CANARY not in answer.text
    assert all(f"/projects/{OSPREY}/" not in path for path in colony.engine.requests)


def test_an_engine_that_lies_about_projects_leaks_nothing_through_any_route(colony: Colony) -> None:
    lie = {**MARCH, "project_id": OSPREY, "statement": CANARY}
    colony.engine.items = [lie]
    colony.engine.conflicts = []
    colony.engine.faults["search"] = lambda r: JSONResponse({"knowledge": [{"item": lie}]})
    for path in PATHS:
        assert CANARY not in colony.get(of(path, "falcon")).text


@pytest.mark.req("S000-13-01")
def test_no_route_names_the_engine(colony: Colony) -> None:
    paths = colony.client.get("/openapi.json").json()["paths"]
    assert len(paths) == 9
    assert all("forager" not in json.dumps(path) for path in paths)


def test_refusals_are_of_the_colonys_error_tree() -> None:
    assert issubclass(errors.KnowledgeError, AnthillError)
    codes = [each.code for each in errors.KnowledgeError.__subclasses__()]
    assert len(codes) == len(set(codes)) == 10
