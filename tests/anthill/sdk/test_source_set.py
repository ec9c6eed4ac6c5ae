"""The source set survives its own JSON form and refuses any other shape."""

import json
from dataclasses import replace
from typing import Any

import pytest

from anthill.sdk.source_set import ConflictRecord, ConflictSide, SourceRecord, SourceSet, SourceSetError

RECORD = SourceRecord(
    "knowledge:proj_a/ki_1", "proj_a", "ki_1", "A is B.", "ev_1", "A is B.", "00", "src_1", "a.md", "line 1",
    "direct_fact", "active", "tenant", "2026-01-01", "A", "kind", "B",
)  # fmt: skip
CONFLICT = ConflictRecord("cf_1", "attribute_mismatch", "a|b", (ConflictSide("ki_1", "A is B.", "B", ("a.md",)),), "x")
READING = ("subject", "attribute", "value")
WHOLE = SourceSet("what is A?", (RECORD,), (CONFLICT,), ("truncated",))


def test_a_source_set_survives_its_json_form() -> None:
    assert SourceSet.from_json(json.loads(json.dumps(WHOLE.to_json()))) == WHOLE


@pytest.mark.parametrize("name", [each for each in SourceRecord.__dataclass_fields__ if each not in READING])
def test_a_record_that_lacks_a_field_is_refused(name: str) -> None:
    payload: dict[str, Any] = json.loads(json.dumps(WHOLE.to_json()))
    del payload["sources"][0][name]
    with pytest.raises(SourceSetError):
        SourceSet.from_json(payload)


def test_a_set_stored_before_readings_travelled_with_it_is_read_without_them() -> None:
    payload: dict[str, Any] = json.loads(json.dumps(WHOLE.to_json()))
    for name in READING:
        del payload["sources"][0][name]
    assert SourceSet.from_json(payload).records[0] == replace(RECORD, subject="", attribute="", value="")


@pytest.mark.parametrize(
    "value", [None, [], "x", {"query": "x"}, {"query": 1, "sources": [], "conflicts": [], "notes": []}]
)
def test_another_shape_is_refused(value: Any) -> None:
    with pytest.raises(SourceSetError):
        SourceSet.from_json(value)
