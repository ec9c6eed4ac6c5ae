"""The clicks of the tutorial "your own folder": each name is on its page, and leads where it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.steps import question_for_the_strangers_base, to_the_strangers_base

pytestmark = [pytest.mark.browser, pytest.mark.processes]
ROOT = Path(__file__).resolve().parents[2]
TEXT = " ".join((ROOT / "docs" / "tutorial" / "your-own-folder.md").read_text("utf-8").split())


def said(words: str) -> str:
    """Words that the tutorial has, as it writes them."""
    assert words in TEXT, f"the tutorial does not say {words!r}"
    return words


def test_a_statement_is_opened_in_its_original(seat, house):
    page = seat(signed=False).page
    page.goto(house.link())
    to_the_strangers_base(page)
    expect(page.get_by_role("heading", name=said("What was not read, and why"))).to_be_visible()
    page.get_by_role("link", name=said("Knowledge"), exact=True).click()
    page.get_by_role("searchbox").fill(said("rollback time"))
    page.keyboard.press("Enter")
    page.get_by_role("link", name=said("The rollback time for the dispatch service is 40 minutes.")).first.click()
    page.get_by_role("link", name=said("Open in the original")).first.click()
    expect(page.get_by_text(said("Checked: these words stand there"))).to_be_visible()
    page.get_by_text(said("How this was checked")).click()
    expect(page.get_by_text("SHA-256 of the words")).to_be_visible()


def test_a_disagreement_is_decided_and_taken_back(seat, house):
    page = seat(signed=False).page
    page.goto(house.link())
    to_the_strangers_base(page)
    page.get_by_role("link", name=re.compile("^" + said("Review"))).click()
    page.get_by_role("link", name=said("Project Falcon: launch date")).click()
    expect(page.get_by_text("suggested", exact=True)).to_be_visible()
    page.get_by_role("article").filter(has_text="April 10").get_by_role("button", name=said("This holds")).click()
    expect(page.get_by_text(said("Decided: one side holds"))).to_be_visible()
    page.get_by_role("button", name=said("Reopen")).click()
    expect(page.get_by_text("A suggestion, not applied.")).to_be_visible()


def test_the_colony_answers_with_citations_that_unfold(seat, house):
    page = seat(signed=False).page
    page.goto(house.link())
    to_the_strangers_base(page)
    page.get_by_role("link", name=said("Ask the colony")).click()
    expect(page.get_by_label(said("Your question"))).to_be_visible()
    question_for_the_strangers_base(page, said("What is the recovery time objective for the dispatch service?"))
    page.get_by_role("button", name=said("Ask"), exact=True).click()
    answer = page.get_by_role("region", name="The answer")
    expect(answer).to_be_visible(timeout=60_000)
    expect(answer.get_by_text("90 minutes").first).to_be_visible()
    answer.locator("summary").first.click()
    expect(answer.get_by_text(said("excerpt unchanged")).first).to_be_visible()
    answer.get_by_role("link", name="Open in the original").first.click()
    expect(page.get_by_text("Checked: these words stand there")).to_be_visible()
