"""Answers remembered under a caller's key, so that a repeated request repeats nothing."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from formicaria.ground.errors import Conflict
from formicaria.ground.tables import idempotency


@dataclass(frozen=True, slots=True)
class Answer:
    """A stored answer: HTTP status and body text."""

    status: int
    body: str


def recall(connection: Connection, caller: str, key: str, fingerprint: str) -> Answer | None:
    """The answer given before for this key, or None. Raises Conflict when the key was used for another request."""
    mine = (idempotency.c.caller == caller) & (idempotency.c.key == key)
    row = connection.execute(select(idempotency).where(mine)).one_or_none()
    if row is None:
        return None
    if row.fingerprint != fingerprint:
        raise Conflict("This idempotency key was used for another request.", remedy="Use a new key for a new request.")
    return Answer(int(row.status), row.body)


def remember(connection: Connection, caller: str, key: str, fingerprint: str, answer: Answer, at: str) -> None:
    """Keep an answer, in the transaction that did the work."""
    values = {"caller": caller, "key": key, "fingerprint": fingerprint, "status": answer.status, "body": answer.body}
    connection.execute(insert(idempotency).values(**values, created_at=at))
