"""What reading a source gave: one document, its passages, evidence, mentions and relations, replaced as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, func, insert, select, update

from forager.model import keys
from forager.model.proposal import Asking
from forager.model.source import ReadState, Source
from forager.store import answers
from forager.store import evidence as evidence_rows
from forager.store.readings import Passage, ReadDocument
from forager.store.tables import chunk, document, evidence, mention, model_count, relation, source
from formicaria.ground.canonical import canonical_text, parse, text_digest


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as kept: its text, structure and account as JSON values."""

    source_id: str
    recipe: str
    text: str = field(repr=False)
    structure: dict[str, object] = field(repr=False)
    account: dict[str, object] = field(repr=False)


def replace(connection: Connection, found: Source, read: ReadDocument, recipe: str) -> None:
    """Put a new reading in the place of whatever was read from this source before."""
    forget(connection, found.id)
    connection.execute(insert(document).values(**_document(found, read, recipe)))
    if read.passages:
        connection.execute(insert(chunk), [_chunk(found, passage) for passage in read.passages])
    evidence_rows.add(connection, read.evidence)
    evidence_rows.add_mentions(connection, read.mentions)
    evidence_rows.add_relations(connection, read.relations)
    answers.put_counts(connection, found.project_id, found.id, read.asking)
    values = {
        "read_state": ReadState.READ, "recipe": recipe, "media_type": read.media_type, "title": read.title,
        "language": read.language, "document_date": read.date.value, "date_origin": read.date.origin,
        "failure_code": "", "failure": "",
    }  # fmt: skip
    connection.execute(update(source).where(source.c.id == found.id).values(**values))


def confirm(connection: Connection, found: Source, recipe: str) -> None:
    """Note that another recipe reads the same."""
    connection.execute(update(document).where(document.c.source_id == found.id).values(recipe=recipe))
    connection.execute(update(source).where(source.c.id == found.id).values(recipe=recipe))


def is_same(connection: Connection, source_id: str, read: ReadDocument) -> bool:
    """Whether what is kept of a source is what ``read`` holds, to the last place and word."""
    query = select(document.c.account).where(document.c.source_id == source_id)
    account = connection.execute(query).scalar_one_or_none()
    return account is not None and account == canonical_text(_account(read))


def fail(connection: Connection, found: Source, code: str, words: str, recipe: str) -> None:
    """Record that this recipe cannot read the source; nothing read from it before stays."""
    forget(connection, found.id)
    values = {"read_state": ReadState.FAILED, "recipe": recipe, "failure_code": code, "failure": words}
    connection.execute(update(source).where(source.c.id == found.id).values(**values))


def forget(connection: Connection, source_id: str) -> None:
    """Take away what was read from a source."""
    for table in (document, chunk, evidence, mention, relation, model_count):
        connection.execute(delete(table).where(table.c.source_id == source_id))


def _document(found: Source, read: ReadDocument, recipe: str) -> dict[str, object]:
    return {
        "source_id": found.id, "project_id": found.project_id, "recipe": recipe, "text": read.text,
        "structure": read.structure, "account": canonical_text(_account(read)), "text_sha256": text_digest(read.text),
        "shingles": read.shingles,
    }  # fmt: skip


def _account(read: ReadDocument) -> dict[str, object]:
    return {
        "unread": [{"what": each.what, "why": each.why} for each in read.unread],
        "warnings": list(read.warnings),
        "lost": read.lost,
        "members": [{"name": each.name, "sha256": each.sha256, "size": each.size} for each in read.carried],
        "digest": read.digest,
        **({"asking": _asking(read.asking)} if read.asking else {}),
    }


def _asking(asking: Asking) -> dict[str, object]:
    return {
        "model": asking.model,
        "passages": asking.passages,
        "answered": asking.answered,
        "silent": dict(asking.silent),
        "proposed": asking.proposed,
        "kept": asking.kept,
        "dropped": dict(asking.dropped),
        "said": list(asking.sentences()),
    }


def _chunk(found: Source, passage: Passage) -> dict[str, object]:
    return {
        "id": keys.chunk_id(found.id, passage.ordinal), "project_id": found.project_id, "source_id": found.id,
        "ordinal": passage.ordinal, "start": passage.start, "end": passage.end, "location": passage.location,
        "text": passage.text,
    }  # fmt: skip


def get(connection: Connection, source_id: str) -> StoredDocument | None:
    """The document read from a source; None when it was not or could not be read."""
    row = connection.execute(select(document).where(document.c.source_id == source_id)).one_or_none()
    if row is None:
        return None
    structure, account = parse(row.structure), parse(row.account)
    assert isinstance(structure, dict)  # noqa: S101  # written by this module's callers
    assert isinstance(account, dict)  # noqa: S101
    return StoredDocument(row.source_id, row.recipe, row.text, structure, account)


def evidence_count(connection: Connection, source_id: str) -> int:
    """How many claims were read from a source."""
    query = select(func.count()).select_from(evidence).where(evidence.c.source_id == source_id)
    return int(connection.execute(query).scalar_one())
