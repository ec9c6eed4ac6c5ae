"""Who did something, as people read it: the credential that was authenticated, and the name the caller claimed (forager.md §8).

The two are never mixed: a claim is whatever the caller said, a credential is what was checked. The command line has no credential; it has
the account of the machine it runs under, which may open the store's files.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, select

from forager.store import sessions, tokens
from forager.store.identity import OPERATOR
from formicaria.ground.tables import credential

LOCAL: Final = "local"
"""The credential of the command line in the store's own folder."""
OWN: Final = {LOCAL: "command line on this machine", "engine": "the engine itself"}
KINDS: Final = {
    OPERATOR: "{}",
    tokens.KIND: "token “{}”",
    sessions.KIND: "{}, in a browser",
}
"""How a kind of credential is told, with its name."""


def names(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """What people call credentials, by id; one that nobody knows keeps its id."""
    query = select(credential.c.id, credential.c.kind, credential.c.name).where(credential.c.id.in_(sorted({*ids})))
    known = {row.id: KINDS.get(row.kind, "{}").format(row.name) for row in connection.execute(query)}
    return {id_: known.get(id_, OWN.get(id_, id_)) for id_ in sorted({*ids})}


def name(connection: Connection, id_: str) -> str:
    """What people call one credential."""
    return names(connection, [id_])[id_]
