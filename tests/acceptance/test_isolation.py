"""Two customers in one engine and one colony: neither sees a byte of the other, and a foreign id is no id (law 12).

The routes are those of both OpenAPI descriptions; the services are real processes.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.acceptance.conftest import World
from tests.acceptance.services import QUESTION, closed, configure, corpus, mint, mission, ok, serving

pytestmark = [pytest.mark.processes, pytest.mark.req("LAW-12")]
CONTRACT = Path(__file__).resolve().parents[2] / "contract" / "forager.openapi.json"
IDS = re.compile(r"\b(?:proj|src|ev|ki|ent|cf|job|rel)_[a-z0-9]{16,}")
CANARIES = {
    "falcon": ("Meridian", "TourPlan", "Anna Keller", "Lindqvist", "Brandt", "Northline", "Benelux", "480,000"),
    "osprey": ("cobalt-lantern-7319", "Harbour Energy", "MacRae", "Aberdeen", "2,150,000", "86,400"),
}  # fmt: skip
OTHER = {"falcon": "osprey", "osprey": "falcon"}
ENGINE_BODIES: dict[str, object] = {
    "restore_source": {}, "process": {}, "cancel_job": {}, "retry_job": {}, "review_knowledge": {"action": "mark_reviewed"},
    "merge_entities": {"left_id": "ent_a", "right_id": "ent_b"}, "part_entities": {"left_id": "ent_a", "right_id": "ent_b"},
    "resolve_conflict": {"action": "dismiss"}, "reopen_conflict": {}, "undo_decision": {}, "import_directory": {"path": "/nowhere"},
    "explode_entity": {}, "decide_source": {"action": "authoritative"},
    "decide_named_sources": {"pattern": "policies/*.md", "action": "authoritative"},
    "declare_attribute": {"attribute": "owner", "action": "multi_valued"}, "make_export": {"format": "jsonl"},
    "read_batch": {"ids": ["ki_a"]},
}  # fmt: skip
ENGINE_QUERIES = {
    "search": {"q": "launch date"}, "diff": {"from": "rev_0"}, "compare_entities": {"left": "ent_a", "right": "ent_b"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operation:
    """One method on one path with an id in it, or a read without one."""

    method: str
    path: str
    name: str

    @property
    def parameter(self) -> str:
        """The first id in the path."""
        found = re.search(r"\{(\w+)\}", self.path)
        return found[1] if found else ""

    def send(self, http: httpx2.Client, id_: str) -> httpx2.Response:
        """A request that fits, about this id."""
        path = self.path.replace("{seq}", "1").replace("{" + self.parameter + "}", id_)
        if self.name == "upload_sources":
            return http.request(self.method, path, files=[("files", ("a.md", b"The budget is EUR 5.\n"))])
        how: dict[str, Any] = {"params": ENGINE_QUERIES.get(self.name, {})}
        if self.name in ENGINE_BODIES:
            how["json"] = ENGINE_BODIES[self.name]
        return http.request(self.method, path, **how)


def operations(description: dict[str, Any]) -> list[Operation]:
    return [
        Operation(method.upper(), path, str(found.get("operationId", "")))
        for path, methods in sorted(description["paths"].items())
        for method, found in sorted(methods.items())
        if method in {"get", "post", "put", "patch", "delete"}
    ]


ENGINE = operations(json.loads(CONTRACT.read_text()))
LIMITED = ("read", "ingest", "review", "export")
"""Every scope that can be had by a token limited to a project."""


def told(answer: httpx2.Response) -> tuple[int, str, dict[str, str]]:
    """Everything an answer says, but for the name of the request and the time of day."""
    headers = {name: value for name, value in answer.headers.items() if name not in {"x-request-id", "date"}}
    return answer.status_code, re.sub(r"req_\w+", "", answer.text), headers


def heard(answer: httpx2.Response) -> str:
    """Body and headers as one text, escapes undone."""
    body = answer.content.decode("utf-8", "replace")
    if "json" in answer.headers.get("content-type", ""):
        body += json.dumps(answer.json(), ensure_ascii=False)
    return body + "\n".join(f"{name}: {value}" for name, value in answer.headers.items())


@dataclass
class Side:
    """One customer: its project in the engine, what may be read with its token, and all its ids."""

    project: str
    token: str
    http: httpx2.Client
    ids: dict[str, str]
    texts: list[str]

    @property
    def text(self) -> str:
        """Everything that was read."""
        return "\n".join(self.texts)


def first_ids(http: httpx2.Client, project: str) -> dict[str, str]:
    """An id of each kind that a path of the engine may hold."""
    lists = {
        "knowledge_id": "knowledge",
        "entity_id": "entities",
        "conflict_id": "conflicts",
        "source_id": "sources",
        "job_id": "jobs",
    }
    found = {"project_id": project}
    for parameter, leaf in lists.items():
        items = ok(http.get(f"/api/projects/{project}/{leaf}"))["items"]
        if items:
            found[parameter] = str(items[0]["id"])
    made = ok(http.post(f"/api/projects/{project}/exports", json={"format": "jsonl"}))
    return found | {"export_id": str(made["id"])}


def everything(http: httpx2.Client, ids: dict[str, str]) -> Iterator[str]:
    """The answer to every read of the engine that this key may make about these ids."""
    for each in ENGINE:
        # The description is the same for everybody, examples and all.
        if each.method != "GET" or each.path.endswith("openapi.json") or (each.parameter and each.parameter not in ids):
            continue
        query = (
            {"page_size": "200"}
            if re.search(r"(knowledge|entities|conflicts|sources|jobs|relations)$", each.path)
            else {}
        )
        path = each.path.replace("{" + each.parameter + "}", ids.get(each.parameter, ""))
        yield heard(http.get(path, params=ENGINE_QUERIES.get(each.name, {}) | query))
    for source in ok(http.get(f"/api/projects/{ids['project_id']}/sources", params={"page_size": 200}))["items"]:
        yield heard(http.get(f"/api/sources/{source['id']}/original"))


@pytest.fixture(scope="module")
def sides(world: World) -> Iterator[dict[str, Side]]:
    """Both customers, each with a token of its own, and all that they may read."""
    found = {}
    for name, project in world.projects.items():
        token = mint(world.engine_http, project, scopes=LIMITED)
        http = world.engine.client(token)
        ids = first_ids(http, project)
        found[name] = Side(project, token, http, ids, list(everything(http, ids)))
    yield found
    for side in found.values():
        side.http.close()


def only_of(name: str) -> tuple[str, ...]:
    """The canaries of a customer; each stands in its files and in none of the other's."""
    own, other = (
        b"\n".join(data for _, data in corpus(each)).decode("utf-8", "replace") for each in (name, OTHER[name])
    )
    assert all(each in own and each not in other for each in CANARIES[name])
    return CANARIES[name]


