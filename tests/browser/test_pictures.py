"""The pictures of the README come from the real services: what is seen is what the words under a picture say."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from tests.browser.steps import question_for_the_strangers_base, to_the_strangers_base

pytestmark = [pytest.mark.browser, pytest.mark.processes]
ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "pictures"
BUILD = ROOT / "build" / "pictures"
SHOWN = re.compile(r"!\[([^\]]+)\]\(docs/pictures/([\w-]+)\.png\)")
WIDTH, HEIGHT = 1280, 1500
HEAVIEST = 150_000
MARGIN = 8
SLACK = 0.1
"""Share of its height by which a picture may differ from the one in the documentation, which other fonts drew."""
QUESTION = "Why was the launch date of Project Falcon changed, and what is it now?"


@dataclass(frozen=True, slots=True)
class Picture:
    """How one page is reached, what ends the picture (or how high it is), and words that are both in it and in its text."""

    reach: Callable[[Page, str], None]
    last: str
    says: tuple[str, ...]
    highest: int = HEIGHT


def _sources(page: Page, _colony: str) -> None:
    expect(page.get_by_role("heading", name="Sources", exact=True)).to_be_visible()


def _evidence(page: Page, _colony: str) -> None:
    page.get_by_role("link", name="Knowledge", exact=True).click()
    page.get_by_role("searchbox").fill("rollback time")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="The rollback time for the dispatch service is 40 minutes.").first.click()
    page.get_by_role("link", name="Open in the original").first.click()
    expect(page.locator("[data-here]").first).to_be_visible()
    page.wait_for_load_state("networkidle")


def _disagreement(page: Page, _colony: str) -> None:
    page.get_by_role("link", name=re.compile("^Review")).click()
    page.get_by_role("link", name="Project Falcon: launch date").click()
    expect(page.get_by_text("A suggestion, not applied.")).to_be_visible()


def _mission(page: Page, colony: str) -> None:
    page.goto(colony)
    question_for_the_strangers_base(page, QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("heading", name="The answer")).to_be_visible(timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.get_by_role("region", name="The answer").locator("summary").last.click()


PICTURES = {
    "sources": Picture(
        _sources, "[aria-label='The account']", ("What was not read, and why", "The file is empty", "empty.txt")
    ),
    "evidence": Picture(
        _evidence, ".original", ("13-launch-readiness-review.pdf", "40 minutes", "page 1"), highest=935
    ),
    "disagreement": Picture(_disagreement, ".sides", ("March 3, 2026", "April 10, 2026", "suggest", "not applied")),
    "mission": Picture(
        _mission, "section:has(h2:text('The documents disagree'))", ("Sources disagree", "message body, line 5")
    ),
}


@pytest.fixture(scope="module")
def words() -> dict[str, str]:
    """The text beside each picture that the README shows."""
    return {name: text for text, name in SHOWN.findall((ROOT / "README.md").read_text("utf-8"))}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_its_words_say(seat, house, words, name):
    picture = PICTURES[name]
    window = seat(WIDTH, device_scale_factor=1)
    window.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    window.open("/")
    to_the_strangers_base(window.page)
    picture.reach(window.page, house.colony)
    taken = _taken(window.page, picture)
    _keep(BUILD / f"{name}.png", taken)
    if os.environ.get("FORMICARIA_TEST_SNAP"):
        _keep(DOCS / f"{name}.png", taken)
    seen = " ".join(window.page.locator("body").inner_text().split())
    for each in picture.says:
        assert each.lower() in seen.lower(), (each, "is not on the page")
        assert each.lower() in words[name].lower(), (each, "is not said under the picture")
    kept = DOCS / f"{name}.png"
    assert kept.stat().st_size < HEAVIEST
    with Image.open(kept) as shown:
        assert shown.width == taken.width
        assert abs(shown.height - taken.height) <= SLACK * taken.height, "run `make pictures`, and look at them"


def test_the_readme_shows_every_picture_and_no_other(words):
    assert set(words) == set(PICTURES) == {path.stem for path in DOCS.glob("*")}


def _taken(page: Page, picture: Picture) -> Image.Image:
    """The page from its top to the end of the last part, as a picture of few colours."""
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(picture.last).first.bounding_box()
    assert box is not None
    height = min(picture.highest, round(box["y"] + box["height"]) + MARGIN)
    data = page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": height})
    with Image.open(io.BytesIO(data)) as whole:
        return whole.convert("RGB").quantize(128, dither=Image.Dither.NONE)


def _keep(path: Path, picture: Image.Image) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, optimize=True)
