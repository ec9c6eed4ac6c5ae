"""Sign-in links: made by somebody who manages users, followed once on this machine (ADR 66)."""

from __future__ import annotations

from anthill.access.accounts import open_session, standing_for
from anthill.access.guard import Guard
from anthill.core.store.records import Note, Records
from anthill.sdk.event import EventType
from anthill.sdk.permission import Caller
from formicaria.ground.credentials import Credential
from formicaria.ground.entering import Entered, link_refused
from formicaria.ground.errors import Forbidden
from formicaria.ground.links import mint_link, spend_link


def mint(records: Records, by: Caller, then: str, actor: str) -> tuple[str, Credential]:
    """Return the secret and the record of a link that signs a browser in as the caller and leads to `then`.

    Raises `Forbidden` for a caller limited to a project, `InvalidRequest` when `then` leads off this machine.
    """
    if by.project_id is not None:
        raise Forbidden("A credential limited to a project makes no sign-in links.")
    with records.write() as transaction:
        secret, made = mint_link(transaction.connection, by.user_id, then, transaction.at)
        facts = {"link": made.id, "actor": actor}
        note = Note(
            EventType.TOKEN_MINTED, message="a sign-in link was made", facts=facts, by=by.token_id or by.user_id
        )
        transaction.note(note)
    return secret, made


def enter(records: Records, guard: Guard, code: str, address: str) -> Entered:
    """Spend the link with this code and open a session for it.

    Raises `LinkRefused` when it is unknown, spent or over, or whom it stands for is not there any more; `TooManyAttempts`
    when too many of these came from this address. A good link is let in whatever the count (ADR 64).
    """
    with records.write() as transaction:
        link = spend_link(transaction.connection, code, transaction.at)
        if link and standing_for(transaction.connection, link, transaction.at):
            session = open_session(transaction, link.subject, {"link": link.id, "subject": link.subject})
            return Entered(session.secret, link.name)
    guard.check(address)
    guard.failed(address)
    records.note(Note(EventType.SIGN_IN_REFUSED, message="a sign-in link was refused"))
    raise link_refused()
