"""Mail messages."""

from __future__ import annotations

import time
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.forager.parse.support import assert_faithful, block_of, read, words

from forager.model.document import Zone
from forager.parse.errors import PlaceNotFound, TooDeep
from forager.parse.html_text import html_to_text
from forager.parse.parser import Limits
from forager.parse.people import people_in
from forager.parse.registry import by_name, parse

BODY = """Hello all,

The launch has moved to April 10, 2026. The
reason is the rehearsal.

- first: yes
- second item

Owner: Priya Nair

Kind regards,
Bob

--\x20
Robert Smith
+31 10 555 0100

This e-mail is confidential and intended solely for the addressee.

On Mon, 16 Feb 2026 at 09:12, Priya Nair <p.nair@h.example> wrote:
> Bob,
>
> The launch date is March 3.
> On 2 Feb 2026, Anna wrote:
>> It is February.
"""


def message(body: str = BODY, subject: str = "Falcon: update") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Bob Smith <b.smith@m.example>"
    mail["To"] = '"Nair, Priya" <p.nair@h.example>, Jörg Brandt <j@h.example>'
    mail["Date"] = "Wed, 18 Feb 2026 08:41:07 +0100"
    mail["Subject"] = subject
    mail["Message-ID"] = "<1@m.example>"
    mail.set_content(body)
    return mail


def raw(headers: str, body: str = "Hello.\n") -> bytes:
    return f"Message-ID: <1@x.example>\nMIME-Version: 1.0\n{headers}\n\n{body}".encode()


def test_headers() -> None:
    document = assert_faithful(message().as_bytes(), "a.eml", spans=200)
    assert document.parser == "mail"
    assert document.title == "Falcon: update"
    assert document.date is not None
    assert (document.date.value, document.date.precision) == ("2026-02-18T08:41:07+01:00", "second")
    assert document.people == (
        ("Bob Smith", "b.smith@m.example", "from"),
        ("Nair, Priya", "p.nair@h.example", "to"),
        ("Jörg Brandt", "j@h.example", "to"),
    )
    block = block_of(document, "Date: Wed, 18 Feb 2026 08:41:07 +0100")
    assert (block.zone, block.location.words) == (Zone.HEADER, "header Date")
    assert block.location.get("address") == "header:Date"
    assert block.label is not None
    assert document.text[slice(*block.label)] == "Date"


def test_the_body_in_blocks() -> None:
    document = read(message().as_bytes(), "a.eml")
    assert words(document, Zone.PARAGRAPH) == [
        "Hello all,",
        "The launch has moved to April 10, 2026. The\nreason is the rehearsal.",
    ]
    assert block_of(document, "The launch has").location.words == "message body, lines 3-4"
    assert words(document, Zone.ITEM) == ["second item"]
    assert words(document, Zone.SIGNATURE) == ["Kind regards,\nBob", "-- \nRobert Smith\n+31 10 555 0100"]
    assert len(words(document, Zone.LEGAL)) == 1
    assert document.language == "en"


def test_quoted_replies_have_their_author_and_date() -> None:
    document = read(message().as_bytes(), "a.eml")
    once, twice = block_of(document, "The launch date is March 3."), block_of(document, "It is February.")
    assert (once.zone, once.level, once.author, once.date) == (
        Zone.QUOTATION,
        1,
        "Priya Nair <p.nair@h.example>",
        "2026-02-16",
    )
    assert (twice.zone, twice.level, twice.author, twice.date) == (Zone.QUOTATION, 2, "Anna", "2026-02-02")


@pytest.mark.parametrize(
    "marker",
    [
        "-----Original Message-----\n",
        "---------- Forwarded message ---------\n",
        "Begin forwarded message:\n\n",
        "________________________________\n",
        "",
    ],
)
def test_forwarded_messages_have_their_author_and_date(marker: str) -> None:
    body = f"See below.\n\n{marker}From: Anna Keller <a@b.example>\nSent: Tuesday, 3 March 2026 10:00\nTo: Bob\nSubject: plan\n\nWe stop.\n"
    document = assert_faithful(message(body).as_bytes(), "a.eml")
    block = block_of(document, "We stop.")
    assert (block.zone, block.author, block.date) == (Zone.QUOTATION, "Anna Keller <a@b.example>", "2026-03-03")
    assert block_of(document, "See below.").zone is Zone.PARAGRAPH


