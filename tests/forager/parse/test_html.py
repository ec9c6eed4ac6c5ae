"""Web pages: reading order, zones, tables, places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.parse.support import assert_faithful, assert_reopens, block_of, grid, pairs, read, words

from forager.model.document import ParsedDocument, Zone
from forager.parse.errors import EmptyFile, LyingType, PlaceNotFound, Undecodable
from forager.parse.parser import Limits
from forager.parse.registry import by_name

STATUS = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Launch status | Intranet</title>
<meta name="author" content="Anna Keller"><meta property="article:published_time" content="2026-02-24T08:00:00Z">
<link rel="canonical" href="https://intranet.example/launch"></head>
<body>
<header><a href="/">Intranet</a></header>
<nav><ul><li><a href="/a">Projects</a></li><li><a href="/b">People</a></li></ul></nav>
<main>
<h1>Launch status</h1>
<p>The service depends on the <b>map</b><i>&nbsp;gateway</i> 😀 and it
   runs<br>in two places.</p>
<h2>Schedule</h2>
<ul><li>First item<ul><li>Deeper item</li></ul></li><li><p>Last item</p></li></ul>
<table><caption>Table 1: Interfaces</caption>
<thead><tr><th>Interface</th><th>Owner</th></tr></thead>
<tbody><tr><td>Gateway</td><td>Marta</td></tr><tr><td>Map</td><td></td></tr></tbody></table>
<dl><dt>Owner</dt><dd>Bob Smith</dd><dt>Status</dt><dd>draft</dd></dl>
<blockquote><p>Quoted words.</p></blockquote>
<pre><code>x = 1
  y = 2</code></pre>
<figure><img src="a.png" alt="The map"><figcaption>Where it runs</figcaption></figure>
</main>
<footer>© 2026 Meridian. All rights reserved.</footer>
</body></html>""".encode()


@pytest.fixture(name="doc", scope="module")
def _doc() -> ParsedDocument:
    return assert_faithful(STATUS, "status.html", spans=300)


def test_blocks_in_reading_order(doc: ParsedDocument) -> None:
    assert doc.parser == "html"
    assert words(doc, Zone.TITLE) == ["Launch status"]
    assert words(doc, Zone.HEADING) == ["Schedule"]
    assert words(doc, Zone.PARAGRAPH) == ["The service depends on the map gateway 😀 and it runs\nin two places."]
    assert words(doc, Zone.ITEM) == ["First item", "Deeper item", "Last item"]
    assert [block_of(doc, text).level for text in ("First item", "Deeper item", "Last item")] == [1, 2, 1]
    assert pairs(doc) == [("Owner", "Bob Smith"), ("Status", "draft")]
    assert words(doc, Zone.QUOTATION) == ["Quoted words."]
    assert words(doc, Zone.CODE) == ["x = 1\n  y = 2"]
    assert words(doc, Zone.CAPTION) == ["Table 1: Interfaces", "The map", "Where it runs"]
    assert words(doc, Zone.NAVIGATION) == ["Intranet", "Projects", "People"]
    assert words(doc, Zone.LEGAL) == ["© 2026 Meridian. All rights reserved."]


def test_places(doc: ParsedDocument) -> None:
    item = block_of(doc, "Deeper item")
    assert item.headings == ("Launch status", "Schedule")
    assert item.location.words == "Section: Launch status > Schedule, list item 2"
    assert item.location.kind == "html"
    assert item.location.get("address") == "html/body[1]/main[1]/ul[1]/li[1]/ul[1]/li[1]"
    cell = next(cell for cell in doc.tables[0].cells if doc.text[cell.start : cell.end] == "Marta")
    assert cell.location.words == "Section: Launch status > Schedule, Table 1, row 2, column Owner"
    assert [cell.location.get(key) for key in ("table", "row", "column", "char_from", "char_to")] == [0, 1, 1, 0, 5]


