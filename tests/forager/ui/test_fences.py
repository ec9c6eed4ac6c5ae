"""Before a page: a session with the page's scope, the session's own token for a change, and no page of another customer."""

from __future__ import annotations

import itertools

import pytest
from starlette.routing import Route
from tests.forager.ui.conftest import Site, csrf

from forager.access.scopes import Scope
from forager.store.acts import Caller
from forager.ui.app import ROUTERS
from forager.ui.pages import PAGES
from forager.ui.visit import PageRoute

PRIVATE = sorted(each for each, scope in PAGES.items() if scope is not Scope.PUBLIC)
CHANGES = [each for each in PRIVATE if each[0] == "POST"]
LACKING = {Scope.READ: "export", Scope.INGEST: "read", Scope.REVIEW: "read", Scope.PROJECTS: "read"}


def ids(site: Site, name: str) -> dict[str, str]:
    """One record of each kind of a customer."""
    from sqlalchemy import select

    from forager.store import tables

    project = site.project(name)
    kinds = {
        "source_id": tables.source, "item_id": tables.item_state, "entity_id": tables.entity_state,
        "conflict_id": tables.conflict_state, "job_id": tables.job, "evidence_id": tables.evidence,
    }  # fmt: skip
    found = {"project_id": project, "number": "1", "seq": "1"}
    with site.engine.database.read() as connection:
        for kind, table in kinds.items():
            query = select(table.c.id).where(table.c.project_id == project).order_by(table.c.id).limit(1)
            row = connection.execute(query).scalar_one_or_none()
            found[kind] = row or f"none_{kind}"
    return found


def address(path: str, known: dict[str, str]) -> str:
    return path.format(**known)


@pytest.mark.req("S000-3.1-03")
def test_every_page_is_made_by_the_route_that_guards_it():
    routes = list(itertools.chain.from_iterable(router.routes for router in ROUTERS))
    assert routes
    assert all(isinstance(route, PageRoute) for route in routes if isinstance(route, Route) or hasattr(route, "path"))
    made = {(min(route.methods), route.path_format) for route in routes}
    assert made == set(PAGES)


@pytest.mark.parametrize(("method", "path"), PRIVATE)
def test_nobody_sees_a_page_or_changes_a_thing_without_a_session(shared_site, method, path):
    known = ids(shared_site, "Falcon")
    answer = shared_site.browser("").request(method, address(path, known))
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in")
    assert "Falcon" not in answer.text


@pytest.mark.parametrize(("method", "path"), PRIVATE)
def test_a_session_without_the_scope_is_refused(shared_site, method, path):
    browser = shared_site.browser(shared_site.token(LACKING[PAGES[method, path]]))
    answer = browser.request(method, address(path, ids(shared_site, "Falcon")))
    assert answer.status_code == 403
    assert "does not have the scope" in answer.text


@pytest.mark.parametrize("offered", ["", "0" * 64, "other"])
@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_a_change_needs_the_sessions_own_token(shared_site, method, path, offered):
    browser, other = shared_site.browser(), shared_site.browser()
    token = csrf(other.get("/projects").text) if offered == "other" else offered
    answer = browser.request(method, address(path, ids(shared_site, "Falcon")), data={"csrf": token} if token else {})
    assert answer.status_code == 403
    assert "not from your session" in answer.text


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:81", "http://["]
)
def test_a_page_of_another_site_changes_nothing(shared_site, origin):
    browser = shared_site.browser()
    body = {"csrf": csrf(browser.get("/projects").text), "name": "Injected"}
    assert browser.post("/projects", data=body, headers={"origin": origin}).status_code == 403
    assert browser.post("/sign-in", data={"key": shared_site.key}, headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("site", ["same-site", "cross-site"])
def test_a_page_of_a_neighbour_on_this_machine_changes_nothing(shared_site, site):
    browser = shared_site.browser()
    body = {"csrf": csrf(browser.get("/projects").text), "name": "Injected"}
    assert browser.post("/projects", data=body, headers={"sec-fetch-site": site}).status_code == 403


@pytest.mark.parametrize("header", [True, False])
def test_a_form_that_holds_what_is_not_text_is_refused(shared_site, header):
    browser = shared_site.browser()
    token = csrf(browser.get("/projects").text)
    headers, body = ({"x-csrf-token": token}, {}) if header else ({}, {"csrf": token})
    answer = browser.post("/projects", data={**body, "name": "Fal\0con"}, headers=headers)
    assert (answer.status_code, "not text" in answer.text) == (400, True)


@pytest.mark.parametrize(("method", "path"), [each for each in PRIVATE if "{" in each[1]])
def test_a_page_of_another_customer_answers_like_one_that_is_not_there(shared_site, method, path):
    falcon = shared_site.project("Falcon")
    browser = shared_site.browser(shared_site.token("read", "ingest", "review", projects=(falcon,)))
    token = csrf(browser.get("/projects").text)
    missing = dict.fromkeys(ids(shared_site, "Osprey"), "none_of_these") | {"number": "1", "seq": "1"}
    form = {
        "csrf": token,
        "action": "reject",
        "choice": "dismiss",
        "attribute": "owner",
        "left": "ent_a",
        "right": "ent_b",
    }
    answers = [
        browser.request(method, address(path, known), **({"data": form} if method == "POST" else {}))
        for known in (ids(shared_site, "Osprey"), missing)
    ]
    assert [each.status_code for each in answers] == [404, 404]
    first, second = (each.text.replace(each.headers["x-request-id"], "") for each in answers)
    assert first == second


def test_a_limited_session_sees_its_own_base_only(shared_site):
    browser = shared_site.browser(shared_site.token("read", projects=(shared_site.project("Falcon"),)))
    assert browser.get("/").headers["location"] == f"/projects/{shared_site.project('Falcon')}/sources"
    assert "Osprey" not in browser.get("/projects").text


def test_signing_out_ends_the_session_at_once(site):
    browser = site.browser()
    cookie = browser.cookies["forager_session"]
    browser.post("/sign-out", data={"csrf": csrf(browser.get("/projects").text)})
    browser.cookies.set("forager_session", cookie)
    assert browser.get("/projects").headers["location"] == "/sign-in?next=%2Fprojects"


def test_a_session_dies_with_the_key_it_was_opened_with(site):
    browser = site.browser(site.token("read"))
    assert browser.get("/projects").status_code == 200
    site.engine.revoke_token(site.engine.tokens()[-1].id, Caller("test", ""))
    assert browser.get("/projects").status_code == 303


def test_a_wrong_key_is_told_so_and_nothing_else(shared_site):
    answer = shared_site.browser("").post("/sign-in", data={"key": "fgr_" + "x" * 43, "next": "/knowledge/ki_1"})
    assert answer.status_code == 401
    assert "not good" in answer.text
    assert 'value="/knowledge/ki_1"' in answer.text
    assert "forager_session" not in answer.cookies


def test_signing_in_leads_where_the_person_was_going_and_never_off_the_site(shared_site):
    browser = shared_site.browser("")
    for asked, gone in (("/projects", "/projects"), ("//evil.example", "/"), ("https://evil.example", "/")):
        answer = browser.post("/sign-in", data={"key": shared_site.key, "next": asked})
        assert answer.headers["location"] == gone


def test_the_session_cookie_is_read_by_no_script_and_sent_by_no_other_site(shared_site):
    answer = shared_site.browser("").post("/sign-in", data={"key": shared_site.key, "next": "/"})
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
