"""The one shape of an error, and which refusals a route may give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from forager.api.models.common import ErrorBody
from formicaria.ground.errors import Error


def shape(error: Error, request_id: str) -> Mapping[str, Any]:
    """An error as the wire has it."""
    told = {"code": error.code, "message": error.sentence, "request_id": request_id, "details": error.details}
    return {"error": told}


_WORDS = {
    304: "The caller has this already (If-None-Match).",
    400: "The request does not have the expected form, or cannot be answered truthfully (not_supported).",
    401: "No credential, or one that is unknown, expired or revoked.",
    403: "The credential does not have this route's scope, or the folder is not allowed.",
    404: "There is no such record for this caller.",
    409: "The request does not fit the record as it stands.",
    410: "The cursor is expired.",
    413: "More than one request may bring.",
    429: "Too many failed attempts from this address.",
    503: "A part this needs does not answer now.",
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error answers of a route, beside those that every route may give."""
    return {each: {"model": ErrorBody, "description": _WORDS[each]} for each in statuses}


def word(status: int) -> str:
    """What a status means here."""
    return _WORDS[status]