def test_a_reply_below_an_unmarked_attribution_is_quotation() -> None:
    document = read(message("Yes.\n\nOn 3 March 2026, Anna wrote:\n\nShall we stop?\n").as_bytes(), "a.eml")
    assert block_of(document, "Shall we stop?").author == "Anna"


def test_an_address_below_the_formula_still_signs() -> None:
    body = "We agree.\n\nKind regards,\nEllis\n\nManager\n\nAquilla Ltd\n30 Pasir Road\nSingapore 117440\n\nPS: bring the plan.\n"
    document = read(message(body).as_bytes(), "a.eml")
    assert words(document, Zone.SIGNATURE) == [
        "Kind regards,\nEllis",
        "Manager",
        "Aquilla Ltd\n30 Pasir Road\nSingapore 117440",
    ]
    assert document.text.endswith("PS: bring the plan.\n")
    assert words(document, Zone.PARAGRAPH)[-1] == "PS: bring the plan."


def test_body_parts_are_told_apart_only_when_there_are_several() -> None:
    data = raw("Content-Type: multipart/mixed; boundary=b", "--b\n\nFirst.\n--b\n\nSecond.\n--b--\n")
    document = assert_faithful(data, "a.eml")
    assert block_of(document, "Second.").location.words == "message body (part 2), line 1"
    at = document.text.index("First.")
    across = by_name("mail").locate(document, at, document.text.index("Second.") + 3)
    assert across.words == "message body (part 1), line 1 to message body (part 2), line 1"
    assert by_name("mail").reopen(data, across) == "First.\n\nSec"


def test_answers_between_quotations_are_the_writers_own() -> None:
    document = read(
        message(
            "On 3 March 2026, Anna wrote:\n> Shall we stop?\nYes, at once and for good.\n> And then?\nWe rest.\n"
        ).as_bytes(),
        "a.eml",
    )
    assert words(document, Zone.PARAGRAPH) == ["Yes, at once and for good.", "We rest."]


def test_two_attachments_and_a_nested_message() -> None:
    mail = message("See the files.\n")
    mail.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="budget.csv")
    mail.add_attachment(b"\x00\x01", maintype="application", subtype="octet-stream", filename="../../etc/budget.csv")
    mail.add_attachment(message("Inner words.\n", "inner"))
    document = assert_faithful(mail.as_bytes(), "a.eml")
    assert [a.path for a in document.attachments] == ["budget.csv", "budget (2).csv", "part-4.eml"]
    assert document.attachments[0].data == b"a,b\n1,2\n"
    inner = read(document.attachments[2].data, "a.eml!/part-4.eml")
    assert words(inner, Zone.PARAGRAPH) == ["Inner words."]
    assert "Inner words." not in document.text


def test_plain_text_is_preferred_and_the_html_is_listed() -> None:
    mail = message("Plain words.\n")
    mail.add_alternative("<p>HTML words.</p>", subtype="html")
    document = assert_faithful(mail.as_bytes(), "a.eml")
    assert "HTML words" not in document.text
    assert [u.what for u in document.unread] == ["part 2 (HTML)"]


def test_html_is_reduced_when_there_is_nothing_else() -> None:
    mail = EmailMessage()
    mail["From"] = "a@b.example"
    mail["Subject"] = "x"
    mail.set_content(
        "<style>p{}</style><p>First <b>bold</b>.</p><blockquote><p>Quoted.</p></blockquote>", subtype="html"
    )
    document = assert_faithful(mail.as_bytes(), "a.eml")
    assert words(document, Zone.PARAGRAPH) == ["First bold."]
    assert words(document, Zone.QUOTATION) == ["Quoted."]
    assert len(document.warnings) == 1


