"""The page of a piece of evidence and the reading page, over the real engine: checked now, marked, harmless, and nobody else's."""

from __future__ import annotations

import html
import os
import re
import shutil
from html.parser import HTMLParser

import pytest
import sqlalchemy as sa
from tests.forager.parse.pdf_files import over_pages
from tests.forager.ui.conftest import Site
from tests.forager.ui.viewer.files import MAIL, workbook

from forager.accept.files import Offered
from forager.store.acts import Caller
from forager.store.tables import document, evidence, source

BY = Caller("test", "tester")
HOSTILE = (
    '# <script>alert(1)</script>\n\nOwner: <img src=x onerror=alert(1)> \u202eBob\u202c "><svg onload=alert(1)>\n\n'
    "See [this](javascript:alert(1)) and ![that](http://evil.example/x.png).\n\n"
)


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def title(page: str) -> str:
    """What a page is called."""
    found = re.search(r"<title>(.*?)</title>", page)
    return found[1] if found else ""


def places(site: Site, base: str, name: str = "") -> list[tuple[str, str]]:
    """(evidence, source) ids of a base, of one file when it is named, in the order of the text."""
    query = sa.select(evidence.c.id, evidence.c.source_id).join(source, source.c.id == evidence.c.source_id)
    mine = query.where(evidence.c.project_id == base, source.c.logical_name.contains(name, autoescape=True))
    with site.engine.database.read() as connection:
        rows = connection.execute(mine.order_by(source.c.logical_name, evidence.c.start, evidence.c.id))
        return [(row[0], row[1]) for row in rows]


def read(site: Site, *files: tuple[str, bytes]) -> str:
    made = site.engine.create_project("Heron", "", BY)
    site.engine.accept(made.id, [Offered(*each) for each in files], BY)
    site.engine.process(made.id, BY)
    site.engine.run_jobs()
    return made.id


def test_every_piece_of_evidence_opens_checked_and_marked(shared_site: Site) -> None:
    browser = shared_site.browser()
    step = 1 if os.environ.get("FORMICARIA_TEST_SOAK") else 5
    for id_, _ in places(shared_site, shared_site.project("Falcon"))[::step]:
        page = browser.get(f"/evidence/{id_}")
        assert page.status_code == 200, id_
        assert "Checked: these words stand there" in page.text, id_
        assert page.text.count("data-here") >= 1, id_


def test_every_document_can_be_read_with_all_that_was_taken_from_it(shared_site: Site) -> None:
    browser = shared_site.browser()
    by_source: dict[str, set[str]] = {}
    for id_, source_id in places(shared_site, shared_site.project("Falcon")):
        by_source.setdefault(source_id, set()).add(id_)
    for source_id, ids in by_source.items():
        first = f"/sources/{source_id}/read"
        found, waiting, seen = set[str](), [first], set[str]()
        while waiting:
            seen.add(address := waiting.pop())
            page = browser.get(address).text
            found |= set(re.findall(r'href="/evidence/(\w+)"', page))
            ways = re.findall(r'rel="next" href="(\?[^"]+)"|<a href="(\?sheet=\d+)"', page)
            further = {first + html.unescape(way or tab) for way, tab in ways}
            waiting += sorted(further - seen - {*waiting})
        assert sorted(ids - found) == [], title(page)


def test_neighbours_of_the_same_statement_are_linked(shared_site: Site) -> None:
    browser, base = shared_site.browser(), shared_site.project("Falcon")
    pages = [browser.get(f"/evidence/{id_}").text for id_, _ in places(shared_site, base)]
    forward = next(page for page in pages if 'rel="next" href="/evidence/' in page)
    following = re.search(r'rel="next" href="(/evidence/\w+)"', forward)
    assert following
    assert 'rel="prev" href="/evidence/' in browser.get(following[1]).text


def test_bytes_that_were_altered_are_said_to_be(site: Site) -> None:
    base = read(site, ("plan.txt", b"The gate of Heron opens on 3 May 2026.\n"))
    id_, source_id = places(site, base)[0]
    with site.engine.database.read() as connection:
        sha = connection.execute(sa.select(source.c.sha256).where(source.c.id == source_id)).scalar_one()
    path = site.engine.blobs.path(base, sha)
    path.chmod(0o600)
    path.write_bytes(b"The gate of Heron opens on 9 May 2026.\n")
    page = site.browser().get(f"/evidence/{id_}").text
    assert "Checked: these words stand there" not in page
    assert "could not be found in the original" in page


def test_words_that_stand_elsewhere_are_not_called_checked(site: Site) -> None:
    base = read(site, ("plan.txt", b"The gate of Heron opens on 3 May 2026.\n"))
    id_, _ = places(site, base)[0]
    with site.engine.database.write() as connection:
        connection.execute(sa.update(evidence).where(evidence.c.id == id_).values(excerpt="The gate is shut."))
    page = site.browser().get(f"/evidence/{id_}").text
    assert "The kept excerpt was altered." in page
    assert "Checked: these words stand there" not in page


