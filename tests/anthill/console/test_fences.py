"""Who gets past which door: every page without a session, without its permission, without its token, from another project."""

from __future__ import annotations

import pytest
from fastapi.routing import APIRoute
from tests.anthill.console.conftest import Read
from tests.anthill.console.support import BROWSER, PART, Served, csrf

from anthill.access.guard import COOKIE
from anthill.console.app import ROUTERS
from anthill.console.pages import PAGES, ROOT, SIGN_IN, Door
from anthill.console.visit import PageRoute
from anthill.sdk.permission import Caller, Permission
from formicaria.ground.web.pages import POLICY

FENCED = sorted((method, path) for (method, path), wanted in PAGES.items() if wanted is not Door.PUBLIC)
WITH_PERMISSION = [(method, path) for method, path in FENCED if isinstance(PAGES[method, path], Permission)]
CHANGES = [(method, path) for method, path in FENCED if method == "POST"]
ANYBODY = Caller("usr_test", "test", frozenset(Permission))
OF_A_MISSION = [(method, path) for method, path in FENCED if "{mission_id}" in path]


def at(path: str, mission: str) -> str:
    return path.replace("{mission_id}", mission)


def routes() -> list[APIRoute]:
    return [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def test_every_page_is_in_the_table_and_behind_its_fences() -> None:
    made = [(method, route.path_format) for route in routes() for method in route.methods]
    assert sorted(made) == sorted(PAGES)
    assert all(isinstance(route, PageRoute) for route in routes())


@pytest.mark.parametrize(("method", "path"), FENCED)
def test_without_a_session_every_page_leads_to_the_sign_in(read: Read, method: str, path: str) -> None:
    answer = read.served.client().request(method, at(path, read.done))
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(SIGN_IN)


@pytest.mark.parametrize("secret", ["", "ses_unknown", "ant_of_no_use"])
def test_a_cookie_that_opens_nothing_is_no_session(console: Served, secret: str) -> None:
    client = console.client()
    client.cookies.set(COOKIE, secret)
    assert client.get(f"{ROOT}/missions").headers["location"].startswith(SIGN_IN)


def test_a_part_of_a_page_sends_the_whole_page_to_the_sign_in(read: Read) -> None:
    answer = read.served.client().get(f"{ROOT}/missions/{read.done}/live", headers=PART)
    assert (answer.status_code, answer.headers["hx-redirect"]) == (204, SIGN_IN)


def test_the_sign_in_leads_back_to_the_page_that_was_asked_for(read: Read) -> None:
    answer = read.served.client().get(f"{ROOT}/missions/{read.done}?a=b&c=/d")
    assert answer.headers["location"] == f"{SIGN_IN}?next=%2Fconsole%2Fmissions%2F{read.done}%3Fa%3Db%26c%3D%2Fd"


@pytest.mark.parametrize(("method", "path"), WITH_PERMISSION)
def test_without_its_permission_a_page_is_refused(console: Served, method: str, path: str) -> None:
    others = [each for each in Permission if each is not PAGES[method, path]]
    client = console.signed_in(*others)
    answer = client.request(method, at(path, "mis_x"), data={"csrf": csrf(client)} if method == "POST" else None)
    assert answer.status_code == 403
    assert PAGES[method, path] in answer.text


@pytest.mark.parametrize(("method", "path"), CHANGES)
@pytest.mark.parametrize("offered", ["nothing", "another session's", "not text"])
def test_a_change_needs_the_session_s_own_token(read: Read, method: str, path: str, offered: str) -> None:
    client = read.served.signed_in()
    token = {"nothing": "", "another session's": csrf(read.served.signed_in()), "not text": "\ud800é"}[offered]
    data = {"csrf": token.encode("utf-8", "surrogatepass").decode("latin-1")} if token else {}
    answer = client.request(method, at(path, read.waiting), data=data)
    assert (answer.status_code, "not from your session" in answer.text) == (403, True)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:8790"},
        {"origin": "null"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", sorted(path for method, path in PAGES if method == "POST"))
def test_a_page_of_another_site_changes_nothing(read: Read, path: str, headers: dict[str, str]) -> None:
    client = read.served.signed_in()
    answer = client.post(at(path, read.waiting), data={"csrf": csrf(client)}, headers=headers)
    assert (answer.status_code, "another site" in answer.text) == (403, True)
    assert read.served.colony.mission(read.waiting).status.open


def test_the_token_may_stand_in_a_header(console: Served) -> None:
    client = console.signed_in()
    waiting = console.take("Is anybody there?")
    headers = {"x-csrf-token": csrf(client), "origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.post(f"{ROOT}/missions/{waiting}/cancel", headers=headers).status_code == 303
    assert not console.colony.mission(waiting).status.open or console.colony.mission(waiting).stop_reason


@pytest.mark.parametrize(("method", "path"), OF_A_MISSION)
@pytest.mark.parametrize("which", ["foreign", "missing"])
def test_a_mission_of_another_project_is_not_there(read: Read, method: str, path: str, which: str) -> None:
    client = read.served.signed_in(project="osprey")
    mission = read.done if which == "foreign" else "mis_nobody"
    answer = client.request(method, at(path, mission), data={"csrf": csrf(client)} if method == "POST" else None)
    assert answer.status_code == 404
    assert "There is no mission with this id." in answer.text
    assert "Falcon" not in answer.text.replace(mission, "")


def test_a_limited_visitor_sees_the_missions_of_their_project_only(read: Read) -> None:
    page = read.served.signed_in(project="osprey").get(f"{ROOT}/missions").text
    assert "Who signs?" in page
    assert read.done not in page
    assert "Project Falcon" not in page


def test_a_limited_visitor_cannot_ask_for_another_project(console: Served) -> None:
    client = console.signed_in(project="osprey")
    answer = client.post(f"{ROOT}/missions", data={"csrf": csrf(client), "question": "Who?", "project": "falcon"})
    assert answer.status_code == 403
    assert console.colony.missions() == ()


def test_a_session_ends_with_the_one_it_stands_for(console: Served) -> None:
    client = console.signed_in()
    assert client.get(f"{ROOT}/missions").status_code == 200
    (token,) = (each for each in console.accounts.tokens(ANYBODY) if each.name == "op")
    console.accounts.revoke(ANYBODY, token.id)
    assert client.get(f"{ROOT}/missions").headers["location"].startswith(SIGN_IN)


@pytest.mark.req("S000-6-04")
@pytest.mark.parametrize("path", ["/console/sign-in", "/console/missions", "/console/colony", "/console/nowhere"])
def test_every_page_says_what_it_may_load_and_is_never_kept(read: Read, path: str) -> None:
    answer = read.served.signed_in().get(path)
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_pages_are_no_part_of_the_described_interface(read: Read) -> None:
    assert not [path for path in read.served.app.openapi()["paths"] if path.startswith(ROOT)]


def test_a_program_is_still_told_in_its_own_shape(read: Read) -> None:
    answer = read.served.client().get("/missions", headers={"accept": "application/json"})
    assert answer.json()["success"] is False
    assert BROWSER["accept"].startswith("text/html")
