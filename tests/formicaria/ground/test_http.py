"""Errors as JSON for programs and as pages for people; security headers that an answer's own stand over."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.testclient import TestClient

from formicaria.ground import http, logs
from formicaria.ground.errors import Conflict, Error

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


def shape(error: Error, request_id: str) -> Mapping[str, object]:
    return {"code": error.code, "request_id": request_id}


def page(request: Request, error: Error) -> Response:
    return HTMLResponse(f"<p>{error.code}</p>", error.status, {"content-security-policy": "default-src 'self'"})


def application(pages: http.Page | None) -> TestClient:
    app = FastAPI()

    @app.get("/thing")
    @app.get("/api/thing")
    @app.get("/apiary")
    def clash() -> None:
        raise Conflict("No.")

    @app.get("/broken")
    def broken() -> None:
        raise RuntimeError("secret words")

    @app.get("/style.css")
    def style() -> Response:
        return Response("", headers={"cache-control": "max-age=3600", "content-security-policy": "sandbox"})

    http.install(app, shape, 1000, pages)
    return TestClient(app, raise_server_exceptions=False)


@pytest.mark.parametrize(
    ("path", "status"), [("/thing", 409), ("/apiary", 409), ("/nowhere", 404), ("/broken", 500)]
)  # fmt: skip
def test_a_browser_is_told_of_an_error_by_a_page(path: str, status: int) -> None:
    answer = application(page).get(path, headers={"accept": BROWSER})
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert answer.headers["content-security-policy"] == "default-src 'self'"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-request-id"]
    assert "secret" not in answer.text


def test_a_request_that_is_too_large_is_told_of_by_a_page_too() -> None:
    answer = application(page).post("/thing", content=b"x" * 2000, headers={"accept": BROWSER})
    assert (answer.status_code, answer.text) == (413, "<p>too_large</p>")


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/api/thing", {"accept": BROWSER}),
        ("/api/thing", {"accept": BROWSER, "hx-request": "true"}),
        ("/thing", {"hx-request": "true", "authorization": "Bearer x"}),
        ("/thing", {"accept": BROWSER, "authorization": "Bearer x"}),
        ("/thing", {"accept": "*/*"}),
        ("/thing", {"accept": ""}),
        ("/thing", {"accept": "application/json"}),
        ("/thing", {"accept": "application/json, text/html"}),
        ("/thing", {"accept": "text/html;q=0.2, application/*"}),
        ("/thing", {"accept": "text/html;q=0"}),
        ("/thing", {"accept": "text/html;q=nan, */*;q=0.1"}),
    ],
)
def test_a_program_is_told_in_json(path: str, headers: dict[str, str]) -> None:
    answer = application(page).get(path, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


def test_an_open_pages_script_is_told_by_a_page() -> None:
    answer = application(page).get("/thing", headers={"accept": "*/*", "hx-request": "true"})
    assert (answer.status_code, answer.text) == (409, "<p>conflict</p>")


def test_without_pages_everybody_is_told_in_json() -> None:
    assert application(None).get("/thing", headers={"accept": BROWSER}).json()["code"] == "conflict"


def test_an_answers_own_headers_stand() -> None:
    answer = application(None).get("/style.css")
    assert (answer.headers["cache-control"], answer.headers["content-security-policy"]) == ("max-age=3600", "sandbox")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_fault_is_logged_by_its_place_and_never_by_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    app = FastAPI()

    @app.get("/fault")
    def fault() -> None:
        raise ValueError("the words of a document")

    http.install(app, shape, 1000)
    TestClient(app, raise_server_exceptions=False).get("/fault")
    line = capsys.readouterr().err
    assert "unexpected_fault" in line
    assert "test_http.py:" in line
    assert "the words" not in line
