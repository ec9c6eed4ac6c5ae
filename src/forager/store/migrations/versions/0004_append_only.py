"""The database refuses to change or remove what the audit trail holds."""

from __future__ import annotations

from alembic import op

from formicaria.ground.append_only import guard

revision = "0004_append_only"
down_revision = "0003_facts"


def upgrade() -> None:
    """Add the triggers."""
    for table in ("audit_entry", "audit_head"):
        guard(op.get_bind(), table)
