"""The frame of every page: escaping, headers, own addresses only, and files that may be kept for ever."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient

from formicaria.ground import http
from formicaria.ground.errors import Conflict
from formicaria.ground.web.assets import Assets
from formicaria.ground.web.pages import Pages, Shell, Tab, go, own_path

HOSTILE = '"><script>alert(1)</script>'
PAGES = Pages("formicaria.ground.web")
SHELL = Shell(
    "THE PRODUCT", tabs=(Tab("Here", "/here", True, 3), Tab(HOSTILE, "/there")), who="operator", csrf="c" * 64
)


@pytest.fixture
def browser():
    app = FastAPI()

    @app.get("/refused")
    def refused(request: Request):
        return PAGES.refusal(request, Conflict("Not now.", remedy=HOSTILE), SHELL, "req_1")

    @app.get("/moved")
    def moved(request: Request):
        return go(request, "/elsewhere")

    app.router.routes.append(PAGES.assets.route())
    http.install(app, lambda error, request_id: {"code": error.code}, 1000)
    return TestClient(app, follow_redirects=False)


def test_what_a_person_or_document_says_is_text_and_never_markup(browser):
    page = browser.get("/refused").text
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)") == 2


def test_a_page_asks_no_other_host_and_holds_no_inline_code(browser):
    answer = browser.get("/refused")
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)", answer.text)
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", answer.text)


def test_a_refusal_says_what_to_do_and_how_the_log_names_it(browser):
    answer = browser.get("/refused")
    assert answer.status_code == 409
    assert "Not now." in answer.text
    assert "req_1" in answer.text


def test_an_open_page_gets_the_refusal_as_a_part_of_itself(browser):
    answer = browser.get("/refused", headers={"HX-Request": "true"})
    assert "<html" not in answer.text
    assert "Not now." in answer.text


def test_the_chosen_theme_is_drawn_by_the_server_and_nothing_else_is(browser):
    dark = browser.get("/refused", headers={"cookie": "formicaria_theme=dark"}).text
    assert '<html lang="en" data-theme="dark">' in dark
    odd = browser.get("/refused", headers={"cookie": 'formicaria_theme="><b>'}).text
    assert '<html lang="en">' in odd


def test_the_browser_goes_on_after_a_change(browser):
    assert browser.get("/moved").headers["location"] == "/elsewhere"
    part = browser.get("/moved", headers={"HX-Request": "true"})
    assert (part.status_code, part.headers["hx-redirect"]) == (204, "/elsewhere")


@pytest.mark.parametrize(
    "offered",
    [
        "//evil.example",
        "http://evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "",
        "here",
        "/a\r\nSet-Cookie: x=y",
        "/ä",
    ],
)
def test_only_a_path_of_our_own_is_gone_to(offered):
    assert own_path(offered) == "/"


def test_a_path_of_our_own_is_kept():
    assert own_path("/knowledge/ki_1?as_of=rev_2") == "/knowledge/ki_1?as_of=rev_2"


def test_a_file_may_be_kept_for_ever_and_changes_its_address_when_it_changes(browser):
    address = PAGES.assets.url("formicaria.css")
    answer = browser.get(address)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/css")
    assert browser.get(re.sub(r"/static/\w+/", f"/static/{'0' * 32}/", address)).status_code == 404


@pytest.mark.parametrize("name", ["%2e%2e/pages.py", "..%2fpages.py", "vendor/%2e%2e/%2e%2e/pages.py", "missing.css"])
def test_nothing_but_the_listed_files_is_served(browser, name):
    digest = PAGES.assets.url("formicaria.css").split("/")[2]
    assert browser.get(f"/static/{digest}/{name}").status_code == 404


def test_a_package_without_files_has_none():
    assert Assets(["formicaria.ground"])._files == {}
