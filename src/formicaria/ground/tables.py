"""The ground's own tables; each service's database holds them beside its own."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, Connection, Index, Integer, MetaData, Table, event

from formicaria.ground import append_only
from formicaria.ground.database import Text

metadata = MetaData()

counter = Table(
    "counter",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
)

audit_head = Table(
    "audit_head",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
)

audit_entry = Table(
    "audit_entry",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("at", Text, nullable=False),
    Column("credential", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("payload_digest", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("digest", Text, nullable=False),
)


def _guard(table: Table, connection: Connection, **_how: object) -> None:
    append_only.guard(connection, table.name)


event.listen(audit_head, "after_create", _guard)
event.listen(audit_entry, "after_create", _guard)

unit = Table(
    "unit",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("group_key", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("lease_owner", Text, nullable=False),
    Column("lease_until", Text, nullable=False),
    Column("fence", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
    Column("enqueued_at", Text, nullable=False),
    CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="unit_state"),
)
Index("unit_ready", unit.c.kind, unit.c.state, unit.c.priority, unit.c.enqueued_at, unit.c.key)
Index("unit_group", unit.c.group_key, unit.c.state)

effect = Table(
    "effect",
    metadata,
    Column("key", Text, primary_key=True),
    Column("attempt", Integer, nullable=False),
    Column("fence", BigInteger, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("claimed_at", Text, nullable=False),
    Column("settled_at", Text, nullable=False),
    CheckConstraint("state IN ('claimed', 'done', 'failed', 'unknown')", name="effect_state"),
)

credential = Table(
    "credential",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("secret_hash", Text, nullable=False, unique=True),
    Column("scopes", Text, nullable=False),
    Column("projects", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
    Column("revoked_at", Text, nullable=False),
    Column("last_used_at", Text, nullable=False),
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("caller", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("status", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("created_at", Text, nullable=False),
)
