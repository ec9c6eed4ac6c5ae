"""Pages of a list that has a total order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, TypeVarTuple

from sqlalchemy import Connection, Row, Select, func, select

from formicaria.ground.errors import InvalidRequest

LARGEST = 200
FARTHEST = 1_000_000
T = TypeVar("T")
Columns = TypeVarTuple("Columns")


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Which page (from 1) of how many rows."""

    page: int = 1
    page_size: int = 50

    def __post_init__(self) -> None:
        """Refuse a page that cannot be."""
        if not (1 <= self.page <= FARTHEST and 1 <= self.page_size <= LARGEST):
            raise InvalidRequest(
                "There is no such page.", remedy=f"Use a page from 1 and a page_size from 1 to {LARGEST}."
            )

    @property
    def offset(self) -> int:
        """How many rows stand before it."""
        return (self.page - 1) * self.page_size


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page. ``revision`` is the revision that was read ("" where there is none); ``note`` says what a reader must know of it."""

    items: list[T]
    page: int
    page_size: int
    total: int
    revision: str = ""
    note: str = ""


def paged(connection: Connection, query: Select[*Columns], page: PageRequest) -> tuple[Sequence[Row[*Columns]], int]:
    """The rows of a page of an ordered query, and how many there are in all."""
    counted = select(func.count()).select_from(query.order_by(None).subquery())
    total = int(connection.execute(counted).scalar_one())
    rows = connection.execute(query.offset(page.offset).limit(page.page_size)).all()
    return rows, total


def slice_of(rows: Sequence[T], page: PageRequest) -> list[T]:
    """A page of rows that are all at hand."""
    return list(rows[page.offset : page.offset + page.page_size])
