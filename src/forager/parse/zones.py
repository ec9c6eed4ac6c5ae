"""What a line or paragraph is for, told from its own words: the rules are data, each with examples in its test."""

# ruff: noqa: RUF001 - typographic signs are what these tables look for

from __future__ import annotations

import re

from forager.model.document import Zone
from forager.parse.pieces import Span, strip_span

_VERBS = """
is are was were am be been has have had do does did will would shall should can could may might must
isn't aren't wasn't won't can't don't says said say tells told asks asked agrees agreed decides decided
thinks thought knows knew wants wanted needs needed means meant makes made goes went gets got takes took
gives gave comes came sees saw finds found shows showed includes included requires required reads wrote
explains explained reports reported confirms confirmed adds added replied notes noted follows
"""
_OPENERS = (
    "i we you he she it they this that these those there here who which what dear hi hello hey please if when because"
)
_ADMONITIONS = """
note nb n.b. fyi ps p.s. pps warning caution attention important tip hint example e.g. i.e. remark reminder
disclaimer notice
"""

FINITE_VERBS = frozenset(_VERBS.split())
NOT_LABEL_START = frozenset(_OPENERS.split())
ADMONITIONS = frozenset((*_ADMONITIONS.split(), "please note"))

_LABEL = re.compile(r"[^\W_][^.?!;,:\"“”<>{}\[\]|=\\]*", re.UNICODE)
_EMPHASIS = "*_`"

BULLET = re.compile(
    r"[ \t]*(?P<mark>[-*+•‣◦▪●○–—·]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|[A-Z]\))[ \t]+(?P<box>\[[ xX]\][ \t]+)?(?=\S)"
)
CAPTION = re.compile(
    r"(?:table|figure|fig\.|chart|exhibit|abbildung|tabelle)\s*\d+(?:\.\d+)*\s*[.:–—-]\s*\S", re.IGNORECASE
)
CONTENTS_TITLE = re.compile(r"(?:table of )?contents|toc|inhaltsverzeichnis|inhalt", re.IGNORECASE)
CONTENTS_LINE = re.compile(r"\S.*?(?:[ \t]?\.){3,}[ \t]*(?:\d{1,4}|[ivxl]+)[ \t]*$|\S.*?\S(?:\t+| {5,})\d{1,4}[ \t]*$")
RULE = re.compile(r"[ \t]*([-=_*~#+.])[ \t]*(?:\1[ \t]*){2,}$")

SIGN_OFF = re.compile(
    r"(?:(?:with )?(?:best|kind|kindest|warm|warmest|many|my best)(?: (?:regards|wishes|thanks))?|regards|"
    r"thanks(?: again| a lot| so much| very much| in advance| and regards| & regards| and best regards)?|"
    r"many thanks|thank you(?: very much| in advance)?|cheers|sincerely(?: yours)?|yours|"
    r"yours (?:sincerely|faithfully|truly)|respectfully(?: yours)?|cordially|all the best|take care|"
    r"mit freundlichen grüßen|viele grüße|beste grüße|cordialement|bien cordialement|saludos(?: cordiales)?|br|rgds)"
    r"[ \t]*[,.!–—-]?",
    re.IGNORECASE,
)
DEVICE_LINE = re.compile(
    r"(?:sent from my|get outlook for|sent via|von meinem .{1,30} gesendet)\b.{0,60}", re.IGNORECASE
)

LEGAL: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE | re.DOTALL))
    for name, pattern in (
        ("intended recipient", r"\b(?:not|only|solely)\b.{0,60}\bintended (?:recipient|addressee|for)"),
        ("intended solely", r"\bintended (?:solely|only|exclusively) for\b"),
        (
            "confidential mail",
            r"\b(?:this|the) (?:e-?mail|message|communication|transmission)\b.{0,120}\b(?:confidential|privileged)\b",
        ),
        (
            "delete this mail",
            r"\b(?:received|have) this (?:e-?mail|message) in error\b|\breceived .{0,40}\bby mistake\b.{0,80}\bdelete",
        ),
        ("copyright", r"(?:©|\(c\)|\bcopyright)\s+(?:\(c\)\s*|©\s*)?\d{4}\b"),
        ("all rights reserved", r"\ball rights reserved\b"),
        ("unsubscribe", r"\bunsubscribe\b.{0,80}(?:\bclick\b|\blink\b|\bhttps?:|\blist\b)|\bto unsubscribe\b"),
        ("think before printing", r"\bconsider the environment before printing\b"),
        (
            "sole use",
            r"\bthis (?:report|document|paper|proposal|presentation|letter)\b.{0,80}\b(?:sole|exclusive) use of\b",
        ),
        (
            "no reproduction",
            r"\bno part of (?:this|the) .{0,80}\b(?:reproduced|copied|passed on|disclosed|distributed)\b",
        ),
        ("no liability for mail", r"\bviruses?\b.{0,120}\b(?:liability|responsib|damage)"),
    )
)
_NAVIGATION = re.compile(
    r"(?:back to (?:the )?top|next page|previous page|skip to (?:main )?content|home|page \d+ of \d+|page \d+)",
    re.IGNORECASE,
)
_BREADCRUMB = re.compile(r"(?:[^|>»›\n]{1,40}\s[|>»›]\s){2,}[^|>»›\n]{1,40}")
_LINK = re.compile(r"\[[^\[\]\n]*\]\([^()\s]*\)|<https?://[^>\s]*>|https?://\S+")
_CONTACT = re.compile(r"[^\s@]+@[^\s@]+\.[a-z]{2,}|(?:\+|\b0)\d[\d ()/.-]{6,}\d|\bwww\.", re.IGNORECASE)
_SEPARATORS = " \t\n|·•,;/-–—>»›"


