"""The visible text of one Word paragraph, and what in it is not text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from forager.parse.decode import normalise
from forager.parse.docx_package import attribute, child, children, local

_BREAKS = {"tab": "\t", "ptab": "\t", "cr": "\n", "br": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_SKIPPED = frozenset(
    {"pPr", "rPr", "instrText", "delInstrText", "fldData", "rt", "txbxContent", "sdtPr", "tcPr", "tblPr", "footnoteRef"}
)
_DELETED = frozenset({"del", "moveFrom", "delText"})
_PICTURES = {
    "pic": "picture",
    "imagedata": "picture",
    "chart": "chart",
    "relIds": "diagram",
    "OLEObject": "embedded object",
}


@dataclass(slots=True)
class Tally:
    """What was met and not read, counted over a document."""

    counts: Counter[str] = field(default_factory=Counter)
    inserted: int = 0
    equations: int = 0

    def met(self, what: str) -> None:
        """One more of its kind."""
        self.counts[what] += 1


def paragraph_text(paragraph: etree._Element, tally: Tally) -> str:
    """The paragraph as a reader sees it: insertions are read, deletions, hidden text and field codes are not."""
    return normalise("".join(_pieces(paragraph, tally)))


def _pieces(node: etree._Element, tally: Tally) -> Iterator[str]:
    for part in node:
        if not isinstance(part.tag, str):
            continue
        name = local(part)
        if name == "t":
            yield part.text or ""
        elif name in _BREAKS:
            yield _BREAKS[name]
        elif name == "sym":
            yield _symbol(part)
        elif not _is_unread(part, name, tally):
            inner = _alternative(part) if name == "AlternateContent" else part
            yield from _pieces(inner, tally) if inner is not None else ()


def _is_unread(part: etree._Element, name: str, tally: Tally) -> bool:
    """Whether an element holds no visible text; what a reader might miss is counted."""
    tally.inserted += name in {"ins", "moveTo"}
    tally.equations += name == "oMath"
    if name in _PICTURES:
        tally.met(_PICTURES[name])
    elif name in _DELETED:
        _note_deletion(part, tally)
    elif name == "r" and _is_hidden(part):
        if any((text.text or "").strip() for text in part.iter("{*}t")):
            tally.met("hidden passage")
    elif name == "sdt" and is_unfilled(part):
        tally.met("unfilled field")
    else:
        return name in _SKIPPED
    return True


def is_unfilled(control: etree._Element) -> bool:
    """Whether a content control shows only its prompt."""
    return child(control, "sdtPr", "showingPlcHdr") is not None


def _symbol(part: etree._Element) -> str:
    code = attribute(part, "char")
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return "\ufffd"


def _note_deletion(part: etree._Element, tally: Tally) -> None:
    if any((text.text or "").strip() for text in part.iter("{*}delText", "{*}t")):
        tally.met("passage deleted with tracked changes")


def _alternative(part: etree._Element) -> etree._Element | None:
    """Of two drawings of one thing, the newer form is read."""
    return next(children(part, "Choice"), None) if child(part, "Choice") is not None else child(part, "Fallback")


def _is_hidden(run: etree._Element) -> bool:
    node = child(run, "rPr", "vanish")
    return node is not None and attribute(node, "val") not in {"0", "false", "off"}


def text_boxes(paragraph: etree._Element) -> Iterator[etree._Element]:
    """The text boxes drawn in a paragraph, each once although it may be stored in two forms."""
    for box in paragraph.iter("{*}txbxContent"):
        above = list(box.iterancestors())
        inner = above[: above.index(paragraph)] if paragraph in above else above
        if any(local(node) == "txbxContent" for node in inner):
            continue
        if not any(local(node) == "Fallback" and _is_told_twice(node) for node in inner):
            yield box


def _is_told_twice(fallback: etree._Element) -> bool:
    """Whether the newer form beside it holds a text box too."""
    return any(
        next(choice.iter("{*}txbxContent"), None) is not None
        for choice in fallback.itersiblings("{*}Choice", preceding=True)
    )
