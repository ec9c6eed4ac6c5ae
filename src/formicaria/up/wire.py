"""The two services as the launcher sees them: JSON over HTTP, one sentence for every refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import IO, Any, cast

import httpx2

from formicaria.ground.errors import Error, Unavailable

Json = dict[str, Any]
TIMEOUT_SECONDS = 60.0
PAGE = 200


class Refused(Error):
    """A service answered with an error."""

    code = "refused"

    def __init__(self, message: str, answered: int, word: str = "", details: Json | None = None) -> None:
        """Keep the service's sentence, HTTP status, stable code and details."""
        super().__init__(message, details=details)
        self.answered = answered
        self.word = word


class Api:
    """One service behind its address and a credential."""

    def __init__(self, url: str, key: str) -> None:
        """Speak to ``url`` with ``key`` as bearer."""
        headers = {"authorization": f"Bearer {key}"}
        # The machine's proxy settings are not for loopback.
        self._http = httpx2.Client(base_url=url, headers=headers, timeout=TIMEOUT_SECONDS, trust_env=False)

    def move(self, url: str) -> None:
        """Speak to the service at its new address from now on."""
        self._http.base_url = url

    def get(self, path: str, **query: str | int) -> Json:
        """GET a JSON object."""
        return self._asked(lambda: self._http.get(path, params=query or None))

    def every(self, path: str, **query: str | int) -> Iterator[Json]:
        """The rows of all pages of a list."""
        page, seen = 1, 0
        while True:
            found = self.get(path, page=page, page_size=PAGE, **query)
            yield from found["items"]
            seen += len(found["items"])
            if not found["items"] or seen >= int(found["total"]):
                return
            page += 1

    def total(self, path: str, **query: str | int) -> int:
        """How many rows a list has."""
        return int(self.get(path, page_size=1, **query)["total"])

    def post(self, path: str, body: Mapping[str, object], key: str = "") -> Json:
        """POST a JSON object; with ``key`` a repetition does nothing twice."""
        return self._asked(lambda: self._http.post(path, json=dict(body), headers=_once(key)))

    def delete(self, path: str) -> Json:
        """DELETE a record."""
        return self._asked(lambda: self._http.delete(path))

    def upload(self, path: str, files: Sequence[tuple[str, Callable[[], IO[bytes]]]], key: str = "") -> Json:
        """POST files under folder-relative names; each is opened when its turn comes."""
        with ExitStack() as stack:
            parts = [("files", (f"file-{n}", stack.enter_context(opened()))) for n, (_, opened) in enumerate(files)]
            names = {"paths": [name for name, _ in files]}
            return self._asked(lambda: self._http.post(path, files=parts, data=names, headers=_once(key)))

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    @staticmethod
    def _asked(ask: Callable[[], httpx2.Response]) -> Json:
        try:
            answer = ask()
        except httpx2.HTTPError as error:
            raise Unavailable("A service does not answer.", remedy="Its log in the data folder says why.") from error
        body = answer.json() if "json" in answer.headers.get("content-type", "") else {}
        if answer.is_error:
            raise _refused(body, answer.status_code)
        return cast("Json", body)


def _once(key: str) -> dict[str, str]:
    return {"idempotency-key": key} if key else {}


def _refused(body: object, status: int) -> Refused:
    found = body if isinstance(body, dict) else {}
    told = found.get("error")
    error: Json = told if isinstance(told, dict) else found
    details = error.get("details")
    return Refused(
        str(error.get("message") or found.get("message") or f"A service refused the request ({status})."),
        status,
        str(error.get("code") or ""),
        details if isinstance(details, dict) else None,
    )
