"""The records of each part of a package, in a total order, each as one line of canonical JSON; memory does not grow with the corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVarTuple

from sqlalchemy import Connection, Select, Table, select

from forager.derive import content
from forager.derive.content import Record
from forager.export.layout import GENERAL, TENANT
from forager.store import decisions
from forager.store.tables import chunk, document, mention, model_count, relation, source
from formicaria.ground.canonical import canonical

PAGE: Final = 500
Columns = TypeVarTuple("Columns")
SOURCE_FIELDS: Final = (
    "id", "logical_name", "sha256", "size", "parent_id", "media_type", "title", "language", "document_date", "date_origin",
    "authoritative", "read_state", "recipe", "failure_code", "failure", "scope", "cluster", "replaced_by",
)  # fmt: skip
"""What a source takes along; when it was accepted, and by whom, belongs to this store's audit trail."""
_TABLES: Final[dict[str, Table]] = {
    "documents": document, "passages": chunk, "mentions": mention, "links": relation, "counts": model_count,
}  # fmt: skip
_KNOWN: Final = {"knowledge": "items"}


@dataclass(frozen=True, slots=True)
class View:
    """What is exported: a project at its published revision, seen in one snapshot; ``general`` are the ids of general sources."""

    connection: Connection
    project_id: str
    rev: int
    general: frozenset[str]


def view(connection: Connection, project_id: str, rev: int) -> View:
    """A project at a revision."""
    mine = live(select(source.c.id), project_id).where(source.c.scope == GENERAL)
    return View(connection, project_id, rev, frozenset(connection.execute(mine).scalars()))


def live(query: Select[*Columns], project_id: str) -> Select[*Columns]:
    """Only what belongs to sources that live and were read, or could not be."""
    return query.where(source.c.project_id == project_id, source.c.state == "live", source.c.read_state != "waiting")


def lines(of: View, part: str, scope: str) -> Iterator[bytes]:
    """The records of a part with a confidentiality, each as a line."""
    if scope == GENERAL and not of.general:
        return
    for record in records(of, part):
        if scope_of(of, part, record) == scope:
            yield canonical(record) + b"\n"


def records(of: View, part: str) -> Iterator[Record]:
    """The records of a part."""
    own: dict[str, Callable[[View], Iterator[Record]]] = {"sources": _sources, "decisions": _decisions}
    if part in own:
        yield from own[part](of)
    elif part in _TABLES:
        yield from _rows(of, _TABLES[part])
    else:
        yield from content.records(of.connection, of.project_id, of.rev, _KNOWN.get(part, part))


def scope_of(of: View, part: str, record: Record) -> str:
    """General only when every source of the record is; tenant wherever that is not known."""
    named: dict[str, object] = {"sources": [record.get("id")], "knowledge": record.get("source_ids")}
    ids = named.get(part, [record.get("source_id")]) if part in _DIVIDING else []
    return GENERAL if isinstance(ids, list) and ids and of.general.issuperset(ids) else TENANT


_DIVIDING: Final = frozenset({"sources", "knowledge", "evidence", "documents", "passages"})


def _sources(of: View) -> Iterator[Record]:
    query = live(select(*(source.c[name] for name in SOURCE_FIELDS)), of.project_id).order_by(source.c.id)
    for row in of.connection.execute(query):
        yield dict(row._mapping)


def _decisions(of: View) -> Iterator[Record]:
    for row in decisions.log(of.connection, of.project_id):
        said = decisions.note_text(of.connection, of.project_id, row.note_id)
        yield {
            "seq": row.seq, "kind": row.kind, "targets": list(row.targets), "canonical": list(row.canonical),
            "fingerprint": row.fingerprint, "choice": row.choice, "winner": row.winner, "undoes": row.undoes,
            "credential": row.credential, "actor": row.actor, "at": row.at, "note": said,
        }  # fmt: skip


def _rows(of: View, table: Table) -> Iterator[Record]:
    mine = select(table).join(source, source.c.id == table.c.source_id)
    query = live(mine, of.project_id).order_by(*table.primary_key.columns)
    for row in of.connection.execute(query.execution_options(yield_per=PAGE)):
        yield dict(row._mapping)


def hashes(of: View) -> Iterator[str]:
    """The SHA-256 of every original, once, in order."""
    yield from of.connection.execute(
        live(select(source.c.sha256), of.project_id).distinct().order_by(source.c.sha256)
    ).scalars()
