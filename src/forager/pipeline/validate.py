"""The stage ``validation``: whatever a revision says has evidence, or says that it is unresolved (law 9)."""

from __future__ import annotations

from sqlalchemy import Connection, select

from forager.model.statement import Status
from forager.store.tables import OPEN, evidence, item_state
from formicaria.ground.canonical import parse

PAGE = 400


def unsupported(connection: Connection, project_id: str, rev: int) -> tuple[int, tuple[str, ...]]:
    """Of the statements that changed with revision ``rev``: how many there are, and the ids of those without evidence."""
    seen, faults, last = 0, list[str](), ""
    while page := _page(connection, project_id, rev, last):
        claims = {id_: _claimed(body) for id_, body in page}
        known = _known(connection, project_id, sorted({each for ids in claims.values() for each in ids or ()}))
        faults += [id_ for id_, ids in claims.items() if ids is not None and not (ids and set(ids) <= known)]
        seen += len(page)
        last = page[-1][0]
    return seen, tuple(faults)


def _page(connection: Connection, project_id: str, rev: int, after: str) -> list[tuple[str, str]]:
    mine = (item_state.c.project_id == project_id) & (item_state.c.rev_from == rev) & (item_state.c.rev_to == OPEN)
    query = select(item_state.c.id, item_state.c.body).where(mine, item_state.c.id > after)
    return [(row[0], row[1]) for row in connection.execute(query.order_by(item_state.c.id).limit(PAGE))]


def _claimed(body: str) -> list[str] | None:
    """The evidence a statement names; None when it is marked unresolved."""
    state = parse(body)
    assert isinstance(state, dict)  # noqa: S101  # written by the derivation
    if state["status"] == Status.UNRESOLVED:
        return None
    return [*state["evidence_ids"], *state["past_evidence_ids"]]


def _known(connection: Connection, project_id: str, ids: list[str]) -> set[str]:
    found: set[str] = set()
    for start in range(0, len(ids), PAGE):
        mine = (evidence.c.project_id == project_id) & evidence.c.id.in_(ids[start : start + PAGE])
        found |= set(connection.execute(select(evidence.c.id).where(mine)).scalars())
    return found
