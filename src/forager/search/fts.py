"""SQLite FTS5: one table for each project, because shared term statistics would let one project move another's ranking.

A row's number says its kind and, by a hash, its id, so that a row is replaced without looking for it. Row 0 declares the covered
revision; a row for each source declares how many of its passages stand in the index.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, TableClause

from forager.model.keys import chunk_id
from forager.search import changes
from forager.search.backend import Candidate, Wanted
from forager.search.documents import FIELDS, WEIGHTS, Document, Kind, of_sources
from forager.search.question import Question, Term
from forager.search.words import tokens

BATCH: Final = 400
ENTITY_WEIGHT: Final = 3.0
_COVERED: Final = 0
_SOURCE: Final = "source"
_KINDS: Final = (Kind.ITEM, Kind.ENTITY, Kind.CHUNK, _SOURCE)
_COLUMNS: Final = (*FIELDS, "entities")
_TOKENIZER: Final = "porter unicode61 remove_diacritics 2"


def is_available(connection: Connection) -> bool:
    """Whether this SQLite has FTS5."""
    found = connection.exec_driver_sql("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'")
    return found.first() is not None


class Fts5Search:
    """BM25 with field weights, Porter stems, no diacritics."""

    name = "sqlite-fts5"

    def index(self, connection: Connection, project_id: str, rev: int) -> None:
        """Bring the project's index to ``rev``."""
        ordinal = changes.ordinal(connection, project_id)
        table = _table(ordinal)
        covered = self.covers(connection, project_id)
        if covered == rev:
            return
        change = changes.between(connection, project_id, covered, rev)
        if change.whole:
            _create_anew(connection, table.name)
        _remove(connection, table, Kind.ITEM, change.items)
        _remove(connection, table, Kind.ENTITY, change.entities)
        for batch in changes.documents(connection, project_id, rev, change):
            _add(connection, table, batch)
        for source_id in change.sources:
            _replace_passages(connection, table, project_id, source_id)
        _put_mark(connection, table, _COVERED, "covered", rev)

    def covers(self, connection: Connection, project_id: str) -> int:
        """The revision the project's index declares; 0 when there is none."""
        table = _table(changes.ordinal(connection, project_id))
        if not sa.inspect(connection).has_table(table.name):
            return 0
        return _mark(connection, table, _COVERED)

    def search(self, connection: Connection, project_id: str, rev: int, wanted: Wanted) -> list[Candidate]:  # noqa: ARG002  # see the seam
        """The best rows of a kind by BM25; ``rev`` must be the covered revision."""
        asked = expression(wanted.question, wanted.entities)
        if not asked:
            return []
        table = _table(changes.ordinal(connection, project_id))
        itself: sa.ColumnClause[str] = sa.literal_column(table.name)
        weights = (0.0, 0.0, *(WEIGHTS[name] for name in FIELDS), ENTITY_WEIGHT)
        rank = sa.func.bm25(itself, *weights)
        low, high = _range(wanted.kind)
        query = (
            sa.select(table.c.id, rank.label("bm25"))
            .where(itself.op("MATCH")(asked), table.c.rowid.between(low, high))
            .order_by(sa.text("bm25"), table.c.id)
            .limit(wanted.limit)
        )
        return [Candidate(str(row[0]), -float(row[1])) for row in connection.execute(query)]


def expression(question: Question, entities: Sequence[str]) -> str:
    """The question in FTS5's own language: any of the words, phrases, beginnings, related words or entities."""
    parts = [part for term in question.terms for part in _alternatives(term)]
    parts += [f'entities : "{_token(id_)}"' for id_ in entities]
    return " OR ".join(parts)


def _alternatives(term: Term) -> Iterable[str]:
    # Words hold letters and digits only, so nothing in them speaks FTS5's language.
    if not term.implied:
        yield f'"{" ".join(term.tokens)}"' + (" *" if term.prefix else "")
    for word in term.related:
        yield f'"{word}"'


def _token(id_: str) -> str:
    return id_.rpartition("_")[2]


def _table(ordinal: int) -> TableClause:
    columns = [sa.column(name, sa.Text()) for name in ("id", "mark", *_COLUMNS)]
    return sa.table(f"search_{ordinal:d}", sa.column("rowid", sa.BigInteger()), *columns)


def _create_anew(connection: Connection, name: str) -> None:
    connection.exec_driver_sql(f"DROP TABLE IF EXISTS {name}")
    columns = ", ".join(_COLUMNS)
    connection.exec_driver_sql(
        f"CREATE VIRTUAL TABLE {name} USING fts5(id UNINDEXED, mark UNINDEXED, {columns}, tokenize = '{_TOKENIZER}')"
    )


def _number(kind: str, id_: str) -> int:
    """The row's number: the kind in the upper bits, 60 bits of the id's hash below."""
    low = int.from_bytes(hashlib.sha256(id_.encode()).digest()[:8], "big") >> 4
    return (_KINDS.index(kind) + 1) << 60 | low


def _range(kind: str) -> tuple[int, int]:
    first = (_KINDS.index(kind) + 1) << 60
    return first, first + (1 << 60) - 1


def _remove(connection: Connection, table: TableClause, kind: str, ids: Sequence[str]) -> None:
    for start in range(0, len(ids), BATCH):
        numbers = [_number(kind, id_) for id_ in ids[start : start + BATCH]]
        connection.execute(sa.delete(table).where(table.c.rowid.in_(numbers)))


def _add(connection: Connection, table: TableClause, batch: Sequence[Document]) -> None:
    rows = [_row(document) for document in batch]
    for start in range(0, len(rows), BATCH):
        part = rows[start : start + BATCH]
        connection.execute(sa.delete(table).where(table.c.rowid.in_([row["rowid"] for row in part])))
        connection.execute(sa.insert(table), part)


def _row(document: Document) -> dict[str, object]:
    fields = {name: " ".join(tokens(text)) for name, text in document.fields().items()}
    entities = " ".join(_token(id_) for id_ in document.entities)
    return {"rowid": _number(document.kind, document.id), "id": document.id, "mark": "", **fields, "entities": entities}


def _replace_passages(connection: Connection, table: TableClause, project_id: str, source_id: str) -> None:
    number = _number(_SOURCE, source_id)
    last = _mark(connection, table, number)
    _remove(connection, table, Kind.CHUNK, [chunk_id(source_id, at) for at in range(last + 1)])
    batch: list[Document] = []
    highest = 0
    for document in of_sources(connection, project_id, [source_id]):
        highest = max(highest, int(document.id.rpartition("_c")[2]))
        batch.append(document)
        if len(batch) == BATCH:
            _add(connection, table, batch)
            batch = []
    _add(connection, table, batch)
    _put_mark(connection, table, number, source_id, highest)


def _mark(connection: Connection, table: TableClause, number: int) -> int:
    found = connection.execute(sa.select(table.c.mark).where(table.c.rowid == number)).scalar_one_or_none()
    return int(found or 0)


def _put_mark(connection: Connection, table: TableClause, number: int, id_: str, value: int) -> None:
    connection.execute(sa.delete(table).where(table.c.rowid == number))
    connection.execute(sa.insert(table).values(rowid=number, id=id_, mark=str(value)))
