"""A point, a stretch or a length of time as it was read, before it becomes a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """What some words mean. ``normal`` is ISO 8601 (empty while unresolved); ``precision`` as in `Value`; ``kind`` is date, time or set.

    ``anchored``: the document's own date was needed. ``weak``: a date only beside other words (a lone year or month).
    ``month`` and ``day`` stand where the year is not written, so that a later year can complete them.
    """

    normal: str
    precision: str
    kind: str = "date"
    anchored: bool = False
    weak: bool = False
    month: int = 0
    day: int = 0


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
    """What a reading of one text leans on: its document, which way it looks in time (-1, 0, 1), whether it tells a change."""

    context: DateContext
    direction: int = 0
    changes: bool = False
