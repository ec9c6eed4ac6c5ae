"""A stranger's first ten minutes: from the link in the terminal to an opened source, a decided disagreement and more files."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_one_link_signs_in_to_both_and_lands_on_the_documents(seat, house):
    window = seat(signed=False)
    window.open(house.link())
    expect(window.page.get_by_role("heading", name="Sources", exact=True)).to_be_visible()
    assert window.page.url.startswith(house.engine)
    assert {each["name"] for each in window.page.context.cookies()} >= {"forager_session", "anthill_session"}


def test_a_link_works_once(seat, house):
    link = house.link()
    first, second = seat(signed=False), seat(signed=False)
    first.open(link)
    second.open(link)
    expect(second.page.get_by_text("does not work")).to_be_visible()


def test_the_account_says_what_was_not_read_and_why(seat):
    window = seat()
    window.open("/")
    account = window.page.get_by_role("region", name="The account")
    expect(account.get_by_text("The file is empty.")).to_be_visible()
    expect(account.get_by_role("link", name="empty.txt")).to_be_visible()
    expect(account.get_by_text("The name promises a Word document")).to_be_visible()


def test_a_sentence_is_followed_to_its_place_in_the_original(seat):
    window = seat()
    window.open("/")
    window.page.get_by_role("link", name="Knowledge", exact=True).click()
    window.page.get_by_role("searchbox").fill("when is the launch of Falcon?")
    window.page.keyboard.press("Enter")
    window.page.get_by_role("link", name="The launch date for Project Falcon is March 3, 2026.").first.click()
    expect(window.page.get_by_text("The documents disagree on this.")).to_be_visible()
    window.page.get_by_role("link", name="Open in the original").first.click()
    expect(window.page.locator("[data-here]").first).to_be_in_viewport()
    marked = "".join(window.page.locator(".original mark").all_text_contents())
    assert "March 3, 2026" in " ".join(marked.split())
    expect(window.page.get_by_text(re.compile("Checked"))).to_be_visible()


def test_a_disagreement_is_decided_and_opened_again_by_keyboard_alone(seat):
    window = seat()
    window.open("/")
    window.page.get_by_role("link", name=re.compile("^Review")).click()
    window.page.get_by_role("link", name="Project Falcon: launch date").click()
    expect(window.page.get_by_text("A suggestion, not applied.")).to_be_visible()
    window.page.keyboard.press("2")
    expect(window.page.get_by_text("Decided: one side holds.")).to_be_visible()
    expect(window.page.get_by_text("chosen", exact=True)).to_be_visible()
    window.page.keyboard.press("o")
    expect(window.page.get_by_text("A suggestion, not applied.")).to_be_visible()


def test_a_decision_holds_only_for_what_the_person_saw(seat):
    window = seat()
    window.open("/")
    window.page.get_by_role("link", name=re.compile("^Review")).click()
    window.page.get_by_role("link", name="Project Falcon: launch date").click()
    window.page.evaluate("document.querySelector('[name=seen]').value = 'somethingelse'")
    window.page.get_by_role("button", name="Both hold").click()
    expect(window.page.get_by_text("Its sides changed since it was read.")).to_be_visible()


def test_files_that_are_chosen_are_read_while_one_watches(seat, tmp_path):
    window = seat()
    window.open("/projects")
    window.page.get_by_label("Name", exact=True).fill("A second base")
    window.page.get_by_role("button", name="Make it").click()
    expect(window.page.get_by_role("heading", name="Drop your documents here")).to_be_visible()
    window.check("sources-empty-light-1600")
    (tmp_path / "plan.md").write_text("# Plan\n\nThe budget of Project Heron is EUR 12,000.\n", "utf-8")
    (tmp_path / "late.md").write_text("# Later\n\nThe budget of Project Heron is EUR 15,000.\n", "utf-8")
    window.page.get_by_label("Choose files").set_input_files([tmp_path / "plan.md", tmp_path / "late.md"])
    expect(window.page.get_by_role("link", name="plan.md")).to_be_visible(timeout=60_000)
    expect(window.page.get_by_role("region", name="Reading")).to_have_count(0, timeout=60_000)
    window.page.get_by_role("link", name=re.compile("^Review")).click()
    expect(window.page.get_by_role("heading", name="Project Heron: budget")).to_be_visible()


def test_a_dropped_folder_keeps_its_names(seat):
    window = seat()
    window.open("/projects")
    window.page.get_by_label("Name", exact=True).fill("A third base")
    window.page.get_by_role("button", name="Make it").click()
    window.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["The colour of the gate is green.\\n"], "gate.txt", {type: "text/plain"}));
          const zone = document.querySelector("form[data-drop]");
          zone.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }"""
    )
    expect(window.page.get_by_role("link", name="gate.txt")).to_be_visible(timeout=60_000)


def test_everything_works_without_scripts(seat, tmp_path):
    window = seat(java_script_enabled=False)
    window.open("/projects")
    window.page.get_by_label("Name", exact=True).fill("A base without scripts")
    window.page.get_by_role("button", name="Make it").click()
    (tmp_path / "memo.txt").write_text("The owner of the north gate is Meridian Freight.\n", "utf-8")
    window.page.locator("#files").set_input_files(tmp_path / "memo.txt")
    window.page.get_by_role("button", name="Send").click()
    expect(window.page.get_by_role("heading", name="Sources", exact=True)).to_be_visible()
    expect(window.page.get_by_role("link", name="memo.txt")).to_be_visible()


def test_signing_out_closes_both_doors_of_this_service(seat, house):
    window = seat(signed=False)
    window.open(house.link())
    window.page.get_by_text("operator key", exact=True).click()
    window.page.get_by_role("button", name="Sign out").click()
    expect(window.page.get_by_role("heading", name="Sign in to FORAGER")).to_be_visible()
    window.open("/projects")
    expect(window.page.get_by_role("heading", name="Sign in to FORAGER")).to_be_visible()
