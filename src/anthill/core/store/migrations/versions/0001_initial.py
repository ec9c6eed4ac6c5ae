"""The first schema: the ground's tables and the colony's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from formicaria.ground.database import Text

revision = "0001_initial"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    _create_ground()
    _create_colony()


def _text(name: str, *, key: bool = False, unique: bool | None = None) -> sa.Column[str]:
    return sa.Column(name, Text, primary_key=key, nullable=False, unique=unique)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, primary_key=key, nullable=False, autoincrement=False)


def _small(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _create_ground() -> None:
    op.create_table(
        "counter",
        _text("name", key=True),
        _number("value"),
    )
    op.create_table(
        "audit_head",
        _text("stream", key=True),
        _number("seq"),
        _text("digest"),
    )
    op.create_table(
        "audit_entry",
        _text("stream", key=True),
        _number("seq", key=True),
        _text("at"),
        _text("credential"),
        _text("actor"),
        _text("action"),
        _text("target"),
        _text("payload_digest"),
        _text("facts"),
        _text("previous"),
        _text("digest"),
    )
    op.create_table(
        "unit",
        _text("kind", key=True),
        _text("key", key=True),
        _text("group_key"),
        _text("state"),
        _small("priority"),
        _small("attempts"),
        _text("lease_owner"),
        _text("lease_until"),
        _number("fence"),
        _text("note"),
        _text("enqueued_at"),
        sa.CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="unit_state"),
    )
    op.create_index("unit_group", "unit", ["group_key", "state"])
    op.create_index("unit_ready", "unit", ["kind", "state", "priority", "enqueued_at", "key"])
    op.create_table(
        "effect",
        _text("key", key=True),
        _small("attempt"),
        _number("fence"),
        _text("fingerprint"),
        _text("state"),
        _text("outcome"),
        _text("claimed_at"),
        _text("settled_at"),
        sa.CheckConstraint("state IN ('claimed', 'done', 'failed', 'unknown')", name="effect_state"),
    )
    op.create_table(
        "credential",
        _text("id", key=True),
        _text("kind"),
        _text("subject"),
        _text("name"),
        _text("secret_hash", unique=True),
        _text("scopes"),
        _text("projects"),
        _text("created_at"),
        _text("expires_at"),
        _text("revoked_at"),
        _text("last_used_at"),
    )
    op.create_table(
        "idempotency",
        _text("caller", key=True),
        _text("key", key=True),
        _text("fingerprint"),
        _small("status"),
        _text("body"),
        _text("created_at"),
    )


def _create_colony() -> None:
    op.create_table(
        "mission",
        _text("id", key=True),
        _text("goal"),
        _text("project_id"),
        _text("workspace_id"),
        _text("scope"),
        _text("requested_by"),
        _text("authority"),
        _text("status"),
        _text("stop_reason"),
        _text("outcome"),
        _text("evaluation"),
        _text("answer_id"),
        _text("created_at"),
        _text("deadline_at"),
        _text("finished_at"),
    )
    op.create_index("mission_newest", "mission", ["created_at", "id"])
    op.create_index("mission_open", "mission", ["status", "deadline_at"])
    op.create_table(
        "mission_contract",
        _text("mission_id", key=True),
        _text("contract"),
        _text("plan"),
    )
    op.create_table(
        "task",
        _text("id", key=True),
        _text("mission_id"),
        _small("position"),
        _text("label"),
        _text("task_type"),
        _text("role"),
        _text("depends_on"),
        _text("source"),
        _text("output_schema"),
        _flag("critical"),
        _text("state"),
        _text("ant_status"),
        _text("failure_class"),
        _text("reason"),
        _text("summary"),
        _text("narrative"),
        _text("warnings"),
        _flag("degraded"),
        _flag("blocked_by_check"),
        _text("metrics"),
        _text("started_at"),
        _text("finished_at"),
    )
    op.create_index("task_of_mission", "task", ["mission_id", "position"])
    op.create_table(
        "task_attempt",
        _text("task_id", key=True),
        _number("fence", key=True),
        _text("owner"),
        _text("started_at"),
        _text("ended_at"),
        _text("ended_as"),
    )
    op.create_table(
        "artifact",
        _text("id", key=True),
        _text("mission_id"),
        _text("task_id"),
        _text("producer_role"),
        _text("schema"),
        _small("schema_version"),
        _text("title"),
        _text("payload"),
        _text("content_hash"),
        _text("confidentiality"),
        _text("visibility"),
        _text("inputs"),
        _text("created_at"),
    )
    op.create_index("artifact_of_mission", "artifact", ["mission_id", "created_at", "id"])
    op.create_table(
        "evidence",
        _text("id", key=True),
        _text("mission_id"),
        _text("task_id"),
        _text("kind"),
        _flag("deterministic"),
        _flag("passed"),
        _text("value"),
        _text("detail"),
        _text("artifact_ids"),
        _text("revision_id"),
        _text("patch_set_hash"),
        _text("tree_hash"),
        _text("created_at"),
    )
    op.create_index("evidence_of_mission", "evidence", ["mission_id", "created_at", "id"])
    op.create_table(
        "event",
        _number("seq", key=True),
        _text("mission_id"),
        _text("task_id"),
        _text("role"),
        _text("event_type"),
        _text("message"),
        _text("facts"),
        _text("created_at"),
    )
    op.create_index("event_of_mission", "event", ["mission_id", "seq"])
    op.create_table(
        "account",
        _text("id", key=True),
        _text("name", unique=True),
        _text("password_hash"),
        _text("permissions"),
        _flag("active"),
        _text("created_at"),
    )
