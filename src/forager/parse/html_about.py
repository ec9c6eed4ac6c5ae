"""What a page says about itself: its title, date, authors, language and address."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from forager.model.document import DocumentDate
from forager.parse.dating import date_from_lines
from forager.parse.decode import normalise
from forager.parse.language import language_of
from forager.parse.people import Person, people_in
from forager.parse.pieces import Piece
from forager.parse.text import title_of
from forager.parse.written_date import read_date

Named = tuple[tuple[str, str], ...]

PUBLISHED = (
    "article:published_time", "date", "dc.date", "dc.date.issued", "dcterms.date", "dcterms.issued", "dcterms.created",
    "datepublished", "publish-date", "publication_date", "pubdate", "citation_publication_date", "article:published",
)  # fmt: skip
CHANGED = (
    "article:modified_time", "og:updated_time", "last-modified", "dcterms.modified", "dc.date.modified", "datemodified",
    "revised", "creation_date",
)  # fmt: skip
AUTHORS = ("author", "dc.creator", "dcterms.creator", "article:author", "citation_author", "parsely-author")
MAX_VALUE = 1_000
_BYLINE_CLASSES = "byline dateline published pubdate entry-date post-date post-meta article-date article-meta updated"
_BYLINE = re.compile(rf"(?:^|[\s_-])(?:{'|'.join(_BYLINE_CLASSES.split())})(?:$|[\s_-])")


def properties_of(root: etree._Element) -> Named:
    """The page's title element, its metadata and its canonical address, in page order."""
    found: list[tuple[str, str]] = []
    for node in root.iter("title", "meta", "link"):
        if node.tag == "title":
            found += [("title", _plain(node.text))] if not any(name == "title" for name, _ in found) else []
        elif node.tag == "meta":
            name = node.get("name") or node.get("property") or node.get("itemprop") or ""
            found.append((name.strip().lower(), _plain(node.get("content"))))
        elif "canonical" in (node.get("rel") or "").lower().split():
            found.append(("canonical", _plain(node.get("href"))))
    return tuple((name, value) for name, value in found if name and value and not value.lower().startswith("data:"))


def _plain(words: str | None) -> str:
    return " ".join(normalise(words or "").split())[:MAX_VALUE]


def title_for(properties: Named, text: str, pieces: list[Piece]) -> str:
    """The title element, unless it is the first heading with the site's name added; else the first heading."""
    stated = next((value for name, value in properties if name == "title"), "")
    heading = title_of(text, pieces)
    named = stated.casefold().startswith(heading.casefold()) or (heading in stated and len(heading) * 2 > len(stated))
    return heading if heading and (not stated or named) else stated


def date_for(
    root: etree._Element, properties: Named, text: str, pieces: Sequence[Piece]
) -> tuple[DocumentDate | None, tuple[str, ...]]:
    """When it was published, by its metadata, a "Date:" line or its byline; else when it was last changed."""
    stated = _from_metadata(properties, PUBLISHED)
    if stated is not None:
        return stated, ()
    written, warnings = date_from_lines(text, pieces)
    return written or _from_byline(root) or _from_metadata(properties, CHANGED), warnings


def _from_metadata(properties: Named, names: tuple[str, ...]) -> DocumentDate | None:
    for wanted in names:
        for name, value in properties:
            iso, precision = read_date(value) if name == wanted else ("", None)
            if iso and precision is not None:
                return DocumentDate(iso, precision.value, f'page metadata "{wanted}"')
    return None


def _from_byline(root: etree._Element) -> DocumentDate | None:
    """The first time that is marked as the page's own."""
    for node in root.iter("time"):
        if not _is_own(node):
            continue
        iso, precision = read_date(node.get("datetime") or "".join(str(part) for part in node.itertext()))
        if iso:
            return DocumentDate(iso, precision.value, "the time in the byline")
    return None


def _is_own(node: etree._Element) -> bool:
    if node.get("pubdate") is not None or "datepublished" in (node.get("itemprop") or "").lower():
        return True
    near = [node, *list(node.iterancestors())[:3]]
    return any(
        _BYLINE.search((each.get("class") or "").lower()) or (each.tag == "header" and _in_article(each))
        for each in near
    )


def _in_article(header: etree._Element) -> bool:
    return next(header.iterancestors("article", "main"), None) is not None


def people_for(properties: Named) -> tuple[Person, ...]:
    """Authors in the metadata; an address of a page is no name."""
    return people_in(*((value, "author") for name, value in properties if name in AUTHORS and "://" not in value))


def language_for(root: etree._Element, text: str) -> str:
    """What the page states, else what its words show."""
    stated = (
        root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang") or ""
    ).lower()
    found = re.match(r"[a-z]{2}(?![a-z])", stated)
    return found.group() if found else language_of(text)
