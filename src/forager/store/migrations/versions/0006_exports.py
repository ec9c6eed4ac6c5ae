"""Exports that were made, and how confidential each source is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from formicaria.ground.database import Text

revision = "0006_exports"
down_revision = "0005_backups"


def upgrade() -> None:
    """Create the table; every source is confidential until a person says otherwise."""
    op.add_column("source", sa.Column("scope", Text, nullable=False, server_default="tenant"))
    op.create_table(
        "export",
        _text("id", key=True), _text("project_id"), _text("format"), _number("rev"), _text("content_digest"), _text("sha256"),
        _number("size"), sa.Column("originals", sa.Boolean, nullable=False), _text("credential"), _text("actor"),
        _text("created_at"), _text("state"),
    )  # fmt: skip
    op.create_index("export_project", "export", ["project_id", "created_at"])


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, Text, primary_key=key, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)
