"""One link that signs a browser in to both services: FORAGER's, which leads to the colony's, which leads to the page to begin with."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from dataclasses import dataclass

from formicaria.ground.errors import Error, Unavailable
from formicaria.ground.output import Output
from formicaria.up import home
from formicaria.up.home import Home
from formicaria.up.wire import Api, Refused

MINUTES = 10
ACTOR = "formicaria up"
MISSING = frozenset({404, 405})


@dataclass(frozen=True, slots=True)
class Link:
    """A link that is good once; ``expires_at`` is when it ends, UTC."""

    url: str
    expires_at: str


class NotRunning(Error):
    """No launcher runs on this data folder."""

    code = "not_running"
    exit_code = 7


def minted(at: Home, forager: str, anthill: str, page: str) -> Link | None:
    """A fresh link that ends at FORAGER's ``page``; None when a service does not offer links.

    Raises:
        Refused, Unavailable: a service refuses or does not answer.
    """
    try:
        with closing(Api(anthill, at.key_of("anthill"))) as ants:
            inner = ants.post("/auth/links", {"then": forager + page, "actor": ACTOR})["data"]
        with closing(Api(forager, at.key_of("forager"))) as engine:
            outer = engine.post("/api/session/links", {"then": inner["url"], "actor": ACTOR})
    except Refused as refused:
        if refused.answered in MISSING:
            return None
        raise
    return Link(str(outer["url"]), str(outer["expires_at"]))


def sentence(link: Link) -> str:
    """How a link is told."""
    return f"Sign in to both, once, within {MINUTES} minutes: {link.url}"


def opened(link: Link) -> bool:
    """Open the person's browser on a link, if there is a display to show it; whether one was started."""
    if not (sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    import webbrowser  # noqa: PLC0415  # only where there is a display

    try:
        return webbrowser.open(link.url)
    except (webbrowser.Error, OSError):
        return False


def fresh(at: Home) -> Link:
    """A link of the services that run on a data folder. Raises NotRunning, and Unavailable while they start."""
    found = home.running(at)
    if found is None:
        raise NotRunning(f"Formicaria does not run on {at.root}.", remedy='Start it with "formicaria up".')
    if not (found.forager and found.anthill):
        raise Unavailable("The services are still starting.", remedy="Ask again in a moment.")
    link = minted(at, found.forager, found.anthill, "/")
    if link is None:
        raise Unavailable("This release offers no sign-in links.", remedy="Use the keys in the data folder.")
    return link


def shown(output: Output, link: Link) -> None:
    """Print a link for a person."""
    output.line(link.url)
    output.line(f"Good once, for {MINUTES} minutes; it signs in to both.")
