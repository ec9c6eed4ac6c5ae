"""A line that dates its document: "Version 2, 12 March 2026", "Minutes of 3 May 2026", "Last updated: …", never a sentence about a day.

The date in the line stands as "@"; what is left must be one of a few whole forms. A line with two dates, or with words of its own beside
the date, dates nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from forager.parse.written_date import written_dates

LONGEST = 120
"""Characters of a line that only dates its document."""


class Strength(IntEnum):
    """How surely a line dates its document: its own day, or only when it was last touched."""

    OWN = 0
    TOUCHED = 1


@dataclass(frozen=True, slots=True)
class Dateline:
    """The date as written, and how surely it is the document's own."""

    written: str
    strength: Strength


_WEEKDAYS = (
    "monday mon tuesday tues tue wednesday wed thursday thurs thu friday fri saturday sat sunday sun "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag"
)
_CLOCK = r"(?:,? (?:at |um )?\d{1,2}[:.]\d\d(?: ?(?:am|pm|uhr|utc|gmt|cet|cest))?(?: ?[-\u2013] ?\d{1,2}[:.]\d\d)?)?"
_DAY = rf"[(\[]?(?:(?:{'|'.join(_WEEKDAYS.split())})\.?,? )?(?:the )?@{_CLOCK}[)\]]?"
_JOINT = r"(?: ?[,;:/|·•\u2013—(-])?(?: ?(?:of|from|dated|as of|as at|on|held on|vom|am)\b)? ?"
_NUMBER = r"(?:no\.? ?|number )?(?:\d{1,4}(?:\.\d{1,4}){0,3}|[a-z])\b"
_STATE = r"(?:(?:first|second|third|fourth|initial|preliminary|working|final) )?(?:draft|final|proposal|outline)"
_VERSION = (
    rf"(?:(?:version|ver\.?|v\.?|rev\.?|revision|edition|issue|draft) ?:? ?{_NUMBER}(?:[ ,-]+\(?{_STATE}\)?)?"
    rf"|(?:first|second|third|fourth|fifth|final|initial|revised) (?:version|edition|revision|issue)|{_STATE})"
)
_THIS = (
    r"(?:(?:this|the) (?:document|page|paper|plan|policy|guide|handbook|manual|report|memo|note|version|list|text|file|edition)"
    r"(?: (?:is|was))? )?"
)
_OWN_LABEL = (
    r"(?:date|dated|date issued|issued|published|written|prepared|compiled|drafted|posted|as of|as at|status as of|state of|"
    r"current as of|correct as of|valid as of|stand|stand vom|datum)"
)
_TOUCHED_LABEL = (
    r"(?:last )?(?:updated|modified|changed|revised|edited|reviewed)|last (?:update|change|revision|review|modification)|"
    r"(?:zuletzt )?(?:geändert|aktualisiert)|letzte änderung"
)
_AFTER_LABEL = r" ?[:\u2013—-]? ?(?:on |at |in |am |vom )?"
_WORDS = r"(?:[\w'\u2019&/.-]+ ){0,5}?"
_MEETING = r"(?:meeting|sitting|session|call|assembly|board|council|committee|sync|stand-?up|retrospective|sitzung|besprechung)"
_OF_MEETING = rf"(?: of| from| for| der)?(?: ?[:\u2013—-])?(?: the| our| a)? {_WORDS}{_MEETING}"
_MINUTES = rf"{_WORDS}(?:minutes|meeting notes|protokoll)(?:{_OF_MEETING})?"
_NOUN = (
    r"(?:report|memo|memorandum|letter|newsletter|bulletin|statement|summary|status|update|note|notes|circular|notice|log|entry|plan|"
    r"specification|spec|policy|proposal|handbook|manual|guide|bericht|vermerk|notiz|rundschreiben|snapshot|overview|inventory)"
)
_NOT_MINUTES = r"(?!(?:the |your |our )?(?:last|final|first|dying|five|ten|twenty|thirty|sixty|closing) minutes)"


