"""The effect ledger: an act on the world is claimed before it is done, so that a crash never repeats it unseen (design notes §9).

States: claimed -> done | failed | unknown. A claim found after a crash is probed if the effect can tell, repeated only if declared
idempotent, and otherwise becomes *unknown outcome*, for a person.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from formicaria.ground.clock import Clock
from formicaria.ground.crash import crash_point
from formicaria.ground.database import Database
from formicaria.ground.errors import Conflict, UnknownOutcome
from formicaria.ground.tables import effect


@dataclass(frozen=True, slots=True)
class Effect:
    """One claimed act. ``outcome`` is the stored result text once it is done or failed."""

    key: str
    attempt: int
    fence: int
    fingerprint: str
    state: str
    outcome: str


Probe = Callable[[], str | None]
"""Answers the outcome of an effect that did happen, or None when it certainly did not."""


class EffectLedger:
    """Runs effects at most once, whatever dies in between."""

    def __init__(self, database: Database, clock: Clock) -> None:
        """Keep the ledger in ``database``."""
        self._database = database
        self._clock = clock

    def run(
        self,
        key: str,
        fingerprint: str,
        act: Callable[[], str],
        *,
        fence: int = 0,
        probe: Probe | None = None,
        idempotent: bool = False,
    ) -> str:
        """The outcome of the effect ``key``: stored, probed, or by doing it now.

        Raises Conflict when the key was used with other arguments, UnknownOutcome when a claimed effect's fate cannot be told;
        whatever ``act`` raises is recorded as failed and raised on.
        """
        held = self._claim(key, fingerprint, fence)
        if held.state in {"done", "failed"}:
            return held.outcome
        if held.state == "unknown":
            raise UnknownOutcome(
                f"The effect {key} may or may not have happened.", remedy="Check it and settle it by hand."
            )
        if held.attempt > 1 and not idempotent:
            known = self._probed(held, probe)
            if known is not None:
                return known
        return self._do(held, act)

    def _probed(self, held: Effect, probe: Probe | None) -> str | None:
        if probe is None:
            self._settle(held, "unknown", "")
            raise UnknownOutcome(
                f"The effect {held.key} was begun before a crash and its outcome is not known.",
                remedy="Check it and settle it by hand.",
            )
        outcome = probe()
        if outcome is not None:
            self._settle(held, "done", outcome)
        return outcome

    def _do(self, held: Effect, act: Callable[[], str]) -> str:
        crash_point("effect.after_claim")
        try:
            outcome = act()
        except Exception as error:
            self._settle(held, "failed", type(error).__name__)
            raise
        crash_point("effect.after_act")
        self._settle(held, "done", outcome)
        return outcome

    def _claim(self, key: str, fingerprint: str, fence: int) -> Effect:
        with self._database.write() as connection:
            found = find(connection, key)
            if found is None:
                values = {"key": key, "attempt": 1, "fence": fence, "fingerprint": fingerprint, "state": "claimed"}
                times = {"outcome": "", "claimed_at": self._clock.now(), "settled_at": ""}
                connection.execute(insert(effect).values(**values, **times))
                return Effect(key, 1, fence, fingerprint, "claimed", "")
            if found.fingerprint != fingerprint:
                raise Conflict(f"The effect {key} was recorded with other arguments.")
            if found.state != "claimed":
                return found
            again = Effect(key, found.attempt + 1, fence, fingerprint, "claimed", "")
            connection.execute(update(effect).where(effect.c.key == key).values(attempt=again.attempt, fence=fence))
            return again

    def _settle(self, held: Effect, state: str, outcome: str) -> None:
        with self._database.write() as connection:
            settle(connection, held, state, outcome, self._clock.now())


def find(connection: Connection, key: str) -> Effect | None:
    """The effect recorded under ``key``, or None."""
    row = connection.execute(select(effect).where(effect.c.key == key)).one_or_none()
    return None if row is None else Effect(*(row._mapping[name] for name in Effect.__slots__))


def settle(connection: Connection, held: Effect, state: str, outcome: str, at: str) -> None:
    """Record how a claimed effect ended, unless a later attempt took it over."""
    mine = (effect.c.key == held.key) & (effect.c.attempt == held.attempt) & (effect.c.state == "claimed")
    connection.execute(update(effect).where(mine).values(state=state, outcome=outcome, settled_at=at))


def unsettled(connection: Connection, prefix: str = "") -> tuple[Effect, ...]:
    """Effects claimed or of unknown outcome whose key begins with ``prefix``, by key."""
    query = select(effect).where(
        effect.c.state.in_(("claimed", "unknown")), effect.c.key.startswith(prefix, autoescape=True)
    )
    rows = connection.execute(query.order_by(effect.c.key))
    return tuple(Effect(*(row._mapping[name] for name in Effect.__slots__)) for row in rows)
