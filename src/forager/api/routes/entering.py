"""``GET /enter``: where a sign-in link leads."""

from __future__ import annotations

from functools import partial
from typing import cast

from fastapi import APIRouter, Request, Response

from forager.access import links
from forager.access.call import Service
from forager.access.gate import SESSION_COOKIE
from forager.api.route import GuardedRoute
from formicaria.ground.entering import enter, is_exposed
from formicaria.ground.http import Page


def enter_router(refused: Page | None = None) -> APIRouter:
    """The one route; ``refused`` makes the page for whoever is not let in (else the error is answered as any other)."""
    router = APIRouter(route_class=GuardedRoute)

    @router.get("/enter", include_in_schema=False)
    def follow_link(request: Request) -> Response:
        """Signs the browser in and sends it on."""
        gate = cast("Service", request.app.state.service).gate
        spend = partial(links.enter, gate)
        return enter(request, spend, SESSION_COOKIE, secure=is_exposed(request), refused=refused)

    return router
