"""The first schema: the ground's tables and FORAGER's five layers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from formicaria.ground.database import Text

revision = "0001_initial"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    _create_ground()
    _create_accepted()
    _create_read()
    _create_decided()
    _create_derived()
    _create_published()


def _text(name: str, *, key: bool = False, unique: bool | None = None) -> sa.Column[str]:
    return sa.Column(name, Text, primary_key=key, nullable=False, unique=unique)


def _number(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, primary_key=key, nullable=False, autoincrement=False)


def _small(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=key, nullable=False, autoincrement=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _create_ground() -> None:
    op.create_table(
        "counter",
        _text("name", key=True), _number("value"),
    )  # fmt: skip
    op.create_table(
        "audit_head",
        _text("stream", key=True), _number("seq"), _text("digest"),
    )  # fmt: skip
    op.create_table(
        "audit_entry",
        _text("stream", key=True), _number("seq", key=True), _text("at"), _text("credential"), _text("actor"),
        _text("action"), _text("target"), _text("payload_digest"), _text("facts"), _text("previous"),
        _text("digest"),
    )  # fmt: skip
    op.create_table(
        "unit",
        _text("kind", key=True), _text("key", key=True), _text("group_key"), _text("state"), _small("priority"),
        _small("attempts"), _text("lease_owner"), _text("lease_until"), _number("fence"), _text("note"),
        _text("enqueued_at"),
        sa.CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="unit_state"),
    )  # fmt: skip
    op.create_index("unit_group", "unit", ["group_key", "state"])
    op.create_index("unit_ready", "unit", ["kind", "state", "priority", "enqueued_at", "key"])
    op.create_table(
        "effect",
        _text("key", key=True), _small("attempt"), _number("fence"), _text("fingerprint"), _text("state"),
        _text("outcome"), _text("claimed_at"), _text("settled_at"),
        sa.CheckConstraint("state IN ('claimed', 'done', 'failed', 'unknown')", name="effect_state"),
    )  # fmt: skip
    op.create_table(
        "credential",
        _text("id", key=True), _text("kind"), _text("subject"), _text("name"), _text("secret_hash", unique=True),
        _text("scopes"), _text("projects"), _text("created_at"), _text("expires_at"), _text("revoked_at"),
        _text("last_used_at"),
    )  # fmt: skip
    op.create_table(
        "idempotency",
        _text("caller", key=True), _text("key", key=True), _text("fingerprint"), _small("status"), _text("body"),
        _text("created_at"),
    )  # fmt: skip


def _create_accepted() -> None:
    op.create_table(
        "instance",
        _text("instance_id", key=True), _text("generation"), _text("generation_reason"), _text("created_at"),
        _text("holder"), _text("held_since"),
    )  # fmt: skip
    op.create_table(
        "project",
        _text("id", key=True), _number("ordinal"), _text("slug"), _text("name"), _text("purpose"),
        _number("published_rev"), _number("derived_seq"), _text("derived_recipe"), _text("created_at"),
        _text("archived_at"),
    )  # fmt: skip
    op.create_index("project_slug", "project", ["slug"], unique=True)
    op.create_table(
        "blob",
        _text("project_id", key=True), _text("sha256", key=True), _number("size"), _text("stored_at"),
    )  # fmt: skip
    op.create_table(
        "source",
        _text("id", key=True), _text("project_id"), _text("logical_name"), _text("sha256"), _number("size"),
        _text("parent_id"), _number("accepted_seq"), _text("state"), _text("read_state"), _text("recipe"),
        _text("media_type"), _text("title"), _text("language"), _text("document_date"), _text("date_origin"),
        _flag("authoritative"), _text("failure_code"), _text("failure"), _flag("included"), _text("cluster"),
        _text("replaced_by"), _text("accepted_at"),
    )  # fmt: skip
    op.create_index("source_name", "source", ["project_id", "logical_name", "accepted_seq"])
    op.create_index("source_parent", "source", ["project_id", "parent_id"])
    op.create_index("source_state", "source", ["project_id", "state", "read_state"])
    op.create_table(
        "source_event",
        _text("project_id", key=True), _number("seq", key=True), _text("source_id"), _text("kind"),
        _text("actor"), _text("at"),
    )  # fmt: skip


def _create_read() -> None:
    op.create_table(
        "document",
        _text("source_id", key=True), _text("project_id"), _text("recipe"), _text("text"), _text("structure"),
        _text("account"), _text("text_sha256"), _text("shingles"),
    )  # fmt: skip
    op.create_table(
        "chunk",
        _text("id", key=True), _text("project_id"), _text("source_id"), _number("ordinal"), _number("start"),
        _number("end"), _text("location"), _text("text"),
    )  # fmt: skip
    op.create_index("chunk_source", "chunk", ["source_id", "ordinal"])
    op.create_table(
        "evidence",
        _text("id", key=True), _text("project_id"), _text("source_id"), _text("chunk_id"), _text("item_id"),
        _text("type"), _text("sentence"), _text("subject"), _text("subject_words"), _flag("about_document"),
        _text("attribute"), _text("slot"), _text("qualifiers"), _text("modality"), _flag("polarity"),
        _text("value_kind"), _text("value"), _text("value_written"), _text("precision"), _text("valid_from"),
        _text("valid_to"), _text("support"), _number("hedges"), _number("quality"), _text("reported_by"),
        _text("change"), _text("replaces"), _text("rule"), _text("model"), _text("spans"), _text("excerpt"),
        _text("excerpt_sha256"), _number("start"), _number("end"),
    )  # fmt: skip
    op.create_index("evidence_item", "evidence", ["project_id", "item_id"])
    op.create_index("evidence_replaces", "evidence", ["project_id", "replaces"])
    op.create_index("evidence_slot", "evidence", ["project_id", "subject_words", "slot"])
    op.create_index("evidence_source", "evidence", ["source_id", "start"])
    op.create_index("evidence_value", "evidence", ["project_id", "value_kind", "value"])
    op.create_table(
        "mention",
        _text("source_id", key=True), _number("start", key=True), _text("node_id", key=True), _number("end"),
        _text("project_id"), _text("entity_class"), _text("name"), _text("name_key"), _text("words"),
        _text("context"), _text("context_kind"), _text("cue"),
    )  # fmt: skip
    op.create_index("mention_node", "mention", ["project_id", "node_id"])
    op.create_index("mention_words", "mention", ["project_id", "words"])
    op.create_table(
        "relation",
        _text("source_id", key=True), _number("start", key=True), _text("relation_id", key=True), _number("end"),
        _text("project_id"), _text("kind"), _text("from_node"), _text("to_node"), _text("excerpt"),
        _text("excerpt_sha256"), _text("location"), _text("rule"),
    )  # fmt: skip
    op.create_index("relation_id", "relation", ["project_id", "relation_id"])


def _create_decided() -> None:
    op.create_table(
        "decision",
        _text("project_id", key=True), _number("seq", key=True), _text("kind"), _text("targets"),
        _text("canonical"), _text("fingerprint"), _text("choice"), _text("winner"), _number("undoes"),
        _text("credential"), _text("actor"), _text("note_id"), _text("at"),
    )  # fmt: skip
    op.create_table(
        "note",
        _text("id", key=True), _text("project_id"), _text("text"),
    )  # fmt: skip


def _create_derived() -> None:
    op.create_table(
        "dirty",
        _text("project_id", key=True), _text("kind", key=True), _text("key", key=True),
    )  # fmt: skip
    op.create_table(
        "node_block",
        _text("project_id", key=True), _text("block", key=True), _text("node_id", key=True),
    )  # fmt: skip
    op.create_index("node_block_node", "node_block", ["project_id", "node_id"])
    op.create_table(
        "source_band",
        _text("project_id", key=True), _text("band", key=True), _text("source_id", key=True),
    )  # fmt: skip
    op.create_index("source_band_source", "source_band", ["source_id"])
    op.create_table(
        "item_state",
        _text("project_id", key=True), _text("id", key=True), _number("rev_from", key=True), _number("rev_to"),
        _text("doc_from"), _text("doc_to"), _text("valid_from"), _text("valid_to"), _text("type"),
        _text("status"), _text("support"), _text("subject_words"), _text("slot"), _text("subject_token"),
        _text("body"),
    )  # fmt: skip
    op.create_index("item_state_from", "item_state", ["project_id", "rev_from"])
    op.create_index("item_state_slot", "item_state", ["project_id", "subject_token", "slot", "rev_to"])
    op.create_index("item_state_to", "item_state", ["project_id", "rev_to"])
    op.create_table(
        "entity_state",
        _text("project_id", key=True), _text("id", key=True), _number("rev_from", key=True), _number("rev_to"),
        _text("doc_from"), _text("doc_to"), _text("valid_from"), _text("valid_to"), _text("entity_class"),
        _text("name_key"), _text("body"),
    )  # fmt: skip
    op.create_index("entity_state_from", "entity_state", ["project_id", "rev_from"])
    op.create_index("entity_state_to", "entity_state", ["project_id", "rev_to"])
    op.create_table(
        "candidate_state",
        _text("project_id", key=True), _text("id", key=True), _number("rev_from", key=True), _number("rev_to"),
        _text("doc_from"), _text("doc_to"), _text("valid_from"), _text("valid_to"), _text("status"),
        _text("left_id"), _text("right_id"), _text("body"),
    )  # fmt: skip
    op.create_index("candidate_state_from", "candidate_state", ["project_id", "rev_from"])
    op.create_index("candidate_state_to", "candidate_state", ["project_id", "rev_to"])
    op.create_table(
        "relation_state",
        _text("project_id", key=True), _text("id", key=True), _number("rev_from", key=True), _number("rev_to"),
        _text("doc_from"), _text("doc_to"), _text("valid_from"), _text("valid_to"), _text("from_id"),
        _text("to_id"), _text("body"),
    )  # fmt: skip
    op.create_index("relation_state_from", "relation_state", ["project_id", "rev_from"])
    op.create_index("relation_state_to", "relation_state", ["project_id", "rev_to"])
    op.create_table(
        "conflict_state",
        _text("project_id", key=True), _text("id", key=True), _number("rev_from", key=True), _number("rev_to"),
        _text("doc_from"), _text("doc_to"), _text("valid_from"), _text("valid_to"), _text("kind"),
        _text("status"), _text("subject_token"), _text("slot"), _text("body"),
    )  # fmt: skip
    op.create_index("conflict_state_from", "conflict_state", ["project_id", "rev_from"])
    op.create_index("conflict_state_slot", "conflict_state", ["project_id", "subject_token", "slot"])
    op.create_index("conflict_state_to", "conflict_state", ["project_id", "rev_to"])
    op.create_table(
        "address",
        _text("project_id", key=True), _text("id", key=True), _number("rev_from", key=True), _number("rev_to"),
        _text("kind"), _text("canonical_id"),
    )  # fmt: skip
    op.create_index("address_canonical", "address", ["project_id", "canonical_id"])
    op.create_table(
        "name_binding",
        _text("project_id", key=True), _text("name_key", key=True), _text("entity_id"),
    )  # fmt: skip
    op.create_index("name_binding_entity", "name_binding", ["project_id", "entity_id"])
    op.create_table(
        "attribute_flag",
        _text("project_id", key=True), _text("slot", key=True), _flag("single"),
    )  # fmt: skip


def _create_published() -> None:
    op.create_table(
        "revision",
        _text("project_id", key=True), _number("rev", key=True), _text("published_at"), _text("job_id"),
        _text("completeness"), _text("content_digest"), _number("decision_seq"), _number("items"),
        _number("conflicts"),
    )  # fmt: skip
    op.create_table(
        "feed",
        _number("sequence", key=True), _text("event_id"), _text("project_id"), _text("event"),
    )  # fmt: skip
    op.create_table(
        "job",
        _text("id", key=True), _text("project_id"), _text("status"), _flag("cancel_requested"), _flag("force"),
        _text("error_code"), _text("error"), _text("created_at"), _text("started_at"), _text("finished_at"),
        _number("revision"),
    )  # fmt: skip
    op.create_index("job_project", "job", ["project_id", "created_at"])
    op.create_table(
        "job_stage",
        _text("job_id", key=True), _small("ordinal", key=True), _text("name"), _text("status"), _number("total"),
        _number("processed"), _number("skipped"), _number("failed"), _text("warnings"),
    )  # fmt: skip
