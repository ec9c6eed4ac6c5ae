"""Tokens: minted by the operator alone, shown once, limited, ended at once, and failures slowed down."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from tests.forager.api.corpus import BEGUN_AT, Api

from forager.access.gate import FAILURES
from formicaria.ground import audit
from formicaria.ground.clock import FixedClock, later
from formicaria.ground.tables import credential

TOKENS = "/api/settings/tokens"
WANTED = {"name": "colony", "scopes": ["read", "ingest"]}


def minted(api: Api, **more: object) -> dict:
    answer = api.post(TOKENS, WANTED | more)
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.req("S001-2-05")
@pytest.mark.req("S001-2-05")
def test_a_token_is_shown_once_and_kept_as_a_hash(any_api: Api) -> None:
    made = minted(any_api, projects=["osprey"], days=1)
    assert made["token"].startswith("fgr_")
    assert made["projects"] == [any_api.project("osprey")]
    assert made["expires_at"] == later(BEGUN_AT, 86_400)
    assert made["token"] not in any_api.get(TOKENS).text
    with any_api.engine.database.read() as connection:
        assert made["token"] not in str(connection.execute(sa.select(credential)).all())


@pytest.mark.req("S001-2-05")
@pytest.mark.req("S001-2-05")
def test_a_token_opens_its_scopes_until_it_is_revoked(any_api: Api) -> None:
    made = minted(any_api)
    assert any_api.get("/api/projects", made["token"]).status_code == 200
    assert any_api.call("DELETE", f"{TOKENS}/{made['id']}").json()["revoked_at"] == BEGUN_AT
    assert any_api.get("/api/projects", made["token"]).status_code == 401
    assert any_api.call("DELETE", f"{TOKENS}/{made['id']}").status_code == 404


@pytest.mark.req("S001-2-05")
@pytest.mark.req("S001-2-05")
def test_a_token_ends_by_itself(api: Api, clock: FixedClock) -> None:
    made = minted(api, expires_at="2026-03-10T09:10:00Z")
    assert api.get("/api/projects", made["token"]).status_code == 200
    clock.advance(601)
    assert api.get("/api/projects", made["token"]).status_code == 401


def test_the_last_use_is_noted_to_the_minute(any_api: Api, clock: FixedClock) -> None:
    made = minted(any_api)

    def last() -> str:
        return next(each for each in any_api.ok(TOKENS)["items"] if each["id"] == made["id"])["last_used_at"]

    assert last() == ""
    any_api.get("/api/projects", made["token"])
    assert last() == BEGUN_AT
    clock.advance(30)
    any_api.get("/api/projects", made["token"])
    assert last() == BEGUN_AT
    clock.advance(31)
    any_api.get("/api/projects", made["token"])
    assert last() == later(BEGUN_AT, 61)


@pytest.mark.parametrize(
    "body",
    [
        {"name": "", "scopes": ["read"]}, {"name": "x", "scopes": []}, {"name": "x", "scopes": ["operator"]},
        {"name": "x", "scopes": ["read"], "days": -1}, {"name": "x", "scopes": ["read"], "days": 10**6},
        {"name": "x", "scopes": ["read"], "expires_at": "soon"}, {"name": "x", "scopes": ["read"], "expires_at": "2020-01-01"},
        {"name": "x", "scopes": ["read"], "expires_at": "2030-01-01", "days": 3}, {"name": "x", "scopes": ["read"], "role": "admin"},
        {"name": "x", "scopes": ["projects"], "projects": ["osprey"]},
    ],
)  # fmt: skip
def test_a_token_that_cannot_be_is_refused(api: Api, body: dict[str, object]) -> None:
    answer = api.post(TOKENS, body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "validation_error")
    assert api.ok(TOKENS)["total"] == 0


def test_a_limit_to_an_unknown_project_is_refused(api: Api) -> None:
    assert api.post(TOKENS, WANTED | {"projects": ["nobody"]}).status_code == 404


@pytest.mark.req("S000-6-08")
def test_no_token_mints(api: Api) -> None:
    key = api.token("read", "ingest", "review", "export", "projects")
    assert api.post(TOKENS, WANTED, key).status_code == 403


def test_minting_and_revoking_are_on_the_audit_trail_without_the_secret(any_api: Api) -> None:
    made = minted(any_api)
    any_api.call("DELETE", f"{TOKENS}/{made['id']}")
    text = any_api.get("/api/audit").text
    assert [each["action"] for each in any_api.ok("/api/audit")["items"]][-2:] == ["token.minted", "token.revoked"]
    assert made["token"] not in text
    with any_api.engine.database.read() as connection:
        assert audit.verify(connection) == ()


def test_failures_are_slowed_down_and_a_good_key_is_still_let_in(api: Api) -> None:
    answers = [api.get("/api/projects", f"fgr_wrong{n}").status_code for n in range(FAILURES + 3)]
    assert answers == [401] * FAILURES + [429] * 3
    assert api.get("/api/session", "fgr_wrong").status_code == 429
    assert api.get("/api/projects").status_code == 200


def test_the_session_says_who_asks(api: Api) -> None:
    assert api.get("/api/session", "").json()["authenticated"] is False
    assert api.get("/api/session", "fgr_wrong").json()["authenticated"] is False
    assert api.get("/api/session").json()["kind"] == "operator"
    token = api.get("/api/session", api.token("read", projects=(api.project("osprey"),))).json()
    assert (token["kind"], token["scopes"], token["projects"]) == ("token", ["read"], [api.project("osprey")])
