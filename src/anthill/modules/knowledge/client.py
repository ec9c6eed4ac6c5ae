"""One HTTP conversation with FORAGER: bounded in time and size, never redirected, never quoted in a log.

Every answer is an `Outcome`. The token goes into one header and nowhere else; a body that cannot be read is named by
the parser's message, because what came back may be somebody's document (seed 001 section 7).
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

import httpx2

from anthill.modules.knowledge.endpoint import Endpoint, EndpointRefused, parse_endpoint
from anthill.modules.knowledge.neutral import one_line
from anthill.modules.knowledge.settings import CREDENTIAL_SETTING, KnowledgeSettings
from anthill.sdk.knowledge import KnowledgeFailure, Outcome
from anthill.sdk.values import Json
from formicaria.ground.logs import get_logger

MAX_BODY_BYTES: Final = 16 * 1024 * 1024
MINIMUM_TIMEOUT_MS: Final = 250
_POOLED_SECONDS: Final = 300.0
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,80}")

_STATUS: Final = {
    400: KnowledgeFailure.INVALID,
    401: KnowledgeFailure.UNAUTHORIZED,
    403: KnowledgeFailure.UNAUTHORIZED,
    404: KnowledgeFailure.NOT_FOUND,
    408: KnowledgeFailure.TIMEOUT,
    409: KnowledgeFailure.UPSTREAM,
    413: KnowledgeFailure.INVALID,
    415: KnowledgeFailure.INVALID,
    429: KnowledgeFailure.UNAVAILABLE,
    502: KnowledgeFailure.UNAVAILABLE,
    503: KnowledgeFailure.UNAVAILABLE,
    504: KnowledgeFailure.TIMEOUT,
}


def build_http_client() -> httpx2.Client:
    """The one process-wide client: HTTP/1.1 keep-alive, no redirects, no proxy or netrc from the environment."""
    # These loggers write whole URLs, and a URL holds what somebody asked.
    for name in ("httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.WARNING)
    limits = httpx2.Limits(max_connections=32, max_keepalive_connections=16, keepalive_expiry=_POOLED_SECONDS)
    return httpx2.Client(trust_env=False, follow_redirects=False, limits=limits)


@dataclass(frozen=True, slots=True)
class Call:
    """One read: the path below `/api/`, its query, how long it may take, and the base it must stay in.

    `project_ref` is sent as `X-Forager-Project` where the path itself names no project. `deadline` is an instant of
    `time.monotonic()` that cuts `timeout_ms` short.
    """

    segments: Sequence[str]
    timeout_ms: int
    query: Sequence[tuple[str, str]] = ()
    project_ref: str | None = None
    deadline: float | None = None


class ForagerClient:
    """Reads JSON from the configured FORAGER through the HTTP client it is given."""

    def __init__(
        self,
        http: httpx2.Client,
        settings: Callable[[], KnowledgeSettings],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the HTTP client, a way to read the settings in force, and a clock in seconds."""
        self._http = http
        self._settings = settings
        self._monotonic = monotonic
        self._log = get_logger("knowledge")

    def get(self, call: Call) -> Outcome[Json]:
        """Make one GET and read its JSON; every failure is typed, and nothing is raised for one."""
        settings = self._settings()
        if not settings.enabled:
            return Outcome.refused(KnowledgeFailure.DISABLED, "knowledge_enabled is off")
        started = self._monotonic()
        try:
            url = parse_endpoint(settings.endpoint, allow_remote=settings.allow_remote).url(call.segments, call.query)
        except EndpointRefused as refused:
            return Outcome.refused(KnowledgeFailure.DISABLED, refused.sentence)
        seconds = self._seconds(call, started)
        if seconds <= 0:
            return Outcome.refused(KnowledgeFailure.TIMEOUT, "the time given to this step was used up")
        outcome = self._exchange(url, _headers(settings, call), seconds, started)
        self._note(call, outcome, started)
        return outcome

    def _seconds(self, call: Call, now: float) -> float:
        allowed = max(MINIMUM_TIMEOUT_MS, call.timeout_ms) / 1000
        return allowed if call.deadline is None else min(allowed, call.deadline - now)

    def _exchange(self, url: str, headers: dict[str, str], seconds: float, started: float) -> Outcome[Json]:
        timeout = httpx2.Timeout(seconds)
        late: Outcome[Json] = Outcome.refused(
            KnowledgeFailure.TIMEOUT, f"the knowledge service did not respond within {round(seconds * 1000)}ms"
        )
        try:
            with self._http.stream("GET", url, headers=headers, timeout=timeout, follow_redirects=False) as response:
                body = self._body(response, started + seconds)
                return late if body is None else _answer(response, body)
        except httpx2.TimeoutException:
            return late
        except _Oversized:
            words = "the knowledge service's answer is too large or encoded in a way this client refuses"
            return Outcome.refused(KnowledgeFailure.MALFORMED, words)
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError):
            return Outcome.refused(KnowledgeFailure.UNAVAILABLE, f"no answer from {_origin(url)}")

    def _body(self, response: httpx2.Response, ends: float) -> bytes | None:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise _Oversized
        parts: list[bytes] = []
        size = 0
        for part in response.iter_raw():
            size += len(part)
            if size > MAX_BODY_BYTES:
                raise _Oversized
            if self._monotonic() > ends:
                return None
            parts.append(part)
        return b"".join(parts)

    def _note(self, call: Call, outcome: Outcome[Json], started: float) -> None:
        self._log.info(
            "knowledge_call",
            route=call.segments[0],
            project_ref=call.project_ref or "",
            duration_ms=round((self._monotonic() - started) * 1000),
            failure=outcome.failure.value,
            upstream_request_id=outcome.upstream_request_id or "",
        )


