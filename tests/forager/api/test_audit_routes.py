"""The audit trail over HTTP: its ends, a copy, a check against heads kept elsewhere; the operator's only."""

from __future__ import annotations

import json

import pytest
from tests.forager.api.corpus import Api


def test_the_trail_is_held_against_heads_that_were_taken(any_shared_api: Api) -> None:
    kept = any_shared_api.ok("/api/audit/heads")
    assert kept["instance_id"] == any_shared_api.engine.identity.instance_id
    checked = any_shared_api.post("/api/audit/verify", {"heads": kept["heads"]}).json()
    assert (checked["ok"], checked["faults"]) == (True, [])
    other = [each | {"digest": "f" * 64} for each in kept["heads"] if each["stream"] == "system"]
    (fault,) = any_shared_api.post("/api/audit/verify", {"heads": other}).json()["faults"]
    assert (fault["stream"], fault["problem"]) == ("system", "it differs from the head kept elsewhere")


def test_the_whole_trail_comes_as_lines_in_order(any_shared_api: Api) -> None:
    answer = any_shared_api.get("/api/audit/export")
    assert answer.headers["content-type"] == "application/x-ndjson"
    entries = [json.loads(line) for line in answer.text.splitlines()]
    assert len(entries) == any_shared_api.ok("/api/audit/verify")["entries"]
    assert [(each["stream"], each["seq"]) for each in entries] == sorted(
        (each["stream"], each["seq"]) for each in entries
    )


@pytest.mark.parametrize(
    "heads", [[], [{"stream": "system", "seq": 1}], [{"stream": "system", "seq": -1, "digest": "f" * 64}], "all"]
)
def test_heads_that_are_none_are_refused(shared_api: Api, heads: object) -> None:
    assert shared_api.post("/api/audit/verify", {"heads": heads}).status_code == 400
