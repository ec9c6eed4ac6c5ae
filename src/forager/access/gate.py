"""The gate: every credential is looked up at every request, so that a revocation holds from the next one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from forager.access.access import Access
from forager.access.host import Host
from forager.access.scopes import TOKEN_SCOPES
from forager.access.used import LastUsed
from forager.store import sessions
from forager.store.identity import OPERATOR
from formicaria.ground import credentials
from formicaria.ground.clock import Clock
from formicaria.ground.credentials import Credential
from formicaria.ground.database import Database
from formicaria.ground.entering import SessionCookie
from formicaria.ground.errors import Error, Unauthenticated
from formicaria.ground.throttle import Throttle

FAILURES: Final = 20
WINDOW_SECONDS: Final = 60
COOKIE: Final = "forager_session"
SESSION_COOKIE: Final = SessionCookie(COOKIE, sessions.SECONDS)
_BEARER: Final = "bearer "
_LONGEST_SECRET: Final = 256


@dataclass(frozen=True, slots=True)
class Session:
    """A fresh session: the secret for the cookie, and the request-forgery token bound to it."""

    secret: str = field(repr=False)
    csrf: str = field(repr=False)

    @classmethod
    def of(cls, secret: str) -> Session:
        """The session with this secret."""
        return cls(secret, credentials.csrf_token(secret))


class Gate:
    """Turns a secret into an ``Access``: a bearer's, or a session cookie's."""

    def __init__(self, database: Database, clock: Clock, host: Host | None = None) -> None:
        """Count failures from now on; ``host`` is the parent that started the engine, if one did."""
        self.database = database
        self.clock = clock
        self.host = host
        self.used = LastUsed(database)
        self._throttle = Throttle(FAILURES, WINDOW_SECONDS)

    def admit(self, authorization: str, address: str) -> Access:
        """The caller behind an ``Authorization`` header.

        A good credential is let in whatever others on the same address have tried: a secret of 256 bits cannot be guessed, and whoever
        shares an address must not be able to lock a caller out.

        Raises:
            Unauthenticated: no credential, or one that is unknown, expired or revoked.
            TooManyAttempts: too many of these came from this address.
        """
        now = self.clock.now()
        secret = _bearer(authorization)
        parent = self.host.access(secret) if self.host else None
        if parent is not None:
            return parent
        found = self._key(secret, now)
        if found is None:
            raise self.failed(
                address,
                Unauthenticated("A credential is needed.", remedy="Send a live key or token as a bearer token."),
            )
        self.used.note(found, now)
        return Access(
            found.id, found.kind, found.name, _scopes(found), found.projects, found.expires_at, found.kind == OPERATOR
        )

    def sign_in(self, secret: str, address: str) -> Session:
        """Open a session that stands for the key or token with this secret.

        Raises:
            Unauthenticated: it is unknown, expired or revoked.
            TooManyAttempts: too many of these came from this address.
        """
        now = self.clock.now()
        found = self._key(_sound(secret), now)
        if found is None:
            raise self.turned_away(address, "key", Unauthenticated("This key is not good, or not any more."))
        with self.database.write() as connection:
            made, _ = sessions.begin(connection, found, now)
        return Session.of(made)

    def admit_session(self, cookie: str, address: str) -> Access:
        """The caller behind a session's cookie: held to what the key or token it was opened with may do now.

        Raises:
            Unauthenticated: no session, or one that is unknown or over, or whose key or token is.
            TooManyAttempts: too many unknown ones came from this address.
        """
        secret, now = _sound(cookie), self.clock.now()
        error = Unauthenticated("You are not signed in.", remedy="Sign in.")
        with self.database.read() as connection:
            session = credentials.find(connection, secret, now) if secret else None
            if session is None or session.kind != sessions.KIND:
                # A session that is over is nobody's guess.
                guessed = bool(cookie) and not credentials.known(connection, secret)
                raise self.failed(address, error) if guessed else error
            parent = sessions.parent_of(connection, session, now)
        if parent is None:
            raise error
        self.used.note(parent, now)
        ends = min(each for each in (session.expires_at, parent.expires_at) if each)
        return Access(
            session.id,
            sessions.KIND,
            parent.name,
            _scopes(parent),
            parent.projects,
            ends,
            parent.kind == OPERATOR,
            credentials.csrf_token(secret),
        )

    def sign_out(self, cookie: str) -> None:
        """End the session of a cookie now; nothing happens when it is over already."""
        now = self.clock.now()
        with self.database.write() as connection:
            session = credentials.find(connection, _sound(cookie), now)
            if session is not None and session.kind == sessions.KIND:
                sessions.end(connection, session, now)

    def failed(self, address: str, error: Error) -> Error:
        """Count a failure of an address and return its error. Raises TooManyAttempts when there were too many."""
        self._throttle.check(address)
        self._throttle.hit(address)
        return error

    def turned_away(self, address: str, by: str, error: Error) -> Error:
        """The same for somebody who tried to sign in by ``key`` or ``link``; it is recorded."""
        self.failed(address, error)
        with self.database.write() as connection:
            sessions.refused(connection, by, self.clock.now())
        return error

    def _key(self, secret: str, now: str) -> Credential | None:
        if not secret:
            return None
        with self.database.read() as connection:
            found = credentials.find(connection, secret, now)
        return found if found is not None and found.kind in sessions.KEYS else None


def _scopes(found: Credential) -> tuple[str, ...]:
    return tuple(TOKEN_SCOPES) if found.kind == OPERATOR else found.scopes


def _bearer(authorization: str) -> str:
    if not authorization.lower().startswith(_BEARER):
        return ""
    return _sound(authorization[len(_BEARER) :].strip())


def _sound(secret: str) -> str:
    return secret if len(secret) <= _LONGEST_SECRET and secret.isascii() and secret.isprintable() else ""