class _Oversized(Exception):
    """The body is larger than any answer of this service."""


def configured_endpoint(settings: KnowledgeSettings) -> Endpoint:
    """The endpoint in force; raises `EndpointRefused`."""
    return parse_endpoint(settings.endpoint, allow_remote=settings.allow_remote)


def _headers(settings: KnowledgeSettings, call: Call) -> dict[str, str]:
    headers = {"accept": "application/json", "accept-encoding": "identity"}
    if settings.token:
        headers["authorization"] = f"Bearer {settings.token}"
    if call.project_ref is not None:
        headers["x-forager-project"] = call.project_ref
    return headers


def _answer(response: httpx2.Response, body: bytes) -> Outcome[Json]:
    request_id = _request_id(response.headers.get("x-request-id"))
    if response.is_success:
        return _parsed(body, request_id)
    if response.is_redirect:
        words = "the knowledge service answered with a redirect, which is never followed"
        return Outcome.refused(KnowledgeFailure.MALFORMED, words, request_id)
    return _refusal(response.status_code, body, request_id)


def _parsed(body: bytes, request_id: str | None) -> Outcome[Json]:
    try:
        value: Json = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        # A decoding error's own text quotes the bytes it stumbled over; its kind is enough.
        words = f"the knowledge service's answer is not readable JSON ({type(error).__name__})"
        return Outcome.refused(KnowledgeFailure.MALFORMED, words, request_id)
    if value is None:
        return Outcome.refused(KnowledgeFailure.MALFORMED, "the knowledge service's answer is empty", request_id)
    return Outcome(value, upstream_request_id=request_id)


def _refusal(status: int, body: bytes, request_id: str | None) -> Outcome[Json]:
    message, named = _envelope(body)
    failure = _STATUS.get(status, KnowledgeFailure.UPSTREAM if status >= 500 else KnowledgeFailure.INVALID)
    if failure is KnowledgeFailure.UNAUTHORIZED:
        words = f"the credential in {CREDENTIAL_SETTING} was refused (HTTP {status})"
    else:
        words = f"the knowledge service refused the request (HTTP {status})" + (f": {message}" if message else "")
    return Outcome.refused(failure, words, named or request_id)


def _envelope(body: bytes) -> tuple[str, str | None]:
    parsed = _parsed(body, None)
    error = parsed.value.get("error") if isinstance(parsed.value, dict) else None
    if not isinstance(error, dict):
        return "", None
    message, request_id = error.get("message"), error.get("request_id")
    return one_line(message, 200) if isinstance(message, str) else "", _request_id(request_id)


def _request_id(value: Json) -> str | None:
    return value if isinstance(value, str) and _REQUEST_ID.fullmatch(value) else None


def _no_constant(_name: str) -> NoReturn:
    raise ValueError("not a JSON number")


def _origin(url: str) -> str:
    parts = httpx2.URL(url)
    return f"{parts.scheme}://{parts.netloc.decode('ascii')}"
