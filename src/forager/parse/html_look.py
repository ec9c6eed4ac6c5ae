"""What a reader of a page sees of an element: hidden text is no text, whatever hides it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

Declarations = dict[str, str]

_HIDING = """
hidden hide d-none is-hidden u-hidden invisible sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only
element-invisible offscreen off-screen
"""
_HIDING_CLASSES = frozenset(_HIDING.split())
_SHOWN_AGAIN = re.compile(r"(?:xs|sm|md|lg|xl|2xl):\S+|(?:d|visible)-(?:xs|sm|md|lg|xl|xxl)-?\S*")
_SELECTOR = re.compile(r"([a-z][a-z0-9]*)?(?:([.#])([\w-]+))?", re.IGNORECASE)
_CSS_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_ZERO = re.compile(r"0+(?:\.0+)?(?:px|pt|em|rem|%|vw|vh|in|cm|mm)?")
_TINY = re.compile(r"(?:0+(?:\.\d+)?|1)(?:px|pt|%)?|0+(?:\.[0-4]\d*)?(?:em|rem)")
_FAR = re.compile(r"-\s*(?:\d{3,}(?:\.\d+)?(?:px|pt|%)|\d{2,}(?:\.\d+)?(?:em|rem|vw|vh|in|cm))")
_HEX = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})(?:[0-9a-f]{0,2})?")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})\D+(\d{1,3})\D+(\d{1,3})(?:\s*[,/]\s*([\d.]+)%?)?\s*\)")
_NAMED: dict[str, tuple[int, int, int]] = {
    "white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245), "ghostwhite": (248, 248, 255), "floralwhite": (255, 250, 240),
    "red": (255, 0, 0), "lime": (0, 255, 0), "green": (0, 128, 0), "blue": (0, 0, 255), "yellow": (255, 255, 0),
    "gray": (128, 128, 128), "grey": (128, 128, 128), "silver": (192, 192, 192), "navy": (0, 0, 128),
}  # fmt: skip
_CLOSE = 12
"""Two colours whose parts differ by no more than this (of 255) cannot be told apart."""

Colour = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class Look:
    """What an element hands down to the text in it; ``background`` None means it is not known."""

    colour: Colour = (0, 0, 0)
    background: Colour = (255, 255, 255)
    visible: bool = True
    sized: bool = True
    clear: bool = False

    @property
    def shows(self) -> bool:
        """Whether text of this look can be read."""
        if not self.visible or not self.sized or self.clear:
            return False
        if self.colour is None or self.background is None:
            return True
        return any(abs(a - b) > _CLOSE for a, b in zip(self.colour, self.background, strict=True))


class StyleSheet:
    """The page's own style rules with simple selectors ("p", ".note", "p.note", "#note"), outside media queries."""

    def __init__(self, root: etree._Element) -> None:
        """Read the rules of all style elements; of two rules with one selector the later wins."""
        self._rules: dict[str, Declarations] = {}
        for node in root.iter("style"):
            for selector, body in _rules("".join(str(part) for part in node.itertext())):
                for name in selector.split(","):
                    self._add(name.strip(), body)

    def _add(self, name: str, body: str) -> None:
        found = _SELECTOR.fullmatch(name)
        if found and name:
            tag, mark, word = found.groups()
            key = f"{(tag or '').lower()}{mark or ''}{word or ''}"
            self._rules.setdefault(key, {}).update(declarations(body))

    def of(self, node: etree._Element, tag: str) -> Mapping[str, str]:
        """What is declared for an element, the nearest declaration winning."""
        own = node.get("style")
        if not self._rules:
            return declarations(own) if own else {}
        found: Declarations = {}
        for key in self._keys(node, tag):
            found.update(self._rules.get(key, {}))
        return {**found, **declarations(own)} if own else found

    @staticmethod
    def _keys(node: etree._Element, tag: str) -> Iterator[str]:
        classes = (node.get("class") or "").split()
        yield tag
        yield from (f".{name}" for name in classes)
        yield from (f"{tag}.{name}" for name in classes)
        if node.get("id"):
            yield f"#{node.get('id')}"
            yield f"{tag}#{node.get('id')}"


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Selector lists and bodies that stand outside every other block."""
    sheet = _CSS_COMMENT.sub(" ", sheet)
    depth, start, selector = 0, 0, ""
    for brace in _BRACE.finditer(sheet):
        if brace.group() == "{":
            selector = sheet[start : brace.start()].rsplit(";", 1)[-1].strip() if depth == 0 else selector
            depth += 1
            inner = brace.end()
        elif depth:
            depth -= 1
            if depth == 0 and not selector.startswith("@"):
                yield selector, sheet[inner : brace.start()]
        start = brace.end()


def declarations(style: str) -> Declarations:
    """Names and values of a style attribute or a rule's body, in lower case."""
    pairs = (part.split(":", 1) for part in style.lower().split(";") if ":" in part)
    return {name.strip(): value.replace("!important", "").strip() for name, value in pairs}


