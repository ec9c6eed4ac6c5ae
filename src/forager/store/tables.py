"""The five layers as tables (design notes §1): accepted, read, decided, derived, published.

A derived row is versioned: it holds from ``rev_from`` up to, not including, ``rev_to``; ``rev_to = OPEN`` is the current one.
``body`` is the whole state as canonical JSON text, so that "has it changed" is one comparison of text.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table

from formicaria.ground.database import Text

OPEN: Final = 2**62
metadata = MetaData()


def _text(name: str, *, key: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=key, nullable=False)


def _number(name: str, *, key: bool = False) -> Column[int]:
    return Column(name, BigInteger, primary_key=key, nullable=False, autoincrement=False)


# ---------------------------------------------------------------- the instance
instance = Table(
    "instance", metadata,
    _text("instance_id", key=True), _text("generation"), _text("generation_reason"), _text("created_at"),
    _text("holder"), _text("held_since"),
)  # fmt: skip

backup = Table(
    "backup", metadata,
    _text("id", key=True), _text("snapshot_at"), _text("name"), _text("digest"), _number("size"),
)  # fmt: skip

# ---------------------------------------------------------------- accepted
project = Table(
    "project", metadata,
    _text("id", key=True), _number("ordinal"), _text("slug"), _text("name"), _text("purpose"),
    _number("published_rev"), _number("derived_seq"), _text("derived_recipe"), _text("created_at"), _text("archived_at"),
)  # fmt: skip
Index("project_slug", project.c.slug, unique=True)

blob = Table(
    "blob", metadata, _text("project_id", key=True), _text("sha256", key=True), _number("size"), _text("stored_at")
)

source = Table(
    "source", metadata,
    _text("id", key=True), _text("project_id"), _text("logical_name"), _text("sha256"), _number("size"), _text("parent_id"),
    _number("accepted_seq"), _text("state"), _text("read_state"), _text("recipe"), _text("media_type"), _text("title"),
    _text("language"), _text("document_date"), _text("date_origin"), Column("authoritative", Boolean, nullable=False),
    _text("failure_code"), _text("failure"), Column("included", Boolean, nullable=False), _text("cluster"),
    _text("replaced_by"), _text("accepted_at"), Column("scope", Text, nullable=False, server_default="tenant"),
)  # fmt: skip
Index("source_name", source.c.project_id, source.c.logical_name, source.c.accepted_seq)
Index("source_parent", source.c.project_id, source.c.parent_id)
Index("source_state", source.c.project_id, source.c.state, source.c.read_state)

source_event = Table(
    "source_event", metadata,
    _text("project_id", key=True), _number("seq", key=True), _text("source_id"), _text("kind"), _text("actor"), _text("at"),
)  # fmt: skip

# ---------------------------------------------------------------- read
document = Table(
    "document", metadata,
    _text("source_id", key=True), _text("project_id"), _text("recipe"), _text("text"), _text("structure"), _text("account"),
    _text("text_sha256"), _text("shingles"),
)  # fmt: skip

chunk = Table(
    "chunk", metadata,
    _text("id", key=True), _text("project_id"), _text("source_id"), _number("ordinal"), _number("start"), _number("end"),
    _text("location"), _text("text"),
)  # fmt: skip
Index("chunk_source", chunk.c.source_id, chunk.c.ordinal)

evidence = Table(
    "evidence", metadata,
    _text("id", key=True), _text("project_id"), _text("source_id"), _text("chunk_id"), _text("item_id"), _text("type"),
    _text("sentence"), _text("subject"), _text("subject_words"), Column("about_document", Boolean, nullable=False),
    _text("attribute"), _text("slot"), _text("qualifiers"), _text("modality"), Column("polarity", Boolean, nullable=False),
    _text("value_kind"), _text("value"), _text("value_written"), _text("precision"), _text("valid_from"), _text("valid_to"),
    _text("support"), _number("hedges"), _number("quality"), _text("reported_by"), _text("change"), _text("replaces"),
    _text("rule"), _text("model"), _text("spans"), _text("excerpt"), _text("excerpt_sha256"), _number("start"), _number("end"),
)  # fmt: skip
Index("evidence_item", evidence.c.project_id, evidence.c.item_id)
Index("evidence_slot", evidence.c.project_id, evidence.c.subject_words, evidence.c.slot)
Index("evidence_value", evidence.c.project_id, evidence.c.value_kind, evidence.c.value)
Index("evidence_replaces", evidence.c.project_id, evidence.c.replaces)
Index("evidence_source", evidence.c.source_id, evidence.c.start)

mention = Table(
    "mention", metadata,
    _text("source_id", key=True), _number("start", key=True), _text("node_id", key=True), _number("end"), _text("project_id"),
    _text("entity_class"), _text("name"), _text("name_key"), _text("words"), _text("context"), _text("context_kind"), _text("cue"),
    Column("facts", Text, nullable=False, server_default=""),
)  # fmt: skip
Index("mention_node", mention.c.project_id, mention.c.node_id)
Index("mention_words", mention.c.project_id, mention.c.words)

relation = Table(
    "relation", metadata,
    _text("source_id", key=True), _number("start", key=True), _text("relation_id", key=True), _number("end"), _text("project_id"),
    _text("kind"), _text("from_node"), _text("to_node"), _text("excerpt"), _text("excerpt_sha256"), _text("location"), _text("rule"),
)  # fmt: skip
Index("relation_id", relation.c.project_id, relation.c.relation_id)

model_answer = Table(
    "model_answer", metadata,
    _text("project_id", key=True), _text("key", key=True), _text("model"), _text("answer"), _text("job_id"), _number("calls"),
    _number("input_tokens"), _number("output_tokens"), _text("asked_at"),
)  # fmt: skip
Index("model_answer_job", model_answer.c.project_id, model_answer.c.job_id)

model_count = Table(
    "model_count", metadata,
    _text("source_id", key=True), _text("what", key=True), _text("project_id"), _number("count"),
)  # fmt: skip
Index("model_count_project", model_count.c.project_id, model_count.c.what)

# ---------------------------------------------------------------- decided
decision = Table(
    "decision", metadata,
    _text("project_id", key=True), _number("seq", key=True), _text("kind"), _text("targets"), _text("canonical"),
    _text("fingerprint"), _text("choice"), _text("winner"), _number("undoes"), _text("credential"), _text("actor"),
    _text("note_id"), _text("at"),
)  # fmt: skip

note = Table("note", metadata, _text("id", key=True), _text("project_id"), _text("text"))

# ---------------------------------------------------------------- derived
dirty = Table("dirty", metadata, _text("project_id", key=True), _text("kind", key=True), _text("key", key=True))

node_block = Table(
    "node_block", metadata,
    _text("project_id", key=True), _text("block", key=True), _text("node_id", key=True),
)  # fmt: skip
Index("node_block_node", node_block.c.project_id, node_block.c.node_id)

source_band = Table(
    "source_band", metadata,
    _text("project_id", key=True), _text("band", key=True), _text("source_id", key=True),
)  # fmt: skip
Index("source_band_source", source_band.c.source_id)


def _versioned(name: str, *extra: Column[str]) -> Table:
    table = Table(
        name, metadata,
        _text("project_id", key=True), _text("id", key=True), _number("rev_from", key=True), _number("rev_to"),
        _text("doc_from"), _text("doc_to"), _text("valid_from"), _text("valid_to"), *extra, _text("body"),
    )  # fmt: skip
    Index(f"{name}_from", table.c.project_id, table.c.rev_from)
    Index(f"{name}_to", table.c.project_id, table.c.rev_to)
    return table


item_state = _versioned(
    "item_state",
    _text("type"),
    _text("status"),
    _text("support"),
    _text("subject_words"),
    _text("slot"),
    _text("subject_token"),
)
Index("item_state_slot", item_state.c.project_id, item_state.c.subject_token, item_state.c.slot, item_state.c.rev_to)
entity_state = _versioned("entity_state", _text("entity_class"), _text("name_key"))
candidate_state = _versioned("candidate_state", _text("status"), _text("left_id"), _text("right_id"))
relation_state = _versioned("relation_state", _text("from_id"), _text("to_id"))
conflict_state = _versioned("conflict_state", _text("kind"), _text("status"), _text("subject_token"), _text("slot"))
Index("conflict_state_slot", conflict_state.c.project_id, conflict_state.c.subject_token, conflict_state.c.slot)

address = Table(
    "address", metadata,
    _text("project_id", key=True), _text("id", key=True), _number("rev_from", key=True), _number("rev_to"),
    _text("kind"), _text("canonical_id"),
)  # fmt: skip
Index("address_canonical", address.c.project_id, address.c.canonical_id)

name_binding = Table(
    "name_binding", metadata,
    _text("project_id", key=True), _text("name_key", key=True), _text("entity_id"),
)  # fmt: skip
Index("name_binding_entity", name_binding.c.project_id, name_binding.c.entity_id)

attribute_flag = Table(
    "attribute_flag",
    metadata,
    _text("project_id", key=True),
    _text("slot", key=True),
    Column("single", Boolean, nullable=False),
)

# ---------------------------------------------------------------- published
revision = Table(
    "revision", metadata,
    _text("project_id", key=True), _number("rev", key=True), _text("published_at"), _text("job_id"), _text("completeness"),
    _text("content_digest"), _number("decision_seq"), _number("items"), _number("conflicts"),
)  # fmt: skip

feed = Table(
    "feed", metadata,
    _number("sequence", key=True), _text("event_id"), _text("project_id"), _text("event"),
)  # fmt: skip

export = Table(
    "export", metadata,
    _text("id", key=True), _text("project_id"), _text("format"), _number("rev"), _text("content_digest"), _text("sha256"),
    _number("size"), Column("originals", Boolean, nullable=False), _text("credential"), _text("actor"), _text("created_at"),
    _text("state"),
)  # fmt: skip
Index("export_project", export.c.project_id, export.c.created_at)

# ---------------------------------------------------------------- work
job = Table(
    "job", metadata,
    _text("id", key=True), _text("project_id"), _text("status"), Column("cancel_requested", Boolean, nullable=False),
    Column("force", Boolean, nullable=False), _text("error_code"), _text("error"), _text("created_at"), _text("started_at"),
    _text("finished_at"), _number("revision"),
)  # fmt: skip
Index("job_project", job.c.project_id, job.c.created_at)

job_stage = Table(
    "job_stage", metadata,
    _text("job_id", key=True), Column("ordinal", Integer, primary_key=True, autoincrement=False), _text("name"), _text("status"),
    _number("total"), _number("processed"), _number("skipped"), _number("failed"), _text("warnings"),
)  # fmt: skip
