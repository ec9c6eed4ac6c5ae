"""Missions over HTTP: run, read, watch, cancel; one project's missions are nobody else's."""

from __future__ import annotations

import json

import pytest
from tests.anthill.api.conftest import Served
from tests.anthill.missions.support import APRIL, MARCH, QUESTION, RECORDS

from anthill.sdk.permission import Permission

FALCON = {"goal": QUESTION, "project_id": "falcon"}


def test_a_mission_runs_to_a_cited_answer(served: Served) -> None:
    client = served.all()
    taken = client.post("/missions", json=FALCON).json()["data"]
    assert (taken["status"], taken["knowledge_scope"]) == ("created", "mission proj_f")
    served.colony.run_pending()
    found = client.get(f"/missions/{taken['mission_id']}").json()["data"]
    assert (found["status"], found["outcome"]) == ("complete", "completed_verified")
    report = client.get(f"/missions/{taken['mission_id']}/report").json()["data"]
    assert MARCH in report["answer"]["text"]
    assert APRIL in report["answer"]["text"]
    assert [each["ref"] for each in report["sources"]] == [RECORDS[0].ref, RECORDS[1].ref]
    assert report["conflicts"][0]["suggestion"] == "02-schedule-update.eml is newer by document date"
    assert all(each["passed"] for each in report["evidence"])
    graph = client.get(f"/missions/{taken['mission_id']}/graph").json()["data"]
    assert [each["role"] for each in graph["tasks"]] == ["researcher", "builder", "verifier"]
    events = client.get(f"/missions/{taken['mission_id']}/events").json()["data"]["events"]
    assert events[0]["event_type"] == "mission_created"
    assert client.get("/audit/verify").json()["data"]["sound"] is True


def test_a_repeated_request_with_one_key_is_one_mission(served: Served) -> None:
    client = served.all()
    ids = {
        client.post("/missions", json=FALCON, headers={"Idempotency-Key": "k1"}).json()["data"]["mission_id"]
        for _ in range(3)
    }
    assert len(ids) == 1
    other = client.post("/missions", json={**FALCON, "goal": "another?"}, headers={"Idempotency-Key": "k1"})
    assert (other.status_code, other.json()["error"]["code"]) == (409, "conflict")
    assert len(client.get("/missions").json()["data"]["missions"]) == 1


def test_one_key_of_two_callers_is_two_missions(served: Served) -> None:
    ids = {
        served.all().post("/missions", json=FALCON, headers={"Idempotency-Key": "k"}).json()["data"]["mission_id"]
        for _ in range(2)
    }
    assert len(ids) == 2


def test_a_workflow_that_cannot_be_honoured_is_refused_with_every_reason(served: Served) -> None:
    body = {**FALCON, "workflow": {"tasks": [{"label": "a", "role": "oracle"}, {"label": "b", "task_type": "nope"}]}}
    for path in ("/missions", "/missions/plan"):
        answer = served.all().post(path, json=body)
        assert answer.status_code == 409
        error = answer.json()["error"]
        assert error["code"] == "plan_refused"
        codes = {each["code"] for each in error["details"]["blockers"]}
        assert codes == {"unknown_role", "unresolvable_task_label", "unsupported_task_type"}
    assert served.all().get("/missions").json()["data"]["missions"] == []


def test_a_preview_shows_the_plan_and_stores_nothing(served: Served) -> None:
    plan = served.all().post("/missions/plan", json=FALCON).json()["data"]
    assert [each["role"] for each in plan["tasks"]] == ["researcher", "builder", "verifier"]
    assert len(plan["roles"]) == 25
    assert served.all().get("/missions").json()["data"]["missions"] == []


FOREIGN = [
    ("GET", "/missions/{id}"),
    ("GET", "/missions/{id}/graph"),
    ("GET", "/missions/{id}/report"),
    ("GET", "/missions/{id}/events"),
    ("POST", "/missions/{id}/cancel"),
]


@pytest.mark.parametrize(("method", "path"), FOREIGN)
def test_a_foreign_mission_answers_like_a_missing_one(served: Served, method: str, path: str) -> None:
    mine = served.all().post("/missions", json=FALCON).json()["data"]["mission_id"]
    osprey = served.client(served.token(project="osprey"))
    answers = [osprey.request(method, path.replace("{id}", each)) for each in (mine, "mis_" + "a" * 20)]
    bodies = [{**answer.json(), "error": {**answer.json()["error"], "request_id": ""}} for answer in answers]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert bodies[0] == bodies[1]
    assert served.colony.mission(mine).stop_reason.value == ""