def test_an_empty_plain_version_gives_way_to_the_html() -> None:
    mail = message("\n")
    mail.add_alternative("<p>HTML words.</p>", subtype="html")
    assert "HTML words." in read(mail.as_bytes(), "a.eml").text


def test_html_to_text() -> None:
    html = """<html><head><title>t</title></head><body>One&nbsp;two<br>three<div style="display:none">no</div>
    <ul><li>a</li><li><p>b</p></li></ul><table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>
    <pre>x\n  y</pre><script>no()</script><blockquote>q<blockquote>r</blockquote></blockquote>end</body></html>"""
    assert html_to_text(html).split("\n") == [
        "One\xa0two", "three", "", "- a", "- b", "", "1\t2", "3\t4", "", "x", "  y", "", "> q", ">", "> > r", "> >", "end",
    ]  # fmt: skip
    assert html_to_text("") == ""
    assert html_to_text("<div>" * 20_000 + "deep") == html_to_text("<div>" * 20_000 + "deep")


@pytest.mark.parametrize(
    ("headers", "value"),
    [
        ("Subject: =?utf-8?q?Pr=C3=BCfung?= and =?iso-8859-1?q?K=F6ln?=", "Prüfung and Köln"),
        ("Subject: folded\n over two\n\tlines", "folded over two lines"),
        ("Subject: =?utf-8?b?!!!broken?=", "=?utf-8?b?!!!broken?="),
        ("Subject: =?klingon?q?x?=", "=?klingon?q?x?="),
        ("Subject: raw Köln", "raw Köln"),
    ],
)
def test_odd_subjects(headers: str, value: str) -> None:
    assert assert_faithful(raw(headers), "a.eml").title == value


@pytest.mark.parametrize(
    ("headers", "warned"),
    [
        ("Date: yesterday", True),
        ("Date: Wed, 99 Feb 2026 08:41:07 +0100", True),
        ("Date: ", False),
        ("X-Other: 1", False),
    ],
)
def test_a_date_that_cannot_be_read(headers: str, *, warned: bool) -> None:
    document = assert_faithful(raw(headers), "a.eml")
    assert document.date is None
    assert bool(document.warnings) is warned


@pytest.mark.parametrize(
    ("written", "people"),
    [
        ("Bob Smith <b@x.example>, a@x.example", [("Bob Smith", "b@x.example"), ("", "a@x.example")]),
        ("Smith, Robert <r@x.example>; Eve <e@x.example>", [("Smith, Robert", "r@x.example"), ("Eve", "e@x.example")]),
        ('"Smith, Robert" <r@x.example>', [("Smith, Robert", "r@x.example")]),
        ("r@x.example (Robert Smith)", [("Robert Smith", "r@x.example")]),
        ("Team: a@x.example, b@x.example;", [("", "a@x.example"), ("", "b@x.example")]),
        ("Anna Keller, Bob Smith", [("Anna Keller", ""), ("Bob Smith", "")]),
        ("undisclosed-recipients:;", []),
        ('<<<>>>,,;"', []),
    ],
)
def test_address_lists(written: str, people: list[tuple[str, str]]) -> None:
    found = [(name, address) for name, address, _ in people_in((written, "to"))]
    assert [p for p in found if p[1]] == [p for p in people if p[1]]
    if any(address for _, address in people) or not people:
        assert len(found) <= max(len(people), 1)
    else:
        assert found == people


@pytest.mark.parametrize("charset", ["iso-8859-1", "us-ascii", "unknown-8bit", "nonsense", "utf-8"])
def test_bodies_in_other_character_sets(charset: str) -> None:
    data = raw(f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit").replace(
        b"Hello.", "Die Prüfung in Köln.".encode("cp1252")
    )
    assert "Die Prüfung in Köln." in assert_faithful(data, "a.eml").text


