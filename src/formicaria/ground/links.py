"""Sign-in links: a secret that opens one session, once, within ten minutes, and leads where it was told when it was made.

Where a link leads is kept here, in the credential's name, and forgotten when the link is spent: an address in the browser can never choose
where it goes, and a link that leads to another link leaves no second secret behind.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, update

from formicaria.ground import credentials
from formicaria.ground.clock import later
from formicaria.ground.credentials import Credential
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.hosts import LOOPBACK
from formicaria.ground.tables import credential

KIND: Final = "link"
PREFIX: Final = "lnk_"
SECONDS: Final = 600
"""How long a link may wait."""
LONGEST: Final = 2000
"""Characters of an address to go to."""


def mint_link(connection: Connection, subject: str, then: str, at: str) -> tuple[str, Credential]:
    """A new link for the credential or account ``subject``: its secret, which is nowhere kept, and its record.

    Raises InvalidRequest when ``then`` leads elsewhere (``check_then``).
    """
    check_then(then)
    secret = credentials.new_secret(PREFIX)
    made = credentials.mint(
        connection, secret=secret, kind=KIND, name=then, at=at, subject=subject, expires_at=later(at, SECONDS)
    )
    return secret, made


def spend_link(connection: Connection, secret: str, now: str) -> Credential | None:
    """Use a link up: its record as it was minted, or None when it is unknown, spent or over. Of several at once, one gets it."""
    found = credentials.find(connection, secret, now)
    if found is None or found.kind != KIND:
        return None
    # The condition is asked again by the statement itself: it is what lets only one in.
    mine = (credential.c.id == found.id) & (credential.c.revoked_at == "")
    spent = connection.execute(update(credential).where(mine).values(revoked_at=now, last_used_at=now, name=KIND))
    return found if spent.rowcount == 1 else None


def check_then(then: str) -> None:
    """Raise InvalidRequest unless ``then`` is a path of this service, or an http address on this machine."""
    if not 1 <= len(then) <= LONGEST or not all("!" <= each <= "~" and each != "\\" for each in then):
        raise _elsewhere()
    if then.startswith("/") and not then.startswith("//"):
        return
    if not _leads_here(then):
        raise _elsewhere()


def _leads_here(address: str) -> bool:
    try:
        parts = urlsplit(address)
        sound = parts.port != 0
    except ValueError:
        return False
    return sound and address.startswith("http://") and parts.hostname in LOOPBACK and "@" not in parts.netloc


def _elsewhere() -> InvalidRequest:
    return InvalidRequest(
        "A sign-in link leads to a path of this service or to an http address on this machine.",
        remedy="Write then as /path or http://127.0.0.1:PORT/path.",
    )