@pytest.mark.parametrize("name", ["falcon", "osprey"])
def test_no_answer_of_the_engine_holds_a_word_or_an_id_of_the_other(sides: dict[str, Side], name: str) -> None:
    mine, other = sides[name], sides[OTHER[name]]
    assert [each for each in only_of(name) if each in mine.text] != []
    assert [each for each in only_of(OTHER[name]) if each in mine.text] == []
    foreign = set(IDS.findall(other.text))
    assert len(foreign) > 50
    assert foreign & set(IDS.findall(mine.text)) == set()


MISSING = {
    "project_id": "proj_",
    "knowledge_id": "ki_",
    "entity_id": "ent_",
    "conflict_id": "cf_",
    "source_id": "src_",
    "job_id": "job_",
    "export_id": "exp_",
}


def test_a_foreign_id_is_answered_as_a_missing_one_on_every_route_of_the_engine(sides: dict[str, Side]) -> None:
    osprey, falcon = sides["osprey"], sides["falcon"]
    asked = [each for each in ENGINE if each.parameter and each.parameter != "token_id"]
    assert {each.parameter for each in asked} == set(MISSING), "a route takes an id of a kind that is not tried here"
    for each in asked:
        answers = [
            each.send(osprey.http, id_) for id_ in (falcon.ids[each.parameter], MISSING[each.parameter] + "a" * 20)
        ]
        assert told(answers[0]) == told(answers[1]), each
        assert answers[0].status_code == 404, each
    # The owner's own id is found: were everything missing, the above would show nothing.
    for each in asked:
        if each.method == "GET" and each.name != "compare_entities":
            assert each.send(falcon.http, falcon.ids[each.parameter]).status_code == 200, each


