"""Puts the pages beside the API of one application."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response

from forager.query.errors import DoesNotFit
from forager.ui.routes import door, entities, evidence, home, knowledge, names, past, review, sources
from forager.ui.shell import SIGNED_OUT
from forager.ui.visit import HTML
from formicaria.ground.errors import Error
from formicaria.ground.http import request_id

ROUTERS = tuple(each.router for each in (door, home, sources, knowledge, evidence, entities, review, names, past))


def add_pages(app: FastAPI) -> None:
    """Add every page and the static files; ``app.state.service`` is there already."""
    for router in ROUTERS:
        app.include_router(router, include_in_schema=False)
    app.router.routes.append(HTML.assets.route())


def refused(request: Request, error: Error) -> Response:
    """How a refusal looks to somebody who asked for a page."""
    template = "refused.html" if isinstance(error, DoesNotFit) else "ground/error.html"
    return HTML.refusal(request, error, SIGNED_OUT, request_id(request), template)
