"""The colony's tables. Lists and objects are canonical JSON text; times are fixed-width UTC text, empty for none."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table

from formicaria.ground.database import Text

metadata = MetaData()


def _text(name: str, *, key: bool = False, unique: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=key, nullable=False, unique=unique or None)


def _number(name: str, *, key: bool = False) -> Column[int]:
    return Column(name, BigInteger, primary_key=key, nullable=False, autoincrement=False)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


mission = Table(
    "mission",
    metadata,
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
Index("mission_newest", mission.c.created_at, mission.c.id)
Index("mission_open", mission.c.status, mission.c.deadline_at)

mission_contract = Table(
    "mission_contract",
    metadata,
    _text("mission_id", key=True),
    _text("contract"),
    _text("plan"),
)

task = Table(
    "task",
    metadata,
    _text("id", key=True),
    _text("mission_id"),
    Column("position", Integer, nullable=False),
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
Index("task_of_mission", task.c.mission_id, task.c.position)

task_attempt = Table(
    "task_attempt",
    metadata,
    _text("task_id", key=True),
    _number("fence", key=True),
    _text("owner"),
    _text("started_at"),
    _text("ended_at"),
    _text("ended_as"),
)

artifact = Table(
    "artifact",
    metadata,
    _text("id", key=True),
    _text("mission_id"),
    _text("task_id"),
    _text("producer_role"),
    _text("schema"),
    Column("schema_version", Integer, nullable=False),
    _text("title"),
    _text("payload"),
    _text("content_hash"),
    _text("confidentiality"),
    _text("visibility"),
    _text("inputs"),
    _text("created_at"),
)
Index("artifact_of_mission", artifact.c.mission_id, artifact.c.created_at, artifact.c.id)

evidence = Table(
    "evidence",
    metadata,
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
Index("evidence_of_mission", evidence.c.mission_id, evidence.c.created_at, evidence.c.id)

event = Table(
    "event",
    metadata,
    _number("seq", key=True),
    _text("mission_id"),
    _text("task_id"),
    _text("role"),
    _text("event_type"),
    _text("message"),
    _text("facts"),
    _text("created_at"),
)
Index("event_of_mission", event.c.mission_id, event.c.seq)

account = Table(
    "account",
    metadata,
    _text("id", key=True),
    _text("name", unique=True),
    _text("password_hash"),
    _text("permissions"),
    _flag("active"),
    _text("created_at"),
)
