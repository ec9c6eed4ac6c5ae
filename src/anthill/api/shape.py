"""The one envelope of every answer, and the one table from errors to its codes (colony reference §23)."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel, Field

from formicaria.ground.errors import Error

T = TypeVar("T")

CODES: Final = {"validation_error": "bad_request", "forbidden": "permission_denied"}
"""Where the colony's word differs from the ground's; every other error keeps its own stable code."""


class Envelope(BaseModel, Generic[T]):
    """An answer that succeeded."""

    success: bool = True
    message: str = "ok"
    data: T


class Problem(BaseModel):
    """What went wrong: a stable code, what to do next, and structured details without content."""

    code: str
    remedy: str = ""
    request_id: str = ""
    details: dict[str, Any] = Field(default_factory=dict)


class Failure(BaseModel):
    """An answer that did not."""

    success: bool = False
    message: str
    error: Problem
    data: None = None


def shape(error: Error, request_id: str) -> dict[str, Any]:
    """Return the body of an error."""
    code = CODES.get(error.code, error.code)
    problem = Problem(code=code, remedy=error.remedy, request_id=request_id, details=error.details)
    return Failure(message=error.message, error=problem).model_dump()


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Failure, "description": words}
    for status, words in (
        (400, "The request cannot be honoured as it is written."),
        (401, "No credential, or one that is unknown, expired or revoked."),
        (403, "The credential does not allow this."),
        (404, "There is no such record for this caller."),
        (409, "The request does not fit the present state."),
        (413, "The request is too large."),
        (429, "Too many attempts."),
        (503, "A part that is needed does not answer."),
    )
}
"""What every route may answer beside its success."""