def test_words_for_a_span_over_blocks(doc: ParsedDocument) -> None:
    parser = by_name("html")
    start, end = doc.text.index("First"), doc.text.index("Last item") + 4
    assert parser.locate(doc, start, end).words == "Section: Launch status > Schedule, list item 1 to list item 3"
    across = parser.locate(doc, doc.text.index("The service"), end).words
    assert across == "Section: Launch status, paragraph 1 to Section: Launch status > Schedule, list item 3"
    assert parser.reopen(STATUS, parser.locate(doc, start, end)) == doc.text[start:end]


def test_the_table(doc: ParsedDocument) -> None:
    assert grid(doc) == {
        (0, 0): "Interface",
        (0, 1): "Owner",
        (1, 0): "Gateway",
        (1, 1): "Marta",
        (2, 0): "Map",
        (2, 1): "",
    }
    assert [cell.header for cell in doc.tables[0].cells] == [True, True, False, False, False, False]
    assert doc.tables[0].caption == "Table 1: Interfaces"
    assert words(doc, Zone.TABLE) == ["Interface\tOwner\nGateway\tMarta\nMap"]


def test_about_the_page(doc: ParsedDocument) -> None:
    assert doc.title == "Launch status"
    assert doc.date is not None
    assert (doc.date.value, doc.date.origin) == ("2026-02-24", 'page metadata "article:published_time"')
    assert doc.people == (("Anna Keller", "", "author"),)
    assert doc.language == "en"
    assert dict(doc.properties)["canonical"] == "https://intranet.example/launch"
    assert [(unread.what, unread.why) for unread in doc.unread] == [("1 picture", "only its description was read")]


def page(body: str, head: str = "") -> bytes:
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>".encode()


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>Fal<b>con</b> flies</p>", "Falcon flies"),
        ("<p>two <b> words</b></p>", "two words"),
        ("<p>one<br>two</p>", "one\ntwo"),
        ("<p>one<br><br>two</p>", "one\n\ntwo"),
        ("<div>one<div>two</div>three</div>", "one\n\ntwo\n\nthree"),
        ("<p>10<sup>6</sup> m<sup>2</sup>, H<sub>2</sub>O, 1<sup>st</sup></p>", "10⁶ m², H2O, 1st"),
        ("<p>Known.<sup><a href='#n1'>[1]</a></sup> Next.</p>", "Known. Next."),
        ("<p>soft&shy;hyphen zero&#8203;width</p>", "softhyphen zerowidth"),
        ("<p>a</p>\n\n<!-- note --><p>b<!-- x -->c</p>", "a\n\nbc"),
        ("<span style='display:block'>a</span><span style='display:block'>b</span>", "a\n\nb"),
        ("<p>1 &lt; 2 &amp; 3&nbsp;&euro;</p>", "1 < 2 & 3 €"),
    ],
)
def test_inline_markup_joins_words_as_a_reader_sees_them(body: str, text: str) -> None:
    assert assert_faithful(page(body), "a.html").text == text


def test_two_bodies_of_one_block_have_addresses_of_their_own() -> None:
    document = read(page("<div>one<p>two</p>three</div>"), "a.html")
    assert [block.location.get("address") for block in document.blocks] == [
        "html/body[1]/div[1]", "html/body[1]/div[1]/p[1]", "html/body[1]/div[1]#2",
    ]  # fmt: skip


def test_a_bold_line_heads_what_follows() -> None:
    document = read(page("<p><b>Open points</b></p><p>We wait.</p><p><b>Date:</b> March 3, 2026</p>"), "a.html")
    assert words(document, Zone.HEADING) == ["Open points"]
    assert block_of(document, "We wait.").headings == ("Open points",)
    assert pairs(document) == [("Date", "March 3, 2026")]


def test_a_long_meaning_is_prose_under_its_name() -> None:
    body = f"<dl><dt>Tour</dt><dd>{'A tour is a list of stops. ' * 20}</dd><dt>open(file, mode)</dt><dd>Opens it.</dd></dl>"
    document = read(page(body), "a.html")
    assert pairs(document) == []
    assert block_of(document, "A tour is").headings == ("Tour",)
    assert block_of(document, "Opens it.").headings == ("open(file, mode)",)


