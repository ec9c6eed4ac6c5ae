"""Who is asking, and what they may do: every credential is looked up at every request, so that a revocation holds from the next one."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from forager.api.scopes import TOKEN_SCOPES, Scope
from forager.store import tokens
from forager.store.acts import Caller
from forager.store.identity import OPERATOR
from formicaria.ground import credentials
from formicaria.ground.clock import Clock, later
from formicaria.ground.credentials import Credential
from formicaria.ground.database import Database
from formicaria.ground.errors import Error, Forbidden, Unauthenticated
from formicaria.ground.logs import get_logger
from formicaria.ground.throttle import Throttle

FAILURES: Final = 20
WINDOW_SECONDS: Final = 60
NOTED_EVERY_SECONDS: Final = 60.0
_BEARER: Final = "bearer "
_LONGEST_SECRET: Final = 256


@dataclass(frozen=True, slots=True)
class Access:
    """An authenticated caller. ``projects`` empty means no limit."""

    credential_id: str
    kind: str
    name: str
    scopes: tuple[str, ...]
    projects: tuple[str, ...]
    expires_at: str

    @property
    def is_operator(self) -> bool:
        """Whether it is the operator's key."""
        return self.kind == OPERATOR

    def check(self, scope: Scope) -> None:
        """Raise Forbidden unless the caller has the scope. Making projects needs freedom from a project limit as well."""
        allowed = self.is_operator or (scope in TOKEN_SCOPES and scope in self.scopes)
        if scope is Scope.PROJECTS and self.projects:
            allowed = False
        if not allowed:
            raise Forbidden(
                f"This credential does not have the scope {scope}.",
                remedy="Ask the operator for one that has it.",
                details={"scope": str(scope)},
            )

    def limit(self, header: str) -> tuple[str, ...] | None:
        """The projects this request may touch; None: all. A header can only narrow."""
        if not header:
            return self.projects or None
        return (header,) if not self.projects or header in self.projects else ()

    def caller(self, actor: str) -> Caller:
        """The caller as the audit trail names them."""
        return Caller(self.credential_id, actor)


class Gate:
    """Turns a bearer secret into an ``Access``."""

    def __init__(self, database: Database, clock: Clock) -> None:
        """Count failures from now on."""
        self._database = database
        self._clock = clock
        self._throttle = Throttle(FAILURES, WINDOW_SECONDS)
        self.used = LastUsed(database)

    def admit(self, authorization: str, address: str) -> Access:
        """The caller behind an ``Authorization`` header.

        A good credential is let in whatever others on the same address have tried: a secret of 256 bits cannot be guessed, and whoever
        shares an address must not be able to lock a caller out.

        Raises:
            Unauthenticated: no credential, or one that is unknown, expired or revoked.
            TooManyAttempts: too many of these came from this address.
        """
        secret = _secret(authorization)
        now = self._clock.now()
        found = self._found(secret, now) if secret else None
        if found is None:
            self._throttle.check(address)
            self._throttle.hit(address)
            raise Unauthenticated("A credential is needed.", remedy="Send a live key or token as a bearer token.")
        self.used.note(found, now)
        return Access(found.id, found.kind, found.name, _scopes(found), found.projects, found.expires_at)

    def _found(self, secret: str, now: str) -> Credential | None:
        with self._database.read() as connection:
            found = credentials.find(connection, secret, now)
        return found if found is not None and found.kind in {OPERATOR, tokens.KIND} else None


def _scopes(found: Credential) -> tuple[str, ...]:
    return tuple(TOKEN_SCOPES) if found.kind == OPERATOR else found.scopes


def _secret(authorization: str) -> str:
    if not authorization.lower().startswith(_BEARER):
        return ""
    secret = authorization[len(_BEARER) :].strip()
    return secret if len(secret) <= _LONGEST_SECRET and secret.isascii() and secret.isprintable() else ""


class LastUsed:
    """Notes when a credential was last used, to the minute, without making a request wait for the database's one writer."""

    def __init__(self, database: Database) -> None:
        """Write through ``database``."""
        self._database = database
        self._noted: dict[str, str] = {}
        self._lock = threading.Lock()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="last-used")

    def note(self, used: Credential, now: str) -> None:
        """Note a use unless one was noted within the last minute."""
        with self._lock:
            last = max(self._noted.get(used.id, ""), used.last_used_at)
            if last and now < later(last, NOTED_EVERY_SECONDS):
                return
            self._noted[used.id] = now
        self._writer.submit(self._write, used.id, now)

    def _write(self, id_: str, now: str) -> None:
        try:
            with self._database.write() as connection:
                credentials.touch(connection, id_, now)
        except Error as error:
            get_logger("access").warning("last_use_not_noted", credential=id_, code=error.code)

    def settle(self) -> None:
        """Wait until everything noted so far is written."""
        self._writer.submit(lambda: None).result()