def _whole(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


_ANYWHERE = (
    rf"{_DAY}",
    rf"{_VERSION}{_JOINT}{_DAY}",
    rf"{_DAY}{_JOINT}{_VERSION}\)?",
    rf"{_THIS}{_OWN_LABEL}{_AFTER_LABEL}{_DAY}",
    rf"{_NOT_MINUTES}{_MINUTES}{_JOINT}{_DAY}",
    rf"{_DAY} ?[,:\u2013—-]? ?{_MINUTES}",
)
_OWN_LINE = _whole(*_ANYWHERE)
_OWN_TITLE = _whole(
    *_ANYWHERE,
    rf"{_WORDS}{_NOUN}{_JOINT}{_DAY}",
    rf"{_DAY} ?[,:\u2013—-]? ?{_WORDS}(?:{_NOUN}|{_MEETING})",
    rf"[^@]{{1,80}}?(?: ?[,|·•\u2013—(]| -) ?{_VERSION}{_JOINT}{_DAY}\)?",
    rf"[^@]{{1,80}}?(?: ?[,|·•\u2013—(]| -) ?{_DAY}{_JOINT}{_VERSION}\)?",
)
_OWN_SENTENCE = _whole(rf"{_VERSION}{_JOINT}{_DAY}", rf"{_THIS}(?:dated|published|issued){_AFTER_LABEL}{_DAY}")
_TOUCHED = _whole(rf"{_THIS}(?:{_TOUCHED_LABEL}){_AFTER_LABEL}{_DAY}")
_VERSION_LINE = re.compile(rf"(?P<version>{_VERSION})(?:{_JOINT}{_DAY})?|{_DAY}{_JOINT}(?P<later>{_VERSION})\)?")
_NAMED = re.compile(r"(?:[A-ZÄÖÜ][\w'\u2019.-]*\s){0,3}[A-ZÄÖÜ][\w'\u2019.-]*,\s(?:den |the )?@")
"""Who or where, and when, as letters and reports open: "Berlin, 3 May 2026"."""


def of_title(line: str) -> Dateline | None:
    """How a title or heading dates its document, if it does."""
    return _read(line, _OWN_TITLE)


def of_line(line: str) -> Dateline | None:
    """How a line of its own near the top does; also one of its parts between bars or dots ("Ann Lee | 3 May 2026 | internal")."""
    whole = _read(line, _OWN_LINE) or _named(line)
    if whole is not None or len(line) > LONGEST:
        return whole
    parts = re.split(r" [|·•] ", line)
    found = [each for each in (_read(part, _OWN_LINE) for part in parts) if each is not None] if len(parts) > 1 else []
    return found[0] if len(found) == 1 else None


def of_sentence(text: str) -> Dateline | None:
    """How the first sentence of a paragraph does ("Version 1, 12 March 2026. This plan …")."""
    for stop in re.finditer(r"\.\s", text[:LONGEST]):
        found = _read(text[: stop.start()], _OWN_SENTENCE)
        if found is not None:
            return found
    return None


def version_of(line: str) -> str:
    """The version that a line of its own, or a first sentence, gives its document ("Version 2, 12 March 2026"), or empty."""
    for words in (line, *(line[: stop.start()] for stop in re.finditer(r"\.\s", line[:LONGEST]))):
        found = _VERSION_LINE.fullmatch((_marked(words)[1] or _plain(words)).casefold())
        if found is not None:
            return found["version"] or found["later"]
    return ""


def _read(line: str, own: re.Pattern[str]) -> Dateline | None:
    written, words = _marked(line)
    if not written:
        return None
    plain = words.casefold()
    if _TOUCHED.fullmatch(plain):
        return Dateline(written, Strength.TOUCHED)
    return Dateline(written, Strength.OWN) if own.fullmatch(plain) else None


def _named(line: str) -> Dateline | None:
    written, words = _marked(line)
    return Dateline(written, Strength.OWN) if written and _NAMED.fullmatch(words) else None


def _marked(line: str) -> tuple[str, str]:
    """The only date of a short line, and the line with "@" in its place and without marks of emphasis; empty when there is none or more."""
    plain = _plain(line)
    found = written_dates(plain) if 0 < len(plain) <= LONGEST else ()
    if len(found) != 1:
        return "", ""
    start, end = found[0]
    return plain[start:end], f"{plain[:start]}@{plain[end:]}"


def _plain(line: str) -> str:
    return " ".join(re.sub(r"[*_`#\\@]+", " ", line).split()).rstrip(" .")