def is_gone(node: etree._Element, tag: str, style: Mapping[str, str]) -> bool:
    """Whether an element with all that is in it is not shown."""
    if node.get("hidden") is not None or (node.get("aria-hidden") or "").lower() == "true":
        return True
    if tag == "dialog" and node.get("open") is None:
        return True
    return _hides_by_class(node.get("class") or "") or (bool(style) and _hides_by_style(style))


def _hides_by_class(names: str) -> bool:
    found = names.lower().split()
    return any(name in _HIDING_CLASSES for name in found) and not any(_SHOWN_AGAIN.fullmatch(name) for name in found)


def _hides_by_style(style: Mapping[str, str]) -> bool:
    if style.get("display") == "none" or style.get("mso-hide") == "all" or style.get("content-visibility") == "hidden":
        return True
    if _ZERO.fullmatch(style.get("opacity", "")) or re.search(r"opacity\(\s*0+%?\s*\)", style.get("filter", "")):
        return True
    if re.match(r"(?:rect\(\s*[01]|inset\(\s*(?:[5-9]\d|100)%)", style.get("clip-path", style.get("clip", ""))):
        return True
    if re.search(r"scale\(\s*0(?:\.0+)?\s*[,)]", style.get("transform", "")):
        return True
    return _is_clipped_away(style) or _is_moved_away(style)


def _is_clipped_away(style: Mapping[str, str]) -> bool:
    """A box of no size that lets nothing stand out."""
    if not {style.get("overflow"), style.get("overflow-x"), style.get("overflow-y")} & {"hidden", "clip"}:
        return False
    return any(_TINY.fullmatch(style.get(name, "")) for name in ("width", "height", "max-height", "max-width"))


def _is_moved_away(style: Mapping[str, str]) -> bool:
    if _FAR.fullmatch(style.get("text-indent", "")):
        return True
    placed = style.get("position") in {"absolute", "fixed"}
    return placed and any(
        _FAR.fullmatch(style.get(side, "")) for side in ("left", "right", "top", "bottom", "margin-left")
    )


def look_of(node: etree._Element, style: Mapping[str, str], above: Look) -> Look:
    """How text directly in an element looks."""
    colour = style.get("color") or node.get("color") or node.get("text")
    ground = style.get("background-color") or style.get("background") or node.get("bgcolor")
    if not (colour or ground or {"visibility", "font-size", "font"} & style.keys()):
        return above
    return Look(
        _colour(colour) if colour and colour != "inherit" else above.colour,
        _ground(ground, above.background) if ground else above.background,
        style["visibility"] not in {"hidden", "collapse"} if "visibility" in style else above.visible,
        _is_sized(style, above=above.sized),
        _is_clear(colour) if colour else above.clear,
    )


def _is_sized(style: Mapping[str, str], *, above: bool) -> bool:
    size = style.get("font-size", "0" if re.match(r"0(?:px)?\s*/", style.get("font", "")) else "")
    if not size or _TINY.fullmatch(size):
        return above and not size
    relative = (size.endswith(("em", "%")) and not size.endswith("rem")) or size in {"inherit", "larger", "smaller"}
    return above if relative else True


def _is_clear(colour: str) -> bool:
    found = _RGB.fullmatch(colour.strip())
    return colour.strip() == "transparent" or bool(found and found[4] and float(found[4] or 1) == 0)


def _colour(written: str) -> Colour:
    """Red, green and blue from 0 to 255; None for what is not understood."""
    word = written.strip().lower()
    if word in _NAMED:
        return _NAMED[word]
    rgb, hexed = _RGB.fullmatch(word), _HEX.fullmatch(word)
    if rgb:
        return int(rgb[1]), int(rgb[2]), int(rgb[3])
    if not hexed:
        return None
    digits = hexed[1] if len(hexed[1]) == 6 else "".join(c * 2 for c in hexed[1])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _ground(written: str, above: Colour) -> Colour:
    """The background's colour: None when a picture lies there, the one above when none is painted."""
    word = written.strip().lower()
    if "url(" in word or "gradient" in word:
        return None
    if word in {"none", "transparent", "inherit", "initial"}:
        return above
    return next((found for found in (_colour(part) for part in (word, *word.split())) if found), None)
