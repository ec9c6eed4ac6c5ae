"""Every route asks who is there and what they may do (colony.md *API*; brief of the first commit)."""

from __future__ import annotations

import pytest
from fastapi.routing import APIRoute
from tests.anthill.api.conftest import PASSWORD, Served

from anthill.access.guard import COOKIE, CSRF_HEADER
from anthill.sdk.permission import Permission

PUBLIC = {
    ("GET", "/health"),
    ("GET", "/auth/status"),
    ("POST", "/auth/setup"),
    ("POST", "/auth/login"),
    ("GET", "/enter"),
}
NEEDS = {
    ("GET", "/auth/me"): None,
    ("POST", "/auth/logout"): None,
    ("GET", "/auth/tokens"): Permission.MANAGE_USERS,
    ("POST", "/auth/tokens"): Permission.MANAGE_USERS,
    ("DELETE", "/auth/tokens/{token_id}"): Permission.MANAGE_USERS,
    ("POST", "/auth/links"): Permission.MANAGE_USERS,
    ("POST", "/missions"): Permission.RUN_MISSION,
    ("POST", "/missions/plan"): Permission.RUN_MISSION,
    ("POST", "/missions/{mission_id}/cancel"): Permission.RUN_MISSION,
    ("GET", "/missions"): Permission.READ_STATUS,
    ("GET", "/missions/{mission_id}"): Permission.READ_STATUS,
    ("GET", "/missions/{mission_id}/graph"): Permission.READ_STATUS,
    ("GET", "/missions/{mission_id}/report"): Permission.READ_STATUS,
    ("GET", "/missions/{mission_id}/events"): Permission.READ_EVENTS,
    ("GET", "/status"): Permission.READ_STATUS,
    ("GET", "/roles"): Permission.READ_STATUS,
    ("GET", "/tools"): Permission.READ_STATUS,
    ("GET", "/audit/verify"): Permission.READ_AUDIT,
    ("GET", "/audit/heads"): Permission.READ_AUDIT,
    ("GET", "/events/stream"): Permission.READ_EVENTS,
    ("GET", "/openapi.json"): Permission.READ_STATUS,
}
BODIES = {
    ("POST", "/auth/setup"): {"password": PASSWORD},
    ("POST", "/auth/login"): {"name": "admin", "password": PASSWORD},
    ("POST", "/auth/tokens"): {"name": "x", "permissions": ["manage_users"]},
    ("POST", "/auth/links"): {},
    ("POST", "/missions"): {"goal": "why?"},
    ("POST", "/missions/plan"): {"goal": "why?"},
}


def routes(served: Served) -> set[tuple[str, str]]:
    """Every route there is, also one that the description does not show."""
    found, stack = set(), list(served.app.routes)
    while stack:
        route = stack.pop()
        stack += getattr(getattr(route, "original_router", None), "routes", ())
        if isinstance(route, APIRoute):
            found |= {(method, route.path) for method in route.methods}
    described = served.app.openapi()["paths"]
    return found | {(method.upper(), path) for path, methods in described.items() for method in methods}


def ask(client, method: str, path: str):
    filled = path.replace("{mission_id}", "mis_none").replace("{token_id}", "tok_none")
    return client.request(method, filled, json=BODIES.get((method, path)))


def test_the_table_above_names_every_route(served: Served) -> None:
    assert routes(served) == set(NEEDS) | PUBLIC


@pytest.mark.parametrize(("method", "path"), sorted(NEEDS))
def test_without_a_credential_a_route_answers_nothing(served: Served, method: str, path: str) -> None:
    for secret in ("", "ant_wrong", "ses_wrong"):
        answer = ask(served.client(secret), method, path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorized")


@pytest.mark.parametrize(("method", "path"), sorted(route for route, needed in NEEDS.items() if needed))
def test_every_permission_but_the_needed_one_is_refused(served: Served, method: str, path: str) -> None:
    others = [each for each in Permission if each is not NEEDS[(method, path)]]
    answer = ask(served.client(served.token(*others)), method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "permission_denied")


@pytest.mark.parametrize(
    ("method", "path"), sorted(route for route, needed in NEEDS.items() if needed and route[1] != "/events/stream")
)
def test_the_needed_permission_alone_lets_in(served: Served, method: str, path: str) -> None:
    needed = NEEDS[(method, path)]
    assert needed is not None
    assert ask(served.client(served.token(needed)), method, path).status_code not in (401, 403)


def test_the_first_administrator_is_made_once_and_from_this_machine(served: Served) -> None:
    assert served.client().get("/auth/status").json()["data"] == {"setup_required": True}
    far = served.client(address="10.1.2.3").post("/auth/setup", json={"password": PASSWORD})
    assert far.status_code == 403
    assert served.client().post("/auth/setup", json={"password": PASSWORD}).status_code == 201
    again = served.client().post("/auth/setup", json={"name": "other", "password": PASSWORD})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "conflict")
    assert served.client().get("/auth/status").json()["data"] == {"setup_required": False}


