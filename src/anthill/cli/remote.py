"""The desk of a running colony: a small client of its own interface."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self
from urllib.parse import quote

import httpx2

from anthill.cli.desk import Row, Show, progress_line
from formicaria.ground.errors import (
    Conflict,
    Error,
    Forbidden,
    InvalidRequest,
    NotFound,
    TooLarge,
    TooManyAttempts,
    Unauthenticated,
    Unavailable,
)
from formicaria.ground.remote import key_in, service_address

TIMEOUT_SECONDS = 60.0
POLL_SECONDS = 0.2
_BY_STATUS: dict[int, type[Error]] = {
    kind.status: kind
    for kind in (
        InvalidRequest, Unauthenticated, Forbidden, NotFound, Conflict, TooLarge, TooManyAttempts, Unavailable,
    )
}  # fmt: skip


class RemoteDesk:
    """Fills `Desk` over HTTP, with the key that a file holds."""

    def __init__(self, url: str, key_file: Path, client: httpx2.Client | None = None) -> None:
        """Prepare; nothing is sent yet. Raises `ConfigurationRefused` for the key, `InvalidRequest` for the address."""
        self._headers = {"Authorization": f"Bearer {key_in(key_file)}"}
        # The key goes to the address that was typed: no proxy and no netrc of the environment comes between.
        self._client = client or httpx2.Client(base_url=service_address(url), timeout=TIMEOUT_SECONDS, trust_env=False)

    def __enter__(self) -> Self:
        """The client."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close its connections."""
        self._client.close()

    def run_mission(self, request: Mapping[str, object], show: Show) -> Row:
        """Submit a mission and watch it."""
        mission_id = str(_row(self._post("/missions", request))["mission_id"])
        while _row(self._get(f"/missions/{mission_id}"))["status"] in ("created", "running"):
            steps = _row(self._get(f"/missions/{mission_id}/graph"))["tasks"]
            show(f"{mission_id}: {progress_line(_rows(steps))}")
            time.sleep(POLL_SECONDS)
        return self.report(mission_id)

    def report(self, mission_id: str) -> Row:
        """Fetch a mission's report."""
        return _row(self._get(f"/missions/{quote(mission_id, safe='')}/report"))

    def cancel(self, mission_id: str) -> Row:
        """Cancel a mission."""
        return _row(self._post(f"/missions/{quote(mission_id, safe='')}/cancel", {}))

    def missions(self, limit: int) -> list[Row]:
        """List missions."""
        return _rows(_row(self._get("/missions", {"limit": limit}))["missions"])

    def plan(self, request: Mapping[str, object]) -> Row:
        """Preview a plan."""
        return _row(self._post("/missions/plan", request))

    def roles(self) -> list[Row]:
        """Fetch the matrix."""
        return _rows(self._get("/roles"))

    def audit(self, kept: Mapping[str, tuple[int, str]]) -> Row:
        """Ask the colony to check its record; heads kept elsewhere are compared by a command on the folder."""
        if kept:
            raise InvalidRequest("Heads are compared on the folder itself.", remedy="Use --data-dir with --heads.")
        return _row(self._get("/audit/verify"))

    def heads(self) -> list[Row]:
        """Fetch the heads."""
        return _rows(self._get("/audit/heads"))

    def _get(self, path: str, params: Mapping[str, int] | None = None) -> object:
        return self._answered(lambda: self._client.get(path, headers=self._headers, params=dict(params or {})))

    def _post(self, path: str, body: Mapping[str, object]) -> object:
        return self._answered(lambda: self._client.post(path, headers=self._headers, json=dict(body)))

    def _answered(self, send: Callable[[], httpx2.Response]) -> object:
        try:
            answer = send()
        except httpx2.TransportError as error:
            raise Unavailable("The colony does not answer.", remedy="Check --url, and that it runs.") from error
        body = _body(answer)
        if answer.is_success and "data" in body:
            return body["data"]
        raise _refusal(answer, body)


def _body(answer: httpx2.Response) -> Row:
    try:
        return _row(answer.json())
    except ValueError as error:
        raise _stranger() from error


def _row(value: object) -> Row:
    if not isinstance(value, dict):
        raise _stranger()
    return value


def _rows(value: object) -> list[Row]:
    if not isinstance(value, list):
        raise _stranger()
    return [_row(each) for each in value]


def _stranger() -> Unavailable:
    return Unavailable("What answers there is not a colony.", remedy="Check --url.")


def _refusal(answer: httpx2.Response, body: Row) -> Error:
    problem = body.get("error")
    remedy = str(problem.get("remedy", "")) if isinstance(problem, dict) else ""
    kind = _BY_STATUS.get(answer.status_code, Error)
    return kind(str(body.get("message", "The colony refused.")), remedy=remedy)
