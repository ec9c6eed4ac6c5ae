"""The commands over HTTP: a small client of FORAGER's own interface."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self
from urllib.parse import quote

import httpx2

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
    UnsupportedMedia,
)
from formicaria.ground.remote import key_in, service_address

TIMEOUT_SECONDS = 60.0
LONGEST_WORK = 900.0
"""Seconds for which a command waits for what a server works out."""
PAGE = 200
Json = dict[str, object]
_BY_STATUS: dict[int, type[Error]] = {
    kind.status: kind
    for kind in (
        InvalidRequest, Unauthenticated, Forbidden, NotFound, Conflict, TooLarge, UnsupportedMedia, TooManyAttempts, Unavailable,
    )
}  # fmt: skip


class Remote:
    """A server reached by its address, with the key that a file holds."""

    def __init__(self, url: str, key_file: Path, client: httpx2.Client | None = None) -> None:
        """Prepare; nothing is sent yet. Raises ConfigurationRefused for the key, InvalidRequest for the address."""
        self._headers = {"Authorization": f"Bearer {key_in(key_file)}"}
        # The key goes to the address that was typed: no proxy and no netrc of the environment comes between.
        self._client = client or httpx2.Client(base_url=service_address(url), timeout=TIMEOUT_SECONDS, trust_env=False)

    watch: Callable[[Json], None] = staticmethod(lambda _details: None)
    """Told how far the server is with what it works out."""

    def __enter__(self) -> Self:
        """The client."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close its connections."""
        self._client.close()

    def get(self, path: str, params: Mapping[str, str | int] | None = None) -> Json:
        """The answer to a GET as an object; while the server works it out, it is asked again. Raises Unavailable after ``LONGEST_WORK``."""
        over = time.monotonic() + LONGEST_WORK
        while True:
            try:
                return self._sent("GET", path, params=dict(params or {}))
            except Unavailable as busy:
                again = busy.details.get("retry_after")
                if not isinstance(again, int) or time.monotonic() > over:
                    raise
                self.watch(busy.details)
                time.sleep(again)

    def post(self, path: str, body: Mapping[str, object]) -> Json:
        """The answer to a POST of a JSON object."""
        return self._sent("POST", path, json=dict(body))

    def _sent(self, method: str, path: str, **how: object) -> Json:
        try:
            answer = self._client.request(method, f"/api/{path}", headers=self._headers, **how)  # type: ignore[arg-type]  # passed through
        except httpx2.TransportError as error:
            raise Unavailable("The server does not answer.", remedy="Check --url, and that it runs.") from error
        if answer.is_success:
            return _object(answer) if answer.content else {}
        raise _refusal(answer)

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator[bytes]]:
        """The bytes of an answer as they come."""
        try:
            with self._client.stream("GET", f"/api/{path}", headers=self._headers) as answer:
                if not answer.is_success:
                    answer.read()
                    raise _refusal(answer)
                yield answer.iter_bytes()
        except httpx2.TransportError as error:
            raise Unavailable("The server does not answer.", remedy="Check --url, and that it runs.") from error

    # ---------------------------------------------------------------- verbs
    def project(self, ref: str) -> Json | None:
        """The project with this id or name; None when there is none for this key."""
        try:
            return self.get(f"projects/{quote(ref, safe='')}")
        except NotFound:
            return None

    def projects(self) -> list[Json]:
        """The projects this key may see."""
        return list(self._all("projects"))

    def create_project(self, name: str) -> Json:
        """A new project."""
        return self.post("projects", {"name": name, "purpose": ""})

    def upload(self, project_id: str, files: Sequence[tuple[str, bytes]]) -> Json:
        """Send files under their folder-relative names."""
        parts = [("files", (name.rsplit("/", 1)[-1], data)) for name, data in files]
        paths = [name for name, _ in files]
        return self._sent("POST", f"projects/{project_id}/sources", files=parts, data={"paths": paths})

    def process(self, project_id: str, *, force: bool) -> Json:
        """Queue a job, or name the one that runs."""
        try:
            return self.post(f"projects/{project_id}/process", {"force": force})
        except Conflict as conflict:
            if "job_id" not in conflict.details:
                raise
            return self.job(str(conflict.details["job_id"]))

    def job(self, job_id: str) -> Json:
        """A job with its stages."""
        return self.get(f"jobs/{job_id}")

    def sources(self, project_id: str) -> list[Json]:
        """A project's sources."""
        return list(self._all(f"projects/{project_id}/sources"))

    def count(self, project_id: str, what: str, **params: str) -> int:
        """How many records of a kind a project has."""
        return int(str(self.get(f"projects/{project_id}/{what}", {"page_size": 1, **params})["total"]))

    def verify(self, project_id: str) -> Json:
        """Open every piece of evidence again."""
        return self.get(f"projects/{project_id}/verify")

    def mint_token(self, body: Mapping[str, object]) -> Json:
        """Make a token."""
        return self.post("settings/tokens", body)

    def tokens(self) -> list[Json]:
        """Every token."""
        return list(self._all("settings/tokens"))

    def revoke_token(self, token_id: str) -> None:
        """End a token."""
        self._sent("DELETE", f"settings/tokens/{quote(token_id, safe='')}")

    def _all(self, path: str) -> Iterator[Json]:
        page = 1
        while True:
            answer = self.get(path, {"page": page, "page_size": PAGE})
            items = answer["items"]
            assert isinstance(items, list)  # noqa: S101  # every list has this shape
            yield from items
            if page * PAGE >= int(str(answer["total"])):
                return
            page += 1


def _object(answer: httpx2.Response) -> Json:
    try:
        value = answer.json()
    except ValueError as error:
        raise Unavailable("The server's answer is not what FORAGER answers.", remedy="Check --url.") from error
    if not isinstance(value, dict):
        raise Unavailable("The server's answer is not what FORAGER answers.", remedy="Check --url.")
    return value


def _refusal(answer: httpx2.Response) -> Error:
    try:
        told = answer.json()["error"]
        message, details = str(told["message"]), told.get("details") or {}
    except (ValueError, KeyError, TypeError):
        message, details = f"The server answered {answer.status_code}.", {}
    kind = _BY_STATUS.get(answer.status_code, Unavailable)
    return kind(message, details=details if isinstance(details, dict) else {})
