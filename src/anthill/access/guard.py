"""Authentication of every request: a bearer token, or a session cookie with its request-forgery token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Header, Request, Security
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from anthill.access.accounts import SESSION, SESSION_SECONDS, TOKEN, Accounts, Session
from anthill.core.store.records import Note, Records
from anthill.sdk.event import EventType
from anthill.sdk.permission import Caller, Permission
from formicaria.ground import credentials
from formicaria.ground.entering import SessionCookie
from formicaria.ground.errors import Forbidden, Unauthenticated
from formicaria.ground.throttle import Throttle

COOKIE: Final = "anthill_session"
COOKIE_OF_SESSIONS: Final = SessionCookie(COOKIE, SESSION_SECONDS)
CSRF_HEADER: Final = "X-CSRF-Token"
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
BEARER = HTTPBearer(auto_error=False, description="An API token of the colony (ant_…).")
SESSION_COOKIE = APIKeyCookie(name=COOKIE, auto_error=False, description="The session of a signed-in person.")


@dataclass(frozen=True, slots=True)
class Offered:
    """What a request shows for itself."""

    token: str
    session: str
    csrf: str
    method: str
    address: str


class Guard:
    """Fills the SDK's `ApiSeams`: it hands out dependencies that let a caller in or refuse."""

    def __init__(self, accounts: Accounts, records: Records, failures: Throttle) -> None:
        """Check against these accounts; `failures` limits failed attempts per address."""
        self._accounts = accounts
        self._records = records
        self._failures = failures

    def require(self, permission: Permission) -> Callable[..., Caller]:
        """Return a dependency that gives the caller, if they may."""

        def admitted(
            request: Request,
            bearer: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)] = None,
            session: Annotated[str | None, Security(SESSION_COOKIE)] = None,
            x_csrf_token: Annotated[str, Header(max_length=128)] = "",
        ) -> Caller:
            caller = self.admit(offered(request, bearer, session, x_csrf_token))
            if not caller.may(permission):
                raise Forbidden(f"This needs the permission {permission.value}.")
            return caller

        return admitted

    def known(self) -> Callable[..., Caller]:
        """Return a dependency that gives any authenticated caller."""

        def admitted(
            request: Request,
            bearer: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)] = None,
            session: Annotated[str | None, Security(SESSION_COOKIE)] = None,
            x_csrf_token: Annotated[str, Header(max_length=128)] = "",
        ) -> Caller:
            return self.admit(offered(request, bearer, session, x_csrf_token))

        return admitted

    def admit(self, shown: Offered) -> Caller:
        """Return who this is; raises `Unauthenticated`, `Forbidden` or `TooManyAttempts`."""
        self._failures.check(shown.address)
        if shown.token:
            return self._proven(self._accounts.caller_of(shown.token, TOKEN), shown)
        if not shown.session:
            raise Unauthenticated("A credential is needed.", remedy="Send an API token as a bearer token, or sign in.")
        caller = self._session(shown)
        if shown.method not in _SAFE_METHODS and not credentials.csrf_matches(shown.session, shown.csrf):
            raise Forbidden(f"A change needs the session's token in the {CSRF_HEADER} header.")
        return caller

    def sign_in(self, name: str, password: str, address: str) -> Session:
        """Open a session for a person; raises `Unauthenticated`, or `TooManyAttempts` before the password is looked at."""
        self._failures.check(address)
        try:
            return self._accounts.sign_in(name, password)
        except Unauthenticated:
            self._failures.hit(address)
            raise

    def _session(self, shown: Offered) -> Caller:
        caller = self._accounts.caller_of(shown.session, SESSION)
        if caller is None and self._accounts.was_known(shown.session):
            # A page left open after its session ended must not use up its address's attempts.
            raise Unauthenticated("You are not signed in any more.", remedy="Sign in again.")
        return self._proven(caller, shown)

    def _proven(self, caller: Caller | None, shown: Offered) -> Caller:
        if caller is None:
            self.failed(shown.address)
            raise Unauthenticated("The credential is unknown, expired or revoked.")
        return caller

    def failed(self, address: str) -> None:
        """Count a failed attempt of an address."""
        self._failures.hit(address)

    def check(self, address: str) -> None:
        """Raise `TooManyAttempts` for an address that failed too often."""
        self._failures.check(address)

    def record(self, caller: Caller, act: str, details: Mapping[str, str]) -> None:
        """Put an act of a person on the system stream."""
        facts = {"act": act, **details}
        message = "a person acted through a module"
        self._records.note(Note(EventType.OPERATOR_ACT, message=message, facts=facts, by=caller.token_id or ""))


def offered(request: Request, bearer: HTTPAuthorizationCredentials | None, session: str | None, csrf: str) -> Offered:
    """Collect what a request shows."""
    token = bearer.credentials if bearer else ""
    return Offered(token, session or "", csrf, request.method, address_of(request))


def address_of(request: Request) -> str:
    """Return where a request comes from."""
    return request.client.host if request.client else "unknown"
