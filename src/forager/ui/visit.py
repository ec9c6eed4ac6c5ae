"""One visit of a page: who is signed in, what they may see, and the fences before a page is even read."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, Final, cast
from urllib.parse import unquote

from fastapi import Depends, Path, Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from forager.access.call import Call, Service
from forager.access.gate import COOKIE
from forager.access.scopes import Scope
from forager.review import By
from forager.ui.pages import PAGES
from formicaria.ground.errors import InvalidRequest, Unauthenticated
from formicaria.ground.web.fences import check_origin, check_text, sign_in_address
from formicaria.ground.web.pages import Pages, go

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
CSRF_HEADER: Final = "x-csrf-token"
SIGN_IN: Final = "/sign-in"
NAME_COOKIE: Final = "forager_name"
LONGEST_NAME: Final = 80
"""Characters."""
HTML: Final = Pages("forager.ui")


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that was asked for by somebody signed in."""

    request: Request
    call: Call

    @property
    def csrf(self) -> str:
        """The token their forms carry."""
        return self.call.access.csrf

    @property
    def actor(self) -> str:
        """The name that whoever sits at this browser wrote as theirs; a claim, and empty until they write one."""
        return claimed(unquote(self.request.cookies.get(NAME_COOKIE, "")))

    def decides(self, note: str) -> By:
        """The visitor as one who decides."""
        return self.call.decides(self.actor, note)

    def may(self, scope: Scope) -> bool:
        """Whether they have a scope: what they may not do is not offered."""
        return self.call.access.can(scope)


def claimed(name: str) -> str:
    """A name as it is kept: one line of characters that can be seen, not too long."""
    seen = "".join(each if each.isprintable() else " " for each in name)
    return " ".join(seen.split())[:LONGEST_NAME].rstrip()


class PageRoute(APIRoute):
    """Asks for a session with the page's scope before anything is read; a change needs the session's own token as well."""

    def get_route_handler(self) -> Handler:
        """The framework's handler behind the fences."""
        handler = super().get_route_handler()
        method, path = min(self.methods or ()), self.path_format
        scope = PAGES[method, path]

        async def guarded(request: Request) -> Response:
            check_text(request)
            if method == "POST":
                check_origin(request)
            if scope is not Scope.PUBLIC:
                try:
                    request.state.visit = await run_in_threadpool(_admit, request, scope)
                except Unauthenticated:
                    return go(request, sign_in_address(request, SIGN_IN))
                if method == "POST":
                    await _check_form(request)
            return await handler(request)

        return guarded


def _admit(request: Request, scope: Scope) -> Visit:
    service = cast("Service", request.app.state.service)
    access = service.gate.admit_session(request.cookies.get(COOKIE, ""), address_of(request))
    access.check(scope)
    return Visit(request, Call(service, access, access.limit("")))


async def _check_form(request: Request) -> None:
    # Kept by the request, so the handler reads the same form.
    form = await request.form()
    offered = request.headers.get(CSRF_HEADER, "") or str(form.get("csrf", ""))
    cast("Visit", request.state.visit).call.access.check_csrf(offered)
    # Names of files are judged one by one, and those that are turned down are named.
    if any("\0" in name or (name != "paths" and "\0" in str(value)) for name, value in form.multi_items()):
        raise InvalidRequest("The form holds a character that is not text.")


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


def _visit(request: Request) -> Visit:
    return cast("Visit", request.state.visit)


VisitOf = Annotated[Visit, Depends(_visit)]
ProjectRef = Annotated[str, Path(max_length=200)]
RecordId = Annotated[str, Path(max_length=200)]
