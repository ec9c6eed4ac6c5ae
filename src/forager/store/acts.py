"""Who does what: the caller of a verb, and its entry in the project's audit stream."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from formicaria.ground import audit


@dataclass(frozen=True, slots=True)
class Caller:
    """``credential`` is what was authenticated, ``actor`` who is claimed to act."""

    credential: str
    actor: str = ""


ENGINE = Caller("engine")
"""The engine itself, for what follows from what was accepted."""


def stream(project_id: str) -> str:
    """The audit stream of a project."""
    return f"project:{project_id}"


def record(
    connection: Connection,
    project_id: str,
    by: Caller,
    action: str,
    target: str,
    at: str,
    facts: Mapping[str, str | int | bool] | None = None,
    payload: str = "",
) -> None:
    """Add an act to the project's stream; call it last in the transaction. ``payload`` is the SHA-256 of what was given."""
    act = audit.Act(action, target, by.credential, by.actor, payload, facts or {})
    audit.append(connection, stream(project_id), act, at)
