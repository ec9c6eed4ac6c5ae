"""What happens in a colony, as events: ids, codes and one sentence, never content (colony reference §17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Fact = str | int | bool
"""A value an event may carry: an id, a code, a count, a digest."""


class EventType(StrEnum):
    """The audited set; every member has a place in production that records it."""

    MISSION_CREATED = "mission_created"
    MISSION_REFUSED = "mission_refused"
    MISSION_KNOWLEDGE_SCOPE = "mission_knowledge_scope"
    MISSION_PLANNED = "mission_planned"
    MISSION_STARTED = "mission_started"
    MISSION_CANCEL_REQUESTED = "mission_cancel_requested"
    MISSION_STOPPED = "mission_stopped"
    MISSION_EVALUATED = "mission_evaluated"
    MISSION_COMPLETED = "mission_completed"
    MISSION_PARTIAL = "mission_partial"
    MISSION_FAILED = "mission_failed"
    TASK_CREATED = "task_created"
    TASK_READY = "task_ready"
    TASK_STARTED = "task_started"
    TASK_COMPLETED = "task_completed"
    TASK_COMPLETED_WITH_WARNINGS = "task_completed_with_warnings"
    TASK_FAILED = "task_failed"
    TASK_SKIPPED = "task_skipped"
    TASK_SKIPPED_DEPENDENCY = "task_skipped_dependency"
    TASK_CANCELLED = "task_cancelled"
    TASK_STOPPED_MID_FLIGHT = "task_stopped_mid_flight"
    TASK_ATTEMPT_LOST = "task_attempt_lost"
    TASK_LATE_RESULT_IGNORED = "task_late_result_ignored"
    ARTIFACT_STORED = "artifact_stored"
    ARTIFACT_SCHEMA_VIOLATION = "artifact_schema_violation"
    HANDOFF_REJECTED = "handoff_rejected"
    REQUIRED_HANDOFF_REFUSED = "required_handoff_refused"
    TOOL_CALLED = "tool_called"
    TOOL_COMPLETED = "tool_completed"
    TOOL_FAILED = "tool_failed"
    TOOL_DENIED = "tool_denied"
    EFFECT_OUTCOME_UNKNOWN = "effect_outcome_unknown"
    ARCHIVIST_RAN = "archivist_ran"
    ARCHIVIST_SKIPPED = "archivist_skipped"
    AUDIT_ANCHORED = "audit_anchored"
    COLONY_STARTED = "colony_started"
    COLONY_STOPPED = "colony_stopped"
    MODULE_REGISTERED = "module_registered"
    ADMIN_CREATED = "admin_created"
    SIGNED_IN = "signed_in"
    SIGN_IN_REFUSED = "sign_in_refused"
    SIGNED_OUT = "signed_out"
    TOKEN_MINTED = "token_minted"  # noqa: S105 - the name of an event
    TOKEN_REVOKED = "token_revoked"  # noqa: S105 - the name of an event
    OPERATOR_ACT = "operator_act"


@dataclass(frozen=True, slots=True)
class Event:
    """One recorded event; `seq` numbers the colony's events without gaps. System events have no mission."""

    seq: int
    mission_id: str
    task_id: str
    role: str
    event_type: EventType
    message: str
    facts: Mapping[str, Fact]
    created_at: str
