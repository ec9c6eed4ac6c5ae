"""A customer's way through the interface: make a base, send files, process, read, decide, export what was heard."""

from __future__ import annotations

import hashlib
import json

import pytest
from tests.forager.api.corpus import EXAMPLES, Api

from forager.model.job import StageName
from forager.resolve.features import FEATURES

MEMO = (EXAMPLES / "falcon" / "01-kickoff-memo.md").read_bytes()


def send(api: Api, *files: tuple[str, bytes], project: str = "kestrel", **how: object):
    parts = [("files", (name.rsplit("/", 1)[-1], data)) for name, data in files]
    return api.call(
        "POST", f"/api/projects/{project}/sources", files=parts, data={"paths": [name for name, _ in files]}, **how
    )


@pytest.fixture
def kestrel(any_api: Api) -> Api:
    assert any_api.post("/api/projects", {"name": "Kestrel", "purpose": "a bird"}).status_code == 201
    return any_api


def process(api: Api, project: str = "kestrel", **body: object) -> dict:
    queued = api.post(f"/api/projects/{project}/process", body)
    assert queued.status_code == 202, queued.text
    api.engine.run_jobs()
    return api.ok(f"/api/jobs/{queued.json()['id']}")


@pytest.mark.req("LAW-03")
@pytest.mark.req("S001-4.2-06")
@pytest.mark.req("S000-4.2-04", "S000-2-01", "LAW-01")
def test_files_become_statements_that_lead_back_to_their_bytes(kestrel: Api) -> None:
    sent = send(kestrel, ("notes/memo.md", MEMO)).json()
    assert [each["original_name"] for each in sent["registered"]] == ["notes/memo.md"]
    job = process(kestrel)
    assert (job["status"], job["progress"], job["revision_id"]) == ("completed", 1.0, "rev_1")
    assert [each["stage"] for each in job["stages"]] == list(StageName)
    hit = kestrel.ok("/api/projects/kestrel/search", q="budget")["knowledge"][0]
    detail = kestrel.ok(f"/api/knowledge/{hit['item']['id']}")
    row = detail["evidence"][0]
    original = kestrel.get(f"/api/sources/{row['source_id']}/original")
    assert original.content == MEMO
    assert original.headers["x-content-sha256"] == hashlib.sha256(MEMO).hexdigest() == row["source_hash"]
    assert original.headers["content-disposition"] == "attachment; filename*=UTF-8''memo.md"
    assert " ".join(row["excerpt"].split()) in " ".join(MEMO.decode().split())
    checked = kestrel.ok("/api/projects/kestrel/verify")
    assert checked["evidence"] == checked["verified"] > 0
    assert checked["missing"] == 0


def test_the_account_says_what_became_of_each_file(kestrel: Api) -> None:
    send(kestrel, ("a.md", b"The budget is EUR 1."), ("b.md", b"The budget is EUR 2."))
    again = send(
        kestrel, ("a.md", b"The budget is EUR 1."), ("b.md", b"The budget is EUR 3."), ("../c.md", b"x")
    ).json()
    assert [each["original_name"] for each in again["duplicates"]] == ["a.md"]
    assert [each["original_name"] for each in again["replaced"]] == ["b.md"]
    assert [each["name"] for each in again["rejected"]] == ["../c.md"]
    listed = kestrel.ok("/api/projects/kestrel/sources")
    assert [(each["original_name"], each["state"]) for each in listed["items"]] == [
        ("a.md", "live"), ("b.md", "live"), ("b.md", "superseded"),
    ]  # fmt: skip


def test_a_list_says_how_much_of_each_file_was_not_read(kestrel: Api) -> None:
    page = b'<p>The budget of the tower is EUR 1.</p><img src="plan.png" alt="Plan"><iframe src="x"></iframe>'
    send(kestrel, ("a.html", page), ("b.md", b"The budget is EUR 2."), ("c", b"The budget is EUR 3."), ("d.txt", b""))
    process(kestrel)
    rows = kestrel.ok("/api/projects/kestrel/sources")["items"]
    assert [(each["original_name"], each["kind"], each["unread_count"]) for each in rows] == [
        ("a.html", "web page", 2), ("b.md", "Markdown", 0), ("c", "text", 0), ("d.txt", "", 0),
    ]  # fmt: skip
    details = [kestrel.ok(f"/api/sources/{each['id']}") for each in rows]
    assert [len(each["unread"]) for each in details] == [each["unread_count"] for each in details] == [2, 0, 0, 0]
    assert all(each["unread"] == [] for each in rows)


