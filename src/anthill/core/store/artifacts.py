"""Artifacts and evidence rows: append-only."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from anthill.core.store.tables import artifact, evidence
from anthill.sdk.artifact import Artifact, Confidentiality, Visibility
from anthill.sdk.evidence import EvidenceKind, EvidenceRow
from formicaria.ground.canonical import canonical_text, text_digest


def content_hash(payload: str) -> str:
    """Return the hash an artifact is known by."""
    return f"sha256:{text_digest(payload)}"


def intact(found: Artifact) -> bool:
    """Whether the payload is the one the hash was taken of."""
    return content_hash(found.payload) == found.content_hash


def add(connection: Connection, new: Artifact) -> None:
    """Store an artifact."""
    values: dict[str, object] = {name: getattr(new, name) for name in Artifact.__slots__ if name != "artifact_id"}
    words = {"confidentiality": new.confidentiality.value, "visibility": new.visibility.value}
    connection.execute(
        insert(artifact).values(**values | words, id=new.artifact_id).values(inputs=canonical_text(list(new.inputs)))
    )


def of_mission(connection: Connection, mission_id: str) -> tuple[Artifact, ...]:
    """Return a mission's artifacts, oldest first."""
    order = (artifact.c.created_at, artifact.c.id)
    query = select(artifact).where(artifact.c.mission_id == mission_id).order_by(*order)
    return tuple(_artifact(row) for row in connection.execute(query))


def every_hash(connection: Connection) -> tuple[tuple[str, str, str], ...]:
    """Return mission, id and whether-intact evidence (`payload hash`) of every artifact, for the audit's check."""
    query = select(artifact.c.mission_id, artifact.c.id, artifact.c.payload).order_by(artifact.c.id)
    return tuple((row.mission_id, row.id, content_hash(row.payload)) for row in connection.execute(query))


def add_evidence(connection: Connection, row: EvidenceRow, at: str) -> None:
    """Store an evidence row; a row that is there already stays as it is."""
    if connection.execute(select(evidence.c.id).where(evidence.c.id == row.evidence_id)).one_or_none():
        return
    connection.execute(
        insert(evidence).values(
            id=row.evidence_id,
            mission_id=row.mission_id,
            task_id=row.task_id,
            kind=row.kind.value,
            deterministic=row.deterministic,
            passed=row.passed,
            value=row.value,
            detail=row.detail,
            artifact_ids=canonical_text(list(row.artifact_ids)),
            revision_id=row.revision_id or "",
            patch_set_hash=row.patch_set_hash or "",
            tree_hash=row.tree_hash or "",
            created_at=at,
        )
    )


def evidence_of(connection: Connection, mission_id: str) -> tuple[EvidenceRow, ...]:
    """Return a mission's evidence rows, oldest first."""
    order = (evidence.c.created_at, evidence.c.id)
    query = select(evidence).where(evidence.c.mission_id == mission_id).order_by(*order)
    return tuple(_evidence(row) for row in connection.execute(query))


def _artifact(row: Row[Any]) -> Artifact:
    return Artifact(
        artifact_id=row.id,
        mission_id=row.mission_id,
        task_id=row.task_id,
        producer_role=row.producer_role,
        schema=row.schema,
        schema_version=int(row.schema_version),
        title=row.title,
        payload=row.payload,
        content_hash=row.content_hash,
        confidentiality=Confidentiality(row.confidentiality),
        visibility=Visibility(row.visibility),
        inputs=tuple(json.loads(row.inputs)),
        created_at=row.created_at,
    )


def _evidence(row: Row[Any]) -> EvidenceRow:
    return EvidenceRow(
        evidence_id=row.id,
        mission_id=row.mission_id,
        task_id=row.task_id,
        kind=EvidenceKind(row.kind),
        deterministic=bool(row.deterministic),
        passed=bool(row.passed),
        value=row.value,
        detail=row.detail,
        artifact_ids=tuple(json.loads(row.artifact_ids)),
        revision_id=row.revision_id or None,
        patch_set_hash=row.patch_set_hash or None,
        tree_hash=row.tree_hash or None,
    )
