"""Idempotency keys: a repeated request repeats nothing and gets the answer of the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeVar

import sqlalchemy as sa
from fastapi import Header, Response
from sqlalchemy import Connection

from forager.access.call import Call
from forager.api.models.common import Wire
from forager.model.decision import Decision
from formicaria.ground import idempotency
from formicaria.ground.canonical import digest
from formicaria.ground.errors import Conflict
from formicaria.ground.idempotency import Answer

T = TypeVar("T")
Also = Callable[[Connection, T], None]
REPLAYED = "idempotency-replayed"

KeyOf = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=200,
        pattern=r"^[\x20-\x7e]*$",
        description="Sent again with the same request, it gets the first answer and nothing is done twice; with another, 409.",
    ),
]


class _Repeated(Exception):  # not an error: another request with this key was quicker
    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Once:
    """A request that may be repeated. ``key`` empty: it may not, and everything simply happens."""

    call: Call
    key: str
    fingerprint: str

    def answer(
        self, act: Callable[[Also[T] | None], T], render: Callable[[Connection, T], Wire], status: int
    ) -> Response:
        """Do it and answer, or answer as before. The answer is kept in the very transaction that did the work."""
        kept = self._kept()
        if kept is not None:
            return _replayed(kept)
        bodies: list[str] = []

        def also(connection: Connection, made: T) -> None:
            bodies.append(render(connection, made).model_dump_json())
            self._keep(connection, Answer(status, bodies[-1]))

        try:
            made = act(also if self.key else None)
        except (_Repeated, sa.exc.IntegrityError, Conflict) as clash:
            return _replayed(self._settled(clash))
        if not bodies:
            with self.call.engine.database.read() as connection:
                bodies.append(render(connection, made).model_dump_json())
        return Response(bodies[0], status, media_type="application/json")

    def _kept(self) -> Answer | None:
        if not self.key:
            return None
        with self.call.engine.database.read() as connection:
            return self._recall(connection)

    def _recall(self, connection: Connection) -> Answer | None:
        return idempotency.recall(connection, self.call.access.credential_id, self.key, self.fingerprint)

    def _keep(self, connection: Connection, answer: Answer) -> None:
        earlier = self._recall(connection)
        if earlier is not None:
            raise _Repeated(earlier)
        at = self.call.engine.clock.now()
        idempotency.remember(connection, self.call.access.credential_id, self.key, self.fingerprint, answer, at)

    def _settled(self, clash: Exception) -> Answer:
        # Another request with this key may have been quicker: then what it did is in the way, and its answer is ours.
        kept = clash.answer if isinstance(clash, _Repeated) else self._kept()
        if kept is None:
            raise clash
        return kept

    def decided(self, act: Callable[[Also[Decision] | None], object], show: Callable[[str], Wire]) -> Response:
        """The same for a decision, whose answer is how its record stands *now*. ``show`` gets the kept text, empty at first."""
        kept = self._kept()
        if kept is not None:
            return _shown(show(kept.body), repeated=True)

        def also(connection: Connection, made: Decision) -> None:
            self._keep(connection, Answer(200, str(made.seq)))

        try:
            act(also if self.key else None)
        except (_Repeated, sa.exc.IntegrityError, Conflict) as clash:
            return _shown(show(self._settled(clash).body), repeated=True)
        return _shown(show(""), repeated=False)


def once(call: Call, key: str, *parts: object) -> Once:
    """A request that may be repeated; ``parts`` are everything that makes it this request: route, ids, body."""
    return Once(call, key, digest(list(parts)))


def _replayed(kept: Answer) -> Response:
    return Response(kept.body, kept.status, {REPLAYED: "true"}, media_type="application/json")


def _shown(body: Wire, *, repeated: bool) -> Response:
    return Response(
        body.model_dump_json(), 200, {REPLAYED: "true"} if repeated else None, media_type="application/json"
    )
