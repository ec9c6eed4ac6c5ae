"""Integration tokens: made by the operator alone, shown once, kept as hashes (forager.md §8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection

from forager.store import projects
from forager.store.acts import Caller
from forager.store.identity import SYSTEM
from formicaria.ground import audit, credentials
from formicaria.ground.credentials import Credential
from formicaria.ground.errors import InvalidRequest, NotFound

KIND: Final = "integration"
PREFIX: Final = "fgr_"
SCOPES: Final = ("read", "ingest", "review", "export", "projects")
"""Everything a token may be allowed; none of them allows making tokens."""


def mint(
    connection: Connection,
    *,
    name: str,
    scopes: Sequence[str],
    limited_to: Sequence[str],
    expires_at: str,
    by: Caller,
    at: str,
) -> tuple[str, Credential]:
    """A new token and its secret, which is nowhere kept. ``limited_to`` are project ids; none: no limit.

    Raises:
        InvalidRequest: no name, no scope or an unknown one, an end in the past, or ``projects`` together with a project limit.
        ProjectNotFound: a project of the limit does not exist.
    """
    _check(name, scopes, limited_to, expires_at, at)
    ids = [projects.find(connection, ref).id for ref in limited_to]
    secret = credentials.new_secret(PREFIX)
    made = credentials.mint(
        connection,
        secret=secret,
        kind=KIND,
        name=name.strip(),
        at=at,
        scopes=scopes,
        projects=ids,
        expires_at=expires_at,
    )
    facts = {"scopes": " ".join(made.scopes), "projects": " ".join(made.projects), "expires_at": expires_at}
    audit.append(connection, SYSTEM, audit.Act("token.minted", made.id, by.credential, by.actor, facts=facts), at)
    return secret, made


def _check(name: str, scopes: Sequence[str], limited_to: Sequence[str], expires_at: str, at: str) -> None:
    if not name.strip():
        raise InvalidRequest("A token needs a name.", remedy="Say which program it is for.")
    unknown = sorted(set(scopes) - set(SCOPES))
    if not scopes or unknown:
        raise InvalidRequest(
            f"There is no scope {unknown[0]}." if unknown else "A token needs a scope.",
            remedy=f"Use some of: {', '.join(SCOPES)}.",
        )
    if "projects" in scopes and limited_to:
        raise InvalidRequest("A token limited to projects cannot make projects.", remedy="Leave out one of the two.")
    if expires_at and expires_at <= at:
        raise InvalidRequest("The token would be over before it begins.", remedy="Choose a later end.")


def listed(connection: Connection) -> tuple[Credential, ...]:
    """Every token ever made, the oldest first."""
    return credentials.listed(connection, KIND)


def revoke(connection: Connection, token_id: str, by: Caller, at: str) -> None:
    """End a token now; the next request with it is refused. Raises NotFound when there is none, or it is over already."""
    found = credentials.get(connection, token_id)
    if found is None or found.kind != KIND or not credentials.revoke(connection, token_id, at):
        raise NotFound("There is no such token, or it is revoked already.", remedy="List the tokens.")
    audit.append(connection, SYSTEM, audit.Act("token.revoked", token_id, by.credential, by.actor), at)
