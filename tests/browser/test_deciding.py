"""Deciding in the browser: nobody is signed with another's name, nothing is decided over unread, and a refusal leads back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.looks import LOOKS
from tests.browser.test_time import Base

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture(scope="module")
def base(house):
    """A base of its own, in which every test leaves the disagreement open again."""
    made = Base(house, "tern")
    yield made
    made.close()


def launch(base) -> str:
    return next(
        str(each["id"]) for each in base.rows("conflicts?status=") if each["attribute_key"].endswith("launch_date")
    )


def quiet(window) -> None:
    """The browser itself complains of a refusal's status."""
    window.faults = [fault for fault in window.faults if "409" not in fault]


def test_an_act_is_signed_with_the_name_that_was_written_by_keyboard_alone(seat, base):
    window = seat()
    window.open(f"/projects/{base.id}/decisions")
    expect(window.page.get_by_text("Nobody is named on what you decide here.")).to_be_visible()
    window.page.get_by_label("Your name").focus()
    window.page.keyboard.type("Ida Holm")
    window.page.keyboard.press("Enter")
    expect(window.page.get_by_text("Your acts here are signed “Ida Holm”.")).to_be_visible()
    window.open(f"/conflicts/{launch(base)}")
    window.page.keyboard.press("b")
    expect(window.page.get_by_text("Decided: both hold.")).to_be_visible()
    expect(window.page.get_by_text("Ida Holm (operator key, in a browser)").first).to_be_visible()
    window.check("conflict-decided")
    window.page.keyboard.press("o")
    expect(window.page.get_by_text("Decided: both hold.")).to_have_count(0)


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_who_decides_from_an_old_page_is_told_and_led_back(seat, base, width, theme):
    first, second = seat(width, theme), seat(width, theme)
    for window in (first, second):
        window.open(f"/conflicts/{launch(base)}")
    first.page.keyboard.press("b")
    expect(first.page.get_by_text("Decided: both hold.")).to_be_visible()
    second.page.keyboard.press("d")
    expect(second.page.get_by_text("Somebody decided this already")).to_be_visible()
    expect(second.page.get_by_text("Both hold", exact=True)).to_be_visible()
    quiet(second)
    second.check(f"refused-{theme}-{width}")
    second.page.get_by_role("link", name="Back to where you were").click()
    expect(second.page.get_by_text("Decided: both hold.")).to_be_visible()
    second.page.keyboard.press("o")
    expect(second.page.get_by_role("button", name="Both hold")).to_be_visible()


def test_a_day_that_was_never_read_is_worked_out_and_the_page_fills_itself_in(seat, base):
    window = seat()
    window.open(f"/projects/{base.id}/entities?documents_until=2026-02-13")
    expect(window.page.get_by_text("This is the past.")).to_be_visible(timeout=60_000)
    expect(window.page.get_by_role("navigation", name="Main")).to_be_visible()
    assert not window.faults
