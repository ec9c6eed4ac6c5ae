"""What else stands in a name's own record: a row of a table, a block of labelled lines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from formicaria.ground.database import Text

revision = "0003_facts"
down_revision = "0002_model"


def upgrade() -> None:
    """Add the column; names read before have no facts until their document is read again."""
    op.add_column("mention", sa.Column("facts", Text, nullable=False, server_default=""))