def test_lost_bytes_and_an_erased_document_are_told_in_words(site: Site) -> None:
    base = read(site, ("plan.txt", b"The gate of Heron opens on 3 May 2026.\n"))
    id_, source_id = places(site, base)[0]
    browser = site.browser()
    shutil.rmtree(site.engine.settings.data_dir / "blobs")
    assert "could not be found in the original" in browser.get(f"/evidence/{id_}").text
    assert "The original bytes cannot be had." in browser.get(f"/sources/{source_id}/read").text
    with site.engine.database.write() as connection:
        connection.execute(sa.update(source).where(source.c.id == source_id).values(state="purged"))
        connection.execute(sa.delete(document).where(document.c.source_id == source_id))
    page = browser.get(f"/evidence/{id_}")
    assert page.status_code == 200
    assert "The document was erased." in page.text
    assert "Download the original" not in page.text
    assert "There is nothing to show" in browser.get(f"/sources/{source_id}/read").text


@pytest.mark.parametrize("path", ["/evidence/{evidence}", "/sources/{source}/read", "/sources/{source}/pages/1.png"])
def test_foreign_is_missing(shared_site: Site, path: str) -> None:
    falcon = shared_site.project("Falcon")
    id_, source_id = next(pair for pair in places(shared_site, falcon, ".pdf"))
    browser = shared_site.browser(shared_site.token("read", projects=(shared_site.project("Osprey"),)))
    foreign = browser.get(path.format(evidence=id_, source=source_id))
    missing = browser.get(path.format(evidence="ev_" + "a" * 20, source="src_" + "a" * 20))
    assert foreign.status_code == missing.status_code == 404
    assert re.sub(r"req_\w+", "", foreign.text) == re.sub(r"req_\w+", "", missing.text)
    assert shared_site.browser().get(path.format(evidence=id_, source=source_id)).status_code == 200


def test_nobody_sees_a_page_without_signing_in(shared_site: Site) -> None:
    id_, source_id = places(shared_site, shared_site.project("Falcon"), ".pdf")[0]
    browser = shared_site.browser("")
    for path in (f"/evidence/{id_}", f"/sources/{source_id}/read", f"/sources/{source_id}/pages/1.png"):
        assert browser.get(path).headers["location"].startswith("/sign-in")


def test_a_page_of_a_pdf_is_a_picture_that_only_this_browser_keeps(site: Site) -> None:
    base = read(site, ("depot.pdf", over_pages()), ("plan.txt", b"The gate of Heron opens on 3 May 2026.\n"))
    _, source_id = places(site, base, "depot")[0]
    browser = site.browser()
    picture = browser.get(f"/sources/{source_id}/pages/1.png")
    assert picture.content.startswith(b"\x89PNG")
    assert picture.headers["cache-control"] == "no-store"
    assert picture.headers["content-type"] == "image/png"
    assert browser.get(f"/sources/{source_id}/pages/1.png").content == picture.content
    for number in ("4", "0", "x", "99999999999999999999999"):
        assert browser.get(f"/sources/{source_id}/pages/{number}.png").status_code in {400, 404}, number
    _, other = places(site, base, "plan.txt")[0]
    assert browser.get(f"/sources/{other}/pages/1.png").status_code == 404


def test_what_a_document_holds_does_nothing_on_a_page(site: Site) -> None:
    hostile = MAIL.replace(b"Falcon: schedule", b"<script>alert(1)</script>").replace(
        b"Bob Smith <bob", b'"><img src=x onerror=alert(1)> <bob'
    )
    text = (HOSTILE + "z" * 1_000_000 + " The gate of Heron opens on 3 May 2026.\n").encode()
    rows = 'Part,Owner\n"<script>alert(1)</script>",Bob Smith\nGate,"=HYPERLINK(""http://evil.example"")"\n'
    page = b'<p>Owner: Bob Smith</p><img src="http://evil.example/x.png"><a href="javascript:alert(1)">The gate opens on 3 May 2026.</a>'
    base = read(
        site, ("a.md", text), ("<b onclick=alert(1)>.eml", hostile), ("c.csv", rows.encode()), ("d.html", page),
        ("e.xlsx", workbook()),
    )  # fmt: skip
    browser = site.browser()
    shown = {f"/evidence/{id_}" for id_, _ in places(site, base)[:40]}
    with site.engine.database.read() as connection:
        ids = connection.execute(sa.select(source.c.id).where(source.c.project_id == base)).scalars().all()
    shown |= {f"/sources/{id_}/read" for id_ in ids}
    for path in sorted(shown):
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert "unsafe-inline" not in answer.headers["content-security-policy"]
        assert "\u202e" not in answer.text.partition('class="original"')[2]
        assert len(answer.text) < 400_000
        for tag, attributes in Tags(answer.text).found:
            assert tag not in {"img", "iframe", "object", "embed", "style"}, path
            assert not any(name.startswith("on") or name == "style" for name in attributes), path
            for name in ("href", "src", "action"):
                assert not re.match(r"\s*(javascript|data|https?):|//", attributes.get(name) or ""), path
            assert tag != "script" or str(attributes.get("src", "")).startswith("/static/")


def test_addresses_that_make_no_sense_are_refused_or_harmless(shared_site: Site) -> None:
    id_, source_id = places(shared_site, shared_site.project("Falcon"), ".csv")[0]
    browser = shared_site.browser()
    for query in ("around=99999", "sheet=99&column=99", "table=99", "around=0&column=0", "table=1&around=3"):
        assert browser.get(f"/evidence/{id_}?{query}").status_code == 200
        assert browser.get(f"/sources/{source_id}/read?{query}").status_code == 200
    for query in ("around=-1", "around=x", "around=99999999999999999999"):
        assert browser.get(f"/evidence/{id_}?{query}").status_code in {400, 422}
