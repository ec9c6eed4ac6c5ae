"""Names and addresses: who we answer to, who is on this machine, and listening where nobody else does."""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from starlette.types import ASGIApp, Receive, Scope, Send

from formicaria.ground.canonical import canonical
from formicaria.ground.errors import Error, InvalidRequest, PortTaken
from formicaria.ground.ids import random_id

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
"""The names of this machine for itself."""
REQUEST_ID: Final = "x-request-id"
BACKLOG: Final = 128


class KnownHosts:
    """ASGI middleware that refuses a request whose Host header names nobody we are: a page elsewhere cannot reach us by renaming itself."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str], shape: Callable[[Error, str], Mapping[str, Any]]) -> None:
        """Answer to this machine's own names and to ``allowed``; ``shape`` makes the service's error body."""
        self._app = app
        self._allowed = LOOPBACK | {name.lower() for name in allowed}
        self._shape = shape

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or host_of(scope) in self._allowed:
            await self._app(scope, receive, send)
            return
        refusal = InvalidRequest(
            "This service does not answer to that host name.", remedy="Add it to allowed_hosts, or use 127.0.0.1."
        )
        request_id = str(scope.get("state", {}).get("request_id", "")) or random_id("req_")
        headers = [(b"content-type", b"application/json"), (REQUEST_ID.encode(), request_id.encode())]
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body", "body": canonical(dict(self._shape(refusal, request_id)))})


def host_of(scope: Scope) -> str:
    """The host that a request names, without its port; empty when it names none or several."""
    named: list[str] = [value.decode("latin-1") for key, value in scope["headers"] if key == b"host"]
    host = named[0].strip().lower() if len(named) == 1 else ""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def is_here(address: str) -> bool:
    """Whether a client's address is this machine's loopback; anything that is no address is not."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on ``host``:``port`` (0 takes a free one). Raises PortTaken."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        why = "is in use" if error.errno == errno.EADDRINUSE else "cannot be listened on"
        raise PortTaken(
            f"The address {host}:{port} {why}.",
            remedy="Stop what uses it, or choose another --port (0 takes a free one).",
        ) from error
    return listener


def address_of(host: str, listener: socket.socket) -> str:
    """The address at which a client reaches a listening socket."""
    port = listener.getsockname()[1]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
