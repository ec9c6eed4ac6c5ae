"""Signing in and out."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Form, Query, Request, Response

from forager.access.gate import COOKIE, SESSION_COOKIE
from forager.ui.shell import SIGNED_OUT
from forager.ui.visit import HTML, LONGEST_NAME, NAME_COOKIE, PageRoute, VisitOf, address_of, claimed
from formicaria.ground.entering import is_exposed
from formicaria.ground.errors import TooManyAttempts, Unauthenticated
from formicaria.ground.web.pages import go, own_path

router = APIRouter(route_class=PageRoute)
YEAR: Final = 365 * 86_400
"""Seconds."""


@router.get("/sign-in")
def sign_in_page(request: Request, next: Annotated[str, Query(max_length=2000)] = "/") -> Response:  # noqa: A002  # the address's word
    """Asks for a key."""
    return HTML.page(request, "sign_in.html", SIGNED_OUT, next=own_path(next), refused="")


@router.post("/sign-in")
def sign_in(
    request: Request,
    key: Annotated[str, Form(max_length=256)] = "",
    next: Annotated[str, Form(max_length=2000)] = "/",  # noqa: A002  # the form's word
) -> Response:
    """Exchanges the operator's key, or a token, for a session cookie."""
    where = own_path(next)
    try:
        made = request.app.state.service.gate.sign_in(key.strip(), address_of(request))
    except (Unauthenticated, TooManyAttempts) as error:
        words = f"{error.message} {error.remedy}".strip()
        return HTML.page(request, "sign_in.html", SIGNED_OUT, status=error.status, next=where, refused=words)
    answer = go(request, where)
    SESSION_COOKIE.put(answer, made.secret, secure=is_exposed(request))
    return answer


@router.post("/name")
def name(
    visit: VisitOf,
    name: Annotated[str, Form(max_length=LONGEST_NAME)] = "",
    next: Annotated[str, Form(max_length=2000)] = "/",  # noqa: A002  # the form's word
) -> Response:
    """Keeps, in this browser, the name that its acts claim; an empty one forgets it."""
    answer = go(visit.request, own_path(next))
    kept = quote(claimed(name))
    answer.set_cookie(
        NAME_COOKIE, kept, max_age=YEAR if kept else 0, path="/", httponly=True, secure=is_exposed(visit.request), samesite="strict"
    )  # fmt: skip
    return answer


@router.post("/sign-out")
def sign_out(visit: VisitOf) -> Response:
    """Ends the session at once."""
    visit.call.service.gate.sign_out(visit.request.cookies.get(COOKIE, ""))
    answer = go(visit.request, "/sign-in")
    SESSION_COOKIE.drop(answer, secure=is_exposed(visit.request))
    return answer