def test_values_of_one_name_are_fields_each() -> None:
    document = assert_faithful(page("<dl><dt>Owners</dt><dd>Bob</dd><dd>Eve</dd></dl>"), "a.html")
    assert pairs(document) == [("Owners", "Bob"), ("Owners", "Eve")]


def test_a_fixed_width_page_is_read_as_a_text() -> None:
    document = read(page("<pre>Minutes\n\nOwner: Bob\n\nThe plan is approved.</pre>"), "a.html")
    assert pairs(document) == [("Owner", "Bob")]
    assert words(document, Zone.PARAGRAPH) == ["The plan is approved."]
    assert words(read(page("<pre><code>a = 1\nb = 2</code></pre>"), "a.html"), Zone.CODE) == ["a = 1\nb = 2"]


# --- tables


def test_a_cell_over_rows_and_columns_stands_in_each_of_them_with_its_one_place() -> None:
    body = """<table><tr><th>Year</th><th>Month</th><th>Cost</th></tr>
    <tr><td rowspan=2>2025</td><td>May</td><td>1</td></tr><tr><td>June</td><td>2</td></tr>
    <tr><td>2026</td><td colspan=2>none</td></tr></table>"""
    document = assert_faithful(page(body), "a.html", spans=200)
    assert grid(document)[2, 0] == "2025"
    assert (grid(document)[3, 1], grid(document)[3, 2]) == ("none", "none")
    above, below = (next(c for c in document.tables[0].cells if (c.row, c.column) == at) for at in ((1, 0), (2, 0)))
    assert above.location.pointer == below.location.pointer
    at = document.text.index("2025")
    assert by_name("html").locate(document, at, at + 4).words == "Table 1, row 2, column Year"


def test_absurd_spans_are_cut_to_the_table() -> None:
    body = '<table><tr><th>a</th><th>b</th></tr><tr><td rowspan="65000" colspan="90000">x</td><td>y</td></tr></table>'
    document = assert_faithful(page(body), "a.html", limits=Limits(max_cells=50))
    assert max(cell.row for cell in document.tables[0].cells) == 1
    assert len(document.tables[0].cells) <= 1_003


def test_names_and_values_in_a_record_table() -> None:
    body = """<table class=infobox><tr><th colspan=2>Station</th></tr><tr><th>Owner</th><td>Bob</td></tr>
    <tr><th>Places</th><td><ul><li>Ghent</li><li>Breda</li></ul></td></tr></table>"""
    document = assert_faithful(page(body), "a.html")
    assert document.tables == ()
    assert pairs(document) == [("Owner", "Bob"), ("Places", "Ghent"), ("Places", "Breda")]
    assert words(document, Zone.CAPTION) == ["Station"]


def test_a_table_that_lays_out_a_page_is_none() -> None:
    long = "Words that fill a column. " * 40
    body = f"<table><tr><td>Menu</td><td>{long}</td></tr><tr><td>More</td><td>{long}</td></tr></table>"
    for layout in (body, "<table role=presentation><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>"):
        document = assert_faithful(page(layout), "a.html")
        assert document.tables == ()
        assert words(document, Zone.TABLE) == []


def test_a_label_in_the_cell_before_its_value() -> None:
    body = "<table><tr><td>Owner:</td><td>Bob</td></tr></table><p>After.</p>"
    assert pairs(assert_faithful(page(body), "a.html")) == [("Owner", "Bob")]


def test_the_word_of_a_cell_that_holds_only_a_picture() -> None:
    body = "<table><tr><th>Part</th><th>Done</th></tr><tr><td>Map</td><td><img src=y.png alt=yes></td></tr></table>"
    assert grid(read(page(body), "a.html"))[1, 1] == "yes"


