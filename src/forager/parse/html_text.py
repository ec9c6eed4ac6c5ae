"""The text of an HTML message body: what a reader sees, in lines, with quotations marked ">" as mail programs do."""

from __future__ import annotations

import re

from lxml import etree

_HIDDEN = frozenset({"script", "style", "head", "title", "template", "noscript", "object", "svg"})
_BLOCKS = """
address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li
main nav ol p pre section table tbody tfoot thead tr ul
"""
_BLOCK = frozenset(_BLOCKS.split())
_PARAGRAPH = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "blockquote", "pre", "hr"})
_SPACES = re.compile(r"[ \t\r\n\f\v]+")
_INVISIBLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt)?\s*(?:;|$)",
    re.IGNORECASE,
)


def html_to_text(html: str) -> str:
    """Visible text; blocks on lines of their own, paragraphs parted by a blank line, cells by tabs, quotations by "> "."""
    try:
        root = etree.fromstring(html.encode("utf-8", "replace"), _parser())
    except (etree.XMLSyntaxError, ValueError):
        return ""
    if root is None:
        return ""
    writer = _Writer()
    for event, node in etree.iterwalk(root, events=("start", "end")):
        if not isinstance(node.tag, str):
            writer.say(node.tail if event == "end" else None)
        elif event == "start":
            writer.enter(node.tag, node)
        else:
            writer.leave(node.tag, node)
    return writer.text()


def _parser() -> etree.HTMLParser:
    """No network, no comments, and nesting as deep as a hostile message may be."""
    return etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True)


class _Writer:
    """Collects lines while the tree is walked."""

    def __init__(self) -> None:
        self._lines: list[tuple[int, str]] = []
        self._current: list[str] = []
        self._quotes = 0
        self._hidden = 0
        self._pre = 0

    def enter(self, tag: str, node: etree._Element) -> None:
        """An element begins."""
        if self._hidden or tag in _HIDDEN or _INVISIBLE.search(node.get("style") or ""):
            self._hidden += 1
            return
        if tag in _BLOCK or tag == "br":
            self._break(blank=tag in _PARAGRAPH)
        if tag == "blockquote":
            self._quotes += 1
        elif tag == "li":
            self._current.append("- ")
        elif tag in {"td", "th"} and "".join(self._current).strip():
            self._current.append("\t")
        self._pre += tag == "pre"
        self.say(node.text)

    def leave(self, tag: str, node: etree._Element) -> None:
        """An element ends; what follows it belongs to its parent."""
        if self._hidden:
            self._hidden -= 1
        else:
            if tag in _BLOCK:
                self._break(blank=tag in _PARAGRAPH)
            if tag == "blockquote":
                self._quotes -= 1
            self._pre -= tag == "pre"
        self.say(node.tail)

    def say(self, words: str | None) -> None:
        """Words stand in the current line, runs of blanks as one."""
        if not words or self._hidden:
            return
        if self._pre:
            *whole, last = words.split("\n")
            for line in whole:
                self._current.append(line)
                self._break(blank=False)
            self._current.append(last)
        else:
            self._current.append(_SPACES.sub(" ", words))

    def _break(self, *, blank: bool) -> None:
        if self._current == ["- "]:
            return
        line = "".join(self._current)
        line = line.rstrip() if self._pre else re.sub(r" ?\t ?", "\t", re.sub(r" {2,}", " ", line)).strip()
        self._current = []
        if line.strip():
            self._lines.append((self._quotes, line))
        if blank and self._lines and self._lines[-1][1]:
            self._lines.append((self._quotes, ""))

    def text(self) -> str:
        """All lines."""
        self._break(blank=False)
        while self._lines and not self._lines[-1][1]:
            self._lines.pop()
        return "\n".join(f"{'> ' * quotes}{line}".rstrip() for quotes, line in self._lines)
