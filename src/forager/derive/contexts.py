"""The context of each side of a disagreement: read only where values differ, from the same documents the values are from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import Connection, select

from forager.dispute.claims import Witness
from forager.dispute.context import NOWHERE, Context, context_of
from forager.model.evidence import Evidence
from forager.store import evidence as evidence_rows
from forager.store.tables import source

_Key = tuple[str, str]
"""Source and subject words."""


def with_contexts(connection: Connection, project: str, witnesses: Sequence[Witness]) -> list[Witness]:
    """The same witnesses, each with what its own sentence, else its whole document, says of which bearer of the name it means."""
    sources = {witness.source.id for witness in witnesses if witness.source.live}
    words = {witness.evidence.subject_words for witness in witnesses}
    said: dict[_Key, list[Evidence]] = {}
    for row in evidence_rows.of_subjects(connection, project, sorted(words), sorted(sources)):
        said.setdefault((row.source_id, row.subject_words), []).append(row)
    titles = _titles(connection, sources)
    wide = {key: _context(rows, titles.get(key[0], "")) for key, rows in said.items()}
    return [replace(each, context=_own(each, titles) or wide.get(_key(each), NOWHERE)) for each in witnesses]


def _own(witness: Witness, titles: dict[str, str]) -> Context:
    return _context([witness.evidence], titles.get(witness.source.id, ""))


def _key(witness: Witness) -> _Key:
    return witness.source.id, witness.evidence.subject_words


def _context(rows: Sequence[Evidence], title: str) -> Context:
    texts = [title, *(row.sentence for row in rows), *(span.location.words for row in rows for span in row.spans)]
    told = [(row.slot, row.value) for row in rows if row.value and row.polarity]
    return context_of(rows[0].subject_words, texts, told)


def _titles(connection: Connection, sources: Collection[str]) -> dict[str, str]:
    query = select(source.c.id, source.c.title).where(source.c.id.in_(sorted(sources)))
    return {row[0]: row[1] for row in connection.execute(query)}
