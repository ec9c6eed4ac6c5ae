"""A log of the backups that were taken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from formicaria.ground.database import Text

revision = "0005_backups"
down_revision = "0004_append_only"


def upgrade() -> None:
    """Create the log."""
    op.create_table(
        "backup",
        sa.Column("id", Text, primary_key=True, nullable=False),
        sa.Column("snapshot_at", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("digest", Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False, autoincrement=False),
    )
