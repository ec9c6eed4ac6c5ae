"""Many statements at once."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from forager.api.models.common import Asked, Wire, Words, says
from forager.api.models.conflicts import Conflict
from forager.api.models.knowledge import ItemDetail
from forager.query.batch import MOST


class BatchRequest(Asked):
    """Which statements."""

    ids: list[Annotated[Words, StringConstraints(min_length=1, max_length=200)]] = Field(
        description="The statements, by any of their addresses.", examples=[["ki_3l"]], min_length=1, max_length=MOST
    )


class BatchAnswer(Wire):
    """The statements that are there."""

    project_id: Annotated[str, says("The project.", "proj_1a")]
    revision: Annotated[str, says("The revision that was read.", "rev_3")]
    items: Annotated[list[ItemDetail], says("In the order asked, each once.")]
    conflicts: Annotated[list[Conflict], says("The disagreements of which one of them is a side, by id.")]
    missing: Annotated[list[str], says("The ids nothing was found under.", [])]
    note: Annotated[str, says("What a reader must know of this answer, in words; mostly empty.")] = ""
