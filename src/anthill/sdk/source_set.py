"""The `source_set` artifact: what a mission retrieved, written down so that every citation resolves.

One record per (item, evidence). The colony copies what the knowledge service said and adds nothing: support
and status words are carried, never upgraded (seed 000 §7), and each excerpt travels with the SHA-256 the
producer gave, so that anybody can re-hash it (colony law 10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from anthill.sdk.errors import AnthillError
from anthill.sdk.values import Json, JsonObject

SOURCE_SET: Final = "source_set"
"""Schema name of the artifact, and the key of `ToolResult.data` that carries it."""

_READING: Final = ("subject", "attribute", "value")


class SourceSetError(AnthillError):
    """A stored or received source set does not have the shape of one."""

    code = "invalid_artifact"


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One retrieved statement with one place it is written in.

    `ref` is `knowledge:<project_ref>/<item_id>`, the only form a citation takes. `excerpt_sha256` is lower-case
    hex over the excerpt's UTF-8. `confidentiality` is `tenant` or `general`; whatever is not `general` is tenant.
    `subject`, `attribute` (a key such as `launch_date`) and `value` (as written) are what the producer read the statement
    as; empty where it did not say.
    """

    ref: str
    project_ref: str
    item_id: str
    statement: str
    evidence_id: str
    excerpt: str
    excerpt_sha256: str
    source_id: str
    source_name: str
    location: str
    support: str
    status: str
    confidentiality: str
    effective_date: str = ""
    subject: str = ""
    attribute: str = ""
    value: str = ""

    def to_json(self) -> dict[str, Json]:
        """Return the record as plain JSON."""
        return dict(asdict(self))


@dataclass(frozen=True, slots=True)
class ConflictSide:
    """One side of a disagreement: what it says and where, also when it was not itself retrieved."""

    item_id: str
    statement: str
    value: str
    source_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConflictRecord:
    """One open disagreement between retrieved statements; `suggestion` is the producer's and never applied."""

    conflict_id: str
    kind: str
    attribute_key: str
    sides: tuple[ConflictSide, ...]
    suggestion: str = ""

    def to_json(self) -> dict[str, Json]:
        """Return the record as plain JSON."""
        sides: list[Json] = [{**asdict(side), "source_names": list(side.source_names)} for side in self.sides]
        return {**asdict(self), "sides": sides}


@dataclass(frozen=True, slots=True)
class SourceSet:
    """Everything one retrieval returned. `notes` says what is missing (truncation, degradation).

    `altered` are the places (`ref#evidence`) whose excerpt was not the one its hash was taken of; `conflicts_known` is
    false when nobody could say who disagrees. Neither can be mended by an answer, so each keeps it from being verified.
    """

    query: str
    records: tuple[SourceRecord, ...]
    conflicts: tuple[ConflictRecord, ...] = ()
    notes: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    conflicts_known: bool = True

    def to_json(self) -> dict[str, Json]:
        """Return the artifact's payload."""
        return {
            "query": self.query,
            "sources": [record.to_json() for record in self.records],
            "conflicts": [conflict.to_json() for conflict in self.conflicts],
            "notes": list(self.notes),
            "altered": list(self.altered),
            "conflicts_known": self.conflicts_known,
        }

    @classmethod
    def from_json(cls, value: Json) -> SourceSet:
        """Read a payload back; raises `SourceSetError` rather than reading less than was written."""
        payload = _object(value)
        return cls(
            query=_text(payload, "query"),
            records=tuple(_record(_object(row)) for row in _list(payload, "sources")),
            conflicts=tuple(_conflict(_object(row)) for row in _list(payload, "conflicts")),
            notes=_texts(payload, "notes"),
            altered=_texts(payload, "altered"),
            conflicts_known=payload.get("conflicts_known") is True,
        )


def knowledge_ref(project_ref: str, item_id: str) -> str:
    """Return the citation reference of an item."""
    return f"knowledge:{project_ref}/{item_id}"


def _record(row: JsonObject) -> SourceRecord:
    # A set that was stored before the reading travelled with it has none.
    whole: JsonObject = {**dict.fromkeys(_READING, ""), **row}
    return SourceRecord(**{name: _text(whole, name) for name in SourceRecord.__dataclass_fields__})


def _conflict(row: JsonObject) -> ConflictRecord:
    return ConflictRecord(
        conflict_id=_text(row, "conflict_id"),
        kind=_text(row, "kind"),
        attribute_key=_text(row, "attribute_key"),
        sides=tuple(_side(_object(side)) for side in _list(row, "sides")),
        suggestion=_text(row, "suggestion"),
    )


def _side(row: JsonObject) -> ConflictSide:
    return ConflictSide(
        item_id=_text(row, "item_id"),
        statement=_text(row, "statement"),
        value=_text(row, "value"),
        source_names=_texts(row, "source_names"),
    )


def _object(value: Json) -> JsonObject:
    if not isinstance(value, Mapping):
        raise SourceSetError("A source set holds an entry that is not an object.")
    return value


def _text(row: JsonObject, name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise SourceSetError(f"A source set entry has no text field {name!r}.")
    return value


def _list(row: JsonObject, name: str) -> list[Json]:
    value = row.get(name)
    if not isinstance(value, list | tuple):
        raise SourceSetError(f"A source set entry has no list field {name!r}.")
    return list(value)


def _texts(row: JsonObject, name: str) -> tuple[str, ...]:
    values = _list(row, name)
    texts = tuple(value for value in values if isinstance(value, str))
    if len(texts) != len(values):
        raise SourceSetError(f"A source set list {name!r} holds something that is not text.")
    return texts
