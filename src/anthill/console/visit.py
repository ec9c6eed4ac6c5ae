"""One visit of a page: who is signed in, what they may see, and the fences before a page is even read."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, cast

from fastapi import Depends, Path, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from anthill.access.accounts import Accounts
from anthill.access.guard import COOKIE, CSRF_HEADER, Guard, Offered, address_of
from anthill.console.pages import PAGES, SIGN_IN, Door
from anthill.core.colony.colony import Colony
from anthill.sdk.knowledge_window import KnowledgePages, KnowledgeWindow
from anthill.sdk.permission import Caller, Permission
from formicaria.ground import credentials
from formicaria.ground.errors import Error, Forbidden, InvalidRequest, Unauthenticated
from formicaria.ground.hosts import is_here
from formicaria.ground.http import request_id
from formicaria.ground.web.fences import check_origin, check_text, sign_in_address
from formicaria.ground.web.pages import Pages, Shell, go, is_part

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
HTML: Final = Pages("anthill.console")
PRODUCT: Final = "ANTHILL"
SIGNED_OUT: Final = Shell(PRODUCT)
MOST_FIELDS: Final = 100


@dataclass(frozen=True, slots=True)
class Console:
    """What the pages work with, handed in by the composition root. ``findings`` are what configuration had to say."""

    colony: Colony
    accounts: Accounts
    guard: Guard
    knowledge: KnowledgeWindow | None
    secure_cookies: bool
    findings: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that was asked for by somebody signed in. ``csrf`` is the token their forms carry."""

    request: Request
    console: Console
    caller: Caller
    csrf: str

    def may(self, permission: Permission) -> bool:
        """Whether they have a permission: what they may not do is not offered."""
        return self.caller.may(permission)

    @property
    def by(self) -> str:
        """The credential that asks, for the record."""
        return self.caller.token_id or self.caller.user_id

    @property
    def originals(self) -> KnowledgePages | None:
        """The knowledge service's own pages, if this browser can reach them and the visitor may read knowledge."""
        window = self.console.knowledge
        if window is None or not self.may(Permission.READ_KNOWLEDGE):
            return None
        return window.pages(here=is_here(address_of(self.request)))


class PageRoute(APIRoute):
    """Asks for a session with the page's permission before anything is read; a change needs the session's own token as well."""

    def get_route_handler(self) -> Handler:
        """The framework's handler behind the fences."""
        handler = super().get_route_handler()
        method, path = min(self.methods or ()), self.path_format
        wanted = PAGES[method, path]

        async def guarded(request: Request) -> Response:
            try:
                check_text(request)
                if method == "POST":
                    check_origin(request)
                if wanted is not Door.PUBLIC:
                    request.state.visit = await run_in_threadpool(_admit, request, wanted)
                if method == "POST":
                    await _check_form(request, fenced=wanted is not Door.PUBLIC)
                return await handler(request)
            except Unauthenticated:
                return go(request, sign_in_address(request, SIGN_IN))
            except (Error, RequestValidationError) as error:
                if not is_part(request):
                    raise
                told = error if isinstance(error, Error) else InvalidRequest("This form cannot be read.")
                return HTML.refusal(request, told, SIGNED_OUT, request_id(request))

        return guarded


def console_of(request: Request) -> Console:
    """What the composition root put beside the application."""
    return cast("Console", request.app.state.console)


def _admit(request: Request, wanted: Permission | Door) -> Visit:
    console = console_of(request)
    secret = request.cookies.get(COOKIE, "")
    # The token of a change is asked for afterwards, when it is known whose it must be.
    caller = console.guard.admit(Offered("", secret, "", "GET", address_of(request)))
    if isinstance(wanted, Permission) and not caller.may(wanted):
        raise Forbidden(
            f"This needs the permission {wanted.value}.", remedy="Ask whoever manages the users of this colony."
        )
    return Visit(request, console, caller, credentials.csrf_token(secret))


async def _check_form(request: Request, *, fenced: bool) -> None:
    # Kept by the request, so the handler reads the same form.
    form = await request.form(max_files=0, max_fields=MOST_FIELDS)
    offered = request.headers.get(CSRF_HEADER, "") or str(form.get("csrf", ""))
    if any("\0" in str(each) for pair in form.multi_items() for each in pair):
        raise InvalidRequest("The form holds a character that is not text.")
    if fenced and not credentials.csrf_matches(request.cookies.get(COOKIE, ""), offered):
        raise Forbidden("This form is not from your session.", remedy="Open the page again and repeat the step.")


def _visit(request: Request) -> Visit:
    return cast("Visit", request.state.visit)


VisitOf = Annotated[Visit, Depends(_visit)]
MissionId = Annotated[str, Path(max_length=100)]
