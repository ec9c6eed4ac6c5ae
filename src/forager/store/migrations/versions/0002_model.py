"""What a model answered about a passage, and the counts of what became of it in each document."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from formicaria.ground.database import Text

revision = "0002_model"
down_revision = "0001_initial"


def upgrade() -> None:
    """Create both tables; without a model they stay empty."""
    op.create_table(
        "model_answer",
        _text("project_id", key=True), _text("key", key=True), _text("model"), _text("answer"), _text("job_id"),
        _number("calls"), _number("input_tokens"), _number("output_tokens"), _text("asked_at"),
    )  # fmt: skip
    op.create_index("model_answer_job", "model_answer", ["project_id", "job_id"])
    op.create_table(
        "model_count",
        _text("source_id", key=True), _text("what", key=True), _text("project_id"), _number("count"),
    )  # fmt: skip
    op.create_index("model_count_project", "model_count", ["project_id", "what"])


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, Text, primary_key=key, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)
