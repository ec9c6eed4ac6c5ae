"""What every model is made of."""

from __future__ import annotations

from typing import Annotated, Generic, TypeVar, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

T = TypeVar("T")


def says(description: str, *examples: object) -> FieldInfo:
    """A field's description and examples."""
    return cast("FieldInfo", Field(description=description, examples=list(examples) or None))


def _plain(text: str) -> str:
    if any(ord(character) < 32 and character not in "\n\t\r" for character in text):
        raise ValueError("control characters are not text")
    return text


Words = Annotated[str, AfterValidator(_plain)]
"""Text of a person: no control characters but line ends and tabs."""


class Wire(BaseModel):
    """A record that is answered."""

    model_config = ConfigDict(from_attributes=True)


class Asked(BaseModel):
    """A body that is taken; a field nobody knows is refused, so that a misspelt one is never silently ignored."""

    model_config = ConfigDict(extra="forbid")


class Paged(Wire, Generic[T]):
    """A page of a list that has a total order."""

    items: Annotated[list[T], says("The rows of this page, in order.")]
    page: Annotated[int, says("Which page, from 1.", 1)]
    page_size: Annotated[int, says("Rows a page holds at most.", 50)]
    total: Annotated[int, says("Rows on all pages.", 66)]
    revision: Annotated[str, says("The revision that was read; empty for records that have no revisions.", "rev_3")] = (
        ""
    )
    note: Annotated[str, says("What a reader must know of this answer, in words; mostly empty.")] = ""


class ErrorDetail(Wire):
    """Why a request was refused."""

    code: Annotated[str, says("Stable word for programs.", "not_found")]
    message: Annotated[str, says("One sentence, and what to do next.", "There is no such record.")]
    request_id: Annotated[str, says("Names this request in the log; also in the header X-Request-Id.", "req_7xk2m")]
    details: Annotated[dict[str, object], says("Structured particulars, such as the fields that do not fit.")]


class ErrorBody(Wire):
    """The one shape of every error."""

    error: ErrorDetail


class Place(Wire):
    """A place in an original file."""

    kind: Annotated[str, says("Which kind of place.", "lines")] = ""
    words: Annotated[str, says("The place as a person reads it.", "Section: Schedule, line 29")] = ""
    pointer: dict[str, int | str] = Field(
        default_factory=dict, description="The place as the parser that made it reopens it."
    )
