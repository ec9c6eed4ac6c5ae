"""Sign-in links: minted by the operator, followed once on this machine (ADR 66)."""

from __future__ import annotations

from forager.access.access import Access
from forager.access.gate import Gate
from forager.store import sessions
from formicaria.ground.credentials import Credential
from formicaria.ground.entering import Entered, link_refused
from formicaria.ground.links import spend_link


def mint(gate: Gate, by: Access, then: str, actor: str) -> tuple[str, Credential]:
    """A link that signs a browser in as the caller and leads to ``then``: its secret and its record.

    Raises InvalidRequest when ``then`` leads off this machine.
    """
    with gate.database.write() as connection:
        return sessions.mint_link(connection, by.credential_id, then, by.caller(actor), gate.clock.now())


def enter(gate: Gate, code: str, address: str) -> Entered:
    """Spend the link with this code and open a session for it.

    Raises:
        LinkRefused: it is unknown, spent or over, or the credential it stands for is.
        TooManyAttempts: too many of these came from this address.
    """
    now = gate.clock.now()
    with gate.database.write() as connection:
        link = spend_link(connection, code, now)
        parent = sessions.parent_of(connection, link, now) if link else None
        if link and parent:
            secret, _ = sessions.begin(connection, parent, now, link.id)
            return Entered(secret, link.name)
    raise gate.turned_away(address, "link", link_refused())
