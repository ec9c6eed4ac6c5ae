"""``GET /enter``: what a sign-in link does in a browser, the same in both services."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from formicaria.ground.errors import Error, Forbidden, LinkRefused
from formicaria.ground.hosts import LOOPBACK, host_of, is_here
from formicaria.ground.http import Page, wants_page


@dataclass(frozen=True, slots=True)
class SessionCookie:
    """The cookie of a service's sessions, which no script reads and no other site sends."""

    name: str
    seconds: int

    def put(self, response: Response, secret: str, *, secure: bool) -> None:
        """Give the browser a session; ``secure`` keeps it off plain connections."""
        response.set_cookie(
            self.name, secret, max_age=self.seconds, path="/", httponly=True, secure=secure, samesite="strict"
        )

    def drop(self, response: Response, *, secure: bool) -> None:
        """Take it back."""
        response.delete_cookie(self.name, path="/", httponly=True, secure=secure, samesite="strict")


@dataclass(frozen=True, slots=True)
class Entered:
    """What a spent link opened: the secret for the cookie, and where the browser goes now."""

    secret: str = field(repr=False)
    then: str = field(repr=False)


Enter = Callable[[str, str], Entered]
"""Spends the link with this code for this address. Raises LinkRefused or TooManyAttempts."""


def is_exposed(request: Request) -> bool:
    """Whether a cookie must be kept off plain connections: on an encrypted one, and for every name that is not this machine's own."""
    return request.url.scheme == "https" or host_of(request.scope) not in LOOPBACK


def enter(request: Request, spend: Enter, cookie: SessionCookie, *, secure: bool, refused: Page | None) -> Response:
    """Let in whoever follows a good link on this machine, by a redirect with the session's cookie.

    ``refused`` makes the page for a browser that is not let in; without it, and for a program, the Error is raised.
    """
    try:
        entered = spend(request.query_params.get("code", ""), _here(request))
    except Error as error:
        if refused is None or not wants_page(request):
            raise
        return refused(request, error)
    headers = {"referrer-policy": "no-referrer", "cache-control": "no-store"}
    response = RedirectResponse(entered.then, 303, headers)
    cookie.put(response, entered.secret, secure=secure)
    return response


def _here(request: Request) -> str:
    address = request.client.host if request.client else ""
    if not is_here(address):
        raise Forbidden(
            "A sign-in link works only on the machine that runs this service.", remedy="Sign in with a key instead."
        )
    if "prefetch" in request.headers.get("sec-purpose", request.headers.get("purpose", "")):
        # A browser that loads ahead of the person would use the link up before they come.
        raise Forbidden("A sign-in link is not opened ahead of the person who follows it.")
    return address


def link_refused() -> LinkRefused:
    """The one answer to a link that is unknown, spent or over."""
    return LinkRefused(
        "This sign-in link does not work: it was used already, or its ten minutes are over.",
        remedy="On the machine that runs it, `formicaria link` makes a new one (`make link` in a checkout).",
    )