def test_more_files_or_bytes_than_allowed_are_refused(kestrel: Api) -> None:
    most = kestrel.engine.settings.max_files
    many = send(kestrel, *[(f"{n}.md", b"x") for n in range(most + 1)])
    assert (many.status_code, many.json()["error"]["code"]) == (413, "too_many_files")
    headers = {"content-length": str(kestrel.engine.settings.max_request_bytes + 2**21)}
    large = kestrel.call("POST", "/api/projects/kestrel/process", content=b"{}", headers=headers)
    assert (large.status_code, large.json()["error"]["code"]) == (413, "too_large")


def test_as_many_paths_as_files_are_needed(kestrel: Api) -> None:
    answer = kestrel.call(
        "POST", "/api/projects/kestrel/sources", files=[("files", ("a.md", b"x"))], data={"paths": ["a.md", "b.md"]}
    )
    assert answer.status_code == 400


def test_a_second_job_waits_and_names_the_first(kestrel: Api) -> None:
    first = kestrel.post("/api/projects/kestrel/process", {}).json()
    second = kestrel.post("/api/projects/kestrel/process", {})
    assert second.status_code == 409
    assert second.json()["error"]["details"] == {"job_id": first["id"]}
    assert kestrel.post(f"/api/jobs/{first['id']}/cancel", {}).json()["status"] == "cancelled"
    assert kestrel.post(f"/api/jobs/{first['id']}/retry", {}).json()["status"] == "queued"
    assert [each["id"] for each in kestrel.ok("/api/projects/kestrel/jobs")["items"]] == [first["id"]]


def test_a_removed_source_leaves_no_statement_active_and_comes_back(kestrel: Api) -> None:
    send(kestrel, ("a.md", b"The budget for the tower is EUR 900.\n"))
    process(kestrel)
    source = kestrel.ok("/api/projects/kestrel/sources")["items"][0]["id"]
    assert kestrel.call("DELETE", f"/api/sources/{source}").json()["state"] == "removed"
    process(kestrel)
    assert {each["status"] for each in kestrel.ok("/api/projects/kestrel/knowledge")["items"]} == {"archived"}
    assert kestrel.ok("/api/projects/kestrel/search", q="tower")["knowledge"] == []
    assert kestrel.post(f"/api/sources/{source}/restore", {}).json()["state"] == "live"
    process(kestrel)
    assert {each["status"] for each in kestrel.ok("/api/projects/kestrel/knowledge")["items"]} == {"active"}


@pytest.mark.req("S001-4.2-02")
def test_folders_of_the_server_are_refused_unless_allowed(kestrel: Api) -> None:
    answer = kestrel.post("/api/projects/kestrel/sources/directory", {"path": str(EXAMPLES / "osprey")})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    assert kestrel.ok("/api/projects/kestrel/sources")["total"] == 0


def test_a_disagreement_is_read_decided_and_opened_again(any_api: Api) -> None:
    found = next(
        each
        for each in any_api.ok("/api/projects/falcon/conflicts", status="open")["items"]
        if each["attribute_key"] == "falcon|launch_date"
    )
    path = f"/api/conflicts/{found['id']}"
    wanted = {"action": "choose_winner", "winner_id": found["item_ids"][0], "fingerprint": found["fingerprint"]}
    said = any_api.post(f"{path}/resolve", wanted | {"notes": "we spoke", "actor": "anna"}).json()
    assert (said["applied"], said["conflict"]["status"], said["conflict"]["resolution"]["notes"]) == (
        True,
        "decided",
        "we spoke",
    )
    assert any_api.ok(path)["resolution"]["actor"] == "anna"
    assert any_api.ok(path, as_of="rev_1")["status"] == "open"
    assert any_api.post(f"{path}/resolve", {"action": "archive_duplicates"}).status_code == 409
    assert any_api.post(f"{path}/reopen", {}).json()["conflict"]["status"] == "open"
    assert [each["choice"] for each in any_api.ok("/api/projects/falcon/decisions")["items"]] == [
        "reopen",
        "choose_winner",
    ]
    assert any_api.post("/api/projects/falcon/decisions/2/undo", {}).json()["applied"] is True
    assert any_api.ok(path)["status"] == "decided"
    changed = any_api.ok("/api/projects/falcon/diff", **{"from": "rev_1"})
    assert changed["counts"]["conflict"] == {"decided": 1}


