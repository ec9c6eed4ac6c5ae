"""The frame of the console's pages: its destinations, and the way to the documents behind its knowledge."""

from __future__ import annotations

from fastapi import Request, Response

from anthill.console.pages import COLONY, KNOWLEDGE, MISSIONS, ROOT, SIGN_OUT
from anthill.console.visit import HTML, PRODUCT, SIGNED_OUT, Visit
from anthill.sdk.permission import Permission
from formicaria.ground.errors import Error
from formicaria.ground.http import request_id
from formicaria.ground.web.pages import Shell, Tab

DESTINATIONS = (
    ("Missions", MISSIONS, Permission.READ_STATUS),
    ("Colony", COLONY, Permission.READ_STATUS),
    ("Knowledge", KNOWLEDGE, Permission.READ_KNOWLEDGE),
)


def shell(visit: Visit, current: str = "") -> Shell:
    """The frame around a page; ``current`` is the address of the destination it belongs to."""
    pages = visit.originals
    return Shell(
        PRODUCT,
        home=ROOT,
        tabs=tuple(Tab(label, href, href == current) for label, href, wanted in DESTINATIONS if visit.may(wanted)),
        who=visit.caller.name,
        csrf=visit.csrf,
        sign_out=SIGN_OUT,
        neighbour=Tab("Documents", pages.home) if pages else None,
    )


def refused(request: Request, error: Error) -> Response:
    """How a refusal looks to somebody who asked for a page: in their own frame when they are signed in."""
    visit = getattr(request.state, "visit", None)
    frame = shell(visit) if isinstance(visit, Visit) else SIGNED_OUT
    return HTML.refusal(request, error, frame, request_id(request))
