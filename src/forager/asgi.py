"""Serve the engine over HTTP: open the store, bind the port, say where, run until told to stop."""

from __future__ import annotations

import errno
import signal
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from forager.api.app import create_app
from forager.api.errors import shape
from forager.engine import Engine
from forager.errors import PortTaken
from forager.settings import LOOPBACK, Settings
from formicaria.ground import logs
from formicaria.ground.errors import InvalidRequest
from formicaria.ground.http import REQUEST_ID
from formicaria.ground.ids import random_id

BACKLOG = 128
GRACE_SECONDS = 5
"""How long requests under way may take to end."""


def serve(settings: Settings, announce: Callable[[Engine, str], None]) -> None:
    """Serve until SIGINT or SIGTERM. ``announce`` is told the engine and the address once connections are taken.

    Raises:
        StoreHeld, NewerDatabase, DatabaseUnusable, ConfigurationRefused: the store cannot be opened.
        PortTaken: the address cannot be listened on.
    """
    logs.configure(settings.log_level)
    with Engine.open(settings, label="forager serve") as engine, _bound(settings) as listener:
        server = uvicorn.Server(_config(KnownHosts(create_app(engine), settings.allowed_hosts)))
        with _ended_by_signals(server):
            engine.start_worker()
            announce(engine, address_of(settings.host, listener))
            server.run(sockets=[listener])


class KnownHosts:
    """Refuses a request whose Host header names nobody we are: a page elsewhere cannot reach us by renaming itself."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        """Answer to this machine's own names and to ``allowed``."""
        self._app = app
        self._allowed = LOOPBACK | {name.lower() for name in allowed}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or host_of(scope) in self._allowed:
            await self._app(scope, receive, send)
            return
        refusal = InvalidRequest(
            "This service does not answer to that host name.",
            remedy="Name it in FORAGER_ALLOWED_HOSTS, or use 127.0.0.1.",
        )
        request_id = random_id("req_")
        answer = JSONResponse(dict(shape(refusal, request_id)), refusal.status, {REQUEST_ID: request_id})
        await answer(scope, receive, send)


def host_of(scope: Scope) -> str:
    """The host that a request names, without its port; empty when it names none or several."""
    named: list[str] = [value.decode("latin-1") for key, value in scope["headers"] if key == b"host"]
    host = named[0].strip().lower() if len(named) == 1 else ""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


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
def _bound(settings: Settings) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.host, settings.port))
            listener.listen(BACKLOG)
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "is in use" if taken else "cannot be listened on"
            raise PortTaken(
                f"The address {settings.host}:{settings.port} {why}.",
                remedy="Choose another --port; 0 takes a free one.",
            ) from error
        yield listener


def address_of(host: str, listener: socket.socket) -> str:
    """The address a client can use."""
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


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