def test_the_note_of_a_decision_is_not_on_the_audit_trail(any_api: Api) -> None:
    item = any_api.ok("/api/projects/falcon/knowledge")["items"][0]["id"]
    body = {"action": "mark_reviewed", "notes": "between us", "actor": "anna"}
    assert any_api.post(f"/api/knowledge/{item}/review", body).json()["item"]["review_status"] == "reviewed"
    stream = f"project:{any_api.project('falcon')}"
    entries = any_api.ok("/api/audit", stream=stream)["items"]
    made = next(each for each in entries if each["action"] == "decision.item")
    assert (made["target"], made["actor"]) == (item, "anna")
    assert "between us" not in json.dumps(entries)
    assert any_api.ok("/api/audit/verify")["ok"] is True


def test_names_are_joined_and_parted(any_api: Api) -> None:
    people = {
        each["canonical_name"]: each["id"]
        for each in any_api.ok("/api/projects/falcon/entities", page_size=200)["items"]
    }
    body = {"left_id": people["Priya Nair"], "right_id": people["Jonas Weber"], "actor": "anna"}
    refused = any_api.post("/api/projects/falcon/entities/merge", body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "spoken_against")
    assert refused.json()["error"]["details"]["reasons_against"] == ["the names are not forms of one name"]
    joined = any_api.post("/api/projects/falcon/entities/merge", body | {"even_so": True}).json()
    assert joined["left"]["id"] == joined["right"]["id"]
    parted = any_api.post("/api/projects/falcon/entities/apart", body).json()
    assert parted["left"]["id"] != parted["right"]["id"]


def test_an_entity_tells_how_it_was_made_and_is_put_apart_in_one_act(any_api: Api) -> None:
    found = any_api.ok("/api/projects/falcon/entities", page_size=200)["items"]
    whole = max(found, key=lambda each: len(each["node_ids"]))
    told = any_api.ok(f"/api/entities/{whole['id']}/why")
    assert [each["id"] for each in told["nodes"]] == whole["node_ids"]
    assert len(told["edges"]) == len(whole["node_ids"]) - 1
    left, right = whole["node_ids"][:2]
    joined = any_api.ok("/api/projects/falcon/entities/compare", left=left, right=right)
    assert (joined["one_entity"], joined["verdict"]) == (True, "They are one entity.")
    seq = any_api.post(f"/api/entities/{whole['id']}/explode", {"actor": "anna"}).json()["decision_seq"]
    assert any_api.ok(f"/api/entities/{whole['id']}")["node_ids"] == [whole["id"]]
    assert [each["seq"] for each in any_api.ok(f"/api/entities/{whole['id']}/why")["judgements"]] == [seq]
    any_api.post(f"/api/projects/falcon/decisions/{seq}/undo", {})
    assert any_api.ok(f"/api/entities/{whole['id']}")["node_ids"] == whole["node_ids"]


def test_two_names_tell_why_they_are_two(any_api: Api) -> None:
    people = any_api.ok("/api/projects/falcon/entities", page_size=200, type="person")["items"]
    left, right = people[0]["id"], people[-1]["id"]
    told = any_api.ok("/api/projects/falcon/entities/compare", left=left, right=right)
    assert told["one_entity"] is False
    assert told["verdict"]
    assert any(each["points"] < 0 for each in told["features"])
    assert {each["name"] for each in told["features"]} == {feature.name for feature in FEATURES}


def test_the_feed_tells_each_publication_once_and_in_order(any_api: Api) -> None:
    first = any_api.ok("/api/feed", limit=1)
    assert first["has_more"] is True
    rest = any_api.ok("/api/feed", cursor=first["cursor"])
    events = [*first["items"], *rest["items"]]
    assert [each["sequence"] for each in events] == [1, 2]
    assert {each["event_type"] for each in events} == {"knowledge.revision.published"}
    assert any_api.ok("/api/feed", cursor=rest["cursor"]) == {"items": [], "cursor": rest["cursor"], "has_more": False}


@pytest.mark.parametrize(("cursor", "code"), [("gen_other.1", "cursor_expired"), ("x", "validation_error")])
def test_a_cursor_of_another_database_is_expired(any_api: Api, cursor: str, code: str) -> None:
    answer = any_api.get("/api/feed", params={"cursor": cursor})
    assert (answer.status_code, answer.json()["error"]["code"]) == (410 if code == "cursor_expired" else 400, code)


def test_a_cursor_of_a_future_that_was_rolled_back_is_expired(any_api: Api) -> None:
    cursor = any_api.ok("/api/feed")["cursor"].rpartition(".")[0] + ".99"
    assert any_api.get("/api/feed", params={"cursor": cursor}).status_code == 410


