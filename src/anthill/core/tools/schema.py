"""Arguments against a tool's JSON Schema, in the small part of JSON Schema tools may use.

A schema with a keyword this module does not check is refused at registration: a bound nobody enforces is no bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from anthill.sdk.values import Json, JsonObject

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (Mapping,),
    "array": (list, tuple),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_ANNOTATIONS: Final = frozenset({"description", "title", "default", "examples"})
_SHAPE: Final = frozenset({"type", "properties", "required", "additionalProperties", "items"})
SCOPE_WORDS: Final = ("project", "scope", "tenant", "workspace")
"""No tool takes one of these as an argument: scope is never a model's choice (seed 001 §3)."""


def schema_problems(schema: JsonObject) -> tuple[str, ...]:
    """Say why a tool's parameters cannot be enforced; empty when they can."""
    problems = list(_schema_problems(schema, "parameters"))
    if schema.get("type") != "object" or schema.get("additionalProperties") is not False:
        problems.append("parameters must be an object schema with additionalProperties false")
    names = [name.lower() for name in _properties(schema)]
    problems += [f"{name} would let a model choose a scope" for name in names if any(w in name for w in SCOPE_WORDS)]
    return tuple(problems)


def argument_problems(schema: JsonObject, args: Json) -> tuple[str, ...]:
    """Say what is wrong with arguments, by place and rule; never the offered value. Empty when they fit."""
    return tuple(_problems(schema, args, "arguments"))


def _schema_problems(schema: Json, where: str) -> Iterator[str]:
    if not isinstance(schema, Mapping):
        yield f"{where} is not a schema"
        return
    for keyword in sorted(schema.keys() - _ANNOTATIONS - _SHAPE - _RULES.keys()):
        yield f"{where} uses {keyword}, which is not enforced"
    if schema.get("type") not in _TYPES:
        yield f"{where} has no known type"
    for name, inner in _properties(schema).items():
        yield from _schema_problems(inner, f"{where}.{name}")
    if "items" in schema:
        yield from _schema_problems(schema["items"], f"{where}[]")


def _properties(schema: JsonObject) -> JsonObject:
    properties = schema.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _problems(schema: JsonObject, value: Json, where: str) -> Iterator[str]:
    kind = str(schema.get("type"))
    if not isinstance(value, _TYPES.get(kind, ())) or (isinstance(value, bool) and kind != "boolean"):
        yield f"{where} is not of type {kind}"
        return
    yield from (
        f"{where} breaks {name}" for name, rule in _RULES.items() if name in schema and not rule(value, schema[name])
    )
    if isinstance(value, Mapping):
        yield from _object_problems(schema, value, where)
    inner = schema.get("items")
    if isinstance(value, list | tuple) and isinstance(inner, Mapping):
        for index, each in enumerate(value):
            yield from _problems(inner, each, f"{where}[{index}]")


def _object_problems(schema: JsonObject, value: JsonObject, where: str) -> Iterator[str]:
    properties, required = _properties(schema), schema.get("required", [])
    for name in required if isinstance(required, list | tuple) else []:
        if name not in value:
            yield f"{where} lacks {name}"
    for name in sorted(value):
        inner = properties.get(name)
        if isinstance(inner, Mapping):
            yield from _problems(inner, value[name], f"{where}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{where} has an argument the tool does not take"


def _at_least(value: Json, bound: Json) -> bool:
    return isinstance(value, int | float) and isinstance(bound, int | float) and value >= bound


def _at_most(value: Json, bound: Json) -> bool:
    return isinstance(value, int | float) and isinstance(bound, int | float) and value <= bound


def _long_enough(value: Json, bound: Json) -> bool:
    return isinstance(value, str | list | tuple) and isinstance(bound, int) and len(value) >= bound


def _short_enough(value: Json, bound: Json) -> bool:
    return isinstance(value, str | list | tuple) and isinstance(bound, int) and len(value) <= bound


def _one_of(value: Json, allowed: Json) -> bool:
    return isinstance(allowed, list | tuple) and value in allowed


_RULES: Final[Mapping[str, Callable[[Json, Json], bool]]] = {
    "minimum": _at_least,
    "maximum": _at_most,
    "minLength": _long_enough,
    "maxLength": _short_enough,
    "minItems": _long_enough,
    "maxItems": _short_enough,
    "enum": _one_of,
}
