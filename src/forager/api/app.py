"""The application: one factory, every route in one table of scopes."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI

from forager.access.call import Service
from forager.access.host import Host
from forager.api import openapi
from forager.api.errors import shape
from forager.api.routes import (
    acts,
    audit,
    conflicts,
    decisions,
    entering,
    entities,
    exports,
    jobs,
    knowledge,
    metrics,
    projects,
    revisions,
    search,
    session,
    sources,
    system,
    tokens,
)
from forager.api.streams import Streams
from forager.engine import Engine
from formicaria.ground import http

ENVELOPE: Final = 1 << 20
"""Bytes that a multipart request may have beside its files."""
ROUTERS: Final = (
    system.router, metrics.router, audit.router, session.router, tokens.router, projects.router, sources.router, jobs.router, search.router,
    knowledge.router, entities.router, conflicts.router, decisions.router, acts.router, revisions.router,
    exports.router,
)  # fmt: skip


class ForagerApp(FastAPI):
    """The application, with its complete description."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI 3.1 document; deterministic."""
        if not self.openapi_schema:
            self.openapi_schema = openapi.document(super().openapi())
        return self.openapi_schema


def create_app(engine: Engine, pages: http.Page | None = None, host: Host | None = None) -> FastAPI:
    """FORAGER's HTTP interface over an open engine; closing the engine stays with the caller. ``pages`` tells browsers of errors,
    ``host`` is the parent that started the engine."""
    app = described()
    app.state.service = Service.over(engine, host)
    app.state.streams = Streams(engine, jobs.shown)
    app.include_router(entering.enter_router(pages))
    http.install(app, shape, engine.settings.max_request_bytes + ENVELOPE, pages)
    return app


def described() -> ForagerApp:
    """The routes without an engine: enough to describe them."""
    app = ForagerApp(
        title="FORAGER",
        version=openapi.version(),
        summary="Raw documents in, traceable knowledge out.",
        description=openapi.DESCRIPTION,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    for router in ROUTERS:
        app.include_router(router)
    return app
