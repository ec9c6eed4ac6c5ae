"""The tool gate's records in the store: each call before it is decided and after it ended, and the lane's evidence."""

from __future__ import annotations

from typing import Final

from anthill.core.evidence.outcome import StopReason
from anthill.core.store import artifacts, missions
from anthill.core.store.records import Note, Records, Transaction
from anthill.core.tools.authorization import Denied
from anthill.core.tools.registry import Call, MissionStopped
from anthill.sdk.event import EventType, Fact
from anthill.sdk.evidence import EvidenceKind, EvidenceLane, EvidenceNote, EvidenceRow
from anthill.sdk.tool import ToolResult, ToolSpec
from formicaria.ground.ids import hashed_id

_LANE_KIND: Final = {
    EvidenceLane.INSPECTION: EvidenceKind.INSPECTION,
    EvidenceLane.RETRIEVAL: EvidenceKind.SOURCE_RETRIEVAL,
}


class StoredJournal:
    """Fills `ToolJournal`. `called` also refuses to begin anything for a mission that was asked to stop."""

    def __init__(self, records: Records, fence: int) -> None:
        """Record for one attempt of one task; `fence` keeps a repeated attempt's rows apart."""
        self._records = records
        self._fence = fence

    def called(self, call: Call) -> None:
        """Note the call; raises `MissionStopped` when nothing more may begin."""
        with self._records.write() as transaction:
            found = missions.lock(transaction.connection, call.mission_id) if call.mission_id else None
            if found is not None and found.stop_reason is not StopReason.NONE:
                raise MissionStopped("The mission was asked to stop; nothing more is begun for it.")
            transaction.note(_note(EventType.TOOL_CALLED, call, {"fingerprint": call.fingerprint}))

    def denied(self, call: Call, denial: Denied) -> None:
        """Put the denial on the mission's stream, or on the system's for a caller who is nobody."""
        self._records.note(_note(EventType.TOOL_DENIED, call, {"code": denial.code.value}, denial.reason))

    def finished(self, call: Call, spec: ToolSpec | None, result: ToolResult) -> None:
        """Note the end and store the evidence of the tool's lane."""
        failure = result.failure.failure_class.value if result.failure else ""
        kind = EventType.TOOL_COMPLETED if result.ok else EventType.TOOL_FAILED
        with self._records.write() as transaction:
            if spec is not None and call.task_id:
                self._store_evidence(transaction, call, spec, result)
            facts: dict[str, Fact] = {"failure_class": failure, "characters": len(result.text)}
            transaction.note(_note(kind, call, facts))

    def _store_evidence(self, transaction: Transaction, call: Call, spec: ToolSpec, result: ToolResult) -> None:
        for number, note in enumerate(lane_notes(spec, result)):
            row = EvidenceRow(
                evidence_id=hashed_id("ev_", call.key, self._fence, number),
                mission_id=call.mission_id,
                task_id=call.task_id,
                kind=note.kind,
                deterministic=note.kind.reproducible,
                passed=note.passed,
                value=note.value,
                detail=note.detail,
            )
            artifacts.add_evidence(transaction.connection, row, transaction.at)


def lane_notes(spec: ToolSpec, result: ToolResult) -> tuple[EvidenceNote, ...]:
    """Return the evidence a run may leave: what its lane allows, and nothing a tool claims beyond it.

    Inspection and retrieval leave one row that says that the tool ran; only the verdict lane passes a tool's own
    reproducible notes on. Lanes never substitute (reference §11).
    """
    if spec.lane is EvidenceLane.VERDICT:
        return tuple(note for note in result.evidence if note.kind.reproducible)
    kind = _LANE_KIND.get(spec.lane)
    if kind is None:
        return ()
    detail = next((note.detail for note in result.evidence if note.kind is kind), "")
    return (EvidenceNote(kind, spec.name, result.ok, detail),)


def _note(kind: EventType, call: Call, facts: dict[str, Fact], message: str = "") -> Note:
    facts = {"tool": call.tool, "call": call.key, **facts}
    return Note(kind, call.mission_id, call.task_id, call.role, message or f"{kind.value} {call.tool}", facts)
