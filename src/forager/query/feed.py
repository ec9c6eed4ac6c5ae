"""The change feed: what was published, in order, at least once (reference, knowledge facts A17)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Connection, select

from forager.query.errors import CursorExpired
from forager.store.tables import feed, instance
from formicaria.ground.canonical import parse
from formicaria.ground.counters import current_value
from formicaria.ground.errors import InvalidRequest

_CURSOR = re.compile(r"(gen_[a-z0-9]{1,40})\.(0|[1-9][0-9]{0,14})")


@dataclass(frozen=True, slots=True)
class FeedPage:
    """Events after a cursor, the cursor after them, and whether more are there already."""

    items: list[dict[str, object]]
    cursor: str
    has_more: bool


def after(connection: Connection, cursor: str, limit: int, projects: Sequence[str] | None) -> FeedPage:
    """The next events of the projects the caller may see (None: all); an empty cursor starts at the first.

    Raises:
        InvalidRequest: that is no cursor.
        CursorExpired: it belongs to another generation, or to what was rolled back.
    """
    generation = str(connection.execute(select(instance.c.generation)).scalar_one())
    last = _position(connection, cursor, generation)
    mine = feed.c.sequence > last
    if projects is not None:
        mine &= feed.c.project_id.in_(sorted(projects))
    query = select(feed.c.sequence, feed.c.event).where(mine).order_by(feed.c.sequence).limit(limit + 1)
    rows = connection.execute(query).all()
    shown = rows[:limit]
    end = shown[-1][0] if shown else last
    events = [cast("dict[str, object]", parse(row[1])) for row in shown]
    return FeedPage(events, f"{generation}.{end}", has_more=len(rows) > limit)


def _position(connection: Connection, cursor: str, generation: str) -> int:
    if not cursor:
        return 0
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        raise InvalidRequest("That is no cursor of this feed.", remedy="Use the cursor of an earlier answer, or none.")
    position = int(found[2])
    if found[1] != generation or position > current_value(connection, "feed"):
        raise CursorExpired(
            "This cursor does not belong to this database any more.", remedy="Begin again without a cursor."
        )
    return position
