"""Who the caller is, and links that sign a browser in."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request

from forager.access import links
from forager.access.access import Access
from forager.access.call import Service
from forager.api.call import CallOf
from forager.api.errors import refusals
from forager.api.models.system import Link, LinkRequest, Session
from forager.api.route import GuardedRoute, address_of
from formicaria.ground.errors import Unauthenticated

router = APIRouter(route_class=GuardedRoute, tags=["session"])


@router.get("/api/session", summary="Who the caller is", responses=refusals(429))
@router.get("/session", include_in_schema=False)
def session(request: Request) -> Session:
    """What the credential that was sent may do; nobody when it is not good."""
    service = cast("Service", request.app.state.service)
    offered = request.headers.get("authorization", "")
    if not offered:
        return Session(authenticated=False)
    try:
        access = service.gate.admit(offered, address_of(request))
    except Unauthenticated:
        return Session(authenticated=False)
    return _session(access)


def _session(access: Access) -> Session:
    return Session(
        authenticated=True,
        kind="operator" if access.is_operator else "token",
        name=access.name,
        scopes=list(access.scopes),
        projects=list(access.projects),
        expires_at=access.expires_at,
    )


@router.post("/api/session/links", summary="Make a link that signs a browser in", status_code=201)
def make_link(request: Request, call: CallOf, body: LinkRequest) -> Link:
    """Works once, within ten minutes, on the machine itself. Shown this once; whoever loses it asks for another."""
    secret, made = links.mint(call.service.gate, call.access, body.then, body.actor)
    return Link(url=f"{request.base_url}enter?code={secret}", expires_at=made.expires_at)
