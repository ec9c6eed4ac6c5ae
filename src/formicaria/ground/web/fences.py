"""What every page of both services asks before it is read, so that no fence is mended in one of them only."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from fastapi import Request

from formicaria.ground.errors import Forbidden, InvalidRequest
from formicaria.ground.web.pages import is_part

OWN_SITE: Final = frozenset({"", "same-origin", "none"})
"""What a browser says of a request of our own pages; "same-site" is another port of this machine."""


def check_origin(request: Request) -> None:
    """Raise Forbidden for a change that a page of another site, or of a neighbour on this machine, sends."""
    origin = request.headers.get("origin", "")
    foreign = bool(origin) and origin.partition("://")[2] != request.headers.get("host", "")
    if foreign or request.headers.get("sec-fetch-site", "") not in OWN_SITE:
        raise Forbidden("A page of another site may not change anything here.", remedy="Use this service's own pages.")


def check_text(request: Request) -> None:
    """Raise InvalidRequest for an address that holds a NUL: no id or name does, and not every database can be asked for one."""
    if "\0" in request.url.path or any("\0" in each for pair in request.query_params.multi_items() for each in pair):
        raise InvalidRequest("The address holds a character that is not text.")


def sign_in_address(request: Request, sign_in: str) -> str:
    """Where somebody signed out goes, and from there back to the page they asked for."""
    if request.method != "GET" or is_part(request) or request.url.path == "/":
        return sign_in
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return f"{sign_in}?next={quote(path, safe='')}"
