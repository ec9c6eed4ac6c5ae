"""The time of a page: which clocks it is held to, the days at which its documents begin to say more, and links that keep both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import Depends, Query

from forager.query.clock import Clock
from forager.query.past import stops
from forager.ui.visit import Visit

MOST: Final = 12
"""Days offered as links; any other day can be typed."""


def _clock(
    as_of: Annotated[str, Query(max_length=40)] = "",
    documents_until: Annotated[str, Query(max_length=10)] = "",
    valid_at: Annotated[str, Query(max_length=10)] = "",
) -> Clock:
    return Clock(as_of.strip(), documents_until.strip(), valid_at.strip())


ClockOf = Annotated[Clock, Depends(_clock)]


@dataclass(frozen=True, slots=True)
class Stop:
    """A day at which documents begin to say more."""

    day: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Times:
    """What the form of time shows. ``keep`` are the other limits of the page, ``query`` the clocks for links to records."""

    clock: Clock
    stops: tuple[Stop, ...]
    keep: tuple[tuple[str, str], ...]
    query: str

    @property
    def past(self) -> bool:
        """Whether the page is held to any clock."""
        return bool(self.query)


def fields(clock: Clock) -> dict[str, str]:
    """The clocks that are set, by the names of their fields."""
    told = {"as_of": clock.as_of, "documents_until": clock.documents_until, "valid_at": clock.valid_at}
    return {name: value for name, value in told.items() if value}


def times(visit: Visit, project_id: str, clock: Clock, keep: dict[str, str] | None = None) -> Times:
    """The form of time of a page; ``keep`` are its other limits."""
    kept = {name: value for name, value in (keep or {}).items() if value}
    with visit.call.engine.database.read() as connection:
        days = _some(stops(connection, project_id))
    made = tuple(
        Stop(day, "?" + urlencode({**kept, **fields(clock), "documents_until": day}), day == clock.documents_until)
        for day in days
    )
    return Times(clock, made, tuple(kept.items()), urlencode(fields(clock)))


def _some(days: list[str]) -> list[str]:
    """At most ``MOST`` of them, evenly chosen, the first and the last always."""
    if len(days) <= MOST:
        return days
    return [days[at * (len(days) - 1) // (MOST - 1)] for at in range(MOST)]
