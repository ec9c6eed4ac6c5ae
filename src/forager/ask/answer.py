"""A model's text against the schema: entries that fit become proposals, the others are counted, and nothing is repaired."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError
from pydantic_core import from_json

from forager.model.proposal import Answer, Fault, Proposal, counted
from forager.model.statement import ItemType

MOST_CHARACTERS = 2_000_000
"""Of an answer; a longer one is not read."""
MOST_PROPOSALS = 40
"""About one passage of some 1,200 characters; the rest is counted."""
_FENCE = re.compile(r"```(?:json)?\s*(?P<inner>.*?)(?:```|\Z)", re.DOTALL)


class _Entry(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    quote: Annotated[str, StringConstraints(min_length=3, max_length=1_200)]
    type: str = ItemType.FACT
    subject: Annotated[str, StringConstraints(max_length=200)] = ""
    attribute: Annotated[str, StringConstraints(max_length=100)] = ""
    value: Annotated[str, StringConstraints(max_length=300)] = ""


def read_answer(text: str) -> Answer:
    """The proposals of an answer. One that was cut short gives the entries before the cut; any text at all gives an answer."""
    entries = _entries(text)
    if entries is None:
        return Answer((), ((Fault.NO_SCHEMA, 1),))
    read = [_proposal(entry) for entry in entries[:MOST_PROPOSALS]]
    proposals = tuple(each for each in read if each is not None)
    unfit, rest = len(read) - len(proposals), len(entries) - len(read)
    return Answer(proposals, counted(((Fault.NO_SCHEMA, unfit), (Fault.TOO_MANY, rest))))


def _entries(text: str) -> list[object] | None:
    if len(text) > MOST_CHARACTERS:
        return None
    fenced = _FENCE.search(text)
    body = fenced["inner"] if fenced else text
    start, last = body.find("{"), body.rfind("}")
    if start < 0:
        return None
    try:
        found = from_json(body[start : last + 1] if last > start else body[start:])
    except ValueError:
        try:
            found = from_json(body[start:], allow_partial=True)
        except ValueError:
            return None
    entries = found.get("statements") if isinstance(found, dict) else None
    return entries if isinstance(entries, list) else None


def _proposal(entry: object) -> Proposal | None:
    try:
        read = _Entry.model_validate(entry)
        kind = ItemType(read.type)
    except (ValidationError, ValueError):
        return None
    parts = [part.strip() for part in (read.subject, read.attribute, read.value)]
    whole = parts if all(parts) else ["", "", ""]
    return Proposal(read.quote, kind.value, *whole)
