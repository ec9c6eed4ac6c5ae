"""Serve an open colony over HTTP until asked to stop."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from fastapi import FastAPI

from anthill.access.guard import Guard
from anthill.api.app import create_app
from anthill.api.services import Services
from anthill.api.stream import Broadcaster
from anthill.console.app import Console, add_pages, refused
from anthill.host.opening import Opened
from formicaria import __version__
from formicaria.ground.errors import ConfigurationRefused
from formicaria.ground.hosts import LOOPBACK, address_of, listen
from formicaria.ground.throttle import Throttle

FAILURES = 20
WINDOW_SECONDS = 60
GRACE_SECONDS = 3


def application(here: Opened, broadcaster: Broadcaster | None = None) -> FastAPI:
    """Build the application of an open colony."""
    colony, settings = here.colony, here.settings
    guard = Guard(here.accounts, colony.records, Throttle(FAILURES, WINDOW_SECONDS))
    services = Services(
        colony=colony,
        accounts=here.accounts,
        guard=guard,
        broadcaster=broadcaster or Broadcaster(colony),
        version=__version__,
        secure_cookies=settings.get("secure_cookies") is True,
        findings=settings.findings,
    )
    app = create_app(services, here.modules, _allowed_hosts(here), refused)
    windows = (module.providers().window for module in here.modules)
    console = Console(
        colony=colony,
        accounts=here.accounts,
        guard=guard,
        knowledge=next((each for each in windows if each is not None), None),
        secure_cookies=services.secure_cookies,
        findings=settings.findings,
    )
    add_pages(app, console)
    return app


def serve(here: Opened, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Listen on `host`:`port` (0 takes a free one), call `ready` with the address, and work until a signal.

    Raises `ConfigurationRefused` for an address beyond this machine that was not prepared for, `PortTaken` for one in use.
    """
    check_address(here, host)
    listening = listen(host, port)
    broadcaster = Broadcaster(here.colony)
    app = application(here, broadcaster)
    # No access log: an address may hold a search's words.
    config = uvicorn.Config(
        app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=GRACE_SECONDS
    )
    server = uvicorn.Server(config)
    # In a thread, so that signals are ours: the server's own handling would end the process before the colony stops.
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, name="http")
    here.colony.start()
    with _signals(server, broadcaster):
        thread.start()
        ready(address_of(host, listening))
        thread.join()
    listening.close()


@contextmanager
def _signals(server: uvicorn.Server, broadcaster: Broadcaster) -> Iterator[None]:
    """Stop on SIGINT and SIGTERM: end the event streams, let requests finish, and stop at once when asked again."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        server.force_exit = server.should_exit
        broadcaster.stopping = True
        server.should_exit = True

    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def check_address(here: Opened, host: str) -> None:
    """Refuse to listen beyond this machine before there is somebody to sign in and names to answer to."""
    if host in LOOPBACK:
        return
    if not _allowed_hosts(here) or here.accounts.setup_required():
        raise ConfigurationRefused(
            f"Listening on {host} would reach beyond this machine.",
            remedy="Make the first administrator on 127.0.0.1 and name the host in allowed_hosts first.",
        )


def _allowed_hosts(here: Opened) -> list[str]:
    listed = here.settings.get("allowed_hosts")
    return [str(each) for each in listed] if isinstance(listed, list) else []