def test_a_limited_credential_sees_and_makes_only_its_own_projects_missions(served: Served) -> None:
    served.all().post("/missions", json=FALCON)
    osprey = served.client(served.token(project="osprey"))
    assert osprey.get("/missions").json()["data"]["missions"] == []
    assert osprey.post("/missions", json=FALCON).status_code == 403
    made = osprey.post("/missions", json={"goal": "why?"}).json()["data"]
    assert (made["project_id"], made["knowledge_scope"]) == ("osprey", "mission proj_o")
    assert len(osprey.get("/missions").json()["data"]["missions"]) == 1
    for path in ("/audit/verify", "/audit/heads"):
        assert osprey.get(path).status_code == 403


def test_missions_are_listed_newest_first_in_pages(served: Served) -> None:
    client = served.all()
    made = [client.post("/missions", json={"goal": f"question {n}?"}).json()["data"]["mission_id"] for n in range(5)]
    seen, after = [], ""
    while True:
        page = client.get("/missions", params={"limit": 2, "after": after}).json()["data"]
        seen += [each["mission_id"] for each in page["missions"]]
        after = page["next"]
        if not after:
            break
    assert seen == made[::-1]


def test_cancelling_over_http_ends_the_mission_as_cancelled(served: Served) -> None:
    client = served.all()
    mission = client.post("/missions", json=FALCON).json()["data"]["mission_id"]
    assert client.post(f"/missions/{mission}/cancel").json()["data"]["stop_reason"] == "mission_cancelled"
    served.colony.run_pending()
    assert client.get(f"/missions/{mission}").json()["data"]["outcome"] == "cancelled"


BAD = [
    {}, {"goal": ""}, {"goal": 1}, {"goal": "x", "scope": "proj_o"}, {"goal": "x" * 20_001},
    {"goal": "x", "workflow": {"tasks": [{"label": "a", "scope": "b"}]}}, {"goal": "x", "authority": "godlike"}, [], "x",
]  # fmt: skip


@pytest.mark.parametrize("body", BAD, ids=lambda each: json.dumps(each)[:40])
def test_a_body_that_does_not_fit_is_a_bad_request_without_an_echo(served: Served, body) -> None:
    answer = served.all().post("/missions", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
    assert "proj_o" not in answer.text
    assert "godlike" not in answer.text


def test_every_answer_has_the_one_envelope_and_a_request_id(served: Served) -> None:
    client = served.all()
    good, bad = client.get("/roles"), client.get("/nowhere")
    assert set(good.json()) == {"success", "message", "data"}
    assert set(bad.json()) == {"success", "message", "error", "data"}
    assert (bad.status_code, bad.json()["error"]["code"], bad.json()["success"]) == (404, "not_found", False)
    assert bad.headers["x-request-id"] == bad.json()["error"]["request_id"]
    assert client.put("/missions").status_code == 405


def test_the_description_is_complete_and_there_are_no_documentation_pages(served: Served) -> None:
    client = served.all()
    described = client.get("/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], (method, path)
            assert {"400", "401", "403", "404"} <= set(operation["responses"]), (method, path)
            success = next(code for code in operation["responses"] if code.startswith("2"))
            assert operation["responses"][success]["content"], (method, path)
    for path in ("/docs", "/redoc"):
        assert client.get(path).status_code == 404


def test_health_answers_anybody_and_tells_nothing(served: Served) -> None:
    assert served.client().get("/health").json()["data"] == {"status": "ok", "version": "0.0.0"}


def test_roles_and_tools_are_what_the_colony_has(served: Served) -> None:
    client = served.all()
    roles = {each["role"]: each for each in client.get("/roles").json()["data"]}
    assert len(roles) == 25
    assert (roles["coder"]["implemented"], roles["coder"]["reason"]) == ("no", "no_handler")
    assert roles["queen"]["implemented"] == "yes"
    assert [each["name"] for each in client.get("/tools").json()["data"]] == ["knowledge_retrieve"]


def read_stream(served: Served, secret: str, **options) -> list[dict]:
    """Read the replayed part of the stream: it ends when the service stops."""
    client = served.client(secret)
    found = []
    with client, client.stream("GET", "/events/stream", **options) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: ")))
            if line.startswith(": still") or (found and found[-1]["event_type"] == "audit_anchored"):
                break
    return found


def test_the_stream_replays_and_resumes_where_a_listener_was(served: Served) -> None:
    served.all().post("/missions", json=FALCON)
    served.colony.run_pending()
    token = served.token(Permission.READ_EVENTS)
    whole = [each for each in read_stream(served, token) if True]
    assert [each["seq"] for each in whole] == sorted(each["seq"] for each in whole)
    middle = whole[len(whole) // 2]["seq"]
    again = read_stream(served, token, headers={"Last-Event-ID": str(middle)})
    assert [each["seq"] for each in again] == [each["seq"] for each in whole if each["seq"] > middle]
