"""Time and acts in the browser: the past is read, names are decided by one key, a decision is taken back, and every page of it is sound."""

from __future__ import annotations

import time

import httpx2
import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.processes]
DOCUMENTS = {
    "minutes.md": (
        "---\ndate: 2026-01-10\n---\n\n# Minutes\n\nAttendees: Margaret Ellison (Harbour Works), Tomas Reyes (Harbour Works).\n\n"
        "The launch date of Project Heron is 1 May 2026.\n\nMargaret Ellison is the chief engineer of Harbour Works.\n"
    ),
    "letter.md": (
        "---\ndate: 2026-02-12\n---\n\n# Letter\n\nThe launch date of Project Heron is 9 September 2026.\n\n"
        "M. Ellison is the chief engineer. Signed: M. Ellison, Harbour Works.\n"
    ),
    "memo.md": "# Memo\n\nThe tank of Project Heron holds 30 litres.\n",
}


class Base:
    """A base of its own: two dated documents that disagree and write one name in two ways, and one without a date."""

    def __init__(self, house, name: str = "heron") -> None:
        key = (house.data_dir / "forager" / "operator.key").read_text("utf-8").strip()
        headers = {"authorization": f"Bearer {key}"}
        self._http = httpx2.Client(base_url=house.engine, headers=headers, trust_env=False, timeout=60)
        self.id = str(self._post("/api/projects", json={"name": name, "purpose": ""})["id"])
        files = [("files", (name, text.encode())) for name, text in DOCUMENTS.items()]
        self._post(f"/api/projects/{self.id}/sources", files=files)
        job = self._post(f"/api/projects/{self.id}/process", json={})
        until = time.monotonic() + 120
        while self.get(f"/api/jobs/{job['id']}")["status"] not in {"completed", "failed"}:
            assert time.monotonic() < until
            time.sleep(0.2)

    def _post(self, path: str, **how: object) -> dict:
        return self._http.post(path, **how).raise_for_status().json()

    def get(self, path: str) -> dict:
        return self._http.get(path).raise_for_status().json()

    def rows(self, leaf: str) -> list[dict]:
        return self.get(f"/api/projects/{self.id}/{leaf}")["items"]

    def close(self) -> None:
        self._http.close()


@pytest.fixture(scope="module")
def base(house):
    made = Base(house)
    yield made
    made.close()


def test_the_past_is_read_by_choosing_a_day(seat, base):
    window = seat()
    window.open(f"/projects/{base.id}/knowledge")
    expect(window.page.get_by_text("9 September 2026").first).to_be_visible()
    window.page.get_by_text("Read it as of another time").click()
    window.page.get_by_role("link", name="10 Jan 2026").click()
    expect(window.page.get_by_text("This is the past.")).to_be_visible()
    expect(window.page.get_by_text("left out: 1 undated, 1 dated later")).to_be_visible()
    expect(window.page.get_by_text("9 September 2026")).to_have_count(0)
    expect(window.page.get_by_text("disputed", exact=True)).to_have_count(0)
    window.check("past-list")
    window.page.get_by_role("link", name="The launch date of Project Heron is 1 May 2026.").click()
    expect(window.page.get_by_text("This is the past.")).to_be_visible()
    expect(window.page.get_by_text("The documents disagree on this.")).to_have_count(0)
    window.page.get_by_role("link", name="Back to now").click()
    expect(window.page.get_by_text("The documents disagree on this.")).to_be_visible()


def test_the_past_is_read_without_scripts(seat, base):
    window = seat(java_script_enabled=False)
    window.open(f"/projects/{base.id}/knowledge")
    window.page.get_by_text("Read it as of another time").click()
    window.page.get_by_label("Documents until").fill("2026-01-10")
    window.page.get_by_role("button", name="Read", exact=True).click()
    while window.page.get_by_role("link", name="Look again").count():
        window.page.get_by_role("link", name="Look again").click()
    expect(window.page.get_by_text("This is the past.")).to_be_visible()


def test_two_names_are_joined_by_one_key_and_parted_again_in_the_history(seat, base):
    assert base.rows("entities/candidates"), "the documents hold no pair to decide"
    pair = base.rows("entities/candidates")[0]
    named = f"{pair['left']['canonical_name']} and {pair['right']['canonical_name']}"
    window = seat()
    window.open(f"/projects/{base.id}/review")
    window.page.get_by_role("link", name="Names", exact=True).click()
    expect(window.page.get_by_role("heading", name=named)).to_be_visible()
    window.page.keyboard.press("m")
    expect(window.page.get_by_role("heading", name=named)).to_have_count(0)
    window.page.get_by_role("link", name="History", exact=True).click()
    expect(window.page.get_by_text("One and the same")).to_be_visible()
    window.page.get_by_role("button", name="Undo").first.click()
    expect(window.page.get_by_text("taken back", exact=True)).to_be_visible()
    window.page.get_by_role("link", name="Names", exact=True).click()
    expect(window.page.get_by_role("heading", name=named)).to_be_visible()


PAGES = {
    "past": lambda base: f"/projects/{base.id}/knowledge?documents_until=2026-01-10",
    "past-empty": lambda base: f"/projects/{base.id}/knowledge?documents_until=1999-01-01",
    "names": lambda base: f"/projects/{base.id}/names",
    "names-nothing": lambda base: f"/projects/{base.id}/names?status=merged",
    "decisions": lambda base: f"/projects/{base.id}/decisions",
    "changes": lambda base: f"/projects/{base.id}/changes?from=rev_0&to=rev_1",
    "changes-nothing": lambda base: f"/projects/{base.id}/changes?from=rev_1&to=rev_1",
    "entity-time": lambda base: f"/entities/{base.rows('entities?q=ellison')[0]['id']}",
    "item-history": lambda base: (
        f"/knowledge/{next(each['id'] for each in base.rows('knowledge') if each['status'] == 'disputed')}"
    ),
    "source-acts": lambda base: f"/sources/{base.rows('sources')[0]['id']}",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1600, 360])
def test_every_page_of_time_and_acts_is_sound(seat, base, width, theme):
    window = seat(width, theme)
    for name, address in PAGES.items():
        window.open(address(base))
        expect(window.page.get_by_role("heading", level=1)).to_have_count(1)
        window.check(f"{name}-{theme}-{width}")