def test_rows_beyond_the_limit_stay_searchable() -> None:
    rows = "".join(f"<tr><td>r{n}</td><td>{n}</td></tr>" for n in range(9))
    body = f"<table><tr><th>Row</th><th>Value</th></tr>{rows}</table>"
    document = assert_faithful(page(body), "a.html", limits=Limits(max_table_rows=4))
    assert max(cell.row for cell in document.tables[0].cells) == 3
    assert "r8\t8" in document.text
    assert [unread.what for unread in document.unread] == ["Table 1, rows 5-10"]


# --- what stands beside the text


@pytest.mark.parametrize(
    "aside",
    [
        "<nav>{}</nav>", "<aside>{}</aside>", "<footer>{}</footer>", "<header>{}</header>", "<div role=navigation>{}</div>",
        "<div class='cookie-banner'>{}</div>", "<div id=sidebar>{}</div>", "<ol class=breadcrumb><li>{}</li></ol>",
        "<div class='siteNav main'>{}</div>", "<form><label>{}</label><input name=q></form>",
    ],
)  # fmt: skip
def test_what_stands_beside_the_text_is_navigation(aside: str) -> None:
    body = aside.format("The budget is EUR 5.") + "<main><h1>T</h1><p>The plan is approved by all.</p></main>"
    document = assert_faithful(page(body), "a.html")
    assert words(document, Zone.NAVIGATION) == ["The budget is EUR 5."]
    assert words(document, Zone.PARAGRAPH) == ["The plan is approved by all."]


def test_a_heading_beside_the_text_heads_nothing() -> None:
    document = read(page("<nav><h2>Menu</h2></nav><p>The plan is approved by all.</p>"), "a.html")
    assert block_of(document, "The plan").headings == ()


@pytest.mark.parametrize(
    "around",
    ["<div class=has-sidebar>{}</div>", "<section id=navigation>{}</section>", "<div class=page-footer-none>{}</div>"],
)
def test_what_holds_most_of_the_page_is_its_text(around: str) -> None:
    document = read(page(around.format("<h2>Navigation</h2><p>The plan is approved by all.</p>")), "a.html")
    assert words(document, Zone.PARAGRAPH) == ["The plan is approved by all."]


def test_the_header_that_holds_the_only_title_is_read() -> None:
    document = read(page("<header><h1>Launch status</h1></header><p>The plan is approved by all.</p>"), "a.html")
    assert words(document, Zone.TITLE) == ["Launch status"]


def test_lists_of_links_are_navigation_and_lists_with_links_are_not() -> None:
    links = "".join(f"<li><a href=/{n}>Page {n}</a></li>" for n in range(3))
    plain = "".join(f"<li>The <a href=/{n}>part {n}</a> is ready for the test.</li>" for n in range(3))
    document = read(page(f"<ul>{links}</ul><ul>{plain}</ul>"), "a.html")
    assert words(document, Zone.NAVIGATION) == ["Page 0", "Page 1", "Page 2"]
    assert len(words(document, Zone.ITEM)) == 3


def test_a_table_of_contents() -> None:
    body = "<div id=toc><ul><li><a href=#a>1 Scope</a></li></ul></div><h2>Scope</h2><p>The plan is approved by all.</p>"
    assert words(read(page(body), "a.html"), Zone.CONTENTS) == ["1 Scope"]


def test_an_edit_mark_stands_outside_its_heading() -> None:
    body = "<h2>History<span class='mw-editsection'>[<a href=/e>edit</a>]</span></h2><p>It began in 1941.</p>"
    document = assert_faithful(page(body), "a.html")
    assert words(document, Zone.HEADING) == ["History"]
    assert words(document, Zone.NAVIGATION) == ["[edit]"]


def test_frames_objects_and_forms_are_listed() -> None:
    body = "<p>Words.</p><iframe src=x>no</iframe><object data=y>no</object><form><input name=a><input name=b></form>"
    document = read(page(body), "a.html")
    assert document.text == "Words."
    assert [unread.what for unread in document.unread] == ["1 frame", "1 embedded object", "1 form"]


