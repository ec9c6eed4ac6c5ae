"""What of a page is not its own text: navigation, page headers and footers, menus, notices, lists of links."""

from __future__ import annotations

import re

from lxml import etree

from forager.model.document import Zone

_WORDS = """
nav navbar navigation menu menubar submenu breadcrumbs? crumbs? sidebar sidenav topbar footer footnav cookies? consent gdpr
pagination pager navbox catlinks printfooter noprint editsection reflist toolbar skip-?links? jump-link masthead sitenotice
advert advertisement ads promo newsletter popup modal dropdown hatnote tagcloud headerlink permalink anchor-link
"""
_WHOLE_WORDS = """
share sharing share-(?:buttons|links|bar) social(?:-\\w+)? related(?:-\\w+)? search-?(?:box|form|bar) site-?header references
(?:site|page|global|top)-?(?:header|head) header sistersitebox ambox login(?:-\\w+)? metadata
"""
_ASIDE = re.compile(
    rf"(?:[\w-]*[-_])?(?:{'|'.join(_WORDS.split())})(?:[-_][\w-]*)?|{'|'.join(_WHOLE_WORDS.split())}", re.ASCII
)
_CONTENTS = re.compile(r"(?:[\w-]*[-_])?(?:toc|table-?of-?contents)(?:[-_][\w-]*)?", re.ASCII)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ROLE_NAMES = "alertdialog banner complementary contentinfo dialog menu menubar navigation note search tablist toolbar"
_ROLES: dict[str, Zone] = {
    **dict.fromkeys(_ROLE_NAMES.split(), Zone.NAVIGATION),
    "doc-toc": Zone.CONTENTS,
    "doc-endnotes": Zone.NAVIGATION,
}
_TAGS = frozenset({"nav", "footer", "aside", "menu", "dialog"})
_OWN_TEXT = frozenset({"main", "article", "section", "blockquote", "figure", "details"})
_NEVER = frozenset(
    {"html", "body", "main", "article", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tbody", "tr", "td", "th"}
)
SHARE = 0.5
"""An element with more than this share of the page's text is not put aside for its class alone: it is the page."""

_LENGTH = etree.XPath("string-length(normalize-space(.))")
_MAIN = etree.XPath("boolean(.//main | .//article | .//*[@role='main'])")
_H1 = etree.XPath("count(.//h1)")
_HEADED = etree.XPath("boolean(.//h1 | .//h2 | .//h3 | .//h4 | .//h5 | .//h6)")
_BOXES = frozenset({"div", "ul", "ol", "nav", "form", "aside", "p"})


class Asides:
    """Tells the parts of one page that stand beside its text."""

    def __init__(self, root: etree._Element) -> None:
        """Measure the page."""
        self._size = _number(_LENGTH(root))
        self._titles = _number(_H1(root))

    def zone_of(self, node: etree._Element, tag: str) -> Zone | None:
        """NAVIGATION or CONTENTS for an element that stands beside the text, else None."""
        role = (node.get("role") or "").lower()
        if tag in _TAGS:
            return self._contents(node) or (None if self._holds_text(node) else Zone.NAVIGATION)
        if role in _ROLES and tag not in {"html", "body", "main"}:
            return _ROLES[role] if role != "banner" or self._is_header(node) else None
        if tag == "header":
            return Zone.NAVIGATION if self._is_header(node) else None
        if tag in _NEVER:
            return None
        if tag == "form":
            return Zone.NAVIGATION if self._is_small(node) else None
        return self._by_class(node)

    def _by_class(self, node: etree._Element) -> Zone | None:
        contents = self._contents(node)
        if contents or any(_ASIDE.fullmatch(name) for name in _names(node)):
            return (contents or Zone.NAVIGATION) if self._is_small(node) and not self._holds_text(node) else None
        return None

    def _contents(self, node: etree._Element) -> Zone | None:
        return Zone.CONTENTS if any(_CONTENTS.fullmatch(name) for name in _names(node)) else None

    def _is_header(self, node: etree._Element) -> bool:
        """A page's header, not the head of an article, and not one that holds the page's only title."""
        inside = any(above.tag in _OWN_TEXT for above in node.iterancestors())
        holds_title = self._titles > 0 and _number(_H1(node)) == self._titles
        return not inside and not holds_title and not self._holds_text(node)

    def _holds_text(self, node: etree._Element) -> bool:
        return bool(_MAIN(node))

    def _is_small(self, node: etree._Element) -> bool:
        return _number(_LENGTH(node)) <= SHARE * self._size


def _names(node: etree._Element) -> list[str]:
    """Classes and the id, each in lower case with humps as hyphens; the id of a section repeats its heading and says nothing."""
    names = (node.get("class") or "").split()
    if node.get("id") and node.tag in _BOXES and not _HEADED(node):
        names += (node.get("id") or "").split()
    return [_HUMP.sub("-", name).lower() for name in names]


def _number(found: object) -> float:
    return float(found) if isinstance(found, (int, float)) else 0.0
