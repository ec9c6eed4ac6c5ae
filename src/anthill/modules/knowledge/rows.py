"""Reading fields out of JSON from another process: the type that was promised, or a typed complaint without content."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from anthill.sdk.values import Json, JsonObject

_IDENTIFIER: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}")


class MalformedAnswer(ValueError):
    """The service's answer does not have the shape it declares; the message names a field, never a value."""


def record(value: Json) -> JsonObject:
    """The value as an object; raises `MalformedAnswer`."""
    if not isinstance(value, Mapping):
        raise MalformedAnswer("an object was expected")
    return value


def records(value: Json) -> tuple[JsonObject, ...]:
    """The value as a list of objects; raises `MalformedAnswer`."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise MalformedAnswer("a list was expected")
    return tuple(record(each) for each in value)


def field_records(row: JsonObject, name: str) -> tuple[JsonObject, ...]:
    """A list of objects that may be absent."""
    value = row.get(name)
    return () if value is None else records(value)


def required(row: JsonObject, name: str) -> str:
    """A text that must be there and not be blank; raises `MalformedAnswer`."""
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise MalformedAnswer(f"a record has no {name}")
    return value


def identifier(row: JsonObject, name: str) -> str:
    """A record's id: letters, digits and `_ . : -`, at most 200; raises `MalformedAnswer`.

    An id is written into lines and addresses, so one that holds anything else is nobody's.
    """
    value = row.get(name)
    if not isinstance(value, str) or not _IDENTIFIER.fullmatch(value):
        raise MalformedAnswer(f"a record's {name} is not an id")
    return value


def text(row: JsonObject, name: str) -> str:
    """A text, or empty."""
    value = row.get(name)
    return value if isinstance(value, str) else ""


def texts(row: JsonObject, name: str) -> tuple[str, ...]:
    """The texts of a list, or none."""
    value = row.get(name)
    if isinstance(value, str) or not isinstance(value, Sequence):
        return ()
    return tuple(each for each in value if isinstance(each, str))


def count(row: JsonObject, name: str) -> int:
    """A whole number that is not negative, or 0."""
    value = row.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def number(row: JsonObject, name: str) -> float:
    """A number, or 0."""
    value = row.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def share(row: JsonObject, name: str) -> float:
    """A number from 0 to 1; anything outside is 0, because a claim of more than certainty is not a claim."""
    value = number(row, name)
    return value if 0.0 <= value <= 1.0 else 0.0
