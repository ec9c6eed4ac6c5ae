"""A route that is guarded before its body is read, and whose records carry an ETag."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from forager.access.scopes import Scope
from forager.api.scopes import SCOPES
from formicaria.ground.canonical import sha256_hex
from formicaria.ground.errors import InvalidRequest

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
UNTAGGED: Final = frozenset(
    {
        "/api/ready",
        "/ready",
        "/api/session",
        "/session",
        "/api/projects/{project_id}/search",
        "/api/exports/{export_id}/download",
    }
)
"""Answers that hold a time of their own, or a tag."""


class GuardedRoute(APIRoute):
    """Asks the gate first: nobody without the scope has so much as a body read. A route without a row in the table cannot be made."""

    def get_route_handler(self) -> Handler:
        """The framework's handler behind the gate."""
        handler = super().get_route_handler()
        method, path = min(self.methods or ()), self.path_format
        scope = SCOPES[method, path]

        async def guarded(request: Request) -> Response:
            _check_text(request)
            if scope is not Scope.PUBLIC:
                request.state.access = await run_in_threadpool(_admit, request, scope)
            response = await handler(request)
            return _tagged(request, response) if method == "GET" and path not in UNTAGGED else response

        return guarded


def _admit(request: Request, scope: Scope) -> object:
    gate = request.app.state.service.gate
    access = gate.admit(request.headers.get("authorization", ""), address_of(request))
    access.check(scope)
    return access


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"


def _check_text(request: Request) -> None:
    # No id, name or query holds a NUL, and not every database can be asked for one.
    if "\0" in request.url.path or any("\0" in each for pair in request.query_params.multi_items() for each in pair):
        raise InvalidRequest("The address holds a character that is not text.")


def _tagged(request: Request, response: Response) -> Response:
    """The response with its ETag, or 304 when the caller has it already."""
    body = getattr(response, "body", None)
    if response.status_code != 200 or not isinstance(body, bytes):
        return response
    tag = f'"{sha256_hex(body)[:32]}"'
    offered = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if tag in offered or "*" in offered:
        return Response(status_code=304, headers={"etag": tag})
    response.headers["etag"] = tag
    return response
