"""The three clocks of a read: what was recorded, what documents had said, what held (design notes §4, forager.md §7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, or_, select, tuple_

from forager.extract.values.calendar import date_bounds
from forager.query.pin import Pin
from forager.store import derived
from forager.store.tables import item_state
from formicaria.ground.errors import InvalidRequest

DAY_LENGTH: Final = 10


@dataclass(frozen=True, slots=True)
class Clock:
    """When a read is held to; empty is now. ``as_of`` is a revision, a day or an instant; ``documents_until`` a day; ``valid_at`` a
    day, month or year."""

    as_of: str = ""
    documents_until: str = ""
    valid_at: str = ""

    def __post_init__(self) -> None:
        """Refuse days that are none."""
        if self.documents_until:
            day_of(self.documents_until, "documents_until")
        if self.valid_at:
            period_of(self.valid_at)


NOW: Final = Clock()


def day_of(text: str, name: str) -> date:
    """A day written as 2026-03-15. Raises InvalidRequest."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise InvalidRequest(f"{name} is not a day.", remedy="Write it as 2026-03-15.")
    return found


def period_of(text: str) -> tuple[date, date]:
    """First and last day of a day, month, quarter, week or year. Raises InvalidRequest."""
    found = date_bounds(text) if len(text) <= DAY_LENGTH else None
    if found is None:
        raise InvalidRequest("valid_at is neither a day nor a month nor a year.", remedy="Write it as 2026-03-15.")
    return found


def holds(valid_from: str, valid_to: str, at: tuple[date, date]) -> bool:
    """Whether a validity can hold within a period. No begin, or no end, is open there; a day ends before it begins.

    The interval is half open: what holds until the 15th does not hold on the 15th. A vaguer end ("until June 2026") may lie anywhere in
    its period, so it holds up to that period's last day; a vaguer begin from its period's first day on.
    """
    begin, end = (date_bounds(text) if text else None for text in (valid_from, valid_to))
    if begin is not None and begin[0] > at[1]:
        return False
    if end is None:
        return True
    return end[0] > at[0] if end[0] == end[1] else end[1] >= at[0]


def valid(connection: Connection, at: Pin, valid_at: str) -> ColumnElement[bool]:
    """The statements at the pin whose validity can hold then; one that states no time is not left out by it."""
    period = period_of(valid_at)
    columns = (item_state.c.valid_from, item_state.c.valid_to)
    stated = or_(item_state.c.valid_from != "", item_state.c.valid_to != "")
    query = select(*columns).where(derived.at_revision(item_state, at.project_id, at.rev), stated).distinct()
    ended = sorted((low, high) for low, high in connection.execute(query) if not holds(low, high, period))
    # Few statements tell their time, and those often tell the same one: the rest never enters the comparison.
    return and_(True, tuple_(*columns).not_in(ended)) if ended else and_(True)