# --- bytes


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("<p>Größe €</p>".encode("utf-8-sig"), "Größe €"),
        ("<p>Größe €</p>".encode("utf-16"), "Größe €"),
        ("<p>Größe €</p>".encode("utf-32"), "Größe €"),
        ("<meta charset=iso-8859-1><p>Größe €</p>".encode("cp1252"), "Größe €"),
        (
            "<meta http-equiv=content-type content='text/html; charset=windows-1251'><p>Привет</p>".encode("cp1251"),
            "Привет",
        ),
        ("<meta charset=shift_jis><p>日本語の文</p>".encode("cp932"), "日本語の文"),
        ("<?xml version='1.0' encoding='iso-8859-2'?><html><p>Łódź</p>".encode("iso8859-2"), "Łódź"),
        ("<!-- <meta charset=koi8-r> --><p>Größe</p>".encode(), "Größe"),
        ("<meta charset=iso-8859-1><p>Größe 日本</p>".encode(), "Größe 日本"),
        ("<meta charset=no-such-thing><p>Größe</p>".encode("cp1252"), "Größe"),
        ("<meta charset=utf-16><p>Größe</p>".encode(), "Größe"),
        (b"<p>a\x00b</p>", "a�b"),
    ],
)
def test_character_sets(data: bytes, text: str) -> None:
    assert assert_faithful(data, "a.html").text == text


def test_what_is_no_page() -> None:
    with pytest.raises(Undecodable):
        read(bytes(range(256)) * 8, "a.html")
    with pytest.raises(EmptyFile):
        read(page("<script>x()</script>"), "a.html")
    with pytest.raises(EmptyFile):
        read(b"<!-- nothing -->", "a.html")
    with pytest.raises(LyingType):
        read(page("<p>x</p>"), "a.xlsx")
    with pytest.raises(LyingType):
        read(b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "a.html")


def test_a_page_nested_too_deep_is_read_as_far_as_it_goes() -> None:
    data = b"<p>first</p>" + b"<div>" * 5_000 + b"last"
    document = assert_faithful(data, "a.html")
    assert document.text == "first"
    assert [unread.what for unread in document.unread] == ["everything after line 1"]


def test_entities_and_addresses_of_a_document_type_are_not_followed() -> None:
    data = b'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY y "boom">]><html><body><p>a&x;&y;b</p></body></html>'
    document = assert_faithful(data, "a.html")
    assert "a&x;&y;b" in document.text


def test_an_address_that_leads_nowhere() -> None:
    parser, document = by_name("html"), read(STATUS, "a.html")
    location = parser.locate(document, 0, 4)
    with pytest.raises(PlaceNotFound):
        parser.reopen(page("<p>x</p>"), location)


def test_pictures_carried_in_the_page_are_not_read() -> None:
    data = page(f"<p>Words.<img alt='' src='data:image/png;base64,{'QUJD' * 3_000_000}'></p><p>More.</p>")
    assert read(data, "a.html").text == "Words.\n\nMore."


NAMES = "p div span b a li ul td tr table th h2 pre br dl dt dd blockquote sup nav"
TAGS = st.sampled_from(NAMES.split())
MARKUP = st.lists(
    st.one_of(
        st.builds("<{}>".format, TAGS), st.builds("</{}>".format, TAGS), st.text(max_size=8),
        st.sampled_from([" ", "\n", "&nbsp;", "<!--", "-->", "<a href=x>", "<td rowspan=3 colspan=2>", "<p hidden>", "&#0;"]),
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(markup=MARKUP, data=st.data())
def test_any_markup_gives_places_that_reopen(markup: str, data: st.DataObject) -> None:
    raw = f"<html><body>{markup}".encode("utf-8", "surrogatepass")
    try:
        document = assert_faithful(raw, "a.html", spans=4)
    except (EmptyFile, Undecodable):
        return
    start = data.draw(st.integers(0, len(document.text)))
    end = data.draw(st.integers(start, len(document.text)))
    assert_reopens(by_name("html"), raw, document, start, end)
