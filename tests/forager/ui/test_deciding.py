"""Pages on which people decide: nothing is joined or decided over without a word, and every act says who and with what."""

from __future__ import annotations

import re

from tests.forager.ui.conftest import csrf
from tests.forager.ui.test_pages import decide, read, text, the_launch


def one_of(site, browser, kind: str) -> str:
    page = browser.get(f"/projects/{site.project('Falcon')}/entities?type={kind}").text
    return re.findall(r'href="/entities/(ent_\w+)"', page)[0]


def test_a_second_decision_from_a_page_that_is_old_tells_the_first_and_leads_back(site):
    browser, other = site.browser(), site.browser()
    launch = the_launch(site, browser)
    old = other.get(f"/conflicts/{launch}").text
    decide(browser, launch, "both_hold")
    seen = re.search(r'name="seen" value="(\w+)"', old)[1]
    answer = other.post(
        f"/conflicts/{launch}/decide",
        data={"csrf": csrf(old), "choice": "dismiss", "seen": seen},
        headers={"referer": f"http://127.0.0.1/conflicts/{launch}"},
    )
    assert answer.status_code == 409
    assert "Both hold by nobody named (operator key, in a browser)" in text(answer.text)
    assert f'href="/conflicts/{launch}">Back to where you were' in answer.text


def test_the_way_back_never_leads_to_another_host(site):
    browser = site.browser()
    page = browser.get(f"/projects/{site.project('Falcon')}/decisions").text
    for far in ("https://example.org/x", "http://127.0.0.1:1/x", "javascript:alert(1)", ""):
        answer = browser.post("/conflicts/cf_nowhere/reopen", data={"csrf": csrf(page)}, headers={"referer": far})
        assert answer.status_code == 404
        assert "Back to where you were" not in answer.text


def test_two_kinds_are_joined_only_by_who_says_even_so(site):
    browser = site.browser()
    base = site.project("Falcon")
    left, right = one_of(site, browser, "person"), one_of(site, browser, "organization")
    body = {
        "csrf": csrf(browser.get(f"/projects/{base}/decisions").text),
        "left": left,
        "right": right,
        "choice": "merge",
    }
    refused = browser.post(f"/projects/{base}/names", data=body)
    assert refused.status_code == 409
    assert "of different kinds" in text(refused.text)
    assert browser.post(f"/projects/{base}/names", data=body | {"even_so": "yes"}).status_code == 303


def test_what_is_decided_here_is_signed_with_the_name_that_was_written(site):
    browser = site.browser()
    history = f"/projects/{site.project('Falcon')}/decisions"
    page = browser.get(history).text
    assert "Nobody is named on what you decide here." in text(page)
    kept = browser.post("/name", data={"csrf": csrf(page), "name": "  Márta\tLindqvist ", "next": history})
    assert kept.headers["location"] == history
    decide(browser, the_launch(site, browser), "both_hold")
    assert "by Márta Lindqvist (operator key, in a browser)" in text(browser.get(history).text)
    assert "Márta Lindqvist" in browser.get("/projects").text
    browser.post("/name", data={"csrf": csrf(page), "name": "", "next": history})
    assert "Nobody is named on what you decide here." in text(browser.get(history).text)


def test_a_statement_shows_the_other_values_beside_it_with_the_reason_and_both_places(site):
    base = read(
        site,
        "Harbour",
        ("plan.md", b"The opening date of Project Tern is 3 May 2026.\n"),
        ("talk.md", b"It is rumoured that the opening date of Project Tern is 9 June 2026.\n"),
    )
    browser = site.browser()
    listed = browser.get(f"/projects/{base}/knowledge").text
    page = browser.get(
        re.search(r'href="(/knowledge/ki_\w+)">The opening date of Project Tern is 3 May', listed)[1]
    ).text
    assert "Other values beside it" in text(page)
    assert (
        "1 document gives another value; that is not a disagreement: one of the two is only hedged or reported."
        in text(page)
    )
    assert re.search(r'<a href="/evidence/ev_\w+">talk\.md, ', page)
    assert re.search(r'href="/evidence/ev_\w+">Open in the original', page)


def test_entities_of_one_name_are_told_apart_by_what_stands_beside_them(site):
    base = read(
        site,
        "Namesakes",
        ("a.md", b"Ana Reyes (Larch Ltd) signed the contract. Ana Reyes (Larch Ltd) paid.\n"),
        ("b.md", b"Ana Reyes <ana@osier.example> wrote the report.\n"),
    )
    page = site.browser().get(f"/projects/{base}/entities", params={"q": "reyes"}).text
    rows = re.findall(r"<tr><td><a .*?</td>", page, re.DOTALL)
    assert len(rows) == 2
    assert len({text(row) for row in rows}) == 2


def test_changes_speak_no_code_of_the_engine(site):
    browser = site.browser()
    launch = the_launch(site, browser)
    decide(browser, launch, "both_hold")
    page = text(browser.get(f"/projects/{site.project('Falcon')}/changes").text)
    assert "disagreement: decided" in page
    assert re.search(r"rev_2 \(10 Mar 2026, 09:00:\d\d UTC\)", page)
    for code in ("conflict_ids", "review_status", "resolution", "candidate", "→"):
        assert code not in page
