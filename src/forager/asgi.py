"""Serve the engine over HTTP: open the store, bind the port, say where, run until told to stop."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from forager.access import host
from forager.access.host import Host
from forager.api.app import create_app
from forager.api.errors import shape
from forager.engine import Engine
from forager.settings import Settings
from forager.ui.app import add_pages, refused
from formicaria.ground import logs
from formicaria.ground.hosts import KnownHosts, address_of, listen

PATIENCE_SECONDS = 1.0
"""How long a request waits for what the documents of a day said, when that is being made; then it is told to ask again (ADR 0082)."""
GRACE_SECONDS = 5
"""How long requests under way may take to end."""


def serve(settings: Settings, announce: Callable[[Engine, str], None]) -> None:
    """Serve until SIGINT or SIGTERM. ``announce`` is told the engine and the address once connections are taken.

    Raises:
        StoreHeld, NewerDatabase, DatabaseUnusable, ConfigurationRefused: the store cannot be opened, or the host credential's file.
        PortTaken: the address cannot be listened on.
    """
    logs.configure(settings.log_level)
    hashed = host.read(settings.host_credential_file) if settings.host_credential_file else ""
    with Engine.open(settings, label="forager serve") as engine, listen(settings.host, settings.port) as listener:

        def end() -> None:
            server.should_exit = True

        app = application(engine, Host(hashed, end) if hashed else None)
        server = uvicorn.Server(_config(KnownHosts(app, settings.allowed_hosts, shape)))
        # Streams end with the service, not by its patience.
        app.state.streams.closing = lambda: server.should_exit
        with _ended_by_signals(server):
            engine.past.patience = PATIENCE_SECONDS
            engine.start_worker()
            announce(engine, address_of(settings.host, listener))
            server.run(sockets=[listener])


def application(engine: Engine, parent: Host | None = None) -> FastAPI:
    """API and pages over an open engine; ``parent`` is whatever started it and handed in a credential."""
    app = create_app(engine, refused, parent)
    add_pages(app)
    return app


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
    )


@contextmanager
def _ended_by_signals(server: uvicorn.Server) -> Iterator[None]:
    """Both signals end the server, also before it has begun; it raises them again at its end, when they are obeyed already."""

    def end(_number: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
