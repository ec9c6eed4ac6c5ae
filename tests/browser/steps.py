"""Steps that several journeys share."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def to_the_strangers_base(page: Page) -> None:
    """From FORAGER's first page to the documents; another journey may have made more bases."""
    first = page.get_by_role("heading", level=1)
    expect(first).to_be_visible()
    if first.inner_text() != "Sources":
        page.get_by_role("main").get_by_role("link", name="my documents", exact=True).click()
    expect(page.get_by_role("heading", name="Sources", exact=True)).to_be_visible()


def question_for_the_strangers_base(page: Page, question: str) -> None:
    """Fill in the colony's form, which asks for the project when there are several."""
    page.get_by_label("Your question").fill(question)
    if page.get_by_label("Project").count():
        page.get_by_label("Project").select_option("my-documents")
