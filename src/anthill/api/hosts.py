"""Only known host names are answered: a page elsewhere cannot reach a loopback service by renaming itself."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from anthill.api.shape import shape
from formicaria.ground.errors import InvalidRequest

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


class KnownHosts:
    """ASGI middleware that refuses a request whose Host header names nobody we are."""

    def __init__(self, app: ASGIApp, allowed: Iterable[str]) -> None:
        """Answer to loopback names and to `allowed`."""
        self._app = app
        self._allowed = LOOPBACK | {name.lower() for name in allowed}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or host_of(scope) in self._allowed:
            await self._app(scope, receive, send)
            return
        refusal = InvalidRequest(
            "This service does not answer to that host name.", remedy="Add it to allowed_hosts, or use 127.0.0.1."
        )
        body = shape(refusal, str(scope.get("state", {}).get("request_id", "")))
        await JSONResponse(body, status_code=refusal.status)(scope, receive, send)


def host_of(scope: Scope) -> str:
    """Return the host name of a request, without its port."""
    values: list[str] = [value.decode("latin-1") for key, value in scope["headers"] if key == b"host"]
    if len(values) != 1:
        return ""
    host = values[0].strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
