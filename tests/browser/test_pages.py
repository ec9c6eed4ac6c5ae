"""Every page at both widths in both themes: accessible, within its width, silent, and kept as a picture to be looked at."""

from __future__ import annotations

from collections.abc import Callable

import httpx2
import pytest
from playwright.sync_api import expect
from tests.browser.looks import LOOKS

pytestmark = [pytest.mark.browser, pytest.mark.processes]
WIDTHS = (1600, 360)


class Records:
    """Records of the base that the stranger's folder became, by what a page needs."""

    def __init__(self, house) -> None:
        key = (house.data_dir / "forager" / "operator.key").read_text("utf-8").strip()
        headers = {"authorization": f"Bearer {key}"}
        self._http = httpx2.Client(base_url=house.engine, headers=headers, trust_env=False, timeout=60)
        bases = self._get("/api/projects?page_size=200")["items"]
        # Other journeys make bases of their own.
        self.project = next(str(each["id"]) for each in bases if each["name"] == "my documents")
        self.items = self._get(f"/api/projects/{self.project}/knowledge?page_size=200")["items"]
        self.sources = self._get(f"/api/projects/{self.project}/sources?page_size=200")["items"]

    def _get(self, path: str) -> dict:
        return self._http.get(path).raise_for_status().json()

    def close(self) -> None:
        self._http.close()

    def source(self, suffix: str) -> str:
        return next(each["id"] for each in self.sources if each["original_name"].endswith(suffix))

    def evidence(self, suffix: str) -> str:
        """A place in a document whose name ends so."""
        source = self.source(suffix)
        found = self._get(f"/api/projects/{self.project}/knowledge?source={source}&page_size=200")["items"]
        for item in found:
            places = self._get(f"/api/knowledge/{item['id']}/evidence")["items"]
            for place in places:
                if place["source_id"] == source:
                    return str(place["id"])
        raise AssertionError(f"nothing is stated in a document that ends in {suffix}")

    def disputed(self) -> str:
        return next(each["id"] for each in self.items if each["status"] == "disputed")

    def conflict(self, attribute: str) -> str:
        found = self._get(f"/api/projects/{self.project}/conflicts")["items"]
        return next(each["id"] for each in found if each["attribute_key"].endswith(attribute))

    def entity(self) -> str:
        return self._get(f"/api/projects/{self.project}/entities")["items"][0]["id"]


@pytest.fixture(scope="module")
def records(house):
    found = Records(house)
    yield found
    found.close()


PAGES: dict[str, Callable[[Records], str]] = {
    "bases": lambda _: "/projects",
    "sources": lambda at: f"/projects/{at.project}/sources",
    "source": lambda at: f"/sources/{at.source('.pdf')}",
    "source-failed": lambda at: f"/sources/{at.source('not-a-letter.docx')}",
    "knowledge": lambda at: f"/projects/{at.project}/knowledge",
    "knowledge-search": lambda at: f"/projects/{at.project}/knowledge?q=when+is+the+launch",
    "knowledge-nothing": lambda at: f"/projects/{at.project}/knowledge?q=zzz&status=archived",
    "item": lambda at: f"/knowledge/{at.disputed()}",
    "entities": lambda at: f"/projects/{at.project}/entities",
    "entity": lambda at: f"/entities/{at.entity()}",
    "review": lambda at: f"/projects/{at.project}/review",
    "review-nothing": lambda at: f"/projects/{at.project}/review?status=decided",
    "conflict": lambda at: f"/conflicts/{at.conflict('launch_date')}",
    "evidence-md": lambda at: f"/evidence/{at.evidence('.md')}",
    "evidence-txt": lambda at: f"/evidence/{at.evidence('06-vendor-call-notes.txt')}",
    "evidence-eml": lambda at: f"/evidence/{at.evidence('02-schedule-update.eml')}",
    "evidence-csv": lambda at: f"/evidence/{at.evidence('04-budget.csv')}",
    "evidence-docx": lambda at: f"/evidence/{at.evidence('08-design-review.docx')}",
    "evidence-pdf": lambda at: f"/evidence/{at.evidence('.pdf')}",
    "evidence-xlsx": lambda at: f"/evidence/{at.evidence('.xlsx')}",
    "evidence-pptx": lambda at: f"/evidence/{at.evidence('.pptx')}",
    "evidence-html": lambda at: f"/evidence/{at.evidence('.html')}",
    "read": lambda at: f"/sources/{at.source('03-steering-minutes.md')}/read",
}


@pytest.mark.parametrize(("width", "theme"), LOOKS)
@pytest.mark.timeout(600)
def test_every_page_is_sound(seat, records, width, theme):
    window = seat(width, theme)
    for name, address in PAGES.items():
        window.open(address(records))
        expect(window.page.get_by_role("heading", level=1)).to_have_count(1)
        window.check(f"{name}-{theme}-{width}")


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_the_page_of_somebody_signed_out_is_sound(seat, width, theme):
    window = seat(width, theme, signed=False)
    window.open("/projects")
    expect(window.page.get_by_role("heading", name="Sign in to FORAGER")).to_be_visible()
    window.check(f"signed-out-{theme}-{width}")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_record_that_is_not_there_is_a_page_with_a_way_back(seat, width):
    window = seat(width)
    window.open("/knowledge/ki_nothere")
    expect(window.page.get_by_text("There is no such record.")).to_be_visible()
    expect(window.page.get_by_role("link", name="Back to the start")).to_be_visible()
    # The browser itself complains of the status.
    window.faults = [fault for fault in window.faults if "404" not in fault]
    window.check(f"error-light-{width}")


def test_reduced_motion_and_forced_colours_leave_the_page_whole(seat, records):
    window = seat(reduced_motion="reduce", forced_colors="active")
    window.open(f"/projects/{records.project}/sources")
    expect(window.page.get_by_role("region", name="The account")).to_be_visible()
    window.picture("sources-forced-colours")
