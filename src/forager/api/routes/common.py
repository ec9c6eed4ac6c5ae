"""What several routes share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from forager.query.errors import NotSupported
from forager.query.items import Filters

_UNANSWERED = "Not answered truthfully yet: refused with not_supported."
Day = Annotated[str, Query(max_length=10, examples=["2026-03-15"])]
Several = Annotated[list[str], Query(max_length=20)]


def refuse(**asked: str) -> None:
    """Raise NotSupported when one of these was asked for: a wrong answer would be worse than none."""
    for name, value in asked.items():
        if value:
            raise NotSupported(
                f"{name} cannot be answered truthfully here yet.",
                remedy="Leave it out; as_of is answered.",
                details={"parameter": name},
            )


def _no_valid_at(
    valid_at: Annotated[str, Query(max_length=40, description=f"What held then. {_UNANSWERED}")] = "",
) -> None:
    refuse(valid_at=valid_at)


def _no_document_clock(
    documents_from: Annotated[
        str, Query(max_length=40, description=f"Only documents dated from then. {_UNANSWERED}")
    ] = "",
    documents_until: Annotated[
        str, Query(max_length=40, description=f"Only documents dated until then. {_UNANSWERED}")
    ] = "",
    valid_at: Annotated[str, Query(max_length=40, description=f"What held then. {_UNANSWERED}")] = "",
) -> None:
    refuse(documents_from=documents_from, documents_until=documents_until, valid_at=valid_at)


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
    documents_until: Annotated[
        Day, Query(description="Only what documents dated by this day said; undated ones are left out.")
    ] = "",
) -> Filters:
    return Filters(
        types=tuple(type or ()),
        supports=tuple(support or ()),
        statuses=tuple(status or ()),
        entity=entity,
        source=source,
        attribute=attribute,
        documents_from=documents_from,
        documents_until=documents_until,
    )


FiltersOf = Annotated[Filters, Depends(_filters)]
NO_VALID_AT = Depends(_no_valid_at)
NO_DOCUMENT_CLOCK = Depends(_no_document_clock)
