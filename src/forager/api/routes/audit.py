"""The audit trail: its entries, its ends, a copy to take away, a check; the operator's only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from forager.api.call import CallOf
from forager.api.models.audit import (
    AuditCheck,
    AuditEntry,
    AuditFault,
    AuditHead,
    AuditHeads,
    AuditPage,
    KeptHeads,
)
from forager.api.route import GuardedRoute
from forager.engine import Engine
from forager.store import trail
from formicaria.ground import audit
from formicaria.ground.audit import Head

router = APIRouter(route_class=GuardedRoute, tags=["system"])
LINES = "application/x-ndjson"


@router.get("/api/audit", summary="Entries of an audit chain")
def audit_entries(
    call: CallOf,
    stream: Annotated[str, Query(max_length=200, description="system, or project:ID.")] = "system",
    after: Annotated[int, Query(ge=0, le=10**15, description="Entries after this number.")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000, description="Entries at most.")] = 200,
) -> AuditPage:
    """Who did what, when, on which record; the operator's only."""
    with call.engine.database.read() as connection:
        found = audit.entries(connection, stream, after, limit)
    items = [AuditEntry.model_validate(entry) for entry in found]
    return AuditPage(stream=stream, items=items, next_after=found[-1].seq if found else after)


@router.get("/api/audit/heads", summary="The ends of all audit chains")
def audit_heads(call: CallOf) -> AuditHeads:
    """Keep them elsewhere: with them a cut or rewritten trail is found."""
    with call.engine.database.read() as connection:
        return AuditHeads.model_validate(trail.heads_document(connection, call.engine.clock.now()))


@router.get(
    "/api/audit/export",
    summary="The whole audit trail",
    response_class=StreamingResponse,
    responses={200: {"description": "One entry in each line.", "content": {LINES: {"schema": {"type": "string"}}}}},
)
def audit_export(call: CallOf) -> StreamingResponse:
    """Every entry as one line of canonical JSON, by chain and number; whoever has them can check every digest."""
    return StreamingResponse(_lines(call.engine), media_type=LINES)


def _lines(engine: Engine) -> Iterator[bytes]:
    with engine.database.read() as connection:
        yield from trail.lines(connection)


@router.get("/api/audit/verify", summary="Whether every audit chain is whole")
def audit_verify(call: CallOf) -> AuditCheck:
    """Walks every chain; the operator's only."""
    return _checked(call.engine, {})


@router.post("/api/audit/verify", summary="Whether the audit trail goes on from heads kept elsewhere")
def audit_verify_against(call: CallOf, body: KeptHeads) -> AuditCheck:
    """Walks every chain and holds it against the given heads; changes nothing."""
    return _checked(call.engine, {each.stream: Head(each.stream, each.seq, each.digest) for each in body.heads})


def _checked(engine: Engine, kept: Mapping[str, Head]) -> AuditCheck:
    with engine.database.read() as connection:
        faults = trail.check(connection, kept)
        return AuditCheck(
            ok=not faults,
            entries=audit.count(connection),
            faults=[AuditFault.model_validate(fault) for fault in faults],
            heads=[AuditHead.model_validate(head) for head in audit.heads(connection)],
        )
