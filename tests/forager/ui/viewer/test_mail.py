"""Mail: headers as a table, the body in blocks, quotations apart, parts told from one another."""

from __future__ import annotations

import re

from tests.forager.ui.viewer.files import MAIL
from tests.forager.ui.viewer.support import marked, opened, words

from forager.ui.viewer.mail import Mail
from forager.ui.viewer.marks import said


def mail(shown: object) -> Mail:
    assert isinstance(shown, Mail)
    return shown


def test_headers_are_names_and_values() -> None:
    shown = mail(opened(MAIL, "a.eml"))
    fields = {said(field.name): said(field.pieces) for field in shown.fields}
    assert fields["From"] == "Bob Smith <bob@meridian.example>"
    assert fields["Subject"] == "Falcon: schedule"


def test_a_header_can_be_the_excerpt() -> None:
    assert marked(opened(MAIL, "a.eml", "Bob Smith <bob@meridian.example>")) == "Bob Smith <bob@meridian.example>"


def test_quoted_lines_are_one_group_and_open_where_the_excerpt_is() -> None:
    shown = mail(opened(MAIL, "a.eml", "The old date was March 3, 2026."))
    quoted = [group for part in shown.parts for group in part.groups if group.kind == "quote"]
    assert len(quoted) == 1
    assert (quoted[0].marked, quoted[0].author, quoted[0].date) == (
        True,
        "Priya Nair <priya@halden.example>",
        "2026-02-16",
    )
    assert {node.zone for node in quoted[0].nodes} == {"quotation"}
    assert {node.before for node in quoted[0].nodes[1:]} == {">"}


def test_list_entries_are_one_group() -> None:
    shown = mail(opened(MAIL, "a.eml"))
    lists = [group for part in shown.parts for group in part.groups if group.kind == "item"]
    assert [[said(node.pieces) for node in group.nodes] for group in lists] == [
        ["Anna keeps the rota.", "Bob sends the plan."]
    ]


def test_lines_that_a_program_broke_may_flow_and_a_signature_may_not() -> None:
    shown = mail(opened(MAIL, "a.eml"))
    nodes = [node for part in shown.parts for group in part.groups for node in group.nodes]
    assert [node.flows for node in nodes if "launch date" in said(node.pieces)] == [True]
    assert not any(node.flows for node in nodes if node.zone == "signature")


def test_parts_are_named_when_there_are_several() -> None:
    two = (
        b"From: a@b.example\r\nDate: Wed, 18 Feb 2026 08:41:07 +0100\r\nMessage-ID: <1@b>\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nThe first part.\r\n"
        b"--x\r\nContent-Type: text/plain\r\n\r\nThe second part.\r\n--x--\r\n"
    )
    shown = mail(opened(two, "a.eml", "The second part."))
    assert len({part.address for part in shown.parts}) == 2
    assert all(part.address for part in shown.parts)
    assert marked(shown) == "The second part."
    assert mail(opened(MAIL, "a.eml")).parts[0].address == ""


def test_nothing_of_the_body_is_left_out() -> None:
    body = MAIL.decode().partition("\n\n")[2]
    shown = words(mail(opened(MAIL, "a.eml")).parts)
    for word in re.sub(r"^[>-] ?", "", body, flags=re.MULTILINE).split():
        assert word in shown