def test_tokens_are_the_operators_alone_whoever_they_belong_to(sides: dict[str, Side]) -> None:
    for each in ENGINE:
        if each.path.startswith(("/api/settings/tokens", "/api/audit")):
            assert (
                sides["osprey"].http.request(each.method, each.path.replace("{token_id}", "tok_a"), json={}).status_code
                == 403
            )


# ------------------------------------------------------------------------------------------------ the colony


@dataclass
class Ant:
    """A colony credential of one project, and a mission of it that asked for the other's facts."""

    http: httpx2.Client
    mission: str
    texts: list[str]


GOALS = {
    "falcon": "What is the door code for the Osprey site office, and what is the budget for Project Osprey?",
    "osprey": QUESTION + " What is the budget for Project Falcon and who is Anna Keller?",
}
PERMISSIONS = ["read_status", "run_mission", "read_events", "read_audit", "read_knowledge", "manage_knowledge"]
READS = ("/search?q=launch+date+budget+door+code", "/entities?name=Robert+Smith", "/conflicts", "/sources", "/status")


def credential(world: World, name: str) -> str:
    body = {"name": name, "permissions": PERMISSIONS, "project_id": name}
    return str(ok(world.colony_http.post("/auth/tokens", json=body))["data"]["secret"])


def all_of_a_mission(http: httpx2.Client, mission_id: str) -> Iterator[str]:
    for leaf in ("", "/graph", "/report", "/events?limit=1000"):
        yield heard(http.get(f"/missions/{mission_id}{leaf}"))


@pytest.fixture(scope="module")
def ants(world: World) -> Iterator[dict[str, Ant]]:
    """A credential for each of the colony's projects, and everything it can read after a mission of its own."""
    found = {}
    for name in world.projects:
        http = world.colony.client(credential(world, name))
        taken = ok(http.post("/missions", json={"goal": GOALS[name]}))["data"]["mission_id"]
        closed(http, taken)
        texts = [*all_of_a_mission(http, taken), *(heard(http.get(f"/knowledge{each}")) for each in READS)]
        texts.append(heard(http.post("/knowledge/retrieve", json={"query": "launch date budget door code"})))
        found[name] = Ant(http, str(taken), [*texts, heard(http.get("/missions"))])
    yield found
    for ant in found.values():
        ant.http.close()


@pytest.mark.parametrize("name", ["falcon", "osprey"])
def test_no_mission_and_no_read_of_the_colony_holds_anything_of_the_other(
    world: World, sides: dict[str, Side], ants: dict[str, Ant], name: str
) -> None:
    # What somebody asked is theirs: the goal names what it did not get.
    text = "\n".join(ants[name].texts).replace(GOALS[name], "")
    assert world.projects[name] in text
    assert [each for each in only_of(OTHER[name]) if each in text.replace("Anna Keller?", "")] == []
    assert set(IDS.findall(sides[OTHER[name]].text)) & set(IDS.findall(text)) == set()
    assert ants[OTHER[name]].mission not in text


