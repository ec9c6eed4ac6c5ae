"""A link signs a browser in to the colony as whoever made it, once, on this machine, and dies with them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy as sa
from fastapi import Request, Response
from fastapi.testclient import TestClient
from tests.anthill.api.conftest import PASSWORD, Served

from anthill.access.guard import COOKIE, CSRF_HEADER
from anthill.core.store.records import EventFilter, events_after
from anthill.core.store.tables import account
from anthill.host.serving import FAILURES
from anthill.sdk.permission import Permission
from formicaria.ground.clock import later
from formicaria.ground.errors import Error
from formicaria.ground.tables import credential

LINKS = "/auth/links"
HERE = "127.0.0.1"


def operator(served: Served) -> str:
    return served.accounts.mint_operator_key().secret


def made(client: TestClient, then: str = "/missions") -> str:
    """The path and query of a fresh link."""
    answer = client.post(LINKS, json={"then": then, "actor": "launcher"})
    assert answer.status_code == 201, answer.text
    data = answer.json()["data"]
    assert sorted(data) == ["expires_at", "url"]
    assert data["url"].startswith("http://127.0.0.1/enter?code=lnk_")
    return data["url"].removeprefix("http://127.0.0.1")


def follow(served: Served, address: str, where: str = HERE, **headers: str) -> Response:
    return browser(served, where).get(address, headers=headers)


def browser(served: Served, where: str = HERE) -> TestClient:
    return TestClient(served.app, base_url="http://127.0.0.1", client=(where, 50000), follow_redirects=False)


def entered(served: Served, client: TestClient) -> TestClient:
    """A browser that followed a link."""
    here = browser(served)
    assert here.get(made(client)).status_code == 303
    here.headers[CSRF_HEADER] = here.get("/auth/me").json()["data"]["csrf_token"]
    return here


def made_older(served: Served, kind: str, seconds: float) -> None:
    """Move the end of a kind of credential so much nearer."""
    with served.colony.records.write() as transaction:
        ends = later(transaction.at, -seconds)
        mine = credential.c.kind == kind
        transaction.connection.execute(sa.update(credential).where(mine).values(expires_at=ends))


def test_a_link_signs_in_and_sends_on(served: Served) -> None:
    answer = follow(served, made(served.client(operator(served)), "/missions?x=1"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/missions?x=1")
    assert (answer.headers["referrer-policy"], answer.headers["cache-control"]) == ("no-referrer", "no-store")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"{COOKIE}=ses_")
    assert {"httponly", "samesite=strict", "path=/"} <= {each.strip() for each in cookie.split(";")}


def test_the_operators_link_stands_for_the_operator_without_an_account(served: Served) -> None:
    here = entered(served, served.client(operator(served)))
    who = here.get("/auth/me").json()["data"]
    assert (who["name"], who["permissions"]) == ("operator", sorted(each.value for each in Permission))
    assert here.post("/missions", json={"goal": "why?"}).status_code == 202
    assert served.client().get("/auth/status").json()["data"] == {"setup_required": True}


def test_a_change_needs_the_sessions_own_token(served: Served) -> None:
    key = served.client(operator(served))
    here, other = entered(served, key), entered(served, key)
    for wrong in ("", "0" * 64, other.headers[CSRF_HEADER]):
        refused = here.post("/missions", json={"goal": "why?"}, headers={CSRF_HEADER: wrong})
        assert refused.json()["error"]["code"] == "permission_denied"
    raw = here.post("/missions", json={"goal": "why?"}, headers={CSRF_HEADER: "é".encode("latin-1")})
    assert raw.status_code == 403


def test_the_session_dies_with_the_operators_key(served: Served) -> None:
    here = entered(served, served.client(operator(served)))
    operator(served)
    assert here.get("/missions").status_code == 401


def test_a_link_dies_with_the_operators_key(served: Served) -> None:
    address = made(served.client(operator(served)))
    operator(served)
    assert follow(served, address).status_code == 401


def test_a_tokens_session_may_do_what_the_token_may(served: Served) -> None:
    here = entered(served, served.client(served.token(Permission.MANAGE_USERS)))
    assert here.get("/auth/tokens").status_code == 200
    assert here.get("/missions").status_code == 403


def test_a_persons_link_stands_for_the_person_and_ends_with_them(served: Served) -> None:
    here = entered(served, served.signed_in())
    assert here.get("/auth/me").json()["data"]["name"] == "admin"
    with served.colony.records.write() as transaction:
        transaction.connection.execute(sa.update(account).values(permissions="read_audit"))
    assert here.get("/missions").status_code == 403
    with served.colony.records.write() as transaction:
        transaction.connection.execute(sa.update(account).values(active=False))
    assert here.get("/missions").status_code == 401


def test_signing_out_ends_the_session_and_not_the_key(served: Served) -> None:
    key = served.client(operator(served))
    here = entered(served, key)
    cookie = here.cookies[COOKIE]
    assert here.post("/auth/logout").status_code == 200
    here.cookies.set(COOKIE, cookie)
    assert here.get("/missions").status_code == 401
    assert key.get("/missions").status_code == 200


def test_a_link_works_once(served: Served) -> None:
    address = made(served.client(operator(served)))
    assert follow(served, address).status_code == 303
    again = follow(served, address)
    assert (again.status_code, again.json()["error"]["code"]) == (401, "link_refused")
    assert "set-cookie" not in again.headers


def test_of_two_at_once_one_gets_in(served: Served) -> None:
    address, barrier = made(served.client(operator(served))), Barrier(2)

    def at_once(_: int) -> int:
        barrier.wait()
        return follow(served, address).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(at_once, range(2))) == [303, 401]


def test_a_link_that_is_over_opens_nothing(served: Served) -> None:
    address = made(served.client(operator(served)))
    made_older(served, "link", 0)
    assert follow(served, address).status_code == 401


def test_a_link_works_on_this_machine_only(served: Served) -> None:
    address = made(served.client(operator(served)))
    for elsewhere in ("10.1.2.3", "testclient"):
        assert follow(served, address, elsewhere).status_code == 403
    assert follow(served, address, **{"sec-purpose": "prefetch"}).status_code == 403
    assert browser(served).head(address).status_code == 405
    assert follow(served, address).status_code == 303


def test_guessed_codes_are_slowed_down_and_a_good_link_still_works(served: Served) -> None:
    good = made(served.client(operator(served)))
    answers = [follow(served, f"/enter?code=lnk_{n}").status_code for n in range(FAILURES + 1)]
    assert answers == [401] * FAILURES + [429]
    assert follow(served, good).status_code == 303


def test_a_page_left_open_after_its_session_uses_up_no_attempts(served: Served) -> None:
    here = entered(served, served.client(operator(served)))
    made_older(served, "session", 1)
    assert [here.get("/missions").status_code for _ in range(FAILURES + 1)] == [401] * (FAILURES + 1)
    assert served.all().get("/missions").status_code == 200


@pytest.mark.parametrize(
    "then", ["//evil.example", "http://evil.example/", "javascript:alert(1)", "/\\evil", "/a\r\nb", ""]
)
def test_a_link_that_leads_elsewhere_is_not_made(served: Served, then: str) -> None:
    answer = served.client(operator(served)).post(LINKS, json={"then": then})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")


def test_where_a_link_leads_is_never_taken_from_its_address(served: Served) -> None:
    address = made(served.client(operator(served)))
    assert follow(served, f"{address}&then=//evil.example").headers["location"] == "/missions"


def test_who_is_limited_to_a_project_makes_no_links(served: Served) -> None:
    limited = served.client(served.token(Permission.MANAGE_USERS, project="falcon"))
    assert limited.post(LINKS, json={}).status_code == 403


def test_links_are_on_the_record_without_a_secret(served: Served, tmp_path) -> None:
    address = made(served.client(operator(served)))
    cookie = follow(served, address).cookies[COOKIE]
    follow(served, address)
    with served.colony.records.read() as connection:
        events = events_after(connection, 0, EventFilter())
    told = [each.event_type.value for each in events]
    assert told[-3:] == ["token_minted", "signed_in", "sign_in_refused"]
    secret = address.partition("code=")[2]
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for each in (secret, cookie):
        assert each.encode() not in stored


def test_signing_in_with_a_password_still_works(served: Served) -> None:
    served.accounts.setup("admin", PASSWORD)
    answers = [
        served.client().post("/auth/login", json={"name": "admin", "password": "not it"}) for _ in range(FAILURES)
    ]
    assert {each.status_code for each in answers} == {401}
    assert served.client().post("/auth/login", json={"name": "admin", "password": PASSWORD}).status_code == 429


def test_the_console_may_answer_whoever_is_not_let_in(served: Served) -> None:
    from anthill.api.app import create_app

    def page(_request: Request, error: Error) -> Response:
        return Response(f"page: {error.code}", error.status)

    app = create_app(served.services, pages=page)
    client = TestClient(app, base_url="http://127.0.0.1", client=(HERE, 1))
    told = client.get("/enter?code=lnk_wrong", headers={"accept": "text/html"})
    assert (told.status_code, told.text) == (401, "page: link_refused")
    assert client.get("/enter?code=lnk_wrong").json()["error"]["code"] == "link_refused"
