"""What several routes share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from forager.api.call import AsOf
from forager.query.clock import Clock
from forager.query.errors import NotSupported
from forager.query.items import Filters

_TIMELESS = "Entities, names and relations tell no time of their own: refused with not_supported."
Day = Annotated[str, Query(max_length=10, examples=["2026-03-15"])]
Several = Annotated[list[str], Query(max_length=20)]
DocumentsUntil = Annotated[
    Day,
    Query(
        description="What the documents dated by this day said, whenever they were taken in, judged from those alone; undated ones are "
        "left out and counted in note."
    ),
]
ValidAt = Annotated[
    str,
    Query(
        max_length=10,
        description="What can hold then: a day, month or year. What tells no time of its own is kept; note counts both.",
        examples=["2026-03"],
    ),
]


def refuse(reason: str, **asked: str) -> None:
    """Raise NotSupported when one of these was asked for: a wrong answer would be worse than none."""
    for name, value in asked.items():
        if value:
            raise NotSupported(
                reason, remedy="Leave it out; the other clocks are answered.", details={"parameter": name}
            )


def _clock(as_of: AsOf = "", documents_until: DocumentsUntil = "", valid_at: ValidAt = "") -> Clock:
    return Clock(as_of, documents_until, valid_at)


def _timeless(
    as_of: AsOf = "",
    documents_until: DocumentsUntil = "",
    documents_from: Annotated[str, Query(max_length=40, description=_TIMELESS)] = "",
    valid_at: Annotated[str, Query(max_length=40, description=_TIMELESS)] = "",
) -> Clock:
    refuse("Entities, names and relations tell no time of their own.", documents_from=documents_from, valid_at=valid_at)
    return Clock(as_of, documents_until)


def _undated(
    as_of: AsOf = "",
    documents_until: DocumentsUntil = "",
    documents_from: Annotated[
        str, Query(max_length=40, description="A disagreement has no first document: refused with not_supported.")
    ] = "",
    valid_at: ValidAt = "",
) -> Clock:
    refuse("A disagreement has no first document to be dated by.", documents_from=documents_from)
    return Clock(as_of, documents_until, valid_at)


def _filters(
    type: Annotated[list[str] | None, Query(description="Only these types; may be repeated.")] = None,  # noqa: A002  # the wire's word
    support: Annotated[list[str] | None, Query(description="Only these supports; may be repeated.")] = None,
    status: Annotated[list[str] | None, Query(description="Only these statuses; may be repeated.")] = None,
    entity: Annotated[str, Query(max_length=200, description="Only what names this entity.")] = "",
    source: Annotated[str, Query(max_length=200, description="Only what this source says, or said last.")] = "",
    attribute: Annotated[
        str, Query(max_length=400, description="Only this attribute: launch_date, or falcon|launch_date.")
    ] = "",
    documents_from: Annotated[
        Day, Query(description="Only what documents dated from this day on say; undated ones are left out.")
    ] = "",
    valid_at: ValidAt = "",
) -> Filters:
    return Filters(
        types=tuple(type or ()),
        supports=tuple(support or ()),
        statuses=tuple(status or ()),
        entity=entity,
        source=source,
        attribute=attribute,
        documents_from=documents_from,
        valid_at=valid_at,
    )


FiltersOf = Annotated[Filters, Depends(_filters)]
ClockOf = Annotated[Clock, Depends(_clock)]
TimelessClockOf = Annotated[Clock, Depends(_timeless)]
UndatedClockOf = Annotated[Clock, Depends(_undated)]
"""The clock of a record that has no first document; and of one that tells no time of its own, above."""
