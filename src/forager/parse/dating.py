"""The document's own date, from the places that state it; the strongest place wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from forager.model.document import DocumentDate, Zone
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
WEAKER_LABELS: tuple[str, ...] = ("last updated", "updated", "last modified", "revised", "revision date", "created")
NEAR_TOP = 40
"""Only the first blocks of a document speak about the document as a whole."""


def date_from_fields(fields: Iterable[tuple[str, str]], origin: str) -> tuple[DocumentDate | None, tuple[str, ...]]:
    """The date among named values (front matter, "Date:" lines), and a warning when one could be two days."""
    found = [(name.casefold().replace("_", " ").strip(), value) for name, value in fields]
    warnings: list[str] = []
    for label in (*LABELS, *WEAKER_LABELS):
        for name, value in found:
            if name != label:
                continue
            iso, precision = read_date(value)
            if iso:
                return DocumentDate(iso, precision.value, origin.format(name=name)), tuple(warnings)
            if precision is Reading.AMBIGUOUS:
                warnings.append(
                    f'The date in the "{name}" field could be two days (day or month first); it was not used.'
                )
    return None, tuple(warnings)


def date_from_lines(text: str, pieces: Sequence[Piece]) -> tuple[DocumentDate | None, tuple[str, ...]]:
    """The date of a "Date:" line near the top."""
    near = sorted(pieces, key=lambda piece: piece.start)[:NEAR_TOP]
    fields = [
        (text[slice(*piece.label)], text[slice(*piece.value)])
        for piece in near
        if piece.zone is Zone.KEY_VALUE and piece.label and piece.value
    ]
    return date_from_fields(fields, 'the "{name}" line')