def key_value(text: str, start: int, end: int) -> tuple[Span, Span] | None:
    """Label and value of a "Label: value" stretch: at most six words before the colon and no finite verb among them."""
    start, end = strip_span(text, start, end)
    colon = _colon(text, start, min(end, start + 100))
    if colon < 0:
        return None
    label = _strip_marks(text, start, colon)
    value_start = colon + 1
    if label[0] > start:
        while value_start < end and text[value_start] in _EMPHASIS:
            value_start += 1
    if (
        value_start >= end
        or not (text[value_start].isspace() or text[colon] == "：")
        or text[colon + 1 : end].isspace()
    ):
        return None
    value = strip_span(text, value_start, end)
    return (label, value) if value[0] < value[1] and is_label(text[slice(*label)]) else None


def _colon(text: str, start: int, end: int) -> int:
    """The first colon of the first line."""
    stop = text.find("\n", start, end)
    stop = end if stop < 0 else stop
    places = [at for at in (text.find(":", start, stop), text.find("：", start, stop)) if at >= 0]
    return min(places, default=-1)


def _strip_marks(text: str, start: int, end: int) -> Span:
    """The label without emphasis marks around it."""
    start, end = strip_span(text, start, end)
    while start < end and text[start] in _EMPHASIS:
        start += 1
    while end > start and text[end - 1] in _EMPHASIS:
        end -= 1
    return strip_span(text, start, end)


def is_label(label: str) -> bool:
    """Whether words can be the name of a field."""
    words = label.split()
    if not 1 <= len(words) <= 6 or not _LABEL.fullmatch(label) or not any(c.isalpha() for c in label):
        return False
    lower = [word.casefold() for word in words]
    if lower[0] in NOT_LABEL_START or label.casefold() in ADMONITIONS or max(map(len, words)) > 30:
        return False
    if label.count("(") != label.count(")"):
        return False
    return FINITE_VERBS.isdisjoint(lower)


def is_legal(paragraph: str) -> bool:
    """A confidentiality notice, a copyright line, an unsubscribe line."""
    return any(pattern.search(paragraph[:2000]) for _, pattern in LEGAL)


def is_navigation(paragraph: str) -> bool:
    """Nothing but ways to other places: links only, a menu, a breadcrumb."""
    short = paragraph.strip()
    if len(short) > 600:
        return False
    links = len(_LINK.findall(short))
    if links >= 2 and not _LINK.sub("", short).strip(_SEPARATORS):
        return True
    return bool(_NAVIGATION.fullmatch(short) or ("\n" not in short and _BREADCRUMB.fullmatch(short)))


def is_sign_off(line: str) -> bool:
    """A line that ends a letter."""
    return len(line) <= 60 and SIGN_OFF.fullmatch(line.strip()) is not None


def is_contact_block(paragraph: str) -> bool:
    """Short lines with an address or a number and no sentence: who wrote, and how to reach them."""
    lines = [line.strip() for line in paragraph.strip().split("\n")]
    if not 2 <= len(lines) <= 8 or any(len(line.split()) > 8 or line.endswith((".", ":", ";")) for line in lines):
        return False
    return any(_CONTACT.search(line) for line in lines) and not any(BULLET.match(line) for line in lines)


def excluded_zone(paragraph: str) -> Zone | None:
    """The zone of a paragraph that is no statement whatever it says, or None."""
    if is_legal(paragraph):
        return Zone.LEGAL
    if is_navigation(paragraph):
        return Zone.NAVIGATION
    if len(paragraph) <= 300 and CAPTION.match(paragraph.lstrip("*_ \t")):
        return Zone.CAPTION
    return None
