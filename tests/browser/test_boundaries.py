"""Whom a page speaks to: the console to the colony alone, FORAGER's pages to FORAGER alone."""

from __future__ import annotations

import pytest
from tests.browser.steps import to_the_strangers_base
from tests.browser.test_colony import QUESTION, ask

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.mark.req("S000-6-04", "S000-3.4-02")
def test_the_console_speaks_to_the_colony_alone(seat, house):
    window = seat()
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    ask(window, QUESTION)
    for page in ("missions", "colony", "knowledge"):
        window.open(f"{house.colony}/console/{page}")
        window.page.wait_for_load_state("networkidle")
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith(house.colony + "/")] == []


@pytest.mark.req("S000-3.1-03")
def test_foragers_pages_speak_to_forager_alone(seat, house):
    window = seat()
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    window.open("/")
    to_the_strangers_base(window.page)
    for name in ("Knowledge", "Entities"):
        window.page.get_by_role("link", name=name, exact=True).click()
        window.page.wait_for_load_state("networkidle")
    assert asked
    assert [url for url in asked if not url.startswith(house.engine + "/")] == []