@pytest.mark.parametrize("password", ["", "short", " padded password ", "x" * 1025])
def test_a_weak_password_is_refused(served: Served, password: str) -> None:
    assert served.client().post("/auth/setup", json={"password": password}).status_code == 400


def test_a_session_reads_and_needs_its_own_token_to_change(served: Served) -> None:
    client = served.signed_in()
    assert client.get("/missions").status_code == 200
    assert client.post("/missions", json={"goal": "why?"}).status_code == 202
    for wrong in ("", "0" * 64):
        client.headers[CSRF_HEADER] = wrong
        assert client.post("/missions", json={"goal": "why?"}).json()["error"]["code"] == "permission_denied"


def test_the_session_cookie_cannot_be_read_by_a_script_or_sent_from_elsewhere(served: Served) -> None:
    served.accounts.setup("admin", PASSWORD)
    answer = served.client().post("/auth/login", json={"name": "admin", "password": PASSWORD})
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(COOKIE)
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_signing_out_ends_the_session_on_the_next_request(served: Served) -> None:
    client = served.signed_in()
    cookie = client.cookies[COOKIE]
    assert client.post("/auth/logout").status_code == 200
    client.cookies.set(COOKIE, cookie)
    assert client.get("/missions").status_code == 401


def test_an_unknown_name_and_a_wrong_password_get_the_same_words(served: Served) -> None:
    served.accounts.setup("admin", PASSWORD)
    answers = [
        served.client().post("/auth/login", json={"name": name, "password": "not the password"})
        for name in ("admin", "nobody")
    ]
    assert answers[0].status_code == answers[1].status_code == 401
    assert answers[0].json()["message"] == answers[1].json()["message"]


def test_a_session_secret_is_no_bearer_token_and_a_token_no_session(served: Served) -> None:
    client = served.signed_in()
    assert served.client(client.cookies[COOKIE]).get("/missions").status_code == 401
    posing = served.client()
    posing.cookies.set(COOKIE, served.token())
    assert posing.get("/missions").status_code == 401


def test_too_many_failures_from_one_address_are_stopped_and_others_are_not(served: Served) -> None:
    bad = served.client("ant_wrong", address="127.0.0.9")
    assert [bad.get("/missions").status_code for _ in range(20)] == [401] * 20
    assert bad.get("/missions").json()["error"]["code"] == "rate_limited"
    good = served.client(served.token(), address="127.0.0.9")
    assert good.get("/missions").status_code == 429
    assert served.all().get("/missions").status_code == 200


def test_a_token_is_shown_once_and_revoked_at_once(served: Served) -> None:
    client = served.all()
    made = client.post("/auth/tokens", json={"name": "ci", "permissions": ["read_status"], "days": 1}).json()["data"]
    assert made["secret"].startswith("ant_")
    assert [each["secret"] for each in client.get("/auth/tokens").json()["data"]] == ["", ""]
    assert served.client(made["secret"]).get("/missions").status_code == 200
    assert client.delete(f"/auth/tokens/{made['id']}").status_code == 200
    assert served.client(made["secret"]).get("/missions").status_code == 401
    assert client.delete(f"/auth/tokens/{made['id']}").status_code == 404


def test_nobody_gives_what_they_do_not_have(served: Served) -> None:
    limited = served.client(served.token(Permission.MANAGE_USERS, Permission.READ_STATUS, project="falcon"))
    more = {"name": "x", "permissions": ["run_mission"], "project_id": "falcon"}
    assert limited.post("/auth/tokens", json=more).status_code == 403
    wider = {"name": "x", "permissions": ["read_status"]}
    assert limited.post("/auth/tokens", json=wider).status_code == 403
    other = {"name": "x", "permissions": ["read_status"], "project_id": "osprey"}
    assert limited.post("/auth/tokens", json=other).status_code == 403
    same = {"name": "x", "permissions": ["read_status"], "project_id": "falcon"}
    assert limited.post("/auth/tokens", json=same).status_code == 201


def test_a_stored_permission_outside_the_table_grants_nothing(served: Served) -> None:
    from formicaria.ground import credentials

    secret = credentials.new_secret("ant_")
    with served.colony.records.write() as transaction:
        credentials.mint(
            transaction.connection, secret=secret, kind="token", name="x", at=transaction.at,
            scopes=["read_everything", "*", "READ_STATUS"],
        )  # fmt: skip
    assert served.client(secret).get("/missions").status_code == 403


def test_a_host_name_that_is_not_ours_is_not_answered(served: Served) -> None:
    answer = served.client().get("/health", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
    assert answer.headers["x-request-id"]


def test_no_credential_is_ever_stored_or_recorded_in_the_clear(served: Served, tmp_path) -> None:
    client = served.signed_in()
    token = client.post("/auth/tokens", json={"name": "ci", "permissions": ["read_status"]}).json()["data"]["secret"]
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for secret in (token, client.cookies[COOKIE], PASSWORD):
        assert secret.encode() not in stored
