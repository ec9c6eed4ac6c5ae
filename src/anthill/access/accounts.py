"""Who may do what: the first administrator, sessions, and API tokens (colony.md *API, users*; reference §19).

Passwords are Argon2id; sessions and tokens are random secrets kept as hashes. A stored permission that is not in the
table grants nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection

from anthill.core.store import accounts
from anthill.core.store.accounts import Account
from anthill.core.store.records import Note, Records, Transaction
from anthill.sdk.event import EventType, Fact
from anthill.sdk.permission import Caller, Permission, parse_permission
from formicaria.ground import credentials
from formicaria.ground.clock import later
from formicaria.ground.credentials import Credential
from formicaria.ground.errors import Conflict, Forbidden, InvalidRequest, NotFound, Unauthenticated
from formicaria.ground.ids import random_id

SESSION: Final = "session"
TOKEN: Final = "token"  # noqa: S105 - the name of a kind of credential
SESSION_SECONDS: Final = 12 * 3600
MOST_DAYS: Final = 366
ALL: Final = tuple(Permission)


@dataclass(frozen=True, slots=True)
class Session:
    """A fresh session: the secret for the cookie, the request-forgery token bound to it, and who it is."""

    secret: str = field(repr=False)
    csrf: str = field(repr=False)
    caller: Caller


@dataclass(frozen=True, slots=True)
class Minted:
    """A fresh token; the secret is shown once."""

    secret: str = field(repr=False)
    credential: Credential


class Accounts:
    """The colony's people and tokens."""

    def __init__(self, records: Records, hasher: PasswordHasher | None = None) -> None:
        """Keep them in these records; `hasher` is Argon2id with the library's recommended cost unless given."""
        self._records = records
        self._hasher = hasher or PasswordHasher()
        # Somebody who asks for a name that is not there waits as long as for one that is.
        self._nobody = self._hasher.hash("nobody has this password")

    def setup_required(self) -> bool:
        """Whether the first administrator is still to be made."""
        with self._records.read() as connection:
            return accounts.count(connection) == 0

    def setup(self, name: str, password: str) -> Account:
        """Make the first administrator, once; raises `Conflict` ever after."""
        _check_name(name)
        _check_password(password)
        hashed = self._hasher.hash(password)
        with self._records.write() as transaction:
            if accounts.count(transaction.connection):
                raise Conflict("This colony has its administrator already.", remedy="Sign in instead.")
            words = tuple(each.value for each in ALL)
            new = Account(random_id("usr_"), name, hashed, words, True, transaction.at)
            accounts.add(transaction.connection, new)
            facts = {"account": new.id}
            transaction.note(Note(EventType.ADMIN_CREATED, message="the first administrator was made", facts=facts))
        return new

    def sign_in(self, name: str, password: str) -> Session:
        """Open a session; raises `Unauthenticated` in the same words for an unknown name and a wrong password."""
        with self._records.read() as connection:
            found = accounts.by_name(connection, name)
        known = self._password_holds(found.password_hash if found else self._nobody, password)
        if found is None or not known or not found.active:
            self._records.note(Note(EventType.SIGN_IN_REFUSED, message="a sign-in was refused"))
            raise Unauthenticated("The name or the password is not right.")
        with self._records.write() as transaction:
            return open_session(transaction, found.id, {"account": found.id})

    def sign_out(self, caller: Caller) -> None:
        """End the caller's session now."""
        with self._records.write() as transaction:
            if credentials.revoke(transaction.connection, caller.token_id or "", transaction.at):
                by = caller.token_id or ""
                transaction.note(Note(EventType.SIGNED_OUT, message="a session ended", by=by))

    def caller_of(self, secret: str, kind: str) -> Caller | None:
        """Return who a live secret of a kind stands for, or None."""
        now = self._records.clock.now()
        with self._records.read() as connection:
            found = credentials.find(connection, secret, now)
            if found is None or found.kind != kind:
                return None
            return standing_for(connection, found, now) if kind == SESSION else _caller(found)

    def was_known(self, secret: str) -> bool:
        """Return whether a secret was good once: then who shows it is late and guesses nothing."""
        with self._records.read() as connection:
            return credentials.known(connection, secret)

    def mint(
        self, by: Caller, name: str, permissions: Sequence[Permission], project_id: str | None, days: int
    ) -> Minted:
        """Make an API token; nobody can give what they do not have, nor leave their own project."""
        _check_name(name)
        missing = sorted(each.value for each in permissions if not by.may(each))
        if missing:
            raise Forbidden(f"A token cannot be given what its maker does not have: {', '.join(missing)}.")
        if by.project_id is not None and project_id != by.project_id:
            raise Forbidden("A token limited to a project makes only tokens limited to the same project.")
        if not permissions or not 1 <= days <= MOST_DAYS:
            raise InvalidRequest(f"A token needs at least one permission and lives 1 to {MOST_DAYS} days.")
        return self._minted(name, permissions, project_id, days, by.token_id or by.user_id)

    def mint_operator_key(self) -> Minted:
        """Make the key of whoever holds the data folder, and end every earlier one."""
        with self._records.write() as transaction:
            for each in credentials.listed(transaction.connection, TOKEN):
                if each.name == OPERATOR:
                    credentials.revoke(transaction.connection, each.id, transaction.at)
        return self._minted(OPERATOR, ALL, None, 0, OPERATOR)

    def tokens(self, by: Caller) -> tuple[Credential, ...]:
        """Return the tokens a caller may see, oldest first."""
        with self._records.read() as connection:
            return tuple(each for each in credentials.listed(connection, TOKEN) if _sees(by, each))

    def revoke(self, by: Caller, token_id: str) -> None:
        """End a token at once; raises `NotFound` for one that is not there, ended, or not the caller's to see."""
        with self._records.write() as transaction:
            found = credentials.get(transaction.connection, token_id)
            if found is None or found.kind != TOKEN or not _sees(by, found):
                raise NotFound("There is no such token.")
            if not credentials.revoke(transaction.connection, token_id, transaction.at):
                raise NotFound("There is no such token.")
            facts = {"token": token_id}
            note = Note(EventType.TOKEN_REVOKED, message="a token was ended", facts=facts, by=by.token_id or by.user_id)
            transaction.note(note)

    def _minted(
        self, name: str, permissions: Sequence[Permission], project_id: str | None, days: int, by: str
    ) -> Minted:
        secret = credentials.new_secret("ant_")
        with self._records.write() as transaction:
            credential = credentials.mint(
                transaction.connection,
                secret=secret,
                kind=TOKEN,
                name=name,
                at=transaction.at,
                scopes=[each.value for each in permissions],
                projects=[project_id] if project_id else [],
                expires_at=later(transaction.at, days * 86_400) if days else "",
            )
            facts = {"token": credential.id, "project": project_id or ""}
            transaction.note(Note(EventType.TOKEN_MINTED, message="a token was made", facts=facts, by=by))
        return Minted(secret, credential)

    def _password_holds(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


OPERATOR: Final = "operator"


def open_session(transaction: Transaction, subject: str, facts: Mapping[str, Fact]) -> Session:
    """Open a session for an account or a token, live now; raises `Unauthenticated` when it is not."""
    secret = credentials.new_secret("ses_")
    made = credentials.mint(
        transaction.connection,
        secret=secret,
        kind=SESSION,
        name=SESSION,
        at=transaction.at,
        subject=subject,
        expires_at=later(transaction.at, SESSION_SECONDS),
    )
    caller = standing_for(transaction.connection, made, transaction.at)
    if caller is None:
        raise Unauthenticated("Whoever this session is for may not sign in any more.")
    transaction.note(Note(EventType.SIGNED_IN, message="a session began", facts=facts, by=made.id))
    return Session(secret, credentials.csrf_token(secret), caller)


def standing_for(connection: Connection, held: Credential, now: str) -> Caller | None:
    """Return whom a session or link stands for, with what they may do now; None when they are not there any more."""
    account = accounts.by_id(connection, held.subject)
    if account is not None:
        granted = _granted(account.permissions)
        return Caller(account.id, account.name, granted, None, held.id) if account.active else None
    token = credentials.get(connection, held.subject)
    if token is None or token.kind != TOKEN or not token.live(now):
        return None
    return replace(_caller(token), token_id=held.id)


def _caller(found: Credential) -> Caller:
    # A credential limited to several projects is one this colony cannot honour: it may see none.
    project = {0: None, 1: found.projects[0] if found.projects else None}.get(len(found.projects), "")
    return Caller(found.id, found.name, _granted(found.scopes), project, found.id)


def _granted(words: Sequence[str]) -> frozenset[Permission]:
    read = [parse_permission(each) for each in words]
    return frozenset(each for each in read if each is not None)


def _sees(by: Caller, found: Credential) -> bool:
    return by.project_id is None or found.projects == (by.project_id,)


def _check_name(name: str) -> None:
    if not 1 <= len(name) <= 64 or name != name.strip() or not name.isprintable():
        raise InvalidRequest("A name is 1 to 64 printable characters without spaces around it.")


def _check_password(password: str) -> None:
    if not 8 <= len(password) <= 1024 or password != password.strip():
        raise InvalidRequest("A password has at least 8 characters and no spaces around it.")
