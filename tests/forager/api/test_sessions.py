"""People at a browser: signed in by a key or by a link, held to what that may do now, out at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy as sa
from fastapi import Request, Response
from fastapi.testclient import TestClient
from tests.forager.api.corpus import BEGUN_AT, Api

from forager.access.access import Access
from forager.access.gate import COOKIE, FAILURES, Gate
from forager.access.scopes import TOKEN_SCOPES, Scope
from forager.api.app import create_app
from formicaria.ground import audit, credentials
from formicaria.ground.clock import FixedClock, later
from formicaria.ground.errors import Error, Forbidden, TooManyAttempts, Unauthenticated
from formicaria.ground.tables import credential

HERE = "127.0.0.1"
LINKS = "/api/session/links"
HOURS = 3600


def gate(api: Api) -> Gate:
    return api.http.app.state.service.gate


def access(api: Api, secret: str) -> Access:
    return gate(api).admit_session(secret, HERE)


def signed_in(api: Api, key: str | None = None) -> str:
    return gate(api).sign_in(api.key if key is None else key, HERE).secret


def browser(api: Api, address: str = HERE, host: str = HERE) -> TestClient:
    return TestClient(
        api.http.app, base_url=f"http://{host}:8790", client=(address, 5000), follow_redirects=False,
        raise_server_exceptions=False,
    )  # fmt: skip


def link(api: Api, then: str = "/sources") -> str:
    """The path and query of a fresh link."""
    answer = api.post(LINKS, {"then": then, "actor": "launcher"})
    assert answer.status_code == 201, answer.text
    assert answer.json()["expires_at"] == later(api.engine.clock.now(), 600)
    address = answer.json()["url"]
    assert address.startswith("http://testserver/enter?code=lnk_")
    return address.removeprefix("http://testserver")


def acts(api: Api) -> list[str]:
    return [each["action"] for each in api.ok("/api/audit", limit=1000)["items"]]


# Sessions


def test_the_operators_session_may_do_what_the_operator_may(any_api: Api) -> None:
    found = access(any_api, signed_in(any_api))
    assert (found.kind, found.is_operator, found.projects) == ("session", True, ())
    assert all(found.can(scope) for scope in (*TOKEN_SCOPES, Scope.OPERATOR))
    assert found.expires_at == later(BEGUN_AT, 12 * HOURS)


def test_a_tokens_session_is_held_to_the_tokens_scopes_and_projects(any_api: Api) -> None:
    osprey = any_api.project("osprey")
    found = access(any_api, signed_in(any_api, any_api.token("read", "review", projects=(osprey,))))
    assert [scope for scope in Scope if found.can(scope)] == [Scope.READ, Scope.REVIEW]
    assert found.limit("") == (osprey,)
    assert found.limit(any_api.project("falcon")) == ()
    with pytest.raises(Forbidden):
        found.check(Scope.OPERATOR)


def test_a_session_that_may_make_projects_must_not_be_limited() -> None:
    limited = Access("tok_a", "session", "x", ("projects",), ("proj_a",), "")
    assert not limited.can(Scope.PROJECTS)
    assert Access("tok_a", "session", "x", ("projects",), (), "").can(Scope.PROJECTS)


def test_a_session_ends_with_the_token_it_was_opened_with(any_api: Api) -> None:
    made = any_api.post("/api/settings/tokens", {"name": "x", "scopes": ["read"]}).json()
    secret = signed_in(any_api, made["token"])
    assert access(any_api, secret).can(Scope.READ)
    any_api.call("DELETE", f"/api/settings/tokens/{made['id']}")
    with pytest.raises(Unauthenticated):
        access(any_api, secret)


def test_a_session_ends_when_its_token_expires(api: Api, clock: FixedClock) -> None:
    secret = signed_in(api, api.token("read", expires_at=later(BEGUN_AT, 60)))
    assert access(api, secret).expires_at == later(BEGUN_AT, 60)
    clock.advance(60)
    with pytest.raises(Unauthenticated):
        access(api, secret)


def test_a_session_lasts_twelve_hours(api: Api, clock: FixedClock) -> None:
    secret = signed_in(api)
    clock.advance(12 * HOURS - 1)
    access(api, secret)
    clock.advance(1)
    with pytest.raises(Unauthenticated):
        access(api, secret)


def test_a_narrowed_token_narrows_its_sessions_at_the_next_request(api: Api) -> None:
    key = api.token("read", "review")
    secret = signed_in(api, key)
    with api.engine.database.write() as connection:
        mine = credential.c.secret_hash == credentials.secret_hash(key)
        connection.execute(sa.update(credential).where(mine).values(scopes="read", projects="proj_a"))
    found = access(api, secret)
    assert (found.scopes, found.projects) == (("read",), ("proj_a",))


def test_signing_out_ends_the_session_at_once_and_no_other(any_api: Api) -> None:
    first, second = signed_in(any_api), signed_in(any_api)
    gate(any_api).sign_out(first)
    with pytest.raises(Unauthenticated):
        access(any_api, first)
    access(any_api, second)
    gate(any_api).sign_out(first)
    gate(any_api).sign_out(any_api.key)
    gate(any_api).sign_out("nonsense")
    assert any_api.get("/api/projects").status_code == 200
    assert acts(any_api).count("session.ended") == 1


@pytest.mark.parametrize("secret", ["", "fgr_wrong", "é", "x" * 300, "\x00"])
def test_only_a_live_key_or_token_signs_in(api: Api, secret: str) -> None:
    with pytest.raises(Unauthenticated):
        gate(api).sign_in(secret, HERE)


def test_a_session_opens_no_session_and_is_no_bearer(api: Api) -> None:
    secret = signed_in(api)
    with pytest.raises(Unauthenticated):
        gate(api).sign_in(secret, HERE)
    assert api.get("/api/projects", secret).status_code == 401
    assert browser(api).get("/api/projects", headers={"cookie": f"{COOKIE}={secret}"}).status_code == 401


def test_a_key_is_no_session(api: Api) -> None:
    for key in (api.key, api.token("read"), "", "ses_wrong"):
        with pytest.raises(Unauthenticated):
            access(api, key)


def test_wrong_keys_are_slowed_down_and_a_good_one_is_still_let_in(api: Api) -> None:
    for n in range(FAILURES):
        with pytest.raises(Unauthenticated):
            gate(api).sign_in(f"fgr_{n}", HERE)
    with pytest.raises(TooManyAttempts):
        gate(api).sign_in("fgr_x", HERE)
    with pytest.raises(TooManyAttempts):
        access(api, "ses_guess")
    access(api, signed_in(api))
    assert acts(api).count("session.refused") == FAILURES


def test_a_page_left_open_after_its_session_counts_for_no_guess(api: Api) -> None:
    over = signed_in(api)
    gate(api).sign_out(over)
    for secret in (over, ""):
        for _ in range(FAILURES + 1):
            with pytest.raises(Unauthenticated):
                access(api, secret)
    with pytest.raises(Unauthenticated):
        access(api, "ses_guess")


def test_a_change_needs_the_sessions_own_token(api: Api) -> None:
    mine, other = signed_in(api), signed_in(api)
    found = access(api, mine)
    found.check_csrf(credentials.csrf_token(mine))
    for wrong in ("", "0" * 64, credentials.csrf_token(other), mine, "é", "\udc80"):
        with pytest.raises(Forbidden):
            found.check_csrf(wrong)
    with pytest.raises(Forbidden):
        gate(api).admit(f"Bearer {api.key}", HERE).check_csrf("")


def test_signing_in_and_out_is_on_the_audit_trail_without_a_secret(any_api: Api) -> None:
    secret = signed_in(any_api)
    gate(any_api).sign_out(secret)
    with pytest.raises(Unauthenticated):
        gate(any_api).sign_in("fgr_a wrong key", HERE)
    assert acts(any_api)[-3:] == ["session.begun", "session.ended", "session.refused"]
    begun = next(each for each in any_api.ok("/api/audit")["items"] if each["action"] == "session.begun")
    with any_api.engine.database.read() as connection:
        assert credentials.get(connection, begun["credential"]).kind == "operator"
        assert credentials.get(connection, begun["target"]).kind == "session"
        assert audit.verify(connection) == ()
        assert secret not in repr(connection.execute(sa.select(credential)).all())
    text = any_api.get("/api/audit").text
    assert secret not in text
    assert "wrong key" not in text


def test_what_prints_a_session_prints_no_secret(api: Api) -> None:
    made = gate(api).sign_in(api.key, HERE)
    found = access(api, made.secret)
    for shown in (repr(made), repr(found)):
        assert made.secret not in shown
        assert made.csrf not in shown


# Links


def test_a_link_signs_the_browser_in_and_sends_it_on(any_api: Api) -> None:
    answer = browser(any_api).get(link(any_api, "/projects/a?b=c"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/projects/a?b=c")
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert access(any_api, answer.cookies[COOKIE]).is_operator
    assert acts(any_api)[-2:] == ["link.minted", "session.begun"]


def test_the_cookie_is_for_this_site_alone_and_no_script(api: Api) -> None:
    cookie = browser(api).get(link(api)).headers["set-cookie"]
    parts = {each.strip().lower() for each in cookie.split(";")[1:]}
    assert cookie.startswith(f"{COOKIE}=ses_")
    assert parts == {"httponly", "samesite=strict", "path=/", f"max-age={12 * HOURS}"}


def test_the_cookie_is_kept_off_plain_connections_elsewhere(api: Api) -> None:
    answer = browser(api, host="docs.example").get(link(api))
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_link_may_lead_to_another_service_on_this_machine(api: Api) -> None:
    then = "http://127.0.0.1:8713/enter?code=lnk_other"
    assert browser(api).get(link(api, then)).headers["location"] == then


def test_a_link_works_once(any_api: Api) -> None:
    address = link(any_api)
    assert browser(any_api).get(address).status_code == 303
    again = browser(any_api).get(address)
    assert (again.status_code, again.json()["error"]["code"]) == (401, "link_refused")
    assert "set-cookie" not in again.headers
    assert acts(any_api)[-1] == "session.refused"


def test_of_two_at_once_one_gets_in(any_api: Api) -> None:
    address, barrier = link(any_api), Barrier(2)

    def follow(_: int) -> int:
        here = browser(any_api)
        barrier.wait()
        return here.get(address).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(follow, range(2))) == [303, 401]


def test_a_link_is_over_after_ten_minutes(api: Api, clock: FixedClock) -> None:
    early, late = link(api), link(api)
    clock.advance(599)
    assert browser(api).get(early).status_code == 303
    clock.advance(1)
    assert browser(api).get(late).status_code == 401


def test_a_link_ends_with_the_key_it_stands_for(api: Api) -> None:
    address = link(api)
    with api.engine.database.write() as connection:
        connection.execute(sa.update(credential).where(credential.c.kind == "operator").values(revoked_at=BEGUN_AT))
    assert browser(api).get(address).status_code == 401


@pytest.mark.parametrize("elsewhere", ["10.1.2.3", "testclient", "::ffff:10.1.2.3", ""])
def test_a_link_works_on_this_machine_only_and_is_not_lost(api: Api, elsewhere: str) -> None:
    address = link(api)
    answer = browser(api, elsewhere).get(address)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    assert browser(api, "::1").get(address).status_code == 303


def test_looking_ahead_does_not_use_a_link_up(api: Api) -> None:
    address = link(api)
    assert browser(api).head(address).status_code == 405
    assert browser(api).get(address, headers={"sec-purpose": "prefetch;prerender"}).status_code == 403
    assert browser(api).get(address, headers={"purpose": "prefetch"}).status_code == 403
    assert browser(api).get(address).status_code == 303


def test_guessed_codes_are_slowed_down_and_a_good_link_still_works(api: Api) -> None:
    good = link(api)
    answers = [browser(api).get(f"/enter?code=lnk_{n}").status_code for n in range(FAILURES + 2)]
    assert answers == [401] * FAILURES + [429] * 2
    assert browser(api).get(good).status_code == 303


@pytest.mark.parametrize(
    "query", ["", "?code=", "?code=%00", "?code=%C3%A9", "?code=" + "x" * 5000, "?then=//evil.example"]
)
def test_a_broken_code_opens_nothing(api: Api, query: str) -> None:
    answer = browser(api).get(f"/enter{query}")
    assert answer.status_code in {400, 401}
    assert "location" not in answer.headers
    assert "set-cookie" not in answer.headers


def test_where_a_link_leads_is_never_taken_from_its_address(api: Api) -> None:
    answer = browser(api).get(f"{link(api)}&then=//evil.example&next=http://evil.example")
    assert answer.headers["location"] == "/sources"


@pytest.mark.parametrize(
    "then", ["//evil.example", "http://evil.example/", "javascript:alert(1)", "/\\evil", "/a\r\nset-cookie: x=y", "sources", ""]
)  # fmt: skip
def test_a_link_that_leads_elsewhere_is_not_made(api: Api, then: str) -> None:
    answer = api.post(LINKS, {"then": then})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "validation_error")


def test_no_token_makes_a_link(api: Api) -> None:
    assert api.post(LINKS, {}, api.token(*TOKEN_SCOPES)).status_code == 403
    assert browser(api).post(LINKS, json={}, headers={"cookie": f"{COOKIE}={signed_in(api)}"}).status_code == 401


def test_the_pages_may_answer_whoever_is_not_let_in(api: Api) -> None:
    def page(_request: Request, error: Error) -> Response:
        return Response(f"page: {error.code}", error.status)

    app = create_app(api.engine, page)
    client = TestClient(app, client=(HERE, 5000))
    told = client.get("/enter?code=lnk_wrong", headers={"accept": "text/html"})
    assert (told.status_code, told.text) == (401, "page: link_refused")
    assert client.get("/enter?code=lnk_wrong").json()["error"]["code"] == "link_refused"
    app.state.service.gate.used.settle()
