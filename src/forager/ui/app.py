"""Puts the pages beside the API of one application."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response

from forager.query.errors import BeingDerived, DoesNotFit
from forager.ui.routes import door, entities, evidence, home, knowledge, names, past, review, sources
from forager.ui.shell import SIGNED_OUT, shell
from forager.ui.visit import HTML, Visit
from formicaria.ground.errors import Error
from formicaria.ground.http import request_id
from formicaria.ground.web.pages import Shell

ROUTERS = tuple(each.router for each in (door, home, sources, knowledge, evidence, entities, review, names, past))


def add_pages(app: FastAPI) -> None:
    """Add every page and the static files; ``app.state.service`` is there already."""
    for router in ROUTERS:
        app.include_router(router, include_in_schema=False)
    app.router.routes.append(HTML.assets.route())


def refused(request: Request, error: Error) -> Response:
    """How a refusal looks to somebody who asked for a page."""
    if isinstance(error, BeingDerived):
        return _deriving(request, error)
    template = "refused.html" if isinstance(error, DoesNotFit) else "ground/error.html"
    frame = _frame(request) if isinstance(error, DoesNotFit) else SIGNED_OUT
    return HTML.refusal(request, error, frame, request_id(request), template)


def _frame(request: Request) -> Shell:
    """The frame of whoever asked, where nothing is wrong but what they asked."""
    visit = getattr(request.state, "visit", None)
    return shell(visit) if isinstance(visit, Visit) else SIGNED_OUT


def _deriving(request: Request, error: BeingDerived) -> Response:
    """The page that waits for a day of the past; not a failure, so neither is its status."""
    headers = {"retry-after": str(error.details["retry_after"])}
    here = f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
    return HTML.page(
        request, "deriving.html", _frame(request), status=202, headers=headers, progress=error.details, here=here
    )
