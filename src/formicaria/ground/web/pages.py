"""What every page of both services has: the frame, the headers, escaping always on, and how a refusal looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from fastapi import Request
from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from formicaria.ground.errors import Error
from formicaria.ground.web import words
from formicaria.ground.web.assets import Assets

GROUND: Final = "formicaria.ground.web"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
PAGE_HEADERS: Final = {
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    # With no-referrer a browser names no origin on a form's POST, and the origin is one of our fences.
    "referrer-policy": "same-origin",
}
THEME_COOKIE: Final = "formicaria_theme"
THEMES: Final = frozenset({"light", "dark"})


@dataclass(frozen=True, slots=True)
class Tab:
    """One destination of the top bar; ``count`` is shown beside it when it is not None."""

    label: str
    href: str
    current: bool = False
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Shell:
    """The frame around a page. ``picker`` are the bases or projects to choose from, the chosen one ``current``.

    ``csrf`` is the request-forgery token of the session, empty when nobody is signed in; ``neighbour`` leads to the other service.
    """

    product: str
    home: str = "/"
    tabs: Sequence[Tab] = ()
    picker: Sequence[Tab] = ()
    picker_label: str = ""
    who: str = ""
    csrf: str = ""
    sign_out: str = ""
    neighbour: Tab | None = None


class Pages:
    """Renders a service's templates inside the common frame."""

    def __init__(self, package: str) -> None:
        """Take templates and static files from ``package``, and the common ones from the ground (``ground/NAME``)."""
        self.assets = Assets((GROUND, package))
        self._environment = Environment(
            loader=ChoiceLoader([PrefixLoader({"ground": PackageLoader(GROUND)}), PackageLoader(package)]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters.update(words.FILTERS)
        self._environment.globals.update(asset=self.assets.url)

    def page(
        self,
        request: Request,
        template: str,
        shell: Shell,
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        **context: object,
    ) -> Response:
        """A whole page."""
        theme = request.cookies.get(THEME_COOKIE, "")
        text = self._environment.get_template(template).render(
            shell=shell, theme=theme if theme in THEMES else "", path=request.url.path, **context
        )
        return HTMLResponse(text, status, dict(PAGE_HEADERS) | dict(headers or {}))

    def part(
        self, template: str, *, status: int = 200, headers: Mapping[str, str] | None = None, **context: object
    ) -> Response:
        """A fragment that takes its place in a page that is open."""
        text = self._environment.get_template(template).render(**context)
        return HTMLResponse(text, status, dict(PAGE_HEADERS) | dict(headers or {}))

    def refusal(
        self, request: Request, error: Error, shell: Shell, request_id: str, template: str = "ground/error.html"
    ) -> Response:
        """A refusal in words: what happened, what to do next, the way back, and the id that the log knows it by."""
        if is_part(request):
            return self.part("ground/refusal.html", status=error.status, error=error, request_id=request_id)
        back = came_from(request)
        return self.page(request, template, shell, status=error.status, error=error, request_id=request_id, back=back)


def is_part(request: Request) -> bool:
    """Whether an open page asks for a fragment of itself."""
    return request.headers.get("hx-request") == "true"


def came_from(request: Request) -> str:
    """The page of this service that a form was sent from; empty when it is none, or not told."""
    if request.method != "POST":
        return ""
    told = urlsplit(request.headers.get("referer", ""))
    if told.netloc != request.headers.get("host", ""):
        return ""
    return own_path(f"{told.path}?{told.query}" if told.query else told.path, otherwise="")


def go(request: Request, path: str) -> Response:
    """Send the browser to another page of this service after a change, or from a page that is not there to be read."""
    if is_part(request):
        return Response(status_code=204, headers={"hx-redirect": path, **PAGE_HEADERS})
    return RedirectResponse(path, 303, dict(PAGE_HEADERS))


def own_path(offered: str, otherwise: str = "/") -> str:
    """``offered`` when it is a path of this service and nothing else: no host, no scheme, no backslash, no control character."""
    plain = offered.isascii() and offered.isprintable() and "\\" not in offered
    return offered if plain and offered.startswith("/") and not offered.startswith("//") else otherwise