def test_a_message_in_utf16() -> None:
    data = raw("Subject: x", "Grüße aus Köln an alle Leute.\n").decode().encode("utf-16-le")
    assert "Grüße aus Köln" in assert_faithful(data, "a.eml").text


def test_an_encrypted_body_is_named() -> None:
    data = raw(
        'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b',
        "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--b\nContent-Type: application/octet-stream\n\nxx\n\n--b--\n",
    )
    document = assert_faithful(data, "a.eml")
    assert "encrypted" in document.unread[0].why


def test_a_signature_part_and_a_missing_end_are_told() -> None:
    data = raw(
        "Content-Type: multipart/mixed; boundary=b",
        "--b\nContent-Type: application/pgp-signature\n\nxx\n\n--b\n\nHello.\n",
    )
    document = assert_faithful(data, "a.eml")
    assert [u.what for u in document.unread] == ["part 1 (signature)"]
    assert any("cut off" in w for w in document.warnings)


def test_nesting_is_limited() -> None:
    deep = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(80))
    with pytest.raises(TooDeep):
        read(raw(deep), "a.eml")
    endless = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(3000))
    with pytest.raises(TooDeep):
        read(raw(endless), "a.eml")


def test_parts_are_limited_and_listed() -> None:
    data = raw("Content-Type: multipart/mixed; boundary=b", "--b\n\nx\n" * 30 + "--b--\n")
    document = read(data, "a.eml", Limits(max_parts=10))
    assert [u.what for u in document.unread] == ["20 of 30 parts"]


def test_a_foreign_pointer_is_a_typed_failure() -> None:
    document = read(message().as_bytes(), "a.eml")
    other = message("Short.\n")
    del other["To"]
    with pytest.raises(PlaceNotFound):
        by_name("mail").reopen(other.as_bytes(), document.blocks[-1].location)
    with pytest.raises(PlaceNotFound):
        by_name("mail").reopen(other.as_bytes(), block_of(document, "To: ").location)


def test_a_pasted_header_block_at_the_top_counts_only_for_mail_programs() -> None:
    assert parse.__module__ == "forager.parse.registry"
    document = read(b"To: the team\nFrom: Bob\nDate: 3 March 2026\nSubject: plan\n\nWe launch.\n", "memo.txt")
    assert document.parser == "text"
    assert document.date is not None
    assert document.date.value == "2026-03-03"


def test_a_long_message_takes_no_longer_than_its_length() -> None:
    data = raw("Subject: x", "a line of text\n\n" * 20_000)
    started = time.process_time()
    document = read(data, "a.eml")
    assert time.process_time() - started < 8
    assert document.blocks[-1].location.words == "message body, line 39999"


LINES = st.sampled_from(
    ["", "Hi,", "a: b", "- x", "> q", ">> r", "> On 3 March 2026, B wrote:", "On 3 March 2026, A wrote:", "-- ", "--", "Regards,", "Bob",
     "-----Original Message-----", "From: A <a@b.example>", "Sent: 3 March 2026", "To: x", "Subject: y", "____________________", "é😀",
     "Sent from my phone", "This e-mail is confidential.", "Prose that goes on for quite a while and has more than twelve words in it."]
)  # fmt: skip


@given(st.lists(LINES, max_size=30), st.sampled_from(["8bit", "quoted-printable", "base64"]))
def test_any_arrangement_of_body_lines_is_read_and_reopens(lines: list[str], cte: str) -> None:
    mail = EmailMessage()
    mail["From"] = "a@b.example"
    mail["Subject"] = "x"
    mail.set_content("\n".join(lines), cte=cte)
    assert_faithful(mail.as_bytes(), "a.eml", spans=12)


@given(
    st.binary(max_size=400),
    st.sampled_from(["From", "Content-Type", "Content-Disposition", "Date", "To", "Content-Transfer-Encoding"]),
)
def test_no_malformed_message_crashes(noise: bytes, header: str) -> None:
    assert_faithful(b"Subject: x\nFrom: a@b.example\n" + header.encode() + b": " + noise, "a.eml", spans=5)
