"""PostgreSQL full text: one table for each project, a weighted ``tsvector``, a GIN index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql import TSVECTOR

from forager.search import changes
from forager.search.backend import Candidate, Wanted
from forager.search.documents import Document, of_sources
from forager.search.question import Question, Term
from forager.search.words import tokens
from formicaria.ground.database import Text

BATCH: Final = 400
LANGUAGE: Final = "english"
LABELS: Final = {
    "A": ("statement", "value"),
    "B": ("subject", "attribute", "names"),
    "C": ("entities", "source"),
    "D": ("text",),
}
WEIGHTS: Final = (0.25, 0.3, 0.75, 1.0)
"""Of D, C, B and A."""
_COVERED: Final = "covered"


class PostgresSearch:
    """``ts_rank_cd`` over weighted fields, the English stems."""

    name = "postgresql-fts"

    def index(self, connection: Connection, project_id: str, rev: int) -> None:
        """Bring the project's index to ``rev``."""
        table = _table(changes.ordinal(connection, project_id))
        covered = self.covers(connection, project_id)
        if covered == rev:
            return
        change = changes.between(connection, project_id, covered, rev)
        if change.whole:
            table.drop(connection, checkfirst=True)
            table.create(connection)
        _remove(connection, table, table.c.id, (*change.items, *change.entities))
        _remove(connection, table, table.c.source, change.sources)
        for batch in changes.documents(connection, project_id, rev, change):
            _add(connection, table, batch)
        for source_id in change.sources:
            _add(connection, table, list(of_sources(connection, project_id, [source_id])), source_id)
        connection.execute(sa.delete(table).where(table.c.id == _COVERED))
        connection.execute(sa.insert(table).values(id=_COVERED, kind=_COVERED, source="", revision=rev, vector=None))

    def covers(self, connection: Connection, project_id: str) -> int:
        """The revision the project's index declares; 0 when there is none."""
        table = _table(changes.ordinal(connection, project_id))
        if not sa.inspect(connection).has_table(table.name):
            return 0
        found = connection.execute(sa.select(table.c.revision).where(table.c.id == _COVERED)).scalar_one_or_none()
        return int(found or 0)

    def search(self, connection: Connection, project_id: str, rev: int, wanted: Wanted) -> list[Candidate]:  # noqa: ARG002  # see the seam
        """The best rows of a kind by ``ts_rank_cd``; ``rev`` must be the covered revision."""
        words = expression(wanted.question, wanted.entities)
        if not words:
            return []
        table = _table(changes.ordinal(connection, project_id))
        asked = sa.func.to_tsquery(LANGUAGE, words)
        rank = sa.func.ts_rank_cd(sa.cast(list(WEIGHTS), sa.ARRAY(sa.REAL())), table.c.vector, asked, 1).label("rank")
        query = (
            sa.select(table.c.id, rank)
            .where(table.c.kind == wanted.kind, table.c.vector.op("@@")(asked))
            .order_by(rank.desc(), table.c.id)
            .limit(wanted.limit)
        )
        return [Candidate(str(row[0]), float(row[1])) for row in connection.execute(query)]


def expression(question: Question, entities: Sequence[str]) -> str:
    """The question in PostgreSQL's own language: any of the words, phrases, beginnings, related words or entities."""
    parts = [part for term in question.terms for part in _alternatives(term)]
    return " | ".join([*parts, *(f"'{_token(id_)}'" for id_ in entities)])


def _alternatives(term: Term) -> Iterable[str]:
    # Words hold letters and digits only, so nothing in them speaks the query language.
    if not term.implied:
        whole = " <-> ".join(f"'{token}'" for token in term.tokens)
        yield f"{whole}:*" if term.prefix else f"({whole})"
    for word in term.related:
        yield f"'{word}'"


def _token(id_: str) -> str:
    return id_.rpartition("_")[2]


def _table(ordinal: int) -> sa.Table:
    name = f"search_{ordinal:d}"
    table = sa.Table(
        name, sa.MetaData(),
        sa.Column("id", Text, primary_key=True), sa.Column("kind", Text, nullable=False), sa.Column("source", Text, nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False), sa.Column("vector", TSVECTOR(), nullable=True),
    )  # fmt: skip
    sa.Index(f"{name}_vector", table.c.vector, postgresql_using="gin")
    sa.Index(f"{name}_source", table.c.source)
    return table


def _remove(connection: Connection, table: sa.Table, column: sa.Column[str], ids: Sequence[str]) -> None:
    for start in range(0, len(ids), BATCH):
        connection.execute(sa.delete(table).where(column.in_(ids[start : start + BATCH])))


def _add(connection: Connection, table: sa.Table, batch: Sequence[Document], source_id: str = "") -> None:
    if not batch:
        return
    _remove(connection, table, table.c.id, [document.id for document in batch])
    parts = [
        sa.func.setweight(
            sa.func.to_tsvector(LANGUAGE, sa.bindparam(f"words_{label}")), sa.literal_column(f"'{label}'")
        )
        for label in LABELS
    ]
    vector = reduce(
        lambda left, right: left.op("||")(right), parts[1:], parts[0].op("||")(sa.literal_column("''::tsvector"))
    )
    values: dict[str, sa.BindParameter[object]] = {
        name: sa.bindparam(name) for name in ("id", "kind", "source", "revision")
    }
    connection.execute(sa.insert(table).values(**values, vector=vector), [_row(each, source_id) for each in batch])


def _row(document: Document, source_id: str) -> dict[str, object]:
    fields = document.fields() | {"entities": " ".join(_token(id_) for id_ in document.entities)}
    # Bare words: the parser would read "2026-04-10" as negative numbers.
    words = {
        f"words_{label}": " ".join(" ".join(tokens(fields[name])) for name in names) for label, names in LABELS.items()
    }
    return {"id": document.id, "kind": document.kind, "source": source_id, "revision": 0, **words}
