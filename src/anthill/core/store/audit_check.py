"""Is the record whole? Chains, the heads anchored on the system chain, and every stored artifact against its chain."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from sqlalchemy import Connection

from anthill.core.store import artifacts
from anthill.core.store.records import anchored_heads, stream_of
from anthill.sdk.event import EventType
from formicaria.ground import audit
from formicaria.ground.audit import Fault, Head


def check(connection: Connection, kept: Mapping[str, Head] | None = None) -> tuple[Fault, ...]:
    """Return every fault; `kept` are heads a person stored elsewhere, which also show a re-hashed system chain.

    Without heads from elsewhere, whoever rewrites the system chain together with a mission's is not seen.
    """
    known = anchored_heads(connection) | dict(kept or {})
    return (*audit.verify(connection, known), *_artifact_faults(connection))


def _artifact_faults(connection: Connection) -> Iterator[Fault]:
    recorded = _recorded_hashes(connection)
    present = artifacts.every_hash(connection)
    for mission_id, artifact_id, hashed in present:
        if recorded.pop((mission_id, artifact_id), None) != hashed:
            yield Fault(stream_of(mission_id), 0, f"the artifact {artifact_id} is not the one that was recorded")
    for mission_id, artifact_id in sorted(recorded):
        yield Fault(stream_of(mission_id), 0, f"the artifact {artifact_id} is gone")


def _recorded_hashes(connection: Connection) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for head in audit.heads(connection):
        after = 0
        while batch := audit.entries(connection, head.stream, after):
            for entry in batch:
                if entry.action == EventType.ARTIFACT_STORED.value:
                    facts = json.loads(entry.facts)
                    mission_id = entry.stream.removeprefix("mission:")
                    found[(mission_id, str(facts["artifact_id"]))] = str(facts["content_hash"])
            after = batch[-1].seq
    return found
