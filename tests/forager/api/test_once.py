"""A request sent again under its key does nothing twice, and a record the caller has is not sent twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.forager.api.corpus import Api

KEY = {"idempotency-key": "a-key-1"}


def again(api: Api, path: str, body: dict[str, object], key: dict[str, str] = KEY):
    return api.post(path, body, headers=key)


def test_a_project_is_made_once(any_api: Api) -> None:
    first, second = (again(any_api, "/api/projects", {"name": "Kestrel"}) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert (first.headers.get("idempotency-replayed"), second.headers.get("idempotency-replayed")) == (None, "true")
    assert any_api.post("/api/projects", {"name": "Kestrel"}).status_code == 409


def test_a_key_belongs_to_one_request_and_to_one_caller(any_api: Api) -> None:
    again(any_api, "/api/projects", {"name": "Kestrel"})
    assert again(any_api, "/api/projects", {"name": "Merlin"}).status_code == 409
    assert again(any_api, "/api/settings/tokens", {"name": "x", "scopes": ["read"]}).status_code == 409
    other = any_api.token("projects")
    assert any_api.post("/api/projects", {"name": "Merlin"}, other, headers=KEY).status_code == 201


def test_files_are_taken_once_whatever_the_multipart_boundary(any_api: Api) -> None:
    answers = [
        any_api.call(
            "POST", "/api/projects/osprey/sources", files=[("files", ("new.md", b"The budget is EUR 5."))], headers=KEY
        )
        for _ in range(2)
    ]
    assert answers[0].json() == answers[1].json()
    assert len(answers[1].json()["registered"]) == 1
    changed = any_api.call("POST", "/api/projects/osprey/sources", files=[("files", ("new.md", b"EUR 6"))], headers=KEY)
    assert changed.status_code == 409


@pytest.mark.req("S000-4.2-04")
def test_a_job_is_queued_once(any_api: Api) -> None:
    first, second = (again(any_api, "/api/projects/osprey/process", {}) for _ in range(2))
    assert first.json()["id"] == second.json()["id"]
    assert any_api.ok("/api/projects/osprey/jobs")["total"] == 2


def test_a_token_is_minted_once_and_its_secret_shown_once(any_api: Api) -> None:
    first, second = (again(any_api, "/api/settings/tokens", {"name": "x", "scopes": ["read"]}).json() for _ in range(2))
    assert first["token"].startswith("fgr_")
    assert second == first | {"token": None}
    assert any_api.ok("/api/settings/tokens")["total"] == 1


@pytest.mark.parametrize("verb", ["resolve", "review", "merge"])
def test_a_decision_is_taken_once_and_shows_the_record_as_it_is_now(any_api: Api, verb: str) -> None:
    conflict = any_api.ok("/api/projects/falcon/conflicts", type="attribute_mismatch")["items"][0]
    people = any_api.ok("/api/projects/falcon/entities", type="person")["items"]
    path, body = {
        "resolve": (f"/api/conflicts/{conflict['id']}/resolve", {"action": "both_hold"}),
        "review": (f"/api/knowledge/{conflict['item_ids'][0]}/review", {"action": "reject"}),
        "merge": (
            "/api/projects/falcon/entities/merge",
            {"left_id": people[0]["id"], "right_id": people[-1]["id"], "even_so": True},
        ),
    }[verb]
    first, second = (again(any_api, path, body) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert any_api.ok("/api/projects/falcon/decisions")["total"] == 1


def test_requests_with_one_key_at_the_same_time_do_it_once(any_api: Api) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: again(any_api, "/api/projects", {"name": "Kestrel"}), range(4)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1


def test_a_request_that_failed_may_be_sent_again(any_api: Api) -> None:
    assert again(any_api, "/api/projects", {"name": "Falcon"}).status_code == 409
    assert again(any_api, "/api/projects", {"name": "Kestrel"}).status_code == 201


def test_a_record_that_did_not_change_is_not_sent_again(any_api: Api) -> None:
    item = any_api.ok("/api/projects/falcon/knowledge")["items"][0]["id"]
    path = f"/api/knowledge/{item}"
    first = any_api.get(path)
    tag = first.headers["etag"]
    same = any_api.get(path, headers={"if-none-match": tag})
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    any_api.post(f"{path}/review", {"action": "mark_reviewed"})
    changed = any_api.get(path, headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag


def test_a_tag_does_not_open_a_foreign_record(any_api: Api) -> None:
    item = any_api.ok("/api/projects/falcon/knowledge")["items"][0]["id"]
    tag = any_api.get(f"/api/knowledge/{item}").headers["etag"]
    key = any_api.token("read", projects=(any_api.project("osprey"),))
    assert any_api.get(f"/api/knowledge/{item}", key, headers={"if-none-match": tag}).status_code == 404
