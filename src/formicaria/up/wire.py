"""The two services as the launcher sees them: JSON over HTTP, one sentence for every refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import httpx2

from formicaria.ground.errors import Error, Unavailable

Json = dict[str, Any]
TIMEOUT_SECONDS = 60.0


class Refused(Error):
    """A service answered with an error."""

    code = "refused"


class Api:
    """One service behind its address and a credential."""

    def __init__(self, url: str, key: str) -> None:
        """Speak to ``url`` with ``key`` as bearer."""
        headers = {"authorization": f"Bearer {key}"}
        # The machine's proxy settings are not for loopback.
        self._http = httpx2.Client(base_url=url, headers=headers, timeout=TIMEOUT_SECONDS, trust_env=False)

    def get(self, path: str) -> Json:
        """GET a JSON object."""
        return self._asked(lambda: self._http.get(path))

    def post(self, path: str, body: Mapping[str, object]) -> Json:
        """POST a JSON object."""
        return self._asked(lambda: self._http.post(path, json=dict(body)))

    def upload(self, path: str, files: Sequence[tuple[str, Path]]) -> Json:
        """POST files under the given names."""
        parts = [("files", (name, file.read_bytes())) for name, file in files]
        return self._asked(lambda: self._http.post(path, files=parts))

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
            raise Refused(_sentence(body, answer.status_code))
        return cast("Json", body)


def _sentence(body: object, status: int) -> str:
    if isinstance(body, dict):
        error = body.get("error")
        if isinstance(error, dict) and error.get("message"):
            return str(error["message"])
        if body.get("message"):
            return str(body["message"])
    return f"A service refused the request ({status})."
