"""Pages of time and of acts: read the past, see what changed, decide, and take it back, all without a script."""

from __future__ import annotations

import re

from tests.forager.ui.conftest import csrf
from tests.forager.ui.test_pages import text


def test_statements_are_read_as_documents_had_it_and_links_keep_the_time(shared_site):
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    page = browser.get(f"/projects/{base}/knowledge", params={"documents_until": "2026-01-20"}).text
    said = text(page)
    assert "This is the past." in said
    assert "You read what the documents dated by 2026-01-20 said, as rev_1 knows them" in said
    assert "Back to now" in said
    assert "02-schedule-update.eml" not in said
    link = re.search(r'href="(/knowledge/ki_[^"?]+\?[^"]+)"', page)
    assert link
    assert "documents_until=2026-01-20" in link[1]
    assert "This is the past." in text(browser.get(link[1].replace("&amp;", "&")).text)


def test_now_is_no_past_and_a_day_that_is_none_is_refused(shared_site):
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    page = browser.get(f"/projects/{base}/knowledge").text
    assert "This is the past." not in text(page)
    assert len(re.findall(r"<li><a href=\"\?documents_until=", page)) > 3
    refused = browser.get(f"/projects/{base}/knowledge", params={"documents_until": "soon"})
    assert refused.status_code == 400
    assert "documents_until is not a day." in text(refused.text)


def test_an_entity_tells_its_relations_its_time_and_where_it_is_named(shared_site):
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    found = browser.get(f"/projects/{base}/entities", params={"q": "smith"}).text
    page = text(browser.get(re.search(r'href="(/entities/ent_[^"]+)"', found)[1]).text)
    for heading in ("How it stands to others", "Over time", "Where it is named", "History", "First known"):
        assert heading in page
    assert re.search(r"this \w[\w ]+ → |→ this", page)


def test_a_document_is_marked_dated_and_both_are_taken_back(site):
    browser, base = site.browser(), site.project("Falcon")
    listed = browser.get(f"/projects/{base}/sources").text
    address = re.search(r'href="(/sources/src_[^"/?]+)"', listed)[1]
    token = csrf(browser.get(address).text)
    for data in ({"choice": "authoritative"}, {"choice": "set_date", "date": "2026-03"}):
        assert browser.post(f"{address}/decide", data={"csrf": token, **data}).status_code == 303
    page = text(browser.get(address).text)
    assert "It is marked authoritative" in page
    assert "(a person)" in page
    log = text(browser.get(f"/projects/{base}/decisions").text)
    assert log.index("Its date is 2026-03") < log.index("Authoritative")
    for number in (2, 1):
        browser.post(f"/projects/{base}/decisions/{number}/undo", data={"csrf": token})
    assert "(a person)" not in text(browser.get(address).text)
    assert browser.get(f"/projects/{base}/decisions").text.count(">taken back<") == 2
    changed = text(browser.get(f"/projects/{base}/changes", params={"from": "rev_0"}).text)
    assert "From rev_0 (before anything was read) to rev_5 (" in changed
    assert "new statement" in changed


def test_a_pair_of_names_is_decided_and_leaves_the_list(site):
    browser = site.browser()
    bases = [each.id for each in site.engine.projects()]
    base = next(each for each in bases if 'name="left"' in browser.get(f"/projects/{each}/names").text)
    page = browser.get(f"/projects/{base}/names").text
    ends = {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in ("left", "right")}
    assert "For one" in text(page)
    form = {"csrf": csrf(page), **ends}
    answer = browser.post(f"/projects/{base}/names", data={**form, "choice": "apart", "note": "two firms"})
    assert answer.status_code == 303
    after = browser.get(f"/projects/{base}/names").text
    assert not (f'value="{ends["left"]}"' in after and f'value="{ends["right"]}"' in after)
    log = text(browser.get(f"/projects/{base}/decisions").text)
    assert "Kept apart" in log
    assert "two firms" in log
    assert browser.post(f"/projects/{base}/names", data={**form, "choice": "marry"}).status_code == 400


def test_an_attribute_is_declared_on_the_page_of_a_statement(site):
    browser, base = site.browser(), site.project("Falcon")
    listed = browser.get(f"/projects/{base}/knowledge", params={"status": "disputed", "q": "launch date"}).text
    address = re.search(r'href="(/knowledge/ki_[^"?]+)"', listed)[1]
    page = browser.get(address).text
    attribute = re.search(r'name="attribute" value="([^"]+)"', page)[1]
    data = {"csrf": csrf(page), "attribute": attribute, "choice": "multi_valued", "back": address.rpartition("/")[2]}
    answer = browser.post(f"/projects/{base}/attributes", data=data)
    assert answer.headers["location"] == address
    said = text(browser.get(address).text)
    assert "so says a person" in said
    assert "The documents disagree on this" not in said


def test_who_may_only_read_sees_no_acts(shared_site):
    reader, base = shared_site.browser(shared_site.token("read")), shared_site.project("Falcon")
    assert reader.get(f"/projects/{base}/decisions").status_code == 403
    page = reader.get(f"/projects/{base}/names").text
    assert f'action="/projects/{base}/names"' not in page
    assert f"/projects/{base}/decisions" not in page
    assert reader.get(f"/projects/{base}/changes").status_code == 200
