"""What every route of both services has: request ids, security headers, a body limit, one error shape."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from formicaria.ground.errors import Error, Forbidden, InvalidRequest, NotFound, TooLarge, Unauthenticated
from formicaria.ground.hosts import REQUEST_ID
from formicaria.ground.ids import random_id
from formicaria.ground.logs import get_logger

SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "cache-control": "no-store",
}
_SAFE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")

Shape = Callable[[Error, str], Mapping[str, Any]]
"""Makes a service's error body from an error and the request id."""
Page = Callable[[Request, Error], Response]
"""Makes the page that tells a person of an error; it carries the error's status and its own content security policy."""


class Manners:
    """ASGI middleware: gives each request an id, each answer the security headers, and refuses bodies over the limit."""

    def __init__(self, app: ASGIApp, answer: Page, max_body: int) -> None:
        """Wrap ``app``; ``answer`` tells of an error, ``max_body`` is in bytes."""
        self._app = app
        self._answer = answer
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        offered = headers.get(REQUEST_ID, "")
        request_id = offered if _SAFE_ID.fullmatch(offered) else random_id("req_")
        scope.setdefault("state", {})["request_id"] = request_id
        answer = _with_headers(send, request_id)
        if _declared_length(headers) > self._max_body:
            refusal = TooLarge("The request is larger than this service takes.")
            await self._answer(Request(scope), refusal)(scope, receive, answer)
            return
        await self._app(scope, _limited(receive, self._max_body), answer)


def _declared_length(headers: Mapping[str, str]) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


def _with_headers(send: Send, request_id: str) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {key.lower() for key, _ in message["headers"]}
            extra = SECURITY_HEADERS | {REQUEST_ID: request_id}
            added = [(key.encode(), value.encode()) for key, value in extra.items() if key.encode() not in present]
            message = {**message, "headers": [*message["headers"], *added]}
        await send(message)

    return answer


def _limited(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def next_message() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise TooLarge("The request is larger than this service takes.")
        return message

    return next_message


def request_id(request: Request) -> str:
    """The id of this request."""
    return str(request.state.request_id)


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a person: a script of an open page (``HX-Request``), or whoever prefers HTML over JSON.

    Never below ``/api``, nor with a bearer credential.
    """
    path = request.url.path
    if path == "/api" or path.startswith("/api/") or "authorization" in request.headers:
        return False
    if request.headers.get("hx-request") == "true":
        return True
    offers = dict(_offer(each) for each in request.headers.get("accept", "").split(","))
    data = max(offers.get(kind, 0.0) for kind in ("application/json", "application/*", "*/*"))
    return offers.get("text/html", 0.0) > data


def _offer(text: str) -> tuple[str, float]:
    """A media range and its weight; one that cannot be read weighs nothing."""
    kind, *parameters = (each.strip().lower() for each in text.split(";"))
    weight = next((each[2:] for each in parameters if each.startswith("q=")), "1")
    return kind, float(weight) if re.fullmatch(r"[01](\.[0-9]{0,3})?", weight) else 0.0


def install(app: FastAPI, shape: Shape, max_body: int, pages: Page | None = None) -> None:
    """Give an application the manners and its one error shape; ``pages`` tells a browser of an error instead (``wants_page``)."""

    def answer(request: Request, error: Error) -> Response:
        if pages and wants_page(request):
            return pages(request, error)
        headers = {"www-authenticate": "Bearer"} if error.status == Unauthenticated.status else {}
        if "retry_after" in error.details:
            headers["retry-after"] = str(error.details["retry_after"])
        return JSONResponse(dict(shape(error, request_id(request))), status_code=error.status, headers=headers)

    def typed(request: Request, error: Exception) -> Response:
        return answer(request, error if isinstance(error, Error) else Error("Something failed."))

    def invalid(request: Request, error: Exception) -> Response:
        fields = _fields(error) if isinstance(error, RequestValidationError) else []
        words = "The request does not have the expected form."
        return answer(request, InvalidRequest(words, details={"fields": fields}))

    def framework(request: Request, error: Exception) -> Response:
        return answer(request, _from_status(getattr(error, "status_code", 500)))

    def unexpected(request: Request, error: Exception) -> Response:
        told = {"type": type(error).__name__, "where": _where(error)}
        get_logger("http").error("unexpected_fault", request_id=request_id(request), **told)
        shown = answer(request, Error("Something failed inside the service.", remedy="The log names the request id."))
        # The framework answers this one outside every middleware.
        for key, value in (SECURITY_HEADERS | {REQUEST_ID: request_id(request)}).items():
            shown.headers.setdefault(key, value)
        return shown

    app.add_exception_handler(Error, typed)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, framework)
    app.add_exception_handler(Exception, unexpected)
    app.add_middleware(Manners, answer=answer, max_body=max_body)


def _where(error: Exception) -> str:
    """The innermost places of a fault, as ``file:line``: enough to find it, and never what it held."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return " < ".join(f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))


def _fields(error: RequestValidationError) -> list[dict[str, str]]:
    # Only where and what kind: the offered value may be confidential.
    return [
        {"at": ".".join(str(part) for part in each["loc"]), "problem": str(each["type"])} for each in error.errors()
    ]


class _MethodNotAllowed(Error):
    code = "method_not_allowed"
    status = 405


def _from_status(status: int) -> Error:
    known: dict[int, Error] = {
        400: InvalidRequest("The request cannot be read."),
        401: Unauthenticated("A credential is needed.", remedy="Send it as a bearer token."),
        403: Forbidden("This is not allowed."),
        404: NotFound("There is nothing here."),
        405: _MethodNotAllowed("This address does not take that method."),
        413: TooLarge("The request is larger than this service takes."),
    }
    return known.get(
        status, InvalidRequest("The request cannot be read.") if status < 500 else Error("Something failed.")
    )
