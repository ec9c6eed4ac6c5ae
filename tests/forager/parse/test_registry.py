"""Which parser reads which file, and the typed failures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from forager.parse import errors
from forager.parse.errors import EmptyFile, FileTooLarge, LyingType, ParseError, UnsupportedFormat
from forager.parse.parser import Limits, ParseContext
from forager.parse.registry import PARSERS, RECIPE, by_name, choose, parse, reopen

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"
HTML = b"<!DOCTYPE html>\n<html><body><p>Hello</p></body></html>"
MAIL = b"Message-ID: <1@x.example>\nFrom: a@x.example\nTo: b@x.example\nSubject: Hi\n\nHello.\n"


@pytest.mark.parametrize(
    ("data", "name", "parser"),
    [
        (b"# Title\n\nText.", "a.md", "markdown"),
        (b"# Title\n\nText.", "a.MARKDOWN", "markdown"),
        (b"Just a note.", "a.txt", "text"),
        (b"Just a note.", "README", "text"),
        (b"Just a note.", "odd.name.xyz", "text"),
        (b"# Title\n\n**Bold** and [link](x)\n\n```\ncode\n```\n", "notes", "markdown"),
        (MAIL, "a.eml", "mail"),
        (MAIL, "a", "mail"),
        (MAIL, "a.txt", "mail"),
        (b"To: the team\nFrom: Bob\nDate: 3 March 2026\nSubject: plan\n\nWe launch.\n", "memo.txt", "text"),
        (HTML, "readme.md", "markdown"),
        (HTML, "a.html", "html"),
        (HTML, "a.txt", "html"),
        (HTML, "saved", "html"),
        (b"<!-- saved -->\n<?xml version='1.0'?>\n<HTML><body>x", "saved", "html"),
        (HTML.decode().encode("utf-16"), "saved", "html"),
    ],
)
def test_the_parser_is_chosen_by_content_and_name(data: bytes, name: str, parser: str) -> None:
    assert choose(data, name).name == parser


@pytest.mark.parametrize("data", [b"", b" \r\n\t\n", b"\xef\xbb\xbf", b"\xff\xfe\r\x00\n\x00", bytes(40)])
@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.eml", "a.csv", "a.docx"])
def test_an_empty_file(data: bytes, name: str) -> None:
    with pytest.raises(EmptyFile):
        choose(data, name)


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (PNG, "a.md", "a PNG picture"),
        (PNG, "a.txt", "a PNG picture"),
        (PNG, "a.pdf", "a PNG picture"),
        (PDF, "a.docx", "a PDF document"),
        (b"Just text, no more.", "a.docx", "plain text"),
        (b"Just text, no more.", "a.png", "plain text"),
        (HTML, "a.xlsx", "an HTML page"),
        (bytes(range(256)), "a.md", "something else"),
    ],
)
def test_a_name_that_lies(data: bytes, name: str, says: str) -> None:
    with pytest.raises(LyingType, match=re.escape(f"and the file is {says}.")):
        choose(data, name)


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (PNG, "a.png", "a PNG picture"),
        (PNG, "noname", "a PNG picture"),
        (b'{"a": 1}', "a.json", "JSON data"),
        (b"{\\rtf1 hello}", "a.rtf", "a rich text"),
        (b"import os\n", "a.py", "source code"),
        (bytes(range(256)), "a.xyz", "of no known kind"),
        (b"From bob@x.example Mon Mar  2 10:00:00 2026\nSubject: x\n\nHi\n", "all.mbox", "a mailbox"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a.doc", "an older or encrypted Office file"),
    ],
)
def test_a_kind_that_is_not_read(data: bytes, name: str, says: str) -> None:
    with pytest.raises(UnsupportedFormat, match=re.escape(says)):
        choose(data, name)


def test_a_file_above_the_limit() -> None:
    with pytest.raises(FileTooLarge):
        parse(b"x" * 2000, ParseContext("a.txt", Limits(max_bytes=1000)))


def test_the_recipe_names_every_parser_with_its_version() -> None:
    assert RECIPE.split("+") == sorted(f"{p.name}@{p.version}" for p in PARSERS)
    assert len({p.name for p in PARSERS}) == len(PARSERS)


def test_a_parser_is_found_by_its_name() -> None:
    assert by_name("markdown").name == "markdown"
    with pytest.raises(UnsupportedFormat):
        by_name("abacus")


def test_a_place_reopens_through_the_parser_that_made_it() -> None:
    data = b"# Title\n\nText here.\n"
    document = parse(data, ParseContext("a.md"))
    assert reopen(document.parser, data, document.blocks[1].location) == "Text here."


def test_every_failure_has_a_code_of_its_own_and_no_document_text() -> None:
    classes = [c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, ParseError)]
    assert len({c.code for c in classes}) == len(classes)
    with pytest.raises(LyingType) as caught:
        choose(b"the secret word is heron", "a.docx")
    assert "heron" not in caught.value.sentence
    assert caught.value.remedy


def test_a_file_of_a_kind_that_is_not_read_is_told_every_kind_that_is() -> None:
    """But for a mail, which nobody saves a picture as, and the text that Markdown is."""
    with pytest.raises(UnsupportedFormat) as caught:
        choose(b"%!PS-Adobe-3.0\n%%Pages: 1\n", "a.ps")
    told = set(caught.value.remedy.lower().replace(",", " ").replace(".", " ").split())
    assert {parser.name for parser in PARSERS} - {"mail", "markdown"} <= told


@pytest.mark.parametrize(
    ("head", "name", "helps"),
    [
        (b"GIF89a" + bytes(20), "a.gif", "The words in pictures are not read"),
        (b"7z\xbc\xaf\x27\x1c" + bytes(20), "a.7z", "Unpack it"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(40), "a.bin", "Take the password off"),
    ],
)
def test_a_reason_says_what_helps_with_this_kind_of_file(head: bytes, name: str, helps: str) -> None:
    with pytest.raises(UnsupportedFormat) as caught:
        choose(head, name)
    assert helps in caught.value.remedy


SOURCE = Path(__file__).resolve().parents[3] / "src"
DIGEST = """
import hashlib, sys
from forager.parse.parser import ParseContext
from forager.parse.registry import parse
mail = (
    b"Message-ID: <1@x.example>\\nFrom: A <a@x.example>\\nTo: b@x.example, c@x.example\\nSubject: S\\nMIME-Version: 1.0\\n"
    b"Content-Type: multipart/mixed; boundary=b\\n\\n--b\\n\\nHello.\\n\\n> quoted\\n--b\\nContent-Type: text/csv\\n\\na,b\\n--b--\\n"
)
plan = b"---\\ntitle: T\\n---\\n# H\\n\\na: b\\n\\n| x | y |\\n|---|---|\\n| 1 | 2 |\\n\\n<b>html</b>\\n"
for data, name in ((mail, "a.eml"), (plan, "a.md"), (b"n,c\\nx,1\\n", "a.csv"), (b"NOTE\\n\\n1. One\\n\\nText.\\n", "a.txt")):
    print(hashlib.sha256(repr(parse(data, ParseContext(name))).encode()).hexdigest())
"""


def test_the_same_bytes_give_the_same_document_in_every_process() -> None:
    outputs = set()
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SOURCE)}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop().split()) == 4
