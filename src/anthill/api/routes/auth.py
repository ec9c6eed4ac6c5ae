"""`/auth/*`: the first administrator, sessions, tokens."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response, Security

from anthill.access import links
from anthill.access.accounts import Minted
from anthill.access.guard import COOKIE_OF_SESSIONS, SESSION_COOKIE, address_of
from anthill.api.services import Services
from anthill.api.shape import Envelope
from anthill.api.wire import AuthStatusView, CallerView, LinkBody, LinkView, LoginBody, SetupBody, TokenBody, TokenView
from anthill.sdk.permission import Caller, Permission
from formicaria.ground import credentials
from formicaria.ground.credentials import Credential
from formicaria.ground.entering import enter
from formicaria.ground.errors import Conflict, Forbidden
from formicaria.ground.hosts import is_here
from formicaria.ground.http import Page


def auth_router(services: Services) -> APIRouter:
    """The routes of signing in and of tokens."""
    router = APIRouter(prefix="/auth", tags=["auth"])
    _add_public(router, services)
    _add_session(router, services)
    _add_tokens(router, services)
    _add_links(router, services)
    return router


def enter_router(services: Services, refused: Page | None = None) -> APIRouter:
    """`GET /enter`, where a sign-in link leads; `refused` makes the page for whoever is not let in."""
    router = APIRouter()
    records, guard = services.colony.records, services.guard

    @router.get("/enter", include_in_schema=False)
    def follow_link(request: Request) -> Response:
        spend = partial(links.enter, records, guard)
        return enter(request, spend, COOKIE_OF_SESSIONS, secure=services.secure_cookies, refused=refused)

    return router


def _add_public(router: APIRouter, services: Services) -> None:
    @router.get("/status", summary="Whether the first administrator is still to be made")
    def status() -> Envelope[AuthStatusView]:
        return Envelope(data=AuthStatusView(setup_required=services.accounts.setup_required()))

    @router.post("/setup", status_code=201, summary="Make the first administrator, once, from this machine")
    def setup(request: Request, body: SetupBody) -> Envelope[AuthStatusView]:
        address = address_of(request)
        services.guard.check(address)
        if not is_here(address):
            raise Forbidden("The first administrator is made on the machine itself.", remedy="Use 127.0.0.1.")
        try:
            services.accounts.setup(body.name, body.password)
        except Conflict:
            services.guard.failed(address)
            raise
        return Envelope(message="The administrator was made.", data=AuthStatusView(setup_required=False))

    @router.post("/login", summary="Sign in")
    def login(request: Request, response: Response, body: LoginBody) -> Envelope[CallerView]:
        session = services.guard.sign_in(body.name, body.password, address_of(request))
        COOKIE_OF_SESSIONS.put(response, session.secret, secure=services.secure_cookies)
        return Envelope(message="Signed in.", data=_caller(session.caller, session.csrf))


def _add_session(router: APIRouter, services: Services) -> None:
    anyone = Depends(services.guard.known())

    @router.get("/me", summary="Who the caller is")
    def me(
        caller: Caller = anyone, session: Annotated[str | None, Security(SESSION_COOKIE)] = None
    ) -> Envelope[CallerView]:
        return Envelope(data=_caller(caller, credentials.csrf_token(session) if session else ""))

    @router.post("/logout", summary="End the session")
    def logout(response: Response, caller: Caller = anyone) -> Envelope[None]:
        services.accounts.sign_out(caller)
        COOKIE_OF_SESSIONS.drop(response, secure=services.secure_cookies)
        return Envelope(message="Signed out.", data=None)


def _add_tokens(router: APIRouter, services: Services) -> None:
    manager = Depends(services.guard.require(Permission.MANAGE_USERS))

    @router.get("/tokens", summary="API tokens, without their secrets")
    def tokens(caller: Caller = manager) -> Envelope[list[TokenView]]:
        return Envelope(data=[_token(each) for each in services.accounts.tokens(caller)])

    @router.post("/tokens", status_code=201, summary="Make an API token; its secret is shown once")
    def mint(body: TokenBody, caller: Caller = manager) -> Envelope[TokenView]:
        minted = services.accounts.mint(caller, body.name, body.permissions, body.project_id or None, body.days)
        return Envelope(message="Keep the secret; it is not shown again.", data=_minted(minted))

    @router.delete("/tokens/{token_id}", summary="End an API token now")
    def revoke(token_id: str, caller: Caller = manager) -> Envelope[None]:
        services.accounts.revoke(caller, token_id)
        return Envelope(message="The token was ended.", data=None)


def _add_links(router: APIRouter, services: Services) -> None:
    manager = Depends(services.guard.require(Permission.MANAGE_USERS))

    @router.post("/links", status_code=201, summary="Make a link that signs a browser in, once, on this machine")
    def make_link(request: Request, body: LinkBody, caller: Caller = manager) -> Envelope[LinkView]:
        secret, made = links.mint(services.colony.records, caller, body.then, body.actor)
        view = LinkView(url=f"{request.base_url}enter?code={secret}", expires_at=made.expires_at)
        return Envelope(message="It works once, within ten minutes.", data=view)


def _caller(caller: Caller, csrf: str) -> CallerView:
    return CallerView(
        user_id=caller.user_id,
        name=caller.name,
        permissions=sorted(each.value for each in caller.permissions),
        project_id=caller.project_id,
        csrf_token=csrf,
    )


def _minted(minted: Minted) -> TokenView:
    return _token(minted.credential).model_copy(update={"secret": minted.secret})


def _token(found: Credential) -> TokenView:
    return TokenView(
        id=found.id,
        name=found.name,
        permissions=list(found.scopes),
        project_id=found.projects[0] if found.projects else None,
        created_at=found.created_at,
        expires_at=found.expires_at,
        revoked_at=found.revoked_at,
    )
