"""The bytes of a page as a tree: its character set, its limits, and nothing from outside the file."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from lxml import etree

from forager.model.document import Unread
from forager.parse.charset import SAMPLE, Charset, detect, looks_binary, marked, unmarked_wide
from forager.parse.decode import decode
from forager.parse.errors import EmptyFile
from forager.parse.places import MAX_STRUCTURED

_DECLARED = (
    re.compile(rb"\A\s*<\?xml[^>]*?\bencoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE),
    re.compile(rb"<meta\s[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE),
)
_DATA = re.compile(r"data:[\w.+/;=-]{0,100},[^\"'\s<>)]{200,}", re.IGNORECASE)
_ON_THE_WEB: dict[str, str] = {
    label: name
    for name, labels in (
        ("cp1252", "ascii us-ascii iso-8859-1 iso8859-1 latin1 latin-1 iso_8859-1"),
        ("cp1254", "iso-8859-9 latin5"),
        ("cp874", "iso-8859-11 tis-620"),
        ("cp932", "shift_jis shift-jis sjis x-sjis"),
        ("cp949", "euc-kr ks_c_5601-1987 korean"),
        ("gb18030", "gb2312 gbk gb_2312-80 x-gbk"),
        ("utf-8", "unicode utf-16 utf-16le utf-16be utf-32 unicode-1-1-utf-8"),
    )
    for label in labels.split()
}
"""What a label means in a page (WHATWG Encoding Standard, section 4.2): a page that says UTF-16 in ASCII letters is UTF-8."""


@dataclass(frozen=True, slots=True)
class Page:
    """The tree of a page, how its bytes were read, and what of it was not."""

    root: etree._Element
    charset: str
    quality: int
    unread: tuple[Unread, ...]


def open_page(data: bytes) -> Page:
    """The tree of the page.

    Raises:
        Undecodable: the bytes are no text.
        EmptyFile: there is nothing in it that makes a page.
    """
    decoded = decode(data, charset_of(data))
    source, unread = _shortened(_DATA.sub("data:,", decoded.text))
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_pis=True, huge_tree=False, recover=True)
    try:
        root = etree.fromstring(source.encode("utf-8"), parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    if root is None:
        raise EmptyFile("The page holds no words.", remedy="Save it again if it should hold some.")
    return Page(root, decoded.charset, decoded.quality, (*decoded.unread, *unread, *_stopped(parser)))


def _shortened(source: str) -> tuple[str, tuple[Unread, ...]]:
    if len(source) <= MAX_STRUCTURED:
        return source, ()
    end = source.rfind("<", 0, MAX_STRUCTURED)
    end = end if end > 0 else MAX_STRUCTURED
    return source[:end], (Unread(f"everything after line {source.count(chr(10), 0, end) + 1}", "the page is too long"),)


def _stopped(parser: etree.HTMLParser) -> tuple[Unread, ...]:
    """Where the reader gave up, when it did: nested too deep, or one stretch too long."""
    for entry in parser.error_log:
        if entry.level == etree.ErrorLevels.FATAL:
            return (
                Unread(f"everything after line {entry.line}", "the page is nested too deep or holds too long a part"),
            )
    return ()


def charset_of(data: bytes) -> Charset:
    """A byte order mark speaks first, then what the page declares if its bytes agree, then its bytes alone.

    Raises:
        Undecodable: the bytes are no text.
    """
    stated = marked(data)
    if stated is not None or unmarked_wide(data[:SAMPLE]) is not None or looks_binary(data):
        return stated or detect(data)
    name = declared_charset(data)
    return Charset(name) if name and _agrees(data, name) else detect(data)


def declared_charset(data: bytes) -> str | None:
    """The character set that the page's first lines name, as Python calls it; None when they name none that is known."""
    head = without_comments(data[:SAMPLE].decode("latin-1")).encode("latin-1")
    for pattern in _DECLARED:
        for found in pattern.finditer(head):
            name = _known(found.group(1).decode("ascii", "replace").lower())
            if name:
                return name
    return None


def without_comments(source: str) -> str:
    """The source without its comments; one that has no end hides all that follows."""
    kept: list[str] = []
    at = 0
    while (start := source.find("<!--", at)) >= 0:
        kept.append(source[at:start])
        end = source.find("-->", start + 4)
        if end < 0:
            return "".join(kept)
        at = end + 3
    return "".join(kept) + source[at:]


def _known(label: str) -> str | None:
    if label in _ON_THE_WEB:
        return _ON_THE_WEB[label]
    try:
        "a".encode(label)
        return codecs.lookup(label).name
    except (LookupError, UnicodeError, ValueError):
        return None


def _agrees(data: bytes, name: str) -> bool:
    """Whether the bytes can be what is declared: nearly all can be read, and they are not UTF-8 under another name."""
    if data.isascii():
        return True
    if name != "utf-8":
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            pass
        else:
            return False
    text = data.decode(name, "surrogateescape")
    lost = sum(1 for c in text if "\ud800" <= c <= "\udfff")
    beyond = sum(1 for c in text if c > "\x7f")
    return lost * 20 <= beyond