@pytest.mark.req("S001-8-02")
def test_nothing_that_is_not_built_is_declared(shared_api: Api) -> None:
    found = shared_api.ok("/api/capabilities")
    assert (found["protocol_version"], found["canonical_schema_version"]) == (1, 1)
    assert found["exports"] == found["capabilities"]["exports"]
    assert {name: each["package_version"] for name, each in found["exports"].items()} == {
        "anthill": 7, "jsonl": None, "csv": None, "jsonld": None, "ftm": None,
    }  # fmt: skip
    assert found["capabilities"]["imports"] == []
    assert found["model_provider"] == "none (deterministic mode)"
    assert {"csv", "docx"} <= set(found["formats"])


@pytest.mark.req("LAW-11")
@pytest.mark.parametrize(
    ("leaf", "query"),
    [
        ("conflicts", {"documents_from": "2026-01-01"}), ("entities", {"documents_from": "2026-01-01"}),
        ("entities", {"valid_at": "2026-01-01"}), ("entities/candidates", {"valid_at": "2026-01-01"}),
        ("relations", {"valid_at": "2026-01-01"}),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_truthfully_is_refused(shared_api: Api, leaf: str, query: dict[str, str]) -> None:
    answer = shared_api.get(f"/api/projects/falcon/{leaf}", params=query)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "not_supported")


@pytest.mark.parametrize(
    ("leaf", "query"),
    [
        ("knowledge", {}),
        ("search", {"q": "when is the launch?"}),
        ("conflicts", {}),
        ("entities", {}),
        ("relations", {}),
    ],
)
def test_every_list_is_held_to_the_documents_clock_and_says_so(
    any_shared_api: Api, leaf: str, query: dict[str, str]
) -> None:
    whole = any_shared_api.ok(f"/api/projects/falcon/{leaf}", **query)
    found = any_shared_api.ok(f"/api/projects/falcon/{leaf}", documents_until="2026-01-20", as_of="rev_1", **query)
    assert found["revision"] == "rev_1"
    assert found["note"].startswith("You read what the documents dated by 2026-01-20 said")
    assert found["total"] < whole["total"] or leaf == "relations"


def test_a_record_is_read_under_any_clock(any_shared_api: Api) -> None:
    found = any_shared_api.ok("/api/projects/falcon/knowledge", documents_until="2026-01-20", page_size=1)["items"][0]
    detail = any_shared_api.ok(f"/api/knowledge/{found['id']}", documents_until="2026-01-20", valid_at="2026")
    assert {row["document_date"][:7] for row in detail["evidence"]} == {"2026-01"}
    assert "dated by 2026-01-20" in detail["note"]
    assert (
        any_shared_api.get(f"/api/knowledge/{found['id']}", params={"documents_until": "1999-01-01"}).status_code == 404
    )


@pytest.mark.parametrize(
    "path",
    [
        "/api/projects/falcon/knowledge?page=0", "/api/projects/falcon/knowledge?page_size=201", "/api/projects/falcon/knowledge?page=x",
        "/api/projects/falcon/search", "/api/projects/falcon/search?q=", "/api/projects/falcon/search?q=%00", "/api/knowledge/%00",
        "/api/projects/falcon/knowledge?as_of=yesterday", "/api/projects/falcon/diff", "/api/projects/falcon/diff?from=rev_1&to=rev_0",
        "/api/projects/falcon/knowledge?documents_until=2026-02-30",
        "/api/projects/falcon/conflicts?valid_at=soon", f"/api/projects/falcon/search?q={'x' * 501}",
    ],
)  # fmt: skip
def test_a_request_that_does_not_fit_is_told_so_without_its_words(shared_api: Api, path: str) -> None:
    answer = shared_api.get(path)
    told = answer.json()["error"]
    assert answer.status_code == 400
    assert set(told) == {"code", "message", "request_id", "details"}
    assert told["request_id"] == answer.headers["x-request-id"]
    assert "x" * 50 not in answer.text


def test_a_field_nobody_knows_is_refused(shared_api: Api) -> None:
    answer = shared_api.post("/api/projects/falcon/process", {"forse": True})
    assert answer.status_code == 400
    assert answer.json()["error"]["details"]["fields"] == [{"at": "body.forse", "problem": "extra_forbidden"}]


def test_the_service_says_when_it_is_not_ready(engine, tmp_path) -> None:
    from tests.forager.api.corpus import api_over

    api = api_over(engine)
    with engine.database.write() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'older'")
    answer = api.get("/api/ready", "")
    assert (answer.status_code, answer.json()["status"], answer.json()["schema_version"]) == (503, "not_ready", "older")
