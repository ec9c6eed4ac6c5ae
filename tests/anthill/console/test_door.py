"""Signing in and out, and the first administrator: once, from this machine."""

from __future__ import annotations

import pytest
from tests.anthill.console.support import PASSWORD, Served, csrf, text_of

from anthill.access.guard import COOKIE
from anthill.console.pages import MISSIONS, SETUP, SIGN_IN, SIGN_OUT

WHO = {"name": "ada", "password": PASSWORD}


@pytest.mark.parametrize("path", ["/", "/console"])
def test_every_beginning_leads_to_the_missions(console: Served, path: str) -> None:
    client = console.client()
    answer = client.get(path)
    assert answer.status_code == 303
    assert client.get(path, follow_redirects=True).url.path == SETUP


def test_the_first_run_asks_for_the_first_administrator_and_lets_them_in(console: Served) -> None:
    client = console.client()
    page = client.get(SIGN_IN, follow_redirects=True)
    assert page.url.path == SETUP
    assert "formicaria link" in page.text
    made = client.post(SETUP, data={**WHO, "again": PASSWORD})
    assert (made.status_code, made.headers["location"]) == (303, MISSIONS)
    assert client.get(MISSIONS).status_code == 200


def test_the_first_administrator_is_made_once(console: Served) -> None:
    console.accounts.setup("ada", PASSWORD)
    client = console.client()
    assert client.get(SETUP).headers["location"] == SIGN_IN
    answer = client.post(SETUP, data={"name": "eve", "password": PASSWORD, "again": PASSWORD})
    assert answer.status_code == 409
    assert COOKIE not in client.cookies
    assert client.post(SIGN_IN, data={"name": "eve", "password": PASSWORD}).status_code == 401


def test_from_another_machine_there_is_no_first_administrator_to_make(console: Served) -> None:
    client = console.client("192.168.1.9")
    assert client.get(SETUP).status_code == 403
    assert client.post(SETUP, data={**WHO, "again": PASSWORD}).status_code == 403
    assert console.accounts.setup_required()
    page = client.get(SIGN_IN).text
    assert "no administrator yet" in page
    assert 'type="password"' not in page


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({**WHO, "again": "another long password"}, "The two passwords are not the same."),
        ({"name": "ada", "password": "short", "again": "short"}, "at least 8 characters"),
        ({"name": " ", "password": PASSWORD, "again": PASSWORD}, "A name is 1 to 64"),
        ({}, "A name is 1 to 64"),
    ],
)
def test_a_first_administrator_that_cannot_be_made_is_told_why(
    console: Served, data: dict[str, str], words: str
) -> None:
    answer = console.client().post(SETUP, data=data)
    assert answer.status_code == 400
    assert words in answer.text
    assert console.accounts.setup_required()


def test_a_right_password_opens_a_session_and_leads_on(console: Served) -> None:
    console.accounts.setup("ada", PASSWORD)
    client = console.client()
    answer = client.post(SIGN_IN, data={**WHO, "next": "/console/colony"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/console/colony")
    cookie = answer.headers["set-cookie"].lower()
    assert all(each in cookie for each in ("httponly", "samesite=strict", "path=/"))


@pytest.mark.parametrize(
    "where", ["//evil.example", "http://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\r\nb"]
)
def test_a_sign_in_leads_nowhere_else(console: Served, where: str) -> None:
    console.accounts.setup("ada", PASSWORD)
    assert console.client().post(SIGN_IN, data={**WHO, "next": where}).headers["location"] == MISSIONS
    assert "evil" not in console.client().get(SIGN_IN, params={"next": where}).text


def test_a_wrong_password_is_told_in_the_same_words_as_an_unknown_name(console: Served) -> None:
    console.accounts.setup("ada", PASSWORD)
    told = [
        console.client().post(SIGN_IN, data={"name": name, "password": "not the password"}) for name in ("ada", "eve")
    ]
    assert {answer.status_code for answer in told} == {401}
    assert "The name or the password is not right." in told[0].text
    assert text_of(told[0].text) == text_of(told[1].text)
    assert "not the password" not in told[0].text


def test_too_many_attempts_are_refused_before_the_password_is_looked_at(console: Served) -> None:
    console.accounts.setup("ada", PASSWORD)
    client = console.client()
    for _ in range(20):
        client.post(SIGN_IN, data={"name": "ada", "password": "guess guess"})
    assert client.post(SIGN_IN, data=WHO).status_code == 429


def test_signing_out_ends_the_session_at_once(console: Served) -> None:
    client = console.signed_in()
    secret = client.cookies[COOKIE]
    answer = client.post(SIGN_OUT, data={"csrf": csrf(client)})
    assert answer.headers["location"] == SIGN_IN
    client.cookies.set(COOKIE, secret)
    assert client.get(MISSIONS).headers["location"].startswith(SIGN_IN)


def test_a_link_that_does_not_work_is_told_on_a_page(console: Served) -> None:
    answer = console.client().get("/enter", params={"code": "lnk_nothing"})
    assert answer.status_code == 401
    assert "This sign-in link does not work" in answer.text
    assert "<html" in answer.text
