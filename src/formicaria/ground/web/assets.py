"""Static files: read once, served under an address that holds their digest, so that a browser may keep them for ever."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from formicaria.ground.errors import NotFound

ROOT = "/static"
KEPT = "public, max-age=31536000, immutable"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png"}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: its bytes, media type and the first half of its SHA-256."""

    data: bytes
    media_type: str
    digest: str


class Assets:
    """The files in the ``static`` folder of each package; a later package's file takes the place of an earlier one's."""

    def __init__(self, packages: Iterable[str]) -> None:
        """Read them all."""
        self._files: dict[str, Asset] = {}
        for package in packages:
            folder = files(package) / "static"
            if folder.is_dir():
                self._files.update(dict(_walk(folder, "")))

    def url(self, name: str) -> str:
        """The address of a file. Raises NotFound for one that is not there: a page that names it is wrong."""
        return f"{ROOT}/{self._get(name).digest}/{name}"

    def route(self) -> Route:
        """The one route that serves them."""
        return Route(ROOT + "/{digest}/{name:path}", self._serve, methods=["GET"], include_in_schema=False)

    def _get(self, name: str) -> Asset:
        found = self._files.get(name)
        if found is None:
            raise NotFound("There is no such file.")
        return found

    async def _serve(self, request: Request) -> Response:
        found = self._get(request.path_params["name"])
        if request.path_params["digest"] != found.digest:
            raise NotFound("There is no such file.")
        return Response(found.data, media_type=found.media_type, headers={"cache-control": KEPT})


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Asset]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            data = entry.read_bytes()
            yield prefix + entry.name, Asset(data, _type_of(entry.name), hashlib.sha256(data).hexdigest()[:32])


def _type_of(name: str) -> str:
    suffix = name[name.rfind(".") :]
    return _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "text/plain"
