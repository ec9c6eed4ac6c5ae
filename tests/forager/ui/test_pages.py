"""What the pages say: the account, lists narrowed by links, composed statements, decisions and refusals in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.forager.ui.conftest import Site, csrf

from forager.accept.files import Offered
from forager.asgi import application
from forager.settings import Settings
from forager.store.acts import Caller
from formicaria.ground.errors import ConfigurationRefused

BY = Caller("test", "tester")


def text(page: str) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).replace("&gt;", ">").replace("&#39;", "'")


def read(site: Site, name: str, *files: tuple[str, bytes]) -> str:
    made = site.engine.create_project(name, "", BY)
    site.engine.accept(made.id, [Offered(*each) for each in files], BY)
    site.engine.process(made.id, BY)
    site.engine.run_jobs()
    return made.id


def test_the_account_names_what_was_not_read_by_its_reason(site):
    base = read(
        site,
        "Odd",
        ("a.txt", b""),
        ("b.txt", b" \n"),
        ("c.docx", b"no document"),
        ("d.txt", b"The gate of Heron is green.\n"),
    )
    page = text(site.browser().get(f"/projects/{base}/sources").text)
    assert "1 read 0 of them only in part 0 of them copies 3 not read" in page
    assert "The file is empty. Upload it again if it should hold something. 2" in page
    assert "The name promises a Word document and the file is plain text." in page


def test_a_base_that_was_read_whole_says_so(site):
    twin = b"The gate of Heron is green and stands at the north road.\n"
    base = read(site, "Whole", ("a.txt", twin), ("b.txt", twin))
    page = text(site.browser().get(f"/projects/{base}/sources").text)
    assert "b.txt repeats a.txt" in page
    assert "Everything was read whole." in page


def test_documents_are_found_by_name_and_state(shared_site):
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    found = browser.get(f"/projects/{base}/sources", params={"name": "steering"}).text
    assert "03-steering-minutes.md" in found
    assert "01-kickoff-memo.md" not in found
    none = text(browser.get(f"/projects/{base}/sources", params={"show": "failed"}).text)
    assert "No document fits" in none


def test_a_name_with_signs_of_a_query_is_a_name(shared_site):
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    page = browser.get(f"/projects/{base}/sources", params={"name": '%_"><b>'}).text
    assert "No document fits" in page
    assert "%_&#34;&gt;&lt;b&gt;" in page


def test_statements_are_narrowed_by_links_that_keep_what_was_chosen(shared_site):
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    page = browser.get(f"/projects/{base}/knowledge", params={"type": "requirement"}).text
    link = re.search(r'href="\?([^"]*support=direct_fact[^"]*)"', page)
    assert link
    assert "type=requirement" in link[1]
    narrowed = text(browser.get(f"/projects/{base}/knowledge?{link[1].replace('&amp;', '&')}").text)
    assert "Clear all" in narrowed


def test_a_question_is_answered_with_the_words_marked(shared_site):
    page = (
        shared_site.browser()
        .get(f"/projects/{shared_site.project('Falcon')}/knowledge", params={"q": "when is the launch of Falcon?"})
        .text
    )
    assert "<mark>launch</mark>" in page
    assert "disputed" in page


def test_what_a_table_says_is_put_in_words_and_the_row_is_quoted(shared_site):
    page = text(
        shared_site.browser()
        .get(f"/projects/{shared_site.project('Falcon')}/knowledge", params={"q": "carrier interface cost"})
        .text
    )
    assert "Carrier interface · cost (planned): 92,000" in page, re.findall(r"Carrier interface · .{0,60}", page)


def test_words_that_are_no_statement_are_found_in_their_document(shared_site):
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    page = browser.get(f"/projects/{base}/knowledge", params={"q": "amber heron door code"}).text
    assert "In the documents" in page
    found = re.search(r'href="(/sources/src_\w+/read\?around=\d+)"', page)
    assert found
    assert "amber-heron" in browser.get(found[1]).text


def test_a_statement_names_its_place_and_its_reader(shared_site):
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    found = re.search(
        r'href="(/knowledge/ki_\w+)">The retention period', browser.get(f"/projects/{base}/knowledge").text
    )
    assert found
    page = text(browser.get(found[1]).text)
    assert "07-security-review.txt , Section: SECURITY REVIEW OF THE DISPATCH SERVICE > Findings" in page
    assert "no model" in page


def decide(browser, conflict: str, choice: str, **more: str):
    page = browser.get(f"/conflicts/{conflict}").text
    seen = re.search(r'name="seen" value="(\w+)"', page)
    body = {"csrf": csrf(page), "choice": choice, "seen": seen[1] if seen else "", **more}
    return browser.post(f"/conflicts/{conflict}/decide", data=body)


def the_launch(site: Site, browser) -> str:
    page = browser.get(f"/projects/{site.project('Falcon')}/review").text
    found = re.search(r'href="/conflicts/(cf_\w+)">Project Falcon: launch date', page)
    assert found, page
    return found[1]


def test_a_decision_is_kept_with_its_reason_and_can_be_opened_again(site):
    browser = site.browser()
    launch = the_launch(site, browser)
    assert decide(browser, launch, "both_hold", note="two launches").status_code == 303
    decided = browser.get(f"/conflicts/{launch}").text
    assert "Decided: both hold. two launches" in text(decided)
    assert browser.post(f"/conflicts/{launch}/reopen", data={"csrf": csrf(decided)}).status_code == 303
    assert "A suggestion, not applied." in text(browser.get(f"/conflicts/{launch}").text)


@pytest.mark.parametrize(
    "choice", ["choose_winner:ki_nothere", "archive_duplicates", "whatever", "reopen", "choose_winner"]
)
def test_a_decision_that_does_not_fit_is_refused_in_words(site, choice):
    browser = site.browser()
    answer = decide(browser, the_launch(site, browser), choice)
    assert answer.status_code in {400, 409}
    assert 'role="alert"' in answer.text
    assert "A suggestion, not applied." in text(browser.get(f"/conflicts/{the_launch(site, browser)}").text)


def test_a_reader_is_not_offered_what_a_reader_may_not_do(shared_site):
    browser = shared_site.browser(shared_site.token("read"))
    base = shared_site.project("Falcon")
    assert "data-drop" not in browser.get(f"/projects/{base}/sources").text
    assert 'name="choice"' not in browser.get(f"/conflicts/{the_launch(shared_site, browser)}").text
    assert "Make it" not in browser.get("/projects").text


def test_files_are_taken_in_with_their_folder_names_and_read(site):
    browser = site.browser()
    made = browser.post("/projects", data={"csrf": csrf(browser.get("/projects").text), "name": "Sent"})
    where = made.headers["location"]
    token = csrf(browser.get(where).text)
    files = [
        ("files", ("note.txt", b"The gate of Heron is green.\n")),
        ("files", ("note.txt", b"The gate of Egret is red.\n")),
    ]
    sent = browser.post(where, data={"csrf": token, "paths": ["a/note.txt", "b/note.txt"]}, files=files)
    assert sent.headers["location"] == where
    assert "Reading your documents" in browser.get(where).text
    site.engine.run_jobs()
    page = browser.get(where).text
    assert "a/note.txt" in page
    assert "b/note.txt" in page


@pytest.mark.parametrize(
    ("paths", "files", "status"),
    [
        ([], [], 400),
        (["one", "two"], [("files", ("a.txt", b"x"))], 400),
        (["../../etc/passwd"], [("files", ("a.txt", b"The gate is green.\n"))], 200),
    ],
)
def test_what_cannot_be_taken_in_is_refused_or_named_safely(site, paths, files, status):
    browser = site.browser()
    where = f"/projects/{site.project('Falcon')}/sources"
    answer = browser.post(where, data={"csrf": csrf(browser.get(where).text), "paths": paths}, files=files or None)
    assert answer.status_code == status
    if status == 200:
        assert "../" not in browser.get(where, params={"name": "passwd"}).text.replace("../../etc/passwd", "")


@pytest.mark.parametrize("script", [True, False])
def test_a_file_that_is_turned_down_is_named_with_the_reason(site, script):
    browser = site.browser()
    where = f"/projects/{site.project('Falcon')}/sources"
    body = {"csrf": csrf(browser.get(where).text), "paths": ["<b>/../x.txt", "Heron.txt"]}
    files = [("files", ("x.txt", b"The gate is green.\n")), ("files", ("h.txt", b"The gate of Heron is red.\n"))]
    answer = browser.post(where, data=body, files=files, headers={"hx-request": "true"} if script else {})
    assert answer.status_code == 200
    assert "hx-redirect" not in answer.headers
    assert "&lt;b&gt;/../x.txt" in answer.text
    assert "Its name leaves its folder." in answer.text
    assert "1 file taken in" in answer.text
    assert (where in answer.text, "<html" in answer.text) == (True, not script)


def test_a_running_job_shows_its_stages_and_can_be_stopped(site):
    base = site.project("Falcon")
    job = site.engine.process(base, BY, force=True)
    browser = site.browser()
    part = browser.get(f"/jobs/{job.id}", headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert part.text.count("<li class=") == 11
    browser.post(f"/jobs/{job.id}/cancel", data={"csrf": csrf(browser.get(f"/projects/{base}/sources").text)})
    site.engine.run_jobs()
    over = browser.get(f"/jobs/{job.id}", headers={"HX-Request": "true"})
    assert (over.status_code, over.headers["hx-redirect"]) == (204, f"/projects/{base}/sources")
    assert "What was finished is kept." in text(browser.get(f"/projects/{base}/sources").text)


def test_the_original_is_a_download_and_never_a_page(site):
    base = read(site, "Hostile", ("page.txt", b"<script>alert(1)</script> The gate of Heron is green.\n"))
    browser = site.browser()
    found = re.search(r'href="/sources/(src_\w+)"', browser.get(f"/projects/{base}/sources").text)
    assert found
    answer = browser.get(f"/sources/{found[1]}/original")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert answer.content.startswith(b"<script>")


def test_the_way_to_the_colony_is_shown_when_there_is_one(engine):
    engine.settings = replace(engine.settings, companion_url="http://127.0.0.1:8713")
    beside = Site(engine, application(engine))
    assert 'href="http://127.0.0.1:8713"' in beside.browser().get("/projects").text


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "127.0.0.1:8713", "http://", "http://a\n.example", "ftp://a.example"]
)
def test_a_companion_that_is_no_address_is_refused(tmp_path, address):
    with pytest.raises(ConfigurationRefused, match="companion_url"):
        Settings.load(tmp_path, {"FORAGER_COMPANION_URL": address})