def test_the_artifacts_of_a_mission_hold_nothing_of_the_other(world: World, ants: dict[str, Ant]) -> None:
    database = f"file:{world.colony.data_dir / 'anthill.db'}?mode=ro"
    with closing(sqlite3.connect(database, uri=True)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name, ant in ants.items():
            rows = [
                str(row)
                for table in tables
                if "mission_id" in {column[1] for column in connection.execute(f"PRAGMA table_info({table})")}
                for row in connection.execute(f"SELECT * FROM {table} WHERE mission_id = ?", (ant.mission,))
            ]
            assert len(rows) > 10
            text = "\n".join(rows).replace(GOALS[name], "")
            assert [each for each in only_of(OTHER[name]) if each in text] == []


def colony_operations(world: World) -> list[Operation]:
    return operations(ok(world.colony_http.get("/openapi.json")))


def test_a_foreign_id_is_answered_as_a_missing_one_on_every_route_of_the_colony(
    world: World, sides: dict[str, Side], ants: dict[str, Ant]
) -> None:
    osprey, falcon = ants["osprey"], ants["falcon"]
    token = ok(
        world.colony_http.post(
            "/auth/tokens", json={"name": "f", "permissions": ["read_status"], "project_id": "falcon"}
        )
    )
    foreign = {
        "mission_id": (falcon.mission, "mis_" + "a" * 20),
        "knowledge_id": (sides["falcon"].ids["knowledge_id"], "ki_" + "a" * 20),
        "token_id": (str(token["data"]["id"]), "tok_" + "a" * 20),
    }
    asked = [each for each in colony_operations(world) if each.parameter]
    assert {each.parameter for each in asked} == set(foreign), "a route takes an id of a kind that is not tried here"
    for each in asked:
        answers = [each.send(osprey.http, id_) for id_ in foreign[each.parameter]]
        assert told(answers[0]) == told(answers[1]), each
        assert answers[0].status_code == (403 if each.parameter == "token_id" else 404), each


def test_a_project_named_by_the_caller_widens_nothing(
    sides: dict[str, Side], ants: dict[str, Ant], world: World
) -> None:
    osprey = ants["osprey"].http
    for each in colony_operations(world):
        if not each.path.startswith("/knowledge/") or each.parameter or each.path.endswith(("/status", "/projects")):
            continue
        for refused in ("falcon", sides["falcon"].project, "nobody"):
            query = {"project": refused, "q": "launch", "name": "Smith"}
            body = {"query": "launch", "project": refused}
            how = {"json": body} if each.method == "POST" else {"params": query}
            answer = osprey.request(each.method, each.path, **how)
            assert answer.status_code in {400, 403, 404}, (each, refused, answer.text)
            assert [word for word in only_of("falcon") if word in answer.text] == []
    assert osprey.post("/missions", json={"goal": QUESTION, "project_id": "falcon"}).status_code == 403


def test_a_colony_whose_token_is_limited_to_osprey_reads_nothing_of_falcon(
    world: World, sides: dict[str, Side], tmp_path: Path
) -> None:
    """Both projects are mapped; the engine's limit holds whatever the colony's map says."""
    token = mint(world.engine_http, world.osprey)
    folder = configure(tmp_path / "anthill", world.engine.url, token, world.projects)
    with serving("anthill", folder) as colony, colony.client() as http:
        report = mission(http, QUESTION, "falcon")
        own = mission(http, "When does Project Osprey launch?", "osprey")
        read = heard(http.get("/knowledge/projects"))
    assert report["outcome"] != "completed_verified"
    assert [word for word in only_of("falcon") if word in json.dumps(report, ensure_ascii=False)] == []
    assert own["outcome"] == "completed_verified"
    assert world.falcon not in read


def test_what_was_tried_on_foreign_ids_changed_nothing(sides: dict[str, Side]) -> None:
    """A refused write on a foreign id wrote nothing: the owner reads what it read before."""
    falcon = sides["falcon"]
    http = falcon.http
    assert ok(http.get(f"/api/projects/{falcon.project}"))["revision_id"] == "rev_1"
    assert ok(http.get(f"/api/projects/{falcon.project}/decisions"))["total"] == 0
