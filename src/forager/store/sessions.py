"""Sessions of people at a browser, and the links that open them; each stands for a key or a token and ends with it (forager.md §8)."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection

from forager.store import tokens
from forager.store.acts import Caller
from forager.store.identity import OPERATOR, SYSTEM
from formicaria.ground import audit, credentials, links
from formicaria.ground.clock import later
from formicaria.ground.credentials import Credential

KIND: Final = "session"
PREFIX: Final = "ses_"
SECONDS: Final = 12 * 3600
"""How long a session lasts at most."""
KEYS: Final = frozenset({OPERATOR, tokens.KIND})
"""The kinds of credential that a session can stand for."""
NOBODY: Final = "nobody"


def begin(connection: Connection, parent: Credential, at: str, link: str = "") -> tuple[str, Credential]:
    """A new session for a live key or token, and its secret, which is nowhere kept. ``link`` is the link that opened it."""
    secret = credentials.new_secret(PREFIX)
    made = credentials.mint(
        connection,
        secret=secret,
        kind=KIND,
        name=parent.name,
        at=at,
        subject=parent.id,
        expires_at=later(at, SECONDS),
    )
    facts = {"link": link} if link else {}
    audit.append(connection, SYSTEM, audit.Act("session.begun", made.id, parent.id, facts=facts), at)
    return secret, made


def parent_of(connection: Connection, held: Credential, now: str) -> Credential | None:
    """The live key or token that a session or link stands for."""
    found = credentials.get(connection, held.subject)
    return found if found is not None and found.kind in KEYS and found.live(now) else None


def end(connection: Connection, session: Credential, at: str) -> None:
    """End a session now."""
    if credentials.revoke(connection, session.id, at):
        audit.append(connection, SYSTEM, audit.Act("session.ended", session.id, session.id), at)


def refused(connection: Connection, by: str, at: str) -> None:
    """Record that somebody was not let in. ``by`` is ``key`` or ``link``."""
    audit.append(connection, SYSTEM, audit.Act("session.refused", SYSTEM, NOBODY, facts={"by": by}), at)


def mint_link(connection: Connection, parent: str, then: str, by: Caller, at: str) -> tuple[str, Credential]:
    """A new sign-in link for the credential ``parent``, and its secret. Raises InvalidRequest when ``then`` leads elsewhere."""
    secret, made = links.mint_link(connection, parent, then, at)
    audit.append(connection, SYSTEM, audit.Act("link.minted", made.id, by.credential, by.actor), at)
    return secret, made
