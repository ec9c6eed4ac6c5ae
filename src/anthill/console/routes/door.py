"""The way in and out: signing in, the first administrator, signing out."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Request, Response

from anthill.access.accounts import Session
from anthill.access.guard import COOKIE_OF_SESSIONS, address_of
from anthill.console.pages import MISSIONS, ROOT, SETUP, SIGN_IN, SIGN_OUT
from anthill.console.visit import HTML, SIGNED_OUT, Console, PageRoute, VisitOf, console_of
from formicaria.ground.errors import Conflict, Error, Forbidden, InvalidRequest, TooManyAttempts, Unauthenticated
from formicaria.ground.hosts import is_here
from formicaria.ground.web.pages import go, own_path

router = APIRouter(route_class=PageRoute)
Name = Annotated[str, Form(max_length=200)]
Password = Annotated[str, Form(max_length=2000)]
Next = Annotated[str, Form(max_length=2000)]
SHORTEST: Final = 8


@router.get("/")
def root(request: Request) -> Response:
    """The colony's pages are below one address."""
    return go(request, ROOT)


@router.get(ROOT)
def home(request: Request) -> Response:
    """The console begins with the missions, of the project that was asked about if one was."""
    return go(request, f"{MISSIONS}?{request.url.query}" if request.url.query else MISSIONS)


@router.get(SIGN_IN)
def sign_in_page(request: Request, next: Annotated[str, Query(max_length=2000)] = MISSIONS) -> Response:  # noqa: A002  # the address's word
    """Asks for a name and a password; on the first run it leads to the making of the first administrator."""
    where = own_path(next, MISSIONS)
    if console_of(request).accounts.setup_required() and is_here(address_of(request)):
        return go(request, SETUP)
    return _ask(request, where)


@router.post(SIGN_IN)
def sign_in(request: Request, name: Name = "", password: Password = "", next: Next = MISSIONS) -> Response:  # noqa: A002  # the form's word
    """Exchanges a name and a password for a session cookie."""
    where = own_path(next, MISSIONS)
    console = console_of(request)
    try:
        session = console.guard.sign_in(name.strip(), password, address_of(request))
    except (Unauthenticated, TooManyAttempts) as error:
        return _ask(request, where, error, name)
    return _let_in(request, console, session, where)


@router.get(SETUP)
def setup_page(request: Request) -> Response:
    """Asks for the first administrator; afterwards there is nothing here but the way to sign in."""
    if not console_of(request).accounts.setup_required():
        return go(request, SIGN_IN)
    _check_here(request)
    return _set_up(request)


@router.post(SETUP)
def setup(request: Request, name: Name = "", password: Password = "", again: Password = "") -> Response:
    """Makes the first administrator, once, and signs them in."""
    console = console_of(request)
    address = address_of(request)
    console.guard.check(address)
    _check_here(request)
    try:
        _check_same(password, again)
        console.accounts.setup(name.strip(), password)
    except Conflict:
        console.guard.failed(address)
        raise
    except InvalidRequest as error:
        return _set_up(request, error, name)
    return _let_in(request, console, console.guard.sign_in(name.strip(), password, address), MISSIONS)


@router.post(SIGN_OUT)
def sign_out(visit: VisitOf) -> Response:
    """Ends the session at once."""
    visit.console.accounts.sign_out(visit.caller)
    answer = go(visit.request, SIGN_IN)
    COOKIE_OF_SESSIONS.drop(answer, secure=visit.console.secure_cookies)
    return answer


def _let_in(request: Request, console: Console, session: Session, where: str) -> Response:
    answer = go(request, where)
    COOKIE_OF_SESSIONS.put(answer, session.secret, secure=console.secure_cookies)
    return answer


def _check_same(password: str, again: str) -> None:
    if password != again:
        raise InvalidRequest("The two passwords are not the same.", remedy="Type them again.")


def _check_here(request: Request) -> None:
    if not is_here(address_of(request)):
        raise Forbidden(
            "The first administrator is made on the machine itself.", remedy="Open this page there, on 127.0.0.1."
        )


def _ask(request: Request, where: str, error: Error | None = None, name: str = "") -> Response:
    nobody = console_of(request).accounts.setup_required()
    status = error.status if error else 200
    return HTML.page(
        request, "sign_in.html", SIGNED_OUT, status=status, next=where, error=error, name=name, nobody=nobody
    )


def _set_up(request: Request, error: Error | None = None, name: str = "") -> Response:
    status = error.status if error else 200
    return HTML.page(request, "setup.html", SIGNED_OUT, status=status, error=error, name=name, shortest=SHORTEST)
