"""A point, a stretch or a length of time as it was read, before it becomes a value."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FUTURE = re.compile(
    r"\b(?:will|shall|due|going\sto|plan(?:s|ned)?|deadline|expect(?:s|ed)?|by|until|meet|can\swe|let['\u2019]?s|next|should|must|"
    r"tomorrow|coming|reopens?|starts?|begins?|opens?|closes?|arrives?|upcoming|schedule[sd]?|takes?\seffect)\b|['\u2019]ll\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|since|ago|yesterday|last|met|went|came|sent|held|left|fell|rose|began|took|won|lost|sold|bought|made|"
    r"said|told|got|been|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_WILL = re.compile(r"\b(?:will|shall|must|should|going\sto)\b|['\u2019]ll\b", re.IGNORECASE)
_WAS = re.compile(r"\b(?:was|were|had|did|yesterday|last|ago)\b", re.IGNORECASE)
"""Beside words of the future a participle ("will be fixed") does not look back; these do."""
_NOW = re.compile(r"\b(?:is|are|am)\b")
"""Words of the present, beside which a word of the past does not say which way a later weekday lies."""
_CHANGE = re.compile(
    r"\b(?:mov(?:e|ed|es|ing)|chang(?:e|ed|es|ing)|shift(?:ed|s|ing)?|postpon(?:e|ed|es|ing)|slip(?:ped|s|ping)?|delay(?:ed|s|ing)?|"
    r"brought|pushed|pulled|push|pull|bring|rescheduled|reschedule|extend(?:ed|s)?|revis(?:e|ed)|updat(?:e|ed)|amended|replaced|"
    r"corrected|went|advanced|deferred)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Point:
    """What some words mean. ``normal`` is ISO 8601 (empty while unresolved); ``precision`` as in `Value`; ``kind`` is date, time or set.

    ``anchored``: the document's own date was needed. ``weak``: a date only beside other words (a lone year or month).
    ``month`` and ``day`` stand where the year is not written, so that a later year can complete them. ``half`` is the half of the day
    that its words name (1 before noon, 2 after, 0 none), ``weekday`` the weekday it was written as (0 is Monday, -1 none).
    """

    normal: str
    precision: str
    kind: str = "date"
    anchored: bool = False
    weak: bool = False
    month: int = 0
    day: int = 0
    half: int = 0
    weekday: int = -1


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A date, time or recurrence found in a text: ``text[start:end]`` means ``value``.

    ``value`` is ISO 8601 with the extensions of ISO 8601-2 for what ISO 8601 cannot say: ``[a,b]`` is one of two days, ``a/..`` an
    open interval, ``XXXX-03-03`` a day of an unknown year, ``185X`` a decade; empty while unresolved.
    ``bound`` is by, until, since, before, after or empty: the words before the span that make it an end.
    """

    start: int
    end: int
    kind: str
    value: str
    precision: str
    anchored: bool = False
    bound: str = ""

    @property
    def ambiguous(self) -> bool:
        """Whether the words can be two days and the document does not say which."""
        return self.precision == "ambiguous"


@dataclass(frozen=True, slots=True)
class DateContext:
    """What a document says of its dates: its own (ISO, or empty) and whether the day comes first (None: unknown)."""

    anchor: str = ""
    day_first: bool | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What a reading leans on: its document, and the whole text, which is asked only where it matters."""

    context: DateContext
    text: str = ""

    @property
    def direction(self) -> int:
        """1 when the text looks ahead, -1 when it looks back, 0 when it does both or neither."""
        ahead, back = _FUTURE.search(self.text) is not None, _PAST.search(self.text) is not None
        if ahead and back and _WILL.search(self.text) and not _WAS.search(self.text):
            return 1
        if back and not ahead and _NOW.search(self.text):
            return 0
        return int(ahead) - int(back)

    @property
    def changes(self) -> bool:
        """Whether the text tells that something was moved or changed."""
        return _CHANGE.search(self.text) is not None
