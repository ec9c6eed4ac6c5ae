"""Search without an index: every state of the asked revision is looked at. Slow, and right at any revision.

It answers where FTS5 is absent, and where the index does not cover the revision asked for.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from sqlalchemy import Connection, select

from forager.model.state import EntityState, ItemState
from forager.search.backend import Candidate, Wanted
from forager.search.documents import Document, Kind, of_entity, of_item, of_sources
from forager.search.rank import Facts, rank
from forager.store import derived, states
from forager.store.tables import entity_state, item_state, source


class ScanSearch:
    """Looks at every record; keeps only the best."""

    def __init__(self, dialect: str) -> None:
        """``dialect`` is the database's word for itself."""
        self.name = f"{dialect}-like"

    def index(self, connection: Connection, project_id: str, rev: int) -> None:
        """Nothing is kept, so nothing is to be done."""

    def covers(self, connection: Connection, project_id: str) -> None:  # noqa: ARG002  # the seam's form
        """None: it can answer at every revision."""
        return

    def search(self, connection: Connection, project_id: str, rev: int, wanted: Wanted) -> list[Candidate]:
        """The best records of a kind by their own words."""
        named = set(wanted.entities)

        def scored() -> Iterator[tuple[float, str]]:
            for document in _documents(connection, project_id, rev, wanted.kind):
                match = rank(wanted.question, document.fields(), 0.0, Facts())
                bonus = 0.5 * len(named & set(document.entities))
                if match.fields or bonus:
                    yield match.score + bonus, document.id

        best = heapq.nsmallest(wanted.limit, scored(), key=lambda pair: (-pair[0], pair[1]))
        return [Candidate(id_, score) for score, id_ in best]


def _documents(connection: Connection, project_id: str, rev: int, kind: Kind) -> Iterator[Document]:
    if kind is Kind.CHUNK:
        # Which sources counted at an earlier revision is not recorded: whoever asks for passages asks at the newest.
        mine = (source.c.project_id == project_id) & source.c.included.is_(True)
        ids = list(connection.execute(select(source.c.id).where(mine).order_by(source.c.id)).scalars())
        yield from of_sources(connection, project_id, ids)
        return
    table = item_state if kind is Kind.ITEM else entity_state
    last = ""
    while page := derived.bodies(connection, table, project_id, rev, last):
        for _, body in page:
            if kind is Kind.ITEM:
                yield of_item(states.from_body(ItemState, body))
            else:
                yield of_entity(states.from_body(EntityState, body))
        last = page[-1][0]
