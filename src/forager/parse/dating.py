"""The document's own date, from the places that state it; the strongest place wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from forager.model.date_order import day_first_of
from forager.model.document import DocumentDate, Zone
from forager.parse.language import language_of
from forager.parse.pieces import Piece
from forager.parse.written_date import Reading, read_date

LABELS: tuple[str, ...] = (
    "date",
    "dated",
    "document date",
    "date issued",
    "issued",
    "issue date",
    "published",
    "publication date",
    "datum",
)
WEAKER_LABELS: tuple[str, ...] = (
    "as of",
    "stand",
    "last updated",
    "updated",
    "last modified",
    "last revised",
    "revised",
    "revision date",
    "created",
)
NEAR_TOP = 40
"""Only the first blocks of a document speak about the document as a whole."""


def date_from_fields(
    fields: Iterable[tuple[str, str]], origin: str, text: str
) -> tuple[DocumentDate | None, tuple[str, ...]]:
    """The date among named values (front matter, "Date:" lines), and a warning when one could be two days.

    ``text`` is the whole document: in its order of numeric dates, where it has one, "03/04/2026" is one day.
    """
    found = [(name.casefold().replace("_", " ").strip(), value) for name, value in fields]
    warnings: list[str] = []
    for label in (*LABELS, *WEAKER_LABELS):
        for name, value in found:
            if name != label:
                continue
            iso, precision, order = _read(value, text)
            if iso:
                return DocumentDate(iso, precision.value, origin.format(name=name) + order), tuple(warnings)
            if precision is Reading.AMBIGUOUS:
                warnings.append(
                    f'The date in the "{name}" field could be two days (day or month first); it was not used.'
                )
    return None, tuple(warnings)


def read_in(written: str, text: str, origin: str) -> DocumentDate | None:
    """A written date as the document ``text`` writes dates, found at ``origin``; None when it is none or could be two days."""
    iso, precision, order = _read(written, text)
    return DocumentDate(iso, precision.value, origin + order) if iso else None


def _read(value: str, text: str) -> tuple[str, Reading, str]:
    """A date, its precision, and in which words its order was chosen when it could be two days by itself."""
    iso, precision = read_date(value)
    day_first = day_first_of(text, language_of(text)) if precision is Reading.AMBIGUOUS else None
    if day_first is None:
        return iso, precision, ""
    return *read_date(value, day_first), f", {'day' if day_first else 'month'} first as this document writes dates"


def date_from_lines(text: str, pieces: Sequence[Piece]) -> tuple[DocumentDate | None, tuple[str, ...]]:
    """The date of a "Date:" line near the top."""
    near = sorted(pieces, key=lambda piece: piece.start)[:NEAR_TOP]
    fields = [
        (text[slice(*piece.label)], text[slice(*piece.value)])
        for piece in near
        if piece.zone is Zone.KEY_VALUE and piece.label and piece.value
    ]
    return date_from_fields(fields, 'the "{name}" line', text)
