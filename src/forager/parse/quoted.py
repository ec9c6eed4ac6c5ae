"""Other people's words inside a message: reply attributions, forwarded and original messages, with their author and date."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forager.parse.written_date import read_date

QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")

_FORWARD = re.compile(
    r"[ \t]*(?:-{2,}[ \t]*(?:original message|original appointment|forwarded message|forwarded by .{0,120}|"
    r"ursprüngliche nachricht|message d'origine|mensaje original|weitergeleitete nachricht)[ \t]*-{2,}.{0,20}"
    r"|begin forwarded message:)[ \t]*",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"[ \t*]*(?P<name>from|sent|date|to|cc|bcc|subject|reply-to|von|gesendet|an|betreff|datum|de|envoyé|objet)[ \t*]*:\*?(?P<value>.*)",
    re.IGNORECASE,
)
_AUTHOR_FIELDS = frozenset({"from", "von", "de"})
_DATE_FIELDS = frozenset({"sent", "date", "gesendet", "datum", "envoyé"})

_ATTRIBUTIONS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        (
            r"on (?P<date>.*\d(?:[ \t]?[ap]\.?m\.?)?(?:[ \t](?:utc|gmt|[a-z]{2,4}t|[+-]\d{4}))?(?:[ \t]\([a-z ]+\))?)"
            r"[,\s]\s*(?P<author>[^\d<>]{1,80}(?:<[^<>\s]{1,120}>|\[mailto:[^\]\s]{1,120}\])?|<?[^\s<>@]{1,80}@[^\s<>]{1,80}>?)\s*wrote:"
        ),
        r"(?P<author>[^\d<>:]{1,80}(?:<[^<>\s]{1,120}>)?)\s*(?:wrote|schrieb) (?:on|am) (?P<date>.{6,80}):",
        r"am (?P<date>.*\d(?: uhr)?)[,\s]\s*schrieb (?P<author>.{1,160}):",
        r"le (?P<date>.*\d)[,\s]\s*(?P<author>[^\d<>]{1,80}(?:<[^<>\s]{1,120}>)?)\s*a écrit\s*:",
        r"el (?P<date>.*\d)[,\s]\s*(?P<author>[^\d<>]{1,80}(?:<[^<>\s]{1,120}>)?)\s*escribió\s*:",
    )
)


@dataclass(frozen=True, slots=True)
class Voice:
    """Who is quoted, when they wrote (ISO 8601 or empty), and how deep the quotation is nested."""

    author: str = ""
    date: str = ""
    depth: int = 1


def is_forward_marker(line: str) -> bool:
    """The line after which another message follows whole."""
    return len(line) <= 200 and _FORWARD.fullmatch(line) is not None


def attribution(paragraph: str) -> tuple[str, str] | None:
    """Author and ISO date of "On … X wrote:", which may be wrapped over lines; None when it is something else."""
    line = _unquoted(paragraph[:1000])
    if len(line) > 300 or not line.endswith(":"):
        return None
    for pattern in _ATTRIBUTIONS:
        found = pattern.fullmatch(line)
        if found:
            return " ".join(found["author"].split()).strip(" ,"), read_date(found["date"])[0]
    return None


def _unquoted(paragraph: str) -> str:
    marks = ((line, QUOTE.match(line)) for line in paragraph.split("\n"))
    lines = (line[mark.end() :] if mark else line for line, mark in marks)
    return " ".join(" ".join(lines).split())


def header_field(line: str) -> tuple[str, str] | None:
    """Name (lower case) and value of a header line repeated inside a message body, as mail programs do when forwarding."""
    found = _FIELD.fullmatch(line) if len(line) <= 2000 else None
    return (found["name"].lower(), found["value"].strip()) if found else None


def voice_of(fields: list[tuple[str, str]], depth: int) -> Voice:
    """The author and date that repeated header lines state."""
    author = next((value for name, value in fields if name in _AUTHOR_FIELDS), "")
    written = next((value for name, value in fields if name in _DATE_FIELDS), "")
    return Voice(author, read_date(written)[0], depth)
