"""The colony's pages: ask, watch, read an answer whose citations open in place, and follow one to its document."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.acceptance.services import serving
from tests.browser.looks import LOOKS
from tests.browser.steps import question_for_the_strangers_base

pytestmark = [pytest.mark.browser, pytest.mark.processes]
QUESTION = "Why was the launch date of Project Falcon changed, and what is it now?"


def ask(window, question: str) -> None:
    """Ask, and wait until the mission is over."""
    window.open(window.house.colony)
    question_for_the_strangers_base(window.page, question)
    window.page.get_by_role("button", name="Ask", exact=True).click()
    expect(window.page.get_by_role("heading", name=question)).to_be_visible()
    expect(window.page.get_by_role("heading", name="The answer")).to_be_visible(timeout=60_000)


@pytest.fixture(scope="module")
def mission(browser, house, signed_in) -> str:
    """The address of a mission that was asked and answered."""
    context = browser.new_context()
    context.add_cookies(signed_in)
    page = context.new_page()
    page.goto(house.colony)
    question_for_the_strangers_base(page, QUESTION)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("heading", name="The answer")).to_be_visible(timeout=60_000)
    found = page.url
    context.close()
    return found


def test_the_same_link_signed_in_here_too(seat, house):
    window = seat()
    window.open(house.colony)
    expect(window.page.get_by_role("heading", name="Missions", exact=True)).to_be_visible()


def test_a_question_is_answered_with_citations_that_open_in_place_and_in_the_original(seat, house):
    window = seat()
    ask(window, QUESTION)
    address = window.page.url
    answer = window.page.get_by_role("region", name="The answer")
    expect(answer.get_by_text("Sources disagree").first).to_be_visible()
    answer.locator("summary").first.click()
    quotation = answer.locator("blockquote").first
    expect(quotation).to_be_visible()
    assert window.page.url.partition("#")[0] == address.partition("#")[0]
    answer.get_by_role("link", name=re.compile("Open in the original")).first.click()
    expect(window.page.locator("[data-here]").first).to_be_visible()
    assert window.page.url.startswith(house.engine + "/evidence/")


def test_the_disagreement_is_shown_with_both_sides_and_is_not_decided(seat, mission):
    window = seat()
    window.open(mission)
    section = window.page.get_by_role("region", name=re.compile("The documents disagree: .*launch date", re.IGNORECASE))
    expect(section.get_by_text("open, needs review")).to_be_visible()
    expect(section.get_by_role("article")).to_have_count(2)


def test_the_steps_are_a_picture_and_a_list(seat, mission):
    window = seat()
    window.open(mission)
    section = window.page.get_by_role("region", name="How it came about")
    expect(section.locator("svg .node")).not_to_have_count(0)
    expect(section.get_by_role("listitem").filter(has_text=re.compile("verifier", re.IGNORECASE)).first).to_be_visible()


def test_a_plan_is_previewed_without_anything_running(seat, house):
    window = seat()
    window.open(house.colony)
    before = window.page.get_by_role("row").count()
    question_for_the_strangers_base(window.page, "Who approved the data migration plan?")
    window.page.get_by_role("button", name="Preview the plan").click()
    expect(window.page.locator("#plan").get_by_text(re.compile("researcher", re.IGNORECASE)).first).to_be_visible()
    window.open(house.colony)
    assert window.page.get_by_role("row").count() == before


def test_a_question_that_nothing_answers_is_told_so(seat):
    window = seat()
    window.open(window.house.colony)
    question_for_the_strangers_base(window.page, "What is the capital of Atlantis?")
    window.page.get_by_role("button", name="Ask", exact=True).click()
    expect(window.page.get_by_text("Reason code")).to_be_visible(timeout=60_000)
    assert not window.faults


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_every_page_of_the_colony_is_sound(seat, house, mission, width, theme):
    window = seat(width, theme)
    for name, address in {
        "colony-missions": "/console/missions",
        "colony-roles": "/console/colony",
        "colony-knowledge": "/console/knowledge",
        "colony-mission": mission.removeprefix(house.colony),
    }.items():
        window.open(house.colony + address)
        window.page.wait_for_load_state("networkidle")
        if name == "colony-mission":
            window.page.locator("#answer").locator("xpath=ancestor::section").locator("summary").first.click()
        expect(window.page.get_by_role("heading", level=1)).to_have_count(1)
        window.check(f"{name}-{theme}-{width}")


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_a_colony_without_anybody_is_set_up_in_the_browser(seat, tmp_path, width, theme):
    with serving("anthill", tmp_path / "fresh") as fresh:
        window = seat(width, theme, signed=False)
        window.house = type("Alone", (), {"engine": fresh.url, "colony": fresh.url})()
        window.faults.clear()
        window.page.goto(fresh.url)
        window.check(f"colony-setup-{theme}-{width}")
        window.page.get_by_label("Name").fill("ada")
        for field in window.page.locator('input[type="password"]').all():
            field.fill("correct horse battery")
        window.page.get_by_role("button").filter(has_text=re.compile("Make|Set up|Create")).last.click()
        window.page.wait_for_load_state("networkidle")
        window.page.goto(fresh.url + "/console/missions")
        window.check(f"colony-first-{theme}-{width}")
